import { connect, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../src/model/limits.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** How long one answer keeps the event loop busy: looking for the rows does. */
const BUSY_MILLIS = 50;
const CROWD = 30;

let isSlow = false;
/** What queries with this in their text wait for. */
let door: { readonly query: string; readonly open: Promise<void> } | undefined;
let atTheDoor = 0;
let service: TestService;
beforeAll(async () => {
  service = await startTestService('sqlite', {
    wrap: (database) => ({
      ...database,
      all: async (query) => {
        if (door && query.sql.includes(door.query)) {
          atTheDoor += 1;
          await door.open;
        }
        if (isSlow && query.sql.includes('from tasks')) block(BUSY_MILLIS);
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

/** Asks for all of these in one moment, each on a connection of its own; returns what is heard. */
async function askAtOnce(paths: readonly string[]): Promise<string[]> {
  const { port } = service.service.app.server.address() as { port: number };
  const sockets = await Promise.all(paths.map(() => openSocket(port)));
  const answers = sockets.map(
    (socket) => new Promise<string>((resolve) => socket.once('data', (data) => resolve(`${data}`))),
  );
  isSlow = true;
  sockets.forEach((socket, index) => {
    socket.write(
      `GET ${paths[index]} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.admin}\r\n\r\n`,
    );
  });
  const heard = await Promise.all(answers);
  isSlow = false;
  for (const socket of sockets) socket.destroy();
  return heard;
}

/** A connection that has been answered once: node takes in only one new one a turn. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

test('of a crowd that comes at once those are answered whose turn comes in time', async () => {
  const always = ['/livez', '/metrics', '/v1/platform/os/keys'];
  const crowd = Array.from({ length: CROWD }, () => '/v1/platform/tasks');
  const heard = await askAtOnce([...crowd, ...always]);
  const answered = heard.slice(0, CROWD).filter((text) => text.startsWith('HTTP/1.1 200 '));
  const refused = heard.slice(0, CROWD).filter((text) => text.startsWith('HTTP/1.1 503 '));
  expect(answered.length + refused.length).toBe(CROWD);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.length).toBeLessThan(CROWD / 2 + limits.eventLoopTurnMillis / BUSY_MILLIS);
  expect(refused.length).toBeGreaterThan(0);
  for (const text of refused) {
    expect(text).toMatch(/retry-after: 1\r\n/);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: 'unavailable',
      code: 'overloaded',
      message: 'More requests come than can be answered in time; try again.',
      requestId: /x-request-id: (\S+)/.exec(text)?.[1],
    });
  }
  expect(heard.slice(CROWD).map((text) => text.slice(0, 12))).toEqual(
    Array(3).fill('HTTP/1.1 200'),
  );
});

test('a moment later everybody is answered', async () => {
  expect((await service.send('GET', '/tasks')).status).toBe(200);
  const heard = await askAtOnce(['/v1/platform/tasks']);
  expect(heard[0]).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['while they are let in', 'from api_keys'],
  ['while their answers are made', 'from tasks'],
])('those who leave %s, one behind another, keep no places', async (_, query) => {
  const { server } = service.service.app;
  const { port } = server.address() as { port: number };
  let letGo = () => {};
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  door = { query, open };
  atTheDoor = 0;
  const socket = await openSocket(port);
  const call = `GET /v1/platform/tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.admin}\r\n\r\n`;
  socket.write(call.repeat(limits.requestsUnderWay));
  await expect.poll(() => atTheDoor).toBe(limits.requestsUnderWay);
  socket.destroy();
  await expect.poll(() => connectionsOf(server)).toBe(0);
  letGo();
  door = undefined;
  const [heard] = await askAtOnce(['/v1/platform/me']);
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
});

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

test('a service inside a command is never too busy for its one caller', async () => {
  const inside = await startTestService();
  const answers = await Promise.all(
    Array.from({ length: limits.requestsUnderWay + 20 }, () => inside.send('GET', '/me')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await inside.close();
});
