import type { Issue } from '../../model/core/errors.ts';
import { farms } from '../../model/resources/farms.ts';
import { tenders } from '../../model/resources/tenders.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findEqualRow } from '../../storage/records/find-rows.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import type {
  RecordWriter,
  ResourceRules,
  RuleChange,
  RuleContext,
} from '../core/resource-rules.ts';
import { entersStatus, hasChanged, storedFromJson } from '../core/row-change.ts';
import { fillInternationalPhone } from './contact-rules.ts';
import { findNeighbour } from './related-rows.ts';
import { forbiddenStatus, rowNow } from './status-rules.ts';

const WAITING = ['submitted', 'shortlisted'];

/** Rejects the other bids when one is accepted, and awards the tender. */
async function awardTender(
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
  const tender = await findNeighbour(context, tenders, { id, orgId, forUpdate: true });
  if (!tender) return;
  await write.change(tenders, { before: tender, changes: { status: 'awarded' } }, context);
}

/** The other bids of the tender that wait for a decision, locked. */
async function waitingBids(
  { definition, after }: RuleChange,
  context: RuleContext,
): Promise<readonly StoredRow[]> {
  const { id, orgId, tenderId } = after;
  const scope = { orgId, farmIds: 'all' } as const;
  const texts = [String(tenderId)];
  const listed = await listRowsByText(context.transaction, definition, {
    scope,
    field: 'tenderId',
    texts,
  });
  const waiting: StoredRow[] = [];
  for (const row of listed) {
    const other = storedFromJson(row, orgId);
    if (other.id === id) continue;
    const bid = await findNeighbour(context, definition, { id: other.id, orgId, forUpdate: true });
    if (bid && WAITING.includes(String(bid['status']))) waiting.push(bid);
  }
  return waiting;
}

const AWARDABLE = ['open', 'closed'];

/** Currency and phone of a bid; one bid is accepted, while the tender can still be awarded. */
export const tenderBidRules: ResourceRules = {
  async fill(change, context) {
    return {
      ...(change.before ? {} : await fillCurrency(change, context)),
      ...(await fillInternationalPhone(change, context)),
    };
  },
  async check(change, context) {
    const { before, after } = change;
    if (!hasChanged(change, ['status', 'tenderId'])) return [];
    if (after['status'] === 'accepted') return checkAcceptance(change, context);
    const returns = before?.['status'] === 'rejected' && after['status'] === 'submitted';
    return returns ? checkReturn(change, context) : [];
  },
  bringAlong: awardTender,
};

async function fillCurrency(
  { after }: RuleChange,
  context: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { currency, farmId: id, orgId } = after;
  if (currency !== null) return {};
  const farm = await findNeighbour(context, farms, { id, orgId });
  return { currency: farm?.['currency'] ?? null };
}

async function checkAcceptance(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { id, orgId } = change.after;
  const tenderId = String(change.after['tenderId']);
  // Two bids accepted at the same moment would both find no other.
  await context.transaction.lock(`tender ${tenderId}`);
  const tenderStatus = await findTenderStatus(change, context);
  if (!AWARDABLE.includes(tenderStatus)) {
    return [forbiddenStatus(change, `the tender is ${tenderStatus}, neither open nor closed`)];
  }
  const acceptedId = await findEqualRow(context.transaction, change.definition, {
    scope: { orgId, farmIds: 'all' },
    fields: { tenderId, status: 'accepted' },
    exceptId: id,
  });
  if (acceptedId === undefined) return [];
  return [forbiddenStatus(change, `the bid ${acceptedId} of the tender is accepted already`)];
}

async function checkReturn(change: RuleChange, context: RuleContext): Promise<readonly Issue[]> {
  const tenderStatus = await findTenderStatus(change, context);
  if (tenderStatus === 'open') return [];
  return [forbiddenStatus(change, `the tender is ${tenderStatus}, no longer open`)];
}

async function findTenderStatus({ after }: RuleChange, context: RuleContext): Promise<string> {
  const { tenderId: id, orgId } = after;
  const tender = await findNeighbour(context, tenders, { id, orgId });
  return tender ? String(rowNow(tenders, tender, context)['status']) : 'deleted';
}
