import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPhoneCountry, toE164 } from '../../src/tools/read-values.ts';

describe('toE164', () => {
  test.each([
    ['050-1234567', 'IL', '+972501234567'],
    ['+972 50 123 4567', 'TH', '+972501234567'],
    ['081 234 5678', 'TH', '+66812345678'],
    ['٠٥٠١٢٣٤٥٦٧', 'IL', '+972501234567'],
    ['(212) 555-0123', 'US', '+12125550123'],
  ] as const)('%s in %s is %s', (text, country, expected) => {
    expect(toE164(text, country)).toBe(expected);
  });

  test.each([
    ['too short', '12345'],
    ['an internal extension', '*2700'],
    ['not a number', 'call the office'],
    ['empty', ''],
  ])('a text that is %s has no international form', (_fact, text) => {
    expect(toE164(text, 'IL')).toBeUndefined();
  });
});

test.each([
  ['IL', true],
  ['TH', true],
  ['EU', false],
  ['XX', false],
  ['il', false],
])('%s is a country with telephone numbers: %s', (code, expected) => {
  expect(isPhoneCountry(code)).toBe(expected);
});

test('a number in international form is the same in every country', () => {
  const country = fc.constantFrom('IL', 'TH', 'ES', 'CN', 'US');
  const typed = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789+-() .*#٠٥'), maxLength: 20 }),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^\+?(?:972|66|34|86|1)?0?[2-9]\d{6,9}$/),
  );
  fc.assert(
    fc.property(typed, country, country, (text, home, other) => {
      const number = toE164(text, home);
      if (number === undefined) return;
      expect(number).toMatch(/^\+[1-9]\d{4,14}$/);
      expect(toE164(number, other)).toBe(number);
    }),
    { numRuns: 1000 },
  );
});
