import { expect, test } from 'vitest';
import { type FigureKind, figure } from '../../src/farming/core/figure.ts';

const ROUNDED: readonly (readonly [FigureKind, number, number])[] = [
  ['pct', 1.005, 1.01],
  ['pct', -0.004, 0],
  ['grams', 1012.25, 1012.3],
  ['kg', 2.345, 2.35],
  ['litres', 12.34, 12.3],
  ['ratio', 1.585, 1.59],
  ['money', 99.995, 100],
  ['price', 6.98649, 6.9865],
  ['celsius', 23.44, 23.4],
  ['time', 1.45, 1.5],
  ['score', 85.5, 86],
  ['share', 0.66666, 0.667],
  ['birds', 19_754.5, 19_755],
];

test.each(ROUNDED)('a figure in %s of %d is formatted as %d', (kind, value, expected) => {
  expect(figure(kind, value)).toBe(expected);
});

test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '%s is not a figure',
  (value) => {
    expect(figure('pct', value)).toBeNull();
  },
);

test('zero is a figure, and never negative zero', () => {
  expect(figure('pct', 0)).toBe(0);
  expect(Object.is(figure('pct', -0.001), 0)).toBe(true);
});
