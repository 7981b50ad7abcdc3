import { addDays } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { feedEaten } from './feed-eaten.ts';
import { feedForecast } from './feed-forecast.ts';
import { flockDeliveries } from './flock-deliveries.ts';

/** The parts of a snapshot that tell what lies in the silo of a flock. */
export type FeedStockParts = (typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries';

/** Feed that came for a flock and what is left of it, in kg. */
export interface FeedStock {
  /** Null without a delivery. */
  readonly deliveredKg: number | null;
  /** Null as well when too little feed is logged, or more than was delivered. */
  readonly stockKg: number | null;
}

/** Weighbridge and silo scales differ; more eaten than this above what came is a delivery not recorded. */
const TOLERATED_EXCESS = 0.02;

/** Whether more was eaten than came, so that a delivery must be missing from the records. */
export function isDeliveryMissing(eatenKg: number, deliveredKg: number): boolean {
  return eatenKg > deliveredKg * (1 + TOLERATED_EXCESS);
}

/** What lies in the silo of a flock by the deliveries and the log, before it eats what is not logged. */
export function feedStock(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): FeedStock {
  const deliveries = flockDeliveries(record, snapshot);
  if (deliveries.length === 0) return { deliveredKg: null, stockKg: null };
  const deliveredKg = sum(deliveries.map(({ quantityKg }) => quantityKg));
  const eatenKg = eatenSoFar(record, snapshot);
  if (eatenKg === null || isDeliveryMissing(eatenKg, deliveredKg))
    return { deliveredKg, stockKg: null };
  return { deliveredKg, stockKg: Math.max(0, deliveredKg - eatenKg) };
}

function eatenSoFar(
  record: FlockRecord,
  { today, thresholds }: FarmSnapshot<FeedStockParts>,
): number | null {
  const until = addDays(feedForecast(record, today).from, -1);
  const { recordedKg, kg, coveragePct } = feedEaten(record, until);
  // On the day the chicks come nothing has to be logged yet.
  if (until <= record.flock.placementDate) return recordedKg;
  return (coveragePct ?? 0) < thresholds.feedCoveragePct ? null : kg;
}
