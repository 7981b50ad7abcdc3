import type { Issue } from '../../../model/errors.ts';
import { feedDeliveries } from '../../../model/resources/feed-deliveries.ts';
import { findReferringRow } from '../../../storage/records/find-referring-row.ts';
import { findNeighbour } from '../find-neighbour.ts';
import { forbiddenStatus } from '../forbidden-status.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus, leavesStatus } from '../row-change.ts';
import { deliveryIdOf, writeDelivery } from '../side-effects/feed-order-delivery.ts';
import { stampStay } from '../status-stamps.ts';

const DELIVERED = ['delivered'];

/** The day an order was delivered; it comes back only without its delivery. */
export const feedOrderRules: ResourceRules = {
  async fill(change, context) {
    const { today: value } = context;
    const stamped = stampStay(change, { field: 'deliveredAt', statuses: DELIVERED, value });
    const arrived = { ...change, after: { ...change.after, ...stamped } };
    return {
      ...stamped,
      ...(leavesStatus(change, DELIVERED) ? { deliveryId: null } : {}),
      ...(entersStatus(change, DELIVERED)
        ? { deliveryId: await deliveryIdOf(arrived, context) }
        : {}),
    };
  },
  check: requireNoDelivery,
  bringAlong: writeDelivery,
};

async function requireNoDelivery(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { before } = change;
  if (!before || !leavesStatus(change, DELIVERED)) return [];
  const deliveryId = await findDelivery(before, context);
  if (deliveryId === undefined) return [];
  return [forbiddenStatus(change, `its delivery ${deliveryId} still stands; delete that first`)];
}

async function findDelivery(
  { id, orgId, deliveryId }: RuleChange['after'],
  context: RuleContext,
): Promise<string | undefined> {
  const named = await findNeighbour(context, feedDeliveries, { id: deliveryId, orgId });
  if (named) return named.id;
  return findReferringRow(context.transaction, feedDeliveries, { field: 'feedOrderId', id });
}
