import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Caller, openCaller } from '../support/reliability/caller.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { percentile } from '../support/reliability/percentile.ts';
import { createFolder } from '../support/reliability/place.ts';
import { processFigures } from '../support/reliability/process-figures.ts';
import { type Behaviour, type Receiver, startReceiver } from '../support/reliability/receivers.ts';

/** More with FARMCTL_RECEIVER_EVENTS. */
const EVENTS = Number(process.env['FARMCTL_RECEIVER_EVENTS'] ?? 60);
const PAUSE_MILLIS = 20;
/**
 * An attempt at a hanging receiver takes 15 s: a caller that waits for one takes longer than this,
 * and longer than several times what the same writes took without bad receivers.
 */
const MOST_DELAY_MILLIS = 4000;
const MOST_SLOWDOWN = 10;
const MOST_GROWTH_BYTES = 96 * 1024 * 1024;
const ATTEMPT_MILLIS = 15_000;

/** The recorded result of the first attempt at each, and the resulting state of the webhook. */
const CASES: readonly {
  readonly behaviour: Behaviour;
  readonly first: readonly [status: number | null, failure: string | null];
  readonly isOff?: true;
}[] = [
  { behaviour: 'hangs', first: [null, 'timeout'] },
  { behaviour: 'silent', first: [null, 'timeout'] },
  { behaviour: 'drips', first: [null, 'timeout'] },
  { behaviour: 'dripsHeaders', first: [null, 'timeout'] },
  { behaviour: 'floods', first: [200, null] },
  { behaviour: 'failing', first: [503, null] },
  { behaviour: 'gone', first: [410, null], isOff: true },
  { behaviour: 'busyOnce', first: [429, null] },
  { behaviour: 'redirects', first: [302, null] },
  { behaviour: 'promisesMore', first: [null, 'broken'] },
  { behaviour: 'resets', first: [null, 'broken'] },
  { behaviour: 'talksNonsense', first: [null, 'broken'] },
  { behaviour: 'dropsTls', first: [null, 'broken'] },
  { behaviour: 'strangeCertificate', first: [null, 'tls'] },
];

interface Stage {
  readonly server: ChildServer;
  readonly caller: Caller;
  readonly farmId: string;
}

async function startStage(): Promise<Stage> {
  const place = await createFolder();
  const argv = [...place.argv, '--allow-host', '127.0.0.1', '--no-weather'];
  const server = await startChildServer({ argv, logLevel: 'fatal' });
  const caller = openCaller(server.baseUrl, server.key ?? '', 8);
  onTestFinished(async () => {
    await server.end('SIGTERM');
    await caller.close();
    await place.remove();
  });
  const { body } = await post(caller, '/farms', { name: 'Emek' });
  return { server, caller, farmId: body.id };
}

function post(caller: Caller, path: string, body: unknown) {
  return caller.ask({ method: 'POST', path: `/v1/platform${path}`, body });
}

async function subscribe(caller: Caller, receiver: Receiver): Promise<string> {
  const { status, body } = await post(caller, '/webhooks', {
    url: receiver.url,
    events: ['task.created'],
  });
  expect([status, receiver.url]).toEqual([201, receiver.url]);
  return body.id;
}

/** Writes tasks, one after the other; when each was acknowledged, and how long that took. */
async function writeTasks({ caller, farmId }: Stage, word: string) {
  const acknowledged = new Map<string, number>();
  const millis: number[] = [];
  for (let index = 0; index < EVENTS; index++) {
    const title = `${word} ${index}`;
    const answer = await post(caller, `/tasks?farmId=${farmId}`, { title });
    expect(answer.status).toBe(201);
    acknowledged.set(title, Date.now());
    millis.push(answer.millis);
    await wait(PAUSE_MILLIS);
  }
  return { acknowledged, millis };
}

/** How long after its acknowledgement each event of a word arrived. */
async function delays(receiver: Receiver, acknowledged: ReadonlyMap<string, number>) {
  const isHere = () => {
    const titles = new Set(receiver.arrivals.map(({ title }) => title));
    return [...acknowledged.keys()].every((title) => titles.has(title));
  };
  const end = Date.now() + ATTEMPT_MILLIS;
  while (!isHere() && Date.now() < end) await wait(20);
  expect(isHere()).toBe(true);
  const ownArrivals = receiver.arrivals.filter(({ title }) => acknowledged.has(title));
  return ownArrivals.map(({ at, title }) => at - (acknowledged.get(title) ?? 0));
}

test('concurrent misbehaving receivers of every kind delay neither a healthy one nor the API', async () => {
  const stage = await startStage();
  const { server, caller } = stage;
  const healthy = await startReceiver('healthy');
  const receivers = await Promise.all(CASES.map(({ behaviour }) => startReceiver(behaviour)));
  onTestFinished(async () => {
    await Promise.all([healthy, ...receivers].map((receiver) => receiver.close()));
  });
  await subscribe(caller, healthy);

  const baseline = await writeTasks(stage, 'alone');
  const aloneDelays = await delays(healthy, baseline.acknowledged);
  const before = await processFigures(server.pid, server.baseUrl);
  const ids = await Promise.all(receivers.map((receiver) => subscribe(caller, receiver)));
  const among = await writeTasks(stage, 'among');
  const amongDelays = await delays(healthy, among.acknowledged);

  // Each event once, although other webhooks failed.
  expect(new Set(healthy.arrivals.map(({ eventId }) => eventId)).size).toBe(2 * EVENTS);
  expect(healthy.arrivals).toHaveLength(2 * EVENTS);
  expect(percentile(amongDelays, 0.99)).toBeLessThan(mostDelay(aloneDelays));
  expect(percentile(among.millis, 0.99)).toBeLessThan(mostDelay(baseline.millis));

  await wait(ATTEMPT_MILLIS + 1000);
  const outcomes = await Promise.all(ids.map((id) => outcomeOf(caller, id)));
  expect(outcomes.map(({ first }, index) => [CASES[index]?.behaviour, ...first])).toEqual(
    CASES.map(({ behaviour, first }) => [behaviour, ...first]),
  );
  const off = CASES.filter((_, index) => !outcomes[index]?.enabled);
  expect(off.map(({ behaviour }) => behaviour)).toEqual(
    expect.arrayContaining(CASES.filter(({ isOff }) => isOff).map(({ behaviour }) => behaviour)),
  );
  const after = await processFigures(server.pid, server.baseUrl);
  expect(after.residentBytes - before.residentBytes).toBeLessThan(MOST_GROWTH_BYTES);
  report({ aloneDelays, amongDelays, alone: baseline.millis, among: among.millis, before, after });
}, 90_000);

/** Fourteen receivers cost processor time too, on a busy machine more than the fixed limit. */
function mostDelay(baseline: readonly number[]): number {
  return Math.min(
    ATTEMPT_MILLIS,
    Math.max(MOST_DELAY_MILLIS, MOST_SLOWDOWN * percentile(baseline, 0.99)),
  );
}

/** The first attempt at a hook, and whether it is on still. */
async function outcomeOf(caller: Caller, id: string) {
  const root = '/v1/platform/os/webhooks';
  const [hook, list] = await Promise.all([
    caller.ask({ path: `${root}/${id}` }),
    caller.ask({ path: `${root}/${id}/deliveries?limit=200` }),
  ]);
  const oldest = list.body.data.at(-1);
  const { body } = await caller.ask({ path: `${root}/deliveries/${oldest.id}` });
  const { status = null, failure = null } = body.log[0] ?? {};
  return { first: [status, failure] as const, enabled: hook.body.enabled as boolean };
}

function report(measured: {
  readonly aloneDelays: readonly number[];
  readonly amongDelays: readonly number[];
  readonly alone: readonly number[];
  readonly among: readonly number[];
  readonly before: { readonly residentBytes: number };
  readonly after: { readonly residentBytes: number };
}): void {
  const of = (values: readonly number[]) =>
    [0.5, 0.99].map((share) => Math.round(percentile(values, share))).join(' / ');
  const megabytes = (figures: { readonly residentBytes: number }) =>
    Math.round(figures.residentBytes / 1024 / 1024);
  process.stderr.write(
    `healthy receiver: delay p50 / p99 alone ${of(measured.aloneDelays)} ms, among ${CASES.length} bad ` +
      `ones ${of(measured.amongDelays)} ms; writes ${of(measured.alone)} and ${of(measured.among)} ms; ` +
      `memory ${megabytes(measured.before)} and ${megabytes(measured.after)} MB\n`,
  );
}
