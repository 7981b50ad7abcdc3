import fc from 'fast-check';
import type { Field } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, writableFields } from '../../src/model/core/resource.ts';
import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import { listParameters } from '../../src/platform/core/list-query.ts';
import { storedField } from '../../src/storage/records/list-rows.ts';
import { boundsOf, EDGE_DAYS, EDGE_INSTANTS, EDGE_NUMBERS, EDGE_TEXTS } from './edge-values.ts';
import { exampleBody, type OneOfEach } from './one-of-each.ts';

/** One request of a random kind; the path after `/v1/platform`. */
export interface RandomRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/{resource}/last` means the most recently created row of the resource. */
  readonly path: string;
  readonly body?: unknown;
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

/** A value for the field, mostly valid. */
function valueFor(field: Field, rows: OneOfEach): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: field.min ?? 0, max: field.max }),
        fc.constantFrom(...boundsOf(field)),
      );
    case 'number':
    case 'money':
      return fc.oneof(
        fc.double({ min: field.min ?? 0, max: field.max, noNaN: true }),
        fc.constantFrom(...EDGE_NUMBERS, ...boundsOf(field)),
      );
    case 'boolean':
      return fc.constantFrom(true, false, 1, 'false');
    case 'date':
      return fc.constantFrom(...EDGE_DAYS);
    case 'timestamp':
      return fc.constantFrom(...EDGE_INSTANTS);
    case 'json':
      return fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), fc.constant([]));
    case 'list':
      return fc.array(fc.oneof(fc.string({ maxLength: 10 }), edgeText), { maxLength: 5 });
    case 'word':
      return fc.constantFrom(...field.vocabulary.words);
    case 'reference':
      return fc.constant(rows[field.to as ResourceName]);
    default:
      return fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), edgeText);
  }
}

const edgeText = fc.constantFrom(...EDGE_TEXTS);

/**
 * A body with some of the writable fields, a few of them invalid, based on the example or empty.
 */
function bodyFor(definition: ResourceDefinition, rows: OneOfEach): fc.Arbitrary<unknown> {
  const fields = writableFields(definition).map(([name, field]) => [
    name,
    fc.oneof({ arbitrary: valueFor(field, rows), weight: 5 }, { arbitrary: junk, weight: 1 }),
  ]);
  const some = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const few = fc
    .tuple(fc.shuffledSubarray(fields), fc.nat(2))
    .chain(([chosen, count]) => fc.record(Object.fromEntries(chosen.slice(0, count))));
  const onExample = few.map((changed) => ({ ...exampleBody(definition, rows), ...changed }));
  const strange = fc
    .tuple(few, fc.string(), junk)
    .map(([all, name, value]) => ({ ...all, [name]: value }));
  return fc.oneof(few, { arbitrary: onExample, weight: 6 }, some, strange, junk);
}

/** The query of a list: its parameters with values of their fields, and a few unknown ones. */
export function queryFor(definition: ResourceDefinition, rows: OneOfEach): fc.Arbitrary<string> {
  const own = fc
    .constantFrom(...listParameters(definition))
    .chain((name) => fc.tuple(fc.constant(name), parameterValue(definition, rows, name)));
  const strange = fc.tuple(
    fc.oneof(fc.constantFrom(...listParameters(definition)), fc.string({ maxLength: 8 })),
    fc.oneof(edgeText, fc.string({ unit: 'grapheme', maxLength: 10 })),
  );
  return fc
    .array(fc.oneof({ arbitrary: own, weight: 6 }, { arbitrary: strange, weight: 1 }), {
      maxLength: 4,
    })
    .map((parameters) => parameters.map(([name, value]): [string, string] => [name, `${value}`]))
    .map((parameters) => new URLSearchParams(parameters).toString());
}

function parameterValue(
  definition: ResourceDefinition,
  rows: OneOfEach,
  name: string,
): fc.Arbitrary<unknown> {
  const fields = ['id', 'createdAt', 'updatedAt', 'version', ...Object.keys(definition.fields)];
  switch (name) {
    case 'farmId':
      return fc.constantFrom(rows.farms, 'farm_x');
    case 'ids':
      return fc.shuffledSubarray([...Object.values(rows), 'x', ''], { maxLength: 3 }).map(String);
    case 'limit':
      return fc.constantFrom(1, 2, 7, 200, 0);
    case 'offset':
      return fc.constantFrom(0, 1, 3, 10_000_000);
    case 'dir':
      return fc.constantFrom('asc', 'desc');
    case 'order':
      return fc.constantFrom(...fields);
    case 'fields':
      return fc.shuffledSubarray(fields, { minLength: 1, maxLength: 3 }).map(String);
    case 'q':
      return fc.oneof(edgeText, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }));
    case 'cursor':
      return cursorFor(definition, rows, fields);
    default:
      return filterValue(definition, rows, name.replace(/_(?:from|to)$/, ''));
  }
}

function filterValue(definition: ResourceDefinition, rows: OneOfEach, name: string) {
  const field = storedField(definition, name);
  return field ? valueFor(field, rows) : edgeText;
}

/** A forged cursor, possibly well formed. */
function cursorFor(
  definition: ResourceDefinition,
  rows: OneOfEach,
  fields: readonly string[],
): fc.Arbitrary<string> {
  const direction = fc.constantFrom('asc', 'desc');
  const id = fc.constantFrom(rows[definition.name as ResourceName], ...EDGE_TEXTS);
  return fc
    .constantFrom(...fields)
    .chain((order) => {
      const value = fc.oneof(
        { arbitrary: filterValue(definition, rows, order), weight: 4 },
        fc.constantFrom(true, null, 1e308, '1e400', '2026-11-30', '2026-11-30T08:30:00.000Z'),
      );
      return fc.tuple(fc.constant(order), direction, value, id);
    })
    .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
}

/** A request to a resource of any kind, for the rows in `rows`; most of them are meaningful. */
export function requestsOf(name: ResourceName, rows: OneOfEach): fc.Arbitrary<RandomRequest> {
  const definition = getResource(name);
  const id = fc.oneof(
    { arbitrary: fc.constantFrom(rows[name], 'last'), weight: 4 },
    { arbitrary: strangeId, weight: 1 },
  );
  const list = queryFor(definition, rows).map((query) => ({
    method: 'GET' as const,
    path: `/${name}?${query}`,
  }));
  const get = id.map((one) => ({ method: 'GET' as const, path: `/${name}/${one}` }));
  const create = bodyFor(definition, rows).map((body) => ({
    method: 'POST' as const,
    path: `/${name}?farmId=${rows.farms}`,
    body,
  }));
  const update = fc
    .tuple(id, bodyFor(definition, rows))
    .map(([one, body]) => ({ method: 'PATCH' as const, path: `/${name}/${one}`, body }));
  const remove = fc
    .oneof(fc.constant('last'), strangeId)
    .map((one) => ({ method: 'DELETE' as const, path: `/${name}/${one}` }));
  return fc.oneof(
    { arbitrary: list, weight: 2 },
    get,
    { arbitrary: create, weight: 3 },
    { arbitrary: update, weight: 3 },
    remove,
  );
}
