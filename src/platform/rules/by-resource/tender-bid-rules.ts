import type { Issue } from '../../../model/errors.ts';
import { farms } from '../../../model/resources/farms.ts';
import { tenders } from '../../../model/resources/tenders.ts';
import { findEqualRow } from '../../../storage/records/find-equal-row.ts';
import { rowNow } from '../../expiry/row-now.ts';
import { findNeighbour } from '../find-neighbour.ts';
import { forbiddenStatus } from '../forbidden-status.ts';
import { fillInternationalPhone } from '../international-phone.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { hasChanged } from '../row-change.ts';
import { awardTender } from '../side-effects/award-tender.ts';

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
