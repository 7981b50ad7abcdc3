import { median } from '../../tools/statistics.ts';
import { downtimeDays } from '../metrics/downtime-days.ts';
import { barnStays, type PlacementSnapshot } from './barn-stays.ts';

/** Days that barns of the farm stand empty between two flocks, the median; null of none. */
export function usualDowntimeDays(snapshot: PlacementSnapshot): number | null {
  return median(snapshot.barns.flatMap(({ id }) => downtimesOf(id, snapshot)));
}

function downtimesOf(barnId: string, snapshot: PlacementSnapshot): number[] {
  const newestFirst = barnStays(barnId, snapshot).all;
  return newestFirst.flatMap(({ flock }, index) => {
    const before = newestFirst[index + 1]?.lastDay ?? null;
    const days = before === null ? null : downtimeDays(before, flock.placementDate);
    return days === null ? [] : [days];
  });
}

/**
 * Days to plan between two flocks: what the farm usually takes, but no less than cleaning does and
 * never less than the least there has to be.
 */
export function plannedDowntimeDays(snapshot: PlacementSnapshot): number {
  const { cleaningDays, leastDowntimeDays } = snapshot.thresholds;
  return Math.ceil(Math.max(leastDowntimeDays, cleaningDays, usualDowntimeDays(snapshot) ?? 0));
}
