import { ageDays } from '../../farming/metrics/age-days.ts';
import { birdKind } from '../../farming/metrics/bird-kind.ts';
import { flockLiveBirds } from '../../farming/metrics/flock-live-birds.ts';
import { targetTemperatureC } from '../../farming/standards/target-temperature-c.ts';
import type { ActivityHistory } from '../../farming/vision/activity-history.ts';
import type { VisionBarn, VisionFlock } from '../../farming/vision/vision-barn.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import type { StoredOf } from '../../model/registry.ts';
import { barns } from '../../model/resources/barns.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { listInsideFlocks } from '../../storage/records/inside-flocks.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { listNewestReadings } from '../../storage/snapshot/newest-readings.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { VisionFarm } from './vision-farm.ts';

type Barn = StoredOf<'barns'>;
type Flock = StoredOf<'flocks'>;
type Temperature = VisionBarn['temperature'];

const MINUTE_MILLIS = 60_000;

/** The activity that a camera of a barn has seen, where it is known apart from its readings. */
export interface CameraActivity {
  readonly barnId: string;
  readonly camera: string;
  readonly history: ActivityHistory;
}

/** What is stored of barns, as far as rules look at it. */
export interface VisionHistory {
  readonly readings: readonly VisionReading[];
  readonly activity: readonly CameraActivity[];
}

/** What the rules know of barns, in at most four queries; `history` is what is stored of them. */
export async function loadVisionBarns(
  farm: VisionFarm,
  barnIds: readonly string[],
  history: VisionHistory,
): Promise<readonly VisionBarn[]> {
  const { transaction, scope, today } = farm;
  const rows = await listRowsByText(transaction, barns, { scope, field: 'id', texts: barnIds });
  const inside = groupBy(await listInsideFlocks(transaction, scope, barnIds), flockBarn);
  const guests = new Map([...inside].map(([barnId, [last]]) => [barnId, last]));
  const ids = [...guests.values()].flatMap((flock) =>
    flock ? [{ id: flock.id, day: today }] : [],
  );
  const totals = mapById(await listFlockTotals(transaction, scope, ids));
  const temperatures = await loadTemperatures(farm);
  const readings = groupBy(history.readings, ({ barnId }) => barnId ?? '');
  const activity = groupBy(history.activity, ({ barnId }) => barnId);
  return rows.map((row) => {
    const barn = JSON.parse(row) as Barn;
    const flock = guests.get(barn.id);
    return {
      barnId: barn.id,
      name: barn.name,
      flock: flock ? visionFlock(farm, flock, totals.get(flock.id)) : null,
      temperature: flock ? (temperatures.get(barn.id)?.(barn, flock) ?? null) : null,
      readings: readings.get(barn.id) ?? [],
      activity: new Map(
        (activity.get(barn.id) ?? []).map(({ camera, history: seen }) => [camera, seen]),
      ),
    };
  });
}

function flockBarn({ barnId }: Flock): string {
  return barnId;
}

function visionFlock(
  { today }: VisionFarm,
  flock: Flock,
  totals: FlockTotals | undefined,
): VisionFlock {
  const losses = totals ?? { mortality: 0, culls: 0, sold: 0 };
  return {
    flockId: flock.id,
    name: flock.code ?? flock.id,
    ageDays: ageDays(flock, today),
    live: flockLiveBirds(flock, losses, today),
  };
}

/** The newest temperature of each barn where it is fresh, against the target of its flock. */
async function loadTemperatures(
  farm: VisionFarm,
): Promise<ReadonlyMap<string, (barn: Barn, flock: Flock) => Temperature>> {
  const { transaction, scope, farmId, now, today, thresholds } = farm;
  const oldest = now - thresholds.visionTemperatureMinutes * MINUTE_MILLIS;
  const newest = await listNewestReadings(transaction, { scope, farmId, now, today });
  const fresh = newest.flatMap(({ barnId, ts, temp }) =>
    temp === null || ts === null || Date.parse(ts) < oldest ? [] : [[barnId, temp] as const],
  );
  return new Map(
    fresh.map(([barnId, valueC]) => [
      barnId,
      (barn, flock) => {
        const kind = birdKind(flock.breed, barn.barnType);
        return { valueC, targetC: targetTemperatureC(kind, ageDays(flock, today)) };
      },
    ]),
  );
}
