import type { Command } from 'commander';
import { deliveryStates } from '../../../model/delivery-states.ts';
import { eventNames } from '../../../model/events.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import { completedOption } from '../../completed-option.ts';
import type { CommandContext } from '../../context.ts';
import { dateOption } from '../../date-flags.ts';
import { usageError } from '../../errors.ts';
import { type PageFlags, printPagedList } from '../paged-list.ts';
import { deliveryReading } from './delivery-text.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { deliveryPath, sendCall, webhookPath } from './send-call.ts';
import { deliveryColumns } from './webhook-columns.ts';

interface DeliveryFilters extends PageFlags {
  readonly state?: string;
  readonly event?: string;
  readonly from?: string;
  readonly to?: string;
}

const EXAMPLES = `
Examples:
  $ farmctl webhook deliveries webhook_01K… --state exhausted
  $ farmctl webhook deliveries webhook_01K… --event alert.critical --from 2026-11-20 --all -o csv`;

/** Adds `webhook deliveries <webhook>` and `webhook deliveries get <id>`. */
export function addDeliveries(parent: Command, context: CommandContext): void {
  const deliveries = parent
    .command('deliveries')
    .argument(WEBHOOK_ARGUMENT, 'whose deliveries; or "get" and the id of one of them')
    .description('List what was and will be sent, the newest first')
    .addOption(completedOption('--state <state>', 'only those in this state', deliveryStates))
    .addOption(completedOption('--event <event>', 'only those of this event', eventNames))
    .addOption(dateOption('--from <day or time>', 'only those of events from then on'))
    .addOption(dateOption('--to <day or time>', 'only those of events up to then'))
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
    .addHelpText('after', EXAMPLES)
    .action((typed: string, filters: DeliveryFilters) => runList(context, typed, filters));
  deliveries
    .command('get <id>')
    .description('Show one delivery with every attempt of the last 30 days')
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
  const near = nearestWord(state, deliveryStates);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  throw usageError(`--state: there is no state ${JSON.stringify(state)}${suggestion}`, {
    hint: `The states are ${deliveryStates.join(', ')}`,
  });
}

async function runGet(context: CommandContext, id: string): Promise<void> {
  await context.settings();
  const delivery = await sendCall(context, { method: 'GET', path: deliveryPath(id) });
  await context.print(deliveryReading(delivery));
}
