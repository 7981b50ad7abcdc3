import { setMaxListeners } from 'node:events';
import type { Notifier } from '../../tools/concurrency.ts';

/** Scheduling and shutdown options of a loop. */
export interface LoopOptions {
  /** Notified when something has become due on this instance. */
  readonly notifier: Notifier | undefined;
  /** Called for errors in claiming, sending or writing; the loop continues. */
  readonly onError: (error: unknown) => void;
  /** Polling interval for work due without a notification. */
  readonly lookMillis?: number | undefined;
  /** Time that `stop` waits for answers before aborting. */
  readonly graceMillis?: number | undefined;
}

const LOOK_MILLIS = 1000;
const GRACE_MILLIS = 2000;

/**
 * The loop for everything that is claimed in the database and sent: webhook deliveries, commands to
 * controllers. It runs rounds one after the other, on notification and on a timer, and tracks items
 * in flight; subclasses define what a round claims and sends.
 */
export abstract class SendingLoop<Item> {
  /** Items in flight, by the ID of the claimed row. */
  protected readonly sending = new Map<string, { readonly item: Item; done: Promise<void> }>();
  /** Aborted when nothing more may be claimed. */
  protected readonly stopping = new AbortController();
  /** Aborted when items in flight must end. */
  protected readonly hangingUp = new AbortController();
  readonly #options: LoopOptions;
  readonly #endings: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #isWanted = false;

  constructor(options: LoopOptions) {
    this.#options = options;
    // All items in flight listen to it; their number is limited by the rounds.
    setMaxListeners(0, this.hangingUp.signal);
  }

  /** Claims and sends due items; returns whether another round is needed immediately. */
  protected abstract round(): Promise<boolean>;

  /** Whether a stopping loop still has outcomes to write in a round. */
  protected hasUnwritten(): boolean {
    return false;
  }

  /** Starts sending and subscribes to notifications. */
  start(): void {
    const { notifier, lookMillis = LOOK_MILLIS } = this.#options;
    const timer = setInterval(() => this.wake(), lookMillis);
    timer.unref();
    this.#endings.push(() => clearInterval(timer));
    const endListening = notifier?.subscribe(() => this.wake());
    if (endListening) this.#endings.push(endListening);
    this.wake();
  }

  /** Runs a round now. */
  wake(): void {
    if (!this.#mayRun()) return;
    this.#isWanted = true;
    this.#looking ??= this.#runWhileWanted().finally(() => {
      this.#looking = undefined;
      if (this.#isWanted) this.wake();
    });
  }

  /** Resolves when nothing is in flight and nothing more is due. */
  async settled(): Promise<void> {
    while (this.#looking || this.sending.size > 0) {
      await Promise.all([this.#looking, ...[...this.sending.values()].map(({ done }) => done)]);
    }
  }

  /** Stops claiming, waits a grace period for answers and aborts the rest. */
  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0)) end();
    this.stopping.abort();
    const grace = this.#options.graceMillis ?? GRACE_MILLIS;
    const timer = setTimeout(() => this.hangingUp.abort(), grace);
    await this.settled();
    clearTimeout(timer);
  }

  /** Sends a claimed item; another round follows when it has ended. */
  protected send(id: string, item: Item, deliver: () => Promise<void>): void {
    const finished = deliver()
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        this.sending.delete(id);
        this.wake();
      });
    this.sending.set(id, { item, done: finished });
  }

  #mayRun(): boolean {
    return !this.stopping.signal.aborted || this.hasUnwritten();
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted && this.#mayRun()) {
      this.#isWanted = false;
      try {
        if (await this.round()) this.#isWanted = true;
      } catch (error) {
        this.#options.onError(error);
        return;
      }
    }
  }
}
