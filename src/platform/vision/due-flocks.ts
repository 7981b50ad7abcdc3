import { listWeighLoads } from '../../storage/records/weigh-loads.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type { VisionFarm } from './vision-farm.ts';
import type { FlockToWeigh } from './weighed-flock.ts';

const HOUR_MILLIS = 3_600_000;
/** So many weights tell a median that the next few hardly move. */
const MANY_WEIGHTS = 500;
/** How long the weight of a flock with many of them stands. */
const REST_MILLIS = 30_000;
/** How far back weighings by hand lie that calls may have passed over meanwhile. */
const CATCH_UP_HOURS = 72;

/**
 * Those of the flocks whose weight is to be computed now. Few weights are computed with every call;
 * of a flock with many, most calls are passed over, and what they brought is made up for by the
 * next that is not, or by the hourly round.
 */
export async function dueFlocks(
  farm: VisionFarm,
  asked: readonly FlockToWeigh[],
): Promise<readonly FlockToWeigh[]> {
  const { transaction, scope, now, thresholds } = farm;
  const since = formatInstant(now - thresholds.cameraWeightHours * HOUR_MILLIS);
  const caughtUp = formatInstant(now - CATCH_UP_HOURS * HOUR_MILLIS);
  const flockIds = asked.filter(({ seen }) => seen !== null).map(({ flockId }) => flockId);
  const loads = mapById(
    await listWeighLoads(transaction, scope, { flockIds, since, most: MANY_WEIGHTS }),
  );
  return asked.flatMap((flock) => {
    const { flockId, days, seen } = flock;
    const load = loads.get(flockId);
    if (!load || !seen || load.weights < MANY_WEIGHTS) return [flock];
    const age = now - Date.parse(load.computedAt ?? '');
    const isResting = age >= 0 && age < REST_MILLIS;
    if (isResting && days.length === 0 && seen.from >= since) return [];
    const [from = caughtUp] = [seen.from, caughtUp].sort();
    return [{ ...flock, seen: { from, to: seen.to } }];
  });
}
