import { type IntegrationFeed, listFeeds } from '../../storage/system/integrations.ts';
import type { Runtime } from '../core/runtime.ts';
import { MessageQueue, runSession } from './mqtt-session.ts';
import type { Payload } from './plan-feed.ts';
import { type Connections, reasonOf, storeFeed } from './poll-feeds.ts';

/** Dependencies and options for receiving MQTT messages. */
export interface MqttFeedsOptions {
  readonly runtime: Runtime;
  readonly connections: Connections;
  /** Random number in [0, 1); spreads concurrent attempts. */
  readonly random: () => number;
  /** Called for failures, with the integration concerned, if any. */
  readonly onFailure: (error: unknown, integrationId?: string) => void;
  /** The delay after the first failure, milliseconds; it doubles with each consecutive failure. */
  readonly shortestPause?: number;
  /** Time to batch messages, milliseconds. */
  readonly gatherMillis?: number;
  /** Called when all topics of an integration are subscribed, and when its session has ended. */
  readonly onState?: (integrationId: string, state: 'ready' | 'ended') => void;
}

interface Subscription {
  /** A change of these settings restarts the subscription. */
  readonly settings: string;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

const MINUTE_MILLIS = 60_000;
const SLACK_MILLIS = 10_000;
const DEFAULT_GAP_MINUTES = 1;
const SHORTEST_PAUSE = 1000;
const LONGEST_PAUSE = 5 * MINUTE_MILLIS;
const MOST_BROKERS = 200;

/**
 * Subscribes to the brokers of all MQTT integrations and stores their messages. Runs on the
 * instance that has the lease.
 */
export class MqttFeeds {
  readonly #options: MqttFeedsOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Integrations whose messages are accepted, by ID. */
  readonly #feeds = new Map<string, IntegrationFeed>();
  readonly #queue: MessageQueue;
  /** The time of the last counted failure, by integration ID. */
  readonly #countedAt = new Map<string, number>();

  constructor(options: MqttFeedsOptions) {
    this.#options = options;
    const { onFailure, gatherMillis } = options;
    this.#queue = new MessageQueue({
      take: (integrationId, payloads) => this.#take(integrationId, payloads),
      onError: onFailure,
      onDrop: () => options.runtime.tally?.brokerMessages('dropped'),
      onDropped: (count) => onFailure(new Error(`${count} messages of brokers were dropped`)),
      ...(gatherMillis === undefined ? {} : { gatherMillis }),
    });
  }

  /** Starts, renews and ends subscriptions to match the database. */
  async sync(): Promise<void> {
    const listed = await listFeeds(this.#options.runtime.database, 'mqtt');
    const feeds = listed.slice(0, MOST_BROKERS);
    const feedsById = new Map(feeds.map((feed) => [feed.integrationId, feed]));
    for (const [integrationId, { settings }] of this.#subscriptions) {
      const feed = feedsById.get(integrationId);
      if (!feed || settingsOf(feed) !== settings) await this.#stop(integrationId);
      if (!feed) this.#feeds.delete(integrationId);
    }
    for (const feed of feeds) {
      this.#feeds.set(feed.integrationId, feed);
      if (!this.#subscriptions.has(feed.integrationId)) this.#start(feed);
    }
  }

  /** Stores the messages received so far. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  /** Ends all subscriptions and stores the messages received. */
  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions.keys()].map((id) => this.#stop(id)));
    await this.#queue.close();
  }

  #start(feed: IntegrationFeed): void {
    const stopping = new AbortController();
    const { integrationId } = feed;
    const finished = this.#keepListening(feed, stopping.signal).catch((error) => {
      this.#options.onFailure(error, integrationId);
    });
    const settings = settingsOf(feed);
    this.#subscriptions.set(integrationId, { settings, stopping, done: finished });
  }

  async #stop(integrationId: string): Promise<void> {
    const subscription = this.#subscriptions.get(integrationId);
    this.#subscriptions.delete(integrationId);
    subscription?.stopping.abort();
    await subscription?.done;
  }

  async #keepListening(feed: IntegrationFeed, signal: AbortSignal): Promise<void> {
    const { integrationId } = feed;
    const { shortestPause = SHORTEST_PAUSE, random, onFailure, onState } = this.#options;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        await this.#listen(feed, signal, () => {
          failures = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error, integrationId);
        await this.#fail(feed, reasonOf(error)).catch(onFailure);
      }
      onState?.(integrationId, 'ended');
      const pause = Math.min(LONGEST_PAUSE, shortestPause * 2 ** Math.min(failures, 20));
      await untilPassed(pause * (0.5 + random() / 2), signal);
    }
  }

  async #listen(feed: IntegrationFeed, signal: AbortSignal, onUp: () => void): Promise<void> {
    const { runtime, connections, onFailure, onState } = this.#options;
    const { integrationId } = feed;
    let isConnected = false;
    await runSession({
      feed,
      connections,
      signal,
      onReady: () => {
        isConnected = true;
        runtime.tally?.broker('connected');
        onUp();
        void this.#note(feed, { payloads: [] })
          .catch(onFailure)
          .then(() => onState?.(integrationId, 'ready'));
      },
      onMessage: (message) => {
        runtime.tally?.brokerMessages('received');
        this.#queue.add(integrationId, { ...message, at: runtime.clock.now() });
      },
      onRefused: (error) => {
        this.#fail(feed, error.message).catch(onFailure);
      },
    }).finally(() => {
      if (isConnected) runtime.tally?.broker('lost');
    });
  }

  async #take(integrationId: string, payloads: readonly Payload[]): Promise<void> {
    const feed = this.#feeds.get(integrationId);
    // Messages of an integration that was deleted since are discarded.
    if (feed) await this.#note(feed, { payloads });
  }

  #fail(feed: IntegrationFeed, error: string): Promise<void> {
    return this.#note(feed, { payloads: null, error });
  }

  /** Failures are counted once a minute: attempts and messages are more frequent than polls. */
  async #note(
    feed: IntegrationFeed,
    received: Parameters<typeof storeFeed>[2]['received'],
  ): Promise<void> {
    const { runtime } = this.#options;
    const now = runtime.clock.now();
    const { integrationId, pollMinutes } = feed;
    const counted = this.#countedAt.get(integrationId);
    const isQuiet = counted !== undefined && Math.abs(now - counted) < MINUTE_MILLIS;
    const gap = (pollMinutes ?? DEFAULT_GAP_MINUTES) * MINUTE_MILLIS - SLACK_MILLIS;
    const input = { feed, received, now, gapMillis: gap, isQuiet };
    const claimed = await runtime.database.transaction((transaction) =>
      storeFeed(runtime, transaction, input),
    );
    if (claimed?.error != null && !isQuiet) this.#countedAt.set(integrationId, now);
  }
}

function settingsOf({ endpoint, authRef, mapping, barnId }: IntegrationFeed): string {
  return JSON.stringify([endpoint, authRef, mapping, barnId]);
}

function untilPassed(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
