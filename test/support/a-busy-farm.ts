import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from './a-snapshot.ts';

const HOURS = [2, 4, 6, 8, 10] as const;

/**
 * A farm in operation at noon of 2026-11-21: 20,000 broilers of 20 days in Barn 1, 5,000 hens in
 * Barn 2 without a log today, Barn 3 empty, a flock of Barn 1 that closed in October, and some rows
 * of everything else.
 */
export function aBusyFarm(parts: Partial<FarmSnapshot> = {}): FarmSnapshot {
  return aSnapshot({
    ...flocksOfFarm(),
    ...airOfFarm(),
    ...moneyOfFarm(),
    ...workOfFarm(),
    ...parts,
  });
}

function flocksOfFarm(): Partial<FarmSnapshot> {
  const early = { mortality: 10, culls: 1, feedKg: 1000, waterL: 1800 };
  const late = { mortality: 20, culls: 0, feedKg: 1500, waterL: 2700 };
  const today = { mortality: 12, culls: 3, feedKg: 1600, waterL: 2880, avgWeightGr: 900 };
  const logs = logsFrom('2026-11-08', [...Array(7).fill(early), ...Array(6).fill(late), today]);
  const henLog = { mortality: 2, eggs: 4500, eggsBroken: 90, feedKg: 600, waterL: 1080 };
  const hens = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) =>
    aLog(date, { id: `hens_${date}`, flockId: 'flock_2', ...henLog }),
  );
  const weighed = logs.map((log) =>
    log.date === '2026-11-14' ? { ...log, avgWeightGr: 480 } : log,
  );
  const closed = Array.from({ length: 40 }, (_, index) =>
    aLog(addDays('2026-08-20', index), {
      id: `closed_${index}`,
      flockId: 'flock_0',
      mortality: 15,
      feedKg: 2000,
    }),
  );
  return {
    barns: [
      aBarn(),
      aBarn({ id: 'barn_2', name: 'Barn 2', barnType: 'layer', areaSqm: 800, capacity: 6000 }),
      aBarn({ id: 'barn_3', name: 'Barn 3', areaSqm: null, capacity: null }),
    ],
    liveFlocks: [
      aFlock({
        id: 'flock_2',
        barnId: 'barn_2',
        code: 'H2',
        breed: 'Hy-Line Brown',
        placementDate: '2026-06-01',
        arrivalAgeDays: 112,
        chicksOrdered: 5000,
        chicksReceived: 5000,
      }),
      aFlock({ targetWeightKg: 2.5, pricePerChick: 2 }),
    ],
    liveLogs: [...weighed, ...hens],
    closedFlocks: [
      aFlock({
        id: 'flock_0',
        code: 'B1-2608',
        status: 'closed',
        placementDate: '2026-08-20',
        closedAt: '2026-10-01T10:00:00.000Z',
        pricePerChick: 2,
      }),
    ],
    closedLogs: closed,
  };
}

function airOfFarm(): Partial<FarmSnapshot> {
  const readings = HOURS.map((hoursAgo) =>
    row('env-readings', {
      id: `reading_${hoursAgo}`,
      barnId: 'barn_1',
      ts: new Date(Date.UTC(2026, 10, 21, 10 - hoursAgo)).toISOString(),
      temp: 24 + hoursAgo / 2,
      humidity: 60,
      co2: 2000 + hoursAgo * 100,
      nh3: 12.5,
    }),
  ).toReversed();
  const weather = [0, 3, 6].map((hours) =>
    row('env-readings', {
      id: `weather_${hours}`,
      source: 'weather',
      ts: new Date(Date.UTC(2026, 10, 21, 10 + hours)).toISOString(),
      temp: 18 + hours,
      humidity: 50,
    }),
  );
  const vision = { barnId: 'barn_1', flockId: 'flock_1', source: 'cam-1' };
  return {
    readings,
    newestReadings: readings.slice(-1),
    weather,
    seenCounts: [
      row('vision-events', {
        id: 'count_1',
        kind: 'count',
        value: 19_600,
        confidence: 0.9,
        ts: '2026-11-21T08:00:00.000Z',
        ...vision,
      }),
    ],
    weighSamples: [
      row('vision-events', {
        id: 'sample_1',
        kind: 'weight',
        value: 900,
        meta: { weights: [850, 900, 900, 950, 1100] },
        ts: '2026-11-21T08:00:00.000Z',
        ...vision,
      }),
    ],
    devices: [
      row('devices', {
        id: 'device_1',
        kind: 'camera',
        name: 'East',
        barnId: 'barn_1',
        status: 'offline',
        lastSeenAt: '2026-11-21T07:00:00.000Z',
      }),
      row('devices', {
        id: 'device_2',
        kind: 'camera',
        name: 'West',
        barnId: 'barn_1',
        status: 'online',
      }),
      row('devices', {
        id: 'device_3',
        kind: 'controller',
        name: 'Fans',
        barnId: 'barn_2',
        status: 'fault',
      }),
    ],
  };
}

function moneyOfFarm(): Partial<FarmSnapshot> {
  return {
    sales: [
      row('sales', {
        id: 'sale_1',
        flockId: 'flock_0',
        date: '2026-09-28',
        birdsCount: 19_400,
        totalWeightKg: 48_500,
        totalAmount: 368_600,
      }),
    ],
    feedDeliveries: [
      row('feed-deliveries', {
        id: 'delivery_0',
        flockId: 'flock_0',
        date: '2026-08-18',
        feedType: 'grower',
        quantityKg: 80_000,
        totalCost: 176_000,
      }),
      row('feed-deliveries', {
        id: 'delivery_1',
        flockId: 'flock_1',
        date: '2026-11-02',
        feedType: 'grower',
        quantityKg: 30_000,
        totalCost: 69_000,
      }),
    ],
    expenses: [
      row('expenses', {
        id: 'expense_0',
        date: '2026-10-10',
        category: 'gas',
        amount: 3000,
        flockId: null,
      }),
      row('expenses', {
        id: 'expense_1',
        date: '2026-11-05',
        category: 'gas',
        amount: 4860.5,
        flockId: 'flock_1',
      }),
      row('expenses', {
        id: 'expense_2',
        date: '2026-11-10',
        category: 'labor',
        amount: 6000,
        flockId: null,
      }),
    ],
    treatments: [
      row('treatments', {
        id: 'treatment_1',
        flockId: 'flock_1',
        date: '2026-11-18',
        kind: 'antibiotic',
        product: 'Tylosin',
        notes: 'withdrawal:7d',
        cost: 400,
      }),
    ],
    feedOrders: [
      row('feed-orders', {
        id: 'order_1',
        flockId: 'flock_1',
        feedType: 'finisher',
        quantityKg: 16_000,
        status: 'confirmed',
        dueDate: '2026-11-24',
        orderDate: '2026-11-20',
        supplierId: 'contact_1',
      }),
    ],
    marketOrders: [
      row('market-orders', {
        id: 'market_1',
        title: 'Wood shavings',
        direction: 'buy',
        category: 'litter',
        quantity: 120,
        price: 38,
        status: 'confirmed',
        needByDate: '2026-12-01',
      }),
    ],
    tenders: [
      row('tenders', { id: 'tender_1', title: 'Finisher feed', direction: 'buy', status: 'open' }),
    ],
    tenderBids: [
      row('tender-bids', {
        id: 'bid_1',
        tenderId: 'tender_1',
        supplierName: 'Emek Mill',
        price: 2310,
        status: 'submitted',
      }),
      row('tender-bids', {
        id: 'bid_2',
        tenderId: 'tender_1',
        supplierName: 'Galil Mill',
        price: 2290.5,
        status: 'submitted',
      }),
    ],
  };
}

function workOfFarm(): Partial<FarmSnapshot> {
  return {
    contacts: [
      row('contacts', {
        id: 'contact_1',
        kind: 'feed_supplier',
        name: 'Yossi Cohen',
        company: 'Emek Mill',
        phone: '+972 50 123 4567',
      }),
      row('contacts', { id: 'contact_2', kind: 'vet', name: 'Dr. Levi' }),
    ],
    users: [row('users', { id: 'user_1', name: 'Somchai', role: 'worker' })],
    medicine: [
      row('medicine', {
        id: 'medicine_1',
        name: 'Tylosin',
        quantity: 2,
        minQuantity: 5,
        unit: 'bottles',
        expiryDate: '2026-11-20',
      }),
      row('medicine', {
        id: 'medicine_2',
        name: 'Vitamin C',
        quantity: 9,
        expiryDate: '2026-12-05',
      }),
      row('medicine', {
        id: 'medicine_3',
        name: 'ND LaSota',
        quantity: 24,
        unit: 'vials',
        expiryDate: '2027-06-30',
      }),
    ],
    alerts: [
      row('alerts', {
        id: 'alert_1',
        title: 'Fan 3 is broken',
        severity: 'critical',
        status: 'open',
        barnId: 'barn_1',
        createdAt: '2026-11-21T08:00:00.000Z',
      }),
      row('alerts', {
        id: 'alert_2',
        title: 'Weights are late',
        severity: 'warning',
        status: 'acknowledged',
        flockId: 'flock_2',
        barnId: null,
        createdAt: '2026-11-19T08:00:00.000Z',
      }),
      row('alerts', {
        id: 'alert_3',
        title: 'Settled',
        severity: 'critical',
        status: 'resolved',
        createdAt: '2026-11-20T08:00:00.000Z',
      }),
    ],
    tasks: [
      row('tasks', {
        id: 'task_1',
        title: 'Weigh 100 birds',
        status: 'open',
        dueDate: '2026-11-20',
        assignee: 'user_1',
        barnId: 'barn_1',
      }),
      row('tasks', {
        id: 'task_2',
        title: 'Clean nipples',
        status: 'open',
        dueDate: TODAY,
        assignee: 'Dana',
      }),
      row('tasks', { id: 'task_3', title: 'Order gas', status: 'open', dueDate: '2026-11-30' }),
      row('tasks', { id: 'task_4', title: 'Done already', status: 'done', dueDate: TODAY }),
    ],
    fieldReports: [
      row('field-reports', {
        id: 'report_1',
        rawText: 'How much vitamin today?',
        isQuestion: true,
        authorName: 'Somchai',
        barnId: 'barn_1',
        createdAt: '2026-11-20T04:00:00.000Z',
      }),
    ],
  };
}
