import { barnState, type WeighedFlock } from '../../farming/core/barn-state.ts';
import { targetTemperatureC } from '../../farming/metrics/climate-limits.ts';
import { ageDays } from '../../farming/metrics/dates.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import {
  type ActivityHistory,
  activityBaseline,
  sameHourSpans,
  visionHistoryHours,
} from '../../farming/vision/activity.ts';
import { evaluateCall } from '../../farming/vision/evaluate-call.ts';
import type { TimedReading, Verdict, VisionReading } from '../../farming/vision/vision-reading.ts';
import type { VisionBarn, VisionFlock } from '../../farming/vision/vision-rules.ts';
import { barns } from '../../model/resources/barns.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { listInsideFlocks } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import {
  type HistoryPart,
  type HistoryRow,
  listVisionHistory,
  listVisionValues,
} from '../../storage/records/vision-history.ts';
import { listNewestReadings } from '../../storage/snapshot/climate.ts';
import { formatInstant, HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { loadFlockInputs } from '../computed/flock-fields.ts';
import type { VisionFarm } from '../core/organisation-setup.ts';

/** Maximum number of the newest readings needed to end an alert, including those not evaluated. */
const MOST_NEWEST = 200;

/** Evaluates the rules for stored count and behaviour readings. */
export async function evaluateSightings(
  farm: VisionFarm,
  readings: readonly VisionReading[],
): Promise<readonly Verdict[]> {
  if (readings.length === 0) return [];
  const { thresholds, now } = farm;
  const history = await loadHistory(farm, readings);
  const barnIds = distinct(readings.map(({ barnId }) => barnId)).sort();
  const barns = await loadVisionBarns(farm, barnIds, history);
  return evaluateCall({ readings, barns, thresholds, now }).verdicts;
}

/** The stored readings that rules need in addition; empty when no rule needs any. */
async function loadHistory(
  farm: VisionFarm,
  readings: readonly VisionReading[],
): Promise<VisionHistory> {
  // Hundreds of readings in a call are mostly from a few cameras.
  const readingGroups = groupBy(readings, ({ barnId, camera, kind, unit }) =>
    [barnId, camera, kind, unit].join('\n'),
  );
  const parts = new Map<string, HistoryPart>();
  const ofActivity: VisionReading[] = [];
  const activity: CameraActivity[] = [];
  for (const groupReadings of readingGroups.values()) {
    const [first] = groupReadings;
    const part = first && partOf(farm, first);
    if (!part) continue;
    if (part.unit !== 'activity') {
      parts.set(JSON.stringify(part), part);
      continue;
    }
    const loaded = await loadActivity(farm, part, groupReadings);
    ofActivity.push(...loaded.readings);
    const { history } = loaded;
    if (history) activity.push({ barnId: part.barnId, camera: first.camera, history });
  }
  const rows = await listVisionHistory(farm.transaction, farm.scope, [...parts.values()]);
  return { readings: [...rows.map(readingOf), ...ofActivity], activity };
}

/**
 * The newest readings of the same kind; of the same camera if each camera is evaluated separately.
 */
function partOf({ thresholds, now }: VisionFarm, reading: VisionReading): HistoryPart | undefined {
  const { barnId, kind, unit, deviceId, source } = reading;
  if (barnId === null || unit === null) return undefined;
  const isPerCamera = unit === 'activity' || kind === 'count';
  return {
    barnId,
    kind,
    unit,
    camera: isPerCamera ? { deviceId, source } : null,
    since: formatInstant(now - thresholds.visionFreshHours * HOUR_MILLIS),
    until: null,
    limit: MOST_NEWEST,
  };
}

/** The common properties of activity readings. */
export type ActivityPart = Pick<HistoryPart, 'barnId' | 'kind' | 'unit' | 'camera'>;

type Watched = Pick<VisionFarm, 'transaction' | 'scope' | 'thresholds' | 'now'>;
/** A reading every 15 seconds for the whole comparison period of activity. */
const MOST_ACTIVITY = 20_000;

/** The relevant stored activity of a camera. */
export interface LoadedActivity {
  readonly readings: readonly VisionReading[];
  /** The data for baselines, if it differs from the readings. */
  readonly history?: ActivityHistory;
}

/**
 * Loads the stored activity of a camera that is needed to evaluate its readings. A few days can be
 * thousands of rows: for the same hour of the day only values are read, and other rows only when a
 * reading cannot be evaluated without them.
 */
export async function loadActivity(
  farm: Watched,
  part: ActivityPart,
  readings: readonly VisionReading[],
): Promise<LoadedActivity> {
  const { thresholds, now } = farm;
  const freshness = {
    from: now - thresholds.visionFreshHours * HOUR_MILLIS,
    limit: 2 * thresholds.visionQuietReadings,
  };
  const newest = await load(farm, part, freshness);
  const evaluated = readingsToJudge(farm, newest, readings);
  if (evaluated.length > 0) {
    const history = await loadSameHours(farm, part, evaluated);
    if (areEnough(farm, evaluated, history)) return { readings: newest, history };
  }
  const from = now - visionHistoryHours(thresholds) * HOUR_MILLIS;
  return { readings: await load(farm, part, { from, limit: MOST_ACTIVITY }) };
}

async function load(
  { transaction, scope }: Watched,
  part: ActivityPart,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly VisionReading[]> {
  const query = { ...part, since: formatInstant(from), until: null, limit };
  return (await listVisionHistory(transaction, scope, [query])).map(readingOf);
}

/**
 * The readings to evaluate, if each can be: the newest of the call, and those of the newest overall
 * that may end an alert. Empty when more may be needed.
 */
function readingsToJudge(
  { thresholds, now }: Watched,
  newest: readonly VisionReading[],
  readings: readonly VisionReading[],
): readonly TimedReading[] {
  const { visionQuietReadings: count, visionFreshHours: hours } = thresholds;
  // With several flocks, some may have left: their readings are ignored.
  if (!isOfOneFlock([...newest, ...readings])) return [];
  const storedValues = timedValues(newest).slice(0, count);
  const isAll = storedValues.length === count || newest.length < 2 * count;
  const oldest = now - hours * HOUR_MILLIS;
  const ownValues = timedValues(readings).filter(({ at }) => at >= oldest);
  return isAll ? [...ownValues.slice(0, 1), ...storedValues] : [];
}

/** Readings with a value, newest first. */
function timedValues(readings: readonly VisionReading[]): readonly TimedReading[] {
  return readings
    .filter(({ value }) => value !== null)
    .map((reading) => ({ ...reading, at: Date.parse(reading.ts) }))
    .sort((left, right) => right.at - left.at);
}

function isOfOneFlock(readings: readonly VisionReading[]): boolean {
  const flockId = readings[0]?.flockId ?? null;
  return flockId !== null && readings.every((reading) => reading.flockId === flockId);
}

async function loadSameHours(
  { transaction, scope, thresholds }: Watched,
  part: ActivityPart,
  readings: readonly TimedReading[],
): Promise<ActivityHistory> {
  const times = readings.map(({ at }) => at);
  const span = { from: Math.min(...times), to: Math.max(...times) };
  const parts = sameHourSpans(span, thresholds).map(({ from, to }) => ({
    ...part,
    since: formatInstant(from),
    until: formatInstant(to),
    limit: MOST_ACTIVITY,
  }));
  // All of them are of one flock.
  const flockId = readings[0]?.flockId ?? '';
  const stored = await listVisionValues(transaction, scope, { flockId, parts });
  return { at: stored.times.map((ts) => Date.parse(ts)), values: stored.values };
}

/**
 * Whether these rows suffice to evaluate each reading: with the same hour of the day, as with all.
 */
function areEnough(
  { thresholds }: Watched,
  readings: readonly TimedReading[],
  history: ActivityHistory,
): boolean {
  return readings.every(({ at }) => {
    const base = activityBaseline(at, history, thresholds);
    return base?.basis === 'same_hour' && base.activity > 0;
  });
}

type Barn = StoredOf<'barns'>;
type Flock = StoredOf<'flocks'>;
type Temperature = VisionBarn['temperature'];

/** The activity seen by a camera of a barn, if known apart from its readings. */
export interface CameraActivity {
  readonly barnId: string;
  readonly camera: string;
  readonly history: ActivityHistory;
}

/** The stored data of barns that rules use. */
export interface VisionHistory {
  readonly readings: readonly VisionReading[];
  readonly activity: readonly CameraActivity[];
}

/** Loads the barn data for the rules, in at most five queries; `history` is the stored data. */
async function loadVisionBarns(
  farm: VisionFarm,
  barnIds: readonly string[],
  history: VisionHistory,
): Promise<readonly VisionBarn[]> {
  const { transaction, scope, today, zone, now } = farm;
  const rows = await listRowsByText(transaction, barns, { scope, field: 'id', texts: barnIds });
  const barnFlocks = await listInsideFlocks(transaction, scope, barnIds);
  const place = { todayOf: () => today, zoneOf: () => zone };
  const inputs = await loadFlockInputs(barnFlocks, {
    connection: transaction,
    scope,
    now,
    ...place,
  });
  const flocksByBarn = groupBy(barnFlocks, ({ barnId }) => barnId);
  const temperatures = await loadTemperatures(farm);
  const readings = groupBy(history.readings, ({ barnId }) => barnId ?? '');
  const activity = groupBy(history.activity, ({ barnId }) => barnId);
  return rows.map((row) => {
    const barn = JSON.parse(row) as Barn;
    const present = flocksByBarn.get(barn.id) ?? [];
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

/** Named after the last placed flock, with the birds of all flocks. */
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

/** The newest temperature of each barn, if recent, with the target of its flock. */
async function loadTemperatures(
  farm: VisionFarm,
): Promise<ReadonlyMap<string, (barn: Barn, flock: Flock) => Temperature>> {
  const { transaction, scope, farmId, now, today, thresholds } = farm;
  const oldest = now - thresholds.visionTemperatureMinutes * MINUTE_MILLIS;
  const newest = await listNewestReadings(transaction, { scope, farmId, now, today });
  const freshTemps = newest.flatMap(({ barnId, ts, temp }) =>
    temp === null || ts === null || Date.parse(ts) < oldest ? [] : [[barnId, temp] as const],
  );
  return new Map(
    freshTemps.map(([barnId, valueC]) => [
      barnId,
      (barn, flock) => {
        const kind = birdKind(flock.breed, barn.barnType);
        return { valueC, targetC: targetTemperatureC(kind, ageDays(flock, today)) };
      },
    ]),
  );
}

/** Converts a stored row to the form used by the rules. */
export function readingOf(row: HistoryRow): VisionReading {
  const { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta } = row;
  const camera = deviceId ?? `source:${source}`;
  return { id, barnId, flockId, camera, deviceId, source, kind, unit, value, confidence, ts, meta };
}
