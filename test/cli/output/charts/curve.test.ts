import { expect, test } from 'vitest';
import { curve } from '../../../../src/cli/output/charts/curve.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../../../src/cli/output/charts/glyphs.ts';

const points = [
  { standard: 0 },
  { standard: 100, own: 100 },
  { standard: 200 },
  { standard: 300, own: 200 },
];

test('the own values lie over the standard, the highest line first', () => {
  expect(curve(points, { glyphs: unicodeGlyphs, height: 4 })).toEqual(['   ·', '  ·●', ' ◉', '·']);
});

test('in ASCII', () => {
  expect(curve(points, { glyphs: asciiGlyphs, height: 4 })).toEqual(['   .', '  .o', ' @', '.']);
});

test('values that are all alike lie on the ground', () => {
  expect(curve([{ own: 5 }, { own: 5 }], { glyphs: unicodeGlyphs, height: 2 })).toEqual(['', '●●']);
});

test('without values the lines are empty', () => {
  expect(curve([{}, {}], { glyphs: unicodeGlyphs, height: 2 })).toEqual(['', '']);
  expect(curve([], { glyphs: unicodeGlyphs, height: 2 })).toEqual(['', '']);
});
