import type { Command } from 'commander';
import { boolean } from '../../../model/fields.ts';
import { collectValue } from '../../collect-value.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { parseFieldValue } from '../../parse-field-value.ts';
import { printWrite } from '../resource/row-output.ts';
import { tellUnreadable } from './add-webhook.ts';
import { eventsOption, parseEvents } from './events-flag.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { sendCall, webhookPath } from './send-call.ts';
import { FARM_FLAG, webhookFarms } from './webhook-farms.ts';

interface UpdateFlags {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly farm?: readonly string[];
  readonly allFarms?: boolean;
  readonly description?: string;
  readonly ordered?: string | true;
  readonly enabled?: string | true;
  readonly replay?: string;
}

const EXAMPLES = `
Switched on again, a webhook is sent what was held while it was off; --replay none leaves it out.
An empty --description takes it away.

Examples:
  $ farmctl webhook update webhook_01K… --enabled
  $ farmctl webhook update webhook_01K… --events alert.critical --description 'Only the worst'`;

/** Adds `webhook update <webhook>`. */
export function addUpdate(parent: Command, context: CommandContext): void {
  parent
    .command(`update ${WEBHOOK_ARGUMENT}`)
    .description('Change a webhook, switch it off, or on again')
    .option('--url <address>', 'where events are posted to')
    .addOption(eventsOption('the events it is told of, or all; in place of those before'))
    .option(FARM_FLAG, 'only events of this farm; may be given again', collectValue)
    .option('--all-farms', 'events of all farms of the key that made it')
    .option('--description <text>', 'what it is for')
    .option('--ordered [true or false]', 'send the events of one row one after another')
    .option('--enabled [true or false]', 'switch it on or off')
    .option('--replay <all or none>', 'with --enabled: what becomes of the events that were held')
    .addHelpText('after', EXAMPLES)
    .action((typed: string, flags: UpdateFlags) => runUpdate(context, typed, flags));
}

async function runUpdate(
  context: CommandContext,
  typed: string,
  flags: UpdateFlags,
): Promise<void> {
  const change = readChange(flags);
  const isNarrowed = flags.farm !== undefined || context.flags().farm !== undefined;
  if (Object.keys(change).length === 0 && !isNarrowed) {
    throw usageError('there is nothing to change: give --enabled, --events, --url or another flag');
  }
  if (isNarrowed && flags.allFarms) throw usageError('--farm and --all-farms exclude each other');
  const id = await resolveWebhook(context, typed);
  const farmIds = isNarrowed ? { farmIds: await webhookFarms(context, flags.farm) } : {};
  const record = await sendCall(context, {
    method: 'PATCH',
    path: webhookPath(id),
    body: { ...change, ...farmIds },
  });
  await tellUnreadable(context, record['unreadableEvents']);
  const done = `${verbOf(change)} webhook ${neutralise(id)}`;
  await printWrite(context, done, { kind: 'record', record });
}

function readChange({ url, events, allFarms, description, ...flags }: UpdateFlags): Values {
  const { ordered, enabled, replay } = flags;
  if (replay !== undefined && replay !== 'all' && replay !== 'none') {
    throw usageError('--replay must be all or none');
  }
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: parseEvents(events) }),
    ...(allFarms ? { farmIds: null } : {}),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
    ...(ordered === undefined ? {} : { ordered: flagValue(ordered, '--ordered') }),
    ...(enabled === undefined ? {} : { enabled: flagValue(enabled, '--enabled') }),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** A flag without a value says yes. */
function flagValue(value: string | true, flag: string): unknown {
  return value === true ? true : parseFieldValue(boolean(), value, flag);
}

function verbOf({ enabled }: Values): string {
  if (enabled === undefined) return 'changed';
  return enabled === true ? 'switched on' : 'switched off';
}
