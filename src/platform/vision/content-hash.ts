import { hash } from 'node:crypto';
import type { SeenEvent } from './seen-event.ts';

/** 128 bits: nobody but the connection itself could make two of its events look the same. */
const LENGTH = 22;

/**
 * What two events of a connection share when their whole content is the same; null without a time
 * stamp, since such an event is never taken for one that was sent before.
 */
export function contentHash(integrationId: string, event: SeenEvent): string | null {
  if (event.ts === null) return null;
  const { source, deviceId, kind, unit, value, confidence, barnId, ts, meta } = event;
  const content = [source, deviceId, kind, unit, value, confidence, barnId, ts, sorted(meta)];
  return hash('sha256', `${integrationId}\n${JSON.stringify(content)}`, 'base64url').slice(
    0,
    LENGTH,
  );
}

/** The value with the keys of its objects in order, so that their order makes no difference. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}
