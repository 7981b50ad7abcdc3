import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { expectObject } from './expect-object.ts';
import { keyColumns } from './key-columns.ts';
import { type KeyFlags, parseExpiry, parseRate } from './key-request.ts';

/** `keys get <id>`. */
export async function runKeysGet(context: CommandContext, id: string): Promise<void> {
  const record = await send(context, { method: 'GET', id });
  await context.print({ kind: 'record', columns: keyColumns, record });
}

/** `keys update <id>`: changes name, rate limit or expiry, from the next request on. */
export async function runKeysUpdate(
  context: CommandContext,
  id: string,
  { name, rateLimit, expires }: KeyFlags,
): Promise<void> {
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(rateLimit === undefined ? {} : { rateLimitPerMinute: parseRate(rateLimit) }),
    ...(expires === undefined ? {} : { expiresAt: parseExpiry(expires, context.now.now()) }),
  };
  if (Object.keys(body).length === 0) {
    throw usageError('nothing is to be changed; give --name, --rate-limit or --expires');
  }
  const record = await send(context, { method: 'PATCH', id, body });
  await context.print({ kind: 'record', columns: keyColumns, record });
  await context.note(`changed key ${neutralise(String(record['name']))} (${neutralise(id)})`);
}

/** `keys revoke <id>`: ends a key at once and for ever, after a question or with `--yes`. */
export async function runKeysRevoke(context: CommandContext, id: string): Promise<void> {
  requireConfirmable(context);
  const found = await send(context, { method: 'GET', id });
  const name = neutralise(String(found['name']));
  const params = { name, last4: neutralise(String(found['last4'])) };
  if (!(await isConfirmed(context, { text: 'cli.ask.revokeKey', params }))) return;
  const record = await send(context, { method: 'DELETE', id });
  await context.print({ kind: 'record', record });
  await context.note(`revoked key ${name} (${neutralise(id)})`);
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
