import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import type { ResourceName, StoredOf } from '../../src/model/resources/registry.ts';
import { defaultThresholds } from '../../src/model/thresholds.ts';
import { addDays, type CalendarDay } from '../../src/tools/calendar.ts';
import { aRow } from './a-row.ts';

/** Noon of 2026-11-21 in Israel: the current time of every fixture farm. */
export const NOON = Date.UTC(2026, 10, 21, 10);
export const TODAY = '2026-11-21';

type Values = Readonly<Record<string, unknown>>;

/** A typed row of a resource for tests; missing values are null or their defaults. */
export function row<N extends ResourceName>(resource: N, values: Values = {}): StoredOf<N> {
  return aRow(resource, values) as unknown as StoredOf<N>;
}

/** An empty farm at noon of 2026-11-21, with these parts replaced. */
export function aSnapshot(parts: Partial<FarmSnapshot> = {}): FarmSnapshot {
  return {
    now: NOON,
    zone: 'Asia/Jerusalem',
    today: TODAY,
    currency: 'ILS',
    language: 'en',
    thresholds: defaultThresholds,
    farm: row('farms', { id: 'farm_1', name: 'Emek Hefer', currency: 'ILS' }),
    barns: [],
    liveFlocks: [],
    liveLogs: [],
    closedFlocks: [],
    closedLogs: [],
    lateLogs: [],
    sales: [],
    feedDeliveries: [],
    expenses: [],
    treatments: [],
    feedOrders: [],
    marketOrders: [],
    tenders: [],
    tenderBids: [],
    medicine: [],
    contacts: [],
    devices: [],
    integrations: [],
    editedAutomations: [],
    webhooks: [],
    reach: 'anytime',
    automations: [],
    users: [],
    alerts: [],
    tasks: [],
    fieldReports: [],
    regItems: [],
    events: [],
    moults: [],
    recentPhotos: [],
    readings: [],
    newestReadings: [],
    barnHours: [],
    weather: [],
    seenDeaths: [],
    seenCounts: [],
    seenBehaviour: [],
    weighSamples: [],
    smartWeights: [],
    calibrations: [],
    cameraSightings: [],
    unregisteredCameras: [],
    alertTimes: [],
    taskTimes: [],
    dailyWeights: [],
    groupResults: [],
    ...parts,
  };
}

/** A broiler barn `barn_1` of 1,000 m² for 20,000 birds. */
export function aBarn(values: Values = {}): StoredOf<'barns'> {
  return row('barns', {
    id: 'barn_1',
    name: 'Barn 1',
    barnType: 'broiler',
    areaSqm: 1000,
    capacity: 20_000,
    status: 'active',
    ...values,
  });
}

/** An active flock `flock_1` of 20,000 Ross 308 in `barn_1`, placed on 2026-11-01: 20 days old. */
export function aFlock(values: Values = {}): StoredOf<'flocks'> {
  return row('flocks', {
    id: 'flock_1',
    barnId: 'barn_1',
    code: 'B1-2611',
    breed: 'Ross 308',
    status: 'active',
    placementDate: '2026-11-01',
    chicksOrdered: 20_000,
    chicksReceived: 20_000,
    arrivalAgeDays: 0,
    ...values,
  });
}

/** A log of `flock_1` on a day with these values; missing values were not recorded. */
export function aLog(date: CalendarDay, values: Values = {}): StoredOf<'daily-logs'> {
  return row('daily-logs', { id: `log_${date}`, flockId: 'flock_1', date, ...values });
}

/** Logs of `flock_1` for consecutive days from `first` on, one for each entry. */
export function logsFrom(first: CalendarDay, entries: readonly Values[]): StoredOf<'daily-logs'>[] {
  return entries.map((values, index) => aLog(addDays(first, index), values));
}
