import { limits } from '../../model/limits.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { replaceRow } from '../../storage/records/write-row.ts';
import type { WeatherStation } from '../../storage/system/weather-stations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemActor } from '../access/system-actor.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { noteChanged } from '../history/note-history.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { Runtime } from '../runtime.ts';

/** How an attempt of an integration ended; an error in words for people. */
export type Attempt =
  | {
      readonly error: null;
      /** What was wrong with a part of it, although the rest was taken. */
      readonly problem?: string | undefined;
    }
  | { readonly error: string };

const { max: MOST_FAILURES } = integrations.fields.consecutiveFailures;
const { max: LONGEST_ERROR } = integrations.fields.lastError;

/**
 * The integration of a station, held against other changes; undefined when it is gone, has been
 * switched off, or was asked by somebody else since it was listed.
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

/** Notes on an integration how its attempt ended, and moves it between active and failing. */
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
  // That it was heard again is no change worth keeping; that it began or ceased to work is.
  if (after.status !== before['status']) {
    const actor = systemActor(before.orgId, 'integrations');
    await noteChanged(integrations, { before, after }, { runtime, transaction, actor });
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

/** Of one that works again the trouble it had is over. */
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

function nextStatus(status: string, wanted: 'active' | 'failing'): string {
  const allowed: Readonly<Record<string, readonly string[]>> = integrations.transitions;
  return allowed[status]?.includes(wanted) ? wanted : status;
}
