import type { Transaction } from '../../storage/database.ts';
import { moveDeliveries } from '../../storage/system/webhook-deliveries.ts';
import { type DisabledReason, updateWebhook } from '../../storage/system/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { keepWithinBounds } from '../events/publish-events.ts';

/** Switches a webhook off: nothing more is sent, and what waits for it is held. */
export async function switchOff(
  transaction: Transaction,
  id: string,
  { reason, now }: { readonly reason: DisabledReason; readonly now: number },
): Promise<void> {
  const at = formatInstant(now);
  await updateWebhook(transaction, id, {
    enabled: false,
    disabledReason: reason,
    disabledAt: at,
    updatedAt: at,
  });
  await moveDeliveries(transaction, id, { from: 'pending', to: 'held', now: at });
  await keepWithinBounds(transaction, id);
}
