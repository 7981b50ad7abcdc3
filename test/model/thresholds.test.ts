import { expect, test } from 'vitest';
import { type Threshold, thresholds } from '../../src/model/thresholds.ts';

const known: Readonly<Record<string, Threshold>> = thresholds;

test.each(Object.entries(known))('%s may have its default', (_, { default: usual, min, max }) => {
  expect(usual).toBeGreaterThanOrEqual(min);
  expect(usual).toBeLessThanOrEqual(max);
});

const ordered = Object.entries(known).filter(([, { notAbove }]) => notAbove !== undefined);

test.each(ordered)('%s and the next threshold are in order, in the same unit', (_, threshold) => {
  const above = known[threshold.notAbove ?? ''];
  expect(above?.unit).toBe(threshold.unit);
  expect(threshold.default).toBeLessThanOrEqual(above?.default ?? Number.NaN);
});

test('warning and critical thresholds of the same figure are in order', () => {
  const stems = Object.keys(known).filter((name) => /Warning(?!Hour$)/.test(name));
  const pairs = stems.flatMap((name) => {
    const critical = name.replace('Warning', 'Critical');
    return critical in known ? [[name, critical]] : [];
  });
  const isOrdered = ([warning = '', critical = '']: string[]) =>
    known[warning]?.notAbove === critical || known[critical]?.notAbove === warning;
  // Two days of low water are a warning, one day or two are critical, each with a separate
  // threshold.
  const ownNames = ['waterDropWarningPct'];
  expect(pairs.filter((pair) => !isOrdered(pair)).map(([name]) => name)).toEqual(ownNames);
});
