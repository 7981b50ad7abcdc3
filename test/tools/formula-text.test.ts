import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFormula, isFormula, unescapeFormula } from '../../src/tools/formula-text.ts';

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

test('every text comes back from its cell, and no cell is a formula', () => {
  const near = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a', '＝') });
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
      expect(isFormula(escapeFormula(text))).toBe(false);
    }),
  );
});
