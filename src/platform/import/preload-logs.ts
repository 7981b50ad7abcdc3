import { dailyLogs } from '../../model/resources/daily-logs.ts';
import type { ResourceName, StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import {
  type FlockDay,
  listFlockDayLosses,
  listLogsOfDays,
} from '../../storage/records/daily-logs.ts';
import { listFlockFacts } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { lockFlocksShared, lockRows } from '../../storage/records/lock-rows.ts';
import { listWeighings, type WeighedSpan, type Weighing } from '../../storage/records/weights.ts';
import { isCalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { KnownLogs } from '../core/runtime.ts';
import type { WrittenRow } from '../records/write-record.ts';
import { logLock } from '../rules/related-rows.ts';
import type { ImportBody } from './build-bodies.ts';

/** Preloaded data of the days in an import. */
export interface PreloadedLogs {
  of(flockId: string, date: string): KnownLogs | undefined;
  /** A log locked for a change; undefined unless it is the only one of its day. */
  standing(id: string): StoredRow | undefined;
  /** Adds a log to be written or changed. */
  add(written: WrittenRow): void;
  /** Discards losses and weighings, because logs are about to be changed. */
  forget(): void;
}

type Log = Pick<StoredOf<'daily-logs'>, 'flockId' | 'date' | 'mortality' | 'culls' | 'avgWeightGr'>;

/**
 * Loads the data of all days of an import of daily logs at once, instead of one lookup per row;
 * undefined for other resources.
 */
export async function preloadLogs(
  transaction: Transaction,
  resource: string,
  {
    scope: visible,
    bodies,
    isChanging,
  }: {
    /** The scope visible to the caller. */
    readonly scope: Scope;
    readonly bodies: readonly ImportBody[];
    /** Whether existing logs are changed. */
    readonly isChanging: boolean;
  },
): Promise<PreloadedLogs | undefined> {
  if (resource !== ('daily-logs' satisfies ResourceName)) return undefined;
  const days = bodies.flatMap(({ body }) => dayOf(body) ?? []);
  const scope = { orgId: visible.orgId, farmIds: 'all' } as const;
  const flockIds = [...new Set(days.map(({ flockId }) => flockId))];
  await lockFlocksShared(transaction, scope, flockIds);
  await transaction.lock(...days.map(({ flockId, date }) => logLock(flockId, date)));
  const logsByKey = groupBy(await listLogsOfDays(transaction, scope, days), ({ flockId, date }) =>
    keyOf(flockId, date),
  );
  const logs = new Map([...logsByKey].flatMap(([day, [log]]) => (log ? [[day, log.id]] : [])));
  const uniqueLogs = [...logsByKey.values()].flatMap(([log, ...others]) =>
    log && others.length === 0 ? [log.id] : [],
  );
  const lockedLogs = await lockLogs(transaction, visible, isChanging ? uniqueLogs : []);
  const facts = await listFlockFacts(transaction, scope, flockIds);
  const flocks = new Map(facts.map((flock) => [flock.id, flock]));
  const losses = new Map(
    (await listFlockDayLosses(transaction, scope, days)).map((day) => [
      keyOf(day.flockId, day.date),
      day,
    ]),
  );
  let weighings: ReadonlyMap<string, readonly Weighing[]> | undefined = groupBy(
    await listWeighings(transaction, scope, spansOf(days)),
    ({ flockId }) => flockId,
  );
  const requestedKeys = new Set(days.map(({ flockId, date }) => keyOf(flockId, date)));
  const added: Omit<Log, 'avgWeightGr'>[] = [];
  return {
    of(flockId, date) {
      const key = keyOf(flockId, date);
      if (!requestedKeys.has(key)) return undefined;
      const logId = logs.get(key);
      const before = losses.get(key);
      const flock = flocks.get(flockId);
      const weighed = weighings && (weighings.get(flockId) ?? []);
      if (before === undefined || !flock) return { logId, losses: undefined, weighings: weighed };
      const earlier = added.filter((log) => log.flockId === flockId && log.date < date);
      const removed = earlier.reduce(
        (sum, log) => sum + (log.mortality ?? 0) + (log.culls ?? 0),
        0,
      );
      const removedBefore = before.removedBefore + removed;
      const { removedOn } = before;
      return { logId, losses: { flock, removedBefore, removedOn }, weighings: weighed };
    },
    standing: (id) => lockedLogs.get(id),
    add({ before, row }) {
      const log = row as StoredRow & Log;
      const earlier = before as (StoredRow & Log) | undefined;
      const { flockId, date } = log;
      const mortality = (log.mortality ?? 0) - (earlier?.mortality ?? 0);
      const culls = (log.culls ?? 0) - (earlier?.culls ?? 0);
      added.push({ flockId, date, mortality, culls });
      weighings = weighings && withWeighing(weighings, log);
      logs.set(keyOf(flockId, date), row.id);
      if (earlier) lockedLogs.set(row.id, row);
    },
    forget() {
      losses.clear();
      weighings = undefined;
    },
  };
}

function spansOf(days: readonly FlockDay[]): readonly WeighedSpan[] {
  return [...groupBy(days, ({ flockId }) => flockId)].map(([id, ofFlock]) => {
    const dates = ofFlock.map(({ date }) => date).sort();
    return { id, from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  });
}

/** The weighings of flocks, including that of a log to be written. */
function withWeighing(
  weighings: ReadonlyMap<string, readonly Weighing[]>,
  { id: logId, flockId, date: day, avgWeightGr: g }: StoredRow & Log,
): ReadonlyMap<string, readonly Weighing[]> {
  const otherWeighings = (weighings.get(flockId) ?? []).filter(
    (weighing) => weighing.logId !== logId,
  );
  const ownWeighing = g !== null && g > 0 ? [{ flockId, logId, day, g, camerasG: null }] : [];
  const all = [...otherWeighings, ...ownWeighing].sort((left, right) =>
    left.day < right.day ? -1 : 1,
  );
  return new Map(weighings).set(flockId, all);
}

/** Loads logs by ID, locked. */
async function lockLogs(
  transaction: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> {
  await lockRows(
    transaction,
    scope,
    ids.map((id) => ({ definition: dailyLogs, id })),
  );
  const rows = await listRowsByText(transaction, dailyLogs, { scope, field: 'id', texts: ids });
  return new Map(
    rows.map((json) => {
      const row = storedFromJson(json, scope.orgId);
      return [row.id, row];
    }),
  );
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
