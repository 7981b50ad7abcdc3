import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanJson } from '../../../src/cli/core/json-scan.ts';

test('a member is found by its name, an item by its value', () => {
  const scan = scanJson('{\n  "profiles": {\n    "north": { "farms": ["a", "b"] }\n  }\n}\n');
  expect(scan.fault).toBeUndefined();
  expect(scan.positionOf(['profiles'])).toEqual({ line: 2, column: 3 });
  expect(scan.positionOf(['profiles', 'north', 'farms'])).toEqual({ line: 3, column: 16 });
  expect(scan.positionOf(['profiles', 'north', 'farms', 1])).toEqual({ line: 3, column: 31 });
  expect(scan.positionOf(['profiles', 'south'])).toBeUndefined();
});

test('a name with escapes is found by its meaning', () => {
  expect(scanJson('{"\\u0061": 1}').positionOf(['a'])).toEqual({ line: 1, column: 2 });
});

test.each([
  ['', 1, 1, 'expected a value, found the end of the file'],
  ['{', 1, 2, 'expected a name in double quotes, found the end of the file'],
  ['{"a": 1,}', 1, 9, 'expected a name in double quotes, found }'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected "," or "}", found a text'],
  ['{"a" 1}', 1, 6, 'expected ":", found 1'],
  ['{"a": tru}', 1, 7, 'expected a value, found t'],
  ['[1, 2', 1, 6, 'expected "," or "]", found the end of the file'],
  ['{"a": "x\ny"}', 1, 7, 'expected a value, found a text that is cut'],
  ["{'a': 1}", 1, 2, "expected a name in double quotes, found ' (JSON takes double quotes)"],
  ['{} // old', 1, 4, 'expected nothing more, found / (JSON has no comments)'],
  ['{"a": 1, "a": 2}', 1, 10, '"a" is given twice'],
  ['{"a": 01}', 1, 8, 'expected "," or "}", found 1'],
  ['{"a": \u001b[31m}', 1, 7, 'expected a value, found a control character'],
])('%j: line %i, column %i', (text, line, column, message) => {
  expect(scanJson(text).fault).toEqual({ position: { line, column }, message });
});

test('endless nesting is rejected', () => {
  expect(scanJson('['.repeat(100_000)).fault?.message).toBe('expected less nesting, found [');
});

test('the output of JSON.stringify has no error', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(3), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), undefined, indent);
      return scanJson(written).fault === undefined;
    }),
  );
});

test('text rejected by JSON.parse has an error', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom(...'{}[],:"x1 '),
      (text, at, put) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place);
        fc.pre(!isJson(changed));
        return scanJson(changed).fault !== undefined;
      },
    ),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
