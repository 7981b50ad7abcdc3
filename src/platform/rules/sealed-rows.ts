import { refused } from '../../model/errors.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { findRow } from '../../storage/records/find-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { RuleContext } from './resource-rules.ts';

/** The resources whose rows are part of the case file of their flock. */
const DOSSIER = new Set([
  'daily-logs',
  'treatments',
  'sales',
  'feed-deliveries',
  'expenses',
  'alerts',
  'events',
  'media',
]);

/** Throws `sealed_case_file` when the row, or the flock it belongs to, is part of a sealed case file. */
export async function requireUnsealed(
  resource: string,
  row: Readonly<Record<string, unknown>> & Pick<StoredRow, 'orgId'>,
  context: RuleContext,
): Promise<void> {
  if (row['sealed'] === true || (await isFlockSealed(resource, row, context))) {
    throw refused(
      'sealed_case_file',
      'The row is part of a sealed case file and can no longer be changed.',
    );
  }
}

async function isFlockSealed(
  resource: string,
  row: Readonly<Record<string, unknown>> & Pick<StoredRow, 'orgId'>,
  context: RuleContext,
): Promise<boolean> {
  const flockId = row['flockId'];
  if (!DOSSIER.has(resource) || typeof flockId !== 'string') return false;
  const scope = { orgId: row.orgId, farmIds: 'all' } as const;
  const flock = await findRow(context.transaction, flocks, { id: flockId, scope });
  return flock !== undefined && (JSON.parse(flock) as { sealed: boolean }).sealed;
}
