import { expect } from 'vitest';
import type { Caller, Reply } from './caller.ts';
import type { Place } from './place.ts';

const API = '/v1/platform';
const READING = `${API}/tasks?limit=1`;
const HEAL_MILLIS = 10_000;
const LONGEST_REFUSAL_MILLIS = 3000;

/** A fault of a running server, and its expected effects on callers. */
export interface Fault {
  /** The code of the 503 responses during the fault. */
  readonly code: string;
  /** Status of reading tasks during the fault. */
  readonly reading: 200 | 503;
  /** Status of `/readyz` during the fault. */
  readonly ready: 200 | 503;
  /** Causes the fault, and returns a function that ends it. */
  strike(): Promise<() => Promise<void>>;
}

/**
 * Causes a fault of a server and checks the guarantees: writes are promptly rejected with 503 and
 * `Retry-After`; available data can be read; the server recovers automatically; every call is in
 * the audit log.
 */
export async function watchFault(caller: Caller, place: Place, fault: Fault): Promise<void> {
  const before = await write(caller, 'before');
  expect(before.status).toBe(201);
  const audited = await auditedCalls(place);
  const heal = await fault.strike();
  let during: readonly Reply[] = [];
  try {
    const answer = [write(caller, 'a'), write(caller, 'b'), caller.ask({ path: READING })];
    const alive = await caller.ask({ path: '/livez' });
    during = await Promise.all(answer);
    expect([alive.status, alive.millis < 1000]).toEqual([200, true]);
    const [one, other, read] = during.map(refusalOf);
    const refusal = [503, 'unavailable', fault.code, '1'];
    expect([one, other]).toEqual([refusal, refusal]);
    expect(read?.[0]).toBe(fault.reading);
    const ready = refusalOf(await caller.ask({ path: '/readyz' }));
    expect(ready[0] === 200 ? 200 : ready).toEqual(fault.ready === 200 ? 200 : refusal);
    expect(Math.max(...during.map(({ millis }) => millis))).toBeLessThan(LONGEST_REFUSAL_MILLIS);
  } finally {
    await heal();
  }
  await untilReady(caller);
  expect((await write(caller, 'after')).status).toBe(201);
  expect((await caller.ask({ path: `${API}/farms/${before.body.id}` })).body).toEqual(before.body);
  // No entry is lost of calls answered while the log was not writable.
  const owed = new Map([
    ['POST 503', 2 + (audited.get('POST 503') ?? 0)],
    [`GET ${fault.reading}`, 1 + (audited.get(`GET ${fault.reading}`) ?? 0)],
  ]);
  const counted = async () => {
    const found = await auditedCalls(place);
    return new Map([...owed.keys()].map((name) => [name, found.get(name)]));
  };
  await expect.poll(counted, { timeout: HEAL_MILLIS }).toEqual(owed);
}

function write(caller: Caller, name: string): Promise<Reply> {
  return caller.ask({ method: 'POST', path: `${API}/farms`, body: { name } });
}

function refusalOf({ status, body, headers }: Reply): readonly unknown[] {
  return [status, body?.error, body?.code, headers['retry-after']];
}

async function untilReady(caller: Caller): Promise<void> {
  const end = performance.now() + HEAL_MILLIS;
  while ((await caller.ask({ path: '/readyz' })).status !== 200) {
    if (performance.now() > end) throw new Error('the server does not become ready again');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Number of calls in the audit log by method and status. */
async function auditedCalls(place: Place): Promise<ReadonlyMap<string, number>> {
  const rows = await place.query(
    `select method, status, sum(calls) as calls from audit_log
     where route in ('${API}/farms', '${API}/tasks') group by method, status`,
  );
  return new Map(rows.map((row) => [`${row['method']} ${row['status']}`, Number(row['calls'])]));
}
