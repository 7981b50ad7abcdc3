import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row } from './a-snapshot.ts';

/** 07:30 of 2026-11-21 in Israel. */
const MORNING = Date.UTC(2026, 10, 21, 5, 30);

/**
 * A farm in the morning: barn 1 with broilers of 20 days and high mortality yesterday, barn 2 with
 * broilers of 40 days and no log for two days, and barn 3 being cleaned.
 */
export function aSmallFarm(parts: Partial<FarmSnapshot> = {}): FarmSnapshot {
  return aSnapshot({
    now: MORNING,
    farm: row('farms', {
      id: 'farm_1',
      name: 'Emek Hefer',
      vertical: 'broiler',
      location: 'Emek Hefer',
      latitude: 32.36,
      longitude: 34.91,
      currency: 'ILS',
    }),
    barns: [
      aBarn(),
      aBarn({ id: 'barn_2', name: 'Barn 2', areaSqm: 1200 }),
      aBarn({ id: 'barn_3', name: 'Barn 3', status: 'cleaning' }),
    ],
    liveFlocks: [
      aFlock({
        id: 'flock_2',
        barnId: 'barn_2',
        code: 'B2-2610',
        breed: null,
        placementDate: '2026-10-12',
        chicksOrdered: 16_000,
        chicksReceived: 16_000,
      }),
      aFlock({ pricePerChick: 4.5 }),
    ],
    liveLogs: [...logsOfBarn1(), ...logsOfBarn2()],
    sales: [
      row('sales', {
        id: 'sale_1',
        flockId: 'flock_2',
        date: '2026-11-18',
        birdsCount: 6000,
        totalWeightKg: 15_600,
        pricePerKg: 7.5,
      }),
    ],
    feedDeliveries: [
      row('feed-deliveries', {
        id: 'delivery_1',
        flockId: 'flock_1',
        date: '2026-11-10',
        quantityKg: 14_000,
        pricePerTon: 2350,
      }),
    ],
    expenses: [
      row('expenses', { id: 'expense_1', date: '2026-11-05', category: 'gas', amount: 4860.5 }),
    ],
    ...lifeOfTheFarm(),
    ...parts,
  });
}

const AIR = row('env-readings', {
  id: 'reading_1',
  barnId: 'barn_1',
  source: 'sensor',
  ts: '2026-11-21T05:15:00.000Z',
  temp: 28.9,
  humidity: 58,
  co2: 1850,
  nh3: 9,
});

/** Ten days at 10 deaths, then 45 on 2026-11-20: 4.5 times the mean of the week. */
function logsOfBarn1() {
  const usual = { mortality: 10, feedKg: 1500, waterL: 2700 };
  const days = Array.from({ length: 10 }, (_, index) => ({ ...usual, feedKg: 1500 + index }));
  return logsFrom('2026-11-10', [
    ...days,
    { mortality: 45, culls: 2, feedKg: 1600, waterL: 2900, avgWeightGr: 880 },
  ]);
}

/** Logged on 2026-11-17 and 2026-11-18, and not after that. */
function logsOfBarn2() {
  const own = { flockId: 'flock_2', feedKg: 1800, waterL: 3400 };
  return [
    aLog('2026-11-17', { ...own, id: 'log_2a', mortality: 12, avgWeightGr: 2600 }),
    aLog('2026-11-18', { ...own, id: 'log_2b', mortality: 14, feedKg: 1750 }),
  ];
}

function lifeOfTheFarm(): Partial<FarmSnapshot> {
  return {
    alerts: [
      row('alerts', {
        id: 'alert_2',
        severity: 'warning',
        category: 'water',
        title: 'Water line leaks in barn 2',
        barnId: 'barn_2',
        createdAt: '2026-11-20T18:00:00.000Z',
      }),
      row('alerts', {
        id: 'alert_1',
        severity: 'critical',
        category: 'climate',
        title: 'Barn 1 is 4 °C above target',
        barnId: 'barn_1',
        createdAt: '2026-11-21T01:12:00.000Z',
      }),
      row('alerts', {
        id: 'alert_3',
        severity: 'critical',
        title: 'Power failure',
        status: 'resolved',
        createdAt: '2026-11-20T15:59:59.999Z',
      }),
    ],
    fieldReports: [
      row('field-reports', {
        id: 'report_1',
        rawText: 'How much vitamin do I put in the water today?',
        authorName: 'Somchai',
        isQuestion: true,
        barnId: 'barn_1',
        createdAt: '2026-11-21T04:00:00.000Z',
      }),
    ],
    tasks: [
      row('tasks', { id: 'task_1', title: 'Weigh 100 birds', dueDate: '2026-11-21' }),
      row('tasks', {
        id: 'task_2',
        title: 'Order feed',
        priority: 'urgent',
        assignee: 'user_1',
        dueDate: '2026-11-19',
      }),
      row('tasks', { id: 'task_3', title: 'Paint the gate', dueDate: '2026-11-25' }),
      row('tasks', { id: 'task_4', title: 'Done', status: 'done', dueDate: '2026-11-21' }),
    ],
    users: [row('users', { id: 'user_1', name: 'Dana Mizrahi', role: 'manager' })],
    contacts: [row('contacts', { id: 'contact_1', name: 'Dr. Levi', kind: 'vet' })],
    devices: [
      row('devices', {
        id: 'device_1',
        kind: 'camera',
        name: 'Barn 1 east',
        status: 'offline',
        streamUrl: 'rtsp://admin:secret@192.168.10.21/stream1',
      }),
    ],
    integrations: [
      row('integrations', {
        id: 'integration_1',
        kind: 'controller',
        name: 'Controller 1',
        status: 'active',
        endpoint: 'https://admin:secret@controller.example.com',
        authRef: 'env:ROTEM_TOKEN',
        lastSuccessAt: '2026-11-21T05:20:00.000Z',
      }),
    ],
    medicine: [
      row('medicine', { id: 'medicine_1', name: 'ND LaSota', quantity: 3, minQuantity: 10 }),
      row('medicine', {
        id: 'medicine_2',
        name: 'Vitamin C',
        quantity: 1,
        expiryDate: '2026-11-01',
      }),
    ],
    readings: [AIR],
    newestReadings: [AIR],
    seenDeaths: [
      vision('2026-11-19T21:00:00.000Z', 8),
      vision('2026-11-20T10:00:00.000Z', 30, 'a1'),
      vision('2026-11-20T10:05:00.000Z', 30, 'a1'),
      vision('2026-11-20T23:00:00.000Z', 6),
    ],
    events: [
      row('events', {
        id: 'event_1',
        kind: 'vet_visit',
        title: 'Dr. Levi looked at the flock',
        ts: '2026-11-20T08:30:00.000Z',
      }),
    ],
    cameraSightings: [],
    unregisteredCameras: [],
    recentPhotos: [row('media', { flockId: 'flock_1' })],
  };
}

function vision(ts: string, value: number, trackId?: string) {
  return row('vision-events', {
    id: `vision_${ts}`,
    kind: 'mortality',
    barnId: 'barn_1',
    source: 'barn1-east',
    value,
    ts,
    meta: trackId === undefined ? null : { trackId },
  });
}
