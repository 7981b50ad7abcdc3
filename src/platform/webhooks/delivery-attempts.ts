import { limits } from '../../model/core/limits.ts';
import { version } from '../../model/core/vocabulary.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  type AttemptedState,
  type ClaimedDelivery,
  finishDelivery,
  insertAttempts,
  type StoredAttempt,
} from '../../storage/webhooks/webhook-claims.ts';
import {
  type DisabledReason,
  lockWebhooks,
  type StoredWebhook,
  updateWebhook,
} from '../../storage/webhooks/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Clock } from '../../tools/clock.ts';
import { distinct } from '../../tools/collections.ts';
import { nextAttemptAt } from '../../tools/retry.ts';
import { signDelivery } from '../../tools/webhook-signature.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  type OutboundAnswer,
  type OutboundClient,
  OutboundFailed,
} from '../outbound/outbound-client.ts';
import { switchOff } from './webhook-owners.ts';
import { openSecrets, type SecretBox } from './webhook-secrets.ts';

/** The outcome of an attempt. */
export interface AttemptOutcome {
  /** Start of the attempt, milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly isDelivered: boolean;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The beginning of the response. */
  readonly response: string | null;
  /** Why there was no response. */
  readonly failure: string | null;
  readonly retryAfter: string | undefined;
}

/** Dependencies of an attempt. */
export interface AttemptTools {
  readonly client: OutboundClient;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const ATTEMPT_MILLIS = 15_000;
const MOST_READ_BYTES = 16 * 1024;
const MOST_KEPT_BYTES = 4 * 1024;

/** Posts a delivery to its webhook once; every failure is returned as an outcome. */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  tools: AttemptTools,
): Promise<AttemptOutcome> {
  const at = tools.clock.now();
  const startedAt = performance.now();
  const response = await post(delivery, at, tools);
  return { at, durationMs: Math.round(performance.now() - startedAt), ...response };
}

async function post(
  { webhook, eventId, body }: ClaimedDelivery,
  at: number,
  { client, secrets, signal }: AttemptTools,
): Promise<Omit<AttemptOutcome, 'at' | 'durationMs'>> {
  let headers: Readonly<Record<string, string>>;
  try {
    headers = signDelivery({ id: eventId, body, at }, openSecrets(secrets, webhook, at));
  } catch {
    return failedAttempt('secret_unreadable');
  }
  try {
    const answer = await client.send({
      method: 'POST',
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': `farmctl/${version}`,
        ...headers,
      },
      body,
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal,
    });
    return answeredAttempt(answer);
  } catch (error) {
    return failedAttempt(error instanceof OutboundFailed ? error.failure : 'broken');
  }
}

function answeredAttempt({ status, headers, body }: OutboundAnswer) {
  return {
    isDelivered: status >= 200 && status <= 299,
    status,
    response: beginningOf(body),
    failure: null,
    retryAfter: [headers['retry-after']].flat()[0],
  };
}

function failedAttempt(failure: string) {
  return { isDelivered: false, status: null, response: null, failure, retryAfter: undefined };
}

/** PostgreSQL cannot store text with a NUL character. */
function beginningOf(body: string): string {
  const text = Buffer.from(body).subarray(0, MOST_KEPT_BYTES).toString('utf8');
  return text.replaceAll('\0', '\ufffd');
}

/** A completed attempt. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly outcome: AttemptOutcome;
  readonly now: number;
  /** Random number in [0, 1). */
  readonly random: number;
}

/** An attempt that disabled its webhook, and the reason. */
export interface SwitchingOff {
  readonly delivery: ClaimedDelivery;
  readonly reason: Exclude<DisabledReason, 'by_hand'>;
  readonly now: number;
}

/** The webhook fields that attempts change. */
type Standing = Pick<StoredWebhook, 'id' | 'enabled' | 'consecutiveFailures'>;

const GONE = 410;

/**
 * Records the outcomes of attempts in order: the next state of each delivery, the log, and the
 * consecutive failures of the webhooks, in one batch. Returns the attempts that disabled a webhook.
 */
export async function finishAttempts(
  { ids }: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  attempts: readonly EndedAttempt[],
): Promise<readonly SwitchingOff[]> {
  if (attempts.length === 0) return [];
  const webhookIds = distinct(attempts.map(({ delivery }) => delivery.webhook.id));
  const standings = new Map<string, Standing>();
  for (const webhook of await lockWebhooks(transaction, webhookIds))
    standings.set(webhook.id, webhook);
  const log: StoredAttempt[] = [];
  const switchingOff: SwitchingOff[] = [];
  for (const attempt of attempts) {
    const { delivery, outcome, now } = attempt;
    const webhook = standings.get(delivery.webhook.id);
    if (!webhook) continue;
    const reason = reasonToSwitchOff(webhook, outcome);
    const after = stateAfter(attempt, !webhook.enabled || reason !== undefined);
    const isOwn = await finishDelivery(transaction, delivery, { ...after, at: formatInstant(now) });
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

/** Counts a failure of an enabled webhook, or resets the count. */
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
