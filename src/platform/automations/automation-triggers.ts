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
/** What was measured longer ago changes nothing about now. */
const LATE_MILLIS = 3_600_000;

/**
 * What follows for automations from rows that change: a new reading, or what a camera saw, is
 * judged at once; an automation that is changed is judged anew.
 */
export async function followAutomations(runtime: Runtime, touch: RowEvent): Promise<void> {
  const { resource, before, after, transaction, actor, now, zone, today } = touch;
  const farmId = (after ?? before)?.farmId ?? null;
  if (farmId === null) return;
  const context = { runtime, transaction, actor, now, zone, today, farmId };
  if (MEASURED.includes(resource)) {
    if (after && !before) await followMeasurements(context, resource, [after]);
    return;
  }
  if (resource !== 'automations') return;
  if (before) await forget(context, before, after);
  await recordEditor(touch);
}

/**
 * Runs the automations that look at what was just measured, once for all the rows. A farm without
 * automations costs one question to the database; rows of long ago cost none.
 */
export async function followMeasurements(
  context: FarmContext,
  resource: string,
  rows: readonly StoredRow[],
): Promise<void> {
  const fresh = rows.filter((row) => isFresh(row, resource, context.now));
  if (fresh.length === 0) return;
  const { transaction, actor, farmId } = context;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const watching = await listWatchingAutomations(transaction, scope);
  const barnIds = [...new Set(fresh.map((row) => String(row['barnId'])))];
  const automations = watching.filter((automation) => looksAt(automation, resource, fresh));
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

/** Whoever changes an automation answers for it: from now on it runs with that key's rights. */
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

/** With another editor an automation may do something else: it is judged again. */
async function isEditedBy(
  transaction: FarmContext['transaction'],
  automation: StoredRow,
  { type, id }: Author,
): Promise<boolean> {
  const known = await findAutomationEditor(transaction, automation);
  return known?.author.type === type && known.author.id === id;
}

/** What a round over the farms is made with. */
export interface AutomationRound {
  readonly signal?: AbortSignal;
  /** Told of every farm that failed. */
  readonly onFailure: (farmId: string, error: unknown) => void;
}

/**
 * Runs the automations that time alone can set off: those that wait for silence, and those whose
 * condition must hold for a while. Each farm is a transaction of its own, and one that fails does
 * not stop the others. Returns how many conditions were acted on.
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
    const watching = await listWatchingAutomations(transaction, scope);
    const automations = watching.filter(({ trigger }) => isTimedJson(trigger));
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
