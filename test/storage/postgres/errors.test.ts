import { expect, test } from 'vitest';
import { FarmError } from '../../../src/model/errors.ts';
import { isSerializationFailure, toFarmError } from '../../../src/storage/postgres/errors.ts';

const anError = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  ['a broken connection', anError('08006')],
  ['too many connections', anError('53300')],
  ['a full disk', anError('53100')],
  ['a shutdown', anError('57P01')],
  ['a statement that took too long', anError('57014')],
  ['an I/O error', anError('58030')],
  ['a read-only replica', anError('25006')],
  ['a deadlock', anError('40P01')],
  ['nobody there', anError('ECONNREFUSED')],
  ['a connection that was reset', anError('ECONNRESET')],
  ['a pipe that broke', anError('EPIPE')],
  ['a socket that is gone', anError('ENOENT')],
  ['a connection that ended, in words', new Error('Connection terminated unexpectedly')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
])('%s passes by itself', (_, error) => {
  expect(toFarmError(error)).toMatchObject({
    slug: 'unavailable',
    headers: { 'retry-after': '1' },
    cause: error,
  });
});

test.each([
  ['a unique value twice', anError('23505')],
  ['a wrong statement', anError('42601')],
  ['a wrong password', anError('28P01')],
  ['an error of the service', new FarmError('conflict')],
  ['no error', undefined],
])('%s does not', (_, error) => {
  expect(toFarmError(error)).toBe(error);
});

test.each([
  ['a serialization failure', anError('40001'), true],
  ['a deadlock, wrapped', toFarmError(anError('40P01')), true],
  ['a unique value twice', anError('23505'), false],
  ['nothing', undefined, false],
])('%s is worth another try: %#', (_, error, expected) => {
  expect(isSerializationFailure(error)).toBe(expected);
});
