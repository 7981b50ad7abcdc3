import type { Command } from 'commander';
import type { Query } from '../../../client/client.ts';
import { message } from '../../../model/core/message.ts';
import { parseUrl } from '../../../tools/unknown-values.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveListed } from '../../session/resolve-listed.ts';
import { type PageFlags, printPagedList } from '../core/paged-list.ts';
import { expectObject } from '../core/write-results.ts';

/** A call about webhooks. */
export interface WebhookCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the API root. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: Values;
}

/** The answer of a call as an object; throws for any other answer. */
export async function sendCall(
  context: CommandContext,
  { method, path, query = {}, body }: WebhookCall,
): Promise<Values> {
  const client = await context.client();
  const { data } = await client.request({ method, path, query, ...(body ? { body } : {}) });
  return expectObject(data, { method, path, server: client.server });
}

/** The path of one webhook, or of a subresource. */
export function webhookPath(id: string, subpath = ''): string {
  return `/os/webhooks/${encodeURIComponent(id)}${subpath}`;
}

/** The path of one delivery, or of a subresource. */
export function deliveryPath(id: string, subpath = ''): string {
  return `/os/webhooks/deliveries/${encodeURIComponent(id)}${subpath}`;
}

/** The ID of the webhook with this ID, URL, host or description. */
export function resolveWebhook(context: CommandContext, typed: string): Promise<string> {
  return resolveListed(context, typed, {
    path: '/webhooks',
    idPrefix: 'webhook',
    namesOf: ({ url, description }) => [url, hostOf(url), description],
    command: 'farmctl webhook list',
    unknown: (typed) => message('fault.unknownWebhook', { shown: typed }),
    several: (typed) => message('fault.webhooksMatch', { shown: typed }),
  });
}

/** The host of a URL, without parts that may be secret; the text itself if it is not a URL. */
export function hostOf(url: unknown): string {
  const text = String(url);
  return parseUrl(text)?.host ?? text;
}

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

export const deliveryColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'event' },
  { name: 'state', kind: 'word' },
  { name: 'attempts', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'nextAttemptAt', kind: 'time' },
  { name: 'farmId' },
];

/** Columns of the attempts table of a delivery. */
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

export function addReading(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the webhooks, without their secrets')
    .option('--limit <count>', 'maximum number of rows to print (50)')
    .option('--all', 'print all rows')
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
A webhook is identified by its id, or by a unique URL, host or description.

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
