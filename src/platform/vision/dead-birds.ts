import { addedDeaths, evaluateDay } from '../../farming/vision/bird-counts.ts';
import type { Verdict, VisionReading } from '../../farming/vision/vision-reading.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import { barns } from '../../model/resources/barns.ts';
import { events } from '../../model/resources/events.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { type LoggedDay, listLoggedDays } from '../../storage/records/daily-logs.ts';
import { listInsideFlocks } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { listVisionHistory } from '../../storage/records/vision-history.ts';
import { addDays, type CalendarDay, DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { findTranslator, type VisionFarm } from '../core/organisation-setup.ts';
import { insertRecord } from '../records/write-record.ts';
import { readingOf } from './evaluate-sightings.ts';

const LOG_DAYS_BACK = 2;

/** Whether a day's log is compared by `evaluateDeaths`. */
export function isComparedDay(day: CalendarDay, today: CalendarDay): boolean {
  return day >= addDays(today, -LOG_DAYS_BACK);
}

/**
 * Compares the dead birds seen by cameras with those logged, per barn, where possible; `known` is
 * the result of `loadDeaths`. Three queries.
 */
export async function evaluateDeaths(
  farm: VisionFarm,
  storedDeaths: readonly VisionReading[],
): Promise<readonly Verdict[]> {
  const { transaction, scope, today, zone, now, thresholds } = farm;
  const deaths = groupBy(storedDeaths, ({ barnId }) => barnId ?? '');
  const barnIds = [...deaths.keys()];
  if (barnIds.length === 0) return [];
  const rows = await listRowsByText(transaction, barns, { scope, field: 'id', texts: barnIds });
  const currentFlocks = await listInsideFlocks(transaction, scope, barnIds);
  const since = addDays(today, -LOG_DAYS_BACK);
  const ids = currentFlocks.map(({ id }) => id);
  const logs = groupBy(
    await listLoggedDays(transaction, { scope, flockIds: ids, since }),
    ({ flockId }) => flockId,
  );
  return rows.flatMap((row) => {
    const barn = JSON.parse(row) as StoredOf<'barns'>;
    const present = currentFlocks.filter(({ barnId }) => barnId === barn.id);
    const [flock, ...otherFlocks] = present;
    if (!flock) return [];
    const verdict = evaluateDay({
      barnId: barn.id,
      barnName: barn.name,
      flockId: flock.id,
      others: otherFlocks.map(({ id }) => id),
      placementDate: present.at(-1)?.placementDate ?? flock.placementDate,
      deaths: deaths.get(barn.id) ?? [],
      logged: loggedDeaths(present, logs),
      today,
      zone,
      now,
      thresholds,
    });
    return verdict ? [verdict] : [];
  });
}

/**
 * Logged deaths of all flocks present on a day; null when one of them has not logged any number.
 */
function loggedDeaths(
  present: readonly StoredOf<'flocks'>[],
  logs: ReadonlyMap<string, readonly LoggedDay[]>,
): ReadonlyMap<CalendarDay, number | null> {
  const days = present.flatMap(({ id }) => (logs.get(id) ?? []).map(({ date }) => date));
  return new Map(
    distinct(days).map((day) => {
      const presentFlocks = present.filter(({ placementDate }) => placementDate <= day);
      const deaths = presentFlocks.map(
        ({ id }) => logs.get(id)?.find(({ date }) => date === day)?.mortality ?? null,
      );
      return [day, deaths.includes(null) ? null : sum(deaths)];
    }),
  );
}
/** Today, the two preceding days, and one more in which a bird may have been tracked already. */
const DEATH_DAYS_BACK = 4;
/** One dead bird every ten seconds, seen by several cameras. */
const MOST_DEATHS = 50_000;

/** The dead birds seen by cameras in barns within the last four days, unordered. */
export async function loadDeaths(
  { transaction, scope, now }: VisionFarm,
  barnIds: readonly string[],
): Promise<readonly VisionReading[]> {
  const since = formatInstant(now - DEATH_DAYS_BACK * DAY_MILLIS);
  const part = {
    kind: 'mortality',
    unit: 'birds',
    camera: null,
    since,
    until: null,
    limit: MOST_DEATHS,
  };
  const parts = barnIds.map((barnId) => ({ ...part, barnId }));
  return (await listVisionHistory(transaction, scope, parts)).map(readingOf);
}

/** The dead birds of one call. */
interface TellableDeaths {
  readonly deaths: readonly VisionReading[];
  /** The stored readings of the last days. */
  readonly known: readonly VisionReading[];
}

const { max: LONGEST_TITLE } = events.fields.title;

/**
 * Adds dead birds seen by cameras to the activity log: one entry per camera and call, with the
 * birds that no earlier call reported. A bird with a tracking number counts once per camera.
 */
export async function reportDeaths(
  farm: VisionFarm,
  { deaths, known }: TellableDeaths,
): Promise<void> {
  if (deaths.length === 0) return;
  const { transaction, scope, actor, farmId } = farm;
  const barnIds = [...new Set(deaths.flatMap(({ barnId }) => barnId ?? []))].sort();
  const currentFlockIds = new Set(
    (await listInsideFlocks(transaction, scope, barnIds)).map(({ id }) => id),
  );
  const translator = await findTranslator(transaction, actor.orgId);
  for (const cameraDeaths of groupBy(
    deaths,
    ({ camera, barnId }) => `${camera} ${barnId}`,
  ).values()) {
    const [first] = cameraDeaths;
    const birds = newDeaths(farm, cameraDeaths, known);
    if (!first || birds <= 0) continue;
    const params = {
      camera: first.source ?? first.camera,
      count: birds,
    } as const;
    const title = renderMessage(translator, message('camera.deaths.title', params));
    const values = {
      kind: 'vision_mortality',
      title: title.slice(0, LONGEST_TITLE),
      barnId: first.barnId,
      // The case file of a departed flock may be sealed; nothing is added to it.
      flockId: first.flockId !== null && currentFlockIds.has(first.flockId) ? first.flockId : null,
      ts: cameraDeaths
        .map(({ ts }) => ts)
        .sort()
        .at(-1),
    };
    await insertRecord(events, { values, farmId }, farm);
  }
}

/** The dead birds of a camera in these readings that were not known before. */
function newDeaths(
  { thresholds }: VisionFarm,
  cameraDeaths: readonly VisionReading[],
  storedDeaths: readonly VisionReading[],
): number {
  const ids = new Set(cameraDeaths.map(({ id }) => id));
  const before = storedDeaths.filter(
    ({ id, camera }) => !ids.has(id) && camera === cameraDeaths[0]?.camera,
  );
  return Math.round(addedDeaths(cameraDeaths, before, thresholds.visionTrackHours));
}
