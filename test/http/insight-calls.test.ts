import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/server/jobs/running-server.ts';
import { startServer } from '../../src/server/start-server.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');

/** The values that a caller would fill in. */
const VALUES: Readonly<Record<string, unknown>> = {
  avgWeightGr: 1200,
  mortality: 4,
  feedKg: 1500,
  waterL: 2700,
  eggs: 8000,
  quantityKg: 9000,
  quantity: 4000,
  chicksReceived: 15_000,
  breed: 'Ross 308',
  areaSqm: 1000,
  capacity: 15_000,
  targetWeightKg: 2.4,
  totalAmount: 40_000,
  totalCost: 21_000,
  resolutionNote: 'Seen to.',
  replyText: 'Yes.',
  latitude: 32.36,
  longitude: 34.91,
  name: 'Somebody',
  address: 'owner@example.com',
  deadline: '2026-11-30',
  expiryDate: '2027-11-30',
  ts: '2026-11-21T06:00:00.000Z',
  temp: 20,
  humidity: 50,
};

interface PlannedCall {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: 42, now: NOW },
    logLevel: 'silent',
  });
});
afterAll(() => server.close());

async function send({ method, path, body }: PlannedCall) {
  const response = await fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.ready.keys['admin']}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** Every call named in an answer, at any depth. */
function callsIn(value: unknown): PlannedCall[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('method' in value && 'path' in value) return [value as PlannedCall];
  return Object.values(value).flatMap(callsIn);
}

function filledIn({ body = {}, ...call }: PlannedCall, userId: string): PlannedCall {
  const filling: Readonly<Record<string, unknown>> = { ...VALUES, userId };
  const values = Object.entries(body).map(([name, value]) => [name, value ?? filling[name]]);
  return { ...call, body: Object.fromEntries(values) };
}

test('every call in plan, risks, placements and weather works once its placeholders are filled in', async () => {
  const include = 'actionPlan,risk,placements,weather';
  const calls = new Map<string, PlannedCall>();
  for (const { id } of server.ready.farms) {
    const path = `/insights?farmId=${id}&include=${include}&lang=en`;
    const { status, text } = await send({ method: 'GET', path });
    expect(status).toBe(200);
    // A log proposed by both plan and risks is created only once.
    for (const call of callsIn(JSON.parse(text))) {
      const { flockId, date, status: next } = call.body ?? {};
      calls.set([call.method, call.path, flockId, date, next].join(' '), call);
    }
  }
  expect(calls.size).toBeGreaterThan(20);
  const people = await send({ method: 'GET', path: '/users?role=owner' });
  const [owner] = JSON.parse(people.text).data;
  for (const call of calls.values()) {
    const { status, text } = await send(filledIn(call, owner.id));
    expect([call, status, text]).toEqual([call, call.method === 'POST' ? 201 : 200, text]);
  }
});
