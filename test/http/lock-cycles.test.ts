import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceDocuments } from '../../src/http/docs/reference-page.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { version } from '../../src/model/core/vocabulary.ts';
import { isResourceName, resources } from '../../src/model/resources/registry.ts';
import { CommandDispatcher } from '../../src/platform/commands/send-command.ts';
import type { WeatherSource } from '../../src/platform/integrations/open-meteo.ts';
import type { OutboundClient } from '../../src/platform/outbound/outbound-client.ts';
import { Dispatcher } from '../../src/platform/webhooks/dispatcher.ts';
import { type JobTools, jobTable } from '../../src/server/jobs/job-table.ts';
import type { JobRun } from '../../src/server/jobs/scheduler.ts';
import { connectCameras, prepareGround } from '../support/document-ground.ts';
import {
  type DocumentedRequest,
  type DocumentGround,
  operationsOf,
  requestsFor,
} from '../support/document-requests.ts';
import { createFarm } from '../support/farm.ts';
import { localConnections } from '../support/local-connections.ts';
import { createLockRecorder, findLockCircles, type Lock } from '../support/lock-recorder.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { startTestService, type TestRequest, type TestService } from '../support/service.ts';

const recorder = createLockRecorder();
const texts = createReferenceDocuments({ version });
const documents = [JSON.parse(texts.platform()), JSON.parse(texts.application())];
const HOUR_MILLIS = 3_600_000;
/**
 * Jobs covered by others: messages of brokers are stored like polled readings, and the result of an
 * image analysis changes its row like a request.
 */
const LEFT_OUT = ['mqtt', 'image-analysis'];
/** Responses of a controller to a poll, and whether event receivers exist. */
const environment = { controller: '', receives: 200 };

let service: TestService;
let rows: OneOfEach;
let ground: DocumentGround;
let cameras: { readonly id: string; readonly cameraToken: string };

beforeAll(async () => {
  service = await startTestService('sqlite', {
    ...localConnections(),
    now: EXAMPLES_NOW,
    wrap: recorder.wrap,
  });
  rows = await createOneOfEach(service);
  cameras = await connectCameras(service, rows);
  const { body } = await service.send('POST', '/webhooks', {
    body: { url: 'https://example.com/hook', events: ['*'] },
  });
  const rooms: Readonly<Record<string, string>> = {
    automations: rows.automations,
    cameras: cameras.id,
    import: 'tasks',
    integrations: cameras.id,
    people: rows.users,
    users: rows.users,
    webhooks: body.webhook?.id ?? body.id,
  };
  const prepared = await prepareGround(service, { rows, connectionId: cameras.id });
  ground = {
    ...prepared,
    idFor: (path) => rooms[/^\/os\/([a-z]+)\//.exec(path)?.[1] ?? ''] ?? prepared.idFor(path),
  };
});
afterAll(() => service.close());

test('writers take locks in a consistent order', async () => {
  await sendBatches();
  await sendDocumented(({ method }) => method !== 'DELETE');
  await decide();
  await moveBetweenFlocks();
  await measure();
  await sealAndRevoke();
  await runJobs();
  await callOthers();
  await sendDocumented(({ method }) => method === 'DELETE');
  expect(findLockCircles(recorder.transactions)).toEqual([]);
});

/** Sends a request that is done; its transactions are recorded under its method and path. */
async function send(method: string, path: string, body?: unknown, request: TestRequest = {}) {
  recorder.title = `${method} ${path.replaceAll(/[a-z]+_[0-9A-Z]{26}/g, '*')}`;
  const answer = await service.send(method, path, {
    ...(body === undefined ? {} : { body }),
    ...request,
  });
  if (answer.status >= 300) throw new Error(`${recorder.title}: ${answer.text}`);
  return answer.body;
}

/** The changes of both documents with all their examples, and the undoing of each action. */
async function sendDocumented(
  isChosen: (operation: DocumentedRequest['operation']) => boolean,
): Promise<void> {
  for (const operation of documents.flatMap(operationsOf).filter(isChosen)) {
    if (operation.method === 'GET') continue;
    const all = requestsFor(operation, ground, { ofValues: 0, ofRequests: 0 });
    const examples = new Map(all.map((one) => [one.name, one]));
    for (const [name, request] of examples) {
      if (name.startsWith('the example') || name === 'nothing odd') await sendExample(request);
    }
  }
}

/** Rejections count as well: they hold locks until they are answered. */
async function sendExample({ operation, name, ...request }: DocumentedRequest): Promise<void> {
  const { method, path, basePath, credential } = operation;
  recorder.title = `${method} ${path}, ${name}`;
  const isOfFarm = method === 'POST' && isResourceName(path.slice(1));
  const token = credential === 'bearer' ? service.admin : cameras.cameraToken;
  const answer = await service.service.app.inject({
    method: method as 'POST',
    url: `${basePath}${request.url}${isOfFarm ? `?farmId=${rows.farms}` : ''}`,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  });
  if (answer.statusCode >= 500) throw new Error(`${recorder.title}: ${answer.body}`);
  const { undo } = path === '/actions' ? answer.json() : {};
  if (undo) await send('POST', '/actions/undo', undo);
}

/** Batches of a change of one row of each resource, forwards and backwards, and of new rows. */
async function sendBatches(): Promise<void> {
  const changes = operationsOf(documents[0])
    .filter(({ method, path }) => method === 'PATCH' && isResourceName(path.split('/')[1] ?? ''))
    .map(({ path, bodies }) => ({
      method: 'PATCH',
      path: path.replace('{id}', ground.idFor(path)),
      body: JSON.parse(ground.fillIn(JSON.stringify(Object.values(bodies)[0]))),
    }));
  for (const operations of [changes, changes.toReversed()]) {
    await send('POST', '/os/batch', { operations });
  }
  const repeatable = Object.values<ResourceDefinition>(resources).filter(
    ({ name, readOnly }) => !readOnly && !['farms', 'daily-logs', 'devices'].includes(name),
  );
  const operations = repeatable.map((definition) => ({
    method: 'POST',
    path: `/${definition.name}${definition.farm.kind === 'farm' ? `?farmId=${rows.farms}` : ''}`,
    body: exampleBody(definition, rows),
  }));
  await send('POST', '/os/batch', { operations });
}

/** Decisions that change other rows: a bid, an order that arrives, commands. */
async function decide(): Promise<void> {
  const bid = { tenderId: rows.tenders, supplierName: 'Other', price: 1 };
  const { id } = await send('POST', '/tender-bids', bid);
  await send('PATCH', `/tender-bids/${id}`, { status: 'accepted' });
  const { flocks: flockId, barns: barnId } = rows;
  const order = { flockId, feedType: 'finisher', quantityKg: 9000 };
  const { id: orderId } = await send('POST', '/feed-orders', order);
  const arrived = { flockId, date: '2026-11-30', feedType: 'finisher', quantityKg: 9000 };
  await send('POST', '/feed-deliveries', arrived);
  for (const status of ['ordered', 'delivered']) {
    await send('PATCH', `/feed-orders/${orderId}`, { status });
  }
  const command = { barnId, command: 'set_temp', params: { c: 25 }, mode: 'approve' };
  for (const statuses of [['approved', 'cancelled'], ['rejected'], []]) {
    const { id: commandId } = await send('POST', '/controller-commands', command);
    for (const status of statuses) {
      await send('PATCH', `/controller-commands/${commandId}`, { status });
    }
  }
}

/** Rows of several flocks, and rows that move from one to another. */
async function moveBetweenFlocks(): Promise<void> {
  const { id: barnId } = await send('POST', `/barns?farmId=${rows.farms}`, { name: 'Second' });
  const flock = { barnId, placementDate: '2026-11-01', breed: 'Ross 308', chicksReceived: 9000 };
  const { id: second } = await send('POST', '/flocks', flock);
  const flockIds = [rows.flocks, second];
  for (const ids of [flockIds, flockIds.toReversed()]) {
    for (const flockId of ids) await send('PATCH', `/expenses/${rows.expenses}`, { flockId });
    const changes = ids.map((id) => ({
      method: 'PATCH',
      path: `/flocks/${id}`,
      body: { notes: id },
    }));
    await send('POST', '/os/batch', { operations: changes });
    const cost = { date: '2026-11-20', category: 'feed', amount: 1 };
    const costs = ids.map((flockId) => ({
      method: 'POST',
      path: '/expenses',
      body: { ...cost, flockId },
    }));
    await send('POST', '/os/batch', { operations: costs });
    const lines = ids.map((flockId) => `${flockId},2026-11-20,feed,1`);
    const csv = ['flockId,date,category,amount', ...lines].join('\n');
    await send('POST', '/os/import/expenses', csv, { headers: { 'content-type': 'text/csv' } });
  }
}

/** Readings and detections, with the automations, alerts and scans that follow. */
async function measure(): Promise<void> {
  const { barns: barnId, flocks: flockId, farms: farmId } = rows;
  await send('POST', '/automations', {
    barnId,
    name: 'Hot',
    mode: 'alert_only',
    trigger: { metric: 'temp', op: '>', value: 25 },
    action: { alert: { severity: 'warning', title: 'Hot' } },
  });
  for (const temp of [30, 20, 31]) {
    await send('POST', '/env-readings', { barnId, temp, source: 'sensor' });
  }
  for (const date of ['2026-11-28', '2026-11-29']) {
    await send('POST', '/daily-logs', { flockId, date, mortality: 3, avgWeightGr: 900 });
  }
  const logs = [`${flockId},2026-11-29,4`, `${flockId},2026-11-28,4`];
  const csv = ['flockId,date,mortality', ...logs].join('\n');
  const headers = { 'content-type': 'text/csv' };
  await send('POST', '/os/import/daily-logs?onDuplicate=update', csv, { headers });
  await send('PATCH', `/devices/${rows.devices}`, { status: 'offline' });
  await send('POST', '/os/brain/scan', { farmId });
}

async function sealAndRevoke(): Promise<void> {
  const { farmId, flockId } = await createFarm(service, { name: 'Sealed' });
  await send('PATCH', `/flocks/${flockId}`, { status: 'closed' });
  await send('POST', '/os/case-files', { flockId, title: 'Sealed' });
  await service.send('DELETE', `/farms/${farmId}`);
  const other = await createFarm(service, { name: 'Other' });
  await send('DELETE', `/flocks/${other.flockId}`);
  await send('DELETE', `/barns/${other.barnId}`);
  await send('DELETE', `/farms/${other.farmId}`);
  const owner = { name: 'Owner', email: 'owner@example.com', role: 'owner' };
  const { id } = await send('POST', '/users', { ...owner, status: 'active' });
  for (const role of ['worker', 'viewer']) {
    await send('PUT', `/os/users/${id}/access`, { role, farmIds: [rows.farms] });
  }
  await send('PUT', `/os/users/${id}/access`, { role: 'owner' });
  for (const request of [
    { method: 'PATCH', path: `/users/${id}`, body: { status: 'suspended' } },
    { method: 'DELETE', path: `/os/users/${id}/access` },
  ]) {
    recorder.title = `${request.method} of the last owner`;
    const answer = await service.send(request.method, request.path, request);
    expect(answer.body.code, answer.text).toBe('last_owner');
  }
}

const client: OutboundClient = {
  async send({ url }) {
    const isPolled = url.endsWith('/controller');
    const body = isPolled ? environment.controller : '';
    return { status: isPolled ? 200 : environment.receives, headers: {}, body, isCut: false };
  },
  close: async () => {},
};

const weather: WeatherSource = {
  read: async () => [{ ts: new Date(service.clock.now()).toISOString(), temp: 21, humidity: 60 }],
};

async function runJobs(): Promise<void> {
  const { runtime, connections, connectionLog, anchors } = service.service;
  const tools: JobTools = {
    runtime,
    log: pino({ level: 'silent' }),
    connectionLog,
    connections: { ...connections, client },
    anchors,
    plan: {
      isMock: false,
      scansFarms: true,
      readsIntegrations: true,
      analyzesImages: false,
      weather,
    },
    isClockMoved: () => true,
  };
  const integration = await connectController();
  for (const hours of [0, 2, 24 * 30]) {
    service.clock.advance(hours * HOUR_MILLIS);
    const ts = new Date(service.clock.now()).toISOString();
    environment.controller = JSON.stringify({ houses: [{ id: 'H1', ts, temp: 31 }] });
    for (const { name, run } of jobTable) {
      if (LEFT_OUT.includes(name)) continue;
      recorder.title = `the job ${name}`;
      await run(tools, { signal: new AbortController().signal } as JobRun);
    }
  }
  const { body } = await service.send('GET', `/integrations/${integration}`);
  expect(body).toMatchObject({ status: 'active', lastError: null });
}

/** A controller that is polled, and a weather station. */
async function connectController(): Promise<string> {
  const { farms: farmId, barns: barnId } = rows;
  await send('PATCH', `/farms/${farmId}`, { latitude: 32.4, longitude: 34.9 });
  await send('POST', `/integrations?farmId=${farmId}`, { kind: 'weather', name: 'Weather' });
  const endpoint = 'https://example.com/controller';
  const controller = { kind: 'controller', name: 'Controller', barnId, endpoint };
  const { id } = await send('POST', '/integrations', controller);
  const mapping = { rows: '/houses', device: '/id', ts: '/ts', fields: { temp: '/temp' } };
  await send('PUT', `/os/integrations/${id}/mapping`, mapping);
  return id;
}

/** Deliveries and commands that arrive, and those that fail until they are given up. */
async function callOthers(): Promise<void> {
  const { runtime } = service.service;
  const onError = (error: unknown) => {
    throw error;
  };
  const { secrets } = localConnections().webhooks;
  const webhooks = new Dispatcher({ runtime, client, secrets, random: () => 0.5, onError });
  const findSecret = async () => ({ value: 'secret' }) as never;
  const commands = new CommandDispatcher({ runtime, client, findSecret, onError });
  for (const status of [200, 500, 410]) {
    environment.receives = status;
    await send('POST', '/tasks', { farmId: rows.farms, title: `Answered with ${status}` });
    recorder.title = `deliveries answered with ${status}`;
    for (const dispatcher of [webhooks, commands]) {
      dispatcher.wake();
      await dispatcher.settled();
    }
    service.clock.advance(HOUR_MILLIS);
  }
  await webhooks.stop();
  await commands.stop();
  const delivered = recorder.transactions.filter(({ title }) => title.startsWith('deliveries'));
  expect(new Set(delivered.map(({ title }) => title)).size).toBe(3);
}

describe('the search for lock cycles', () => {
  const lock = (kind: string, key = kind, isShared = false) => ({ kind, key, isShared });
  const [a, b, c] = [lock('a'), lock('b'), lock('c')];
  const circlesOf = (...all: (readonly Lock[])[]) =>
    findLockCircles(all.map((locks, index) => ({ title: String(index), locks })));

  test('finds two and three transactions that could wait for each other', () => {
    expect(circlesOf([a, b], [b, a])).toEqual(['0: a > b | 1: b > a']);
    expect(circlesOf([a, b], [b, c], [c, a])).toEqual(['0: a > b | 1: b > c | 2: c > a']);
    expect(circlesOf([a, b], [b, c], [a, c])).toEqual([]);
  });

  test('finds rows of one table locked in an order other than that of their ids', () => {
    expect(circlesOf([lock('t', 't 2'), lock('t', 't 1')])).toHaveLength(1);
    expect(circlesOf([lock('t', 't 1'), lock('t', 't 2')])).toEqual([]);
    const shared = [lock('t', 't 2', true), lock('t', 't 1', true)];
    expect(circlesOf(shared)).toEqual([]);
    const exclusive = [lock('t', 't 1'), lock('t', 't 2')];
    expect(circlesOf(shared, exclusive)).toContain('0: t > t | 1: t > t');
  });

  test('accepts any order while the same lock is already held', () => {
    const rules = lock('rules', 'rules 1');
    expect(circlesOf([rules, a, b], [rules, b, a])).toEqual([]);
    expect(circlesOf([rules, a, b], [b, a])).toHaveLength(1);
  });

  test('knows that shared locks do not block each other', () => {
    const shared = lock('a', 'a', true);
    expect(circlesOf([shared, b], [b, shared])).toEqual([]);
    expect(circlesOf([shared, b], [b, a])).toHaveLength(1);
  });
});
