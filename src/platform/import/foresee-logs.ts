import type { ResourceName, StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import {
  type FlockDay,
  listFlockDayLosses,
  listLogsOfDays,
} from '../../storage/records/daily-logs.ts';
import { listFlockFacts } from '../../storage/records/flocks.ts';
import { holdFlocks } from '../../storage/records/lock-rows.ts';
import { isCalendarDay } from '../../tools/calendar.ts';
import type { KnownLogs } from '../core/runtime.ts';
import { logLock } from '../rules/related-rows.ts';
import type { ImportBody } from './build-bodies.ts';

/** What is known of the days that the rows of an import are about. */
export interface ForeseenLogs {
  of(flockId: string, date: string): KnownLogs | undefined;
  /** Counts a log that will be written. */
  add(row: StoredRow): void;
  /** Forgets how many birds there were, as logs are about to be changed. */
  forgetLosses(): void;
}

type Log = Pick<StoredOf<'daily-logs'>, 'flockId' | 'date' | 'mortality' | 'culls'>;

/**
 * Looks up all days at once that rows of daily logs are about, which each of them would ask for by
 * itself; undefined for other resources.
 */
export async function foreseeLogs(
  transaction: Transaction,
  resource: string,
  { orgId, bodies }: { readonly orgId: string; readonly bodies: readonly ImportBody[] },
): Promise<ForeseenLogs | undefined> {
  if (resource !== ('daily-logs' satisfies ResourceName)) return undefined;
  const days = bodies.flatMap(({ body }) => dayOf(body) ?? []);
  const scope = { orgId, farmIds: 'all' } as const;
  const flockIds = [...new Set(days.map(({ flockId }) => flockId))];
  await holdFlocks(transaction, scope, flockIds);
  await transaction.lock(...days.map(({ flockId, date }) => logLock(flockId, date)));
  const logs = new Map<string, string>();
  for (const { id, flockId, date } of await listLogsOfDays(transaction, scope, days)) {
    logs.set(keyOf(flockId, date), id);
  }
  const facts = await listFlockFacts(transaction, scope, flockIds);
  const flocks = new Map(facts.map((flock) => [flock.id, flock]));
  const losses = new Map<string, number>();
  for (const { flockId, date, removedBefore } of await listFlockDayLosses(
    transaction,
    scope,
    days,
  )) {
    losses.set(keyOf(flockId, date), removedBefore);
  }
  const named = new Set(days.map(({ flockId, date }) => keyOf(flockId, date)));
  const added: Log[] = [];
  return {
    of(flockId, date) {
      const key = keyOf(flockId, date);
      if (!named.has(key)) return undefined;
      const logId = logs.get(key);
      const before = losses.get(key);
      const flock = flocks.get(flockId);
      if (before === undefined || !flock) return { logId, losses: undefined };
      const earlier = added.filter((log) => log.flockId === flockId && log.date < date);
      const removed = earlier.reduce(
        (sum, log) => sum + (log.mortality ?? 0) + (log.culls ?? 0),
        0,
      );
      return { logId, losses: { flock, removedBefore: before + removed } };
    },
    add(row) {
      const log = row as StoredRow & Log;
      added.push(log);
      logs.set(keyOf(log.flockId, log.date), row.id);
    },
    forgetLosses: () => losses.clear(),
  };
}

const LONGEST_ID = 80;

function dayOf({ flockId, date }: Readonly<Record<string, unknown>>): FlockDay | undefined {
  if (typeof flockId !== 'string' || typeof date !== 'string') return undefined;
  const isId = flockId !== '' && flockId.length <= LONGEST_ID && !flockId.includes('\0');
  return isId && isCalendarDay(date) ? { flockId, date } : undefined;
}

function keyOf(flockId: string, date: string): string {
  return JSON.stringify([flockId, date]);
}
