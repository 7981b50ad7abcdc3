import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { Payload } from './plan-feed.ts';

/** What is done with messages of one integration; throws when it must be tried again. */
export type TakeMessages = (integrationId: string, payloads: readonly Payload[]) => Promise<void>;

/** How messages wait. */
export interface MessageQueueOptions {
  readonly take: TakeMessages;
  /** Told when messages could not be taken; they wait on while the database is unavailable. */
  readonly onError: (error: unknown) => void;
  /** Told how many messages were dropped, since there were too many. */
  readonly onDropped: (count: number) => void;
  /** Called for every message that is dropped. */
  readonly onDrop?: () => void;
  readonly most?: number;
  /** How long messages are gathered, milliseconds. */
  readonly gatherMillis?: number;
}

interface Waiting {
  readonly integrationId: string;
  readonly payload: Payload;
}

const GATHER_MILLIS = 1000;

/**
 * Gathers messages for a second, or until there are enough of them, so that a burst is a few
 * transactions. Never holds more than its limit: beyond it the oldest are dropped and counted.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #dropped = 0;
  /** Characters of all messages that wait. */
  #size = 0;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
  }

  /** How many messages have been dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  add(integrationId: string, payload: Payload): void {
    const { most = limits.integrationMessages, onDropped } = this.#options;
    const { length } = payload.text;
    while (
      this.#waiting.length >= most ||
      (this.#waiting.length > 0 && this.#size + length > limits.integrationQueueBytes)
    ) {
      this.#size -= this.#waiting.shift()?.payload.text.length ?? 0;
      this.#drop();
      if (this.#dropped % most === 1 || most === 1) onDropped(this.#dropped);
    }
    this.#waiting.push({ integrationId, payload });
    this.#size += length;
    if (this.#waiting.length >= limits.integrationReadings) void this.flush();
    else this.#gather();
  }

  /** Hands on what waits; resolves when it was taken, or has to wait on. */
  flush(): Promise<void> {
    this.#working ??= this.#work()
      .catch((error) => {
        this.#options.onError(error);
        this.#gather();
      })
      .finally(() => {
        this.#working = undefined;
      });
    return this.#working;
  }

  /** Hands on what waits, and gathers no more. */
  async close(): Promise<void> {
    await this.#working;
    await this.flush();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #gather(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, this.#options.gatherMillis ?? GATHER_MILLIS);
  }

  /** Messages of one integration that cannot be taken hold up no other. */
  async #work(): Promise<void> {
    const failed = new Map<string, unknown>();
    const next = () => this.#waiting.find(({ integrationId }) => !failed.has(integrationId));
    for (let first = next(); first; first = next()) {
      const { integrationId } = first;
      const batch = this.#waiting
        .filter((waiting) => waiting.integrationId === integrationId)
        .slice(0, limits.integrationReadings);
      try {
        await this.#take(integrationId, batch);
      } catch (error) {
        failed.set(integrationId, error);
      }
    }
    for (const error of failed.values()) throw error;
  }

  async #take(integrationId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#options.take(
        integrationId,
        batch.map(({ payload }) => payload),
      );
      this.#remove(batch);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      for (const waiting of batch) await this.#takeSingly(waiting);
    }
  }

  #drop(): void {
    this.#dropped++;
    this.#options.onDrop?.();
  }

  /** A message that cannot be taken although the database works is dropped and counted. */
  async #takeSingly(waiting: Waiting): Promise<void> {
    const { take, onError } = this.#options;
    try {
      await take(waiting.integrationId, [waiting.payload]);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      this.#drop();
      onError(error);
    }
    this.#remove([waiting]);
  }

  #remove(batch: readonly Waiting[]): void {
    const taken = new Set(batch);
    const left = this.#waiting.filter((waiting) => !taken.has(waiting));
    this.#waiting.splice(0, this.#waiting.length, ...left);
    this.#size = left.reduce((sum, { payload }) => sum + payload.text.length, 0);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof FarmError && error.slug === 'unavailable';
}
