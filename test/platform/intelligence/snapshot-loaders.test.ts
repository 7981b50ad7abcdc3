import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotLoaders } from '../../../src/platform/intelligence/farm-snapshot.ts';
import type { Connection, Database, Statement } from '../../../src/storage/core/database.ts';
import { listFreshFlocks } from '../../../src/storage/snapshot/portfolio-flocks.ts';
import { markContradicted } from '../../../src/storage/system/cameras.ts';
import { listUsersWithRoles } from '../../../src/storage/system/notice-incidents.ts';
import { openTestDatabase } from '../../support/databases.ts';

const MOMENT = {
  scope: { orgId: 'org_1', farmIds: ['farm_1'] },
  farmId: 'farm_1',
  now: Date.parse('2026-11-21T10:00:00.000Z'),
  today: '2026-11-21',
} as const;

/** Steps that read a table other than by an index of the farm, its flocks, its barns or a key. */
const OFF_THE_FARM = /^SCAN (?!found|flock|tender|heard|page|last_closed|record|\()|_by_org /;

/**
 * Results of other farms are found by when they were closed; of webhooks, and of people with a role in
 * the whole organisation, there are few.
 */
const READ_BY_ORGANISATION: Readonly<Record<string, string>> = {
  groupResults: 'flocks_closed_by_org',
  webhooks: 'webhooks_by_org',
  reach: 'organisation_access_by_org',
  users: 'organisation_access_by_org',
};

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('sqlite');
});
afterAll(() => database.close());

test.each(Object.entries(snapshotLoaders))(
  'SQLite reads %s of one farm only',
  async (part, load) => {
    const { steps, connection } = explaining(database);
    const scope = { orgId: 'org_1', farmIds: 'all' } as const;
    await load({ connection, moment: MOMENT, scope, zoneOf: () => 'UTC' });
    expect(steps.length).toBeGreaterThan(0);
    const strays = [...new Set(steps.filter((step) => OFF_THE_FARM.test(step)))];
    const allowed = READ_BY_ORGANISATION[part];
    expect(strays).toEqual(allowed === undefined ? [] : [expect.stringContaining(allowed)]);
  },
);

test.each([
  ['closedFlocks', 'flocks_closed (org_id=? AND farm_id=? AND closed_at>?)'],
  ['sales', 'sales_by_farm (farm_id=? AND date>?)'],
  ['alerts', 'alerts_by_farm_status (farm_id=? AND status=?)'],
  ['alerts', 'alerts_by_farm (farm_id=? AND created_at>?)'],
  ['tasks', 'tasks_by_farm_due (farm_id=? AND status=?)'],
  ['tasks', 'tasks_completed (farm_id=? AND completed_at>?)'],
  ['fieldReports', 'field_reports_unanswered (farm_id=?)'],
  ['feedOrders', 'feed_orders_open (farm_id=?)'],
  ['marketOrders', 'market_orders_open (farm_id=?)'],
  ['tenders', 'tenders_open (farm_id=?)'],
  ['regItems', 'reg_items_open (farm_id=?)'],
  ['regItems', 'reg_items_by_expiry (farm_id=? AND expiry_date>?)'],
  ['readings', 'env_readings_by_farm (farm_id=? AND ts>?)'],
  ['barnHours', 'env_readings_measured (barn_id=? AND ts>?)'],
  ['newestReadings', 'env_readings_measured (barn_id=?)'],
  ['seenDeaths', 'vision_events_by_farm (farm_id=? AND ts>?)'],
  ['seenBehaviour', 'vision_events_by_farm (farm_id=? AND ts>?)'],
  ['unregisteredCameras', 'vision_events_by_farm (farm_id=? AND ts>?)'],
  ['cameraSightings', 'vision_events_by_farm (farm_id=? AND ts>?)'],
  ['cameraSightings', 'vision_events_by_barn (barn_id=? AND ts>?)'],
  ['liveLogs', 'flocks_live (farm_id=?)'],
] as const)('SQLite finds %s by %s', async (part, index) => {
  const { steps, connection } = explaining(database);
  await snapshotLoaders[part]({
    connection,
    moment: MOMENT,
    scope: MOMENT.scope,
    zoneOf: () => 'UTC',
  });
  expect(steps).toContainEqual(expect.stringContaining(index));
});

test('SQLite finds photos and moults of a whole barn by the barn', async () => {
  const { steps, connection } = explaining(database);
  await listFreshFlocks(connection, { ...MOMENT, days: [{ id: 'farm_1', today: MOMENT.today }] });
  const indexSearches = steps.filter((step) => /SEARCH (photo|moult) /.test(step));
  expect(indexSearches.map((step) => step.replace(/^SEARCH (\w+) USING INDEX /, '$1: '))).toEqual([
    'photo: media_by_flock (flock_id=? AND created_at>?)',
    'photo: media_by_barn (barn_id=? AND created_at>?)',
    'moult: events_by_flock (flock_id=? AND ts>? AND ts<?)',
    'moult: events_by_barn (barn_id=? AND ts>? AND ts<?)',
    'moult: events_by_flock (flock_id=? AND ts>?)',
    'moult: events_by_barn (barn_id=? AND ts>?)',
  ]);
});

test('SQLite finds the people of one farm by the farm', async () => {
  const { steps, connection } = explaining(database);
  await listUsersWithRoles(connection, 'org_1', ['farm_1']);
  expect(steps).toContainEqual(expect.stringContaining('farm_access_by_farm (farm_id=?)'));
  expect(steps).toContainEqual(expect.stringMatching(/SEARCH person USING INDEX sqlite_autoindex/));
});

test('SQLite finds the weighings contradicted by cameras by farm and flock', async () => {
  const { steps, connection } = explaining(database);
  await markContradicted(connection, MOMENT.scope, {
    since: MOMENT.today,
    contradicted: [{ flockId: 'flock_1', day: MOMENT.today, camerasG: 900 }],
  });
  expect(steps).toEqual([
    expect.stringContaining('daily_logs_by_farm (farm_id=? AND date>?)'),
    expect.stringMatching(/SEARCH daily_logs USING INDEX \w+ \(flock_id=\? AND date=\?\)/),
  ]);
});

/** A connection without results that records the plan of every query. */
function explaining(explained: Database) {
  const steps: string[] = [];
  const explain = async (query: Statement) => {
    const plan = await explained.all<{ detail: string }>({
      ...query,
      sql: `explain query plan ${query.sql}`,
    });
    steps.push(...plan.map(({ detail }) => detail));
  };
  const connection: Connection = {
    ...explained,
    async all<T extends object>(query: Statement) {
      await explain(query);
      return [] as T[];
    },
    async run(query: Statement) {
      await explain(query);
      return 0;
    },
    async first(query: Statement) {
      await explain(query);
      return undefined;
    },
  };
  return { steps, connection };
}
