import { activityBaseline } from '../../farming/vision/activity-baseline.ts';
import type { ActivityHistory } from '../../farming/vision/activity-history.ts';
import { sameHourSpans } from '../../farming/vision/same-hour-spans.ts';
import { visionHistoryHours } from '../../farming/vision/vision-history-hours.ts';
import type { TimedReading, VisionReading } from '../../farming/vision/vision-reading.ts';
import {
  type HistoryPart,
  listVisionHistory,
  listVisionValues,
} from '../../storage/records/vision-history.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { readingOf } from './reading-of.ts';
import type { VisionFarm } from './vision-farm.ts';

/** Of which activity: what all of it has in common. */
export type ActivityPart = Pick<HistoryPart, 'barnId' | 'kind' | 'unit' | 'camera'>;

/** What is needed of the farm. */
type Watched = Pick<VisionFarm, 'transaction' | 'scope' | 'thresholds' | 'now'>;

const HOUR_MILLIS = 3_600_000;
/** A reading every 15 seconds for as long as activity is compared. */
const MOST_ACTIVITY = 20_000;

/** The stored activity of a camera, as far as it decides anything. */
export interface LoadedActivity {
  readonly readings: readonly VisionReading[];
  /** What baselines are computed from, where that are not the readings. */
  readonly history?: ActivityHistory;
}

/**
 * The stored activity of a camera that decides what is said of its readings. Days of it may be
 * thousands of rows: of those of the same hour of the day only the values are read, and the others
 * only where a reading that may be judged cannot be by these alone.
 */
export async function loadActivity(
  farm: Watched,
  part: ActivityPart,
  readings: readonly VisionReading[],
): Promise<LoadedActivity> {
  const { thresholds, now } = farm;
  const fresh = {
    from: now - thresholds.visionFreshHours * HOUR_MILLIS,
    most: 2 * thresholds.visionQuietReadings,
  };
  const newest = await load(farm, part, fresh);
  const judged = readingsToJudge(farm, newest, readings);
  if (judged.length > 0) {
    const history = await loadSameHours(farm, part, judged);
    if (areEnough(farm, judged, history)) return { readings: newest, history };
  }
  const from = now - visionHistoryHours(thresholds) * HOUR_MILLIS;
  return { readings: await load(farm, part, { from, most: MOST_ACTIVITY }) };
}

async function load(
  { transaction, scope }: Watched,
  part: ActivityPart,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<readonly VisionReading[]> {
  const asked = { ...part, since: formatInstant(from), until: null, most };
  return (await listVisionHistory(transaction, scope, [asked])).map(readingOf);
}

/**
 * What the rule may judge where each can be: the newest of the call, and as many of the newest of
 * all as may tell the end of an alert. Empty where more than these may be needed.
 */
function readingsToJudge(
  { thresholds, now }: Watched,
  newest: readonly VisionReading[],
  readings: readonly VisionReading[],
): readonly TimedReading[] {
  const { visionQuietReadings: most, visionFreshHours: hours } = thresholds;
  // Of several flocks some may have left: their readings are passed over.
  if (!isOfOneFlock([...newest, ...readings])) return [];
  const known = timedValues(newest).slice(0, most);
  const isAll = known.length === most || newest.length < 2 * most;
  const oldest = now - hours * HOUR_MILLIS;
  const own = timedValues(readings).filter(({ at }) => at >= oldest);
  return isAll ? [...own.slice(0, 1), ...known] : [];
}

/** Those with a value, the newest first. */
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
  judged: readonly TimedReading[],
): Promise<ActivityHistory> {
  const times = judged.map(({ at }) => at);
  const seen = { from: Math.min(...times), to: Math.max(...times) };
  const parts = sameHourSpans(seen, thresholds).map(({ from, to }) => ({
    ...part,
    since: formatInstant(from),
    until: formatInstant(to),
    most: MOST_ACTIVITY,
  }));
  // All of them are of one flock.
  const flockId = judged[0]?.flockId ?? '';
  const found = await listVisionValues(transaction, scope, { flockId, parts });
  return { at: found.times.map((ts) => Date.parse(ts)), values: found.values };
}

/** Whether each reading can be judged by these alone: by the same hour of the day, as by all. */
function areEnough(
  { thresholds }: Watched,
  judged: readonly TimedReading[],
  history: ActivityHistory,
): boolean {
  return judged.every(({ at }) => {
    const base = activityBaseline(at, history, thresholds);
    return base?.basis === 'same_hour' && base.activity > 0;
  });
}
