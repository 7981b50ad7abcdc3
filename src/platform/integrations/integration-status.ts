import { limits } from '../../model/core/limits.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import type { WeatherStation } from '../../storage/system/devices.ts';
import type { IntegrationFeed } from '../../storage/system/integrations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { recordChanges } from '../activity/row-history.ts';
import { systemActor } from '../core/actor.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';

/** The outcome of an integration attempt, with a readable error. */
export type Attempt =
  | {
      readonly error: null;
      /** A problem with part of the data, although the rest was accepted. */
      readonly problem?: string | undefined;
    }
  | { readonly error: string };

const { max: MOST_FAILURES } = integrations.fields.consecutiveFailures;
const { max: LONGEST_ERROR } = integrations.fields.lastError;

/**
 * The integration of a station, locked; undefined when it was deleted, disabled, or polled by
 * another instance since it was listed.
 */
export async function findUntouched(
  transaction: Transaction,
  station: WeatherStation,
): Promise<StoredRow | undefined> {
  const { integrationId: id, orgId, farmId } = station;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, integrations, { id, scope, forUpdate: true });
  if (json === undefined) return undefined;
  const row = storedFromJson(json, orgId);
  const isUntouched =
    row['lastSuccessAt'] === station.lastSuccessAt && row['lastErrorAt'] === station.lastErrorAt;
  const isOff = row['status'] === 'paused' || row['status'] === 'disabled';
  return isUntouched && !isOff ? row : undefined;
}

/**
 * Records the outcome of an attempt on the integration, and moves it between active and failing.
 */
export async function markIntegration(
  runtime: Runtime,
  transaction: Transaction,
  {
    before,
    attempt,
    now,
  }: { readonly before: StoredRow; readonly attempt: Attempt; readonly now: number },
): Promise<void> {
  const at = formatInstant(now);
  const after = {
    ...before,
    ...changesOf(before, attempt, at),
    version: before.version + 1,
    updatedAt: formatInstant(Math.max(now, Date.parse(before.updatedAt))),
  };
  await replaceRow(transaction, integrations, after);
  // A successful contact alone is not recorded in the history; changes of the status are.
  if (after.status !== before['status']) {
    const actor = systemActor(before.orgId, 'integrations');
    await recordChanges(integrations, [{ before, after }], { runtime, transaction, actor });
  }
  await recordActivity(runtime, transaction, {
    definition: integrations,
    before,
    after,
    now,
    actor: { type: 'integration', id: before.id },
  });
}

function changesOf(before: StoredRow, attempt: Attempt, at: string) {
  const status = String(before['status']);
  if (attempt.error === null) {
    return { ...succeeded(at, attempt.problem), status: nextStatus(status, 'active') };
  }
  const change = failed(before, attempt.error, at);
  const isFailing = change.consecutiveFailures >= limits.integrationFailures;
  return { ...change, status: isFailing ? nextStatus(status, 'failing') : status };
}

/** A working integration has no error. */
function succeeded(at: string, problem: string | undefined) {
  return {
    lastSuccessAt: at,
    lastError: problem?.slice(0, LONGEST_ERROR) ?? null,
    lastErrorAt: problem === undefined ? null : at,
    consecutiveFailures: 0,
  };
}

function failed(before: StoredRow, error: string, at: string) {
  const failures = Number(before['consecutiveFailures'] ?? 0) + 1;
  return {
    lastError: error.slice(0, LONGEST_ERROR),
    lastErrorAt: at,
    consecutiveFailures: Math.min(MOST_FAILURES, failures),
  };
}

function nextStatus(status: string, target: 'active' | 'failing'): string {
  const allowed: Readonly<Record<string, readonly string[]>> = integrations.transitions;
  return allowed[status]?.includes(target) ? target : status;
}

/** The outcome of polling a feed: null or the failure; and a problem with part of the data. */
export type FeedOutcome =
  | { readonly error: null; readonly problem?: string | undefined }
  | { readonly error: string };

type FeedKey = Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'farmId'>;

/**
 * Minimum interval between writes of unchanged success: the row is shown with its version, which
 * must not change with every poll.
 */
const FRESH_MILLIS = 15 * 60_000;
const OFF: readonly unknown[] = ['paused', 'disabled'];

/** The integration of a feed, locked; undefined when it was deleted or disabled. */
export async function findWorking(
  transaction: Transaction,
  { integrationId: id, orgId, farmId }: FeedKey,
): Promise<StoredRow | undefined> {
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, integrations, { id, scope, forUpdate: true });
  const row = json === undefined ? undefined : storedFromJson(json, orgId);
  return row && !OFF.includes(row['status']) ? row : undefined;
}

/**
 * Records the outcome of polling on the integration: failing after several consecutive failures,
 * active after the first success. A repeated success is not written.
 */
export async function markFeed(
  runtime: Runtime,
  transaction: Transaction,
  poll: { readonly before: StoredRow; readonly outcome: FeedOutcome; readonly now: number },
): Promise<void> {
  const { before, outcome, now } = poll;
  if (outcome.error === null && !isNews(before, outcome.problem, now)) return;
  await markIntegration(runtime, transaction, { before, attempt: outcome, now });
}

function isNews(before: StoredRow, problem: string | undefined, now: number): boolean {
  const { status, lastSuccessAt, lastError } = before;
  if (status !== 'active' || lastError !== (problem ?? null)) return true;
  const last = typeof lastSuccessAt === 'string' ? Date.parse(lastSuccessAt) : Number.NaN;
  return !(Math.abs(now - last) < FRESH_MILLIS);
}
