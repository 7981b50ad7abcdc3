import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  type AttemptedState,
  insertAttempts,
  type StoredAttempt,
  settleDelivery,
} from '../../storage/system/webhook-attempts.ts';
import type { ClaimedDelivery } from '../../storage/system/webhook-claims.ts';
import {
  type DisabledReason,
  lockWebhooks,
  type StoredWebhook,
  updateWebhook,
} from '../../storage/system/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
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

/** An attempt that switched its webhook off, and why. */
export interface SwitchingOff {
  readonly delivery: ClaimedDelivery;
  readonly reason: Exclude<DisabledReason, 'by_hand'>;
  readonly now: number;
}

/** What attempts change of a webhook, as far as they have. */
type Standing = Pick<StoredWebhook, 'id' | 'enabled' | 'consecutiveFailures'>;

const GONE = 410;

/**
 * Writes how attempts went, one after the other: each delivery's next state, the log, and the
 * failures of the webhooks in a row, all of them together. Returns those that switched a webhook off.
 */
export async function settleAttempts(
  { ids }: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  attempts: readonly EndedAttempt[],
): Promise<readonly SwitchingOff[]> {
  if (attempts.length === 0) return [];
  const asked = distinct(attempts.map(({ delivery }) => delivery.webhook.id));
  const standings = new Map<string, Standing>();
  for (const webhook of await lockWebhooks(transaction, asked)) standings.set(webhook.id, webhook);
  const log: StoredAttempt[] = [];
  const switchingOff: SwitchingOff[] = [];
  for (const attempt of attempts) {
    const { delivery, outcome, now } = attempt;
    const webhook = standings.get(delivery.webhook.id);
    if (!webhook) continue;
    const reason = reasonToSwitchOff(webhook, outcome);
    const after = stateAfter(attempt, !webhook.enabled || reason !== undefined);
    const isOwn = await settleDelivery(transaction, delivery, { ...after, at: formatInstant(now) });
    if (!isOwn) continue;
    log.push(logged(ids.create('attempt'), attempt, after));
    standings.set(webhook.id, await countFailure(transaction, webhook, outcome));
    if (!reason) continue;
    await switchOff(transaction, webhook.id, { reason, now });
    standings.set(webhook.id, { ...webhook, enabled: false });
    switchingOff.push({ delivery, reason, now });
  }
  await insertAttempts(transaction, log);
  return switchingOff;
}

function logged(
  id: string,
  { delivery, outcome }: EndedAttempt,
  after: AttemptedState,
): StoredAttempt {
  return {
    id,
    deliveryId: delivery.id,
    at: formatInstant(outcome.at),
    status: outcome.status,
    durationMs: outcome.durationMs,
    failure: outcome.failure,
    response: outcome.response,
    nextAttemptAt: after.state === 'pending' ? after.nextAttemptAt : null,
  };
}

function reasonToSwitchOff(
  { enabled, consecutiveFailures }: Standing,
  { isDelivered, status }: AttemptOutcome,
): Exclude<DisabledReason, 'by_hand'> | undefined {
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

/** Counts a failure of a webhook that is on, or begins to count anew. */
async function countFailure(
  transaction: Transaction,
  webhook: Standing,
  { isDelivered }: AttemptOutcome,
): Promise<Standing> {
  const { id, enabled, consecutiveFailures: before } = webhook;
  const consecutiveFailures = isDelivered ? 0 : before + 1;
  if (!enabled || consecutiveFailures === before) return webhook;
  await updateWebhook(transaction, id, { consecutiveFailures });
  return { id, enabled, consecutiveFailures };
}
