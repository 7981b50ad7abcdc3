import type { digestAnswer } from '../../model/answers/digest.ts';
import type { MadeSection } from '../../model/answers/insights.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { type Message, message } from '../../model/core/message.ts';
import { addDays, parseInstant } from '../../tools/calendar.ts';
import { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure, timeAgo } from '../core/figure.ts';
import { severityRank } from '../core/open-items.ts';
import type { SectionFrame } from '../core/section.ts';
import { type MortalityRow, mortalityRows, visionDeaths } from './mortality.ts';
import { nightReports, nightWindow, waitingQuestions } from './night-reports.ts';
import { flocksMissingLog, openAlerts, overnightAlerts, tasksToday } from './work-today.ts';

/** The morning briefing of a farm. */
export type Digest = Made<(typeof digestAnswer)['schema']>;

/** The parts of a snapshot that a briefing tells of. */
export const DIGEST_PARTS = [
  ...LIVE_FLOCK_PARTS,
  'alerts',
  'fieldReports',
  'tasks',
  'users',
  'contacts',
  'seenDeaths',
] as const;

/** What happened in the night and what the day asks for; with the section weather where it is known. */
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
    openAlerts: openAlerts(snapshot),
    reports: nightReports(snapshot, night),
    unansweredQuestions: waitingQuestions(snapshot),
    tasksToday: tasksToday(snapshot),
    mortality: mortalityRows(snapshot),
    vision: visionDeaths(snapshot),
    flocksMissingLog: flocksMissingLog(snapshot),
    ...(weather ? { weather } : {}),
  };
  return { ...digest, headline: headline(digest, snapshot) };
}

/** What the lines are about. */
type Briefing = Omit<Digest, 'headline'>;

const MOST_LINES = 5;
const MOST_SPIKES = 2;
const MOST_NAMES = 3;

/** What of a briefing to know first, in the order in which a manager or a vet would ask. */
function headline(briefing: Briefing, frame: FarmFrame): Message[] {
  const warnings = alertLines(briefing, 'warning');
  const troubles = [
    ...spikeLines(briefing, frame),
    ...alertLines(briefing, 'critical'),
    ...heatLines(briefing, 'critical'),
    ...questionLines(briefing, frame),
    ...missingLogLines(briefing),
  ];
  const isQuiet = troubles.length + warnings.length === 0;
  return [
    ...troubles,
    ...taskLines(briefing),
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
  const more = spikes.length - MOST_SPIKES;
  return [
    ...spikes.slice(0, MOST_SPIKES).map((row) => spikeLine(row, frame)),
    ...(more > 0 ? [message('digest.moreSpikes', { count: more })] : []),
  ];
}

function spikeLine(row: MortalityRow, { today, thresholds }: FarmFrame): Message {
  const { name, date, today: deaths, ratio, pct, baseline } = row;
  const when = date === today ? 'today' : date === addDays(today, -1) ? 'yesterday' : 'earlier';
  const shared = { flock: name, count: deaths ?? 0, when, day: { day: date ?? today } };
  const isRise = ratio !== null && (ratio >= thresholds.spikeRatio || pct === null);
  // Where deaths have been many for days, their share of the birds is what alarms.
  if (!isRise) {
    return message('digest.spikeShare', { ...shared, pct: { quantity: pct ?? 0, unit: '%' } });
  }
  return message(baseline === 'curve' ? 'digest.spikeYoung' : 'digest.spike', { ...shared, ratio });
}

/** Whenever it was raised, an open alert is news until somebody has settled it. */
function alertLines({ openAlerts }: Briefing, severity: 'critical' | 'warning'): Message[] {
  const open = openAlerts.filter((alert) => alert.severity === severity);
  const [first] = open;
  if (!first) return [];
  return [message(`digest.alerts.${severity}`, { count: open.length, alert: first.title })];
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

/** In the morning it is no news that the day is not logged yet. */
function missingLogLines(briefing: Briefing): Message[] {
  const missing = briefing.flocksMissingLog.filter(({ severity }) => severity !== 'info');
  const [first] = missing;
  if (!first) return [];
  const names = missing.slice(0, MOST_NAMES).map(({ name }) => name);
  return [
    message('digest.missingLogs', {
      count: missing.length,
      flock: first.name,
      flocks: missing.length > MOST_NAMES ? `${names.join(', ')} …` : names.join(', '),
      days: { quantity: first.days, unit: 'days' },
    }),
  ];
}

function taskLines(briefing: Briefing): Message[] {
  const { tasksToday } = briefing;
  const overdue = tasksToday.filter((task) => task.overdue).length;
  const count = tasksToday.length;
  return count === 0 ? [] : [message('digest.tasks', { count, overdue })];
}

function heatLines({ weather }: Briefing, risk: 'critical' | 'warning'): Message[] {
  const maxThi = figure('celsius', weather?.maxThi);
  if (weather?.heatRisk !== risk || maxThi === null) return [];
  return [message(`digest.heat.${risk}`, { thi: { quantity: maxThi, unit: '°C' } })];
}

function coldLines({ weather }: Briefing): Message[] {
  return weather?.coldRisk === true ? [message('digest.cold')] : [];
}

function quietLine({ mortality }: Briefing): Message {
  return message(mortality.length === 0 ? 'digest.noBirds' : 'digest.quiet');
}

/** What a briefing uses of the section weather. */
export type WeatherOutlook = SectionFrame &
  Partial<Pick<MadeSection<'weather'>, 'heatRisk' | 'maxThi' | 'coldRisk'>>;
