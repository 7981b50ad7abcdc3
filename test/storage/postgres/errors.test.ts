import { expect, test } from 'vitest';
import { FarmError } from '../../../src/model/core/errors.ts';
import { isSerializationFailure, toFarmError } from '../../../src/storage/postgres/dialect.ts';

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
  ['no server', anError('ECONNREFUSED')],
  ['a connection that was reset', anError('ECONNRESET')],
  ['a pipe that broke', anError('EPIPE')],
  ['a name that is temporarily not resolvable', anError('EAI_AGAIN')],
  ['an idle transaction that was terminated', anError('25P03')],
  ['a server that hangs', new Error('Query read timeout')],
  ['a missing socket', anError('ENOENT')],
  ['a connection that ended, by its message', new Error('Connection terminated unexpectedly')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
])('%s is temporary', (_, error) => {
  expect(toFarmError(error)).toMatchObject({
    slug: 'unavailable',
    headers: { 'retry-after': '1' },
    cause: error,
  });
});

test.each([
  ['57P01', 'database_unreachable'],
  ['57014', 'database_busy'],
  ['55P03', 'database_busy'],
  ['53300', 'database_busy'],
  ['53100', 'database_full'],
  ['58030', 'database_failing'],
  ['57P03', 'database_unreachable'],
  ['XX001', 'database_failing'],
  ['25006', 'database_read_only'],
  ['ECONNREFUSED', 'database_unreachable'],
])('%s is reported to callers as %s', (state, code) => {
  expect(toFarmError(anError(state))).toMatchObject({ code });
});

test.each([
  ['a duplicate unique value', anError('23505')],
  ['a wrong statement', anError('42601')],
  ['a wrong password', anError('28P01')],
  ['an error of the service', new FarmError('conflict')],
  ['no error', undefined],
])('%s is not temporary', (_, error) => {
  expect(toFarmError(error)).toBe(error);
});

test.each([
  ['a serialization failure', anError('40001'), true],
  ['a deadlock, wrapped', toFarmError(anError('40P01')), true],
  ['a row whose partition was split off', anError('23514'), true],
  ['a constraint with a name', Object.assign(anError('23514'), { constraint: 'x' }), false],
  ['a duplicate unique value', anError('23505'), false],
  ['nothing', undefined, false],
])('%s is retried: %#', (_, error, expected) => {
  expect(isSerializationFailure(error)).toBe(expected);
});
