import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barRow } from '../../../../src/cli/output/charts/bar-row.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../../../src/cli/output/charts/glyphs.ts';

test.each([
  ['the whole', 1, '██████████'],
  ['half', 0.5, '█████'],
  ['eighths of a cell', 0.525, '█████▎'],
  ['what is next to nothing can be seen', 0.0001, '▏'],
  ['nothing', 0, ''],
  ['more than the whole', 3, '██████████'],
  ['less than nothing', -1, ''],
])('%s', (_name, share, drawn) => {
  expect(barRow(share, { glyphs: unicodeGlyphs, width: 10 })).toBe(drawn);
});

test('what the bar lacks can be drawn too', () => {
  expect(barRow(0.25, { glyphs: unicodeGlyphs, width: 8, isFilledUp: true })).toBe('██░░░░░░');
  expect(barRow(0, { glyphs: unicodeGlyphs, width: 3, isFilledUp: true })).toBe('░░░');
});

test('in ASCII there are whole cells only', () => {
  expect(barRow(0.52, { glyphs: asciiGlyphs, width: 10, isFilledUp: true })).toBe('#####.....');
  expect(barRow(0.001, { glyphs: asciiGlyphs, width: 10 })).toBe('#');
});

test('a bar that is filled up is as wide as the whole', () => {
  const share = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 60 }), (each, width) => {
      for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
        expect([...barRow(each, { glyphs, width, isFilledUp: true })]).toHaveLength(width);
      }
    }),
  );
});
