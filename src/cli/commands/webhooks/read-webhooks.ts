import type { Command } from 'commander';
import type { Query } from '../../../client/client.ts';
import { message } from '../../../model/core/message.ts';
import { parseUrl } from '../../../tools/parse-url.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveListed } from '../../session/resolve-listed.ts';
import { type PageFlags, printPagedList } from '../core/paged-list.ts';
import { expectObject } from '../core/write-results.ts';

/** A call about webhooks. */
export interface WebhookCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root of the API. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: Values;
}

/** The answer of a call as an object; throws when the server answers with anything else. */
export async function sendCall(
  context: CommandContext,
  { method, path, query = {}, body }: WebhookCall,
): Promise<Values> {
  const client = await context.client();
  const { data } = await client.request({ method, path, query, ...(body ? { body } : {}) });
  return expectObject(data, { method, path, server: client.server });
}

/** The path of one webhook, or of what is below it. */
export function webhookPath(id: string, below = ''): string {
  return `/os/webhooks/${encodeURIComponent(id)}${below}`;
}

/** The path of one delivery, or of what is below it. */
export function deliveryPath(id: string, below = ''): string {
  return `/os/webhooks/deliveries/${encodeURIComponent(id)}${below}`;
}

/** The id of the webhook that is meant: by its id, or by its address, host or description. */
export function resolveWebhook(context: CommandContext, typed: string): Promise<string> {
  return resolveListed(context, typed, {
    path: '/webhooks',
    idPrefix: 'webhook',
    namesOf: ({ url, description }) => [url, hostOf(url), description],
    command: 'farmctl webhook list',
    unknown: (shown) => message('fault.unknownWebhook', { shown }),
    several: (shown) => message('fault.webhooksMatch', { shown }),
  });
}

/** The host of an address, without anything in it that may be secret; the text where it is none. */
export function hostOf(url: unknown): string {
  const text = String(url);
  return parseUrl(text)?.host ?? text;
}

/** What tables of webhooks show. */
export const webhookColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'url' },
  { name: 'events' },
  { name: 'enabled', kind: 'flag' },
  { name: 'consecutiveFailures', kind: 'number' },
  { name: 'pending', kind: 'number' },
  { name: 'held', kind: 'number' },
  { name: 'description' },
];

/** What tables of deliveries show. */
export const deliveryColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'event' },
  { name: 'state', kind: 'word' },
  { name: 'attempts', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'nextAttemptAt', kind: 'time' },
  { name: 'farmId' },
];

/** What the table of the attempts of a delivery shows. */
export const attemptColumns: readonly Column[] = [
  { name: 'at', kind: 'time' },
  { name: 'status', kind: 'number' },
  { name: 'durationMs', kind: 'number', unit: 'ms' },
  { name: 'failure' },
  { name: 'response' },
  { name: 'nextAttemptAt', kind: 'time' },
];

/** The argument of commands about one webhook. */
export const WEBHOOK_ARGUMENT = '<webhook>';

/** Adds `webhook list` and `webhook get`. */
export function addReading(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the webhooks, without their secrets')
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl webhook list
  $ farmctl webhook list --all --jq '.[] | select(.enabled | not) | .id'`,
    )
    .action((flags: PageFlags) =>
      printPagedList(context, { path: '/webhooks', query: {}, columns: webhookColumns, ...flags }),
    );
  parent
    .command(`get ${WEBHOOK_ARGUMENT}`)
    .description('Show a webhook, without its secret')
    .addHelpText(
      'after',
      `
A webhook is named by its id, or by its address, host or description where only one has it.

Examples:
  $ farmctl webhook get webhook_01K…
  $ farmctl webhook get webhook_01K… --fields enabled,disabledReason,held`,
    )
    .action((typed: string) => runGet(context, typed));
}

async function runGet(context: CommandContext, typed: string): Promise<void> {
  const id = await resolveWebhook(context, typed);
  const record = await sendCall(context, { method: 'GET', path: webhookPath(id) });
  await context.print({ kind: 'record', record });
}
