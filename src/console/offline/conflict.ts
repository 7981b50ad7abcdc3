import type { OutboxCall } from './outbox.ts';

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
export function overwrite(
  call: OutboxCall,
  stored: Values & { readonly id: string; readonly version: number },
): OutboxCall {
  const body = Object.fromEntries(
    differences(call.body, stored).map(({ field, mine }) => [field, mine]),
  );
  const path = `/${resourceOf(call)}/${stored.id}`;
  const photo = call.photo ? { photo: call.photo } : {};
  return { method: 'PATCH', path, body, version: stored.version, ...photo };
}

/** The resource that a call is about. */
export function resourceOf({ path }: OutboxCall): string {
  return path.split('/')[1] ?? '';
}
