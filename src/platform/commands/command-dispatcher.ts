import { limits } from '../../model/core/limits.ts';
import { listDueCommands } from '../../storage/system/command-deliveries.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../core/runtime.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { type ClaimedCommand, claimCommand } from './command-queue.ts';
import { type FindSecret, sendCommand, settleCommand } from './send-command.ts';

/** What a dispatcher of commands works with. */
export interface CommandDispatcherOptions {
  readonly runtime: Runtime;
  readonly client: OutboundClient;
  readonly findSecret: FindSecret;
  /** Hears of what could not be claimed or written. */
  readonly onError: (error: unknown) => void;
  /** How often it looks for what has become due. */
  readonly lookMillis?: number;
  /** How long an instance may be silent about a command before its outcome counts as unknown. */
  readonly leaseMillis?: number;
  /** How long `stop` waits for controllers before it hangs up. */
  readonly graceMillis?: number;
}

const LOOK_MILLIS = 1000;
/** Longer than sending can last, with time to write how it went. */
const LEASE_MILLIS = 30_000;
const GRACE_MILLIS = 2000;
const MOST_DUE = 200;
/** What is due later than that was written by a clock that was wrong. */
const MOST_AHEAD_MILLIS = 3_600_000;

/**
 * Sends approved commands to their controllers, each at most once: a command is marked as sent
 * before it is, and one whose outcome is not known is not sent again. Of one controller one is on
 * its way at a time, in the order of approval; one that hangs does not delay the others.
 */
export class CommandDispatcher {
  readonly #options: CommandDispatcherOptions;
  readonly #sending = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #hangingUp = new AbortController();
  readonly #endings: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #isWanted = false;

  constructor(options: CommandDispatcherOptions) {
    this.#options = options;
  }

  /** Begins to send, and to listen for approvals. */
  start(): void {
    const { runtime, lookMillis = LOOK_MILLIS } = this.#options;
    const timer = setInterval(() => this.wake(), lookMillis);
    timer.unref();
    this.#endings.push(() => clearInterval(timer));
    const endListening = runtime.commandBell?.listen(() => this.wake());
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
      await Promise.all([this.#looking, ...this.#sending.values()]);
    }
  }

  /** Takes nothing new and lets controllers answer for a moment. */
  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0)) end();
    this.#isWanted = false;
    this.#stopping.abort();
    const grace = this.#options.graceMillis ?? GRACE_MILLIS;
    const timer = setTimeout(() => this.#hangingUp.abort(), grace);
    await this.settled();
    clearTimeout(timer);
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#stopping.signal.aborted) {
      this.#isWanted = false;
      try {
        await this.#look();
      } catch (error) {
        this.#options.onError(error);
        return;
      }
    }
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#options.runtime;
    const now = clock.now();
    const latest = formatInstant(now + MOST_AHEAD_MILLIS);
    const due = await listDueCommands(database, { now: formatInstant(now), latest }, MOST_DUE);
    for (const delivery of due) {
      if (this.#stopping.signal.aborted || this.#sending.size >= limits.commandsInFlight) return;
      if (this.#sending.has(delivery.commandId)) continue;
      const claimed = await this.#claim(delivery);
      if (claimed) this.#send(claimed);
    }
  }

  async #claim(
    delivery: Parameters<typeof claimCommand>[2]['delivery'],
  ): Promise<ClaimedCommand | undefined> {
    const { runtime, onError, leaseMillis = LEASE_MILLIS } = this.#options;
    const due = { delivery, now: runtime.clock.now(), leaseMillis };
    try {
      return await runtime.database.transaction((transaction) =>
        claimCommand(runtime, transaction, due),
      );
    } catch (error) {
      // One that cannot be taken must not keep the others.
      onError(error);
      return undefined;
    }
  }

  #send(claimed: ClaimedCommand): void {
    const { commandId } = claimed.delivery;
    const done = this.#deliver(claimed)
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        this.#sending.delete(commandId);
        this.wake();
      });
    this.#sending.set(commandId, done);
  }

  async #deliver(claimed: ClaimedCommand): Promise<void> {
    const { client, findSecret, runtime } = this.#options;
    const { signal } = this.#hangingUp;
    const { clock } = runtime;
    const outcome = await sendCommand(claimed, { client, findSecret, clock, signal });
    await runtime.database.transaction((transaction) =>
      settleCommand(runtime, transaction, { claimed, outcome, now: clock.now() }),
    );
  }
}
