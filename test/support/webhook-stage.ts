import { once } from 'node:events';
import { strictPolicy } from '../../src/platform/outbound/check-target.ts';
import {
  OutboundFailed,
  type OutboundRequest,
} from '../../src/platform/outbound/outbound-client.ts';
import { Dispatcher, type DispatcherOptions } from '../../src/platform/webhooks/dispatcher.ts';
import { createSecretBox } from '../../src/platform/webhooks/webhook-secrets.ts';
import { secureRandom } from '../../src/tools/ids.ts';
import type { DatabaseName } from './databases.ts';
import { create, createFarm, type TestFarm } from './farm.ts';
import { startTestService, type TestAnswer, type TestService } from './service.ts';

/** A receiver's response: a status, `silence` for no response, or a promise of one. */
export type Reply =
  | number
  | 'silence'
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | Promise<number>;

/** A delivery as received. */
export interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any event.
  readonly body: any;
}

/** A service with webhooks, scripted receivers, and a manually controlled clock. */
export interface WebhookStage {
  readonly service: TestService;
  readonly farm: TestFarm;
  /** All deliveries so far, to all receivers. */
  readonly received: Received[];
  readonly dispatcher: Dispatcher;
  /** Sets the responses of the receiver at an address; 200 by default. */
  answer(url: string, reply: (count: number) => Reply): void;
  /** Another dispatcher on the same database, with the same receivers. */
  another(options?: Partial<DispatcherOptions>): Dispatcher;
  subscribe(url: string, body?: Readonly<Record<string, unknown>>): Promise<TestAnswer['body']>;
  /** Creates a task, which emits one event. */
  write(title: string): Promise<TestAnswer['body']>;
  /** Sends due deliveries and waits for them. */
  deliver(): Promise<void>;
  /** Advances the clock step by step, sending due deliveries. */
  pass(millis: number, stepMillis: number): Promise<void>;
  show(id: string): Promise<TestAnswer['body']>;
  close(): Promise<void>;
}

/** The reply, unless the caller aborts first: then it fails like the real client. */
async function unlessAborted<T>(reply: T, signal?: AbortSignal): Promise<Awaited<T>> {
  const replied = new AbortController();
  const options = { signal: replied.signal };
  const hangUp = signal
    ? once(signal, 'abort', options).then(() => {
        throw new OutboundFailed('broken', 'The caller hung up.');
      })
    : new Promise<never>(() => {});
  try {
    return await Promise.race([reply, hangUp]);
  } finally {
    replied.abort();
  }
}

/** Starts a stage on a separate database. */
export async function startWebhookStage(
  database: DatabaseName = 'sqlite',
  options: { readonly leaseMillis?: number } = {},
): Promise<WebhookStage> {
  const secrets = createSecretBox(() => new Uint8Array(32).fill(7), secureRandom);
  const service = await startTestService(database, { webhooks: { policy: strictPolicy, secrets } });
  const farm = await createFarm(service);
  const replies = new Map<string, (count: number) => Reply>();
  const received: Received[] = [];
  const errors: unknown[] = [];
  const client = {
    async send({ url, headers = {}, body = '', signal }: OutboundRequest) {
      received.push({ url, headers, text: body, body: JSON.parse(body) });
      const count = received.filter((one) => one.url === url).length;
      const reply = await unlessAborted(replies.get(url)?.(count) ?? 200, signal);
      if (reply === 'silence') throw new OutboundFailed('timeout', 'There was no answer in time.');
      const answer = typeof reply === 'number' ? { status: reply, headers: {} } : reply;
      return { ...answer, body: 'noted', isCut: false };
    },
    close: async () => {},
  };
  const another = (more: Partial<DispatcherOptions> = options) =>
    new Dispatcher({
      runtime: service.service.runtime,
      client,
      secrets,
      random: () => 0.5,
      onError: (error) => errors.push(error),
      graceMillis: 50,
      ...more,
    });
  const dispatcher = another();
  const deliver = async () => {
    dispatcher.wake();
    await dispatcher.settled();
    if (errors.length > 0) throw errors[0];
  };
  return {
    service,
    farm,
    received,
    dispatcher,
    another,
    deliver,
    answer: (url, reply) => replies.set(url, reply),
    async subscribe(url, body = {}) {
      const answer = await service.send('POST', '/webhooks', {
        body: { url, events: ['task.created'], ...body },
      });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body;
    },
    write: (title) => create(service, 'tasks', { title }, { farmId: farm.farmId }),
    async pass(millis, stepMillis) {
      for (let passed = 0; passed < millis; passed += stepMillis) {
        service.clock.advance(stepMillis);
        await deliver();
      }
    },
    async show(id) {
      return (await service.send('GET', `/os/webhooks/${id}`)).body;
    },
    async close() {
      await dispatcher.stop();
      await service.close();
    },
  };
}
