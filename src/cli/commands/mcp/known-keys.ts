import { createHash } from 'node:crypto';
import type { FarmClient } from '../../../client/client.ts';
import type { Clock } from '../../../tools/clock.ts';

const TRUSTED_MILLIS = 60_000;
const MOST_KNOWN = 1000;

/**
 * Asks the service whether a key is one, at most once a minute for each: what a key may do is
 * decided there with every call in any case.
 */
export function createKeyCheck(client: FarmClient, clock: Clock): (key: string) => Promise<void> {
  const known = new Map<string, number>();
  return async (key) => {
    const hash = createHash('sha256').update(key).digest('base64');
    const until = known.get(hash) ?? 0;
    if (clock.now() < until) return;
    await client.with({ key }).me();
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(hash, clock.now() + TRUSTED_MILLIS);
  };
}
