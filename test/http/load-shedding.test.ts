import { EventEmitter, once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmission } from '../../src/http/load-shedding.ts';
import { limits } from '../../src/model/core/limits.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** How long one response blocks the event loop: finding the rows does. */
const BUSY_MILLIS = 10;
const CROWD = 60;
const TRIES = 12;
const MOST_ROWS = 200;
/** Orders of tasks, so that there are many lists. */
const ORDERS = ['id', 'createdAt', 'updatedAt', 'title', 'status', 'priority', 'dueDate'];
/** For conditions that also occur on a busy machine. */
const PATIENCE = { timeout: 20_000 };

let isSlow = false;
/** Lists that were looked for while they are slow. */
let slowAnswers = 0;
let listsAsked = 0;
/** The promise that queries with this text wait for. */
let gate: { readonly query: string; readonly open: Promise<void> } | undefined;
let atTheDoor = 0;
let service: TestService;
beforeAll(async () => {
  service = await startTestService('sqlite', {
    wrap: (database) => ({
      ...database,
      all: async (query) => {
        if (gate && query.sql.includes(gate.query)) {
          atTheDoor += 1;
          await gate.open;
        }
        if (isSlow && query.sql.includes('from tasks')) {
          slowAnswers += 1;
          block(BUSY_MILLIS);
        }
        return database.all(query);
      },
    }),
  });
  const { farmId } = await createFarm(service);
  await create(service, 'tasks', { title: 'Task' }, { farmId });
  await service.service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

function block(millis: number): void {
  const end = performance.now() + millis;
  while (performance.now() < end);
}

function request(path: string, key = service.admin): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`;
}

/** Lists not requested before, so that none is answered from the cache. */
function lists(count: number): string[] {
  return Array.from({ length: count }, () => {
    listsAsked += 1;
    const order = ORDERS[Math.floor(listsAsked / MOST_ROWS)];
    return `/v1/platform/tasks?limit=${1 + (listsAsked % MOST_ROWS)}&order=${order}`;
  });
}

/** Sends all of these together, each on a separate connection, to a service with slow lists. */
async function askAtOnce(
  input: readonly { readonly path: string; readonly key?: string; readonly isFresh?: boolean }[],
): Promise<{ readonly received: string[]; readonly before: number[] }> {
  const sockets = await Promise.all(
    input.map(({ isFresh }) => (isFresh ? connect(port(), '127.0.0.1') : openSocket(port()))),
  );
  slowAnswers = 0;
  isSlow = true;
  const answers = sockets.map(async (socket, index) => {
    const { path = '', key } = input[index] ?? {};
    const answer = new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(`${data}`)),
    );
    socket.write(request(path, key));
    return { text: await answer, before: slowAnswers };
  });
  const received = await Promise.all(answers);
  isSlow = false;
  for (const socket of sockets) socket.destroy();
  return {
    received: received.map(({ text }) => text),
    before: received.map(({ before }) => before),
  };
}

function port(): number {
  return (service.service.app.server.address() as { port: number }).port;
}

/** A connection with one response already: node accepts only one new one per turn. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

test.each([
  ['open', false],
  ['new', true],
])(
  'on %s connections many clients are served in rotation, and probes before most of them',
  async (_, isFresh) => {
    const probes = ['/livez', '/metrics', '/v1/platform/os/keys'];
    // On a busy machine a probe may reach the service late; without turns each would be the last.
    let fewest = CROWD;
    for (let count = 0; count < TRIES && fewest >= CROWD / 2; count++) {
      const requests = [...lists(CROWD), ...probes].map((path) => ({ path, isFresh }));
      const { received, before } = await askAtOnce(requests);
      expect(received.map((text) => text.slice(0, 12))).toEqual(received.map(() => 'HTTP/1.1 200'));
      expect(slowAnswers).toBe(CROWD);
      fewest = Math.min(fewest, Math.max(...before.slice(CROWD)));
    }
    expect(fewest).toBeLessThan(CROWD / 2);
  },
);

test('a key with many requests delays another key by only a few of them', async () => {
  // On a busy machine one request may reach the service late; without turns each would be the last.
  let fewest = CROWD;
  for (let count = 0; count < TRIES && fewest >= CROWD / 2; count++) {
    const key = await service.createKey({ scopes: ['read:*'] });
    const [last = '', ...crowd] = lists(CROWD + 1);
    const { before } = await askAtOnce([...crowd.map((path) => ({ path })), { path: last, key }]);
    expect(slowAnswers).toBe(CROWD + 1);
    fewest = Math.min(fewest, before.at(-1) ?? CROWD);
  }
  expect(fewest).toBeLessThan(CROWD / 2);
});

/** Makes the queries with this text wait; returns a function that lets them continue. */
function closeDoor(query: string): () => void {
  let letGo = () => {};
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  gate = { query, open };
  atTheDoor = 0;
  return () => {
    letGo();
    gate = undefined;
  };
}

test('a key with hundreds of stuck requests is rejected, other keys are served', async () => {
  const key = await service.createKey();
  const letGo = closeDoor('from tasks');
  const send = async () => {
    const socket = await openSocket(port());
    socket.write(request('/v1/platform/tasks', key));
    const [data] = await once(socket, 'data');
    socket.destroy();
    return `${data}`;
  };
  // A few at a time: of many together a busy machine rejects some because they waited too long.
  const stuck: Promise<string>[] = [];
  while (stuck.length < limits.requestsUnderWayPerKey) {
    stuck.push(...Array.from({ length: 10 }, send));
    await expect.poll(() => atTheDoor, PATIENCE).toBe(stuck.length);
  }
  for (let count = 0; count < 20; count++) {
    const refused = await send();
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toMatch(/retry-after: 1\r\n/);
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: 'rate_limited',
      code: 'too_many_at_once',
    });
  }
  const { received } = await askAtOnce([{ path: '/v1/platform/me' }]);
  expect(received[0]).toMatch(/^HTTP\/1\.1 200 /);
  expect(atTheDoor).toBe(limits.requestsUnderWayPerKey);
  letGo();
  const answered = await Promise.all(stuck);
  expect(new Set(answered.map((text) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 200']));
});

test.each([
  ['during authentication', 'from api_keys'],
  ['during the response', 'from tasks'],
])('clients that %s, one after another, occupy no slots', async (_, query) => {
  const { server } = service.service.app;
  const letGo = closeDoor(query);
  const socket = await openSocket(port());
  socket.write(request('/v1/platform/tasks').repeat(limits.requestsUnderWayPerKey));
  await expect.poll(() => atTheDoor, PATIENCE).toBe(limits.requestsUnderWayPerKey);
  socket.destroy();
  await expect.poll(() => connectionsOf(server), PATIENCE).toBe(0);
  letGo();
  const { received } = await askAtOnce([{ path: '/v1/platform/me' }]);
  expect(received[0]).toMatch(/^HTTP\/1\.1 200 /);
});

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

describe('waiting requests', () => {
  /** While a crowd connects, so that nothing is begun at once. */
  function crowded(waitMillis?: number) {
    const started: string[] = [];
    const server = new EventEmitter();
    const admission = createAdmission(server, waitMillis);
    for (let count = 0; count < 10; count++) server.emit('connection');
    const enter = (caller: string, destroyed = false) =>
      admission.enter({
        caller,
        socket: { destroyed },
        begin: (refusal) => started.push(`${caller} ${refusal ?? 'begun'}`),
      });
    return { begun: started, server, enter };
  }

  test('are rejected beyond a limit for each caller, and one for all together', () => {
    const { begun, enter } = crowded();
    const { requestsWaiting: all, requestsWaitingPerKey: own } = limits;
    for (let count = 0; count <= own; count++) enter('first');
    for (let count = 0; count <= all - own; count++) enter('second');
    expect(begun).toEqual(['first caller', 'second all']);
  });

  test('start in rotation of their callers, skipping those that disconnected', async () => {
    const { begun, enter } = crowded();
    for (const caller of ['a', 'a', 'a', 'b', 'c']) enter(caller);
    enter('gone', true);
    await expect.poll(() => begun.length).toBe(5);
    expect(begun.map((text) => text[0])).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  test('are rejected when they have waited too long', async () => {
    const { begun, enter } = crowded(0);
    enter('a');
    block(2);
    await expect.poll(() => begun).toEqual(['a late']);
  });

  test('start although new connections keep arriving', async () => {
    const { begun, server, enter } = crowded();
    let isFlooding = true;
    const flood = () => {
      server.emit('connection');
      if (isFlooding) setImmediate(flood);
    };
    flood();
    enter('a');
    await expect.poll(() => begun).toEqual(['a begun']);
    isFlooding = false;
  });
});

test('a service embedded in a command is never too busy for its one caller', async () => {
  const embedded = await startTestService();
  const answers = await Promise.all(
    Array.from({ length: limits.readsUnderWay + 20 }, () => embedded.send('GET', '/me')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await embedded.close();
});

describe('requests for a whole farm', () => {
  /** Requests a dashboard on a separate connection; `noted` is notified of the response. */
  const askDashboard = async (farm: string, key: string, noted: (text: string) => void) => {
    const socket = await openSocket(port());
    socket.once('data', (data) => noted(`${data}`.slice(0, 12)));
    socket.write(request(`/v1/platform/os/dashboard?farmId=${farm}`, key));
    return socket;
  };

  test('run a few at a time, with callers in rotation, and block no other requests', async () => {
    const { farmId: farm } = await createFarm(service);
    const key = await service.createKey({ scopes: ['read:*'] });
    const most = limits.farmAnswersAtOnce;
    const answered: string[] = [];
    let open = () => {};
    gate = { query: 'from barns', open: Promise.resolve() };
    atTheDoor = 0;
    await service.send('GET', `/os/dashboard?farmId=${farm}`);
    const each = atTheDoor;
    atTheDoor = 0;
    gate = {
      query: 'from barns',
      open: new Promise<void>((resolve) => {
        open = resolve;
      }),
    };
    for (let count = 0; count < 3 * most; count++) {
      await askDashboard(farm, service.admin, (text) => answered.push(`one ${text}`));
    }
    const disconnected = await askDashboard(farm, service.admin, () => answered.push('gone'));
    await expect.poll(() => atTheDoor, PATIENCE).toBe(most * each);
    await askDashboard(farm, key, (text) => answered.push(`other ${text}`));
    disconnected.destroy();
    // By the second list the dashboard requested before it waits as well.
    for (const path of lists(2)) {
      const { received } = await askAtOnce([{ path, key }]);
      expect(received[0]).toMatch(/^HTTP\/1.1 200/);
    }
    expect([atTheDoor, answered]).toEqual([most * each, []]);
    gate = undefined;
    open();
    await expect.poll(() => answered.length, PATIENCE).toBe(3 * most + 1);
    const texts = [...answered].sort();
    expect(new Set(texts)).toEqual(new Set(['one HTTP/1.1 200', 'other HTTP/1.1 200']));
    // It arrived last, and is served before most of those waiting from the other caller.
    expect(answered.indexOf('other HTTP/1.1 200')).toBeLessThan(2 * most + 1);
  });
});
