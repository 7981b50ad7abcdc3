import { barnState, type WeighedFlock } from '../../farming/flocks/barn-state.ts';
import { ageDays } from '../../farming/metrics/age-days.ts';
import { birdKind } from '../../farming/metrics/bird-kind.ts';
import { targetTemperatureC } from '../../farming/standards/target-temperature-c.ts';
import type { ActivityHistory } from '../../farming/vision/activity-history.ts';
import type { VisionBarn, VisionFlock } from '../../farming/vision/vision-barn.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import type { StoredOf } from '../../model/registry.ts';
import { barns } from '../../model/resources/barns.ts';
import { listInsideFlocks } from '../../storage/records/inside-flocks.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { listNewestReadings } from '../../storage/snapshot/newest-readings.ts';
import { groupBy } from '../../tools/collections.ts';
import { loadFlockInputs } from '../computed/flock-inputs.ts';
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

/** What the rules know of barns, in at most five queries; `history` is what is stored of them. */
export async function loadVisionBarns(
  farm: VisionFarm,
  barnIds: readonly string[],
  history: VisionHistory,
): Promise<readonly VisionBarn[]> {
  const { transaction, scope, today, zone, now } = farm;
  const rows = await listRowsByText(transaction, barns, { scope, field: 'id', texts: barnIds });
  const guests = await listInsideFlocks(transaction, scope, barnIds);
  const place = { todayOf: () => today, zoneOf: () => zone };
  const inputs = await loadFlockInputs(guests, { connection: transaction, scope, now, ...place });
  const inside = groupBy(guests, ({ barnId }) => barnId);
  const temperatures = await loadTemperatures(farm);
  const readings = groupBy(history.readings, ({ barnId }) => barnId ?? '');
  const activity = groupBy(history.activity, ({ barnId }) => barnId);
  return rows.map((row) => {
    const barn = JSON.parse(row) as Barn;
    const present = inside.get(barn.id) ?? [];
    const [flock] = present;
    const states = present.flatMap(({ id }) => inputs.get(id) ?? []);
    return {
      barnId: barn.id,
      name: barn.name,
      flock: visionFlock(farm, present, states),
      temperature: flock ? (temperatures.get(barn.id)?.(barn, flock) ?? null) : null,
      readings: readings.get(barn.id) ?? [],
      activity: new Map(
        (activity.get(barn.id) ?? []).map(({ camera, history: seen }) => [camera, seen]),
      ),
    };
  });
}

/** Named after the flock placed last, with the birds of all. */
function visionFlock(
  { today }: VisionFarm,
  [flock, ...others]: readonly Flock[],
  states: readonly WeighedFlock[],
): VisionFlock | null {
  if (!flock) return null;
  return {
    flockId: flock.id,
    others: others.map(({ id }) => id),
    name: flock.code ?? flock.id,
    ageDays: ageDays(flock, today),
    live: barnState(null, states, today).live,
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
