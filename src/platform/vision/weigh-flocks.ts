import { fuseWeight } from '../../farming/vision/fuse-weight.ts';
import type { StoredOf } from '../../model/registry.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { listLoggedDays } from '../../storage/records/logged-days.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { listWeightReadings } from '../../storage/records/weight-readings.ts';
import { dropFlockWeight, keepFlockWeight } from '../../storage/system/fused-weights.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { calibrateCameras } from './calibrate-cameras.ts';
import { dueFlocks } from './due-flocks.ts';
import { refreshPairs } from './refresh-pairs.ts';
import type { VisionFarm } from './vision-farm.ts';
import type { FlockToWeigh, WeighedFlock } from './weighed-flock.ts';
import { weightReading } from './weight-reading.ts';

type Flock = StoredOf<'flocks'>;

const HOUR_MILLIS = 3_600_000;
const INSIDE = ['active', 'selling'];

/**
 * Compares the cameras of flocks with the scales again and computes what the flocks weigh, from all
 * that is stored: in which order it came makes no difference. The daily logs are not touched.
 */
export async function weighFlocks(
  farm: VisionFarm,
  touched: readonly FlockToWeigh[],
): Promise<void> {
  const asked = await dueFlocks(farm, touched);
  if (asked.length === 0) return;
  const { transaction, scope } = farm;
  const ids = asked.map(({ flockId }) => flockId);
  const rows = await listRowsByText(transaction, flocks, { scope, field: 'id', texts: ids });
  const logged = await listLoggedDays(transaction, { scope, flockIds: ids });
  const logs = groupBy(logged, ({ flockId }) => flockId);
  const found = rows.map((row) => {
    const flock = JSON.parse(row) as Flock;
    return { status: flock.status, weighed: weighedFlock(flock, logs.get(flock.id) ?? []) };
  });
  for (const { weighed } of found) {
    const changed = asked.find(({ flockId }) => flockId === weighed.flock.flockId);
    if (changed) await refreshPairs(farm, weighed, changed);
  }
  const inside = found.filter(({ status }) => INSIDE.includes(status ?? ''));
  await fuseWeights(
    farm,
    inside.map(({ weighed }) => weighed),
  );
}

function weighedFlock(
  { id, breed, placementDate, arrivalAgeDays }: Flock,
  logs: readonly { readonly date: string; readonly avgWeightGr: number | null }[],
): WeighedFlock {
  return {
    flock: { flockId: id, breed, placementDate, arrivalAgeDays },
    weighings: logs.flatMap(({ date, avgWeightGr }) =>
      avgWeightGr === null || avgWeightGr <= 0 ? [] : [{ day: date, g: avgWeightGr }],
    ),
  };
}

async function fuseWeights(farm: VisionFarm, weighed: readonly WeighedFlock[]): Promise<void> {
  const { transaction, scope, thresholds, now, zone } = farm;
  const flockIds = weighed.map(({ flock }) => flock.flockId);
  const from = formatInstant(now - 2 * thresholds.cameraWeightHours * HOUR_MILLIS);
  const to = formatInstant(now);
  const rows = await listWeightReadings(transaction, scope, { flockIds, from, to });
  const factors = await calibrateCameras(farm);
  const readings = groupBy(rows.map(weightReading), ({ flockId }) => flockId ?? '');
  for (const { flock, weighings } of weighed) {
    const own = readings.get(flock.flockId) ?? [];
    const input = { flock, weighings, readings: own, factors, zone, now, thresholds };
    await keep(farm, flock.flockId, fuseWeight(input));
  }
}

async function keep(
  { transaction, actor, farmId, today: day }: VisionFarm,
  flockId: string,
  fused: ReturnType<typeof fuseWeight>,
): Promise<void> {
  const place = { orgId: actor.orgId, farmId, flockId, day };
  if (!fused) return dropFlockWeight(transaction, place);
  const { at, weightG, lowG, highG, sources } = fused;
  await keepFlockWeight(transaction, { ...place, at, weightG, lowG, highG, sources });
}
