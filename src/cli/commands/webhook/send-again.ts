import type { Command } from 'commander';
import { boolean } from '../../../model/fields.ts';
import type { CommandContext } from '../../context.ts';
import { dateOption } from '../../date-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import { parseFieldValue } from '../../parse-field-value.ts';
import { printWrite } from '../resource/row-output.ts';
import { eventsOption, parseEvents } from './events-flag.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { deliveryPath, sendCall, webhookPath } from './send-call.ts';
import { deliveryColumns } from './webhook-columns.ts';

interface ReplayFlags {
  readonly from?: string;
  readonly to?: string;
  readonly events?: readonly string[];
  readonly missing?: string | true;
}

/** Adds `webhook resend <delivery>` and `webhook replay <webhook>`. */
export function addSendingAgain(parent: Command, context: CommandContext): void {
  parent
    .command('resend <delivery>')
    .description('Send one delivery again, now')
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
    .description('Send again what has not arrived, or everything')
    .addOption(dateOption('--from <day or time>', 'events from then on'))
    .addOption(dateOption('--to <day or time>', 'events up to then'))
    .addOption(eventsOption('only these events; may be given again'))
    .option('--missing [true or false]', 'false: also what has arrived')
    .addHelpText(
      'after',
      `
What has not arrived was given up, cancelled, or failed and waits for its next attempt. At most 10,000
at once, the oldest first; --from and --to narrow it. A receiver recognises an event by its id.

Examples:
  $ farmctl webhook replay webhook_01K…
  $ farmctl webhook replay webhook_01K… --missing false --from 2026-11-20 --to 2026-11-20`,
    )
    .action((typed: string, flags: ReplayFlags) => runReplay(context, typed, flags));
}

async function runResend(context: CommandContext, id: string): Promise<void> {
  const record = await sendCall(context, { method: 'POST', path: deliveryPath(id, '/resend') });
  const done = `delivery ${neutralise(id)} (${neutralise(String(record['event']))}) is sent again`;
  await printWrite(context, done, { kind: 'record', columns: deliveryColumns, record });
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
  const what = count === 1 ? '1 delivery is' : `${count} deliveries are`;
  await printWrite(context, `${what} sent again to webhook ${neutralise(id)}`, {
    kind: 'record',
    record,
  });
}
