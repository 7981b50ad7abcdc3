import { expect } from 'vitest';
import { serviceSignature } from '../../../src/tools/webhook-signature.ts';
import type { DatabaseName } from '../databases.ts';
import { localConnections } from '../local-connections.ts';
import { startTestService, type TestAnswer, type TestService } from '../service.ts';
import { CONTROLLER_SECRET, farmBeforeDawn, type Names } from './farm-before-dawn.ts';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import { type Round, type Rounds, roundsOf } from './rounds.ts';

/** A call of the day; `{name}` in a text is replaced by a previously stored id. */
export interface DayCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The key of the call: `cameraToken`, or that of the admin. */
  readonly key?: string;
  /** Whether the path is absolute, not relative to `/v1/platform`. */
  readonly isAbsolute?: boolean;
}

/** One event of the day, and all its expected effects. */
export interface DayStep {
  /** Farm time on 2 November 2026. */
  readonly at: string;
  readonly name: string;
  /** Sets the response of the climate computer. */
  readonly climate?: unknown;
  readonly rounds?: readonly Round[];
  readonly call?: DayCall;
  readonly sendsCommands?: boolean;
  readonly status?: number;
  readonly answer?: unknown;
  /** Values of the response to store, by name: the path of fields. */
  readonly keeps?: Readonly<Record<string, readonly (string | number)[]>>;
  /** All emitted events in order, gaps with their kind; none by default. */
  readonly events?: readonly string[];
  /** Kind and score of all entries of the activity log; none by default. */
  readonly activity?: readonly (readonly [kind: string, score: number])[];
  /** Expected results of subsequent reads. */
  readonly reads?: readonly (readonly [path: string, holds: unknown])[];
}

/** A farm for one day, its connected systems, and a manually controlled clock. */
export interface WorkingDay {
  readonly service: TestService;
  readonly neighbours: Neighbours;
  readonly names: Names;
  readonly hookSecret: string;
  play(step: DayStep): Promise<void>;
  read(path: string): Promise<TestAnswer['body']>;
  close(): Promise<void>;
}

/** 19:00 in Israel on the evening before. */
const EVENING_BEFORE = '2026-11-01T17:00:00.000Z';
/** The secret that signs orders to the controller. */
export const CONTROLLER_PASSWORD = 'the fans turn';

/** Starts a day on the evening before it. */
export async function startWorkingDay(database: DatabaseName): Promise<WorkingDay> {
  const neighbours = await startNeighbours();
  const local = localConnections({
    [CONTROLLER_SECRET]: `host=127.0.0.1,localhost ${CONTROLLER_PASSWORD}`,
  });
  const service = await startTestService(database, { now: EVENING_BEFORE, ...local });
  const rounds = roundsOf(service, local.webhooks);
  const names = await farmBeforeDawn(service, neighbours);
  names['editor'] = `test, ${service.admin.split('_')[2]}`;
  const hook = await service.send('POST', '/webhooks', {
    body: { url: `${neighbours.url}/hooks`, events: ['*'] },
  });
  const stage = { service, neighbours, names, hookSecret: String(hook.body.secret) };
  const read = (path: string) => readOn(stage, path);
  return {
    ...stage,
    read,
    play: (step) => playStep({ ...stage, rounds, read }, step),
    async close() {
      await rounds.close();
      await service.close();
      await neighbours.close();
    },
  };
}

type Stage = Pick<WorkingDay, 'service' | 'neighbours' | 'names' | 'hookSecret' | 'read'> & {
  readonly rounds: Rounds;
};

async function playStep(stage: Stage, step: DayStep): Promise<void> {
  const { service, neighbours, rounds } = stage;
  service.clock.set(Date.parse(`2026-11-02T${step.at}:00+02:00`));
  const eventCount = (await service.events()).length;
  const received = neighbours.deliveries.length;
  const known = new Set((await activityOf(stage)).map(({ id }) => id));
  if (step.climate !== undefined) neighbours.climate = step.climate;
  for (const round of step.rounds ?? []) await rounds.go(round);
  if (step.call) await playCall(stage, step.call, step);
  if (step.sendsCommands) await rounds.sendCommands();
  await rounds.deliver();
  const events = (await service.events()).slice(eventCount).map(eventName);
  expect(events).toEqual(step.events ?? []);
  expectDelivered(stage, received, events);
  const activity = (await activityOf(stage)).filter(({ id }) => !known.has(id));
  expect(activity.map(({ kind, score }) => [kind, score]).toSorted()).toEqual(
    (step.activity ?? []).toSorted(),
  );
  for (const [path, holds] of step.reads ?? []) {
    expect(await stage.read(path), path).toMatchObject(fillInside(holds, stage.names) as object);
  }
}

async function playCall(stage: Stage, call: DayCall, step: DayStep): Promise<void> {
  const { service, names } = stage;
  const { method, path, body, headers = {}, key } = call;
  const isFile = body instanceof Uint8Array;
  const response = await service.service.app.inject({
    method,
    url: `${call.isAbsolute ? '' : '/v1/platform'}${fillIn(path, names)}`,
    headers: {
      authorization: `Bearer ${key === undefined ? service.admin : names[key]}`,
      ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: payloadOf(body, names) }),
  });
  expect([response.statusCode, response.body]).toEqual([step.status ?? 200, response.body]);
  if (step.answer !== undefined) {
    expect(response.json()).toMatchObject(fillInside(step.answer, names) as object);
  }
  for (const [name, way] of Object.entries(step.keeps ?? {})) {
    let value = response.json();
    for (const part of way) value = value[part];
    names[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
}

function payloadOf(body: unknown, names: Names): string | Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  if (typeof body === 'string') return fillIn(body, names);
  return JSON.stringify(fillInside(body, names));
}

/** The name of a gap event includes its kind. */
function eventName({ event, body }: { readonly event: string; readonly body: unknown }): string {
  const { gap } = (body as { readonly data: { readonly gap?: { readonly kind: string } } }).data;
  return gap === undefined ? event : `${event} ${gap.kind}`;
}

/** Asserts that every event was delivered to the receiver once, with a valid signature. */
function expectDelivered(
  { neighbours, hookSecret }: Stage,
  received: number,
  events: string[],
): void {
  const arrived = neighbours.deliveries.slice(received);
  expect(arrived.map(({ body }) => eventName({ event: body.event, body })).toSorted()).toEqual(
    events.toSorted(),
  );
  for (const { headers, text } of arrived) {
    const timestamp = String(headers['x-service-timestamp']);
    expect(headers['x-service-signature']).toBe(serviceSignature(hookSecret, timestamp, text));
  }
}

async function activityOf({ service, names }: Pick<Stage, 'service' | 'names'>) {
  const path = `/activity?farmId=${names['farm']}&from=2026-11-02`;
  const { data, meta } = (await service.send('GET', path)).body;
  expect(meta.hasMore).toBe(false);
  return data as readonly { readonly id: string; readonly kind: string; readonly score: number }[];
}

async function readOn(
  { service, names }: Pick<Stage, 'service' | 'names'>,
  path: string,
): Promise<TestAnswer['body']> {
  const answer = await service.send('GET', fillIn(path, names));
  expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
  return answer.body;
}

function fillIn(text: string, names: Names): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
}

function fillInside(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return kept(value, names) ?? fillIn(value, names);
  if (Array.isArray(value)) return value.map((item) => fillInside(item, names));
  if (typeof value !== 'object' || value === null) return value;
  // Asymmetric matchers of vitest are left unchanged.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, fillInside(item, names)]);
  return Object.fromEntries(entries);
}

/** A text that is only `{name}` of a stored object is replaced by the object. */
function kept(text: string, names: Names): unknown {
  const name = /^\{(\w+)\}$/.exec(text)?.[1];
  const value = name === undefined ? undefined : names[name];
  return value?.startsWith('{') ? JSON.parse(value) : undefined;
}
