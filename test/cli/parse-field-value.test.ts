import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CliError } from '../../src/cli/core/errors.ts';
import { parseFieldValue } from '../../src/cli/input/field-flags.ts';
import {
  boolean,
  date,
  type Field,
  integer,
  json,
  list,
  money,
  number,
  reference,
  text,
} from '../../src/model/core/fields.ts';

test.each<[string, Field, string, unknown]>([
  ['an integer', integer(0, 10), '7', 7],
  ['a number with spaces', number(0, 10), ' 2.5 ', 2.5],
  ['a negative amount', money(10), '-3.10', -3.1],
  ['a number with an exponent', number(0, 1e6), '1e3', 1000],
  ['a number out of range is left to the service to reject', integer(0, 10), '999', 999],
  ['true', boolean(), 'yes', true],
  ['false', boolean(), 'OFF', false],
  ['JSON', json(), '{"c":24}', { c: 24 }],
  ['a list', list(5, 10), 'a, b,,c', ['a', 'b', 'c']],
  ['a list as JSON', list(5, 10), '["a,b"]', ['a,b']],
  ['text that looks like a number', text(10), '007', '007'],
  ['a date', date(), '2026-11-01', '2026-11-01'],
  ['a reference', reference('barns'), 'House 1', 'House 1'],
  ['an empty number clears', number(0, 10), '', null],
  ['empty text clears', text(10), '', null],
])('%s', (_name, field, typed, value) => {
  expect(parseFieldValue(field, typed, '--x')).toEqual(value);
});

test.each<[Field, string, string]>([
  [integer(0, 10), 'many', '--x must be a number, not "many"'],
  [number(0, 10), '1,5', '--x requires a decimal point: 1.5, not 1,5'],
  [money(10), '-0,42', '--x requires a decimal point: -0.42, not -0,42'],
  // A comma before three digits may separate thousands.
  [number(0, 9999), '1,250', '--x requires a decimal point: 1250 / 1.250, not 1,250'],
  [number(0, 9999), '1,2,5', '--x must be a number, not "1,2,5"'],
  [number(0, 10), 'Infinity', '--x must be a number, not "Infinity"'],
  [number(0, 10), '1e999', '--x must be a number, not "1e999"'],
  [number(0, 10), '0x10', '--x must be a number, not "0x10"'],
  [boolean(), 'maybe', '--x must be true or false, not "maybe"'],
  [json(), '{c:24}', '--x must be JSON, such as \'{"c": 24}\''],
])('%j does not accept %s', (field, typed, message) => {
  expect(() => parseFieldValue(field, typed, '--x')).toThrow(message);
});

test('any text is a value of its kind, or a usage error that names the place', () => {
  const fields = [integer(0, 10), number(0, 10), boolean(), json(), list(5, 10), date(), text(10)];
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.double().map(String),
    fc.string({ unit: fc.constantFrom(...'0123456789.eE+-[]{}",: ') }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...fields), typed, (field, text) => {
      try {
        const value = parseFieldValue(field, text, '--x');
        // Whatever is sent is JSON: nothing that JSON.stringify would drop or change.
        expect(JSON.parse(JSON.stringify(value))).toEqual(value === 0 ? 0 : value);
      } catch (error) {
        expect(error).toBeInstanceOf(CliError);
        expect((error as CliError).message).toContain('--x');
      }
    }),
    { numRuns: 500 },
  );
});

test('a number is parsed exactly', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseFieldValue(number(0, 10), String(value), '--x')).toBe(value === 0 ? 0 : value);
    }),
  );
});
