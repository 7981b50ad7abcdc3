import { LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { Digest } from './digest.ts';
import { openAlerts, overnightAlerts } from './digest-alerts.ts';
import { flocksMissingLog } from './flocks-missing-log.ts';
import { headline } from './headline.ts';
import { mortalityRows } from './mortality-rows.ts';
import { nightReports, waitingQuestions } from './night-reports.ts';
import { nightWindow } from './night-window.ts';
import { tasksToday } from './tasks-today.ts';
import { visionDeaths } from './vision-deaths.ts';
import type { WeatherOutlook } from './weather-outlook.ts';

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
