import type { Command } from 'commander';
import { wait } from '../../../client/retry.ts';
import { boolean } from '../../../model/core/fields.ts';
import { message } from '../../../model/core/message.ts';
import { eventNames } from '../../../model/core/resource.ts';
import { deliveryStates } from '../../../model/core/vocabulary.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { nearestWord } from '../../../tools/words.ts';
import { completedOption } from '../../core/command-line.ts';
import { CliError, didYouMean, usageError } from '../../core/errors.ts';
import { parseDuration } from '../../core/time.ts';
import { dateOption } from '../../input/date-flags.ts';
import { parseFieldValue } from '../../input/field-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { ReadingOutput, Values, View } from '../../output/output.ts';
import { renderRecord, renderTable } from '../../output/render-table.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { type PageFlags, printPagedList } from '../core/paged-list.ts';
import { printWrite } from '../core/write-results.ts';
import {
  attemptColumns,
  deliveryColumns,
  deliveryPath,
  resolveWebhook,
  sendCall,
  WEBHOOK_ARGUMENT,
  webhookPath,
} from './read-webhooks.ts';
import { eventsOption, parseEvents, receiverError } from './webhook-flags.ts';

interface DeliveryFilters extends PageFlags {
  readonly state?: string;
  readonly event?: string;
  readonly from?: string;
  readonly to?: string;
}

const DELIVERY_EXAMPLES = `
Examples:
  $ farmctl webhook deliveries webhook_01K… --state exhausted
  $ farmctl webhook deliveries webhook_01K… --event alert.critical --from 2026-11-20 --all -o csv`;

export function addDeliveries(parent: Command, context: CommandContext): void {
  const deliveries = parent
    .command('deliveries')
    .argument(WEBHOOK_ARGUMENT, 'whose deliveries; or "get" and the id of one of them')
    .description('List sent and pending deliveries, newest first')
    .addOption(completedOption('--state <state>', 'only deliveries in this state', deliveryStates))
    .addOption(completedOption('--event <event>', 'only deliveries of this event', eventNames))
    .addOption(dateOption('--from <day or time>', 'only events at or after this time'))
    .addOption(dateOption('--to <day or time>', 'only events at or before this time'))
    .option('--limit <count>', 'maximum number of rows to print (50)')
    .option('--all', 'print all rows')
    .addHelpText('after', DELIVERY_EXAMPLES)
    .action((typed: string, filters: DeliveryFilters) => runList(context, typed, filters));
  deliveries
    .command('get <id>')
    .description('Show a delivery with its attempts of the last 30 days')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl webhook deliveries get delivery_01K…
  $ farmctl webhook deliveries get delivery_01K… --jq '.log[-1].response'`,
    )
    .action((id: string) => runGet(context, id));
}

async function runList(
  context: CommandContext,
  typed: string,
  { state, event, from, to, ...page }: DeliveryFilters,
): Promise<void> {
  requireState(state);
  const path = webhookPath(await resolveWebhook(context, typed), '/deliveries');
  const query = { state, event, from, to };
  await printPagedList(context, { ...page, path, query, columns: deliveryColumns });
}

function requireState(state: string | undefined): void {
  if (state === undefined || deliveryStates.some((word) => word === state)) return;
  const suggestion = nearestWord(state, deliveryStates);
  const text = message('fault.unknownState', { state: JSON.stringify(state) });
  throw usageError([text, ...didYouMean(suggestion)], {
    hint: message('hint.states', { deliveryStates: deliveryStates.join(', ') }),
  });
}

async function runGet(context: CommandContext, id: string): Promise<void> {
  await context.settings();
  const delivery = await sendCall(context, { method: 'GET', path: deliveryPath(id) });
  await context.print(await deliveryReading(context, delivery));
}

/** A delivery with its attempts: its fields, then a table. */
async function deliveryReading(context: CommandContext, delivery: Values): Promise<ReadingOutput> {
  const noAttempt = await context.t('note.noAttempt');
  const render = (view: View) => renderDelivery(delivery, view, noAttempt);
  return { kind: 'reading', data: delivery, render };
}

/** The attempts of a delivery, oldest first. */
function attemptsOf({ log }: Values): readonly Values[] {
  return Array.isArray(log) ? log.filter(isRecord) : [];
}

function renderDelivery(delivery: Values, view: View, noAttempt: string): string {
  const options = { view, header: true };
  const columns = [...deliveryColumns, { name: 'eventId' }, { name: 'webhookId' }];
  const head = renderRecord(delivery, columns, options);
  const attempts = attemptsOf(delivery);
  if (attempts.length === 0) return `${head}\n${noAttempt}\n`;
  return `${head}\n${renderTable(attempts.map(withShortResponse), attemptColumns, options)}`;
}

const LONGEST_RESPONSE = 200;

/** Shortened for the table; `-o json` has the full response. */
function withShortResponse(attempt: Values): Values {
  const { response } = attempt;
  if (typeof response !== 'string' || response.length <= LONGEST_RESPONSE) return attempt;
  return { ...attempt, response: `${response.slice(0, LONGEST_RESPONSE)}…` };
}

interface ReplayFlags {
  readonly from?: string;
  readonly to?: string;
  readonly events?: readonly string[];
  readonly missing?: string | true;
}

export function addSendingAgain(parent: Command, context: CommandContext): void {
  parent
    .command('resend <delivery>')
    .description('Send a delivery again now')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl webhook resend delivery_01K…
  $ farmctl webhook resend delivery_01K… --jq .state`,
    )
    .action((id: string) => runResend(context, id));
  parent
    .command(`replay ${WEBHOOK_ARGUMENT}`)
    .description('Send events again that did not arrive, or all events')
    .addOption(dateOption('--from <day or time>', 'events at or after this time'))
    .addOption(dateOption('--to <day or time>', 'events at or before this time'))
    .addOption(eventsOption('only these events; repeatable'))
    .option('--missing [true or false]', 'false: also events that arrived')
    .addHelpText(
      'after',
      `
Events that did not arrive are those given up, cancelled, or failed and waiting for the next attempt.
At most 10,000 at once, oldest first; limit them with --from and --to. Receivers recognise an event
by its id.

Examples:
  $ farmctl webhook replay webhook_01K…
  $ farmctl webhook replay webhook_01K… --missing false --from 2026-11-20 --to 2026-11-20`,
    )
    .action((typed: string, flags: ReplayFlags) => runReplay(context, typed, flags));
}

async function runResend(context: CommandContext, id: string): Promise<void> {
  const record = await sendCall(context, { method: 'POST', path: deliveryPath(id, '/resend') });
  const event = neutralise(String(record['event']));
  const confirmation = await context.t('note.resent', { id: neutralise(id), event });
  await printWrite(context, confirmation, { kind: 'record', columns: deliveryColumns, record });
}

async function runReplay(
  context: CommandContext,
  typed: string,
  { from, to, events, missing }: ReplayFlags,
): Promise<void> {
  const isMissing =
    typeof missing === 'string' ? parseFieldValue(boolean(), missing, '--missing') : true;
  const body = {
    missing: isMissing,
    ...(events === undefined ? {} : { events: parseEvents(events) }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const id = await resolveWebhook(context, typed);
  const record = await sendCall(context, {
    method: 'POST',
    path: webhookPath(id, '/replay'),
    body,
  });
  const count = Number(record['replayed']);
  const confirmation = await context.t('note.replayed', { count, id: neutralise(id) });
  await printWrite(context, confirmation, { kind: 'record', record });
}

interface TestFlags {
  readonly wait: string;
}

const LOOK_MILLIS = 250;

const TEST_EXAMPLES = `
Exit status: 0 accepted, 5 rejected, 7 the receiver failed (500 or above), 8 no answer, 9 not known
yet. A failed test counts as a consecutive failure.

Examples:
  $ farmctl webhook test webhook_01K…
  $ farmctl webhook test brain.example.com --wait 5s --fields state,attempts`;

export function addTest(parent: Command, context: CommandContext): void {
  parent
    .command(`test ${WEBHOOK_ARGUMENT}`)
    .description('Send a test event, and show the result')
    .option('--wait <duration>', 'time to wait for the response of the receiver', '20s')
    .addHelpText('after', TEST_EXAMPLES)
    .action((typed: string, flags: TestFlags) => runTest(context, typed, flags));
}

async function runTest(context: CommandContext, typed: string, flags: TestFlags): Promise<void> {
  const waitMillis = parseDuration(flags.wait);
  if (waitMillis === undefined) throw usageError(message('fault.waitInvalid'));
  requireFields(context, [...deliveryColumns, ...['webhookId', 'eventId', 'updatedAt', 'log']]);
  const path = webhookPath(await resolveWebhook(context, typed), '/test');
  const sent = await sendCall(context, { method: 'POST', path });
  const id = String(sent['id']);
  const delivery = await waitForAttempt(context, id, waitMillis);
  const last = attemptsOf(delivery).at(-1);
  if (last === undefined) {
    await context.print(await deliveryReading(context, delivery));
    throw new CliError('partlyDone', message('fault.testNotDelivered', { wait: flags.wait }), {
      hint: message('hint.showDelivery', { id: neutralise(id) }),
    });
  }
  const { durationMs } = last;
  const error = receiverError(String(delivery['event']), receptionOf(last));
  if (!error) await context.report('note.testTaken', { millis: String(durationMs) });
  await context.print(await deliveryReading(context, delivery));
  if (error) throw error;
}

function receptionOf({ status, failure }: Values) {
  return {
    status: typeof status === 'number' ? status : null,
    failure: typeof failure === 'string' ? failure : null,
  };
}

/** The delivery after its first attempt, or its current state on timeout. */
async function waitForAttempt(
  context: CommandContext,
  id: string,
  waitMillis: number,
): Promise<Values> {
  const until = performance.now() + waitMillis;
  for (;;) {
    const delivery = await sendCall(context, { method: 'GET', path: deliveryPath(id) });
    const remainingMillis = until - performance.now();
    if (attemptsOf(delivery).length > 0 || remainingMillis <= 0) return delivery;
    await wait(Math.min(LOOK_MILLIS, remainingMillis), context.io.interruption);
  }
}
