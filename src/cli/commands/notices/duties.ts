import { type Command, Option } from 'commander';
import { message } from '../../../model/core/message.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { collectValue, renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { readJsonInput } from '../../input/read-input.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { printList, sendNoticeCall } from '../core/paged-list.ts';
import { isConfirmed, requireConfirmable } from '../core/write-results.ts';
import { splitList } from '../organisation/keys.ts';
import { requireUser } from '../organisation/sign-in-link.ts';
import {
  changePlan,
  dutyParts,
  isPlanChanged,
  parseDays,
  parseHours,
  planChanged,
  planIn,
  planOf,
  printDuty,
  putPlan,
  readDuty,
  userNames,
  withoutEntry,
} from './duty-plan.ts';

/** Adds `duties`: who is on call on a farm, and who is notified next. */
export function addDuties(parent: Command, context: CommandContext): void {
  const duties = parent
    .command('duties')
    .description('Show and change who is on call on a farm, and who is notified next');
  addReading(duties, context);
  addAdding(duties, context);
  addSet(duties, context);
  addRemoving(duties, context);
}

/** Columns of the table of farms with their plans. */
export const dutyColumns: readonly Column[] = [
  { name: 'farmName', isName: true },
  { name: 'onCall' },
  { name: 'reachable', kind: 'number' },
  { name: 'isDefault', kind: 'flag' },
  { name: 'timezone' },
];

function addReading(duties: Command, context: CommandContext): void {
  duties
    .command('list')
    .description('List farms with the people on call now and how many can be reached')
    .addHelpText('after', renderExamples(['farmctl duties list', 'farmctl duties list -o json']))
    .action(() => runList(context));
  duties
    .command('get')
    .description('Show the duty plan of a farm')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl duties get --farm North', 'farmctl duties get --jq .plan > plan.json'],
        'Times are in the time zone of the farm. Day 1 is Monday.',
      ),
    )
    .action(async () => printDuty(context, await readDuty(context)));
}

async function runList(context: CommandContext): Promise<void> {
  const answer = await sendNoticeCall(context, { method: 'GET', path: '/os/duties' });
  const { data } = answer;
  const chosen = await context.farms();
  const rows = (Array.isArray(data) ? data.filter(isRecord) : []).filter(
    ({ farmId }) => chosen.length === 0 || chosen.includes(String(farmId)),
  );
  const names = await userNames(context, rows.flatMap(onCallOf));
  const listedRows = rows.map((row) => ({
    ...row,
    onCall: onCallOf(row).map((id) => names.get(id) ?? id),
  }));
  await printList(context, { answer: { data: rows }, columns: dutyColumns, rows: listedRows });
}

function onCallOf({ onCall }: Values): readonly string[] {
  return Array.isArray(onCall) ? onCall.map(String) : [];
}

interface ShiftFlags {
  readonly user: string;
  readonly days: string;
  readonly from: string;
  readonly to: string;
}

interface ExceptionFlags {
  readonly user: string;
  readonly from: string;
  readonly to?: string;
}

interface EscalationFlags {
  readonly user: readonly string[];
  readonly after: string;
}

const NOBODY = 'nobody';

function addAdding(duties: Command, context: CommandContext): void {
  duties
    .command('add')
    .description('Add a weekly shift to the duty plan of a farm')
    .requiredOption('--user <user>', 'who is on call: id or name')
    .requiredOption('--days <days>', 'days on which the shift begins, such as mon-fri or sat,sun')
    .requiredOption('--from <hh:mm>', 'start, in the time zone of the farm')
    .requiredOption('--to <hh:mm>', 'end; a time at or before the start is on the next day')
    .addHelpText(
      'after',
      renderExamples([
        "farmctl duties add --user 'Noa Levi' --days mon-fri --from 18:00 --to 06:00",
        'farmctl duties add --farm North --user user_01K… --days sat,sun --from 06:00 --to 06:00',
      ]),
    )
    .action(async ({ user, days, from, to }: ShiftFlags) => {
      const shift = { userId: '', days: parseDays(days), ...parseHours(`${from}-${to}`, '--from') };
      const { id: userId } = await requireUser(await context.client(), user);
      await changePlan(context, (plan) => ({
        ...plan,
        shifts: [...plan.shifts, { ...shift, userId }],
      }));
    });
  duties
    .command('exception')
    .description('Put another user, or nobody, on call for some days')
    .requiredOption('--user <user>', 'who is on call: id or name, or nobody')
    .addOption(dateOption('--from <day>', 'the first day').makeOptionMandatory())
    .addOption(dateOption('--to <day>', 'the last day (the first day)'))
    .addHelpText(
      'after',
      renderExamples([
        'farmctl duties exception --user user_01K… --from 2026-12-24 --to 2026-12-26',
        'farmctl duties exception --farm North --user nobody --from 2026-12-31',
      ]),
    )
    .action(async ({ user, from, to = from }: ExceptionFlags) => {
      const userId = user === NOBODY ? null : (await requireUser(await context.client(), user)).id;
      await changePlan(context, (plan) => ({
        ...plan,
        exceptions: [...plan.exceptions, { from, to, userId }],
      }));
    });
  addEscalate(duties, context);
}

function addEscalate(duties: Command, context: CommandContext): void {
  duties
    .command('escalate')
    .description('Add a level of escalation: who is notified next without acknowledgement')
    .requiredOption('--user <user>', 'whom to notify: id or name; repeatable', collectValue)
    .option('--after <minutes>', 'minutes after the previous level', '5')
    .addHelpText(
      'after',
      renderExamples([
        "farmctl duties escalate --user 'Dana Mizrahi' --after 5",
        'farmctl duties escalate --farm North --user user_01K… --user user_01K… --after 10',
      ]),
    )
    .action(async ({ user, after }: EscalationFlags) => {
      const afterMinutes = parseWhole('--after', after, 240);
      const client = await context.client();
      const users = await Promise.all(splitList(user).map((typed) => requireUser(client, typed)));
      const userIds = users.map(({ id }) => id);
      await changePlan(context, (plan) => ({
        ...plan,
        escalation: [...plan.escalation, { userIds, afterMinutes }],
      }));
    });
}

function parseWhole(flag: string, text: string, maximum: number): number {
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= 1 && value <= maximum) return value;
  throw usageError(message('cli.wholeBetween', { flag, least: 1, most: maximum }));
}

interface SetFlags {
  readonly input?: string;
  readonly quietHours?: string;
  readonly warnings?: 'on' | 'off';
}

function addSet(duties: Command, context: CommandContext): void {
  duties
    .command('set')
    .description('Replace the duty plan of a farm, or set its quiet hours and warnings')
    .option('--input <file>', 'the whole plan as JSON, as printed by duties get; - is stdin')
    .option('--quiet-hours <hours>', 'hours in which warnings are held: 21:00-06:00, or none')
    .addOption(
      new Option('--warnings <state>', 'whether warnings are sent too').choices(['on', 'off']),
    )
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl duties set --warnings on --quiet-hours 21:00-06:00',
          'farmctl duties get --farm North -o json | farmctl duties set --farm North --input -',
          'farmctl duties get --farm North --jq .plan | farmctl duties set --farm South --input -',
        ],
        '--input replaces shifts, exceptions and escalation too; the other flags keep them. A file ' +
          'printed by duties get -o json is refused when somebody else has changed the plan since.',
      ),
    )
    .action((flags: SetFlags) => runSet(context, flags));
}

async function runSet(
  context: CommandContext,
  { input, quietHours, warnings }: SetFlags,
): Promise<void> {
  const change = {
    ...(quietHours === undefined
      ? {}
      : { quietHours: quietHours === 'none' ? null : parseHours(quietHours, '--quiet-hours') }),
    ...(warnings === undefined ? {} : { warnings: warnings === 'on' }),
  };
  if (input === undefined) {
    if (Object.keys(change).length === 0) throw usageError(message('fault.dutyChangeMissing'));
    return changePlan(context, (plan) => ({ ...plan, ...change }));
  }
  const inputBody = await readJsonInput(input, context.io);
  if (!isRecord(inputBody)) throw usageError(message('fault.dutyPlanNotObject'));
  const read = await readDuty(context);
  const { path, etag } = read;
  const body = { ...planIn(inputBody, read), ...change };
  try {
    await putPlan(context, { path, etag, body });
  } catch (error) {
    throw isPlanChanged(error) ? planChanged(read, error) : error;
  }
}

function addRemoving(duties: Command, context: CommandContext): void {
  duties
    .command('remove <part> <number>')
    .description('Remove a shift, an exception or a level of escalation from a duty plan')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl duties remove shift 2 --farm North',
          'farmctl duties remove exception 1 --farm North --yes',
        ],
        `Parts: ${dutyParts.join(', ')}. The numbers are those of: farmctl duties get`,
      ),
    )
    .action((part: string, number: string) => runRemove(context, part, number));
  duties
    .command('clear')
    .description('Remove the duty plan of a farm; the default plan applies')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl duties clear --farm North', 'farmctl duties clear --farm North --yes'],
        'By default critical alerts go to the owners and then to all managers.',
      ),
    )
    .action(() => runClear(context));
}

async function runRemove(context: CommandContext, part: string, number: string): Promise<void> {
  requireConfirmable(context);
  const params = { part: neutralise(part), number: neutralise(number) };
  if (!(await isConfirmed(context, { text: 'cli.ask.removeDuty', params }))) return;
  await changePlan(context, (plan) => withoutEntry(plan, part, number));
}

async function runClear(context: CommandContext): Promise<void> {
  requireConfirmable(context);
  const read = await readDuty(context);
  const { path, etag } = read;
  const farm = neutralise(String(read.answer['farmName']));
  if (!(await isConfirmed(context, { text: 'cli.ask.clearDuty', params: { farm } }))) return;
  const headers = etag === undefined ? {} : { 'if-match': etag };
  const answer = await sendNoticeCall(context, { method: 'DELETE', path, headers }).catch(
    (error: unknown) => {
      throw isPlanChanged(error) ? planChanged(read, error) : error;
    },
  );
  await printDuty(context, { answer, plan: planOf(answer) });
}
