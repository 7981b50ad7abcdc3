import {
  boolean,
  day,
  figure,
  integer,
  type JsonSchema,
  nullable,
  number,
  object,
  oneOf,
  rows,
  spoken,
  string,
} from '../../api/json-schema.ts';
import { riskItems } from '../../core/insight-sections.ts';
import {
  cumulativeMortality,
  currentWeight,
  densityReason,
  fcrMarks,
  fixSchema,
  plannedAction,
  section,
  severitySchema,
  spikeSeverity,
  standardBasis,
} from './shared-schemas.ts';

const grade = nullable(oneOf(['A', 'B', 'C', 'D', 'E']));
const flock = { flockId: string(), 'barnId?': nullable(string()) };

const flockStatus = oneOf(['ok', 'partial', 'not_enough_data'], 'Of this flock');

const flockHealth = {
  flockId: string(),
  barnId: string(),
  status: flockStatus,
  ageDays: nullable(integer()),
  live: nullable(integer()),
  livabilityPct: figure(),
  logDay: nullable(day('The newest of seven with deaths in the log; the spike is of this day')),
  dailyMortalityPct: figure('Of the birds alive in the morning of that day'),
  mort7: nullable(integer('In the last seven days')),
  mort7DaysUnlogged: integer('Of these days: with any, `mort7` is at least so much'),
  avg7: figure('Mean of the recorded ones of the seven days before that day'),
  spike: object({
    flag: boolean(),
    severity: nullable(spikeSeverity),
    ratio: figure(),
    baseline: oneOf(
      ['7d', 'curve', 'insufficient'],
      'The seven days before; up to 4 days of age the mortality curve',
    ),
  }),
  firstWeekMortalityPct: figure(),
  ...cumulativeMortality,
  expectedCumMortalityPct: figure('The standard at this age: the mortality curve of the kind'),
  expectedBasis: nullable(oneOf(['curve'])),
  standardBasis,
  cdmrPct: figure('Cumulative daily mortality rate of the EU; broilers only'),
  cdmrLimitPct: figure(),
  waterFeedRatio: figure('L/kg'),
  waterDropPct: figure('Against the three days before; below 0 where they drank more'),
  eggDropRatio: figure('Two days by the seven before them; null for birds that do not lay'),
  env: object({
    thi: figure(),
    heatStressHours24: figure('Too hot for birds of this age'),
    outOfRangeMinutes24: figure(),
    nh3Max24: figure('ppm'),
    co2Max24: figure('ppm'),
    watchedHours24: number('Hours with readings; the rest are gaps of more than an hour'),
  }),
  behaviour: rows({ unit: string(), value: number(), ts: string() }),
  treatmentsActive: rows({
    treatmentId: string(),
    date: day(),
    kind: nullable(string()),
    product: nullable(string()),
    withdrawalUntil: nullable(day()),
  }),
  openHealthAlerts: integer(),
  laying: nullable(
    object(
      {
        henDayPct: figure('Eggs per 100 hens and day, of the last seven days'),
        standardHenDayPct: figure('Of the breed at this age; null before it lays'),
        standardBasis,
        ofStandardPct: figure('The first by the second'),
        henHousedEggs: figure('Eggs since placement per hen placed'),
        eggMassG: figure('A hen and day, by the egg weight of the breed'),
        feedPerEggG: figure(),
        fcrEgg: figure('Feed by the weight of the eggs, kg/kg'),
        incomeOverFeedPerHen: figure('Egg sales above the feed eaten, of 28 days, a hen'),
        inMoult: boolean('An event of kind moult in the last eight weeks'),
      },
      'Null for birds that do not lay.',
    ),
  ),
  score: figure('Health of the birds today, 0 to 100; null while no deaths are recorded'),
  grade,
  drivers: rows({ code: string(), points: number(), message: spoken() }, 'What took points'),
};

const benchmarkRow = {
  flockId: string(),
  metric: string(),
  ageDays: nullable(integer('For which the figure, its standard and the medians are')),
  value: figure(),
  certainty: nullable(
    oneOf(
      ['exact', 'estimated', 'at_least', 'at_most'],
      'Of `value`: estimated where feed of unlogged days is filled in; a bound where deaths are not logged on every day; null without a value',
    ),
  ),
  breedStandard: figure('For mortality, of the curve of the kind of birds'),
  standardBasis,
  farmMedian: figure('Of closed flocks at the same age'),
  groupMedian: figure('Of the other farms the key sees, brought to the age of this flock'),
  percentileInGroup: figure('Share of them that it does better than'),
  reference: nullable(oneOf(['standard', 'farm', 'group'], 'What deltaPct is taken from')),
  deltaPct: figure('Above 0 is better'),
  grade,
};

const comparedBarn = {
  barnId: string(),
  kind: nullable(oneOf(['broiler', 'layer', 'turkey'])),
  flocks: integer('Compared'),
  ageDays: nullable(integer('At which flocks that are here are compared; null for closed ones')),
  epefMedian: figure(),
  fcrMedian: figure(),
  ...fcrMarks,
  adg: figure('g/day of life: weight by age'),
  livability: figure(),
  livabilityUpperBound: boolean(
    'Deaths are not logged on every day: more birds may have died, and each of the others laid more',
  ),
  henDayPct: figure('Eggs per 100 hens and day; null for birds that do not lay'),
  kgPerM2Year: figure(),
  marginPerM2Year: figure(),
  downtimeMedian: figure('Days'),
  condemnationPct: figure(),
  envStability: figure('Share of readings in range, 0 to 1'),
  rank: nullable(integer()),
  z: figure('Distance from the mean of the farm, in standard deviations'),
};

const placement = {
  barnId: string(),
  name: string(),
  state: oneOf(['occupied', 'cleaning', 'ready', 'maintenance']),
  flockId: nullable(string()),
  ageDays: nullable(integer()),
  expectedOut: nullable(day('When the flock inside leaves')),
  emptySince: nullable(day()),
  downtimeDays: nullable(integer('Empty days so far, or before the current flock was placed')),
  readyDate: nullable(day('The first day on which it can take a flock')),
  suggestedPlacementDate: nullable(day('That day, or today if it has passed')),
  planned: nullable(
    object({
      flockId: string(),
      date: day(),
      isTooEarly: boolean('Before the barn is ready'),
      warning: nullable(spoken('The problem with the day')),
    }),
  ),
  densityKgM2: figure('Today, with all flocks inside'),
  densityReason,
  densityLimitKgM2: figure('Null for hens'),
  targetWeightKg: figure('At sale; null for hens'),
  targetWeightAssumed: boolean('Not recorded for any flock of the barn'),
  maxBirdsByDensity: nullable(integer('Alive at sale')),
  expectedLivabilityPct: figure('Up to the sale'),
  maxBirds: nullable(integer('To place')),
  overcrowdedAt: nullable(day('The first day above the limit')),
  supplierHistory: rows({
    supplierId: string(),
    name: nullable(string()),
    flocks: integer(),
    lastPlacement: day(),
    firstWeekMortalityPct: figure('Median of its flocks'),
    livabilityPct: figure('Median of its closed flocks'),
  }),
};

const outsideClimate = {
  ts: string(),
  temp: figure('°C'),
  humidity: figure('%'),
  thi: figure('°C'),
};

const weather = {
  now: nullable(
    object({ ...outsideClimate, ageMinutes: integer() }, 'The newest reading outside, of 24 hours'),
  ),
  next72h: rows(outsideClimate),
  maxThi: figure('The highest outdoor value, current or forecast'),
  minTemp: figure('The lowest outdoor value, current or forecast, °C'),
  heatRisk: nullable(oneOf(['none', 'mild', 'warning', 'critical'])),
  coldRisk: nullable(boolean('Cold weather while chicks are in a barn')),
  actions: rows({
    code: oneOf(['heat_warning', 'heat_critical', 'cold']),
    severity: severitySchema,
    message: spoken(),
    from: string(),
    until: string(),
    fix: fixSchema,
  }),
};

const flockWeight = {
  ...flock,
  status: flockStatus,
  weight: nullable(
    object(
      {
        g: number(),
        source: oneOf(['smart', 'manual']),
        date: day(),
        uncalibrated: boolean('Cameras without a calibration and without a weighing: not reliable'),
        standardG: figure('Of the breed on `date`'),
        standardBasis,
      },
      'As measured',
    ),
  ),
  smart: nullable(
    object({
      weightG: figure(),
      low: figure('Lower bound of the band, today'),
      high: figure('Upper bound of the band, today'),
      levelPct: number(
        'The band contains the true weight in so many % of cases; see docs/vision.md',
      ),
      uncalibrated: boolean('No weighing and no calibrated camera takes part: not reliable'),
      sources: rows({
        source: string(),
        valueG: number(),
        weightPct: number('Its share in the result'),
        ageHours: number(),
        downWeighted: boolean('Disagrees with the plausible growth by more than 15 %: counts less'),
      }),
      method: string(),
    }),
  ),
  std: figure('g, of the breed today'),
  standardBasis,
  ...currentWeight,
  adg7: figure('g/day, over the week up to the weight: from a weighing 4 to 10 days before'),
  stdAdg: figure('g/day, of the breed over the same days'),
  stdAdgBasis: standardBasis,
  lastManual: nullable(object({ date: day(), weightG: number() })),
  daysSinceManual: nullable(integer()),
  calibration: rows({
    deviceId: nullable(string('Null where the connection sends without a device')),
    factor: number(),
    pairs: integer(),
    updatedAt: nullable(string()),
  }),
  uniformity: nullable(
    object({
      ts: nullable(string()),
      birds: integer(),
      cvPct: figure(),
      uniformity10Pct: figure('Within 10 % of the mean'),
      uniformity15Pct: figure(),
      basis: oneOf(['counted', 'normal']),
      sampleFor2Pct: nullable(integer('Birds to weigh for a mean right within 2 %')),
      classes: rows(
        {
          fromG: figure('Null for the lightest birds'),
          toG: figure('Null for the heaviest birds'),
          pct: number('Birds between the two, in % of the birds weighed'),
        },
        'How the weights are spread around the mean, in steps of 5 % of it.',
      ),
    }),
  ),
  projected: rows({ date: day(), weightG: number() }),
  targetDate: nullable(day()),
};

const riskItem = {
  key: oneOf(riskItems),
  p: figure('Probability, 0 to 1; null if unknown'),
  impact: number('Severity, 0 to 1'),
  points: figure('Risk points, 0 to 100'),
  explanation: spoken(),
  fix: nullable(fixSchema),
};

/** The sections of `/insights` about birds and barns. */
export const birdSectionSchemas = {
  actionPlan: section({ items: rows(plannedAction) }, 'What to do, the most important first.'),
  health: section({ flocks: rows(flockHealth) }, 'The health of each flock.'),
  benchmark: section({ rows: rows(benchmarkRow) }, 'Flocks against standard, farm and group.'),
  barnComparison: section(
    {
      basis: nullable(
        oneOf(['closed', 'live_same_age'], 'Flocks closed in a year, else those here at one age'),
      ),
      basisNote: nullable(spoken('Which flocks are compared, and at what age')),
      barns: rows(comparedBarn),
      spread: nullable(
        object({
          metric: oneOf(['epef', 'henDayPct']),
          best: nullable(object({ barnId: string(), value: figure() })),
          worst: nullable(object({ barnId: string(), value: figure() })),
          gap: figure(),
        }),
      ),
    },
    'Barns compared with each other.',
  ),
  placements: section(
    {
      usualDowntimeDays: figure('Between two flocks, the median of the farm'),
      plannedDowntimeDays: integer(),
      barns: rows(placement),
    },
    'When each barn takes its next flock.',
  ),
  weather: section(weather, 'The forecast and its effects on the birds.'),
  weights: section({ flocks: rows(flockWeight) }, 'The weights of the flocks, from all sources.'),
  risk: section(
    {
      score: figure('0 to 100'),
      level: nullable(severitySchema),
      items: rows(riskItem),
    },
    'What could go wrong.',
  ),
} as const satisfies Record<string, JsonSchema>;
