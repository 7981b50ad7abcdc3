import type { Socket } from 'node:net';
import type { IClientOptions, MqttClient } from 'mqtt';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { IntegrationFeed } from '../../storage/system/integrations.ts';
import {
  type BrokerTarget,
  brokerTarget,
  openGuardedSocket,
} from '../outbound/guarded-connections.ts';
import { explainFailure } from '../outbound/outbound-client.ts';
import { mappingOf, type Payload } from './plan-feed.ts';
import type { Connections } from './poll-feeds.ts';
import { PayloadRefused, resolveMapping } from './read-payload.ts';
import { resolveSecret, SecretRefused } from './secret-references.ts';

/** A broker session of a feed. */
export interface FeedSession {
  readonly feed: IntegrationFeed;
  readonly connections: Connections;
  /** Ends the session. */
  readonly signal: AbortSignal;
  /** Called when all topics are subscribed. */
  readonly onReady: () => void;
  readonly onMessage: (message: Omit<Payload, 'at'>) => void;
  /** Called for messages that exceed the size limit. */
  readonly onRefused: (error: Error) => void;
}

const CONNECT_MILLIS = 10_000;
const KEEPALIVE_SECONDS = 60;
const REFUSED_QOS = 128;

/**
 * Connects to the broker of a feed, subscribes to its topics and forwards its messages; resolves
 * when stopped by the signal, and throws the cause when the session ends otherwise. The client ID
 * is stable and the session persistent, so that the broker stores QoS 1 messages while no client is
 * connected.
 */
export async function runSession(session: FeedSession): Promise<void> {
  const { feed, connections, signal } = session;
  const broker = brokerTarget(feed.endpoint ?? '', connections.policy);
  const topics = topicsOf(feed, broker);
  const credentials = await credentialsOf(session, broker);
  // Loaded only when an integration uses it.
  const { MqttClient: Client } = await import('mqtt');
  if (signal.aborted) return;
  const { policy, resolve } = connections;
  const failure: Failure = {};
  const socketOf = () => openGuardedSocket(broker, policy, resolve);
  const client = new Client(() => watchSocket(socketOf(), failure), {
    ...options(feed),
    ...credentials,
  });
  client.on('packetreceive', () => {
    failure.bytes = 0;
  });
  await untilClosed(client, { session, topics, failure });
}

/** The cause of a session's end, and the bytes received since the last complete packet. */
interface Failure {
  cause?: Error;
  bytes?: number;
}

function options({ integrationId }: IntegrationFeed): IClientOptions {
  return {
    clientId: `farmctl-${integrationId}`,
    clean: false,
    protocolVersion: 4,
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_MILLIS,
    // The owner of the sessions schedules reconnects.
    reconnectPeriod: 0,
    resubscribe: false,
  };
}

function topicsOf(feed: IntegrationFeed, { topic }: BrokerTarget): readonly string[] {
  const { topics } = resolveMapping(mappingOf(feed));
  const topicList = topics ?? (topic === undefined ? [] : [topic]);
  if (topicList.length > 0) return topicList;
  throw new PayloadRefused('The mapping names no topics to subscribe to.');
}

async function credentialsOf(
  { feed: { authRef }, connections }: FeedSession,
  { host, port }: BrokerTarget,
): Promise<Pick<IClientOptions, 'username' | 'password'>> {
  if (authRef === null) return {};
  const secret = await resolveSecret(authRef, { places: connections.secrets, host, port });
  const [, username, password] = /^([^:]+):(.+)$/s.exec(secret.replace(/^Basic\s+/i, '')) ?? [];
  if (username !== undefined && password !== undefined) return { username, password };
  throw new SecretRefused(`The secret ${authRef} must be user:password for a broker.`);
}

async function untilClosed(
  client: MqttClient,
  current: {
    readonly session: FeedSession;
    readonly topics: readonly string[];
    readonly failure: Failure;
  },
): Promise<void> {
  const { session, topics, failure } = current;
  const { signal, onReady } = session;
  const end = () => void client.end(true);
  const fail = (error: Error) => {
    failure.cause ??= error;
    end();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('message', (topic, payload, { retain }) => {
        handOn(session, { topic, payload, isRetained: retain });
      });
      client.on('error', fail);
      client.on('close', () => (signal.aborted ? resolve() : reject(explain(failure.cause))));
      client.on('connect', () => {
        client.subscribe([...topics], { qos: 1 }, (error, granted = []) => {
          const isRefused = error !== null || granted.some(({ qos }) => qos === REFUSED_QOS);
          if (isRefused) fail(new PayloadRefused('The broker rejects the subscription.'));
          else onReady();
        });
      });
    });
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function handOn(
  { onMessage, onRefused }: FeedSession,
  message: { readonly topic: string; readonly payload: Buffer; readonly isRetained: boolean },
): void {
  const { topic, payload, isRetained } = message;
  if (payload.length > limits.integrationMessageBytes) {
    const limit = `${limits.integrationMessageBytes} bytes`;
    onRefused(new PayloadRefused(`A message is longer than ${limit}.`));
  } else onMessage({ topic, text: payload.toString('utf8'), isRetained });
}

/** The socket; a broker that sends an endless packet is disconnected before memory is exhausted. */
function watchSocket(socket: Socket, failure: Failure): Socket {
  failure.bytes = 0;
  socket.on('error', (error) => {
    failure.cause ??= error;
  });
  socket.on('data', (chunk: Buffer) => {
    failure.bytes = (failure.bytes ?? 0) + chunk.length;
    if (failure.bytes <= limits.integrationPollBytes) return;
    socket.destroy(new PayloadRefused('The broker sends a message that is too long.'));
  });
  return socket;
}

/** Broker codes for refused credentials. */
const NOT_LET_IN: readonly unknown[] = [2, 4, 5, 134, 135];

/** The reason why a session ended, without internal details. */
function explain(cause: Error | undefined): Error {
  if (cause instanceof PayloadRefused) return cause;
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (NOT_LET_IN.includes(code)) return new PayloadRefused('The broker refuses user and password.');
  if (cause === undefined) return new PayloadRefused('The connection to the broker broke.');
  return explainFailure(cause, cause.message === 'connack timeout');
}

/** Processes messages of one integration; throws when it must be retried. */
export type TakeMessages = (integrationId: string, payloads: readonly Payload[]) => Promise<void>;

export interface MessageQueueOptions {
  readonly take: TakeMessages;
  /**
   * Called when messages could not be processed; they remain queued while the database is
   * unavailable.
   */
  readonly onError: (error: unknown) => void;
  /** Called with the number of messages dropped because the queue was full. */
  readonly onDropped: (count: number) => void;
  /** Called for every dropped message. */
  readonly onDrop?: () => void;
  readonly most?: number;
  /** Time to batch messages, milliseconds. */
  readonly gatherMillis?: number;
}

interface Waiting {
  readonly integrationId: string;
  readonly payload: Payload;
}

const GATHER_MILLIS = 1000;

/**
 * Batches messages for a second, or up to a maximum number, so that a burst takes few transactions.
 * The queue is bounded: above its limit the oldest messages are dropped and counted.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #dropped = 0;
  /** Total characters of all queued messages. */
  #size = 0;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
  }

  /** The number of messages dropped so far. */
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

  /** Forwards the queue; resolves when it was processed, or must wait. */
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

  /** Forwards the queue and stops accepting messages. */
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

  /** Messages of one integration that cannot be processed do not block the others. */
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

  /** A message that fails while the database works is dropped and counted. */
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
    const batchSet = new Set(batch);
    const remaining = this.#waiting.filter((waiting) => !batchSet.has(waiting));
    this.#waiting.splice(0, this.#waiting.length, ...remaining);
    this.#size = remaining.reduce((sum, { payload }) => sum + payload.text.length, 0);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof FarmError && error.slug === 'unavailable';
}
