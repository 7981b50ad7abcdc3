/** Units of chart values. */
export type ChartUnit = 'g' | 'kg' | 'L' | 'L/kg' | 'birds' | 'eggs' | '%' | '°C' | 'ppm';

/**
 * The role of a series in a chart: a measurement, the lower or upper end of its range, the breed
 * standard, the lower or upper end of the target band, or a figure that appears in tables but is
 * not drawn.
 */
export const chartRoles = [
  'measured',
  'low',
  'high',
  'standard',
  'targetLow',
  'targetHigh',
  'figure',
] as const;

export type ChartRole = (typeof chartRoles)[number];

/**
 * How values of several days or hours are aggregated into one point: mean, ratio of the sums (as for
 * feed of all days by birds of all days), newest, lowest or highest.
 */
export const chartSamplings = ['mean', 'ratio', 'newest', 'lowest', 'highest'] as const;

export type ChartSampling = (typeof chartSamplings)[number];

/** A series of a chart; its values have the series' name in every point. */
export interface ChartSeries {
  /** Series of the same panel are drawn together with a common value axis. */
  readonly panel: string;
  readonly unit: ChartUnit;
  readonly role: ChartRole;
  readonly sampling: ChartSampling;
  /** Description for the API documents. */
  readonly note: string;
}

type SeriesText = readonly [
  panel: string,
  unit: ChartUnit,
  role: ChartRole,
  sampling: ChartSampling,
  note: string,
];

const seriesTexts = {
  growth: {
    weightG: [
      'weight',
      'g',
      'measured',
      'newest',
      'Measured on the day: fused from cameras where there is one, else the weighing of the log',
    ],
    weightLowG: ['weight', 'g', 'low', 'newest', 'Lower end of the range of a fused weight'],
    weightHighG: ['weight', 'g', 'high', 'newest', 'Upper end of the range of a fused weight'],
    standardG: ['weight', 'g', 'standard', 'newest', 'Standard of the breed on the day'],
    deviationPct: ['weight', '%', 'figure', 'newest', 'Of `weightG` from `standardG`'],
  },
  mortality: {
    cumMortalityPct: [
      'cumMortality',
      '%',
      'measured',
      'newest',
      'Birds found dead since placement, of those placed',
    ],
    standardCumMortalityPct: [
      'cumMortality',
      '%',
      'standard',
      'newest',
      'Expected by the mortality curve of the kind of birds',
    ],
    mortality: ['mortality', 'birds', 'measured', 'mean', 'Birds found dead, a day'],
    standardMortality: [
      'mortality',
      'birds',
      'standard',
      'mean',
      'Expected by the mortality curve, a day',
    ],
    mortalityPct: [
      'mortality',
      '%',
      'figure',
      'ratio',
      'Birds found dead, of those alive in the morning',
    ],
    culls: ['mortality', 'birds', 'figure', 'mean', 'Birds culled, a day'],
  },
  feed: {
    feedPerBirdG: ['feed', 'g', 'measured', 'ratio', 'Feed of a bird and day'],
    standardFeedG: ['feed', 'g', 'standard', 'ratio', 'Standard of the breed, a bird and day'],
    feedKg: ['feed', 'kg', 'figure', 'mean', 'Feed of the flock, a day'],
    waterL: ['water', 'L', 'measured', 'mean', 'Water of the flock, a day'],
    waterFeedRatio: ['waterFeed', 'L/kg', 'measured', 'ratio', 'Water by feed'],
  },
  laying: {
    henDayPct: ['laying', '%', 'measured', 'ratio', 'Eggs of a day, of the hens in the morning'],
    standardHenDayPct: ['laying', '%', 'standard', 'ratio', 'Standard of the breed'],
    eggs: ['laying', 'eggs', 'figure', 'mean', 'Eggs, a day'],
    breakagePct: ['laying', '%', 'figure', 'ratio', 'Broken eggs, of all eggs'],
  },
  climate: {
    temp: ['temp', '°C', 'measured', 'mean', 'Mean temperature of the readings'],
    tempLow: ['temp', '°C', 'low', 'lowest', 'Lowest reading'],
    tempHigh: ['temp', '°C', 'high', 'highest', 'Highest reading'],
    tempMin: ['temp', '°C', 'targetLow', 'newest', 'The birds need at least this at their age'],
    tempMax: ['temp', '°C', 'targetHigh', 'newest', 'The birds need at most this at their age'],
    humidity: ['humidity', '%', 'measured', 'mean', 'Mean humidity of the readings'],
    humidityLow: ['humidity', '%', 'low', 'lowest', 'Lowest reading'],
    humidityHigh: ['humidity', '%', 'high', 'highest', 'Highest reading'],
    humidityMin: ['humidity', '%', 'targetLow', 'newest', 'The birds need at least this'],
    humidityMax: ['humidity', '%', 'targetHigh', 'newest', 'The birds need at most this'],
    co2: ['co2', 'ppm', 'measured', 'mean', 'Mean carbon dioxide of the readings'],
    co2High: ['co2', 'ppm', 'high', 'highest', 'Highest reading'],
    co2Max: ['co2', 'ppm', 'targetHigh', 'newest', 'The birds bear at most this'],
    nh3: ['nh3', 'ppm', 'measured', 'mean', 'Mean ammonia of the readings'],
    nh3High: ['nh3', 'ppm', 'high', 'highest', 'Highest reading'],
    nh3Max: ['nh3', 'ppm', 'targetHigh', 'newest', 'The birds bear at most this'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SeriesText>>>>;

export type ChartName = keyof typeof seriesTexts;

/** The name of a series of a chart. */
export type SeriesName<C extends ChartName> = keyof (typeof seriesTexts)[C] & string;

/** All chart names, in the order of the documents. */
export const chartNames = Object.keys(seriesTexts) as readonly ChartName[];

/**
 * The series of each chart by name, in the order of tables; the first series determines the points.
 */
export const chartSeries: { readonly [C in ChartName]: Readonly<Record<string, ChartSeries>> } = {
  growth: readSeries(seriesTexts.growth),
  mortality: readSeries(seriesTexts.mortality),
  feed: readSeries(seriesTexts.feed),
  laying: readSeries(seriesTexts.laying),
  climate: readSeries(seriesTexts.climate),
};

function readSeries(
  texts: Readonly<Record<string, SeriesText>>,
): Readonly<Record<string, ChartSeries>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, [panel, unit, role, sampling, note]]) => [
      name,
      { panel, unit, role, sampling, note },
    ]),
  );
}
