import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { digestChannels, noticeKinds, noticeStates } from '../../../model/core/vocabulary.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { checkWord, completedOption, renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { oneFarm } from '../../session/row-id.ts';
import { type PageFlags, printList, printPagedList, sendNoticeCall } from '../core/paged-list.ts';
import { printWrite } from '../core/write-results.ts';
import { requireUser } from '../organisation/sign-in-link.ts';
import { addChannels, channelId } from './channels.ts';

/** Adds `notices`: notifications to users, their channels, tests and the simulation. */
export function addNotices(parent: Command, context: CommandContext): void {
  const notices = parent
    .command('notices')
    .description('Show messages to users, manage channels, test and simulate notifications');
  addList(notices, context);
  addTest(notices, context);
  addSimulate(notices, context);
  addChannels(notices, context);
  addDigest(notices, context);
}

/** Columns of notification tables. */
export const noticeColumns: readonly Column[] = [
  { name: 'createdAt', kind: 'time' },
  { name: 'kind', kind: 'word' },
  { name: 'severity', kind: 'word' },
  { name: 'userId' },
  { name: 'state', kind: 'word' },
  { name: 'attempts', kind: 'number' },
  { name: 'response' },
];

const moreColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'farmId' },
  { name: 'channelId' },
  { name: 'alertIds' },
  { name: 'step', kind: 'number' },
  { name: 'nextAttemptAt', kind: 'time' },
  { name: 'status', kind: 'number' },
  { name: 'failure', kind: 'word' },
  { name: 'sentAt', kind: 'time' },
  { name: 'acknowledgedAt', kind: 'time' },
];

interface ListFlags extends PageFlags {
  readonly state?: string;
  readonly kind?: string;
  readonly user?: string;
  readonly channel?: string;
}

function addList(notices: Command, context: CommandContext): void {
  notices
    .command('list')
    .description('List messages to users with their state and the answer of the provider')
    .addOption(completedOption('--state <state>', 'only messages in this state', noticeStates))
    .addOption(completedOption('--kind <kind>', 'only messages of this kind', noticeKinds))
    .option('--user <user>', 'only messages to this user: id or name')
    .option('--channel <channel>', 'only messages through this channel: id or address')
    .option('--limit <count>', 'maximum number of messages to print (50)')
    .option('--all', 'print all messages')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl notices list --state failed',
        'farmctl notices list --all -o csv --fields createdAt,userId,state,failure',
      ]),
    )
    .action((flags: ListFlags) => runList(context, flags));
}

async function runList(context: CommandContext, flags: ListFlags): Promise<void> {
  const { state, kind, user, channel, limit, all } = flags;
  if (state !== undefined) checkWord('--state', state, noticeStates);
  if (kind !== undefined) checkWord('--kind', kind, noticeKinds);
  const farmId = await oneFarm(context);
  const userId =
    user === undefined ? undefined : (await requireUser(await context.client(), user)).id;
  await printPagedList(context, {
    path: '/os/notices',
    query: {
      ...{ farmId, userId, kind, state },
      channelId: channel === undefined ? undefined : await channelId(context, channel),
    },
    columns: noticeColumns,
    selectable: [...noticeColumns, ...moreColumns],
    ...(limit === undefined ? {} : { limit }),
    ...(all === undefined ? {} : { all }),
  });
}

function addTest(notices: Command, context: CommandContext): void {
  notices
    .command('test <channel>')
    .description('Send a test message through a verified channel')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl notices test noa@example.com', 'farmctl notices test channel_01K… --jq .id'],
        'The state of the message is in: farmctl notices list --kind test',
      ),
    )
    .action((channel: string) => runTest(context, channel));
}

async function runTest(context: CommandContext, channel: string): Promise<void> {
  const record = await sendNoticeCall(context, {
    method: 'POST',
    path: '/os/notices/test',
    body: { channelId: await channelId(context, channel) },
  });
  const confirmation = await context.t('note.noticeQueued', {
    id: neutralise(String(record['id'])),
  });
  await printWrite(context, confirmation, { kind: 'record', record });
}

interface SimulateFlags {
  readonly severity?: string;
  readonly at?: string;
}

const SEVERITIES = ['critical', 'warning'] as const;

function addSimulate(notices: Command, context: CommandContext): void {
  notices
    .command('simulate')
    .description('Show who would be notified of an alert, when and how; nothing is sent')
    .addOption(
      completedOption('--severity <severity>', 'severity of the alert (critical)', SEVERITIES),
    )
    .addOption(dateOption('--at <time>', 'when the alert opens (now)'))
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl notices simulate --farm North',
          'farmctl notices simulate --severity warning --at 2026-11-21T01:30Z -o json',
        ],
        'Follows the duty plan of the farm for one hour, as if nobody acknowledged the alert.',
      ),
    )
    .action((flags: SimulateFlags) => runSimulate(context, flags));
}

const stepColumns: readonly Column[] = [
  { name: 'at', kind: 'time' },
  { name: 'user', isName: true },
  { name: 'reason', kind: 'word' },
  { name: 'channels' },
];

async function runSimulate(
  context: CommandContext,
  { severity, at }: SimulateFlags,
): Promise<void> {
  if (severity !== undefined) checkWord('--severity', severity, SEVERITIES);
  const answer = await sendNoticeCall(context, {
    method: 'GET',
    path: '/os/notices/simulation',
    query: { farmId: await oneFarm(context), severity, at },
  });
  const rows = listIn(answer, 'steps').flatMap((step) =>
    listIn(step, 'recipients').map((recipient) => ({
      at: step['at'],
      user: recipient['name'] ?? recipient['userId'],
      reason: recipient['reason'],
      channels: listIn(recipient, 'channels').map(({ kind }) => kind),
    })),
  );
  await printList(context, { answer, columns: stepColumns, rows });
  if (rows.length === 0) await context.report('note.nobodyNotified');
  const unreachable = listIn(answer, 'unreachable').map(({ name, userId }) => name ?? userId);
  if (unreachable.length === 0) return;
  await context.report('note.unreachable', { names: neutralise(unreachable.join(', ')) });
}

function listIn(values: Values, name: string): readonly Values[] {
  const list = values[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

interface DigestFlags {
  readonly via?: string;
  readonly user?: string;
}

const PATH = '/os/notices/digest';
const OFF = 'off';
const HOUR = /^(?:[01]?\d|2[0-3])(?::00)?$/;

/** Adds `notices digest`: when a user receives the morning briefing. */
export function addDigest(notices: Command, context: CommandContext): void {
  notices
    .command('digest [hour]')
    .description('Show or set the hour at which the morning briefing is sent to a user')
    .addOption(completedOption('--via <kind>', 'kind of channel (email)', digestChannels))
    .option('--user <user>', 'recipient: id or name; required with an API key')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl notices digest 6 --user 'Noa Levi'",
          "farmctl notices digest 6 --via push --user 'Noa Levi'",
          "farmctl notices digest off --user 'Noa Levi'",
        ],
        'The hour is 0 to 23 in the time zone of the farm, or off. Without it, the current hour is shown.',
      ),
    )
    .action((hour: string | undefined, flags: DigestFlags) => runDigest(context, hour, flags));
}

async function runDigest(
  context: CommandContext,
  typed: string | undefined,
  { via, user }: DigestFlags,
): Promise<void> {
  if (via !== undefined) checkWord('--via', via, digestChannels);
  const hour = typed === undefined ? undefined : hourOf(typed);
  const userId =
    user === undefined ? undefined : (await requireUser(await context.client(), user)).id;
  const query = { userId };
  if (hour === undefined) {
    const record = await sendNoticeCall(context, { method: 'GET', path: PATH, query });
    await context.print({ kind: 'record', record });
    const isUnsent = record['hour'] !== null && record['hasChannel'] === false;
    return isUnsent ? context.note(await timeText(context, record)) : undefined;
  }
  const body = { hour, ...(via === undefined ? {} : { via }) };
  const record = await sendNoticeCall(context, { method: 'PUT', path: PATH, query, body });
  const confirmation =
    hour === null ? await context.t('note.digestOff', {}) : await timeText(context, record);
  await printWrite(context, confirmation, { kind: 'record', record });
}

/** When the briefing is sent; for a user without a suitable channel, how to add one. */
function timeText(context: CommandContext, record: Values): Promise<string> {
  const { userId, via, timezone, hasChannel } = record;
  const time = { hour: String(record['hour']).padStart(2, '0'), zone: String(timezone) };
  if (hasChannel !== false) return context.t('note.digestAt', time);
  if (via === 'push') return context.t('note.digestNoPush', time);
  const command = `farmctl notices channels add email <address> --user ${userId}`;
  return context.t('note.digestNoEmail', { ...time, command });
}

function hourOf(typed: string): number | null {
  if (typed === OFF) return null;
  if (!HOUR.test(typed)) throw usageError(message('cli.digestHour'));
  return Number.parseInt(typed, 10);
}
