import type { OutboxCall, SentRecord } from './outbox.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field with different values in an unsent write and on the service. */
export interface Difference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The values of an unsent write that differ from the record on the service. */
export function differences(body: Values, stored: Values): readonly Difference[] {
  return Object.entries(body).flatMap(([field, mine]) =>
    mine === stored[field] ? [] : [{ field, mine, theirs: stored[field] }],
  );
}

/** The call that overwrites the record on the service with the unsent values. */
export function overwrite(call: OutboxCall, stored: SentRecord): OutboxCall {
  const body = Object.fromEntries(
    differences(call.body, stored).map(({ field, mine }) => [field, mine]),
  );
  const path = `/${findResource(call)}/${stored.id}`;
  const photo = call.photo ? { photo: call.photo } : {};
  return { method: 'PATCH', path, body, version: stored.version, ...photo };
}

/**
 * The call for a record that its writer has changed before; a call based on an earlier version, or
 * on no record, becomes a change of the known one.
 */
export function rebaseOnSent(call: OutboxCall, known: SentRecord | undefined): OutboxCall {
  if (known === undefined) return call;
  const { method, path, version = 0, isStrict } = call;
  if (method === 'POST')
    return { ...overwrite(call, known), ...(isStrict === undefined ? {} : { isStrict }) };
  const isOlder = path.endsWith(`/${known.id}`) && version > 0 && version < known.version;
  return isOlder ? { ...call, version: known.version } : call;
}

/** The resource that a call is about. */
export function findResource({ path }: OutboxCall): string {
  return path.split('/')[1] ?? '';
}
