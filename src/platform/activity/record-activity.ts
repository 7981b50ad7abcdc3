import type { ActivityChange, ActivityRule } from '../../farming/activity/activity-rule.ts';
import { spikeRule } from '../../farming/activity/activity-rules.ts';
import { activityScore } from '../../farming/activity/activity-score.ts';
import { findActivity } from '../../farming/activity/find-activity.ts';
import type { ResourceName } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { findToldBefore, insertActivity } from '../../storage/system/activity-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';
import { isSpikeLog } from './is-spike-log.ts';
import { monthlyExpenseShare } from './monthly-expense-share.ts';

const HOUR_MILLIS = 3_600_000;
const KIND_WINDOW_MILLIS = 7 * 24 * HOUR_MILLIS;

/** A change that may be worth telling of. */
export interface RecordedChange {
  readonly definition: ResourceDefinition;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow;
  /** The same as the API returns it, computed fields included, where that is made already. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly actor: { readonly type: string; readonly id: string };
}

/** Writes what a change means into the activity log, in the transaction of the change. */
export async function recordActivity(
  runtime: Runtime,
  transaction: Transaction,
  change: RecordedChange,
): Promise<void> {
  const { definition, before, after } = change;
  const told: ActivityChange = { resource: definition.name as ResourceName, before, after };
  const found = findActivity(told);
  if (!found) return;
  await tellActivity(runtime, transaction, {
    rule: await raised(transaction, found, change),
    change,
  });
}

/** Writes what is told of a row by a rule into the activity log. */
export async function tellActivity(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  told: { readonly rule: ActivityRule; readonly change: Omit<RecordedChange, 'before' | 'record'> },
): Promise<void> {
  const { rule, change } = told;
  const { definition, after, now } = change;
  const about = placeOf(definition, after);
  const before7d = await findToldBefore(transaction, {
    orgId: after.orgId,
    farmId: after.farmId,
    kind: rule.kind,
    subject: about.flockId ?? about.barnId ?? (isNew(after, now) ? null : after.id),
    kindSince: formatInstant(now - KIND_WINDOW_MILLIS),
    subjectSince: formatInstant(now - HOUR_MILLIS),
  });
  const monthlyShare =
    rule.kind === 'expense' ? await monthlyExpenseShare(transaction, after) : null;
  await insertActivity(transaction, after.orgId, {
    id: runtime.ids.create('activity'),
    ts: formatInstant(now),
    kind: rule.kind,
    score: activityScore(rule.base, { ...before7d, monthlyShare }),
    title: rule.title(after),
    farmId: after.farmId,
    ...about,
    resource: definition.name,
    rowId: after.id,
    actor: change.actor,
  });
}

/** Whether a row was made at this very moment, so that nothing can have told of it. */
function isNew({ version, createdAt }: StoredRow, now: number): boolean {
  return version === 1 && createdAt === formatInstant(now);
}

/** A log whose deaths are a spike is told as that. */
async function raised(
  transaction: Transaction,
  rule: ActivityRule,
  { after, before, record = {} }: RecordedChange,
): Promise<ActivityRule> {
  const isNewLog = rule.resource === 'daily-logs' && before === undefined;
  return isNewLog && (await isSpikeLog(transaction, after, record)) ? spikeRule : rule;
}

/** Where it happened, as far as the row says. */
export function placeOf(
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
