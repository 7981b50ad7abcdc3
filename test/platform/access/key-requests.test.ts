import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FarmError } from '../../../src/model/core/errors.ts';
import { coversScope, fullScopes } from '../../../src/model/core/vocabulary.ts';
import {
  grantableScopes,
  type KeyRequest,
  type Minter,
  parseKeyChange as parseChange,
  parseKeyRequest,
} from '../../../src/platform/access/key-requests.ts';
import type { Actor } from '../../../src/platform/core/actor.ts';

const NOW = Date.parse('2026-11-22T08:30:00.000Z');

/** A change of a key with at most the rights of its author. */
const parseKeyChange = (body: unknown, minter: Minter) =>
  parseChange(body, minter, { scopes: [], rateLimitPerMinute: 1, expiresAt: null });

/** An admin with all scopes, all farms, no limits. */
function aMinter(actor: Partial<Actor> = {}, expiresAt: string | null = null): Minter {
  return {
    actor: {
      keyId: 'k1',
      name: 'admin',
      orgId: 'org_1',
      scopes: fullScopes,
      farmIds: 'all',
      rateLimitPerMinute: null,
      ...actor,
    },
    expiresAt,
    now: NOW,
  };
}

/** The issues of a rejection as `path code`, or the parsed request. */
function issuesOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return (error as FarmError).issues?.map(({ path, code }) => `${path} ${code}`);
  }
}

test('a key with only a name and scopes inherits the rest from its creator', () => {
  expect(parseKeyRequest({ name: ' Robot ', scopes: ['read:*', 'read:*'] }, aMinter())).toEqual({
    name: 'Robot',
    scopes: ['read:*'],
    farmIds: null,
    rateLimitPerMinute: 240,
    expiresAt: null,
  });
  const minter = aMinter({ farmIds: ['f1', 'f2'], rateLimitPerMinute: 30 }, '2027-01-01T00:00:00Z');
  expect(parseKeyRequest({ name: 'Robot', scopes: ['read:tasks'] }, minter)).toEqual({
    name: 'Robot',
    scopes: ['read:tasks'],
    farmIds: ['f1', 'f2'],
    rateLimitPerMinute: 30,
    expiresAt: '2027-01-01T00:00:00Z',
  });
});

describe('a request is rejected', () => {
  const good = { name: 'Robot', scopes: ['read:*'] };
  test.each([
    ['no body', undefined, ['body wrong_type']],
    ['a list', [good], ['body wrong_type']],
    ['a text', 'Robot', ['body wrong_type']],
    ['no members', {}, ['name required', 'scopes required']],
    ['an empty name', { ...good, name: '  ' }, ['name required']],
    ['a number as name', { ...good, name: 5 }, ['name required']],
    ['a long name', { ...good, name: 'x'.repeat(121) }, ['name too_long']],
    ['no scope', { ...good, scopes: [] }, ['scopes required']],
    ['a text as scopes', { ...good, scopes: 'read:*' }, ['scopes required']],
    ['an unknown scope', { ...good, scopes: ['read:*', 'red:*'] }, ['scopes[1] not_allowed']],
    ['an unknown module', { ...good, scopes: ['read:task'] }, ['scopes[0] not_allowed']],
    ['a number as scope', { ...good, scopes: [5] }, ['scopes[0] not_allowed']],
    ['null as scope', { ...good, scopes: [null] }, ['scopes[0] not_allowed']],
    ['an object as scope', { ...good, scopes: [{}] }, ['scopes[0] not_allowed']],
    [
      'an object that cannot be text as scope',
      { ...good, scopes: [{ toString: 1, valueOf: 1 }] },
      ['scopes[0] not_allowed'],
    ],
    ['no farms', { ...good, farmIds: [] }, ['farmIds wrong_type']],
    ['a text as farms', { ...good, farmIds: 'f1' }, ['farmIds wrong_type']],
    ['numbers as farms', { ...good, farmIds: [1] }, ['farmIds wrong_type']],
    ['a long id', { ...good, farmIds: ['x'.repeat(81)] }, ['farmIds wrong_type']],
    ['no request a minute', { ...good, rateLimitPerMinute: 0 }, ['rateLimitPerMinute wrong_type']],
    ['half a request', { ...good, rateLimitPerMinute: 1.5 }, ['rateLimitPerMinute wrong_type']],
    ['a text as rate', { ...good, rateLimitPerMinute: '5' }, ['rateLimitPerMinute wrong_type']],
    ['too many', { ...good, rateLimitPerMinute: 100_001 }, ['rateLimitPerMinute too_large']],
    [
      'an expiry in the past',
      { ...good, expiresAt: '2026-11-22T08:30:00Z' },
      ['expiresAt not_allowed'],
    ],
    [
      'an expiry without zone',
      { ...good, expiresAt: '2027-01-01T00:00:00' },
      ['expiresAt invalid_date'],
    ],
    ['a day as expiry', { ...good, expiresAt: '2027-01-01' }, ['expiresAt invalid_date']],
    ['a number as expiry', { ...good, expiresAt: 1_800_000_000 }, ['expiresAt invalid_date']],
    [
      'all errors together',
      { name: '', scopes: ['x'], farmIds: 1, rateLimitPerMinute: 'x', expiresAt: 'x' },
      [
        'name required',
        'scopes[0] not_allowed',
        'farmIds wrong_type',
        'rateLimitPerMinute wrong_type',
        'expiresAt invalid_date',
      ],
    ],
  ])('a request is rejected with %s', (_, body, issues) => {
    expect(issuesOf(() => parseKeyRequest(body, aMinter()))).toEqual(issues);
  });

  test.each([
    ['a scope', { scopes: ['write:*'] }, 'scopes[0] not_allowed'],
    ['a wider scope', { scopes: ['read:*'] }, 'scopes[0] not_allowed'],
    ['another module', { scopes: ['read:sales'] }, 'scopes[0] not_allowed'],
    ['access to a farm', { farmIds: ['f1', 'f3'] }, 'farmIds[1] not_found'],
    ['the rate', { rateLimitPerMinute: 31 }, 'rateLimitPerMinute too_large'],
    ['the lifetime', { expiresAt: '2027-01-01T00:00:00.001Z' }, 'expiresAt not_allowed'],
    ['an unlimited lifetime', { expiresAt: null }, 'expiresAt invalid_date'],
  ])('a request is rejected if the creator lacks %s', (_, request, issue) => {
    const actor = {
      scopes: ['admin:*', 'read:tasks'],
      farmIds: ['f1', 'f2'],
      rateLimitPerMinute: 30,
    };
    const minter = aMinter(actor, '2027-01-01T00:00:00.000Z');
    const body = { name: 'Robot', scopes: ['read:tasks'], ...request };
    expect(issuesOf(() => parseKeyRequest(body, minter))).toEqual([issue]);
  });

  test('an unknown scope suggests the nearest', () => {
    try {
      parseKeyRequest({ name: 'Robot', scopes: ['read:task'] }, aMinter());
      expect.unreachable();
    } catch (error) {
      expect((error as FarmError).issues?.[0]).toMatchObject({ suggestion: 'read:tasks' });
    }
  });
});

test('a change contains only the given fields', () => {
  expect(parseKeyChange({}, aMinter())).toEqual({});
  expect(parseKeyChange({ name: 'New', scopes: ['admin:*'], farmIds: null }, aMinter())).toEqual({
    name: 'New',
  });
  expect(
    parseKeyChange({ rateLimitPerMinute: 5, expiresAt: '2027-01-01T02:00:00+02:00' }, aMinter()),
  ).toEqual({ rateLimitPerMinute: 5, expiresAt: '2027-01-01T00:00:00.000Z' });
  expect(parseKeyChange({ expiresAt: null }, aMinter())).toEqual({ expiresAt: null });
});

test('a change cannot exceed the rights of its author', () => {
  const minter = aMinter({ rateLimitPerMinute: 30 }, '2027-01-01T00:00:00.000Z');
  const change = { name: '', rateLimitPerMinute: 31, expiresAt: null };
  expect(issuesOf(() => parseKeyChange(change, minter))).toEqual([
    'rateLimitPerMinute too_large',
    'expiresAt invalid_date',
    'name required',
  ]);
});

describe('for any creator and any request', () => {
  const farmIds = fc.uniqueArray(fc.constantFrom('f1', 'f2', 'f3', 'f4'), { minLength: 1 });
  const instant = fc
    .integer({ min: -1000, max: 1000 })
    .map((hours) => new Date(NOW + hours * 3_600_000).toISOString());
  const rate = fc.option(fc.integer({ min: 1, max: 500 }));
  const minters = fc
    .record({
      scopes: fc.uniqueArray(fc.constantFrom(...grantableScopes), { maxLength: 8 }),
      farmIds: fc.oneof(fc.constant('all' as const), farmIds),
      rateLimitPerMinute: rate,
      expiresAt: fc.option(instant),
    })
    .map(({ expiresAt, ...actor }) => aMinter(actor, expiresAt));
  const someScopes = fc.uniqueArray(fc.constantFrom(...grantableScopes), {
    minLength: 1,
    maxLength: 3,
  });
  /** Half of the requests have scopes of the creator. */
  const requestsOf = ({ actor: { scopes } }: Minter) =>
    fc.record(
      {
        scopes:
          scopes.length > 0
            ? fc.oneof(someScopes, fc.subarray([...scopes], { minLength: 1 }))
            : someScopes,
        farmIds: fc.option(farmIds),
        rateLimitPerMinute: rate,
        expiresAt: fc.option(instant),
      },
      { requiredKeys: ['scopes'] },
    );
  const mintings = minters.chain((minter) => fc.tuple(fc.constant(minter), requestsOf(minter)));

  const granted = (body: object, minter: Minter): KeyRequest | undefined => {
    try {
      return parseKeyRequest({ name: 'Robot', ...body }, minter);
    } catch {
      return undefined;
    }
  };

  test('a new key never has more rights than its creator', () => {
    let minted = 0;
    fc.assert(
      fc.property(mintings, ([minter, body]) => {
        const key = granted(body, minter);
        if (!key) return;
        minted++;
        const { actor, expiresAt } = minter;
        expect(key.scopes.every((scope) => coversScope(actor.scopes, scope))).toBe(true);
        if (actor.farmIds !== 'all') {
          expect(key.farmIds).not.toBeNull();
          expect(key.farmIds?.every((id) => actor.farmIds.includes(id))).toBe(true);
        }
        if (actor.rateLimitPerMinute !== null) {
          expect(key.rateLimitPerMinute ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
            actor.rateLimitPerMinute,
          );
        }
        if (expiresAt !== null) {
          expect(Date.parse(key.expiresAt ?? '9999-01-01')).toBeLessThanOrEqual(
            Date.parse(expiresAt),
          );
        }
      }),
      { numRuns: 3000 },
    );
    expect(minted).toBeGreaterThan(100);
  });
});
