import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FarmError, type Issue } from '../../src/model/core/errors.ts';
import type { Field } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, writableFields } from '../../src/model/core/resource.ts';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';
import {
  parseCreate,
  parseFilterValue,
  parseUpdate,
} from '../../src/model/validation/validation.ts';

const context = { zone: 'Asia/Jerusalem' };
const barns = getResource('barns');
const tasks = getResource('tasks');
const flocks = getResource('flocks');
const logs = getResource('daily-logs');

/** The issues of the rejected call. */
function issuesOf(call: () => unknown): readonly Issue[] {
  try {
    call();
  } catch (error) {
    if (error instanceof FarmError) return error.issues ?? [];
    throw error;
  }
  throw new Error('The call was not refused.');
}

const messagesOf = (call: () => unknown) => issuesOf(call).map(({ message }) => message);

describe('parseCreate', () => {
  test('keeps the writable fields and fills in the constant defaults', () => {
    const body = {
      title: '  Weigh 100 birds ',
      dueDate: '2026-11-22T23:30:00Z',
      priority: 'medium',
      details: '',
      assignee: null,
    };
    expect(parseCreate(tasks, body, context)).toEqual({
      title: 'Weigh 100 birds',
      dueDate: '2026-11-23',
      priority: 'normal',
      status: 'open',
      frequency: 'once',
    });
  });

  test('ignores unknown, system and computed fields', () => {
    const body = {
      id: 'barn_1',
      farmId: 'farm_2',
      createdAt: 'never',
      version: 'x',
      name: 'Barn 1',
      occupied: 'perhaps',
      colour: '\ud800',
    };
    expect(parseCreate(barns, body, context)).toEqual({ name: 'Barn 1', status: 'active' });
  });

  test('does not let the caller set a system field', () => {
    const body = { barnId: 'barn_1', placementDate: '2026-11-01', sealed: true, closedAt: 'x' };
    expect(parseCreate(flocks, body, context)).toEqual({
      barnId: 'barn_1',
      placementDate: '2026-11-01',
      arrivalAgeDays: 0,
      sealed: false,
    });
  });

  test('reports all errors together, in the order of the fields', () => {
    const body = { humidity: 130, notes: 5, mortality: 'twelve', date: '2026-02-30' };
    expect(messagesOf(() => parseCreate(logs, body, context))).toEqual([
      'flockId is required.',
      'date must be a day that exists, YYYY-MM-DD (got "2026-02-30").',
      'mortality must be a whole number from 0 to 1,000,000 birds (got "twelve").',
      'humidity must be a number from 0 to 100 % (got 130).',
      'notes must be text (got 5).',
    ]);
  });

  test('the error is that of the first field', () => {
    const attempt = () => parseCreate(logs, { flockId: 'a b', date: 1 }, context);
    expect(attempt).toThrow(
      expect.objectContaining({
        slug: 'validation_failed',
        status: 400,
        code: 'not_found',
        message: 'flockId "a b" is not a flock the key may see.',
      }),
    );
  });

  test.each([[undefined], [null], [''], ['   '], ['\u200b\u200f']])(
    'a required field that is %j is missing',
    (name) => {
      expect(issuesOf(() => parseCreate(barns, { name }, context))).toEqual([
        { path: 'name', code: 'required', message: 'name is required.' },
      ]);
    },
  );

  test('a required vocabulary word is reported with the valid ones', () => {
    expect(issuesOf(() => parseCreate(getResource('vision-events'), {}, context))).toEqual([
      {
        path: 'kind',
        code: 'required',
        message: 'kind is required.',
        allowed: ['count', 'weight', 'mortality', 'behavior'],
      },
    ]);
  });

  test.each([[null], [undefined], ['{}'], [5], [true], [[{ name: 'Barn 1' }]]])(
    'a body that is %j is rejected',
    (body) => {
      expect(issuesOf(() => parseCreate(barns, body, context))).toEqual([
        { path: 'body', code: 'wrong_type', message: 'body must be a JSON object of fields.' },
      ]);
    },
  );

  test('inherited properties are not fields of the body', () => {
    const inherited = Object.create({ name: 'Barn 1' });
    expect(messagesOf(() => parseCreate(barns, inherited, context))).toEqual(['name is required.']);
    const body = JSON.parse('{"__proto__": {"name": "Barn 1"}, "constructor": {}}');
    expect(messagesOf(() => parseCreate(barns, body, context))).toEqual(['name is required.']);
  });

  test('an issue inside a list has its position', () => {
    const body = { tags: ['litter', 7] };
    expect(issuesOf(() => parseCreate(getResource('media'), body, context))).toEqual([
      { path: 'tags[1]', code: 'wrong_type', message: 'tags[1] must be text (got 7).' },
    ]);
  });
});

describe('parseUpdate', () => {
  test('accepts the given fields only', () => {
    expect(parseUpdate(tasks, { status: 'completed', completedAt: 'x' }, context)).toEqual({
      status: 'done',
    });
    expect(parseUpdate(tasks, {}, context)).toEqual({});
    expect(parseUpdate(tasks, { title: undefined }, context)).toEqual({});
  });

  test('null and empty text clear a field, or reset it to its constant default', () => {
    const body = { details: null, assignee: '', dueDate: null, priority: null, frequency: ' ' };
    expect(parseUpdate(tasks, body, context)).toEqual({
      details: null,
      assignee: null,
      dueDate: null,
      priority: 'normal',
      frequency: 'once',
    });
  });

  test('a required field and a status cannot be cleared', () => {
    expect(issuesOf(() => parseUpdate(flocks, { barnId: null, status: '' }, context))).toEqual([
      { path: 'barnId', code: 'required', message: 'barnId cannot be cleared.' },
      {
        path: 'status',
        code: 'required',
        message: 'status cannot be cleared.',
        allowed: ['planned', 'active', 'selling', 'closed', 'cancelled'],
      },
    ]);
  });

  test('the enabled field of an automation is reset to its default', () => {
    expect(parseUpdate(getResource('automations'), { enabled: null }, context)).toEqual({
      enabled: true,
    });
  });

  test('a body that is not an object is rejected', () => {
    expect(issuesOf(() => parseUpdate(tasks, [], context))).toEqual([
      { path: 'body', code: 'wrong_type', message: 'body must be a JSON object of fields.' },
    ]);
  });
});

describe('parseFilterValue', () => {
  const filter = (resource: string, name: string, value: string) =>
    parseFilterValue(getResource(resource).fields[name]!, value, { name, ...context });

  test.each([
    ['tasks', 'status', 'completed', 'done'],
    ['tasks', 'assignee', ' Dana ', 'Dana'],
    ['alerts', 'severity', 'High', 'critical'],
    ['automations', 'enabled', 'true', true],
    ['automations', 'enabled', '0', false],
    ['farms', 'vertical', 'ברווזים', 'ברווזים'],
    ['daily-logs', 'flockId', 'flock_1', 'flock_1'],
    ['daily-logs', 'mortality', '12', 12],
    ['daily-logs', 'tempMin', '-4.5', -4.5],
  ])('%s: %s=%s is %j', (resource, name, value, expected) => {
    expect(filter(resource, name, value)).toBe(expected);
  });

  test.each([
    ['tasks', 'assignee', '', 'required: assignee must not be empty.'],
    ['automations', 'enabled', 'yes', 'wrong_type: enabled must be true or false (got "yes").'],
    [
      'daily-logs',
      'mortality',
      '1e3',
      'wrong_type: mortality must be a whole number from 0 to 1,000,000 birds (got "1e3").',
    ],
    ['media', 'tags', 'a,b', 'unknown_parameter: tags is not a filter.'],
  ])('%s: %s=%s is rejected', (resource, name, value, expected) => {
    const [code, message] = expected.split(': ');
    expect(filter(resource, name, value)).toEqual({ path: name, code, message });
  });

  test('an issue has the name of the parameter and the valid values', () => {
    const field = getResource('alerts').fields['severity']!;
    expect(parseFilterValue(field, 'criticl', { name: 'severity', ...context })).toEqual({
      path: 'severity',
      code: 'not_allowed',
      message: 'severity must be one of info, warning, critical (got "criticl").',
      allowed: ['info', 'warning', 'critical'],
      suggestion: 'critical',
    });
  });
});

/** Values that a field may or may not accept. */
function valueFor(field: Field): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.jsonValue());
  return fc.oneof(
    { weight: 9, arbitrary: goodValueFor(field) },
    { weight: 1, arbitrary: anything },
  );
}

const instant = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  .map((when) => when.toISOString());

function goodValueFor(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'text':
      return field.format ? formatted : fc.string({ unit: 'grapheme', maxLength: field.max / 4 });
    case 'integer':
      return fc.integer({ min: field.min ?? 0, max: field.max });
    case 'number':
    case 'money':
      return fc.double({ min: field.min ?? 0, max: field.max, noNaN: true });
    case 'date':
    case 'timestamp':
      return instant;
    case 'boolean':
      return fc.constantFrom(true, false, 1, 0, 'true', 'FALSE', '1');
    case 'json':
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    case 'list':
      return fc.oneof(
        fc.array(fc.string({ maxLength: 10 }), { maxLength: 8 }),
        fc.constant('a, B,a'),
      );
    case 'word': {
      const { words, synonyms = {} } = field.vocabulary;
      return fc.constantFrom(...words, ...Object.keys(synonyms), words[0]!.toUpperCase());
    }
    case 'reference':
      return fc.constantFrom('barn_1', ' flock-2 ');
  }
}

const formatted = fc.constantFrom(
  'dana@farm.example',
  '+972 50 123 4567',
  'https://example.com/a',
  'eur',
  'env:TOKEN_1',
);

function bodyFor(definition: ResourceDefinition): fc.Arbitrary<Record<string, unknown>> {
  const values = writableFields(definition).map(
    ([name, field]) => [name, valueFor(field)] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [], noNullPrototype: true });
}

const bodies = fc.constantFrom(...resourceNames.map(getResource)).chain((definition) =>
  bodyFor(definition).map((body) => ({
    definition,
    // The example has the required fields, so that most bodies are accepted.
    body: { ...definition.example, ...body },
  })),
);

function tryParse(definition: ResourceDefinition, body: unknown) {
  try {
    return parseCreate(definition, body, context);
  } catch (error) {
    if (error instanceof FarmError) return error;
    throw error;
  }
}

test('a parsed value is unchanged when it is parsed again', () => {
  let acceptedCount = 0;
  fc.assert(
    fc.property(bodies, ({ definition, body }) => {
      const once = tryParse(definition, body);
      if (once instanceof FarmError) return;
      acceptedCount++;
      expect(parseCreate(definition, once, context)).toEqual(once);
    }),
    { numRuns: 400 },
  );
  expect(acceptedCount).toBeGreaterThan(20);
});

test('any input is accepted or rejected with issues that name a field', () => {
  fc.assert(
    fc.property(bodies, ({ definition, body }) => {
      const outcome = tryParse(definition, body);
      if (!(outcome instanceof FarmError)) return;
      expect(outcome.slug).toBe('validation_failed');
      for (const { path, message } of outcome.issues ?? []) {
        expect(Object.keys(definition.fields)).toContain(path.replace(/\[.*$/, ''));
        expect(message.startsWith(`${path} `)).toBe(true);
        expect(message).toMatch(/^[^\n]*\.$/);
        expect(message).not.toMatch(/invalid input|expected/i);
      }
    }),
    { numRuns: 400 },
  );
});

describe('a number written as text', () => {
  test.each([
    ['12', 12],
    [' 12 ', 12],
    ['+7', 7],
    ['012', 12],
    ['12.0', 12],
  ])('%j is %j', (text, number) => {
    const body = { flockId: 'flock_1', date: '2026-11-20', mortality: text };
    expect(parseCreate(logs, body, context)).toMatchObject({
      mortality: number,
    });
    expect(parseUpdate(logs, { mortality: text }, context)).toEqual({
      mortality: number,
    });
  });

  test.each([
    ['1e3', 'wrong_type'],
    ['0x10', 'wrong_type'],
    ['1,5', 'wrong_type'],
    ['12 birds', 'wrong_type'],
    ['Infinity', 'wrong_type'],
    ['NaN', 'wrong_type'],
    ['12.5', 'wrong_type'],
    ['9'.repeat(400), 'not_finite'],
    ['-1', 'too_small'],
  ])('%j is rejected', (text, code) => {
    const change = () => parseUpdate(logs, { mortality: text }, context);
    expect(change).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'mortality', code })] }),
    );
  });
});

test.each([
  // Rupiah, dong, pesos and rials: a chick, a kilogram of live bird, a tonne of feed, a sale of 50 t.
  ['flocks', { barnId: 'barn_1', placementDate: '2026-11-01', pricePerChick: 700_000 }],
  ['sales', { flockId: 'flock_1', date: '2026-11-01', pricePerKg: 950_000, totalAmount: 4.75e10 }],
  [
    'feed-deliveries',
    { quantityKg: 30_000, date: '2026-11-01', pricePerTon: 3.2e8, totalCost: 9.6e9 },
  ],
  ['expenses', { date: '2026-11-01', category: 'feed', amount: 2.5e12 }],
] as const)('%s accept prices in currencies of low value', (resource, body) => {
  expect(parseCreate(getResource(resource), body, context)).toMatchObject(body);
});

test('a value outside its limits is rejected with the limits', () => {
  const body = {
    barnId: 'barn_1',
    placementDate: '2026-11-01',
    pricePerChick: 2e7,
    code: 'x'.repeat(41),
  };
  const issues = issuesOf(() => parseCreate(flocks, body, context));
  expect(issues.map(({ path, code, range }) => [path, code, range])).toEqual([
    ['code', 'too_long', { max: 40 }],
    ['pricePerChick', 'too_large', { min: 0, max: 1e7 }],
  ]);
  expect(issues[1]?.message).toBe(
    'pricePerChick must be an amount from 0 to 10,000,000 (got 20000000).',
  );
});
