import {
  array,
  boolean,
  cited,
  day,
  figure,
  instant,
  integer,
  nullable,
  number,
  object,
  oneOf,
  type Properties,
  rows,
  type Schema,
  spoken,
  string,
} from '../api/json-schema.ts';
import type { OperationAnswer } from '../api/operation.ts';
import {
  type ChartName,
  chartRoles,
  chartSamplings,
  chartSeries,
  type SeriesName,
} from '../charts.ts';
import { exampleBasis, exampleId } from '../core/fields.ts';
import { standardConfidence } from '../core/vocabulary.ts';
import {
  cumulativeMortality,
  currentWeight,
  exampleMortality,
  shared,
  standardBasis,
} from './core/shared-schemas.ts';

const standard = nullable(
  object(
    {
      breed: nullable(string('The breed of the table; null for curves of a kind of birds')),
      source: cited('The source document'),
      edition: nullable(string('Its year; null if unknown')),
      confidence: oneOf(standardConfidence.words, 'As in StandardBasis'),
    },
    'The source of the standard.',
  ),
);

const suspects = rows(
  {
    series: string('The series in which the value is missing'),
    day: day(),
    value: number('As recorded'),
    low: figure('The lowest plausible value'),
    high: number('The highest plausible value'),
    resource: string(),
    id: string('The row of the value'),
    message: spoken(),
  },
  'Implausible recorded values: they are null in the points',
);

function common<C extends ChartName, const U extends 'day' | 'hour'>(chart: C, unit: U) {
  const series = chartSeries[chart];
  const panels = [...new Set(Object.values(series).map(({ panel }) => panel))];
  return {
    chart: oneOf([chart]),
    title: spoken(),
    farmId: string(),
    barnId: string(),
    timezone: string('The time zone of the farm, in which its days are counted'),
    asOf: instant(),
    from: day(),
    to: day(),
    status: oneOf(['ok', 'partial', 'not_enough_data']),
    missing: array(shared('MissingData')),
    sampling: object(
      {
        unit: oneOf([unit]),
        step: integer(`Units per point; 1: no aggregation`),
        of: integer('Units in the range'),
      },
      'How the range was aggregated.',
    ),
    panels: rows(
      {
        name: oneOf(panels),
        label: spoken(),
        unit: string('Of the axis of values'),
      },
      'Groups of series that share an axis',
    ),
    series: rows(
      {
        name: oneOf(Object.keys(series) as SeriesName<C>[], 'The property of the points'),
        label: spoken(),
        panel: oneOf(panels),
        unit: string(),
        role: oneOf(chartRoles, 'figure: for tables, not drawn'),
        sampling: oneOf(chartSamplings, 'How several days or hours are combined into one point'),
      },
      'The properties of the points',
    ),
  };
}

function valuesOf<C extends ChartName>(chart: C) {
  const values = Object.fromEntries(
    Object.entries(chartSeries[chart]).map(([name, { unit, note }]) => [
      name,
      figure(`${note}, ${unit}`),
    ]),
  );
  return values as Readonly<Record<SeriesName<C>, Schema<number | null>>>;
}

function flockSchema<C extends ChartName, P extends Properties>(chart: C, current: P) {
  return object({
    ...common(chart, 'day'),
    flockId: string(),
    ...current,
    standard,
    points: rows({
      from: day('The first day of the point'),
      day: day('The day that the newest values belong to, else the last day of the point'),
      ageDays: integer('On `day`'),
      ...valuesOf(chart),
      interpolated: nullable(
        boolean('Whether the standard is between two published ages; null without a standard'),
      ),
      atLeast: array(string(), 'Series of lower bounds: deaths of earlier days are unlogged'),
      suspect: array(string(), 'Series of which a recorded value cannot be right'),
    }),
    suspects,
  });
}

/** The common fields of an example chart, without its points. */
function exampleOf(chart: ChartName, panelLabels: readonly string[]) {
  const series = Object.entries(chartSeries[chart]);
  const panels = [...new Map(series.map(([, one]) => [one.panel, one.unit]))];
  return {
    chart,
    farmId: exampleId('farm'),
    barnId: exampleId('barn'),
    timezone: 'Asia/Jerusalem',
    asOf: '2026-11-21T09:00:00.000Z',
    status: 'ok',
    missing: [],
    panels: panels.map(([name], index) => ({
      name,
      label: panelLabels[index],
      unit: series.find(([, option]) => option.panel === name)?.[1].unit,
    })),
    series: series.map(([name, option]) => {
      const { panel, unit, role, sampling } = option;
      return {
        name,
        label: exampleLabels[name] ?? exampleLabels[role] ?? name,
        panel,
        unit,
        role,
        sampling,
      };
    }),
  };
}

const exampleLabels: Readonly<Record<string, string>> = {
  measured: 'measured',
  low: 'lowest',
  high: 'highest',
  standard: 'standard',
  targetLow: 'target, from',
  targetHigh: 'target, to',
  deviationPct: 'deviation from the standard',
  mortalityPct: 'daily mortality',
  culls: 'culled',
  feedKg: 'feed of the flock',
  eggs: 'eggs',
  breakagePct: 'broken eggs',
};

type Point<C extends ChartName> = Readonly<Record<SeriesName<C>, number | null>>;

const flockFrame = {
  flockId: exampleId('flock'),
  from: '2026-11-20',
  to: '2026-11-21',
  sampling: { unit: 'day', step: 1, of: 2 },
  standard: {
    breed: 'Ross 308',
    source: 'Ross 308 Performance Objectives 2022 (Aviagen)',
    edition: '2022',
    confidence: 'high',
  },
  suspects: [],
};

function examplePoints<C extends ChartName>(...points: readonly [Point<C>, Point<C>]) {
  return points.map((point, index) => {
    const date = `2026-11-2${index}`;
    const noFlags = { interpolated: false, atLeast: [], suspect: [] };
    return { from: date, day: date, ageDays: 19 + index, ...point, ...noFlags };
  });
}

/** The responses of `GET /os/charts/…`, by chart. */
export const chartAnswers = {
  growth: {
    name: 'GrowthChart',
    description: 'The weight of a flock by day.',
    schema: flockSchema('growth', {
      current: object(
        {
          ...currentWeight,
          standardG: figure('Standard of the breed today'),
          standardBasis,
        },
        'Of the last day with birds inside: a measurement, brought there by the breed curve.',
      ),
    }),
    example: {
      ...exampleOf('growth', ['Weight']),
      title: 'Growth of B1-2611',
      ...flockFrame,
      current: {
        weightG: 985,
        standardG: 935,
        standardBasis: exampleBasis,
        deviationPct: 5.35,
        weightDate: '2026-11-21',
        weightEstimated: false,
        weightUncalibrated: false,
        weightReason: null,
      },
      points: examplePoints<'growth'>(
        {
          weightG: null,
          weightLowG: null,
          weightHighG: null,
          standardG: 860,
          deviationPct: null,
        },
        {
          weightG: 985,
          weightLowG: 962,
          weightHighG: 1008,
          standardG: 935,
          deviationPct: 5.35,
        },
      ),
    },
  },
  mortality: {
    name: 'MortalityChart',
    description: 'The deaths of a flock by day.',
    schema: flockSchema('mortality', {
      current: object(
        {
          live: nullable(integer('Birds alive')),
          cumMortality: nullable(integer('Birds found dead since placement')),
          ...cumulativeMortality,
        },
        'Of the last day with birds inside.',
      ),
    }),
    example: {
      ...exampleOf('mortality', ['Deaths since placement', 'Deaths a day']),
      title: 'Mortality of B1-2611',
      ...flockFrame,
      standard: {
        breed: null,
        source:
          'Mortality curve after 107 German Ross 308 flocks (Frontiers 2022) and 38 flocks of Tabler',
        edition: '2022',
        confidence: 'medium',
      },
      current: { live: 19_755, cumMortality: 245, ...exampleMortality(1.23) },
      points: examplePoints<'mortality'>(
        {
          cumMortalityPct: 1.17,
          standardCumMortalityPct: 1.37,
          mortality: 9,
          standardMortality: 11.7,
          mortalityPct: 0.05,
          culls: 0,
        },
        {
          cumMortalityPct: 1.23,
          standardCumMortalityPct: 1.42,
          mortality: 12,
          standardMortality: 11.7,
          mortalityPct: 0.06,
          culls: null,
        },
      ),
    },
  },
  feed: {
    name: 'FeedChart',
    description: 'Feed and water of a flock by day.',
    schema: flockSchema('feed', {}),
    example: {
      ...exampleOf('feed', ['Feed per bird and day', 'Water a day', 'Water by feed']),
      title: 'Feed and water of B1-2611',
      ...flockFrame,
      points: examplePoints<'feed'>(
        {
          feedPerBirdG: 106.8,
          standardFeedG: 94,
          feedKg: 2110,
          waterL: 3900,
          waterFeedRatio: 1.85,
        },
        {
          feedPerBirdG: null,
          standardFeedG: 100,
          feedKg: null,
          waterL: null,
          waterFeedRatio: null,
        },
      ),
    },
  },
  laying: {
    name: 'LayingChart',
    description: 'The laying rate of a flock by day.',
    schema: flockSchema('laying', {}),
    example: {
      ...exampleOf('laying', ['Laying rate']),
      title: 'Laying of L1-2601',
      ...flockFrame,
      standard: {
        breed: 'Lohmann Brown-Classic',
        source: 'Lohmann Brown-Classic management guide (Lohmann Breeders)',
        edition: '2021',
        confidence: 'low',
      },
      points: examplePoints<'laying'>(
        { henDayPct: 92.4, standardHenDayPct: 93.1, eggs: 9240, breakagePct: 0.8 },
        { henDayPct: null, standardHenDayPct: 93, eggs: null, breakagePct: null },
      ),
    },
  },
  climate: {
    name: 'ClimateChart',
    description: 'The climate of a barn by hour.',
    schema: object({
      ...common('climate', 'hour'),
      current: object(
        {
          temp: figure('°C'),
          humidity: figure('%'),
          co2: figure('ppm'),
          nh3: figure('ppm'),
        },
        'Now: of each measure the median of the latest readings of its sources.',
      ),
      points: rows({
        at: instant('When the hour or hours of the point began'),
        ageDays: nullable(integer('Of the birds inside; null without birds')),
        readings: integer('How many readings the point is made of'),
        ...valuesOf('climate'),
      }),
    }),
    example: {
      ...exampleOf('climate', ['Temperature', 'Humidity', 'CO₂', 'NH₃']),
      title: 'Climate of Barn 1',
      from: '2026-11-21',
      to: '2026-11-21',
      sampling: { unit: 'hour', step: 1, of: 12 },
      current: { temp: 27.4, humidity: 58, co2: 2100, nh3: 9 },
      points: [
        {
          at: '2026-11-21T08:00:00.000Z',
          ageDays: 20,
          readings: 12,
          temp: 27.1,
          tempLow: 26.8,
          tempHigh: 27.4,
          tempMin: 22.9,
          tempMax: 26.9,
          humidity: 58,
          humidityLow: 57,
          humidityHigh: 59,
          humidityMin: 50,
          humidityMax: 70,
          co2: 2080,
          co2High: 2100,
          co2Max: 3000,
          nh3: 9,
          nh3High: 9,
          nh3Max: 20,
        } satisfies Point<'climate'> & Readonly<Record<string, unknown>>,
      ],
    },
  },
} as const satisfies Readonly<Record<ChartName, OperationAnswer>>;
