import { addDays, formatInstant } from '../../tools/calendar.ts';
import { LEDGER_PARTS, moneyOfPeriod } from '../accounting/ledger.ts';
import { CLOSED_FLOCK_PARTS, LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { alertFix } from '../core/fixes.ts';
import { countSeverities, isOpenAlert, severityRank } from '../core/open-items.ts';
import { reportNote, waitingQuestions } from '../digest/night-reports.ts';
import { type Context, type ContextDepth, shownRow } from './context.ts';
import { contextBarns, contextClimates, contextFlocks } from './context-barns.ts';
import { contextHistory, contextMedicine, contextTasks } from './context-records.ts';

/** The parts of a snapshot that a context tells of. */
export const CONTEXT_PARTS = [
  ...new Set([
    ...LIVE_FLOCK_PARTS,
    ...CLOSED_FLOCK_PARTS,
    ...LEDGER_PARTS,
    'alerts',
    'tasks',
    'fieldReports',
    'users',
    'contacts',
    'devices',
    'integrations',
    'unregisteredCameras',
    'readings',
    'newestReadings',
    'medicine',
    'events',
  ] as const),
];

type ContextSnapshot = FarmSnapshot<(typeof CONTEXT_PARTS)[number]>;

const MONEY_DAYS = 90;

/** The whole farm in one object; `summary` tells less of the past than `full`. */
export function contextOf(
  snapshot: ContextSnapshot,
  { depth }: { readonly depth: ContextDepth },
): Context {
  const { today, now, unregisteredCameras } = snapshot;
  return {
    farm: {
      ...shownRow('farms', snapshot.farm),
      currency: snapshot.currency,
      timezone: snapshot.zone,
    },
    asOf: formatInstant(now),
    depth,
    barns: contextBarns(snapshot),
    flocks: contextFlocks(snapshot),
    alerts: alertsOf(snapshot),
    tasks: contextTasks(snapshot),
    fieldReports: {
      recent: snapshot.fieldReports.map(reportNote),
      unansweredQuestions: waitingQuestions(snapshot),
    },
    people: {
      users: snapshot.users.map((row) => shownRow('users', row)),
      contacts: snapshot.contacts.map((row) => shownRow('contacts', row)),
    },
    hardware: {
      devices: snapshot.devices.map((row) => shownRow('devices', row)),
      integrations: snapshot.integrations.map((row) => shownRow('integrations', row)),
      camerasUnregistered: unregisteredCameras,
    },
    environment: contextClimates(snapshot),
    medicine: contextMedicine(snapshot),
    money90d: moneyOfPeriod(snapshot, { from: addDays(today, 1 - MONEY_DAYS), to: today }),
    history: contextHistory(snapshot, depth),
  };
}

/** Alerts that still wait for somebody, the worst first, then the newest. */
function alertsOf({ alerts }: ContextSnapshot): Context['alerts'] {
  const open = alerts.filter(isOpenAlert);
  return {
    open: open
      .toSorted((left, right) => severityRank(right.severity) - severityRank(left.severity))
      .map((row) => ({ ...shownRow('alerts', row), ...alertFix(row) })),
    counts: countSeverities(open),
  };
}
