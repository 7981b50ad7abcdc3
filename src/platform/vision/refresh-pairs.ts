import { calibrationPairs } from '../../farming/vision/calibration-pairs.ts';
import { listWeightReadings } from '../../storage/records/weight-readings.ts';
import { type CameraPair, replaceCameraPairs } from '../../storage/system/camera-pairs.ts';
import { formatInstant, startOfDay } from '../../tools/calendar.ts';
import type { VisionFarm } from './vision-farm.ts';
import type { FlockToWeigh, WeighedFlock } from './weighed-flock.ts';
import { weightReading } from './weight-reading.ts';

const HOUR_MILLIS = 3_600_000;
const NOON_HOURS = 12;

/**
 * Compares weighings by hand with the cameras again: those of days whose log was changed, also
 * where it is gone, and those near to which cameras have brought weights.
 */
export async function refreshPairs(
  farm: VisionFarm,
  { flock, weighings }: WeighedFlock,
  changed: Pick<FlockToWeigh, 'days' | 'seen'>,
): Promise<void> {
  const near = weighings.filter(({ day }) => isNear(farm, day, changed));
  const days = [...new Set([...changed.days, ...near.map(({ day }) => day)])].sort();
  if (days.length === 0) return;
  const { transaction, scope, farmId, zone, thresholds } = farm;
  const asked = weighings.filter(({ day }) => days.includes(day));
  const readings = await loadAround(
    farm,
    flock.flockId,
    asked.map(({ day }) => day),
  );
  const found = calibrationPairs({ flock, readings, weighings: asked, zone, thresholds });
  const pairs = [...found].flatMap(([camera, ofCamera]): CameraPair[] => {
    const seen = readings.find((reading) => reading.camera === camera);
    const names = { camera, deviceId: seen?.deviceId ?? null, source: seen?.source ?? null };
    return ofCamera.map((pair) => ({ ...names, ...pair }));
  });
  const place = { orgId: scope.orgId, farmId, flockId: flock.flockId };
  await replaceCameraPairs(transaction, place, { days, pairs });
}

function isNear(farm: VisionFarm, day: string, { seen }: Pick<FlockToWeigh, 'seen'>): boolean {
  if (!seen) return false;
  const { from, to } = windowOf(farm, day, day);
  return seen.to >= from && seen.from <= to;
}

/** What cameras weighed around the noons of days, which are in order. */
async function loadAround(farm: VisionFarm, flockId: string, days: readonly string[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const span = { flockIds: [flockId], ...windowOf(farm, first, last) };
  return (await listWeightReadings(farm.transaction, farm.scope, span)).map(weightReading);
}

function windowOf({ zone, thresholds }: VisionFarm, first: string, last: string) {
  const noonOf = (day: string) => startOfDay(day, zone) + NOON_HOURS * HOUR_MILLIS;
  const reach = thresholds.calibrationHours * HOUR_MILLIS;
  return { from: formatInstant(noonOf(first) - reach), to: formatInstant(noonOf(last) + reach) };
}
