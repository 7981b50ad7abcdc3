import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { IntegrationFeed } from '../../storage/system/integration-feeds.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { Runtime } from '../runtime.ts';
import { markIntegration } from '../weather/mark-integration.ts';

/** How reading a feed ended: null, or why it failed; and what was wrong with a part of it. */
export type FeedOutcome =
  | { readonly error: null; readonly problem?: string | undefined }
  | { readonly error: string };

type FeedKey = Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'farmId'>;

/**
 * A success that changes nothing else is written this often only: the row is shown with its version,
 * and must not become another one with every poll.
 */
const FRESH_MILLIS = 15 * 60_000;
const OFF: readonly unknown[] = ['paused', 'disabled'];

/** The integration of a feed, held against other changes; undefined when it is gone or switched off. */
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
 * Notes on an integration how reading it ended: failing after so many failures in a row, active with
 * the first success. A success that is no news is left out.
 */
export async function markFeed(
  runtime: Runtime,
  transaction: Transaction,
  done: { readonly before: StoredRow; readonly outcome: FeedOutcome; readonly now: number },
): Promise<void> {
  const { before, outcome, now } = done;
  if (outcome.error === null && !isNews(before, outcome.problem, now)) return;
  await markIntegration(runtime, transaction, { before, attempt: outcome, now });
}

function isNews(before: StoredRow, problem: string | undefined, now: number): boolean {
  const { status, lastSuccessAt, lastError } = before;
  if (status !== 'active' || lastError !== (problem ?? null)) return true;
  const last = typeof lastSuccessAt === 'string' ? Date.parse(lastSuccessAt) : Number.NaN;
  return !(Math.abs(now - last) < FRESH_MILLIS);
}
