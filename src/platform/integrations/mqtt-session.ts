import type { Socket } from 'node:net';
import type { IClientOptions, MqttClient } from 'mqtt';
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

/** A session with the broker of a feed. */
export interface FeedSession {
  readonly feed: IntegrationFeed;
  readonly connections: Connections;
  /** Ends the session. */
  readonly signal: AbortSignal;
  /** Told when all topics are subscribed to. */
  readonly onReady: () => void;
  readonly onMessage: (message: Omit<Payload, 'at'>) => void;
  /** Told of messages that are too long to be read. */
  readonly onRefused: (error: Error) => void;
}

const CONNECT_MILLIS = 10_000;
const KEEPALIVE_SECONDS = 60;
const REFUSED_QOS = 128;

/**
 * Connects to the broker of a feed, subscribes to its topics and hands its messages on; resolves
 * when it was told to end, and throws what ended it otherwise. The client id is stable and the
 * session kept, so that the broker keeps messages of quality 1 while nobody listens.
 */
export async function runSession(session: FeedSession): Promise<void> {
  const { feed, connections, signal } = session;
  const broker = brokerTarget(feed.endpoint ?? '', connections.policy);
  const topics = topicsOf(feed, broker);
  const credentials = await credentialsOf(session, broker);
  // Loaded only where an integration wants it.
  const { MqttClient: Client } = await import('mqtt');
  if (signal.aborted) return;
  const { policy, resolve } = connections;
  const failure: Failure = {};
  const socketOf = () => openGuardedSocket(broker, policy, resolve);
  const client = new Client(() => watched(socketOf(), failure), {
    ...options(feed),
    ...credentials,
  });
  client.on('packetreceive', () => {
    failure.bytes = 0;
  });
  await untilClosed(client, { session, topics, failure });
}

/** What a session ended with, and how much has come since the last whole packet. */
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
    // Whoever holds sessions decides when the next one begins.
    reconnectPeriod: 0,
    resubscribe: false,
  };
}

function topicsOf(feed: IntegrationFeed, { topic }: BrokerTarget): readonly string[] {
  const { topics } = resolveMapping(mappingOf(feed));
  const found = topics ?? (topic === undefined ? [] : [topic]);
  if (found.length > 0) return found;
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
  held: {
    readonly session: FeedSession;
    readonly topics: readonly string[];
    readonly failure: Failure;
  },
): Promise<void> {
  const { session, topics, failure } = held;
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
          if (isRefused) fail(new PayloadRefused('The broker does not let the service subscribe.'));
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
    const most = `${limits.integrationMessageBytes} bytes`;
    onRefused(new PayloadRefused(`A message is longer than ${most}.`));
  } else onMessage({ topic, text: payload.toString('utf8'), isRetained });
}

/** The socket; a broker that sends a packet without end is not listened to until memory is full. */
function watched(socket: Socket, failure: Failure): Socket {
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

/** Codes of a broker that knows user and password, and does not let them in. */
const NOT_LET_IN: readonly unknown[] = [2, 4, 5, 134, 135];

/** What ended a session, without what was found inside. */
function explain(cause: Error | undefined): Error {
  if (cause instanceof PayloadRefused) return cause;
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (NOT_LET_IN.includes(code)) return new PayloadRefused('The broker refuses user and password.');
  if (cause === undefined) return new PayloadRefused('The connection to the broker broke.');
  return explainFailure(cause, cause.message === 'connack timeout');
}
