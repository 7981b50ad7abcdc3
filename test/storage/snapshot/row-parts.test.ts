import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceName } from '../../../src/model/resources/registry.ts';
import { type Database, tableName } from '../../../src/storage/core/database.ts';
import { listAirReadings } from '../../../src/storage/snapshot/climate.ts';
import type { FarmMoment } from '../../../src/storage/snapshot/farm-moment.ts';
import { listPartRows, type RowPartName } from '../../../src/storage/snapshot/list-part-rows.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const MOMENT = {
  scope: { orgId: 'org_1', farmIds: ['farm_1'] },
  farmId: 'farm_1',
  now: Date.parse('2026-11-21T10:00:00.000Z'),
  today: '2026-11-21',
} as const;

type CasePart = RowPartName | 'readings';
type Rows = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Rows of a resource by the end of their id: those in the part in order, and those just outside.
 */
interface PartCase {
  readonly part: CasePart;
  readonly resource: ResourceName;
  readonly inside: Rows;
  readonly outside?: Rows;
}

const DAY_400 = '2025-10-17';
const DAY_401 = '2025-10-16';
const INSTANT_400 = '2025-10-17T10:00:00.000Z';
const BEFORE_400 = '2025-10-17T09:59:59.999Z';
const LONG_AGO = '2010-01-01T00:00:00.000Z';

/**
 * Closed flocks: six and more within 400 days, so that none is included only as one of the last
 * six.
 */
const FLOCKS = [
  { id: 'flock_planned', status: 'planned', placementDate: '2026-12-01' },
  { id: 'flock_active', status: 'active', placementDate: '2026-11-01' },
  { id: 'flock_selling', status: 'selling', placementDate: '2026-10-01' },
  { id: 'flock_cancelled', status: 'cancelled', placementDate: '2026-09-01' },
  ...[1, 2, 3, 4, 5, 6].map((month) => ({
    id: `flock_closed_${month}`,
    status: 'closed',
    placementDate: '2026-01-01',
    closedAt: `2026-0${month}-15T10:00:00.000Z`,
  })),
  { id: 'flock_edge', status: 'closed', placementDate: '2025-09-01', closedAt: INSTANT_400 },
  { id: 'flock_old', status: 'closed', placementDate: '2025-09-01', closedAt: BEFORE_400 },
] as const;

const CLOSED_IN_ORDER = [
  ...['flock_closed_6', 'flock_closed_5', 'flock_closed_4', 'flock_closed_3'],
  ...['flock_closed_2', 'flock_closed_1', 'flock_edge'],
];

/** Rows of flocks and days: in the window of days, or in it by their flock. */
function recordedCase(part: CasePart, resource: ResourceName): PartCase {
  return {
    part,
    resource,
    inside: {
      of_live: { flockId: 'flock_active', date: '2020-01-01' },
      of_closed: { flockId: 'flock_edge', date: '2020-01-02' },
      edge: { flockId: 'flock_old', date: DAY_400 },
      ahead: { flockId: 'flock_cancelled', date: '2027-01-01' },
    },
    outside: { before: { flockId: 'flock_old', date: DAY_401 } },
  };
}

const CASES: readonly PartCase[] = [
  { part: 'barns', resource: 'barns', inside: { b: { name: 'A' }, a: { name: 'B' } } },
  {
    part: 'liveLogs',
    resource: 'daily-logs',
    inside: {
      first: { flockId: 'flock_active', date: '2026-11-01' },
      second: {
        flockId: 'flock_active',
        date: '2026-11-02',
        updatedAt: '2026-11-03T00:00:00.000Z',
      },
      planned: { flockId: 'flock_planned', date: '2026-11-02' },
      selling: { flockId: 'flock_selling', date: '2026-10-01' },
    },
    outside: {
      changed_before: {
        flockId: 'flock_active',
        date: '2026-11-02',
        updatedAt: '2026-11-02T23:59:59.999Z',
      },
      closed: { flockId: 'flock_closed_1', date: '2026-11-02' },
    },
  },
  {
    part: 'closedLogs',
    resource: 'daily-logs',
    inside: {
      closed: {
        flockId: 'flock_closed_1',
        date: '2026-01-02',
        updatedAt: '2026-11-03T00:00:00.000Z',
      },
      edge: { flockId: 'flock_edge', date: '2025-09-02' },
    },
    outside: {
      changed_before: { flockId: 'flock_closed_1', date: '2026-01-02' },
      old: { flockId: 'flock_old', date: '2025-09-02' },
      active: { flockId: 'flock_active', date: '2026-11-05' },
    },
  },
  {
    part: 'lateLogs',
    resource: 'daily-logs',
    inside: {
      // Closed on 15 January of UTC, which is the 14th or the 16th elsewhere.
      same_day: { flockId: 'flock_closed_1', date: '2026-01-15' },
      late: { flockId: 'flock_closed_1', date: '2026-03-01' },
    },
    outside: {
      before: { flockId: 'flock_closed_1', date: '2026-01-14' },
      old: { flockId: 'flock_old', date: '2026-01-15' },
      active: { flockId: 'flock_active', date: '2026-11-05' },
    },
  },
  recordedCase('sales', 'sales'),
  recordedCase('feedDeliveries', 'feed-deliveries'),
  recordedCase('expenses', 'expenses'),
  recordedCase('treatments', 'treatments'),
  {
    part: 'feedOrders',
    resource: 'feed-orders',
    inside: {
      open: { status: 'in_transit', orderDate: '2020-01-01' },
      edge: { status: 'delivered', orderDate: DAY_400 },
      draft: { status: 'draft', orderDate: '2026-11-01' },
    },
    outside: {
      before: { status: 'delivered', orderDate: DAY_401 },
      cancelled: { status: 'cancelled', orderDate: DAY_401 },
    },
  },
  {
    part: 'marketOrders',
    resource: 'market-orders',
    inside: {
      open: { status: 'negotiating', createdAt: LONG_AGO },
      edge: { status: 'fulfilled', createdAt: INSTANT_400 },
    },
    outside: {
      before: { status: 'fulfilled', createdAt: BEFORE_400 },
      expired: { status: 'expired', createdAt: BEFORE_400 },
    },
  },
  {
    part: 'tenders',
    resource: 'tenders',
    inside: {
      open: { status: 'open', createdAt: LONG_AGO },
      closed: { status: 'closed', createdAt: '2012-01-01T00:00:00.000Z' },
      edge: { status: 'awarded', createdAt: INSTANT_400 },
    },
    outside: { before: { status: 'awarded', createdAt: BEFORE_400 } },
  },
  {
    part: 'tenderBids',
    resource: 'tender-bids',
    inside: {
      of_open: { tenderId: 'tenders_open', createdAt: LONG_AGO },
      of_edge: { tenderId: 'tenders_edge', createdAt: '2026-01-01T00:00:00.000Z' },
    },
    outside: { of_old: { tenderId: 'tenders_before' } },
  },
  {
    part: 'medicine',
    resource: 'medicine',
    inside: {
      b: { expiryDate: '2020-01-01' },
      a: { expiryDate: '2027-01-01' },
      c: { expiryDate: null },
    },
  },
  {
    part: 'contacts',
    resource: 'contacts',
    inside: { b: { name: 'Avi' }, a: { name: 'Yossi' } },
  },
  { part: 'devices', resource: 'devices', inside: { b: { createdAt: LONG_AGO }, a: {} } },
  { part: 'integrations', resource: 'integrations', inside: { b: { createdAt: LONG_AGO }, a: {} } },
  { part: 'automations', resource: 'automations', inside: { b: { createdAt: LONG_AGO }, a: {} } },
  {
    part: 'alerts',
    resource: 'alerts',
    inside: {
      edge: { status: 'resolved', createdAt: '2026-11-14T10:00:00.000Z' },
      seen: { status: 'acknowledged', createdAt: '2011-01-01T00:00:00.000Z' },
      open: { status: 'open', createdAt: LONG_AGO },
    },
    outside: { before: { status: 'resolved', createdAt: '2026-11-14T09:59:59.999Z' } },
  },
  {
    part: 'tasks',
    resource: 'tasks',
    inside: {
      blocked: { status: 'blocked', dueDate: '2019-01-01' },
      edge: { status: 'done', dueDate: '2026-10-01', completedAt: '2026-10-17T10:00:00.000Z' },
      open: { status: 'open', dueDate: null },
    },
    outside: {
      before: { status: 'done', completedAt: '2026-10-17T09:59:59.999Z' },
      cancelled: { status: 'cancelled' },
    },
  },
  {
    part: 'fieldReports',
    resource: 'field-reports',
    inside: {
      edge: { status: 'closed', createdAt: '2026-10-22T10:00:00.000Z' },
      asked: { isQuestion: true, status: 'new', createdAt: LONG_AGO },
    },
    outside: {
      before: { status: 'new', createdAt: '2026-10-22T09:59:59.999Z' },
      answered: { isQuestion: true, status: 'answered', createdAt: LONG_AGO },
      replied: { isQuestion: true, status: 'in_review', replyText: 'Yes', createdAt: LONG_AGO },
    },
  },
  {
    part: 'regItems',
    resource: 'reg-items',
    inside: {
      rejected: { status: 'rejected', dueDate: '2015-01-01' },
      completed: { status: 'approved', dueDate: '2016-01-01', completedAt: DAY_400 },
      due: { status: 'not_applicable', dueDate: DAY_400 },
      expiring: { status: 'approved', dueDate: null, expiryDate: '2030-01-01' },
    },
    outside: {
      before: { status: 'approved', dueDate: DAY_401, completedAt: DAY_401, expiryDate: DAY_401 },
    },
  },
  {
    part: 'recentPhotos',
    resource: 'media',
    inside: {
      newest: { kind: 'image', sizeBytes: 900, createdAt: '2026-11-21T09:00:00.000Z' },
      edge: { kind: 'image', sizeBytes: 900, createdAt: '2026-11-14T10:00:00.000Z' },
    },
    outside: {
      before: { kind: 'image', sizeBytes: 900, createdAt: '2026-11-14T09:59:59.999Z' },
      empty: { kind: 'image', createdAt: '2026-11-21T09:00:00.000Z' },
      video: { kind: 'video', sizeBytes: 900, createdAt: '2026-11-21T09:00:00.000Z' },
    },
  },
  {
    part: 'readings',
    resource: 'env-readings',
    inside: {
      edge: { barnId: 'barn_1', ts: '2026-11-20T08:00:00.000Z' },
      newest: { barnId: 'barn_1', ts: '2026-11-21T10:00:00.000Z', source: 'manual' },
      other: { barnId: 'barn_2', ts: '2026-11-20T09:00:00.000Z' },
    },
    outside: {
      before: { barnId: 'barn_1', ts: '2026-11-20T07:59:59.999Z' },
      weather: { barnId: 'barn_1', ts: '2026-11-21T09:00:00.000Z', source: 'weather' },
    },
  },
  {
    part: 'seenDeaths',
    resource: 'vision-events',
    inside: {
      edge: { kind: 'mortality', ts: '2026-11-18T06:00:00.000Z' },
      newest: { kind: 'mortality', ts: '2026-11-21T10:00:00.000Z' },
    },
    outside: {
      before: { kind: 'mortality', ts: '2026-11-18T05:59:59.999Z' },
      weight: { kind: 'weight', ts: '2026-11-21T09:00:00.000Z' },
    },
  },
  {
    part: 'seenCounts',
    resource: 'vision-events',
    inside: {
      edge: { kind: 'count', ts: '2026-11-18T06:00:00.000Z' },
      newest: { kind: 'count', ts: '2026-11-21T10:00:00.000Z' },
    },
    outside: {
      before: { kind: 'count', ts: '2026-11-18T05:59:59.999Z' },
      behaviour: { kind: 'behavior', ts: '2026-11-21T09:00:00.000Z' },
    },
  },
  {
    part: 'seenBehaviour',
    resource: 'vision-events',
    inside: {
      edge: { kind: 'behavior', ts: '2026-11-20T10:00:00.000Z' },
      newest: { kind: 'behavior', ts: '2026-11-21T10:00:00.000Z' },
    },
    outside: {
      before: { kind: 'behavior', ts: '2026-11-20T09:59:59.999Z' },
      count: { kind: 'count', ts: '2026-11-21T09:00:00.000Z' },
    },
  },
];

for (const name of DATABASES) {
  describe(`${name}: rows of the snapshot parts`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'flocks', [...FLOCKS, ...strangers(FLOCKS)]);
      await remove(database, 'flocks', FLOCKS);
      for (const { part, resource, inside, outside = {} } of CASES) {
        const expectedRows = rowsOf(part, inside);
        const rows = [...expectedRows, ...rowsOf(part, outside), ...strangers(expectedRows)];
        await insertRowsOf(database, resource, rows);
        await remove(database, resource, expectedRows);
      }
    });
    afterAll(() => database.close());

    test.each(CASES)('$part has the rows of its time range, in order', async (one) => {
      const rows = await listPart(database, one.part, MOMENT);
      const known = rows.filter(({ id }) => id.startsWith(`${one.part}_`));
      expect(known.map(({ id }) => id)).toEqual(
        Object.keys(one.inside).map((key) => `${one.part}_${key}`),
      );
    });

    test('liveFlocks has those planned, active and selling, the oldest placement first', async () => {
      const rows = await listPartRows(database, 'liveFlocks', MOMENT);
      expect(rows.map(({ id }) => id)).toEqual(['flock_selling', 'flock_active', 'flock_planned']);
    });

    test('closedFlocks has those closed within 400 days, the latest first', async () => {
      const rows = await listPartRows(database, 'closedFlocks', MOMENT);
      expect(rows.map(({ id }) => id)).toEqual(CLOSED_IN_ORDER);
    });

    test('closedFlocks has the last six closed, whatever their date', async () => {
      const later = { ...MOMENT, now: Date.parse('2040-01-01T00:00:00.000Z'), today: '2040-01-01' };
      const rows = await listPartRows(database, 'closedFlocks', later);
      expect(rows.map(({ id }) => id)).toEqual(CLOSED_IN_ORDER.slice(0, 6));
    });

    test('events has the newest 200, the newest first', async () => {
      const minutes = Array.from({ length: 201 }, (_, minute) => minute);
      const rows = minutes.map((minute) => ({
        id: `event_${minute}`,
        ts: new Date(MOMENT.now - minute * 60_000).toISOString(),
      }));
      await insertRowsOf(database, 'events', [...rows, ...strangers(rows)]);
      await remove(database, 'events', rows);
      const listed = await listPartRows(database, 'events', MOMENT);
      expect(listed.map(({ id }) => id)).toEqual(
        minutes.slice(0, 200).map((minute) => `event_${minute}`),
      );
    });

    test('users has those whose access to the farm is active and has not expired', async () => {
      const at = new Date(MOMENT.now).toISOString();
      const later = new Date(MOMENT.now + 1).toISOString();
      const access = [
        { userId: 'user_now', status: 'active' },
        { userId: 'user_still', status: 'active', expiresAt: later },
        { userId: 'user_expired', status: 'active', expiresAt: at },
        { userId: 'user_revoked', status: 'revoked' },
        { userId: 'user_elsewhere', status: 'active', farmId: 'farm_2' },
        { userId: 'user_foreign', status: 'active' },
      ].map((values) => ({ id: `access_${values.userId}`, ...values }));
      await insertRowsOf(database, 'farm-access', access);
      const users = access.map(({ userId: id }) => ({
        id,
        farmId: null,
        ...(id === 'user_foreign' ? { orgId: 'org_2' } : {}),
      }));
      await insertRowsOf(database, 'users', users);
      const listed = await listPartRows(database, 'users', MOMENT);
      expect(listed.map(({ id }) => id)).toEqual(['user_now', 'user_still']);
    });

    test('readings has more than a page of them, including those of one instant, by barn, time and id', async () => {
      const ownMoment = {
        ...MOMENT,
        farmId: 'farm_4',
        scope: { orgId: 'org_1', farmIds: ['farm_4'] },
      };
      const rows = Array.from({ length: 10_050 }, (_, index) => ({
        id: `reading_${String(index).padStart(5, '0')}`,
        farmId: 'farm_4',
        barnId: `barn_${index % 3}`,
        // 201 instants with 50 readings each: a page ends within an instant.
        ts: new Date(MOMENT.now - Math.floor(index / 50) * 60_000).toISOString(),
      }));
      await insertRowsOf(database, 'env-readings', rows);
      const ordered = rows
        .toSorted((one, other) => {
          const keys = [one, other].map(({ barnId, ts, id }) => `${barnId} ${ts} ${id}`);
          return String(keys[0]) < String(keys[1]) ? -1 : 1;
        })
        .map(({ id }) => id);
      const listed = await listAirReadings(database, ownMoment);
      expect(listed.map(({ id }) => id)).toEqual(ordered);
    });

    test('a farm without anything has empty parts', async () => {
      const empty = { ...MOMENT, farmId: 'farm_3', scope: { orgId: 'org_1', farmIds: ['farm_3'] } };
      for (const { part } of CASES) expect(await listPart(database, part, empty)).toEqual([]);
    });

    test('a scope without farms sees no rows', async () => {
      const blind = { ...MOMENT, scope: { orgId: 'org_1', farmIds: [] } };
      for (const { part } of CASES) expect(await listPart(database, part, blind)).toEqual([]);
    });
  });
}

function listPart(
  database: Database,
  part: CasePart,
  moment: FarmMoment,
): Promise<readonly { readonly id: string }[]> {
  return part === 'readings'
    ? listAirReadings(database, moment)
    : listPartRows(database, part, moment);
}

function rowsOf(part: CasePart, rows: Rows) {
  return Object.entries(rows).map(([key, values]) => ({ id: `${part}_${key}`, ...values }));
}

/** The same rows on another farm, in another organisation, and those that will be deleted. */
function strangers(rows: readonly { readonly id: string }[]) {
  return rows.flatMap((row) => [
    { ...row, id: `${row.id}_elsewhere`, farmId: 'farm_2', ...onAnotherDay(row) },
    { ...row, id: `${row.id}_foreign`, orgId: 'org_2', ...onAnotherDay(row) },
    { ...row, id: `${row.id}_deleted` },
  ]);
}

/** So that of two logs of a flock and day the foreign one does not decide. */
function onAnotherDay(row: object) {
  return 'date' in row ? { date: '2026-11-20' } : {};
}

async function remove(
  database: Database,
  resource: ResourceName,
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const at = new Date(MOMENT.now).toISOString();
  for (const { id } of rows) {
    await database.run(sql`
      update ${raw(tableName(resource))} set deleted_at = ${at} where id = ${`${id}_deleted`}`);
  }
}
