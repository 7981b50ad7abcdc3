import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FarmError } from '../../src/model/core/errors.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { createFarm } from '../support/farm.ts';
import { expectErrorShape } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let farmId: string;
/** The current error of the database, on reads or on writes. */
let fault: { readonly on: 'reads' | 'writes' | 'both'; readonly error: Error } | undefined;

/** The database, which fails as long as there is a fault. */
function faulty(database: Database): Database {
  const guard =
    <A extends unknown[], R>(kind: 'reads' | 'writes', work: (...args: A) => R) =>
    (...args: A) => {
      if (fault && (fault.on === kind || fault.on === 'both')) throw fault.error;
      return work(...args);
    };
  return {
    ...database,
    all: guard('reads', database.all) as Database['all'],
    first: guard('reads', database.first) as Database['first'],
    ping: async () => guard('reads', database.ping)(),
    transaction: async (work) => guard('writes', database.transaction<never>)(work as never),
  };
}

beforeAll(async () => {
  service = await startTestService('sqlite', { wrap: faulty });
  ({ farmId } = await createFarm(service));
});
beforeEach(() => {
  fault = undefined;
});
afterAll(() => service.close());

const unavailable = () => new FarmError('unavailable', { headers: { 'retry-after': '1' } });
const internal = () => new Error('password of the database is hunter2');

const post = (headers: Readonly<Record<string, string>> = {}) =>
  service.send('POST', `/tasks?farmId=${farmId}`, { body: { title: 'x' }, headers });

describe('a temporarily unavailable database', () => {
  test.each(['reads', 'writes', 'both'] as const)(
    'a temporarily unavailable database on %s is a 503 with Retry-After',
    async (on) => {
      fault = { on, error: unavailable() };
      const answer = on === 'writes' ? await post() : await service.send('GET', '/tasks');
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.body).toMatchObject({ error: 'unavailable' });
      expectErrorShape(answer);
    },
  );

  test('does not block reads while writes fail', async () => {
    fault = { on: 'writes', error: unavailable() };
    expect((await service.send('GET', '/tasks')).status).toBe(200);
    expect((await post()).status).toBe(503);
    fault = undefined;
    expect((await post()).status).toBe(201);
  });

  test('is not ready, but alive', async () => {
    fault = { on: 'both', error: unavailable() };
    const { app } = service.service;
    expect((await app.inject('/livez')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json().error]).toEqual([503, 'unavailable']);
    fault = undefined;
    // The audit entries of that time are written within a moment.
    const readiness = async () => (await app.inject('/readyz')).json();
    await expect.poll(readiness).toEqual({ status: 'ok' });
  });
});

describe('an internal error', () => {
  test.each(['reads', 'writes'] as const)(
    'an internal error on %s is a 500 without details',
    async (on) => {
      fault = { on, error: internal() };
      const answer = on === 'writes' ? await post() : await service.send('GET', '/tasks');
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        error: 'internal',
        message: 'Something failed on our side; quote the requestId.',
        requestId: answer.headers['x-request-id'],
      });
      expect(JSON.stringify(answer.headers)).not.toContain('hunter2');
    },
  );
});

test.each([
  ['unavailable', unavailable, 503],
  ['broken', internal, 500],
])(
  'an answer of a service that is %s is not stored for an Idempotency-Key',
  async (_, error, status) => {
    const headers = { 'idempotency-key': `job ${status}`.replace(' ', '-') };
    fault = { on: 'writes', error: error() };
    expect((await post(headers)).status).toBe(status);
    fault = undefined;
    const answer = await post(headers);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
  },
);

test('an audit entry that cannot be written is written once it is possible again', async () => {
  fault = { on: 'writes', error: unavailable() };
  await service.send('GET', '/tasks', { headers: { 'x-request-id': 'during' } });
  await new Promise((resolve) => setTimeout(resolve, 120));
  fault = undefined;
  const times = () =>
    service
      .send('GET', '/os/audit?path=/v1/platform/tasks&limit=200')
      .then(
        ({ body }) =>
          body.data.filter((entry: { requestId: string }) => entry.requestId === 'during').length,
      );
  await expect.poll(times, { timeout: 5000 }).toBe(1);
});
