import type { FlockRecord } from '../flocks/flock-record.ts';
import type { MissingData } from '../insights/section.ts';
import { missingForConversion } from '../missing/missing-conversion.ts';
import { aboutFlock, missingInFlock, missingInLog } from '../missing/missing-of-flock.ts';
import { missingPopulation } from '../missing/missing-population.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { FlockFeed } from './flock-feed.ts';

const WEIGHT_CODES: readonly string[] = [
  'no_weight_7d',
  'sale_weight_missing',
  'sale_weight_suspect',
  'too_young',
];

/** What is missing of a flock to know its feed. */
export function missingFeed(
  record: FlockRecord,
  feed: FlockFeed,
  snapshot: FarmSnapshot<'feedDeliveries'>,
): readonly MissingData[] {
  return [
    ...missingPopulation(record),
    ...missingDeliveries(record, feed, snapshot),
    ...missingLogs(record, feed, snapshot),
    ...(record.breed ? [] : [missingInFlock(record, 'breed_unknown', 'breed')]),
    ...missingWeight(record, feed, snapshot),
  ];
}

function missingDeliveries(
  record: FlockRecord,
  { deliveredKg, stockKg, coveragePct }: FlockFeed,
  { today, thresholds, feedDeliveries }: FarmSnapshot<'feedDeliveries'>,
): MissingData[] {
  const isLogged = (coveragePct ?? 0) >= thresholds.feedCoveragePct;
  const isIncomplete = deliveredKg !== null && stockKg === null && isLogged;
  if (deliveredKg !== null && !isIncomplete) return [];
  const code = isIncomplete ? 'deliveries_incomplete' : 'no_deliveries';
  const unassigned = feedDeliveries.findLast(({ flockId }) => flockId === null);
  const { id } = record.flock;
  return [
    aboutFlock(record, code, {
      resource: 'feed-deliveries',
      ...(isIncomplete ? {} : { need: 1, have: 0 }),
      // A delivery that names no flock is the likeliest one to be lacking.
      fix: unassigned
        ? { method: 'PATCH', path: `/feed-deliveries/${unassigned.id}`, body: { flockId: id } }
        : {
            method: 'POST',
            path: '/feed-deliveries',
            body: { flockId: id, date: today, quantityKg: null },
          },
    }),
  ];
}

function missingLogs(
  record: FlockRecord,
  { coveragePct, usedKg }: FlockFeed,
  { today, thresholds }: FarmSnapshot<never>,
): MissingData[] {
  // On the day the chicks come there is nothing to log yet.
  if (coveragePct === null || coveragePct >= thresholds.feedCoveragePct) return [];
  return [
    missingInLog(record, {
      code: 'no_feed_logs',
      field: 'feedKg',
      today,
      need: thresholds.feedCoveragePct,
      have: usedKg === null ? 0 : Math.round(coveragePct),
    }),
  ];
}

/** Hens are fed for their eggs: no weight is asked for to know their feed. */
function missingWeight(
  record: FlockRecord,
  { performance }: FlockFeed,
  snapshot: FarmSnapshot<never>,
): readonly MissingData[] {
  const missing = missingForConversion(record, performance, snapshot);
  // Of feed and of birds more is said above.
  return missing.filter(({ code }) => WEIGHT_CODES.includes(code));
}
