import type { digestAnswer } from '../../model/answers/digest.ts';
import type { MadeSection } from '../../model/answers/insights.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay, DAY_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure, timeAgo } from '../core/figure.ts';
import { findFlockDay } from '../core/flock-days.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { severityRank } from '../core/open-items.ts';
import type { SectionFrame } from '../core/section.ts';
import { gapsOfBriefing } from '../gaps/find-gaps.ts';
import { currentSpike } from '../health/mortality-spike.ts';
import { countDeaths, countDeathsOfDay, deathsDiffer } from '../vision/bird-counts.ts';
import { type VisionReading, visionReading } from '../vision/vision-reading.ts';
import { nightReports, nightWindow, waitingQuestions } from './night-reports.ts';
import {
  alertsToday,
  dueOrdersLine,
  feedOrdersDue,
  feedOrdersLate,
  flocksMissingLog,
  lateOrdersLine,
  MOST_NAMES,
  overnightAlerts,
  tasksToday,
} from './work-today.ts';

/** The morning briefing of a farm. */
export type Digest = Made<(typeof digestAnswer)['schema']>;

/** Snapshot parts that a briefing needs. */
export const DIGEST_PARTS = [
  ...LIVE_FLOCK_PARTS,
  'alerts',
  'fieldReports',
  'tasks',
  'users',
  'contacts',
  'seenDeaths',
  'feedOrders',
  'feedDeliveries',
  'reach',
] as const;

/** The events of the night and the work of the day, with the weather section when available. */
export function digestOf(
  snapshot: FarmSnapshot<(typeof DIGEST_PARTS)[number]>,
  weather?: WeatherOutlook,
): Digest {
  const night = nightWindow(snapshot);
  const digest = {
    farmId: snapshot.farm.id,
    date: snapshot.today,
    window: night,
    overnightAlerts: overnightAlerts(snapshot, night),
    openAlerts: alertsToday(snapshot),
    reports: nightReports(snapshot, night),
    unansweredQuestions: waitingQuestions(snapshot),
    tasksToday: tasksToday(snapshot),
    mortality: mortalityRows(snapshot),
    vision: visionDeaths(snapshot),
    flocksMissingLog: flocksMissingLog(snapshot),
    feedOrdersLate: feedOrdersLate(snapshot),
    feedOrdersDue: feedOrdersDue(snapshot),
    gaps: gapsOfBriefing(snapshot),
    ...(weather ? { weather } : {}),
  };
  return { ...digest, headline: headline(digest, snapshot) };
}

type Briefing = Omit<Digest, 'headline'>;

const MOST_LINES = 5;
const MOST_SPIKES = 2;

/** The most important lines of a briefing, in the order in which a manager or vet would ask. */
function headline(briefing: Briefing, frame: FarmFrame): Message[] {
  const warnings = alertLines(briefing, 'warning');
  const problems = [
    ...spikeLines(briefing, frame),
    ...alertLines(briefing, 'critical'),
    ...heatLines(briefing, 'critical'),
    ...questionLines(briefing, frame),
    ...missingLogLines(briefing),
    ...lateOrdersLine('digest.feedOrdersLate', briefing.feedOrdersLate),
    ...dueOrdersLine(briefing.feedOrdersDue),
  ];
  const isQuiet = problems.length + warnings.length + briefing.gaps.length === 0;
  return [
    ...problems,
    ...taskLines(briefing),
    ...gapLines(briefing, 'critical'),
    ...gapLines(briefing, 'warning'),
    ...heatLines(briefing, 'warning'),
    ...coldLines(briefing),
    ...warnings,
    ...(isQuiet ? [quietLine(briefing)] : []),
  ].slice(0, MOST_LINES);
}

function spikeLines({ mortality }: Briefing, frame: FarmFrame): Message[] {
  const spikes = mortality
    .filter(({ spike }) => spike.flag)
    .toSorted(
      (left, right) =>
        severityRank(right.spike.severity) - severityRank(left.spike.severity) ||
        (right.ratio ?? 0) - (left.ratio ?? 0),
    );
  const omittedCount = spikes.length - MOST_SPIKES;
  return [
    ...spikes.slice(0, MOST_SPIKES).map((row) => spikeLine(row, frame)),
    ...(omittedCount > 0 ? [message('digest.moreSpikes', { count: omittedCount })] : []),
  ];
}

function spikeLine(row: MortalityRow, { today, thresholds }: FarmFrame): Message {
  const { name, date, deaths, ratio, pct, baseline } = row;
  const dayName = date === today ? 'today' : date === addDays(today, -1) ? 'yesterday' : 'earlier';
  const shared = { flock: name, count: deaths ?? 0, when: dayName, day: { day: date ?? today } };
  const isRise = ratio !== null && (ratio >= thresholds.spikeRatio || pct === null);
  // After several days of high deaths there is no rise, so the share of the birds is shown.
  if (!isRise) {
    return message('digest.spikeShare', { ...shared, pct: { quantity: pct ?? 0, unit: '%' } });
  }
  return message(baseline === 'curve' ? 'digest.spikeYoung' : 'digest.spike', { ...shared, ratio });
}

/** An open alert is listed until it is settled, regardless of its age. */
function alertLines({ openAlerts }: Briefing, severity: 'critical' | 'warning'): Message[] {
  const open = openAlerts.filter((alert) => alert.severity === severity);
  const [first] = open;
  if (!first) return [];
  return [message(`digest.alerts.${severity}`, { count: open.length, alert: first.title })];
}

function gapLines({ gaps }: Briefing, severity: 'critical' | 'warning'): Message[] {
  return gaps.filter((gap) => gap.severity === severity).map(({ title }) => title);
}

function questionLines({ unansweredQuestions }: Briefing, { now }: FarmFrame): Message[] {
  const [oldest] = unansweredQuestions;
  if (!oldest) return [];
  const { authorName, createdAt } = oldest;
  return [
    message('digest.questions', {
      count: unansweredQuestions.length,
      isNamed: authorName === null ? 'no' : 'yes',
      author: authorName ?? '',
      ago: timeAgo(parseInstant(createdAt) ?? now, now),
    }),
  ];
}

/** In the morning, a missing log of today is normal. */
function missingLogLines(briefing: Briefing): Message[] {
  const missing = briefing.flocksMissingLog.filter(({ severity }) => severity !== 'info');
  const [first] = missing;
  if (!first) return [];
  const list = missing.slice(0, MOST_NAMES).map(({ name }) => name);
  return [
    message('digest.missingLogs', {
      count: missing.length,
      flock: first.name,
      flocks: { list, isCut: missing.length > MOST_NAMES },
      isToday: first.days === 1 ? 'yes' : 'no',
      days: { quantity: first.days, unit: 'days' },
    }),
  ];
}

function taskLines(briefing: Briefing): Message[] {
  const { tasksToday } = briefing;
  const overdue = tasksToday.filter((task) => task.overdue).length;
  const count = tasksToday.length - overdue;
  return tasksToday.length === 0 ? [] : [message('digest.tasks', { count, overdue })];
}

function heatLines({ weather }: Briefing, risk: 'critical' | 'warning'): Message[] {
  const maxThi = figure('celsius', weather?.maxThi);
  if (weather?.heatRisk !== risk || maxThi === null) return [];
  return [message(`digest.heat.${risk}`, { thi: { quantity: maxThi, unit: '°C' } })];
}

function coldLines({ weather }: Briefing): Message[] {
  return weather?.coldRisk === true ? [message('digest.cold')] : [];
}

function quietLine({ mortality, flocksMissingLog }: Briefing): Message {
  if (mortality.length === 0) return message('digest.noBirds');
  const unrecorded = flocksMissingLog.filter(({ lastLogDate }) => lastLogDate === null);
  // Without any records about the birds, their condition is unknown.
  const isRecorded = unrecorded.length < mortality.length;
  return message(isRecorded ? 'digest.quiet' : 'digest.unrecorded');
}

/** The part of the weather section that a briefing uses. */
export type WeatherOutlook = SectionFrame &
  Partial<Pick<MadeSection<'weather'>, 'heatRisk' | 'maxThi' | 'coldRisk'>>;

/** The deaths of a flock on the newest recorded day, compared with the usual. */
export type MortalityRow = Made<(typeof digestAnswer)['schema']>['mortality'][number];

/** The mortality of every live flock, oldest placement first. */
export function mortalityRows(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): MortalityRow[] {
  return liveFlocksOf(snapshot).map((record) => mortalityRow(record, snapshot));
}

function mortalityRow(
  record: FlockRecord,
  { today, thresholds }: Pick<FarmSnapshot<never>, 'today' | 'thresholds'>,
): MortalityRow {
  const { day: date, spike } = currentSpike(record, { today, thresholds });
  const day = date ?? today;
  return {
    flockId: record.flock.id,
    name: flockName(record),
    ageDays: record.ageDays,
    date,
    deaths: spike.deaths,
    deathsDayBefore: findFlockDay(record, addDays(day, -1))?.log?.mortality ?? null,
    avg7: figure('ratio', spike.avg7),
    ratio: figure('ratio', spike.ratio),
    pct: figure('pct', spike.pct),
    spike: { flag: spike.flag, severity: spike.severity },
    baseline: spike.baseline,
    basisDays: spike.basisDays,
  };
}

type VisionSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'seenDeaths'>;

/** Dead birds seen by cameras. */
type VisionDeaths = Made<(typeof digestAnswer)['schema']>['vision'];

/** Dead birds in a barn on a whole day, by cameras and by the logs of all flocks in it. */
type VisionCheck = VisionDeaths['crossCheck'][number];
/** Number of past whole days covered by the events of the snapshot. */
const DAYS_BACK = 2;

/** The dead birds seen by cameras, compared with the logs of the last whole days. */
export function visionDeaths(snapshot: VisionSnapshot): VisionDeaths {
  const { seenDeaths, now, thresholds } = snapshot;
  const deaths = seenDeaths.flatMap((event) => visionReading(event) ?? []);
  // Deaths from a camera whose clock is fast are included.
  const lastDay = { from: now - DAY_MILLIS, to: Number.POSITIVE_INFINITY };
  const trackHours = thresholds.visionTrackHours;
  return {
    mortality24h: deaths.length === 0 ? null : countDeaths(deaths, { ...lastDay, trackHours }),
    crossCheck: [...groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId)].flatMap(
      ([barnId, present]) => {
        const barnDeaths = deaths.filter((event) => isOfBarn(event, barnId, present));
        return barnDeaths.length === 0 ? [] : checkBarn(present, barnDeaths, snapshot);
      },
    ),
  };
}

function isOfBarn(event: VisionReading, barnId: string, present: readonly FlockRecord[]): boolean {
  if (event.flockId === null) return event.barnId === barnId;
  return present.some(({ flock }) => flock.id === event.flockId);
}

/** The newest of the last whole days on which the deaths of every flock present are logged. */
function checkBarn(
  present: readonly FlockRecord[],
  deaths: readonly VisionReading[],
  { today, zone, thresholds }: VisionSnapshot,
): VisionCheck[] {
  const flock = present.at(-1)?.flock;
  const checked = Array.from({ length: DAYS_BACK }, (_, index) => addDays(today, -1 - index))
    .map((day) => ({ day, logged: loggedDeaths(present, day) }))
    .find(({ logged }) => logged !== null);
  if (!flock || !checked) return [];
  const { day } = checked;
  const logged = checked.logged ?? 0;
  const observedDeaths = countDeathsOfDay(deaths, {
    day,
    zone,
    trackHours: thresholds.visionTrackHours,
  });
  if (observedDeaths === null) return [];
  const { vision } = observedDeaths;
  const mismatch = deathsDiffer({ ...observedDeaths, logged }, thresholds);
  const subject = { flockId: flock.id, barnId: flock.barnId, date: day };
  return [{ ...subject, vision, logged, difference: vision - logged, mismatch }];
}

function loggedDeaths(present: readonly FlockRecord[], day: CalendarDay): number | null {
  const deaths = present
    .filter(({ flock }) => flock.placementDate <= day)
    .map((record) => findFlockDay(record, day)?.log?.mortality ?? null);
  return deaths.length === 0 || deaths.includes(null) ? null : sum(deaths);
}
