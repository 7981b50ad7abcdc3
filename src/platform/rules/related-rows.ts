import { refused } from '../../model/core/errors.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { isInDossier } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { lockFlockOfRow, lockFlocksShared } from '../../storage/records/lock-rows.ts';
import { findCaseFileOf } from '../../storage/system/case-files.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';

/** The part of a row that determines whether it is sealed. */
type SealableRow = Readonly<Record<string, unknown>> & Pick<StoredRow, 'orgId'>;

/**
 * Throws `sealed_case_file` when the row, or the flock it belongs to, is part of a sealed case
 * file. Otherwise prevents sealing until the transaction ends.
 */
export async function requireUnsealed(
  resource: string,
  row: SealableRow,
  { transaction }: Pick<RuleContext, 'transaction'>,
): Promise<void> {
  if (row['sealed'] !== true && !(await isFlockSealed(resource, row, transaction))) return;
  throw refused(
    'sealed_case_file',
    'The row is part of a sealed case file and can no longer be changed.',
  );
}

/** The lock for finding and writing the log of a flock for a day. */
export function logLock(flockId: string, date: string): string {
  return `daily-log ${flockId} ${date}`;
}

/** Throws `sealed_case_file` for a farm whose deletion would cascade to case files. */
export async function requireNoCaseFiles(
  definition: ResourceDefinition,
  { id: farmId, orgId }: StoredRow,
  { transaction }: Pick<RuleContext, 'transaction'>,
): Promise<void> {
  if (definition.farm.kind !== 'self') return;
  const caseFileId = await findCaseFileOf(transaction, { orgId, farmId });
  if (caseFileId === undefined) return;
  throw refused(
    'sealed_case_file',
    `The farm has the sealed case file ${caseFileId}, whose rows must stay.`,
  );
}

/** Locks the flocks of a dossier row before the row itself. */
export async function lockFlockFirst(
  transaction: Transaction,
  definition: ResourceDefinition,
  row: Parameters<typeof lockFlockOfRow>[2],
): Promise<void> {
  // PostgreSQL refuses NUL bytes; no ID contains one.
  if (!isInDossier(definition.name) || row.id.includes('\0')) return;
  await lockFlockOfRow(transaction, definition, row);
}

async function isFlockSealed(
  resource: string,
  { flockId, orgId }: SealableRow,
  transaction: Transaction,
): Promise<boolean> {
  if (!isInDossier(resource) || typeof flockId !== 'string') return false;
  const sealed = await lockFlocksShared(transaction, { orgId, farmIds: 'all' }, [flockId]);
  return sealed.has(flockId);
}

/**
 * The row of the same organisation that a field of a changed row refers to; undefined when there is
 * none.
 */
export async function findNeighbour(
  { transaction }: Pick<RuleContext, 'transaction'>,
  definition: ResourceDefinition,
  input: { readonly id: unknown; readonly orgId: string; readonly forUpdate?: boolean },
): Promise<StoredRow | undefined> {
  const { id, orgId, forUpdate = false } = input;
  if (typeof id !== 'string') return undefined;
  const scope = { orgId, farmIds: 'all' } as const;
  const json = await findRow(transaction, definition, { id, scope, forUpdate });
  return json === undefined ? undefined : storedFromJson(json, orgId);
}
