import type { Command } from 'commander';
import { collectValue } from '../../collect-value.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { eventsOption, parseEvents } from './events-flag.ts';
import { hostOf } from './host-of.ts';
import { printSecret, requireShown, SECRET_FLAG, type SecretFlags } from './print-secret.ts';
import { sendCall } from './send-call.ts';
import { FARM_FLAG, webhookFarms } from './webhook-farms.ts';

interface AddFlags extends SecretFlags {
  readonly events?: readonly string[];
  readonly farm?: readonly string[];
  readonly description?: string;
  readonly ordered?: boolean;
}

const EXAMPLES = `
Examples:
  $ farmctl webhook add https://brain.example.com/hooks/farm --events alert.critical,field_report.question
  $ farmctl webhook add https://brain.example.com/hooks/all --events all --secret-only > webhook.secret`;

/** Adds `webhook add <url>`. */
export function addAdd(parent: Command, context: CommandContext): void {
  parent
    .command('add <url>')
    .description('Subscribe an address to events, and print the secret that signs them')
    .addOption(eventsOption('the events it is told of, or all; may be given again'))
    .option(FARM_FLAG, 'only events of this farm; may be given again', collectValue)
    .option('--description <text>', 'what it is for')
    .option('--ordered', 'send the events of one row one after another')
    .option(...SECRET_FLAG)
    .addHelpText('after', EXAMPLES)
    .action((url: string, flags: AddFlags) => runAdd(context, url, flags));
}

async function runAdd(context: CommandContext, url: string, flags: AddFlags): Promise<void> {
  const { events: typed, farm, description, ordered } = flags;
  if (typed === undefined) {
    throw usageError('--events is missing: name the events, or all', {
      hint: 'See them with: farmctl capabilities --jq ".webhookEvents[].name"',
    });
  }
  const events = parseEvents(typed);
  requireShown(context, flags);
  const farmIds = await webhookFarms(context, farm);
  const record = await sendCall(context, {
    method: 'POST',
    path: '/webhooks',
    body: {
      url,
      events,
      ...(farmIds.length === 0 ? {} : { farmIds }),
      ...(description === undefined ? {} : { description }),
      ...(ordered === undefined ? {} : { ordered }),
    },
  });
  await tellUnreadable(context, record['unreadableEvents']);
  const done = `added webhook ${neutralise(String(record['id']))} (${neutralise(hostOf(url))})`;
  await printSecret(context, record, { done, ...flags });
}

/** Says which events will never come, since the key may not read what they tell of. */
export async function tellUnreadable(context: CommandContext, events: unknown): Promise<void> {
  if (!Array.isArray(events) || events.length === 0) return;
  const names = neutralise(events.join(', '));
  await context.note(`farmctl: not sent, since the key may not read what they tell of: ${names}`);
}
