import { expect, test } from 'vitest';
import { type BandValues, band } from '../../../../src/cli/output/charts/band.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../../../src/cli/output/charts/glyphs.ts';

const glyphs = unicodeGlyphs;

test.each<[string, BandValues, { low: number; high: number; chart: string }]>([
  [
    'warmer than it should be',
    { measured: { low: 22, high: 30 }, target: { low: 20, high: 26 }, now: 28.4 },
    { low: 20, high: 30, chart: '░░████▓▓◆▓' },
  ],
  [
    'all within the target',
    { measured: { low: 23, high: 25 }, target: { low: 20, high: 30 } },
    { low: 20, high: 30, chart: '░░░██░░░░░' },
  ],
  [
    'without a target nothing is outside of it',
    { measured: { low: 21, high: 30 }, now: 20 },
    { low: 20, high: 30, chart: '◆█████████' },
  ],
  [
    'the target alone',
    { target: { low: 20, high: 25 }, now: 30 },
    { low: 20, high: 30, chart: '░░░░░····◆' },
  ],
  ['one value alone', { now: 24 }, { low: 24, high: 25, chart: '◆·········' }],
])('%s', (_name, values, drawn) => {
  expect(band(values, { glyphs, width: 10 })).toEqual(drawn);
});

test('where nothing is known there is no band', () => {
  expect(band({}, { glyphs, width: 10 })).toBeUndefined();
});

test('in ASCII', () => {
  const values = { measured: { low: 22, high: 30 }, target: { low: 20, high: 26 }, now: 28.4 };
  expect(band(values, { glyphs: asciiGlyphs, width: 10 })?.chart).toBe('==####xxOx');
});
