import type { Command } from 'commander';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import { fullScopes } from '../../../model/core/vocabulary.ts';
import { formatInstant, parseInstant } from '../../../tools/calendar.ts';
import { collectValue, renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireAnswerFields } from '../../session/requested-fields.ts';
import { resolveListed } from '../../session/resolve-listed.ts';
import { resolveName } from '../../session/resolve-name.ts';
import { type PageFlags, printPagedList } from '../core/paged-list.ts';
import { expectObject, isConfirmed, requireConfirmable } from '../core/write-results.ts';

/** Adds `keys`: the API keys of the organisation. */
export function addKeys(parent: Command, context: CommandContext): void {
  const keys = parent.command('keys').description('Create, list, change and revoke API keys');
  addReading(keys, context);
  keys
    .command('create <name>')
    .description('Create a key and print it; it cannot be shown again')
    .option('--scope <scopes>', 'permissions (scopes); repeatable', collectValue)
    .option(
      '--farms <farms>',
      'farms that the key may access: ids or names; repeatable; or --farm for one',
      collectValue,
    )
    .option('--rate-limit <number>', 'requests per minute')
    .addOption(expiryOption())
    .option('--key-only', 'print only the key')
    .addHelpText(
      'after',
      renderExamples([
        "farmctl keys create brain --scope 'read:*' --scope ai:ask --expires 90d",
        "farmctl keys create cron --scope 'read:*' --farms North --key-only > cron.key",
      ]),
    )
    .action((name: string, flags: CreateKeyFlags) => runKeysCreate(context, name, flags));
  keys
    .command('update <key>')
    .description('Change the name, rate limit or expiry of a key')
    .option('--name <name>', 'its name')
    .option('--rate-limit <number>', 'requests per minute')
    .addOption(expiryOption())
    .addHelpText(
      'after',
      renderExamples([
        'farmctl keys update brain --rate-limit 600',
        "farmctl keys update 4fJq0TzR8bXw --name 'Morning mail' --expires never",
      ]),
    )
    .action((key: string, flags: KeyFlags) => runKeysUpdate(context, key, flags));
  keys
    .command('revoke <key>')
    .description('Revoke a key immediately and permanently')
    .addHelpText(
      'after',
      renderExamples(['farmctl keys revoke brain', 'farmctl keys revoke 4fJq0TzR8bXw --yes']),
    )
    .action((key: string) => runKeysRevoke(context, key));
}

function addReading(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description('List the keys, without their secrets')
    .option('--limit <count>', 'maximum number of rows to print (50)')
    .option('--all', 'print all rows')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl keys list',
        'farmctl keys list --all -o csv --fields name,scopes,expiresAt',
      ]),
    )
    .action((flags: PageFlags) =>
      printPagedList(context, { path: '/os/keys', query: {}, columns: keyColumns, ...flags }),
    );
  keys
    .command('get <key>')
    .description('Show a key, without its secret')
    .addHelpText(
      'after',
      renderExamples(['farmctl keys get brain', 'farmctl keys get 4fJq0TzR8bXw --jq .scopes']),
    )
    .action((key: string) => runKeysGet(context, key));
}

/** The ID of the key with this ID or name. */
function keyId(context: CommandContext, typed: string): Promise<string> {
  return resolveListed(context, typed, {
    path: '/os/keys',
    namesOf: ({ name, revokedAt }) => (revokedAt == null ? [name] : []),
    command: 'farmctl keys list',
  });
}

export async function runKeysGet(context: CommandContext, typed: string): Promise<void> {
  const id = await keyId(context, typed);
  const record = await send(context, { method: 'GET', id });
  await context.print({ kind: 'record', columns: keyColumns, record });
}

/** `keys update <key>`: changes the name, rate limit or expiry, effective from the next request. */
export async function runKeysUpdate(
  context: CommandContext,
  typed: string,
  { name, rateLimit, expires }: KeyFlags,
): Promise<void> {
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(rateLimit === undefined ? {} : { rateLimitPerMinute: parseRate(rateLimit) }),
    ...(expires === undefined ? {} : { expiresAt: parseExpiry(expires, context.now.now()) }),
  };
  if (Object.keys(body).length === 0) {
    throw usageError(message('fault.keyChangeMissing'));
  }
  await requireAnswerFields(context, 'updateKey');
  const id = await keyId(context, typed);
  const record = await send(context, { method: 'PATCH', id, body });
  await context.print({ kind: 'record', columns: keyColumns, record });
  const changed = { name: neutralise(String(record['name'])), id: neutralise(id) };
  await context.report('done.changedKey', changed);
}

/**
 * `keys revoke <key>`: revokes a key immediately and permanently, after confirmation or with
 * `--yes`.
 */
export async function runKeysRevoke(context: CommandContext, typed: string): Promise<void> {
  requireConfirmable(context);
  await requireAnswerFields(context, 'revokeKey');
  const id = await keyId(context, typed);
  const response = await send(context, { method: 'GET', id });
  const name = neutralise(String(response['name']));
  const params = { name, last4: neutralise(String(response['last4'])) };
  if (!(await isConfirmed(context, { text: 'cli.ask.revokeKey', params }))) return;
  const record = await send(context, { method: 'DELETE', id });
  await context.print({ kind: 'record', record });
  await context.report('done.revokedKey', { name, id: neutralise(id) });
}

interface KeyCall {
  readonly method: 'GET' | 'PATCH' | 'DELETE';
  readonly id: string;
  readonly body?: object;
}

async function send(context: CommandContext, { method, id, body }: KeyCall): Promise<Values> {
  const client = await context.client();
  const path = `/os/keys/${encodeURIComponent(id)}`;
  const { data } = await client.request({ method, path, ...(body ? { body } : {}) });
  return expectObject(data, { method, path, server: client.server });
}

export interface CreateKeyFlags extends KeyFlags {
  readonly keyOnly?: boolean;
}

/** `keys create <name>`: creates a key and prints it; it cannot be shown again. */
export async function runKeysCreate(
  context: CommandContext,
  name: string,
  flags: CreateKeyFlags,
): Promise<void> {
  const { rateLimit, expires } = flags;
  const request = {
    name,
    scopes: parseScopes(flags.scope),
    ...(rateLimit === undefined ? {} : { rateLimitPerMinute: parseRate(rateLimit) }),
    ...(expires === undefined ? {} : { expiresAt: parseExpiry(expires, context.now.now()) }),
  };
  const farmNames = farmsNamed(context, flags);
  if (flags.keyOnly && context.flags().fields !== undefined) {
    throw usageError(message('cli.exclude', { first: '--key-only', second: '--fields' }));
  }
  await requireAnswerFields(context, 'getKey', ['key']);
  const farmIds = await resolveFarms(context, farmNames);
  const client = await context.client();
  const body = farmIds.length === 0 ? request : { ...request, farmIds };
  const { data } = await client.request({ method: 'POST', path: '/os/keys', body });
  const record = expectObject(data, { method: 'POST', path: '/os/keys', server: client.server });
  const key = requireKey(record);
  await context.print(
    flags.keyOnly
      ? { kind: 'reading', data: key, render: () => `${key}\n` }
      : { kind: 'record', record },
  );
  await context.report('done.keyShownOnce');
}

/** The answer to a repeated request lacks the key: the server does not store its text. */
function requireKey({ id, key }: Values): string {
  if (typeof key === 'string') return key;
  throw new CliError('partlyDone', message('fault.keyTextLost', { id: String(id) }), {
    hint: message('hint.revokeAndRecreate', { id: String(id) }),
  });
}

/** Farms in `--farms` or `--farm`; the profile's farm applies to farm commands, not to keys. */
export function farmsNamed(
  context: CommandContext,
  { farms }: Pick<CreateKeyFlags, 'farms'>,
): readonly string[] {
  const { farm } = context.flags();
  if (farm === undefined) return splitList(farms);
  if (farms === undefined) return [farm];
  throw usageError(message('cli.exclude', { first: '--farm', second: '--farms' }), {
    hint: message('hint.nameFarmsOfKey'),
  });
}

export async function resolveFarms(
  context: CommandContext,
  typed: readonly string[],
): Promise<readonly string[]> {
  const client = await context.client();
  const ids = await Promise.all(typed.map((farm) => resolveName(client, 'farms', { typed: farm })));
  return [...new Set(ids)];
}

export const keyColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'name' },
  { name: 'scopes' },
  { name: 'allFarms', kind: 'flag' },
  { name: 'farmIds' },
  { name: 'rateLimitPerMinute', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'expiresAt', kind: 'time' },
  { name: 'revokedAt', kind: 'time' },
  { name: 'last4' },
];

/** Flags for the properties of a key. */
export interface KeyFlags {
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly farms?: readonly string[];
  readonly rateLimit?: string;
  readonly expires?: string;
}

const SPAN = /^(\d{1,4})(d|h)$/;
const SPAN_OR_NEVER = /^(?:\d{1,4}[dh]|never)$/;
const SPAN_MILLIS = { d: 86_400_000, h: 3_600_000 } as const;

/** The flag for the expiry of a key. */
export function expiryOption() {
  const options = { others: SPAN_OR_NEVER, words: ['90d', 'never'] } as const;
  return dateOption('--expires <day or time>', 'expiry', options);
}

/** Scopes in `--scope`, which is repeatable and accepts comma-separated values. */
export function parseScopes(typed: readonly string[] = []): readonly string[] {
  const scopes = splitList(typed);
  if (scopes.length > 0) return scopes;
  throw usageError(message('fault.scopeMissing'), {
    hint: message('hint.exampleScopes', { fullScopes: fullScopes.join(', ') }),
  });
}

/** Items of a repeatable flag with comma-separated values. */
export function splitList(typed: readonly string[] = []): readonly string[] {
  return typed
    .flatMap((text) => text.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Parses requests per minute. */
export function parseRate(text: string): number {
  const rate = Number(text);
  if (/^\d+$/.test(text) && rate >= 1 && rate <= limits.maxRequestsPerMinute) return rate;
  throw usageError(
    message('cli.wholeBetween', {
      flag: '--rate-limit',
      least: 1,
      most: limits.maxRequestsPerMinute,
    }),
  );
}

/** Expiry of a key: an instant, the end of a day in UTC, a duration from now, or `never`. */
export function parseExpiry(text: string, now: number): string | null {
  if (text === 'never') return null;
  const span = SPAN.exec(text);
  if (span) {
    const unit = span[2] as keyof typeof SPAN_MILLIS;
    return formatInstant(now + Number(span[1]) * SPAN_MILLIS[unit]);
  }
  const instant = parseInstant(text) ?? parseInstant(`${text}T23:59:59.999Z`);
  if (instant !== undefined) return formatInstant(instant);
  throw usageError(message('fault.expiresInvalid'));
}
