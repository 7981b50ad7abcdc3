import { automationMetrics, isTimed, readTrigger } from '../../farming/automations/trigger.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import {
  findAutomationEditor,
  forgetAutomationEditor,
  forgetAutomationStates,
  listTriggers,
  listWatchingAutomations,
  storeAutomationEditor,
  type WatchingAutomation,
} from '../../storage/system/automations.ts';
import { type Author, authorOf, systemActor } from '../core/actor.ts';
import type { FarmContext } from '../core/organisation-setup.ts';
import { writeContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import type { RowEvent, Runtime } from '../core/runtime.ts';
import { measuresOf } from './automation-inputs.ts';
import { runAutomations } from './run-automations.ts';

const MEASURED: readonly string[] = ['env-readings', 'vision-events'];
const DECIDING = ['enabled', 'barnId', 'mode', 'trigger', 'action'];
/** Older measurements do not affect the current state. */
const LATE_MILLIS = 3_600_000;

/**
 * Side effects of changed rows on automations: a new reading or camera event is evaluated
 * immediately; a changed automation is evaluated again.
 */
export async function followAutomations(runtime: Runtime, rowEvent: RowEvent): Promise<void> {
  const { resource, before, after, transaction, actor, now, zone, today } = rowEvent;
  const farmId = (after ?? before)?.farmId ?? null;
  if (farmId === null) return;
  const context = { runtime, transaction, actor, now, zone, today, farmId };
  if (MEASURED.includes(resource)) {
    if (after && !before) await followMeasurements(context, resource, [after]);
    return;
  }
  if (resource !== 'automations') return;
  if (before) await forget(context, before, after);
  await recordEditor(rowEvent);
}

/**
 * Runs the automations that watch newly measured values, once for all rows. A farm without
 * automations costs one query; old rows cost none.
 */
export async function followMeasurements(
  context: FarmContext,
  resource: string,
  rows: readonly StoredRow[],
): Promise<void> {
  const freshRows = rows.filter((row) => isFresh(row, resource, context.now));
  if (freshRows.length === 0) return;
  const { transaction, actor, farmId } = context;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const watchingAutomations = await listWatchingAutomations(transaction, scope);
  const barnIds = [...new Set(freshRows.map((row) => String(row['barnId'])))];
  const automations = watchingAutomations.filter((automation) =>
    looksAt(automation, resource, freshRows),
  );
  if (automations.length === 0) return;
  await runAutomations(context, { automations, barnIds, trigger: 'api' });
}

function isFresh(row: StoredRow, resource: string, now: number): boolean {
  const { barnId, ts, source, kind } = row;
  if (typeof barnId !== 'string' || typeof ts !== 'string') return false;
  if (resource === 'env-readings' ? source === 'weather' : kind !== 'behavior') return false;
  return Date.parse(ts) >= now - LATE_MILLIS;
}

function looksAt(
  { barnId, trigger: json }: WatchingAutomation,
  resource: string,
  rows: readonly StoredRow[],
): boolean {
  const trigger = readTrigger(json);
  if (!trigger) return false;
  const { metric } = trigger;
  const isOfReadings = automationMetrics[metric].source === 'readings';
  if (isOfReadings !== (resource === 'env-readings')) return false;
  return rows.some((row) => {
    if (barnId !== null && row['barnId'] !== barnId) return false;
    if (!isOfReadings) return row['unit'] === metric;
    return measuresOf(metric).some((measure) => (row[measure] ?? null) !== null);
  });
}

/** Records the last editor of an automation, with whose key's rights it runs from then on. */
async function recordEditor({ transaction, actor, before, after }: RowEvent): Promise<void> {
  if (after) return storeAutomationEditor(transaction, after, authorOf(actor));
  if (before) await forgetAutomationEditor(transaction, before.id);
}

async function forget(
  { transaction, actor, farmId }: FarmContext,
  before: StoredRow,
  after: StoredRow | undefined,
): Promise<void> {
  const isSameEditor = await isEditedBy(transaction, before, authorOf(actor));
  if (after && isSameEditor && !hasChanged({ before, after }, DECIDING)) return;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  await forgetAutomationStates(transaction, scope, before.id);
}

/** A new editor may change what the automation can do, so it is evaluated again. */
async function isEditedBy(
  transaction: FarmContext['transaction'],
  automation: StoredRow,
  { type, id }: Author,
): Promise<boolean> {
  const editor = await findAutomationEditor(transaction, automation);
  return editor?.author.type === type && editor.author.id === id;
}

/** Options of a round of automation runs. */
export interface AutomationRound {
  readonly signal?: AbortSignal;
  /** Called for every farm that failed. */
  readonly onFailure: (farmId: string, error: unknown) => void;
}

/**
 * Runs time-dependent automations: those that wait for silence, and those whose condition must
 * persist for some time. Each farm has its own transaction, and a failing farm does not stop the
 * others. Returns the number of conditions acted on.
 */
export async function runAutomationRound(
  runtime: Runtime,
  { signal, onFailure }: AutomationRound,
): Promise<number> {
  let acted = 0;
  for (const { orgId, farmId } of await timedFarms(runtime)) {
    if (signal?.aborted) break;
    try {
      acted += await visit(runtime, { orgId, farmId });
    } catch (error) {
      onFailure(farmId, error);
    }
  }
  return acted;
}

interface Farm {
  readonly orgId: string;
  readonly farmId: string;
}

async function timedFarms({ database }: Runtime): Promise<readonly Farm[]> {
  const timed = (await listTriggers(database)).filter(({ trigger }) => isTimedJson(trigger));
  return [...new Map(timed.map((farm) => [farm.farmId, farm])).values()];
}

function visit(runtime: Runtime, { orgId, farmId }: Farm): Promise<number> {
  return runtime.database.transaction(async (transaction) => {
    const call = { actor: systemActor(orgId, 'automations'), at: runtime.clock.now() };
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
    const watchingAutomations = await listWatchingAutomations(transaction, scope);
    const automations = watchingAutomations.filter(({ trigger }) => isTimedJson(trigger));
    if (automations.length === 0) return 0;
    const order = { automations, barnIds: 'all', trigger: 'schedule' } as const;
    const runs = await runAutomations(context, order);
    return runs.filter(({ outcome }) => outcome !== null).length;
  });
}

function isTimedJson(json: unknown): boolean {
  const trigger = readTrigger(json);
  return trigger !== undefined && isTimed(trigger);
}
