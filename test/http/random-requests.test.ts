import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '../../src/model/fields.ts';
import { getResource, type ResourceName, resourceNames } from '../../src/model/registry.ts';
import type { ResourceDefinition } from '../../src/model/resource.ts';
import { writableFields } from '../../src/model/resource-fields.ts';
import { listParameters } from '../../src/platform/records/list-query.ts';
import { tableName } from '../../src/storage/dialect.ts';
import { DATABASES, type DatabaseName } from '../support/databases.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { expectErrorShape } from '../support/scenario.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

/** How many requests each resource gets; a server that is asked over a socket takes longer. */
const RUNS: Readonly<Record<DatabaseName, number>> = { sqlite: 60, postgres: 15 };
/** Deleting these would leave nothing for the others to stand on. */
const GROUND: readonly ResourceName[] = ['farms', 'barns', 'flocks'];

/** What the requests of one database are made for. */
interface Ground {
  readonly service: TestService;
  readonly rows: OneOfEach;
}

const strangeId = fc.oneof(
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
  fc.constantFrom('%00', '%zz', '%F0%9F%90%94', 'x'.repeat(100)),
);

const junk = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, '', ' ', '\0', '\ud800', '__proto__', -0, 1e308, 2 ** 53, '2026-02-30'),
  fc.constant({ toString: 1, valueOf: 1 }),
  fc.double(),
);
const day = fc.constantFrom('2026-11-29', '2026-11-30', '2026-10-25T22:30:00Z', '2026-12-01');
const instant = fc.constantFrom('2026-11-30T08:00:00Z', '2026-11-29T23:59:59.999+02:00');

/** A value that the field may take, more often than not. */
function valueFor(field: Field, rows: OneOfEach): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'integer':
      return fc.integer({ min: field.min ?? 0, max: field.max });
    case 'number':
    case 'money':
      return fc.double({ min: field.min ?? 0, max: field.max, noNaN: true });
    case 'boolean':
      return fc.constantFrom(true, false, 1, 'false');
    case 'date':
      return day;
    case 'timestamp':
      return instant;
    case 'json':
      return fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), fc.constant([]));
    case 'list':
      return fc.array(fc.string({ maxLength: 10 }), { maxLength: 5 });
    case 'word':
      return fc.constantFrom(...field.vocabulary.words);
    case 'reference':
      return fc.constant(rows[field.to as ResourceName]);
    default:
      return fc.string({ unit: 'grapheme', maxLength: 20 });
  }
}

/** A body with some of the writable fields, a few of them wrong, on the example or on nothing. */
function bodyFor(definition: ResourceDefinition, rows: OneOfEach): fc.Arbitrary<unknown> {
  const fields = writableFields(definition).map(([name, field]) => [
    name,
    fc.oneof({ arbitrary: valueFor(field, rows), weight: 5 }, { arbitrary: junk, weight: 1 }),
  ]);
  const some = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const few = fc
    .tuple(some, fc.nat(4))
    .map(([all, count]) => Object.fromEntries(Object.entries(all).slice(0, count)));
  const onExample = few.map((changed) => ({ ...exampleBody(definition, rows), ...changed }));
  const strange = fc
    .tuple(few, fc.string(), junk)
    .map(([all, name, value]) => ({ ...all, [name]: value }));
  return fc.oneof(few, { arbitrary: onExample, weight: 3 }, some, strange, junk);
}

function queryFor(definition: ResourceDefinition, rows: OneOfEach): fc.Arbitrary<string> {
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...listParameters(definition)), weight: 6 },
    { arbitrary: fc.string({ maxLength: 8 }), weight: 1 },
  );
  const value = fc.oneof(
    fc.constantFrom('1', '2', 'asc', 'desc', 'id', 'open', 'true', '2026-11-30', rows.farms),
    fc.constantFrom(...Object.keys(definition.fields), 'createdAt', ''),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
  );
  return fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((parameters) => new URLSearchParams(parameters).toString());
}

interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

function requestsOf(name: ResourceName, rows: OneOfEach): fc.Arbitrary<RandomRequest> {
  const definition = getResource(name);
  const id = fc.oneof(
    { arbitrary: fc.constant(rows[name]), weight: 4 },
    { arbitrary: strangeId, weight: 1 },
  );
  const list = queryFor(definition, rows).map((query) => ({
    method: 'GET',
    path: `/${name}?${query}`,
  }));
  const get = id.map((one) => ({ method: 'GET', path: `/${name}/${one}` }));
  const create = bodyFor(definition, rows).map((body) => ({
    method: 'POST',
    path: `/${name}?farmId=${rows.farms}`,
    body,
  }));
  const update = fc
    .tuple(id, bodyFor(definition, rows))
    .map(([one, body]) => ({ method: 'PATCH', path: `/${name}/${one}`, body }));
  const remove = fc
    .oneof(fc.constant('last'), strangeId)
    .map((one) => ({ method: 'DELETE', path: `/${name}/${one}` }));
  return fc.oneof(
    list,
    get,
    { arbitrary: create, weight: 3 },
    { arbitrary: update, weight: 3 },
    remove,
  );
}

for (const database of DATABASES) {
  describe(`${database}: whatever is sent`, () => {
    let ground: Ground;
    beforeAll(async () => {
      const service = await startTestService(database, { now: EXAMPLES_NOW });
      ground = { service, rows: await createOneOfEach(service) };
    });
    afterAll(() => ground.service.close());

    test.each(resourceNames)(
      '%s answers in a documented shape, and what it wrote is read again',
      async (name) => {
        const { service, rows } = ground;
        const made: string[] = [];
        await fc.assert(
          fc.asyncProperty(requestsOf(name, rows), async ({ method, path, body }) => {
            const answer = await service.send(
              method,
              path.replace(/\/last$/, () => `/${lastOf(made, name)}`),
              body === undefined ? {} : { body },
            );
            expect(answer.status).toBeLessThan(500);
            if (answer.status >= 400) return expectErrorShape(answer);
            if (method === 'POST') made.push(answer.body.id);
            await expectReadable(service, `${method} ${name}`, answer);
          }),
          { numRuns: RUNS[database], endOnFailure: true },
        );
        await expectTrueTotal(service, name);
      },
    );
  });
}

/** The row to delete: one made on the way. */
function lastOf(made: string[], name: ResourceName): string {
  return (GROUND.includes(name) ? undefined : made.pop()) ?? 'none';
}

async function expectReadable(service: TestService, request: string, answer: TestAnswer) {
  const [method, name] = request.split(' ');
  const shown = method === 'GET' && answer.body.data ? answer.body.data[0] : answer.body;
  if (shown?.id === undefined) return;
  const { status, body } = await service.send('GET', `/${name}/${shown.id}`);
  expect([method, status]).toEqual([method, method === 'DELETE' ? 404 : 200]);
  if (method !== 'DELETE') expect(body).toMatchObject(shown);
}

async function expectTrueTotal(service: TestService, name: ResourceName) {
  const { body } = await service.send('GET', `/${name}?limit=1`);
  const counted = await service.service.runtime.database.first<{ total: number | string }>(
    sql`select count(*) as total from ${raw(tableName(name))} where deleted_at is null`,
  );
  expect(body.meta.total).toBe(Number(counted?.total));
}
