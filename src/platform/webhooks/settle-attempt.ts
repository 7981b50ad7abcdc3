import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  type AttemptedState,
  insertAttempt,
  settleDelivery,
} from '../../storage/system/webhook-attempts.ts';
import type { ClaimedDelivery } from '../../storage/system/webhook-claims.ts';
import {
  type DisabledReason,
  lockWebhook,
  type StoredWebhook,
  updateWebhook,
} from '../../storage/system/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { nextAttemptAt } from '../../tools/retry-schedule.ts';
import type { Runtime } from '../runtime.ts';
import type { AttemptOutcome } from './attempt-delivery.ts';
import { switchOff } from './switch-off.ts';

/** An attempt that is over. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly outcome: AttemptOutcome;
  readonly now: number;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

const GONE = 410;

/**
 * Writes how an attempt went: the delivery's next state, the log, and the failures of the webhook
 * in a row, all of them together. Returns why the webhook is off now, if this attempt did it.
 */
export async function settleAttempt(
  { ids }: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  attempt: EndedAttempt,
): Promise<DisabledReason | undefined> {
  const { delivery, outcome, now } = attempt;
  const webhook = await lockWebhook(transaction, delivery.webhook.id);
  if (!webhook) return undefined;
  const reason = reasonToSwitchOff(webhook, outcome);
  const isOff = !webhook.enabled || reason !== undefined;
  const after = stateAfter(attempt, isOff);
  const at = formatInstant(now);
  if (!(await settleDelivery(transaction, delivery, { ...after, at }))) return undefined;
  await insertAttempt(transaction, {
    id: ids.create('attempt'),
    deliveryId: delivery.id,
    at: formatInstant(outcome.at),
    status: outcome.status,
    durationMs: outcome.durationMs,
    failure: outcome.failure,
    response: outcome.response,
    nextAttemptAt: after.state === 'pending' ? after.nextAttemptAt : null,
  });
  if (!webhook.enabled) return undefined;
  await countFailure(transaction, webhook, outcome);
  if (reason) await switchOff(transaction, webhook.id, { reason, now });
  return reason;
}

function reasonToSwitchOff(
  { enabled, consecutiveFailures }: StoredWebhook,
  { isDelivered, status }: AttemptOutcome,
): DisabledReason | undefined {
  if (!enabled || isDelivered) return undefined;
  if (status === GONE) return 'gone';
  return consecutiveFailures + 1 >= limits.webhookFailures ? 'failures' : undefined;
}

function stateAfter(
  { delivery, outcome, now, random }: EndedAttempt,
  isOff: boolean,
): AttemptedState {
  const attempts = delivery.attempts + 1;
  const firstAttemptAt = delivery.firstAttemptAt ?? formatInstant(outcome.at);
  const common = { attempts, firstAttemptAt, nextAttemptAt: null };
  if (outcome.isDelivered) return { ...common, state: 'delivered' };
  if (isOff) return { ...common, state: 'held' };
  const next = nextAttemptAt({
    attempts,
    firstAttemptAt: Date.parse(firstAttemptAt),
    now,
    retryAfter: outcome.retryAfter,
    random,
  });
  if (next === undefined) return { ...common, state: 'exhausted' };
  return { ...common, state: 'pending', nextAttemptAt: formatInstant(next) };
}

async function countFailure(
  transaction: Transaction,
  { id, consecutiveFailures: before }: StoredWebhook,
  { isDelivered }: AttemptOutcome,
): Promise<void> {
  const consecutiveFailures = isDelivered ? 0 : before + 1;
  if (consecutiveFailures !== before) await updateWebhook(transaction, id, { consecutiveFailures });
}
