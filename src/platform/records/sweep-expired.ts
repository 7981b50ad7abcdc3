import { limits } from '../../model/core/limits.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { type Condition, listRows } from '../../storage/records/list-rows.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { addDays, dayInZone, formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { systemActor } from '../core/actor.ts';
import { farmZone } from '../core/farm-zone.ts';
import { lockForWrites } from '../core/lock-order.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { type ExpiryRule, expiryRules, rowNow } from '../rules/status-rules.ts';
import { changeRecord } from './write-record.ts';

export interface SweepOptions {
  readonly signal?: AbortSignal;
  /** Called for every row that could not be changed; the others are changed nevertheless. */
  readonly onFailure: (id: string, error: unknown) => void;
}
/** The zone in which each day begins first. */
const EASTERNMOST_ZONE = 'Pacific/Kiritimati';

/**
 * Updates the time-dependent status of the rows of all organisations; returns the number changed.
 */
export async function sweepExpired(runtime: Runtime, options: SweepOptions): Promise<number> {
  let changed = 0;
  for (const { id: orgId } of await listOrganisations(runtime.database)) {
    for (const rule of expiryRules) {
      for await (const rows of candidates(runtime, orgId, rule)) {
        if (options.signal?.aborted) return changed;
        changed += await sweepPage(runtime, { orgId, rule, rows }, options);
      }
    }
  }
  return changed;
}

/** One page of rows of a rule that may have expired. */
interface SweptPage {
  readonly orgId: string;
  readonly rule: ExpiryRule;
  readonly rows: readonly StoredRow[];
}

/** The rows that have expired in at least one time zone, oldest first, page by page. */
async function* candidates(
  { database, clock }: Runtime,
  orgId: string,
  rule: ExpiryRule,
): AsyncGenerator<readonly StoredRow[]> {
  const definition = getResource(rule.resource);
  const { field: order, from } = rule;
  const limit = limits.expiredRowsPerPage;
  const conditions: readonly Condition[] = [
    { field: 'status', operator: '=', value: from },
    { field: order, operator: '<=', value: latestValue(rule, clock.now()) },
  ];
  const scope = { orgId, farmIds: 'all' } as const;
  let last: StoredRow | undefined;
  do {
    const after = last && { value: String(last[order]), id: last.id };
    const expired = await listRows(database, definition, {
      ...{ scope, conditions, order, direction: 'asc', limit, offset: 0 },
      ...(after ? { after } : {}),
    });
    const rows = expired.map((json) => storedFromJson(json, orgId));
    yield rows;
    last = rows.length === limit ? rows.at(-1) : undefined;
  } while (last);
}

function latestValue({ comes }: ExpiryRule, now: number): string {
  if (typeof comes === 'object') return formatInstant(now - comes.minutes * MINUTE_MILLIS);
  const today = dayInZone(now, EASTERNMOST_ZONE);
  return comes === 'on the day' ? today : addDays(today, -1);
}

async function sweepPage(
  runtime: Runtime,
  { orgId, rule, rows }: SweptPage,
  options: SweepOptions,
): Promise<number> {
  let changed = 0;
  for (const [farmId, own] of groupBy(rows, (row) => row.farmId ?? '')) {
    if (farmId === '' || options.signal?.aborted) continue;
    const zone = await farmZone(runtime.database, { orgId, farmId });
    const now = runtime.clock.now();
    const present = { now, today: dayInZone(now, zone) };
    const due = own.filter((row) => rowNow({ name: rule.resource }, row, present) !== row);
    if (due.length === 0) continue;
    changed += await runtime.database.transaction((transaction) =>
      sweepFarm({ runtime, transaction, rule, orgId, farmId }, due, options),
    );
  }
  return changed;
}

interface SweptFarm {
  readonly runtime: Runtime;
  readonly transaction: Transaction;
  readonly rule: ExpiryRule;
  readonly orgId: string;
  readonly farmId: string;
}

async function sweepFarm(
  farm: SweptFarm,
  due: readonly StoredRow[],
  { onFailure }: SweepOptions,
): Promise<number> {
  const { runtime, transaction, orgId, farmId } = farm;
  const call = { actor: systemActor(orgId, 'expiry'), at: runtime.clock.now() };
  const context = await writeContext(runtime, transaction, { call, farmId });
  const definition = getResource(farm.rule.resource);
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const rows = due.map(({ id }) => ({ definition, id }));
  await lockForWrites(transaction, { scope, written: [], rows, sent: [farmId] });
  let changed = 0;
  for (const { id } of due) {
    try {
      await transaction.savepoint(async () => {
        // The row may have changed since it was read.
        const json = await findRow(transaction, definition, { id, scope, forUpdate: true });
        const before = json === undefined ? undefined : storedFromJson(json, orgId);
        if (!before || rowNow(definition, before, context) === before) return;
        await changeRecord(definition, { before, changes: {} }, context);
        changed += 1;
      });
    } catch (error) {
      onFailure(id, error);
    }
  }
  return changed;
}
