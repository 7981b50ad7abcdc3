import { limits } from '../../model/core/limits.ts';
import { listDueCommands } from '../../storage/system/command-deliveries.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../core/runtime.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { type LoopOptions, SendingLoop } from '../outbound/sending-loop.ts';
import { type ClaimedCommand, claimCommand } from './command-queue.ts';
import { type FindSecret, finishCommand, sendCommand } from './send-command.ts';

/** What a dispatcher of commands works with. */
export interface CommandDispatcherOptions extends Omit<LoopOptions, 'notifier'> {
  readonly runtime: Runtime;
  readonly client: OutboundClient;
  readonly findSecret: FindSecret;
  /** How long an instance may be silent about a command before its outcome counts as unknown. */
  readonly leaseMillis?: number;
}

/** Longer than sending can last, with time to write how it went. */
const LEASE_MILLIS = 30_000;
const MOST_DUE = 200;
/** What is due later than that was written by a clock that was wrong. */
const MOST_AHEAD_MILLIS = 3_600_000;

/**
 * Sends approved commands to their controllers, each at most once: a command is marked as sent
 * before it is, and one whose outcome is not known is not sent again. Of one controller one is on
 * its way at a time, in the order of approval; one that hangs does not delay the others.
 */
export class CommandDispatcher extends SendingLoop<undefined> {
  readonly #options: CommandDispatcherOptions;

  constructor(options: CommandDispatcherOptions) {
    super({ ...options, notifier: options.runtime.commandNotifier });
    this.#options = options;
  }

  protected override async round(): Promise<boolean> {
    const { database, clock } = this.#options.runtime;
    const now = clock.now();
    const latest = formatInstant(now + MOST_AHEAD_MILLIS);
    const due = await listDueCommands(database, { now: formatInstant(now), latest }, MOST_DUE);
    for (const delivery of due) {
      if (this.stopping.signal.aborted || this.sending.size >= limits.commandsInFlight) break;
      if (this.sending.has(delivery.commandId)) continue;
      const claimed = await this.#claim(delivery);
      if (claimed) this.send(delivery.commandId, undefined, () => this.#deliver(claimed));
    }
    // The next round begins when one of them has ended.
    return false;
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

  async #deliver(claimed: ClaimedCommand): Promise<void> {
    const { client, findSecret, runtime } = this.#options;
    const { signal } = this.hangingUp;
    const { clock } = runtime;
    const outcome = await sendCommand(claimed, { client, findSecret, clock, signal });
    await runtime.database.transaction((transaction) =>
      finishCommand(runtime, transaction, { claimed, outcome, now: clock.now() }),
    );
  }
}
