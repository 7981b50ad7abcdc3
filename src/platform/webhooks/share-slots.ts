import { limits } from '../../model/limits.ts';
import type { DueWebhook } from '../../storage/system/webhook-claims.ts';

/** A delivery on its way. */
export interface InFlight {
  readonly webhookId: string;
  /** Whether the last attempt at its webhook had failed when this one began. */
  readonly isFailing: boolean;
}

/** How many deliveries of a webhook may set out now. */
export interface SlotShare {
  readonly webhookId: string;
  readonly isFailing: boolean;
  readonly most: number;
}

/**
 * Shares the free slots among the webhooks that have something due, in turn from behind the one
 * that came last. A webhook that fails gets one slot at a time, and all that fail together half of
 * them: however many receivers hang, the others go on.
 */
export function shareSlots(
  due: readonly DueWebhook[],
  inFlight: readonly InFlight[],
  lastId: string,
): SlotShare[] {
  let free = limits.deliveriesInFlight - inFlight.length;
  let freeForFailing =
    limits.deliveriesInFlight / 2 - inFlight.filter(({ isFailing }) => isFailing).length;
  const shares: SlotShare[] = [];
  for (const { id, consecutiveFailures } of inTurn(due, lastId)) {
    const isFailing = consecutiveFailures > 0;
    const own = inFlight.filter(({ webhookId }) => webhookId === id).length;
    const room = (isFailing ? 1 : limits.deliveriesInFlightPerWebhook) - own;
    const most = Math.min(room, free, isFailing ? freeForFailing : free);
    if (most <= 0) continue;
    free -= most;
    if (isFailing) freeForFailing -= most;
    shares.push({ webhookId: id, isFailing, most });
  }
  return shares;
}

function inTurn(due: readonly DueWebhook[], lastId: string): readonly DueWebhook[] {
  const next = due.findIndex(({ id }) => id > lastId);
  return next < 0 ? due : [...due.slice(next), ...due.slice(0, next)];
}
