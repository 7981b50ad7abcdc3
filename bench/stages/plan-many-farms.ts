import { listUnreachedFarms, loadFarmReach } from '../../src/platform/access/farm-people.ts';
import { planDigests } from '../../src/platform/notices/digests.ts';
import { planIncidents } from '../../src/platform/notices/incidents.ts';
import { bootstrap } from '../../src/server/bootstrap.ts';
import { openDatabase } from '../../src/server/core/open-database.ts';
import type { Database, Transaction } from '../../src/storage/core/database.ts';
import { insertChannel, putDuty } from '../../src/storage/system/notice-channels.ts';
import { putDigest } from '../../src/storage/system/notice-digests.ts';
import { addToIncident } from '../../src/storage/system/notice-incidents.ts';
import { insertRowsOf } from '../../test/support/a-row.ts';

/** Durations of the rounds of some work, and their number of database queries. */
export interface Rounds {
  readonly millis: readonly number[];
  readonly mostStatements: number;
}

/** Durations of the work for many farms. */
export interface ManyFarms {
  readonly incidents: Rounds;
  readonly digests: Rounds;
  /**
   * Milliseconds to determine the recipients of the alerts of one farm, and of all farms together.
   */
  readonly reachOfOne: readonly number[];
  readonly reachOfAll: number;
  readonly rssMib: number;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const DIGESTS_AT_ONCE = 2;
const ASKED_FARMS = 50;

/**
 * A critical alert on each of many farms with a manager and a duty plan each, and due briefings.
 */
export async function planManyFarms({
  location,
  farms,
}: {
  readonly location: Parameters<typeof openDatabase>[0];
  readonly farms: number;
}): Promise<ManyFarms> {
  const database = await openDatabase(location);
  const { orgId } = await bootstrap(database);
  const now = Date.now();
  await addFarms(database, { orgId, farms, at: new Date(now).toISOString() });
  let ids = 0;
  const runtime = {
    clock: { now: () => now },
    ids: { create: (kind: string) => `${kind}_${++ids}` },
  };
  const incidents = await measureRounds(database, (one) => planIncidents(runtime, one));
  const digests = await measureRounds(database, (one) =>
    planDigests(runtime, one, DIGESTS_AT_ONCE),
  );
  const scope = { orgId, farmIds: 'all' } as const;
  const reachOfOne: number[] = [];
  for (let n = 0; n < ASKED_FARMS; n++) {
    const asked = { scope, farmId: `farm_${n}`, now };
    reachOfOne.push(await millisOf(() => loadFarmReach(database, asked)));
  }
  const reachOfAll = await millisOf(() => listUnreachedFarms(database, { orgId, now }));
  await database.close();
  const rssMib = process.memoryUsage().rss / 2 ** 20;
  return { incidents, digests, reachOfOne, reachOfAll, rssMib };
}

/** Runs rounds until no work is due, one transaction per round. */
async function measureRounds(
  database: Database,
  work: (transaction: Transaction) => Promise<number>,
): Promise<Rounds> {
  const millis: number[] = [];
  let mostStatements = 0;
  for (;;) {
    let statements = 0;
    let found = 0;
    const took = await millisOf(() =>
      database.transaction(async (transaction) => {
        found = await work(counted(transaction, () => statements++));
      }),
    );
    if (found === 0) return { millis, mostStatements };
    millis.push(took);
    mostStatements = Math.max(mostStatements, statements);
  }
}

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

const ASKING = ['all', 'first', 'run'];

function counted(transaction: Transaction, onStatement: () => void): Transaction {
  return new Proxy(transaction, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (ASKING.includes(String(name))) onStatement();
        return value.apply(target, given);
      };
    },
  });
}

async function addFarms(
  database: Database,
  { orgId, farms, at }: { readonly orgId: string; readonly farms: number; readonly at: string },
): Promise<void> {
  const numbers = Array.from({ length: farms }, (_, n) => n);
  const add = (resource: Parameters<typeof insertRowsOf>[1], row: (n: number) => object) =>
    insertRowsOf(
      database,
      resource,
      numbers.map((n) => ({ orgId, farmId: `farm_${n}`, ...row(n) })),
    );
  await add('farms', (n) => ({ id: `farm_${n}`, name: `Farm ${n}`, currency: 'ILS' }));
  await add('users', (n) => ({ id: `user_${n}`, farmId: null, name: `N ${n}`, status: 'active' }));
  await add('farm-access', (n) => ({
    id: `access_${n}`,
    userId: `user_${n}`,
    role: 'manager',
    status: 'active',
  }));
  await add('alerts', (n) => ({
    id: `alert_${n}`,
    title: 'Heat',
    severity: 'critical',
    status: 'open',
  }));
  await database.transaction(async (transaction) => {
    for (const n of numbers) await addPerson(transaction, { orgId, n, at });
  });
}

async function addPerson(
  transaction: Transaction,
  { orgId, n, at }: { readonly orgId: string; readonly n: number; readonly at: string },
): Promise<void> {
  const [userId, farmId] = [`user_${n}`, `farm_${n}`];
  await insertChannel(transaction, {
    id: `channel_${n}`,
    orgId,
    userId,
    kind: 'email',
    address: `${n}@example.com`,
    sealed: null,
    authRef: null,
    verifiedAt: at,
    codeHash: null,
    codeExpiresAt: null,
    codeTries: 0,
    consecutiveFailures: 0,
    disabledAt: null,
    disabledReason: null,
    createdAt: at,
    updatedAt: at,
  });
  const shift = { userId, days: EVERY_DAY, from: '06:00', to: '06:00' };
  const escalation = [{ userIds: [userId], afterMinutes: 5 }];
  const plan = { shifts: [shift], exceptions: [], escalation, quietHours: null, warnings: true };
  await putDuty(transaction, { farmId, orgId, plan, updatedAt: at, updatedBy: 'bench' });
  await putDigest(transaction, { userId, orgId, hour: 6, via: 'email', nextAt: at, updatedAt: at });
  await addToIncident(transaction, `alert_${n}`, {
    id: `incident_${n}`,
    orgId,
    farmId,
    severity: 'critical',
    openedAt: at,
    nextAt: at,
  });
}
