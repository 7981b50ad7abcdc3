import { flockConversion } from '../feed/flock-conversion.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import { standardFcr } from '../standards/standard-fcr.ts';
import type { MoneySnapshot } from './farm-money.ts';

/** The feed conversion of a flock beside that of its breed. */
export interface FeedConversionOfFlock {
  readonly fcr: number;
  /** Of the breed at the age of the birds; null where its table ends. */
  readonly standard: number | null;
  /** `fcr` by the standard. */
  readonly index: number | null;
}

// A record belongs to one snapshot, and flocks are compared with each other again and again.
const known = new WeakMap<FlockRecord, FeedConversionOfFlock | null>();

/**
 * How a flock turned feed into weight; null when its feed or its weight is not known, and while a
 * flock is here of which only deliveries tell the feed.
 */
export function feedConversion(
  record: FlockRecord,
  snapshot: MoneySnapshot,
): FeedConversionOfFlock | null {
  const found = known.get(record);
  if (found !== undefined) return found;
  const conversion = compute(record, snapshot);
  known.set(record, conversion);
  return conversion;
}

function compute(record: FlockRecord, snapshot: MoneySnapshot): FeedConversionOfFlock | null {
  const done = flockConversion(record, snapshot);
  if (!done || done.fcr === null || (record.isLive && done.isFcrUpperBound)) return null;
  const { breed } = record;
  const standard = breed ? standardFcr(breed, done.ageDays) : null;
  return { fcr: done.fcr, standard, index: ratioOf(done.fcr, standard) };
}
