import { setTimeout as sleep } from 'node:timers/promises';
import { languages } from '../../model/languages.ts';
import { limits } from '../../model/limits.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DuePeriod,
  listDueWebhooks,
  returnDeliveries,
} from '../../storage/system/webhook-claims.ts';
import { loadLanguage } from '../../texts/load-language.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { MOST_AHEAD_MILLIS } from '../../tools/retry-schedule.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { Runtime } from '../runtime.ts';
import { type AttemptOutcome, attemptDelivery } from './attempt-delivery.ts';
import { raiseWebhookAlert, type Speakers } from './raise-webhook-alert.ts';
import type { SecretBox } from './secret-box.ts';
import { settleAttempt } from './settle-attempt.ts';
import { type InFlight, type SlotShare, shareSlots } from './share-slots.ts';

/** What a dispatcher works with. */
export interface DispatcherOptions {
  readonly runtime: Runtime;
  readonly client: OutboundClient;
  readonly secrets: SecretBox;
  /** From 0 up to but not including 1; spreads the retries. */
  readonly random: () => number;
  /** Hears of what could not be claimed or written; it is tried again by itself. */
  readonly onError: (error: unknown) => void;
  /** How often it looks for what has become due. */
  readonly lookMillis?: number;
  /** How long an instance may be silent about a delivery before another one takes it. */
  readonly leaseMillis?: number;
  /** How long `stop` waits for receivers before it hangs up. */
  readonly graceMillis?: number;
}

interface Sending extends InFlight {
  readonly done: Promise<void>;
}

const LOOK_MILLIS = 1000;
/** Between two looks that find something: what comes and what is done meanwhile is claimed together. */
const PAUSE_MILLIS = 10;
/** Longer than an attempt can last, with time to write how it went. */
const LEASE_MILLIS = 30_000;
const GRACE_MILLIS = 2000;

/** Sends what is due to the webhooks: at once when an event is written, later by its own timer. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #sending = new Map<string, Sending>();
  readonly #stopping = new AbortController();
  readonly #hangingUp = new AbortController();
  readonly #endings: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #isWanted = false;
  #lastId = '';
  #speakers: Promise<Speakers> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Begins to send, and to listen for events. */
  start(): void {
    const { runtime, lookMillis = LOOK_MILLIS } = this.#options;
    const timer = setInterval(() => this.wake(), lookMillis);
    timer.unref();
    this.#endings.push(() => clearInterval(timer));
    const endListening = runtime.deliveryBell?.listen(() => this.wake());
    if (endListening) this.#endings.push(endListening);
    this.wake();
  }

  /** Looks for what is due now. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => {
      this.#looking = undefined;
      if (this.#isWanted) this.wake();
    });
  }

  /** Resolves when nothing is on its way and nothing more is due. */
  async settled(): Promise<void> {
    while (this.#looking || this.#sending.size > 0) {
      await Promise.all([this.#looking, ...[...this.#sending.values()].map(({ done }) => done)]);
    }
  }

  /** Takes nothing new, lets receivers answer for a moment, and gives the rest back untried. */
  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0)) end();
    this.#isWanted = false;
    this.#stopping.abort();
    const timer = setTimeout(
      () => this.#hangingUp.abort(),
      this.#options.graceMillis ?? GRACE_MILLIS,
    );
    await this.settled();
    clearTimeout(timer);
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#stopping.signal.aborted) {
      this.#isWanted = false;
      try {
        if ((await this.#look()) === 0) continue;
        this.#isWanted = true;
        await sleep(PAUSE_MILLIS);
      } catch (error) {
        this.#options.onError(error);
        return;
      }
    }
  }

  /** Sends off what is due and has a slot; returns how many deliveries that were. */
  async #look(): Promise<number> {
    const { database, clock } = this.#options.runtime;
    const now = clock.now();
    const period = {
      now: formatInstant(now),
      latest: formatInstant(now + MOST_AHEAD_MILLIS),
    };
    const due = await listDueWebhooks(database, period);
    const shares = shareSlots(due, [...this.#sending.values()], this.#lastId);
    if (shares.length === 0) return 0;
    this.#lastId = shares.at(-1)?.webhookId ?? '';
    const claimed = await this.#claim(shares, period);
    if (this.#stopping.signal.aborted) {
      await returnDeliveries(database, claimed);
      return 0;
    }
    for (const delivery of claimed) this.#send(delivery);
    return claimed.length;
  }

  #claim(shares: readonly SlotShare[], period: DuePeriod): Promise<ClaimedDelivery[]> {
    const { runtime, leaseMillis = LEASE_MILLIS } = this.#options;
    return runtime.database.transaction(async (transaction) => {
      const claimed: ClaimedDelivery[] = [];
      for (const { webhookId, most } of shares) {
        const options = {
          period,
          most,
          mostInFlight: limits.deliveriesInFlightPerWebhook,
          leaseMillis,
        };
        claimed.push(...(await claimDeliveries(transaction, webhookId, options)));
      }
      return claimed;
    });
  }

  #send(delivery: ClaimedDelivery): void {
    const { webhook } = delivery;
    const done = this.#deliver(delivery)
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        this.#sending.delete(delivery.id);
        this.wake();
      });
    this.#sending.set(delivery.id, {
      webhookId: webhook.id,
      isFailing: webhook.consecutiveFailures > 0,
      done,
    });
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { client, secrets, runtime } = this.#options;
    const { signal } = this.#hangingUp;
    const { clock } = runtime;
    const outcome = await attemptDelivery(delivery, { client, secrets, clock, signal });
    if (signal.aborted && outcome.status === null) {
      await returnDeliveries(runtime.database, [delivery]);
    } else {
      await this.#settle(delivery, outcome);
    }
  }

  async #settle(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<void> {
    const { runtime, random, onError } = this.#options;
    // In a transaction nothing else may be awaited.
    const speakers = outcome.isDelivered ? undefined : await this.#loadSpeakers();
    const now = runtime.clock.now();
    await runtime.database.transaction(async (transaction) => {
      const attempt = { delivery, outcome, now, random: random() };
      const reason = await settleAttempt(runtime, transaction, attempt);
      if (!reason || !speakers) return;
      const off = { delivery, reason, now };
      // A webhook that fails is off, whatever becomes of the alert.
      await transaction
        .savepoint(() => raiseWebhookAlert(runtime, transaction, { off, speakers }))
        .catch(onError);
    });
  }

  #loadSpeakers(): Promise<Speakers> {
    this.#speakers ??= Promise.all(
      languages.map(async (language) => [language, await loadLanguage(language)] as const),
    ).then((loaded) => Object.fromEntries(loaded) as Speakers);
    return this.#speakers;
  }
}
