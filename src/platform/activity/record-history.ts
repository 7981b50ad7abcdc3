import { buildFlockRecord } from '../../farming/core/build-flock-record.ts';
import { isSpike } from '../../farming/health/mortality-spike.ts';
import {
  type ActivityChange,
  activityScore,
  findActivity,
  isReported,
  spikeRule,
} from '../../farming/reports/activity.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
  type StoredOf,
} from '../../model/resources/registry.ts';
import { defaultThresholds } from '../../model/thresholds.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { type ActivityEntry, insertActivities } from '../../storage/system/activity-log.ts';
import { HOUR_MILLIS } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { createIdFactory, type FillRandom } from '../../tools/ids.ts';
import { median, sum } from '../../tools/statistics.ts';
import { activityPlace } from './record-activity.ts';

/** Bulk-loaded rows, by resource. */
export type HistoricRows = Readonly<Partial<Record<ResourceName, readonly StoredRow[]>>>;

/** A reconstructed change. */
interface PastChange extends ActivityChange {
  readonly at: string;
  readonly row: StoredRow;
}

/** Timestamp fields that record when a row left its initial state. */
const LATER_STATES: Readonly<
  Partial<Record<ResourceName, readonly [stamp: string, began: string]>>
> = {
  alerts: ['resolvedAt', 'open'],
  tasks: ['completedAt', 'open'],
  flocks: ['closedAt', 'active'],
  'controller-commands': ['executedAt', 'approved'],
};
const WEEK_MILLIS = 7 * 24 * HOUR_MILLIS;

/** Writes the activities implied by bulk-loaded rows, in chronological order. */
export async function recordHistory(
  transaction: Transaction,
  history: { readonly orgId: string; readonly rows: HistoricRows },
  fillRandom: FillRandom,
): Promise<void> {
  const entries = pastActivities(history.rows, fillRandom);
  await insertActivities(transaction, history.orgId, entries);
}

function pastActivities(rows: HistoricRows, fillRandom: FillRandom): ActivityEntry[] {
  let time = 0;
  const ids = createIdFactory(() => time, fillRandom);
  const isSpikeLog = spikesOf(rows);
  const shareOf = expenseShares(rows.expenses ?? []);
  const lastReported = new Map<string, number>();
  const entries: ActivityEntry[] = [];
  for (const change of pastChanges(rows)) {
    const activity = findActivity(change);
    if (!activity) continue;
    const { row, at } = change;
    const isUnusual = activity.resource === 'daily-logs' && isSpikeLog(row);
    const rule = isUnusual ? spikeRule : activity;
    const place = activityPlace(getResource(change.resource), row);
    const ofKind = `${row.farmId} ${rule.kind}`;
    const ofSubject = `${ofKind} ${place.flockId ?? place.barnId ?? row.id}`;
    time = Date.parse(at);
    const score = activityScore(rule.base, {
      isKnownKind: time - (lastReported.get(ofKind) ?? Number.NEGATIVE_INFINITY) <= WEEK_MILLIS,
      isRepeated: time - (lastReported.get(ofSubject) ?? Number.NEGATIVE_INFINITY) <= HOUR_MILLIS,
      monthlyShare: rule.kind === 'expense' ? shareOf(row) : null,
    });
    lastReported.set(ofKind, time).set(ofSubject, time);
    entries.push({
      id: ids.create('activity'),
      ts: at,
      kind: rule.kind,
      score,
      title: rule.title(row),
      farmId: row.farmId,
      resource: change.resource,
      rowId: row.id,
      actor: row.createdBy,
      ...place,
    });
  }
  return entries;
}

function pastChanges(rows: HistoricRows): PastChange[] {
  const changes = resourceNames
    .filter(isReported)
    .flatMap((resource) => (rows[resource] ?? []).flatMap((row) => changesOf(resource, row)));
  return changes.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
}

function changesOf(resource: ResourceName, row: StoredRow): PastChange[] {
  const [stamp, began] = LATER_STATES[resource] ?? [];
  const laterInstant = stamp === undefined ? null : row[stamp];
  if (typeof laterInstant !== 'string') {
    return [{ resource, at: row.createdAt, before: undefined, after: row, row }];
  }
  const first = { ...row, status: began };
  return [
    { resource, at: row.createdAt, before: undefined, after: first, row },
    { resource, at: laterInstant, before: first, after: row, row },
  ];
}

/** A predicate for daily logs with a mortality spike. */
function spikesOf(rows: HistoricRows): (log: StoredRow) => boolean {
  // Rows of a resource have its fields, which the type system cannot prove.
  const logs = (rows['daily-logs'] ?? []) as unknown as readonly StoredOf<'daily-logs'>[];
  const flocks = (rows.flocks ?? []) as unknown as readonly StoredOf<'flocks'>[];
  const sales = (rows.sales ?? []) as unknown as readonly StoredOf<'sales'>[];
  const logsOf = groupBy(logs, (log) => log.flockId);
  const salesOf = groupBy(sales, (sale) => sale.flockId);
  const spikes = new Set<string>();
  for (const flock of flocks) {
    const flockLogs = (logsOf.get(flock.id) ?? []).toSorted((left, right) =>
      left.date < right.date ? -1 : 1,
    );
    const last = flockLogs.at(-1);
    if (!last) continue;
    const soldBy = (salesOf.get(flock.id) ?? []).toSorted((left, right) =>
      left.date < right.date ? -1 : 1,
    );
    const parts = {
      flock,
      barn: undefined,
      logs: flockLogs,
      sales: soldBy,
      smartWeight: undefined,
    };
    const record = buildFlockRecord(parts, { today: last.date, zone: 'UTC' });
    for (const log of flockLogs) {
      if (isSpike(record, log.date, defaultThresholds)) spikes.add(log.id);
    }
  }
  return (log) => spikes.has(log.id);
}

/** Relates an expense to the median monthly expenses of its farm. */
function expenseShares(expenses: readonly StoredRow[]): (expense: StoredRow) => number | null {
  const medians = new Map<string | null, number | null>();
  for (const [farmId, own] of groupBy(expenses, (row) => String(row.farmId))) {
    const months = groupBy(own, (row) => String(row['date']).slice(0, 7));
    const totals = [...months.values()].map((month) =>
      sum(month.map((row) => Number(row['amount']))),
    );
    medians.set(farmId, median(totals));
  }
  return (expense) => {
    const usual = medians.get(String(expense.farmId)) ?? null;
    return usual === null || usual <= 0 ? null : Number(expense['amount']) / usual;
  };
}
