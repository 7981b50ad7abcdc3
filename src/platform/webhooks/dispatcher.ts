import { limits } from '../../model/core/limits.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DuePeriod,
  type DueWebhook,
  listDueWebhooks,
  returnDeliveries,
} from '../../storage/webhooks/webhook-claims.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { MAX_FUTURE_MILLIS } from '../../tools/retry.ts';
import type { Runtime } from '../core/runtime.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { type LoopOptions, SendingLoop } from '../outbound/sending-loop.ts';
import { attemptDelivery, type EndedAttempt, finishAttempts } from './delivery-attempts.ts';
import { raiseWebhookAlert } from './webhook-alerts.ts';
import { filterPermitted } from './webhook-owners.ts';
import type { SecretBox } from './webhook-secrets.ts';

/** Dependencies and options of a dispatcher. */
export interface DispatcherOptions extends Omit<LoopOptions, 'notifier'> {
  readonly runtime: Runtime;
  readonly client: OutboundClient;
  readonly secrets: SecretBox;
  /** Random number in [0, 1); spreads the retries. */
  readonly random: () => number;
  /** Time without a result from an instance after which another one may claim its delivery. */
  readonly leaseMillis?: number;
}

/** A completed attempt to be recorded. */
interface Ended {
  readonly attempt: EndedAttempt;
  /** Called when it is recorded, or with the promise of it. */
  readonly written: (writing: Promise<void> | undefined) => void;
}

interface Claim {
  /** Deliveries that may be sent. */
  readonly permitted: readonly ClaimedDelivery[];
  /** Whether more may be due. */
  readonly isMore: boolean;
}

const NOTHING: Claim = { permitted: [], isMore: false };
/** Maximum time between two rounds: work that arrives or ends meanwhile is written in one batch. */
const PAUSE_MILLIS = 10;
/**
 * Attempts written per round, and calls sent per turn of the event loop: other work waits
 * meanwhile.
 */
const MOST_AT_ONCE = { written: 12, sent: 2 } as const;
/** Longer than the maximum duration of an attempt, with time to record its outcome. */
const LEASE_MILLIS = 30_000;

/** Sends due deliveries to webhooks: immediately when an event is written, retries on a timer. */
export class Dispatcher extends SendingLoop<InFlight> {
  readonly #options: DispatcherOptions;
  readonly #ended: Ended[] = [];
  #endPause: (() => void) | undefined;
  #lastId = '';

  constructor(options: DispatcherOptions) {
    super({ ...options, notifier: options.runtime.deliveryNotifier });
    this.#options = options;
  }

  protected override hasUnwritten(): boolean {
    return this.#ended.length > 0;
  }

  protected override async round(): Promise<boolean> {
    const isMore = await this.#settleAndSend();
    if (isMore) await this.#pause();
    return isMore;
  }

  /** Waits for the batch to fill or for in-flight attempts to finish. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MILLIS);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Records ended attempts and sends due deliveries that have a slot; returns whether there were
   * any.
   */
  async #settleAndSend(): Promise<boolean> {
    const finished = this.#ended.splice(0, MOST_AT_ONCE.written);
    try {
      const { permitted, isMore } = await this.#settleAndClaim(
        finished.map(({ attempt }) => attempt),
      );
      for (const { written } of finished) written(undefined);
      if (this.stopping.signal.aborted) {
        await returnDeliveries(this.#options.runtime.database, permitted);
        return finished.length > 0;
      }
      await this.#sendAll(permitted);
      return finished.length > 0 || isMore;
    } catch (error) {
      // An outcome that cannot be recorded must not affect the others.
      for (const { attempt, written } of finished) written(this.#settleAlone(attempt));
      throw error;
    }
  }

  /** One transaction for both: separate commits would take twice as long. */
  async #settleAndClaim(attempts: readonly EndedAttempt[]): Promise<Claim> {
    const { runtime, leaseMillis = LEASE_MILLIS } = this.#options;
    const now = runtime.clock.now();
    const period = { now: formatInstant(now), latest: formatInstant(now + MAX_FUTURE_MILLIS) };
    const shares = await this.#shareSlots(period, attempts);
    if (attempts.length === 0 && shares.length === 0) return NOTHING;
    const mostInFlight = limits.deliveriesInFlightPerWebhook;
    return runtime.database.transaction(async (transaction) => {
      await this.#settle(transaction, attempts);
      const options = { period, mostInFlight, leaseMillis };
      const claimed = await claimDeliveries(transaction, shares, options);
      const permitted = await filterPermitted(runtime, transaction, { claimed, now });
      return { permitted, isMore: claimed.length > 0 };
    });
  }

  async #shareSlots(
    period: DuePeriod,
    attempts: readonly EndedAttempt[],
  ): Promise<readonly SlotShare[]> {
    if (this.stopping.signal.aborted) return [];
    const due = await listDueWebhooks(this.#options.runtime.database, period);
    // The slot of a failed attempt is freed only once the failure is recorded.
    const freed = attempts.filter(({ outcome }) => outcome.isDelivered);
    const inFlight = new Map(this.sending);
    for (const { delivery } of freed) inFlight.delete(delivery.id);
    const shares = shareSlots(
      due,
      [...inFlight.values()].map(({ item }) => item),
      this.#lastId,
    );
    this.#lastId = shares.at(-1)?.webhookId ?? this.#lastId;
    return shares;
  }

  async #settleAlone(attempt: EndedAttempt): Promise<void> {
    const { database } = this.#options.runtime;
    await database.transaction((transaction) => this.#settle(transaction, [attempt]));
  }

  async #settle(transaction: Transaction, attempts: readonly EndedAttempt[]): Promise<void> {
    const { runtime, onError } = this.#options;
    for (const { delivery, ...off } of await finishAttempts(runtime, transaction, attempts)) {
      const { webhook, farmId } = delivery;
      // A failing webhook stays disabled even if the alert cannot be written.
      await transaction
        .savepoint(() => raiseWebhookAlert(runtime, transaction, { ...off, webhook, farmId }))
        .catch(onError);
    }
  }

  /** In small groups: requests are answered in between. */
  async #sendAll(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    for (const [index, delivery] of deliveries.entries()) {
      if (index > 0 && index % MOST_AT_ONCE.sent === 0) await new Promise(setImmediate);
      const { id: webhookId, consecutiveFailures } = delivery.webhook;
      const inFlight = { webhookId, isFailing: consecutiveFailures > 0 };
      this.send(delivery.id, inFlight, () => this.#deliver(delivery));
    }
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { client, secrets, runtime, random } = this.#options;
    const { signal } = this.hangingUp;
    const { clock } = runtime;
    const outcome = await attemptDelivery(delivery, { client, secrets, clock, signal });
    if (signal.aborted && outcome.status === null) {
      return returnDeliveries(runtime.database, [delivery]);
    }
    runtime.tally?.webhookAttempt(outcome.isDelivered);
    await this.#write({ delivery, outcome, now: clock.now(), random: random() });
  }

  /** Queues an outcome for the next round; resolves when it is recorded. */
  #write(attempt: EndedAttempt): Promise<void> {
    return new Promise((resolve) => {
      this.#ended.push({ attempt, written: resolve });
      if (this.#ended.length === this.sending.size) this.#endPause?.();
      this.wake();
    });
  }
}

/** A delivery in flight. */
export interface InFlight {
  readonly webhookId: string;
  /** Whether the previous attempt of its webhook had failed when this one began. */
  readonly isFailing: boolean;
}

/** The number of deliveries of a webhook that may be sent now. */
export interface SlotShare {
  readonly webhookId: string;
  readonly isFailing: boolean;
  readonly limit: number;
}

/**
 * Distributes the free slots among the webhooks with due deliveries, round-robin after the last one
 * served. A failing webhook gets one slot at a time, and all failing ones together half of the
 * slots, so that unresponsive receivers never block the others.
 */
export function shareSlots(
  due: readonly DueWebhook[],
  inFlight: readonly InFlight[],
  lastId: string,
): SlotShare[] {
  let freeSlots = limits.deliveriesInFlight - inFlight.length;
  let freeForFailing =
    limits.deliveriesInFlight / 2 - inFlight.filter(({ isFailing }) => isFailing).length;
  const shares: SlotShare[] = [];
  for (const { id, consecutiveFailures } of inTurn(due, lastId)) {
    const isFailing = consecutiveFailures > 0;
    const ownInFlight = inFlight.filter(({ webhookId }) => webhookId === id).length;
    const room = (isFailing ? 1 : limits.deliveriesInFlightPerWebhook) - ownInFlight;
    const limit = Math.min(room, freeSlots, isFailing ? freeForFailing : freeSlots);
    if (limit <= 0) continue;
    freeSlots -= limit;
    if (isFailing) freeForFailing -= limit;
    shares.push({ webhookId: id, isFailing, limit: limit });
  }
  return shares;
}

function inTurn(due: readonly DueWebhook[], lastId: string): readonly DueWebhook[] {
  const next = due.findIndex(({ id }) => id > lastId);
  return next < 0 ? due : [...due.slice(next), ...due.slice(0, next)];
}
