import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from './flock-record.ts';
import { projectedLive } from './projected-live.ts';
import { standardFeedG } from './standard-feed.ts';
import { weightRatio } from './weight-ratio.ts';

/** Feed grows with weight to this power: fitted to the tables of the breeders. */
const FEED_BY_WEIGHT = 0.68;

/**
 * Feed a flock will eat on a day, in kg: the birds alive then times the standard feed of the day,
 * more or less by what they weigh against the standard. Null without a standard or a population.
 */
export function projectedFeedKg(record: FlockRecord, day: CalendarDay): number | null {
  const live = projectedLive(record, day);
  const standardG = standardFeedG(record, day);
  if (live === null || standardG === null) return null;
  return (live * standardG * (weightRatio(record) ?? 1) ** FEED_BY_WEIGHT) / 1000;
}
