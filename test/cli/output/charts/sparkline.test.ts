import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiGlyphs, unicodeGlyphs } from '../../../../src/cli/output/charts/glyphs.ts';
import { sparkline } from '../../../../src/cli/output/charts/sparkline.ts';

const glyphs = unicodeGlyphs;

test.each<[string, readonly (number | undefined)[], string]>([
  ['rising values', [0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
  ['a value that is not known is a gap', [7, undefined, 7], '█ █'],
  ['nothing but zeros lies on the ground', [0, 0], '▁▁'],
  ['one value is the greatest', [12], '█'],
  ['less than the lowest bar lies on the ground', [-5, 7], '▁█'],
  ['nothing', [], ''],
])('%s', (_name, values, drawn) => {
  expect(sparkline(values, { glyphs })).toBe(drawn);
});

test('the marked bar is followed by an exclamation mark', () => {
  expect(sparkline([9, 198, 12], { glyphs, marked: 1 })).toBe('▁█!▁');
});

test('the lowest bar can stand for another value than 0', () => {
  expect(sparkline([9, 15, 21], { glyphs, from: 9 })).toBe('▁▅█');
});

test('in ASCII', () => {
  expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], { glyphs: asciiGlyphs, marked: 7 })).toBe('_.-=+oO#!');
});

test('a greater value never has a lower bar', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2 }),
      (values) => {
        const levels = [...sparkline(values, { glyphs })].map((bar) => glyphs.levels.indexOf(bar));
        const byValue = values.map((value, index) => [value, levels[index] ?? -1] as const);
        const sorted = byValue
          .toSorted(([left], [right]) => left - right)
          .map(([, level]) => level);
        expect(sorted).toEqual(sorted.toSorted((left, right) => left - right));
      },
    ),
  );
});
