import { describe, expect, test } from 'vitest';
import { plotShapes, timeTicks } from '../../src/console/charts/chart-shapes.ts';
import {
  type ChartAnswer,
  chartSpec,
  csvOf,
  isMeasured,
  lastMoments,
  newestMoment,
  type Panel,
} from '../../src/console/charts/chart-spec.ts';
import { chartAnswers } from '../../src/model/answers/charts.ts';

const FRAME = { width: 400, height: 100 };

/** A growth chart with these weights from day to day, the standard at 100 g on each. */
function growth(...weights: readonly (number | null)[]): ChartAnswer {
  const { example } = chartAnswers.growth;
  const points = weights.map((weightG, index) => ({
    ...example.points[0],
    from: `2026-11-0${index + 1}`,
    day: `2026-11-0${index + 1}`,
    ageDays: 10 + index,
    weightG,
    weightLowG: weightG,
    weightHighG: weightG === null ? null : weightG + 10,
    standardG: 100,
  }));
  return { ...example, points } as unknown as ChartAnswer;
}

function onlyPanel(answer: ChartAnswer) {
  const spec = chartSpec(answer);
  const panel = spec.panels[0] as Panel;
  return { spec, panel, shapes: plotShapes(panel, spec.moments, FRAME) };
}

/** How many separate strokes or areas a path has. */
function strokes(path: string | undefined): number {
  return path?.match(/M/g)?.length ?? 0;
}

describe('a chart', () => {
  test('breaks its lines and areas where a value is missing', () => {
    const { shapes } = onlyPanel(growth(90, 95, null, 110, 120));
    expect(strokes(shapes?.measured)).toBe(2);
    expect(strokes(shapes?.range)).toBe(2);
    expect(strokes(shapes?.standard)).toBe(1);
    expect(shapes?.measured).toBe('M0,100L100,87.5M300,50L400,25');
  });

  test('of nearly equal values has ticks that differ as written', () => {
    // d3 divides 1.795 to 1.81 into steps of 0.005, which two decimals do not tell apart.
    const { shapes } = onlyPanel(growth(1.795, 1.8, 1.81));
    const { panel, spec } = onlyPanel(growth(1.795, 1.8, 1.81));
    const only = { ...panel, series: panel.series.filter(({ role }) => role === 'measured') };
    const narrow = plotShapes(only, spec.moments, FRAME);
    const written = narrow?.yTicks.map(({ value }) => value.toFixed(narrow.yDecimals));
    expect(written).toEqual(['1.795', '1.800', '1.805', '1.810']);
    expect(shapes?.yDecimals).toBe(2);
  });

  test('never draws a missing value as zero', () => {
    const { spec, panel, shapes } = onlyPanel(growth(null, 90, null));
    expect(panel.series[0]?.values).toEqual([null, 90, null]);
    expect(shapes?.dots).toEqual([{ x: 200, y: 100 }]);
    // An area of a single moment would be invisible.
    expect(shapes?.range).toBe('');
    expect(shapes?.bars).toEqual([{ x: 200, low: 100, high: 0 }]);
    expect(newestMoment(panel, spec.moments)).toBe(1);
  });

  test('shows a standard without values as not measured', () => {
    expect(isMeasured(onlyPanel(growth(null, null)).panel)).toBe(false);
    expect(isMeasured(onlyPanel(growth(null, 0)).panel)).toBe(true);
  });

  test('is empty without values or times', () => {
    expect(onlyPanel(growth()).shapes).toBeUndefined();
    const { panel } = onlyPanel(growth(null));
    const empty = { ...panel, series: panel.series.filter(({ role }) => role === 'measured') };
    expect(plotShapes(empty, [], FRAME)).toBeUndefined();
  });

  test('has a separate axis for a single value', () => {
    const { panel, spec } = onlyPanel(growth(100));
    const alone = { ...panel, series: panel.series.filter(({ role }) => role === 'standard') };
    expect(plotShapes(alone, spec.moments, FRAME)?.xOf(0)).toBe(200);
    expect(plotShapes(alone, spec.moments, FRAME)?.yTicks.length).toBeGreaterThan(1);
  });

  test('marks the days with an omitted value', () => {
    const answer = growth(90, null, 95);
    const points = answer.points.map((point, index) => ({
      ...point,
      suspect: index === 1 ? ['weightG'] : [],
    }));
    expect(onlyPanel({ ...answer, points } as ChartAnswer).shapes?.suspects).toEqual([200]);
  });

  test('keeps the last points with their values', () => {
    const { moments, panels } = lastMoments(chartSpec(growth(1, null, 3)), 2);
    expect(moments.map(({ key }) => key)).toEqual(['2026-11-02', '2026-11-03']);
    expect(panels[0]?.series[0]?.values).toEqual([null, 3]);
  });

  test('draws a target without a lower end as a limit, not as a band', () => {
    const answer = chartAnswers.climate.example as unknown as ChartAnswer;
    const spec = chartSpec(answer);
    const shapesOf = (name: string) => {
      const panel = spec.panels.find((one) => one.name === name) as Panel;
      const moments = [...spec.moments, ...spec.moments.map((one) => ({ ...one, at: one.at + 1 }))];
      const series = panel.series.map((one) => ({
        ...one,
        values: [...one.values, ...one.values],
      }));
      return plotShapes({ ...panel, series }, moments, FRAME);
    };
    expect(shapesOf('temp')).toMatchObject({ limit: '', band: expect.stringContaining('M') });
    expect(shapesOf('co2')).toMatchObject({ band: '', limit: expect.stringContaining('M') });
  });
});

describe('the time axis', () => {
  test('has the ages of flocks, in weeks for long periods', () => {
    const { spec } = onlyPanel(growth(1, 2, 3, 4, 5));
    expect(timeTicks(spec, 400, 5)).toEqual(
      [10, 11, 12, 13, 14].map((value, index) => ({ value, kind: 'age', x: 100 * index })),
    );
    expect(timeTicks(spec, 400, 1).map(({ value }) => value)).toEqual([14]);
  });

  test('has equally spaced days, also on a phone', () => {
    const at = (text: string) => ({
      at: Date.parse(text),
      key: text,
      ageDays: null,
      suspect: [],
      atLeast: [],
    });
    const moments = [at('2026-11-22T01:00:00Z'), at('2026-11-29T01:00:00Z')];
    const ticks = timeTicks({ moments, unit: 'hour', zone: 'UTC' }, 244, 3);
    expect(ticks.map(({ value }) => new Date(value).toISOString().slice(0, 10))).toEqual([
      '2026-11-23',
      '2026-11-26',
      '2026-11-29',
    ]);
  });

  test("has hours and days in the farm's time zone, also when clocks are set back", () => {
    const at = (text: string) => ({
      at: Date.parse(text),
      key: text,
      ageDays: null,
      suspect: [],
      atLeast: [],
    });
    const zone = 'Asia/Jerusalem';
    const hours = [at('2026-10-24T20:30:00Z'), at('2026-10-25T10:30:00Z')];
    expect(
      timeTicks({ moments: hours, unit: 'hour', zone }, 100, 3).map(({ value }) =>
        new Date(value).toISOString(),
      ),
    ).toEqual(['2026-10-24T21:00:00.000Z', '2026-10-25T04:00:00.000Z', '2026-10-25T10:00:00.000Z']);
    const days = [at('2026-10-23T12:00:00Z'), at('2026-10-27T12:00:00Z')];
    expect(
      timeTicks({ moments: days, unit: 'hour', zone }, 100, 9).map(({ value }) =>
        new Date(value).toISOString(),
      ),
    ).toEqual([
      '2026-10-23T21:00:00.000Z',
      '2026-10-24T21:00:00.000Z',
      '2026-10-25T22:00:00.000Z',
      '2026-10-26T22:00:00.000Z',
    ]);
  });
});

test('the values of a chart as CSV are numbers, and texts that no spreadsheet executes', () => {
  const sheet = [
    ['Day', 'Weight: measured, g', 'treatment or sale'],
    ['2026-11-29', 1722.5, 'Electrolytes, "fresh"'],
    ['2026-11-30', null, '=1+1'],
    ['2026-12-01', undefined, 'חיסון'],
  ];
  expect(csvOf(sheet)).toBe(
    '\ufeffDay,"Weight: measured, g",treatment or sale\r\n' +
      '2026-11-29,1722.5,"Electrolytes, ""fresh"""\r\n' +
      "2026-11-30,,'=1+1\r\n" +
      '2026-12-01,,חיסון\r\n',
  );
});
