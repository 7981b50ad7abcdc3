import type { OutboxCall } from './outbox.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field of which a kept write and the service have different values. */
export interface Difference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The values of a kept write that the record on the service does not have. */
export function differences(body: Values, stored: Values): readonly Difference[] {
  return Object.entries(body).flatMap(([field, mine]) =>
    mine === stored[field] ? [] : [{ field, mine, theirs: stored[field] }],
  );
}

/** The call that puts kept values in place of those of the record on the service. */
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
