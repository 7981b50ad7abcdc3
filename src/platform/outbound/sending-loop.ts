import { setMaxListeners } from 'node:events';
import type { Notifier } from '../../tools/concurrency.ts';

/** When a loop looks for work, and how it ends. */
export interface LoopOptions {
  /** Rung when something has become due on this instance. */
  readonly notifier: Notifier | undefined;
  /** Hears of what could not be claimed, sent or written; the loop goes on. */
  readonly onError: (error: unknown) => void;
  /** How often it looks for what has become due without the bell. */
  readonly lookMillis?: number | undefined;
  /** How long `stop` waits for answers before it hangs up. */
  readonly graceMillis?: number | undefined;
}

const LOOK_MILLIS = 1000;
const GRACE_MILLIS = 2000;

/**
 * The loop of everything that is claimed in the database and sent: webhook deliveries, commands to
 * controllers. It runs rounds one after the other, when the bell rings and on a timer, and remembers
 * what is on its way; what a round claims and sends is up to the class that extends it.
 */
export abstract class SendingLoop<Item> {
  /** What is on its way, by the id of what was claimed. */
  protected readonly sending = new Map<string, { readonly item: Item; done: Promise<void> }>();
  /** Aborted when nothing more may be claimed. */
  protected readonly stopping = new AbortController();
  /** Aborted when what is on its way has to end. */
  protected readonly hangingUp = new AbortController();
  readonly #options: LoopOptions;
  readonly #endings: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #isWanted = false;

  constructor(options: LoopOptions) {
    this.#options = options;
    // Everything that is on its way listens; the rounds bound how much that is.
    setMaxListeners(0, this.hangingUp.signal);
  }

  /** Claims and sends what is due; whether another round is needed at once. */
  protected abstract round(): Promise<boolean>;

  /** Whether a loop that is stopping still has outcomes to write in a round. */
  protected hasUnwritten(): boolean {
    return false;
  }

  /** Begins to send, and to listen for the bell. */
  start(): void {
    const { notifier, lookMillis = LOOK_MILLIS } = this.#options;
    const timer = setInterval(() => this.wake(), lookMillis);
    timer.unref();
    this.#endings.push(() => clearInterval(timer));
    const endListening = notifier?.subscribe(() => this.wake());
    if (endListening) this.#endings.push(endListening);
    this.wake();
  }

  /** Looks for what is due now. */
  wake(): void {
    if (!this.#mayRun()) return;
    this.#isWanted = true;
    this.#looking ??= this.#runWhileWanted().finally(() => {
      this.#looking = undefined;
      if (this.#isWanted) this.wake();
    });
  }

  /** Resolves when nothing is on its way and nothing more is due. */
  async settled(): Promise<void> {
    while (this.#looking || this.sending.size > 0) {
      await Promise.all([this.#looking, ...[...this.sending.values()].map(({ done }) => done)]);
    }
  }

  /** Claims nothing new, waits a moment for answers, and then hangs up. */
  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0)) end();
    this.stopping.abort();
    const grace = this.#options.graceMillis ?? GRACE_MILLIS;
    const timer = setTimeout(() => this.hangingUp.abort(), grace);
    await this.settled();
    clearTimeout(timer);
  }

  /** Sends something that was claimed; another round follows when it has ended. */
  protected send(id: string, item: Item, deliver: () => Promise<void>): void {
    const done = deliver()
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        this.sending.delete(id);
        this.wake();
      });
    this.sending.set(id, { item, done });
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
