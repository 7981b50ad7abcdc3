import { expect, test } from 'vitest';
import { readNumber } from '../../src/tools/read-values.ts';

test.each([
  ['1240', 1240],
  ['-3', -3],
  ['985.5', 985.5],
  ['1.240', 1.24],
  ['1,240', 'ambiguous'],
  ['12,5', 12.5],
  ['0,125', 0.125],
  ['1,240.5', 1240.5],
  ['1.240,5', 1240.5],
  ['1,240,000', 1_240_000],
  ['1.240.000', 1_240_000],
  ['1 240', 1240],
  ['\u200f12', 12],
  ['−4', -4],
  ['1e3', 1000],
  ['12 kg', undefined],
  ['1,24,5', undefined],
  ['', undefined],
])('%j is %j by default', (text, value) => {
  expect(readNumber(text)).toBe(value);
});

test.each([
  ['1,240', '.', 1240],
  ['1,240', ',', 1.24],
  ['1.240', ',', 1240],
  ['1.240', '.', 1.24],
  ['1.240,5', '.', undefined],
  ['12,5', '.', undefined],
] as const)('%j with the decimal sign %j is %j', (text, decimal, value) => {
  expect(readNumber(text, { decimal })).toBe(value);
});

test('a point before three digits is ambiguous if the comma may be the decimal sign', () => {
  expect(readNumber('1.240', { mayUseComma: true })).toBe('ambiguous');
  expect(readNumber('1.24', { mayUseComma: true })).toBe(1.24);
});

test.each(['1', '1 ', '1,', '1.', '1e', '+', '\u202a', ' '])(
  'a long text of %j is not a number, in linear time',
  (part) => {
    const before = process.cpuUsage();
    expect(readNumber(`${part.repeat(500_000)}x`)).toBeUndefined();
    expect(readNumber(`${part.repeat(40)}x`)).toBeUndefined();
    // Processor time: wall time varies on a busy machine.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  },
);
