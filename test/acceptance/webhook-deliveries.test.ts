import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { type Caller, openCaller } from '../support/reliability/caller.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { createPlace, type Place } from '../support/reliability/place.ts';
import { type Receiver, startReceiver } from '../support/reliability/receivers.ts';

/**
 * For each webhook, several times the number in flight; 500 make the ten thousand of a full run.
 */
const EVENTS = Number(process.env['FARMCTL_DELIVERY_EVENTS'] ?? 30);
const HOOKS = 20;
/** So many have arrived when a server is killed. */
const ARRIVED_BEFORE = Math.ceil((HOOKS * EVENTS) / 3);
const WRITERS = 16;
/**
 * The longest lease of deliveries in flight when their instance was killed, and time to send them.
 */
const RECOVERY_MILLIS = 60_000;
const SECRET_KEY = '5f'.repeat(32);

type Cleaning = () => Promise<unknown>;

let cleanings: Cleaning[] = [];
afterEach(async () => {
  for (const cleanup of cleanings.reverse()) await cleanup();
  cleanings = [];
});

async function start(place: Place): Promise<ChildServer> {
  const argv = [...place.argv, '--allow-host', '127.0.0.1', '--no-weather'];
  const env = { FARMCTL_SECRET_KEY: SECRET_KEY };
  const server = await startChildServer({ argv, env, logLevel: 'fatal' });
  cleanings.push(() => server.end('SIGKILL'));
  return server;
}

function call(server: ChildServer, key: string): Caller {
  const caller = openCaller(server.baseUrl, key, WRITERS);
  cleanings.push(() => caller.close());
  return caller;
}

/** A receiver that has the server killed at the arrival after a third of all. */
async function startKillingReceiver() {
  let victim: ChildServer | undefined;
  let resolveEnd: (ending: unknown) => void = () => {};
  const killed = new Promise((resolve) => {
    resolveEnd = resolve;
  });
  const receiver = await startReceiver('healthy', (count) => {
    if (count === ARRIVED_BEFORE) resolveEnd(victim?.end('SIGKILL'));
  });
  cleanings.push(() => receiver.close());
  return {
    receiver,
    killed,
    aim: (server: ChildServer) => {
      victim = server;
    },
  };
}

/** Disabled webhooks, all with one receiver, and the number of events held for each. */
async function holdEvents(caller: Caller, receiver: Receiver): Promise<readonly string[]> {
  const post = (path: string, body: unknown) =>
    caller.ask({ method: 'POST', path: `/v1/platform${path}`, body });
  const { body: farm } = await post('/farms', { name: 'Emek' });
  const hooks = await Promise.all(
    Array.from({ length: HOOKS }, async (_, index) => {
      const url = `${receiver.url}/${index}`;
      const { body } = await post('/webhooks', { url, events: ['task.created'] });
      await switchHook(caller, body.id, false);
      return String(body.id);
    }),
  );
  let written = 0;
  const writer = async () => {
    while (written < EVENTS) {
      const { status } = await post(`/tasks?farmId=${farm.id}`, { title: `Task ${written++}` });
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return hooks;
}

function switchHook(caller: Caller, id: string, enabled: boolean) {
  const path = `/v1/platform/os/webhooks/${id}`;
  return caller.ask({ method: 'PATCH', path, body: { enabled } });
}

async function waitFor(
  isTrue: () => boolean | Promise<boolean>,
  { millis, every: intervalMillis = 20 }: { readonly millis: number; readonly every?: number },
): Promise<void> {
  const end = Date.now() + millis;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`it did not come true in ${millis} ms`);
    await wait(intervalMillis);
  }
}

/** Each database query opens a connection, and a lease lasts half a minute. */
const untilNoneIsLeft = (place: Place) =>
  waitFor(async () => (await countLeft(place)) === 0, {
    millis: 2 * RECOVERY_MILLIS,
    every: 500,
  });

async function countLeft(place: Place): Promise<number> {
  const rows = await place.query(
    "select count(*) as total from webhook_deliveries where state <> 'delivered'",
  );
  return Number(rows[0]?.['total']);
}

/** How often each webhook got each event. */
function countArrivals({ arrivals }: Receiver): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path, eventId } of arrivals) {
    const key = `${path} ${eventId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function expectEachArrived(receiver: Receiver): void {
  const counts = countArrivals(receiver);
  expect(counts.size).toBe(HOOKS * EVENTS);
  // Only deliveries in flight at the crash are sent twice.
  const repeated = [...counts.values()].filter((count) => count > 1);
  expect(repeated.every((count) => count === 2)).toBe(true);
  expect(repeated.length).toBeLessThanOrEqual(limits.deliveriesInFlight);
  process.stderr.write(`${counts.size} deliveries, ${repeated.length} of them sent twice\n`);
}

describe(`${HOOKS * EVENTS} deliveries`, () => {
  test('all arrive, although the server is killed meanwhile', async () => {
    const place = await createPlace('sqlite', inject('postgresUrl'));
    cleanings.push(() => place.remove());
    const { receiver, killed, aim } = await startKillingReceiver();
    const first = await start(place);
    aim(first);
    const key = first.key ?? '';
    const caller = call(first, key);
    const hooks = await holdEvents(caller, receiver);
    expect(receiver.arrivals).toEqual([]);
    await Promise.all(hooks.map((id) => switchHook(caller, id, true)));
    await killed;
    const before = receiver.arrivals.length;
    expect(before).toBeLessThan(HOOKS * EVENTS);
    await start(place);
    await untilNoneIsLeft(place);
    expectEachArrived(receiver);
  }, 180_000);

  test('are shared by two instances, and one continues when the other is killed', async () => {
    const place = await createPlace('postgres', inject('postgresUrl'));
    cleanings.push(() => place.remove());
    const { receiver, killed, aim } = await startKillingReceiver();
    const first = await start(place);
    const second = await start(place);
    aim(second);
    const caller = call(first, first.key ?? '');
    const hooks = await holdEvents(caller, receiver);
    await Promise.all(hooks.map((id) => switchHook(caller, id, true)));
    await killed;
    await untilNoneIsLeft(place);
    expectEachArrived(receiver);
  }, 180_000);
});
