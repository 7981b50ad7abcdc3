import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { insertRows } from '../../src/storage/records/write-rows.ts';
import { addDays, type CalendarDay } from '../../src/tools/calendar.ts';
import { aRow } from './a-row.ts';

const BARNS = [1, 2] as const;
const CYCLE_DAYS = 56;
const FLOCK_DAYS = 42;
const LIVE_AGE = 20;
const HOUR_MILLIS = 3_600_000;

/** The amount of records of a generated farm. */
export interface FarmHistory {
  /** `org_1` by default. */
  readonly orgId?: string;
  readonly farmId: string;
  /** The last day of the records, in the farm's calendar. */
  readonly today: CalendarDay;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Number of past days with flocks, logs, money, tasks, alerts and reports. */
  readonly days: number;
  /** Number of past days with readings and camera events. */
  readonly sensorDays: number;
}

type Values = Readonly<Record<string, unknown>>;
type RowsOf = (history: FarmHistory) => Iterable<Values>;

/**
 * Events of a generated farm with two barns, from today backwards: a longer history contains the
 * rows of a shorter one, plus older ones.
 */
const HAPPENINGS: readonly (readonly [ResourceName, RowsOf])[] = [
  ['farms', ({ farmId }) => [{ id: farmId, farmId, name: `Farm ${farmId}`, currency: 'ILS' }]],
  ['barns', barns],
  ['flocks', flocks],
  ['daily-logs', dailyLogs],
  ['sales', sales],
  ['feed-deliveries', deliveries],
  ['treatments', treatments],
  ['expenses', (history) => every(history, 7, (ago, date) => ({ ...expense(ago), date }))],
  ['tasks', (history) => every(history, 1, task)],
  ['alerts', (history) => every(history, 1, alert)],
  ['field-reports', (history) => every(history, 1, fieldReport)],
  ['events', (history) => every(history, 1, happenedSomewhere(history, 'T07:00:00.000Z'))],
  ['media', (history) => every(history, 1, takenSomewhere(history))],
  ['feed-orders', (history) => every(history, 7, feedOrder)],
  ['market-orders', (history) => every(history, 30, finished('fulfilled'))],
  ['tenders', (history) => every(history, 30, finished('awarded'))],
  ['tender-bids', tenderBids],
  ['reg-items', (history) => every(history, 30, regItem)],
  ['task-comments', (history) => every(history, 7, (ago, date) => comment(history, ago, date))],
  ['devices', devices],
  ['integrations', ({ farmId }) => [{ id: integrationId(farmId), kind: 'controller' }]],
  ['automations', (history) => BARNS.map((barn) => automation(history, barn))],
  ['controller-commands', (history) => every(history, 3, (_, date) => command(history, date))],
  ['medicine', ({ today }) => STOCK.map((days) => ({ expiryDate: addDays(today, days) }))],
  ['contacts', ({ farmId }) => CONTACTS.map((kind) => ({ kind, name: `A ${kind} of ${farmId}` }))],
  ['agent-runs', (history) => every(history, 3, (_, date) => made(date))],
  ['chat-messages', (history) => every(history, 3, (_, date) => made(date))],
  ['support-tickets', (history) => every(history, 60, (_, date) => made(date))],
  ['env-readings', readings],
  ['vision-events', visionEvents],
];

/** Days until expiry of the medicine in stock. */
const STOCK = [-5, 20, 200, 300];
const CONTACTS = ['supplier', 'vet', 'slaughterhouse', 'technician'];

/** Inserts all records of a farm; returns the number of rows. */
export async function insertFarmHistory(database: Database, history: FarmHistory): Promise<number> {
  return database.transaction(async (transaction) => {
    let inserted = 0;
    for (const [resource, rowsOf] of HAPPENINGS) {
      const definition = getResource(resource);
      const rows = [...rowsOf(history)].map((values, index) =>
        aRow(resource, {
          id: `${definition.idPrefix}_${history.farmId}_${index}`,
          farmId: history.farmId,
          ...(history.orgId === undefined ? {} : { orgId: history.orgId }),
          ...values,
        }),
      );
      await insertRows(transaction, definition, rows);
      inserted += rows.length;
    }
    return inserted;
  });
}

function* every(
  { today, days }: FarmHistory,
  step: number,
  build: (daysAgo: number, date: CalendarDay) => Values,
): Generator<Values> {
  for (let ago = 0; ago < days; ago += step) yield build(ago, addDays(today, -ago));
}

function barnId(farmId: string, barn: number): string {
  return `barn_${farmId}_${barn}`;
}

function barns({ farmId }: FarmHistory): Values[] {
  return BARNS.map((barn) => ({
    id: barnId(farmId, barn),
    name: `Barn ${barn}`,
    capacity: 20_000,
    areaSqm: 1200,
  }));
}

function deviceId(farmId: string, barn: number): string {
  return `device_${farmId}_${barn}`;
}

function integrationId(farmId: string): string {
  return `integration_${farmId}_climate`;
}

function* devices({ farmId }: FarmHistory): Generator<Values> {
  for (const barn of BARNS) {
    const place = { barnId: barnId(farmId, barn), status: 'online' };
    yield { ...place, id: deviceId(farmId, barn), kind: 'camera', name: `Camera ${barn}` };
    yield { ...place, id: `${deviceId(farmId, barn)}_scale`, kind: 'scale', name: `Scale ${barn}` };
  }
}

function automation({ farmId }: FarmHistory, barn: number): Values {
  const trigger = { metric: 'temp', op: '>', value: 60 };
  const action = { alert: { title: 'Hot' } };
  return { barnId: barnId(farmId, barn), name: `Heat in barn ${barn}`, trigger, action };
}

function command({ farmId }: FarmHistory, date: CalendarDay): Values {
  const place = { barnId: barnId(farmId, 1), integrationId: integrationId(farmId) };
  return { ...place, ...made(date), status: 'executed' };
}

function comment({ farmId }: FarmHistory, ago: number, date: CalendarDay): Values {
  return { taskId: `task_${farmId}_${ago}`, text: 'Done', ...made(date) };
}

/** Alternates between the farm, a barn and a flock. */
function happenedSomewhere(
  history: FarmHistory,
  time: string,
): (ago: number, date: CalendarDay) => Values {
  return (ago, date) => ({ ...place(history, ago), ts: `${date}${time}` });
}

function takenSomewhere(history: FarmHistory): (ago: number, date: CalendarDay) => Values {
  return (ago, date) => ({ ...place(history, ago + 1), ...made(date) });
}

function place({ farmId }: FarmHistory, ago: number): Values {
  if (ago % 3 === 0) return {};
  if (ago % 3 === 1) return { barnId: barnId(farmId, 1 + (ago % 2)) };
  return { barnId: barnId(farmId, 1), flockId: `flock_${farmId}_1_${LIVE_AGE + 2}` };
}

interface Cycle {
  readonly id: string;
  readonly barnId: string;
  readonly placedAgo: number;
  /** 0 for a current flock. */
  readonly endedAgo: number;
}

function* cycles({ farmId, days }: FarmHistory): Generator<Cycle> {
  for (let ago = 0; ago + LIVE_AGE + 2 * BARNS.length < days; ago += CYCLE_DAYS) {
    for (const barn of BARNS) {
      const placedAgo = ago + LIVE_AGE + 2 * barn;
      yield {
        id: `flock_${farmId}_${barn}_${placedAgo}`,
        barnId: barnId(farmId, barn),
        placedAgo,
        endedAgo: Math.max(0, placedAgo - FLOCK_DAYS),
      };
    }
  }
}

function* flocks(history: FarmHistory): Generator<Values> {
  for (const cycle of cycles(history)) {
    const isClosed = cycle.endedAgo > 0;
    yield {
      id: cycle.id,
      barnId: cycle.barnId,
      code: `B-${cycle.placedAgo}`,
      breed: 'Ross 308',
      chicksReceived: 20_000,
      pricePerChick: 4,
      placementDate: addDays(history.today, -cycle.placedAgo),
      status: isClosed ? 'closed' : 'active',
      closedAt: isClosed ? `${addDays(history.today, -cycle.endedAgo)}T12:00:00.000Z` : null,
    };
  }
}

function* dailyLogs(history: FarmHistory): Generator<Values> {
  for (const { id: flockId, placedAgo, endedAgo } of cycles(history)) {
    for (let ago = placedAgo; ago >= endedAgo; ago--) {
      const age = placedAgo - ago;
      yield {
        flockId,
        date: addDays(history.today, -ago),
        mortality: 10 + ((placedAgo + ago) % 7),
        culls: ago % 3,
        avgWeightGr: age % 7 === 0 ? 44 + age * 55 : null,
        feedKg: 300 + age * 60,
        waterL: 540 + age * 108,
      };
    }
  }
}

function* sales(history: FarmHistory): Generator<Values> {
  for (const { id: flockId, endedAgo } of cycles(history)) {
    if (endedAgo === 0) continue;
    const date = addDays(history.today, -endedAgo);
    yield { flockId, date, birdsCount: 19_000, totalWeightKg: 45_000, totalAmount: 300_000 };
  }
}

function* deliveries(history: FarmHistory): Generator<Values> {
  for (const { id: flockId, placedAgo, endedAgo } of cycles(history)) {
    for (let ago = placedAgo; ago >= endedAgo; ago -= 7) {
      const date = addDays(history.today, -ago);
      yield { flockId, date, quantityKg: 14_000, pricePerTon: 2000, totalCost: 28_000 };
    }
  }
}

function* treatments(history: FarmHistory): Generator<Values> {
  for (const { id: flockId, placedAgo } of cycles(history)) {
    yield { flockId, date: addDays(history.today, -placedAgo), kind: 'vaccination', cost: 900 };
  }
}

function expense(ago: number): Values {
  return { category: ago % 2 === 0 ? 'labor' : 'electricity', amount: 1200 };
}

function task(ago: number, date: CalendarDay): Values {
  const isOpen = ago < 5;
  const completedAt = isOpen ? null : `${date}T15:00:00.000Z`;
  return { ...made(date), dueDate: date, status: isOpen ? 'open' : 'done', completedAt };
}

function alert(ago: number, date: CalendarDay): Values {
  return { ...made(date), status: ago < 3 ? 'open' : 'resolved' };
}

function fieldReport(ago: number, date: CalendarDay): Values {
  const isQuestion = ago % 3 === 0;
  return { ...made(date), isQuestion, status: isQuestion && ago > 3 ? 'answered' : 'new' };
}

function feedOrder(ago: number, date: CalendarDay): Values {
  return { ...made(date), orderDate: date, status: ago < 7 ? 'ordered' : 'delivered' };
}

function finished(status: string): (ago: number, date: CalendarDay) => Values {
  return (ago, date) => ({ ...made(date), status: ago === 0 ? 'open' : status });
}

function* tenderBids(history: FarmHistory): Generator<Values> {
  let tender = 0;
  for (const { createdAt } of every(history, 30, finished('awarded'))) {
    yield { tenderId: `tender_${history.farmId}_${tender++}`, createdAt, price: 2100 };
  }
}

function regItem(ago: number, date: CalendarDay): Values {
  const isOpen = ago === 0;
  const completedAt = isOpen ? null : date;
  return { ...made(date), dueDate: date, status: isOpen ? 'due' : 'approved', completedAt };
}

function made(date: CalendarDay): Values {
  return { createdAt: `${date}T05:00:00.000Z` };
}

function* readings({ farmId, now, sensorDays }: FarmHistory): Generator<Values> {
  for (let hour = 0; hour < sensorDays * 24; hour++) {
    const ts = new Date(now - hour * HOUR_MILLIS).toISOString();
    const climate = { ts, temp: 22 + (hour % 8), humidity: 55 + (hour % 11) };
    for (const barn of BARNS) yield { barnId: barnId(farmId, barn), ...climate };
    yield { barnId: barnId(farmId, 1), ...climate, source: 'weather' };
  }
}

function* visionEvents({ farmId, now, sensorDays }: FarmHistory): Generator<Values> {
  for (let hour = 0; hour < sensorDays * 24; hour++) {
    const ts = new Date(now - hour * HOUR_MILLIS).toISOString();
    for (const barn of BARNS) {
      const seen = { barnId: barnId(farmId, barn), deviceId: deviceId(farmId, barn), ts };
      yield { ...seen, kind: 'count', unit: 'birds', value: 19_700 };
      const flockId = `flock_${farmId}_${barn}_${LIVE_AGE + 2 * barn}`;
      const meta = { n: 40, sd: 90 };
      if (hour % 2 === 0) yield { ...seen, kind: 'weight', unit: 'gr', value: 900, flockId, meta };
    }
    yield { barnId: barnId(farmId, 1), source: 'cam-new', kind: 'count', value: 10_000, ts };
  }
}
