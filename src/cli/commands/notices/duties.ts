import { type Command, Option } from 'commander';
import type { DutyPlan } from '../../../model/answers/notices.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { collectValue, renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { readJsonInput } from '../../input/read-input.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { oneFarm } from '../../session/row-id.ts';
import { printList, sendNoticeCall } from '../core/paged-list.ts';
import { expectObject, isConfirmed, requireConfirmable } from '../core/write-results.ts';
import { splitList } from '../organisation/keys.ts';
import { requireUser } from '../organisation/sign-in-link.ts';
import { dutyParts, entriesOf, parseDays, parseHours, planOf, withoutEntry } from './duty-plan.ts';

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

/** Columns of a plan table. */
export const entryColumns: readonly Column[] = [
  { name: 'part', kind: 'word' },
  { name: 'number', kind: 'number' },
  { name: 'users' },
  { name: 'days' },
  { name: 'from' },
  { name: 'to' },
  { name: 'afterMinutes', kind: 'number' },
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
  const shown = rows.map((row) => ({
    ...row,
    onCall: onCallOf(row).map((id) => names.get(id) ?? id),
  }));
  await printList(context, { answer: { data: rows }, columns: dutyColumns, rows: shown });
}

function onCallOf({ onCall }: Values): readonly string[] {
  return Array.isArray(onCall) ? onCall.map(String) : [];
}

async function userNames(
  context: CommandContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { findRowNames } = await import('../../session/resolve-name.ts');
  return findRowNames(await context.client(), [...new Set(ids)], context.io.interruption);
}

interface Duty {
  readonly answer: Values;
  readonly plan: DutyPlan;
}

/** A plan that was read, with its version for detecting concurrent changes. */
interface ReadDuty extends Duty {
  readonly path: string;
  readonly etag: string | undefined;
}

async function dutyPath(context: CommandContext): Promise<string> {
  const chosen = await oneFarm(context);
  if (chosen !== undefined) return `/os/duties/${encodeURIComponent(chosen)}`;
  const { data } = await sendNoticeCall(context, { method: 'GET', path: '/os/duties' });
  const [only, ...others] = Array.isArray(data) ? data.filter(isRecord) : [];
  if (only && others.length === 0)
    return `/os/duties/${encodeURIComponent(String(only['farmId']))}`;
  throw usageError(message('cli.severalFarms', { flag: '--farm' }));
}

async function readDuty(context: CommandContext): Promise<ReadDuty> {
  requireFields(context, entryColumns);
  const path = await dutyPath(context);
  const client = await context.client();
  const { data, headers } = await client.request({ method: 'GET', path });
  const answer = expectObject(data, { method: 'GET', path, server: client.server });
  return { answer, plan: planOf(answer), path, etag: headers['etag'] };
}

async function printDuty(context: CommandContext, { answer, plan }: Duty): Promise<void> {
  const entries = entriesOf(plan);
  const names = await userNames(
    context,
    entries.flatMap(({ users }) => users),
  );
  const rows = entries.map((entry) => ({
    ...entry,
    users: entry.users.map((id) => names.get(id) ?? id),
  }));
  await printList(context, { answer, columns: entryColumns, rows });
  if (answer['isDefault'] === true) await context.report('note.defaultDuty');
}

async function putPlan(
  context: CommandContext,
  { path, etag, body }: Pick<ReadDuty, 'path' | 'etag'> & { readonly body: Values },
): Promise<void> {
  const headers = etag === undefined ? {} : { 'if-match': etag };
  const answer = await sendNoticeCall(context, { method: 'PUT', path, body, headers });
  await context.report('note.dutyChanged', { farm: neutralise(String(answer['farmName'])) });
  await printDuty(context, { answer, plan: planOf(answer) });
}

async function changePlan(
  context: CommandContext,
  change: (plan: DutyPlan) => DutyPlan,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { plan, path, etag } = await readDuty(context);
    try {
      return await putPlan(context, { path, etag, body: change(plan) });
    } catch (error) {
      // The plan was changed concurrently: the change is applied again to the new version.
      if (!isPlanChanged(error) || tries === MOST_TRIES) throw error;
    }
  }
}

function isPlanChanged(error: unknown): boolean {
  return error instanceof FarmError && error.slug === 'precondition_failed';
}

/** The error for a plan that was changed concurrently; nothing was written. */
function planChanged({ answer }: Pick<Duty, 'answer'>, cause?: unknown): CliError {
  const farm = neutralise(String(answer['farmName']));
  const hint = message('hint.readAgainWith', { command: 'farmctl duties get -o json' });
  return new CliError('rejected', message('fault.dutyPlanChanged', { farm }), { hint, cause });
}

const MOST_TRIES = 3;

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
    .requiredOption('--days <days>', 'days on which it begins, such as mon-fri or sat,sun')
    .requiredOption('--from <hh:mm>', 'start, in the time zone of the farm')
    .requiredOption('--to <hh:mm>', 'end; at or before the start is on the next day')
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
    .option('--after <minutes>', 'minutes after the level before', '5')
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

function parseWhole(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= 1 && value <= most) return value;
  throw usageError(message('cli.wholeBetween', { flag, least: 1, most }));
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
    .option(
      '--input <file>',
      'the whole plan as JSON, alone or as duties get prints it; - is stdin',
    )
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
  const given = await readJsonInput(input, context.io);
  if (!isRecord(given)) throw usageError(message('fault.dutyPlanNotObject'));
  const read = await readDuty(context);
  const { path, etag } = read;
  const body = { ...planIn(given, read), ...change };
  try {
    await putPlan(context, { path, etag, body });
  } catch (error) {
    throw isPlanChanged(error) ? planChanged(read, error) : error;
  }
}

/**
 * The given plan, alone or as printed by `duties get`. The latter includes the time of the last
 * change, so that concurrent changes are detected.
 */
function planIn(given: Values, read: ReadDuty): Values {
  const { plan, farmId, updatedAt } = given;
  if (!isRecord(plan)) return given;
  const isSame = farmId !== read.answer['farmId'] || updatedAt === read.answer['updatedAt'];
  if (!isSame) throw planChanged(read);
  return plan;
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
