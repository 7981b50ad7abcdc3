import type { Command } from 'commander';
import type { Query } from '../../../client/client.ts';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import { parseUrl } from '../../../tools/parse-url.ts';
import { nearestWord } from '../../../tools/words.ts';
import { CliError, didYouMean, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
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

const ID = /^webhook_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * The id of the webhook that is meant: by its id, or by its address, host or description where only
 * one has it. Throws `notFound` with what comes nearest, and a usage error for several.
 */
export async function resolveWebhook(context: CommandContext, typed: string): Promise<string> {
  if (ID.test(typed)) return typed;
  const webhooks = await listAll(context);
  const matches = webhooks.filter((webhook) => namesOf(webhook).includes(typed));
  const [match, ...others] = matches;
  if (match && others.length === 0) return String(match['id']);
  const shown = JSON.stringify(neutralise(typed));
  if (match) {
    const ids = matches.map(({ id }) => neutralise(String(id))).join(', ');
    throw usageError(message('fault.webhooksMatch', { shown }), {
      hint: message('hint.nameOneOf', { ids }),
    });
  }
  const near = nearestWord(typed, webhooks.flatMap(namesOf));
  const meant = near === undefined ? undefined : JSON.stringify(neutralise(near));
  const said = [message('fault.unknownWebhook', { shown }), ...didYouMean(meant)];
  throw new CliError('notFound', said, {
    hint: message('hint.list', { command: 'farmctl webhook list' }),
  });
}

function namesOf({ id, url, description }: Values): readonly string[] {
  const texts = [id, url, hostOf(url), description];
  return texts.filter((text) => typeof text === 'string');
}

async function listAll(context: CommandContext): Promise<readonly Values[]> {
  const query = { limit: limits.maxPageSize };
  const { data } = await sendCall(context, { method: 'GET', path: '/webhooks', query });
  return Array.isArray(data) ? data : [];
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
