import { buildFlockRecord, type FlockRows } from '../../farming/core/build-flock-record.ts';
import { isSpike, mayBeSpike } from '../../farming/health/mortality-spike.ts';
import {
  type ActivityRule,
  activityScore,
  findActivity,
  lateRule,
  spikeRule,
} from '../../farming/reports/activity.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { expenses } from '../../model/resources/expenses.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { ResourceName, StoredOf } from '../../model/resources/registry.ts';
import { sales } from '../../model/resources/sales.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listFlockDayLosses } from '../../storage/records/daily-logs.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listMonthlyTotals } from '../../storage/records/flock-totals.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import {
  type ActivityEntry,
  findReportedBefore,
  insertActivities,
  type ReportedBefore,
} from '../../storage/system/activity-log.ts';
import {
  addDays,
  addMonths,
  type CalendarDay,
  dayInZone,
  formatInstant,
  HOUR_MILLIS,
} from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import { farmZone } from '../core/farm-zone.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import type { Runtime } from '../core/runtime.ts';

const KIND_WINDOW_MILLIS = 7 * 24 * HOUR_MILLIS;

/** A change that may produce an activity entry. */
export interface RecordedChange {
  readonly definition: ResourceDefinition;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow;
  /** The API representation, with computed fields, if already built. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly actor: { readonly type: string; readonly id: string };
}

/** Records the meaning of a change in the activity log, in the transaction of the change. */
export function recordActivity(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  change: RecordedChange,
): Promise<void> {
  return recordActivities(runtime, transaction, [change]);
}

/** Like `recordActivity`, for several changes to rows of one organisation, in order. */
export async function recordActivities(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  changes: readonly RecordedChange[],
): Promise<void> {
  const reported: ReportedChange[] = [];
  const zones = new Map<string, Promise<string>>();
  for (const change of changes) {
    const { definition, before, after } = change;
    const resource = definition.name as ResourceName;
    const activity = findActivity({ resource, before, after });
    if (!activity) continue;
    const rule = await raised(transaction, activity, change);
    const isNewFigure = before === undefined || activity.kind === 'weighing';
    const isLate = isNewFigure && (await isOfEarlierDay(transaction, change, zones));
    reported.push({ rule: isLate ? lateRule(rule) : rule, change });
  }
  await describeActivities(runtime, transaction, reported);
}

/** Whether a record is about a day before the one on which it is entered, in the zone of its farm. */
async function isOfEarlierDay(
  transaction: Transaction,
  { after: { date, orgId, farmId }, now }: RecordedChange,
  zones: Map<string, Promise<string>>,
): Promise<boolean> {
  // Today is the newest day in the easternmost zone.
  if (typeof date !== 'string' || date >= dayInZone(now, EASTERNMOST_ZONE)) return false;
  const zone =
    zones.get(farmId ?? '') ?? farmZone(transaction, { orgId, farmId: farmId ?? undefined });
  zones.set(farmId ?? '', zone);
  return date < dayInZone(now, await zone);
}

const EASTERNMOST_ZONE = 'Pacific/Kiritimati';

/** A row and the rule that describes it. */
export interface ReportedChange {
  readonly rule: ActivityRule;
  readonly change: Omit<RecordedChange, 'before' | 'record'> &
    Partial<Pick<RecordedChange, 'before'>>;
}

/** Writes rule-based activity entries for rows of one organisation. */
export async function describeActivities(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  reported: readonly ReportedChange[],
): Promise<void> {
  const [first] = reported;
  if (!first) return;
  const memory = rememberShown(transaction);
  const months = new Map<string, Promise<number | null>>();
  const entries: ActivityEntry[] = [];
  for (const { rule, change } of reported) {
    const { definition, after, now } = change;
    const reportedBefore = await memory.find(rule.kind, change);
    const monthlyShare =
      rule.kind === 'expense' ? await monthlyExpenseShare(transaction, after, months) : null;
    entries.push({
      id: runtime.ids.create('activity'),
      ts: formatInstant(now),
      kind: rule.kind,
      score: activityScore(rule.base, { ...reportedBefore, monthlyShare }),
      title: rule.title(after, change.before),
      farmId: after.farmId,
      ...activityPlace(definition, after),
      resource: definition.name,
      rowId: after.id,
      actor: change.actor,
    });
  }
  await insertActivities(transaction, first.change.after.orgId, entries);
}

/**
 * Loads earlier entries of a row: from the log, and from preceding changes not yet written to it.
 */
function rememberShown(transaction: Transaction) {
  const kinds = new Set<string>();
  const subjects = new Set<string>();
  return {
    async find(
      kind: string,
      { definition, after, now }: ReportedChange['change'],
    ): Promise<ReportedBefore> {
      const { orgId, farmId } = after;
      const { barnId, flockId } = activityPlace(definition, after);
      const subject = flockId ?? barnId ?? (isNew(after, now) ? null : after.id);
      const kindKey = JSON.stringify([farmId, kind]);
      const subjectKey = JSON.stringify([farmId, kind, subject]);
      const isKnownKind = kinds.has(kindKey);
      const isRepeated = subjects.has(subjectKey);
      kinds.add(kindKey);
      if (subject !== null) subjects.add(subjectKey);
      if (isKnownKind && (isRepeated || subject === null)) return { isKnownKind, isRepeated };
      const reported = await findReportedBefore(transaction, {
        orgId,
        farmId,
        kind,
        subject,
        kindSince: formatInstant(now - KIND_WINDOW_MILLIS),
        subjectSince: formatInstant(now - HOUR_MILLIS),
      });
      return { ...reported, isKnownKind: isKnownKind || reported.isKnownKind };
    },
  };
}

/** Whether a row was created at this instant, so that it cannot have earlier entries. */
function isNew({ version, createdAt }: StoredRow, now: number): boolean {
  return version === 1 && createdAt === formatInstant(now);
}

/** Replaces the rule of a daily log whose deaths are a spike. */
async function raised(
  transaction: Transaction,
  rule: ActivityRule,
  { after, before, record = {} }: RecordedChange,
): Promise<ActivityRule> {
  const isNewLog = rule.resource === 'daily-logs' && before === undefined;
  return isNewLog && (await isSpikeLog(transaction, after, record)) ? spikeRule : rule;
}

/** The place of an activity, as far as the row contains it. */
export function activityPlace(
  { name }: Pick<ResourceDefinition, 'name'>,
  row: Readonly<Record<string, unknown>>,
): { readonly barnId: string | null; readonly flockId: string | null } {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const ownId = text(row['id']);
  return {
    barnId: name === 'barns' ? ownId : text(row['barnId']),
    flockId: name === 'flocks' ? ownId : text(row['flockId']),
  };
}

/** Covers the day itself, the previous day and the seven days before that one. */
const DAYS_BACK = 14;
const MOST_ROWS = 2000;

/** Maximum rounding error of a computed percentage. */
const ROUNDED_OFF_PCT = 0.005;

/** Whether the deaths of a daily log are a spike; the record is the log as shown. */
async function isSpikeLog(
  connection: Connection,
  log: StoredRow,
  { mortalityPct }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const deaths = Number(log['mortality'] ?? 0);
  if (deaths === 0) return false;
  const setup = await loadOrganisationSetup(connection, log.orgId);
  // Most logs are decided without loading the preceding days.
  const pct = typeof mortalityPct === 'number' ? mortalityPct + ROUNDED_OFF_PCT : 100;
  if (!mayBeSpike({ deaths, pct }, setup.thresholds)) return false;
  const day = String(log['date']);
  const rows = await loadLastDays(connection, log, day);
  if (rows === undefined) return false;
  const record = buildFlockRecord(rows, {
    today: day,
    zone: setup.zoneOf({ latitude: null, longitude: null }),
  });
  return isSpike(record, day, setup.thresholds);
}

/** The logs of the same flock that its deaths are compared with. */
async function loadLastDays(
  connection: Connection,
  log: StoredRow,
  day: CalendarDay,
): Promise<FlockRows | undefined> {
  const scope = { orgId: log.orgId, farmIds: 'all' } as const;
  const flockId = String(log['flockId']);
  const flock = await findRow(connection, flocks, { id: flockId, scope });
  if (flock === undefined) return undefined;
  const since = addDays(day, -DAYS_BACK);
  const [losses] = await listFlockDayLosses(connection, scope, [{ flockId, date: since }]);
  const ofFlock = async <T>(definition: ResourceDefinition) => {
    const rows = await listRows(connection, definition, {
      scope,
      conditions: [
        { field: 'flockId', operator: '=', value: flockId },
        { field: 'date', operator: '>=', value: since },
        { field: 'date', operator: '<=', value: day },
      ],
      order: 'date',
      direction: 'asc',
      limit: MOST_ROWS,
      offset: 0,
    });
    return rows.map((row) => JSON.parse(row) as T);
  };
  return {
    flock: JSON.parse(flock) as StoredOf<'flocks'>,
    barn: undefined,
    logs: await ofFlock<StoredOf<'daily-logs'>>(dailyLogs),
    sales: await ofFlock<StoredOf<'sales'>>(sales),
    smartWeight: undefined,
    removedBefore: losses?.removedBefore ?? 0,
  };
}

const MONTHS = 12;

/**
 * An expense relative to the median monthly expenses of the farm in the preceding twelve months;
 * null without history. Medians are cached in `known`.
 */
async function monthlyExpenseShare(
  connection: Connection,
  expense: StoredRow,
  usualAmounts: Map<string, Promise<number | null>>,
): Promise<number | null> {
  const month = `${String(expense['date']).slice(0, 7)}-01`;
  const key = JSON.stringify([expense.farmId, month]);
  const usual = usualAmounts.get(key) ?? usualMonth(connection, expense, month);
  usualAmounts.set(key, usual);
  const amount = await usual;
  return amount === null || amount <= 0 ? null : Number(expense['amount']) / amount;
}

async function usualMonth(
  connection: Connection,
  { orgId, farmId }: StoredRow,
  month: CalendarDay,
): Promise<number | null> {
  const totals = await listMonthlyTotals(connection, expenses, {
    scope: { orgId, farmIds: farmId === null ? [] : [farmId] },
    field: 'amount',
    from: addMonths(month, -MONTHS),
    before: month,
  });
  return median(totals);
}
