import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import type { Values } from '../../output/output.ts';
import { resolveName } from '../../resolve-name.ts';
import { expectObject } from './expect-object.ts';
import { type KeyFlags, parseExpiry, parseRate, parseScopes, splitList } from './key-request.ts';

/** Flags of `keys create`. */
export interface CreateKeyFlags extends KeyFlags {
  readonly keyOnly?: boolean;
}

/** `keys create <name>`: mints a key and prints it, the only time that it can be seen. */
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
  const named = farmsNamed(context, flags);
  if (flags.keyOnly && context.flags().fields !== undefined) {
    throw usageError('--key-only and --fields exclude each other');
  }
  const farmIds = await resolveFarms(context, named);
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
  await context.note('the key is shown only this once; keep it safe');
}

/** The answer to a repeated request does not hold the key: the server does not keep its text. */
function requireKey({ id, key }: Values): string {
  if (typeof key === 'string') return key;
  throw new CliError('partlyDone', `key ${id} was made, but its text was lost on the way`, {
    hint: `Revoke it and make another: farmctl keys revoke ${id}`,
  });
}

/** Those of `--farms`, or `--farm`; the farm of the profile is for the work on farms, not for keys. */
function farmsNamed(context: CommandContext, { farms }: CreateKeyFlags): readonly string[] {
  const { farm } = context.flags();
  if (farm === undefined) return splitList(farms);
  if (farms === undefined) return [farm];
  throw usageError('--farm and --farms exclude each other', {
    hint: 'Name every farm of the key with --farms',
  });
}

async function resolveFarms(
  context: CommandContext,
  typed: readonly string[],
): Promise<readonly string[]> {
  const client = await context.client();
  const ids = await Promise.all(typed.map((farm) => resolveName(client, 'farms', { typed: farm })));
  return [...new Set(ids)];
}
