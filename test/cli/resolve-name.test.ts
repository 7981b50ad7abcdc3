import { describe, expect, test } from 'vitest';
import { isIdOf, type NamedResource, resolveName } from '../../src/cli/session/resolve-name.ts';
import { createClient } from '../../src/client/client.ts';
import { systemClock } from '../../src/tools/clock.ts';
import { createFakeTransport, type Exchange } from '../support/fake-transport.ts';
// Errors get their English from the module that reports them.
import '../../src/cli/output/error-hints.ts';

const ID = 'barn_01K9ABCDEFGHJKMNPQRSTVWXYZ';
const meta = { total: 2, limit: 200, offset: 0, hasMore: false };

async function resolve(
  resource: NamedResource,
  query: { readonly typed: string; readonly farmId?: string },
  script: readonly Exchange[] = [],
): Promise<string> {
  const transport = createFakeTransport(script);
  const client = createClient({
    transport,
    userAgent: 'farmctl/1.2.3',
    clock: systemClock,
    random: () => 0,
    sleep: async () => {},
    newKey: () => 'key',
    maxWaitMs: 0,
  });
  try {
    return await resolveName(client, resource, query);
  } finally {
    transport.verify();
  }
}

test.each([
  [ID, true],
  ['barn_01K9ABCDEFGHJKMNPQRSTVWXY', false],
  ['barn_01K9ABCDEFGHJKMNPQRSTVWXYI', false],
  ['farm_01K9ABCDEFGHJKMNPQRSTVWXYZ', false],
  ['House 1', false],
])('%s is an id of a barn: %s', (text, expected) => {
  expect(isIdOf('barns', text)).toBe(expected);
});

test('an id is used unchanged, without a request', async () => {
  expect(await resolve('barns', { typed: ID })).toBe(ID);
});

describe('a name', () => {
  test.each([
    ['the one that is open', ['done', 'open', 'cancelled'], 'b'],
    ['the only one, although it is completed', ['done'], 'a'],
  ])('a name of several tasks with one title selects %s', async (_which, statuses, id) => {
    const data = statuses.map((status, at) => ({ id: 'abc'[at], title: 'Weigh', status }));
    const script = [
      { on: 'GET /v1/platform/tasks?q=weigh&limit=200', reply: { data, meta } },
    ] as const;
    expect(await resolve('tasks', { typed: 'weigh' }, script)).toBe(id);
  });

  test('a name of several open tasks names all of them', async () => {
    const data = ['a', 'b'].map((id) => ({ id, title: 'Weigh', status: 'open' }));
    const script = [
      { on: 'GET /v1/platform/tasks?q=Weigh&limit=200', reply: { data, meta } },
    ] as const;
    await expect(resolve('tasks', { typed: 'Weigh' }, script)).rejects.toThrow(
      '2 tasks are called "Weigh": a, b',
    );
  });

  test('is searched in the farm and must be the whole name', async () => {
    const id = await resolve('barns', { typed: 'House 1', farmId: 'farm_1' }, [
      {
        on: 'GET /v1/platform/barns?q=House+1&farmId=farm_1&limit=200',
        reply: {
          data: [
            { id: 'a', name: 'House 11' },
            { id: 'b', name: 'House 1' },
          ],
          meta,
        },
      },
    ]);
    expect(id).toBe('b');
  });

  test('may be the code of a flock', async () => {
    const id = await resolve('flocks', { typed: 'b1-2611' }, [
      {
        on: 'GET /v1/platform/flocks?q=b1-2611&limit=200',
        reply: { data: [{ id: 'a', code: 'B1-2611' }], meta },
      },
    ]);
    expect(id).toBe('a');
  });

  test('a name of a farm is searched among those of the key', async () => {
    const id = await resolve('farms', { typed: 'עמק' }, [
      {
        on: 'GET /v1/platform/me',
        reply: {
          farms: [
            { id: 'a', name: 'North' },
            { id: 'b', name: 'עֵמֶק' },
          ],
        },
      },
    ]);
    expect(id).toBe('b');
  });

  test('a name with an exact match takes precedence over one that differs in case', async () => {
    const id = await resolve('farms', { typed: 'North' }, [
      {
        on: 'GET /v1/platform/me',
        reply: {
          farms: [
            { id: 'a', name: 'NORTH' },
            { id: 'b', name: 'North' },
          ],
        },
      },
    ]);
    expect(id).toBe('b');
  });

  test('a name of several rows is a usage error with the choices', async () => {
    const script = [
      {
        on: 'GET /v1/platform/me',
        reply: {
          farms: [
            { id: 'a', name: 'North' },
            { id: 'b', name: 'North' },
          ],
        },
      },
    ];
    await expect(resolve('farms', { typed: 'North' }, script)).rejects.toMatchObject({
      outcome: 'usage',
      message: '2 farms are called "North": a, b',
    });
  });

  test('a name of no row is not found, with the closest', async () => {
    const script = [
      { on: 'GET /v1/platform/barns?q=Huose+1&limit=200', reply: { data: [], meta } },
      {
        on: 'GET /v1/platform/barns?limit=200',
        reply: { data: [{ id: 'a', name: 'House 1' }], meta },
      },
    ];
    await expect(resolve('barns', { typed: 'Huose 1' }, script)).rejects.toMatchObject({
      outcome: 'notFound',
      message: 'there is no barn "Huose 1"; did you mean "House 1"?',
      hint: expect.objectContaining({
        text: 'hint.listResource',
        params: { resource: 'barns' },
      }),
    });
  });

  test.each([
    [
      'names the farm that was searched, and how to choose another one',
      [{ id: 'b', name: 'South' }],
      'there is no barn "House 1" on the farm "North"',
      'hint.anotherFarm',
    ],
    ['does not name the only farm', [], 'there is no barn "House 1"', 'hint.listResource'],
  ])('a name of no row of a farm %s', async (_, others, message, hint) => {
    const emptyPage = { data: [], meta };
    const script = [
      { on: 'GET /v1/platform/barns?q=House+1&farmId=a&limit=200', reply: emptyPage },
      { on: 'GET /v1/platform/barns?farmId=a&limit=200', reply: emptyPage },
      { on: 'GET /v1/platform/me', reply: { farms: [{ id: 'a', name: 'North' }, ...others] } },
    ];
    const resolved = resolve('barns', { typed: 'House 1', farmId: 'a' }, script);
    await expect(resolved).rejects.toMatchObject({
      ...{ outcome: 'notFound', message },
      hint: expect.objectContaining({ text: hint }),
    });
  });
});
