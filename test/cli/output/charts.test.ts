import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asciiGlyphs,
  type BandValues,
  band,
  barRow,
  curve,
  spanAxis,
  sparkline,
  stepAxis,
  unicodeGlyphs,
} from '../../../src/cli/output/charts.ts';
import { loadMeasure } from '../../../src/cli/output/text-layout.ts';

const glyphs = unicodeGlyphs;
const widthOf = await loadMeasure();

describe('a sparkline', () => {
  test.each<[string, readonly (number | undefined)[], string]>([
    ['rising values', [0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
    ['an unknown value is a gap', [7, undefined, 7], '█ █'],
    ['zeros are drawn at the bottom', [0, 0], '▁▁'],
    ['a single value is the greatest', [12], '█'],
    ['less than the lowest bar is drawn at the bottom', [-5, 7], '▁█'],
    ['nothing', [], ''],
  ])('%s', (_name, values, drawing) => {
    expect(sparkline(values, { glyphs })).toBe(drawing);
  });

  test('the marked bar is followed by an exclamation mark', () => {
    expect(sparkline([9, 198, 12], { glyphs, marked: 1 })).toBe('▁█!▁');
  });

  test('the lowest bar can represent a value other than 0', () => {
    expect(sparkline([9, 15, 21], { glyphs, from: 9 })).toBe('▁▅█');
  });

  test('a sparkline is drawn in ASCII', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], { glyphs: asciiGlyphs, marked: 7 })).toBe(
      '_.-=+oO#!',
    );
  });

  test('a greater value never has a lower bar', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2 }),
        (values) => {
          const levels = [...sparkline(values, { glyphs })].map((bar) =>
            glyphs.levels.indexOf(bar),
          );
          const byValue = values.map((value, index) => [value, levels[index] ?? -1] as const);
          const sorted = byValue
            .toSorted(([left], [right]) => left - right)
            .map(([, level]) => level);
          expect(sorted).toEqual(sorted.toSorted((left, right) => left - right));
        },
      ),
    );
  });
});

describe('a bar', () => {
  test.each([
    ['the whole', 1, '██████████'],
    ['half', 0.5, '█████'],
    ['eighths of a cell', 0.525, '█████▎'],
    ['a tiny share is visible', 0.0001, '▏'],
    ['nothing', 0, ''],
    ['more than the whole', 3, '██████████'],
    ['less than nothing', -1, ''],
  ])('%s', (_name, share, drawing) => {
    expect(barRow(share, { glyphs: unicodeGlyphs, width: 10 })).toBe(drawing);
  });

  test('the missing part can be drawn too', () => {
    expect(barRow(0.25, { glyphs: unicodeGlyphs, width: 8, isFilledUp: true })).toBe('██░░░░░░');
    expect(barRow(0, { glyphs: unicodeGlyphs, width: 3, isFilledUp: true })).toBe('░░░');
  });

  test('a bar in ASCII uses whole cells only', () => {
    expect(barRow(0.52, { glyphs: asciiGlyphs, width: 10, isFilledUp: true })).toBe('#####.....');
    expect(barRow(0.001, { glyphs: asciiGlyphs, width: 10 })).toBe('#');
  });

  test('a filled bar is as wide as the whole', () => {
    const share = fc.double({ min: -1, max: 2, noNaN: true });
    fc.assert(
      fc.property(share, fc.integer({ min: 1, max: 60 }), (each, width) => {
        for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
          expect([...barRow(each, { glyphs, width, isFilledUp: true })]).toHaveLength(width);
        }
      }),
    );
  });
});

describe('a band', () => {
  test.each<[string, BandValues, { low: number; high: number; chart: string }]>([
    [
      'warmer than the target',
      { measured: { low: 22, high: 30 }, target: { low: 20, high: 26 }, now: 28.4 },
      { low: 20, high: 30, chart: '░░████▓▓◆▓' },
    ],
    [
      'all within the target',
      { measured: { low: 23, high: 25 }, target: { low: 20, high: 30 } },
      { low: 20, high: 30, chart: '░░░██░░░░░' },
    ],
    [
      'without a target nothing is outside it',
      { measured: { low: 21, high: 30 }, now: 20 },
      { low: 20, high: 30, chart: '◆█████████' },
    ],
    [
      'only the target',
      { target: { low: 20, high: 25 }, now: 30 },
      { low: 20, high: 30, chart: '░░░░░····◆' },
    ],
    ['only one value', { now: 24 }, { low: 24, high: 25, chart: '◆·········' }],
  ])('%s', (_name, values, drawing) => {
    expect(band(values, { glyphs, width: 10 })).toEqual(drawing);
  });

  test('no band is drawn without values', () => {
    expect(band({}, { glyphs, width: 10 })).toBeUndefined();
  });

  test('a band is drawn in ASCII', () => {
    const values = { measured: { low: 22, high: 30 }, target: { low: 20, high: 26 }, now: 28.4 };
    expect(band(values, { glyphs: asciiGlyphs, width: 10 })?.chart).toBe('==####xxOx');
  });
});

describe('a curve', () => {
  const points = [
    { standard: 0 },
    { standard: 100, own: 100 },
    { standard: 200 },
    { standard: 300, own: 200 },
  ];

  test('the values are drawn over the standard, the highest line first', () => {
    expect(curve(points, { glyphs: unicodeGlyphs, height: 4 })).toEqual([
      '   ·',
      '  ·●',
      ' ◉',
      '·',
    ]);
  });

  test('a curve is drawn in ASCII', () => {
    expect(curve(points, { glyphs: asciiGlyphs, height: 4 })).toEqual(['   .', '  .o', ' @', '.']);
  });

  test('equal values are drawn at the bottom', () => {
    expect(curve([{ own: 5 }, { own: 5 }], { glyphs: unicodeGlyphs, height: 2 })).toEqual([
      '',
      '●●',
    ]);
  });

  test('the lines of a curve without values are empty', () => {
    expect(curve([{}, {}], { glyphs: unicodeGlyphs, height: 2 })).toEqual(['', '']);
    expect(curve([], { glyphs: unicodeGlyphs, height: 2 })).toEqual(['', '']);
  });
});

describe('an axis', () => {
  test.each([
    [['30 Oct', '23 Nov'], 25, '30 Oct             23 Nov'],
    [['30 Oct', '1 Nov'], 3, '30 Oct – 1 Nov'],
    [['30 Oct', '30 Oct'], 1, '30 Oct'],
    [['10月30日', '11月23日'], 20, '10月30日    11月23日'],
    [['30 ต.ค.', '23 พ.ย.'], 16, '30 ต.ค.  23 พ.ย.'],
  ] as const)('an axis from %j in %i columns shows both ends', (ends, width, drawing) => {
    expect(spanAxis(ends, { width, widthOf })).toBe(drawing);
  });

  test('aligns right-to-left names below their ends', () => {
    const axis = spanAxis(['31 באוג׳', '18 בינו׳'], { width: 20, widthOf });
    expect(axis).toBe(`\u206831 באוג׳\u2069${' '.repeat(4)}\u206818 בינו׳\u2069`);
    expect(widthOf(axis)).toBe(20);
  });

  test('marks and names every seventh day, below its column', () => {
    const names = ['30 Oct', '6 Nov', '13 Nov', '20 Nov'];
    const nameOf = (step: number) => (step % 7 === 0 ? names[step / 7] : undefined);
    expect(stepAxis(25, { glyphs, widthOf, nameOf })).toEqual([
      '└┬──────┬──────┬──────┬───',
      ' 30 Oct 6 Nov  13 Nov 20 Nov',
    ]);
  });

  test('omits overlapping names', () => {
    const nameOf = (step: number) => `day ${step}`;
    expect(stepAxis(8, { glyphs: asciiGlyphs, widthOf, nameOf })).toEqual([
      '++-----+-',
      ' day 0 day 6',
    ]);
  });
});
