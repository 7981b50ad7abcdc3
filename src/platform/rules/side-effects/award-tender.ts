import { tenders } from '../../../model/resources/tenders.ts';
import { listRowsByText } from '../../../storage/records/rows-by-text.ts';
import type { StoredRow } from '../../../storage/records/stored-row.ts';
import { storedFromJson } from '../../records/stored-from-json.ts';
import { findNeighbour } from '../find-neighbour.ts';
import type { RecordWriter, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

const WAITING = ['submitted', 'shortlisted'];

/** Rejects the other bids when one is accepted, and awards the tender. */
export async function awardTender(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!entersStatus(change, ['accepted'])) return;
  const { definition, after } = change;
  for (const before of await waitingBids(change, context)) {
    await write.change(definition, { before, changes: { status: 'rejected' } }, context);
  }
  const { tenderId: id, orgId } = after;
  const tender = await findNeighbour(context, tenders, { id, orgId });
  if (!tender) return;
  await write.change(tenders, { before: tender, changes: { status: 'awarded' } }, context);
}

async function waitingBids(
  { definition, after }: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly StoredRow[]> {
  const { id, orgId, tenderId } = after;
  const scope = { orgId, farmIds: 'all' } as const;
  const texts = [String(tenderId)];
  const rows = await listRowsByText(transaction, definition, { scope, field: 'tenderId', texts });
  return rows
    .map((row) => storedFromJson(row, orgId))
    .filter((bid) => bid.id !== id && WAITING.includes(String(bid['status'])));
}
