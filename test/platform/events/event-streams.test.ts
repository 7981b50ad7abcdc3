import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { EventStreams, type StreamSink } from '../../../src/platform/events/event-streams.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** A reader that consumes messages, or lets all of them wait. */
function aSink(options: { readonly isStuck?: boolean } = {}) {
  const sent: string[] = [];
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const close = () => {
    isClosed = true;
    for (const listener of listeners.splice(0)) listener();
  };
  const sink: StreamSink = {
    isFull: false,
    send(text) {
      sent.push(text);
      return !options.isStuck;
    },
    drained: () => new Promise((resolve) => listeners.push(resolve)),
    onClose: (listener) => void listeners.push(listener),
    end: close,
    cut: close,
  };
  return { sink, sent, isClosed: () => isClosed };
}

let service: TestService;
let streams: EventStreams;
let failures: unknown[];
let isBroken: boolean;

/** A database that can be made to fail. */
function breakable(database: Database): Database {
  return {
    ...database,
    all: (query) => (isBroken ? Promise.reject(new Error('gone')) : database.all(query)),
  };
}

beforeEach(async () => {
  isBroken = false;
  failures = [];
  service = await startTestService('sqlite', { wrap: breakable });
  streams = new EventStreams({
    runtime: service.service.runtime,
    onError: (error) => failures.push(error),
    pollMillis: 20,
    keyMillis: 20,
    heartbeatMillis: 20,
    stallMillis: 60,
  });
});
afterEach(async () => {
  streams.close();
  isBroken = false;
  await service.close();
});

async function open(sink: StreamSink, lastEventId?: string): Promise<void> {
  await openBy(await service.createKey(), sink, lastEventId);
}

async function openBy(key: string, sink: StreamSink, lastEventId?: string): Promise<void> {
  const actor = {
    keyId: key.split('_')[2] ?? '',
    name: 'test',
    orgId: service.orgId,
    scopes: ['read:*', 'write:*', 'ai:ask', 'actions:execute', 'admin:*'],
    farmIds: 'all' as const,
    rateLimitPerMinute: null,
  };
  const subscription = {
    events: ['*'],
    farmIds: null,
    keyFarmIds: null,
    keyScopes: actor.scopes,
  };
  await streams.open({ actor, subscription, lastEventId }, sink);
}

const writeFarm = (name: string) => service.send('POST', '/farms', { body: { name } });

async function writeTask(title: string): Promise<void> {
  const { body } = await writeFarm(title);
  await service.send('POST', `/tasks?farmId=${body.id}`, { body: { title } });
}

describe('the streams of an instance', () => {
  test('keep a quiet connection alive', async () => {
    const { sink, sent } = aSink();
    await open(sink);
    await expect
      .poll(() => sent.filter((text) => text === ': heartbeat\n\n').length)
      .toBeGreaterThan(1);
    expect(sent[0]).toBe('retry: 2000\nid: seq_0\nevent: ready\ndata: {"heartbeatSeconds":15}\n\n');
  });

  test('disconnect a reader that consumes none of the missed events', async () => {
    await writeTask('missed');
    const stuck = aSink({ isStuck: true });
    await open(stuck.sink, 'seq_0');
    await expect.poll(() => stuck.isClosed()).toBe(true);
  });

  test('do not disconnect one that consumes them all', async () => {
    await writeTask('missed');
    const { sink, sent, isClosed } = aSink();
    await open(sink, 'seq_0');
    await pause(150);
    expect(isClosed()).toBe(false);
    expect(sent.filter((text) => text.includes('event: task.created'))).toHaveLength(1);
  });

  test('continue after a temporary database outage', async () => {
    const { sink, sent, isClosed } = aSink();
    await open(sink);
    isBroken = true;
    await expect.poll(() => failures.length).toBeGreaterThan(2);
    isBroken = false;
    await writeTask('after');
    await expect.poll(() => sent.join('')).toContain('"title":"after"');
    expect(isClosed()).toBe(false);
  });

  test('are rejected while the database is unavailable, and opened when it is back', async () => {
    isBroken = true;
    const refused = aSink();
    const key = { keyId: 'k', name: 'x', orgId: 'o', scopes: [], farmIds: 'all' as const };
    const actor = { ...key, rateLimitPerMinute: null };
    const subscription = { events: ['*'], farmIds: null, keyFarmIds: null, keyScopes: [] };
    const opening = streams.open({ actor, subscription, lastEventId: 'seq_0' }, refused.sink);
    await opening.catch(() => {});
    isBroken = false;
    const { sink, sent } = aSink();
    await open(sink);
    await writeTask('told');
    await expect.poll(() => sent.join('')).toContain('"title":"told"');
  });

  test('are limited in number', async () => {
    for (let left = limits.eventStreams; left > 0; left -= limits.eventStreamsPerKey) {
      const key = await service.createKey();
      for (let at = 0; at < limits.eventStreamsPerKey; at++) await openBy(key, aSink().sink);
    }
    await expect(open(aSink().sink)).rejects.toMatchObject({
      slug: 'unavailable',
      code: 'overloaded',
      headers: { 'retry-after': '5' },
    });
  });

  test('read nothing without subscribers', async () => {
    const { sink } = aSink();
    await open(sink);
    sink.end();
    isBroken = true;
    await pause(80);
    expect(failures).toEqual([]);
  });
});
