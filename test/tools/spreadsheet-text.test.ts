import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeFormula,
  isFormula,
  isTruncatedForCell,
  truncateForCell,
  unescapeFormula,
} from '../../src/tools/text.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+972501234567', "'+972501234567"],
  ['-5 degrees', "'-5 degrees"],
  ['@home', "'@home"],
  ['\tindented', "'\tindented"],
  ["'=1+1", "''=1+1"],
  ['Barn 1', 'Barn 1'],
  ["'quoted'", "'quoted'"],
  ['', ''],
])('%j is the cell %j, and back', (text, cell) => {
  expect(escapeFormula(text)).toBe(cell);
  expect(unescapeFormula(cell)).toBe(text);
});

test('every text is the same after a round trip, and no cell is a formula', () => {
  const formulaLike = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a', '＝'),
  });
  fc.assert(
    fc.property(fc.oneof(formulaLike, fc.string()), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
      expect(isFormula(escapeFormula(text))).toBe(false);
    }),
  );
});

test.each([
  [32_767, false, 32_767],
  [32_768, true, 32_767],
  [10_000_000, true, 32_767],
])('a text of %i characters is truncated: %j', (length, isTruncated, expected) => {
  const cell = truncateForCell('x'.repeat(length));
  expect(cell).toHaveLength(expected);
  expect(cell.endsWith(`x … [truncated: ${length} characters]`)).toBe(isTruncated);
  expect(isTruncatedForCell(cell)).toBe(isTruncated);
});

test('no surrogate pair is split, and a short text with the mark is not treated as truncated', () => {
  for (const text of ['🐔'.repeat(20_000), `x${'🐔'.repeat(20_000)}`]) {
    const cell = truncateForCell(text);
    expect(cell).not.toMatch(/\p{Cs}/u);
    expect(isTruncatedForCell(cell)).toBe(true);
  }
  expect(isTruncatedForCell('x … [truncated: 40000 characters]')).toBe(false);
});
