import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maskedFields } from '../../src/model/core/resource.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../src/model/resources/registry.ts';
import { columnsOf } from '../../src/storage/core/stored-row.ts';
import { parseInstant } from '../../src/tools/calendar.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { queryFor, type RandomRequest, requestsOf } from '../support/random-requests.ts';
import { startTwins, type TwinServices } from '../support/twin-services.ts';

/** How many times as many requests as in an ordinary run are sent. */
const TIMES = Number(process.env['FARMCTL_DIFFERENTIAL_RUNS'] ?? 1);
const REQUESTS_OF_EACH = 15 * TIMES;
const LISTS_OF_EACH = 6 * TIMES;
const SEQUENCES = 10 * TIMES;
const LONGEST_SEQUENCE = 30;
const PAGE = 3;
const MOST_PAGES = 200;
const PATIENCE_MILLIS = 60_000 * Math.max(1, TIMES);
/** Deleting these would leave nothing for the other requests to refer to. */
const GROUND: readonly ResourceName[] = ['farms', 'barns', 'flocks'];
/** Places whose days begin at different times; the clocks of some of them change. */
const PLACES = [
  { latitude: 31.25, longitude: 34.79 },
  { latitude: 13.75, longitude: 100.5 },
  { latitude: 40.42, longitude: -3.7 },
  { latitude: 23.11, longitude: -82.37 },
  {},
] as const;

describe('SQLite and PostgreSQL give the same answers', () => {
  let twins: TwinServices;
  let rows: OneOfEach;
  beforeAll(async () => {
    twins = await startTwins({ now: EXAMPLES_NOW });
    const [first, ...others] = await Promise.all(twins.services.map((one) => createOneOfEach(one)));
    for (const other of others) expect(other).toEqual(first);
    rows = first as OneOfEach;
  });
  afterAll(() => twins.close());

  test.each(resourceNames)(
    'SQLite and PostgreSQL give the same answers to any request to %s',
    async (name) => {
      const createdIds: string[] = [];
      await fc.assert(
        fc.asyncProperty(requestsOf(name, rows), async (request) => {
          twins.advance(1000);
          const isGone = request.method === 'DELETE';
          const ownId = isGone && GROUND.includes(name) ? undefined : createdIds.at(-1);
          const last = ownId ?? (isGone ? 'none' : rows[name]);
          const { status, body } = await sendRandom(twins, request, last);
          if (isGone && status === 200) createdIds.pop();
          if (status === 201) createdIds.push(body.id);
        }),
        { numRuns: REQUESTS_OF_EACH, endOnFailure: true },
      );
    },
    PATIENCE_MILLIS,
  );

  test.each(resourceNames)(
    'SQLite and PostgreSQL give the same answers to a list of %s, with every filter and each of its fields',
    async (name) => {
      const definition = getResource(name);
      for (const [index, order] of orderableFields(name).entries()) {
        const path = `/${name}?order=${order}&dir=${index % 2 ? 'asc' : 'desc'}`;
        const { body } = await twins.send('GET', path);
        const cursors = tamperedCursors(body.data, order);
        for (let turn = 0; turn < Math.min(TIMES, cursors.length); turn++) {
          const cursor = cursors[(index + turn) % cursors.length];
          await twins.send('GET', `/${name}?cursor=${cursor}`);
        }
      }
      await fc.assert(
        fc.asyncProperty(queryFor(definition, rows), async (query) => {
          await twins.send('GET', `/${name}?${query}`);
        }),
        { numRuns: LISTS_OF_EACH, endOnFailure: true },
      );
    },
    PATIENCE_MILLIS,
  );

  test(
    'SQLite and PostgreSQL give the same answers through the whole life of a farm, step by step',
    async () => {
      await fc.assert(
        fc.asyncProperty(lives(rows), async ({ place, steps }) => {
          const farm = await startFarm(twins, { place, rows });
          for (const step of steps) await live(twins, farm, step);
          for (const name of new Set(steps.map(({ resource }) => resource))) {
            await walkPages(twins, farm, { resource: name, order: 'id', direction: 'asc' });
          }
        }),
        { numRuns: SEQUENCES, endOnFailure: true },
      );
    },
    PATIENCE_MILLIS,
  );

  test('SQLite and PostgreSQL contain the same rows, counts and events at the end', async () => {
    await twins.expectSameState();
    // If all requests were rejected, the rest of this file would prove nothing.
    const counts = [...twins.answered.values()].reduce((sum, count) => sum + count, 0);
    expect(twins.answered.get(201) ?? 0).toBeGreaterThan(counts / 40);
    expect(twins.answered.get(200) ?? 0).toBeGreaterThan(counts / 3);
  });
});

/** A step on a farm: a request about its rows, or a list of them read page by page. */
type Step = { readonly resource: ResourceName; readonly request: RandomRequest } | Walk;

interface Walk {
  readonly resource: ResourceName;
  readonly order: string;
  readonly direction: 'asc' | 'desc';
}

/** A separate farm, whose rows replace those named by random requests. */
interface TwinFarm {
  readonly rows: OneOfEach;
  readonly own: Map<ResourceName, string[]>;
}

function lives(rows: OneOfEach) {
  const steps = fc.constantFrom(...resourceNames).chain((resource): fc.Arbitrary<Step> => {
    const request = requestsOf(resource, rows).map((one) => ({ resource, request: one }));
    const pages = fc.record({
      resource: fc.constant(resource),
      order: fc.constantFrom(...orderableFields(resource)),
      direction: fc.constantFrom('asc', 'desc'),
    });
    return fc.oneof({ arbitrary: request, weight: 5 }, pages);
  });
  return fc.record({
    place: fc.constantFrom(...PLACES),
    steps: fc.array(steps, { minLength: 5, maxLength: LONGEST_SEQUENCE }),
  });
}

async function startFarm(
  twins: TwinServices,
  { place, rows }: { readonly place: object; readonly rows: OneOfEach },
): Promise<TwinFarm> {
  const farm: TwinFarm = { rows, own: new Map() };
  for (const resource of GROUND) {
    const example = { ...exampleBody(getResource(resource), rows), code: null };
    const body =
      resource === 'farms' ? { ...example, latitude: null, longitude: null, ...place } : example;
    await live(twins, farm, { resource, request: { method: 'POST', path: `/${resource}`, body } });
  }
  return farm;
}

async function live(twins: TwinServices, farm: TwinFarm, step: Step): Promise<void> {
  twins.advance(1000);
  if (!('request' in step)) return walkPages(twins, farm, step);
  const { resource, request } = step;
  const ownIds = farm.own.get(resource) ?? [];
  const { status, body } = await sendRandom(twins, inFarm(farm, request), ownIds.at(-1) ?? 'none');
  if (status === 201) farm.own.set(resource, [...ownIds, body.id]);
  if (request.method === 'DELETE' && status === 200) farm.own.set(resource, ownIds.slice(0, -1));
}

/** The request with the rows of the farm in place of the original ones. */
function inFarm({ rows, own }: TwinFarm, { method, path, body }: RandomRequest): RandomRequest {
  const replace = (text: string) =>
    resourceNames.reduce(
      (text, name) => text.replaceAll(rows[name], own.get(name)?.at(-1) ?? rows[name]),
      text,
    );
  const request = { method, path: replace(path) };
  return body === undefined
    ? request
    : { ...request, body: JSON.parse(replace(JSON.stringify(body))) };
}

/** Reads a list of the farm page by page; the pages add up to the whole. */
async function walkPages(twins: TwinServices, farm: TwinFarm, step: Walk): Promise<void> {
  const { resource, order, direction } = step;
  const farmId = farm.own.get('farms')?.at(-1) ?? farm.rows.farms;
  const path = `/${resource}?farmId=${farmId}&order=${order}&dir=${direction}`;
  const allRows = await twins.send('GET', `${path}&limit=200`);
  const read: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page === 0 || (cursor !== undefined && page < MOST_PAGES); page++) {
    const next = cursor === undefined ? '' : `&cursor=${cursor}`;
    const { body } = await twins.send('GET', `${path}&limit=${PAGE}${next}`);
    read.push(...idsOf(body.data));
    cursor = body.meta.nextCursor;
  }
  expect(read).toEqual(idsOf(allRows.body.data));
}

function idsOf(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}

function orderableFields(name: ResourceName): string[] {
  const masked = maskedFields(getResource(name));
  return columnsOf(getResource(name))
    .filter(([field, { type }]) => field !== 'orgId' && type !== 'json' && type !== 'list')
    .filter(([field]) => !masked.includes(field))
    .map(([field]) => field);
}

/** Cursors to the middle of a list, honest and otherwise. */
function tamperedCursors(records: readonly Readonly<Record<string, unknown>>[], order: string) {
  const { id, [order]: value } = records[Math.floor(records.length / 2)] ?? {};
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  const values = [
    value,
    ...(instant === undefined
      ? []
      : [`${value}`.replace('Z', '123+00:00'), `${value}`.replace('T', ' ')]),
    null,
    String(value),
    Number(value),
  ];
  return values.map((changed) =>
    Buffer.from(JSON.stringify([order, 'desc', changed ?? null, id])).toString('base64url'),
  );
}

function sendRandom(twins: TwinServices, request: RandomRequest, last: string) {
  const { method, path, body } = request;
  return twins.send(
    method,
    path.replace(/\/last$/, () => `/${last}`),
    body === undefined ? {} : { body },
  );
}
