import { expect, test } from 'vitest';
import { FarmError } from '../../../src/model/core/errors.ts';
import { toFarmError } from '../../../src/storage/sqlite/dialect.ts';

const anError = (message: string, properties: object = {}) =>
  Object.assign(new Error(message), properties);

test.each([
  ['busy', anError('x', { errcode: 5 })],
  ['busy for a snapshot', anError('x', { errcode: 517 })],
  ['locked', anError('x', { sqliteCode: 6 })],
  ['full', anError('x', { errcode: 13 })],
  ['no memory', anError('x', { errcode: 7 })],
  ['a folder that has become read-only', anError('x', { errcode: 1544 })],
  ['a file that cannot be opened', anError('x', { sqliteCode: 14 })],
  ['a read that failed', anError('x', { errcode: 266 })],
  ['locked, by its message', anError('database is locked')],
  ['full, by its message', anError('database or disk is full')],
])('%s is temporary', (_, error) => {
  expect(toFarmError(error)).toMatchObject({
    slug: 'unavailable',
    headers: { 'retry-after': '1' },
    cause: error,
  });
});

test.each([
  [5, 'database_busy'],
  [13, 'database_full'],
  [8, 'database_read_only'],
  [778, 'database_failing'],
  [11, 'database_damaged'],
  [26, 'database_damaged'],
])('result code %i is reported to callers as %s', (errcode, code) => {
  expect(toFarmError(anError('x', { errcode }))).toMatchObject({ code });
});

test.each(['malformed JSON', 'JSON cannot hold BLOB values'])(
  '%s indicates a corrupt stored value',
  (message) => {
    for (const code of [{ errcode: 1 }, { sqliteCode: 1 }, {}]) {
      expect(toFarmError(anError(message, code))).toMatchObject({ code: 'database_damaged' });
    }
  },
);

test.each([
  ['a constraint', anError('x', { errcode: 19 })],
  ['a wrong statement', anError('near "selct": syntax error', { errcode: 1 })],
  ['something else', anError('no')],
  ['an error of the service', new FarmError('not_found')],
  ['no error', 'text'],
])('%s is not temporary', (_, error) => {
  expect(toFarmError(error)).toBe(error);
});
