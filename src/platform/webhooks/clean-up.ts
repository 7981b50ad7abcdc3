import { limits } from '../../model/limits.ts';
import { forgetEvents } from '../../storage/system/outbox.ts';
import {
  forgetAttempts,
  forgetDeliveries,
  forgetHeld,
  forgetOrphans,
  listOverdueHeld,
} from '../../storage/system/webhook-retention.ts';
import { addDropped, lockWebhook } from '../../storage/system/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';

const DAY_MILLIS = 86_400_000;
const AT_ONCE = 2000;

/**
 * Forgets what was held for 7 days, and counts it, the log of deliveries after 30 days, and events
 * of that age that no delivery needs.
 */
export async function cleanUpWebhooks(
  { database, clock }: Runtime,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => formatInstant(now - days * DAY_MILLIS);
  const heldSince = daysAgo(limits.deliveryHeldDays);
  for (const { webhookId } of await listOverdueHeld(database, heldSince)) {
    await database.transaction(async (transaction) => {
      await lockWebhook(transaction, webhookId);
      const dropped = await forgetHeld(transaction, webhookId, heldSince);
      await addDropped(transaction, webhookId, dropped);
    });
  }
  const before = daysAgo(limits.deliveryLogDays);
  const steps = [
    () => forgetAttempts(database, before, AT_ONCE),
    () => forgetDeliveries(database, before, AT_ONCE),
    () => forgetOrphans(database, AT_ONCE),
    () => forgetEvents(database, daysAgo(limits.eventDays), AT_ONCE),
  ];
  // Little by little, so that nobody waits for the one writer.
  for (const step of steps) while (!signal.aborted && (await step()) === AT_ONCE);
}
