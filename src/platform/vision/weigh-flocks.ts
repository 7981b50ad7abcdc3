import { countedWeighings } from '../../farming/vision/calibration-pairs.ts';
import { fuseWeight } from '../../farming/vision/fuse-weight.ts';
import { readingsOfShare, shareOfMixture } from '../../farming/vision/mixed-barn.ts';
import type { StoredOf } from '../../model/registry.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { listInsideFlocks } from '../../storage/records/inside-flocks.ts';
import { type LoggedDay, listLoggedDays } from '../../storage/records/logged-days.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { listWeightReadings } from '../../storage/records/weight-readings.ts';
import { dropFlockWeight, keepFlockWeight } from '../../storage/system/fused-weights.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { loadFlockInputs } from '../computed/flock-inputs.ts';
import { calibrateCameras } from './calibrate-cameras.ts';
import { dueFlocks } from './due-flocks.ts';
import { refreshPairs } from './refresh-pairs.ts';
import type { VisionFarm } from './vision-farm.ts';
import type { FlockToWeigh, WeighedFlock } from './weighed-flock.ts';
import { weightReading } from './weight-reading.ts';

type Flock = StoredOf<'flocks'>;

const HOUR_MILLIS = 3_600_000;
type Logs = ReadonlyMap<string, readonly LoggedDay[]>;

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
  const texts = asked.map(({ flockId }) => flockId);
  const rows = await listRowsByText(transaction, flocks, { scope, field: 'id', texts });
  const found = rows.map((row) => JSON.parse(row) as Flock);
  const barnIds = distinct(found.map(({ barnId }) => barnId));
  const inside = await listInsideFlocks(transaction, scope, barnIds);
  const flockIds = distinct([...found, ...inside].map(({ id }) => id));
  const logged = await listLoggedDays(transaction, { scope, flockIds });
  const logs = groupBy(logged, ({ flockId }) => flockId);
  const barns = groupBy(inside, ({ barnId }) => barnId);
  for (const flock of found) {
    const changed = asked.find(({ flockId }) => flockId === flock.id);
    // Cameras weigh the mixture of a barn: the weighing of one flock in it calibrates none.
    const isMixed = (barns.get(flock.barnId)?.length ?? 0) > 1;
    if (changed && !isMixed)
      await refreshPairs(farm, weighedFlock(flock, logs, farm.zone), changed);
  }
  await fuseWeights(farm, [...barns.values()], logs);
}

function weighedFlock(
  { id, breed, placementDate, arrivalAgeDays }: Flock,
  logs: Logs,
  zone: string,
): WeighedFlock {
  const weighings = (logs.get(id) ?? []).flatMap(({ date, avgWeightGr }) =>
    avgWeightGr === null || avgWeightGr <= 0 ? [] : [{ day: date, g: avgWeightGr }],
  );
  const flock = { flockId: id, breed, placementDate, arrivalAgeDays };
  return { flock, weighings: countedWeighings({ flock, weighings, zone }) };
}

/** The weight of every flock in barns, each given with all flocks inside. */
async function fuseWeights(
  farm: VisionFarm,
  barns: readonly (readonly Flock[])[],
  logs: Logs,
): Promise<void> {
  const { transaction, scope, thresholds, now, zone, today } = farm;
  const inside = barns.flat();
  const flockIds = inside.map(({ id }) => id);
  const from = formatInstant(now - 2 * thresholds.cameraWeightHours * HOUR_MILLIS);
  const to = formatInstant(now);
  const rows = await listWeightReadings(transaction, scope, { flockIds, from, to });
  const { calibrations, contradicted } = await calibrateCameras(farm);
  const readings = groupBy(rows.map(weightReading), ({ flockId }) => flockId ?? '');
  const mixed = barns.filter((present) => present.length > 1).flat();
  const place = { connection: transaction, scope, now, todayOf: () => today, zoneOf: () => zone };
  const states = await loadFlockInputs(mixed, place);
  for (const present of barns) {
    const weighed = present.map((flock) => {
      const state = states.get(flock.id);
      const live = state && !state.isImpossible ? state.live : null;
      const { weighings, ...known } = weighedFlock(flock, logs, zone);
      const counted = weighings.filter(({ day }) => !contradicted.has(`${day} ${flock.id}`));
      return { ...known, weighings: counted, live };
    });
    const seen = present.flatMap(({ id }) => readings.get(id) ?? []);
    const shares = present.length > 1 ? shareOfMixture(weighed, today) : undefined;
    for (const { flock, weighings } of weighed) {
      const { flockId } = flock;
      const own = shares === undefined ? seen : readingsOfShare(seen, flockId, shares);
      const input = { flock, weighings, readings: own, calibrations, zone, now, thresholds };
      await keep(farm, flockId, fuseWeight(input));
    }
  }
}

async function keep(
  { transaction, actor, farmId, today: day }: VisionFarm,
  flockId: string,
  fused: ReturnType<typeof fuseWeight>,
): Promise<void> {
  const place = { orgId: actor.orgId, farmId, flockId, day };
  if (!fused) return dropFlockWeight(transaction, place);
  const { at, weightG, lowG, highG, uncalibrated, sources } = fused;
  await keepFlockWeight(transaction, {
    ...place,
    ...{ at, weightG, lowG, highG, uncalibrated, sources },
  });
}
