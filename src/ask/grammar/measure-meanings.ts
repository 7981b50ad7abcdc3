import type { MeasureName } from '../measures/measures.ts';
import type { Concept } from './concepts.ts';

export type { MeasureName };

/** A concept; `dated`: the question names days; `headcount`: it asks for a number of birds. */
export type MeaningSign = Concept | 'dated' | 'headcount';

/** One way to ask for a measure, independent of language. */
export interface Meaning {
  /** Required concepts. */
  readonly needs: readonly Concept[];
  /** Optional concepts. */
  readonly also?: readonly Concept[];
  /** Concepts that exclude the measure. */
  readonly not?: readonly MeaningSign[];
}

function meaning(
  needs: readonly Concept[],
  also: readonly Concept[] = [],
  not: readonly MeaningSign[] = [],
) {
  return { needs, also, not };
}

/** Topics of a call, each of which maps to a kind of contact. */
export const CONTACT_TOPICS = ['feed', 'medicine', 'device', 'camera', 'sale'] as const;

/** "The oldest birds" and "the most uneven birds" do not mean the largest number. */
const WITHOUT_BIRD_COUNT: readonly MeaningSign[] = [
  ...(['weight', 'uniformity', 'age', 'health', 'gain', 'temperature'] as const),
  'dated',
];

/**
 * The concepts that ask for each measure. Barns, flocks, birds and the farm may accompany any of
 * them; of several matches the one that accounts for most of the question is chosen.
 */
export const measureMeanings: Readonly<Record<MeasureName, readonly Meaning[]>> = {
  // birds
  mortality: [meaning(['mortality'], ['log', 'ratio'])],
  cumulativeMortality: [
    meaning(['mortality', 'total'], ['ratio'], ['dated']),
    meaning(['mortality', 'placement'], ['ratio']),
    meaning(['mortality', 'flock'], [], ['dated']),
    meaning(['mortality', 'ratio'], [], ['dated']),
  ],
  mortalitySpike: [meaning(['mortality', 'spike']), meaning(['spike'])],
  mortalityAgainstAverage: [
    meaning(['mortality', 'compare', 'average']),
    meaning(['mortality', 'standard', 'average']),
    meaning(['mortality', 'standard'], ['acceptable']),
    meaning(['mortality', 'acceptable']),
  ],
  culls: [meaning(['culls'])],
  livability: [meaning(['alive', 'ratio'], ['left'])],
  liveBirds: [
    meaning(['birds', 'how_many'], ['left'], ['capacity']),
    meaning(['alive'], ['left']),
    meaning(['birds', 'total']),
    meaning(['birds', 'left']),
    meaning(['birds', 'now'], [], ['weight']),
    meaning(['birds', 'highest'], [], WITHOUT_BIRD_COUNT),
    meaning(['birds', 'lowest'], [], WITHOUT_BIRD_COUNT),
  ],
  age: [meaning(['age'])],
  weight: [meaning(['weight'], ['age', 'weighing', 'per_bird', 'average', 'per_kg'])],
  weightDeviation: [
    meaning(['weight', 'standard'], ['age', 'health', 'acceptable', 'compare', 'left']),
    meaning(['weight', 'acceptable'], ['age', 'health', 'standard']),
    meaning(['standard'], ['health']),
  ],
  dailyGain: [
    meaning(['gain'], ['weight', 'per_bird', 'trend', 'average', 'acceptable']),
    meaning(['weight', 'trend'], ['average']),
  ],
  uniformity: [meaning(['uniformity'], ['weight', 'weighing', 'standard', 'ratio'])],
  lastWeighing: [
    meaning(['weighing', 'last'], ['weight']),
    meaning(['weighing', 'when'], ['weight']),
    meaning(['weighing'], [], ['dated']),
  ],
  density: [meaning(['density'], ['weight', 'standard', 'acceptable'])],
  eggs: [meaning(['eggs'], ['laying', 'log'])],
  eggBreakage: [
    meaning(['eggs', 'broken'], ['ratio', 'laying', 'acceptable']),
    meaning(['broken'], ['standard', 'ratio', 'acceptable']),
  ],
  layingRate: [
    meaning(['laying', 'ratio'], ['eggs']),
    meaning(['laying'], ['birds', 'standard']),
    meaning(['eggs', 'per_bird'], ['laying', 'average', 'ratio']),
  ],
  healthScore: [meaning(['health'], ['acceptable'], ['headcount'])],
  efficiency: [meaning(['efficiency'])],
  lastTreatment: [
    meaning(['treatment'], ['medicine']),
    meaning(['treatment', 'last'], ['medicine', 'health']),
  ],
  withdrawal: [
    meaning(
      ['withdrawal'],
      ['treatment', 'medicine', 'market_date', 'sale', 'left', 'missing', 'open'],
    ),
    meaning(['forbidden', 'sale'], ['market_date', 'treatment', 'medicine', 'when']),
    meaning(['forbidden', 'market_date'], ['sale', 'treatment', 'medicine', 'when']),
  ],
  marketDate: [
    meaning(['market_date'], ['sale', 'age', 'left'], ['forbidden', 'headcount']),
    meaning(['market_date', 'when'], ['sale', 'age', 'weight', 'left'], ['forbidden', 'headcount']),
    meaning(['sale', 'when'], ['market_date', 'birds'], ['forbidden', 'headcount']),
  ],
  compareFlocks: [meaning(['flock', 'compare'], ['efficiency', 'health', 'acceptable', 'best'])],
  // feed and water
  feedEaten: [
    meaning(['feed', 'eaten'], ['log'], ['per_bird']),
    meaning(['eaten', 'compare'], ['log'], ['water', 'per_bird']),
    meaning(['eaten', 'highest'], ['log'], ['water', 'per_bird']),
    meaning(['eaten', 'lowest'], ['log'], ['water', 'per_bird']),
    meaning(['feed', 'how_much'], [], ['left', 'order', 'stock', 'price', 'per_bird']),
    meaning(['feed'], [], ['left', 'order', 'stock', 'spent', 'price', 'per_bird']),
  ],
  feedPerBird: [
    meaning(['feed', 'per_bird'], ['eaten', 'standard', 'trend', 'average']),
    meaning(['eaten', 'per_bird'], ['standard', 'trend', 'average'], ['water']),
  ],
  feedConversion: [meaning(['conversion'], ['feed', 'ratio', 'standard', 'acceptable'])],
  feedDaysLeft: [
    meaning(['feed', 'left', 'when'], ['stock', 'eaten']),
    meaning(['feed', 'left', 'how_many'], ['eaten'], ['how_much']),
    meaning(['feed', 'left', 'expiry']),
    meaning(['feed', 'low_stock']),
  ],
  feedStock: [
    meaning(['feed', 'left', 'how_much']),
    meaning(['feed', 'stock'], ['left']),
    meaning(['feed', 'left']),
  ],
  feedOrders: [meaning(['feed', 'order'], ['open', 'overdue', 'delivery'])],
  deliveriesExpected: [
    meaning(['delivery'], ['feed', 'order', 'next', 'open'], ['placement', 'birds', 'flock']),
    meaning(['delivery', 'when'], ['feed', 'order', 'next'], ['placement', 'birds', 'flock']),
    meaning(['delivery', 'overdue'], ['feed', 'order'], ['placement', 'birds', 'flock']),
    meaning(['feed', 'overdue'], [], ['placement', 'birds', 'flock']),
    meaning(['order', 'overdue'], ['open'], ['feed']),
  ],
  waterUsed: [meaning(['water'], ['eaten', 'log'])],
  waterPerBird: [meaning(['water', 'per_bird'], ['eaten', 'trend', 'average'], ['feed'])],
  waterFeedRatio: [
    meaning(['water', 'feed', 'ratio'], ['standard', 'acceptable']),
    meaning(['water', 'ratio'], ['standard', 'acceptable']),
  ],
  // air
  temperature: [meaning(['temperature'], ['acceptable', 'weather', 'standard'])],
  humidity: [meaning(['humidity'], ['acceptable', 'standard', 'ratio'])],
  ammonia: [meaning(['ammonia'], ['acceptable', 'standard'])],
  co2: [meaning(['co2'], ['acceptable', 'standard'])],
  heatStress: [meaning(['heat_stress'], ['temperature', 'birds', 'acceptable'])],
  weather: [meaning(['weather'], ['temperature']), meaning(['weather', 'temperature'])],
  // money
  moneySpent: [
    meaning(['spent'], ['money']),
    meaning(['cost', 'money'], [], ['birds']),
    meaning(['cost'], [], ['birds']),
  ],
  revenue: [
    meaning(['revenue'], ['money', 'sale']),
    meaning(['sale'], ['money']),
    meaning(['revenue', 'eggs'], ['money', 'sale']),
    meaning(['sale', 'eggs', 'money']),
    meaning(['profit', 'eggs', 'money']),
  ],
  netMoney: [meaning(['net'], ['money', 'profit']), meaning(['profit', 'farm'], ['money'])],
  flockProfit: [meaning(['profit'], ['money', 'net'])],
  flockCost: [
    meaning(['cost', 'flock'], ['money', 'spent'], ['dated', 'birds']),
    meaning(['spent', 'flock'], ['money'], ['dated', 'birds']),
  ],
  costPerKg: [
    meaning(['cost', 'per_kg'], ['weight', 'money', 'price']),
    meaning(['spent', 'per_kg']),
  ],
  pricePerKg: [
    meaning(['price', 'per_kg'], ['sale', 'weight', 'money', 'revenue']),
    meaning(['price'], ['sale']),
    meaning(['sale', 'per_kg'], ['price', 'weight', 'money', 'revenue', 'spent']),
  ],
  feedPrice: [
    meaning(['feed', 'price'], ['per_kg'], ['dated']),
    meaning(['feed', 'cost'], ['per_kg'], ['dated']),
  ],
  cheapestBid: [
    meaning(['bid'], ['price', 'feed', 'open', 'birds', 'alive', 'highest', 'sale']),
    meaning(['bid', 'cheapest'], ['price', 'feed', 'open']),
    meaning(['bid', 'lowest'], ['price', 'feed', 'open']),
    meaning(['bid', 'best'], ['price', 'feed', 'open', 'birds', 'alive', 'sale']),
  ],
  openOrders: [meaning(['order'], ['open'], ['feed']), meaning(['order', 'open'], [], ['feed'])],
  // work
  needsMe: [meaning(['attention'], ['task', 'open'])],
  briefing: [meaning(['briefing']), meaning(['briefing', 'farm'])],
  gaps: [meaning(['gaps'], ['missing', 'log']), meaning(['missing'], [], ['log'])],
  setupProgress: [meaning(['setup'], ['missing', 'left', 'open', 'when'])],
  alerts: [meaning(['alert'], ['open', 'attention'])],
  flocksMissingLog: [meaning(['log', 'missing'])],
  unansweredQuestions: [meaning(['question'], ['open']), meaning(['question', 'unanswered'])],
  tasks: [meaning(['task'], ['open', 'left']), meaning(['task', 'overdue']), meaning(['overdue'])],
  contact: [
    meaning(['contact'], ['phone', ...CONTACT_TOPICS]),
    meaning(['phone'], ['contact', ...CONTACT_TOPICS]),
    meaning(['contact', 'who'], CONTACT_TOPICS),
    meaning(['who']),
  ],
  medicineExpiring: [
    meaning(['medicine', 'expiry'], ['stock', 'treatment', 'when', 'left']),
    meaning(['expiry']),
  ],
  medicineLow: [meaning(['medicine', 'low_stock'], ['stock', 'treatment']), meaning(['low_stock'])],
  medicineStock: [
    meaning(['medicine'], ['left', 'stock']),
    meaning(['medicine', 'stock'], ['left', 'treatment']),
    meaning(['medicine', 'left'], ['stock', 'treatment']),
  ],
  // barns and equipment
  barns: [
    meaning(['barn', 'how_many'], [], ['birds', 'best', 'worst', 'compare']),
    meaning(['barn', 'list'], [], ['birds']),
    meaning(['barn', 'is_there'], [], ['birds', 'best', 'worst', 'compare']),
    meaning(['barn'], [], ['birds', 'best', 'worst', 'compare']),
    meaning(['barn', 'which'], [], ['birds', 'best', 'worst', 'compare']),
  ],
  flocks: [
    meaning(['flock', 'how_many'], ['open'], ['birds']),
    meaning(['flock', 'open'], [], ['birds']),
    meaning(['flock', 'list'], ['open'], ['birds']),
    meaning(['flock', 'which'], ['open'], ['birds', 'best', 'worst', 'compare']),
  ],
  capacity: [meaning(['capacity'], ['birds'])],
  nextPlacement: [
    meaning(['placement', 'next'], ['delivery']),
    meaning(['placement', 'when'], ['delivery']),
    meaning(['placement']),
  ],
  bestBarn: [
    meaning(['barn', 'best'], ['efficiency']),
    meaning(['barn', 'worst'], ['efficiency']),
    meaning(['barn', 'compare'], ['efficiency'], ['temperature']),
  ],
  devicesOffline: [
    meaning(['offline'], ['device', 'camera'], ['headcount']),
    meaning(['offline', 'when'], ['device', 'camera'], ['headcount']),
    meaning(['device', 'acceptable'], ['camera'], ['headcount']),
  ],
  cameraCount: [
    meaning(['camera_count'], ['camera', 'birds', 'log']),
    meaning(['camera', 'birds'], ['log']),
    meaning(['camera', 'how_many', 'birds'], ['log']),
  ],
};

/** Lower values of these are better: their worst is their highest. */
export const measuresWhereLessIsBetter: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'cumulativeMortality',
  'mortalityAgainstAverage',
  'culls',
  'eggBreakage',
  'feedConversion',
  'costPerKg',
  'feedPrice',
  'moneySpent',
  'ammonia',
  'co2',
  'heatStress',
]);

/** Measures whose answers include a day or a number of days: they answer "when". */
export const datedMeasures: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'age',
  'lastWeighing',
  'lastTreatment',
  'withdrawal',
  'marketDate',
  'devicesOffline',
  'feedDaysLeft',
  'feedOrders',
  'deliveriesExpected',
  'openOrders',
  'tasks',
  'medicineExpiring',
  'nextPlacement',
]);

/** Sums over days: they do not apply to the last event. */
export const summedMeasures: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'culls',
  'feedEaten',
  'waterUsed',
  'eggs',
  'moneySpent',
  'revenue',
]);

/** Numbers of birds or eggs, which have no mass. */
export const countedMeasures: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'culls',
  'eggs',
  'liveBirds',
  'cumulativeMortality',
]);

/** Measures with a cheapest value. */
export const pricedMeasures: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedPrice',
  'costPerKg',
  'pricePerKg',
  'cheapestBid',
]);

/** Measures whose answers are not a number: they do not answer "how many". */
export const measuresWithoutNumber: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'healthScore',
  'bestBarn',
  'compareFlocks',
  'briefing',
  'weather',
  'lastTreatment',
  'mortalitySpike',
  'contact',
  'nextPlacement',
  'cheapestBid',
]);

/** Measures that are asked for in the same way. */
const FAMILIES: readonly (readonly MeasureName[])[] = [
  [
    ...(['mortality', 'culls', 'eggs', 'feedEaten', 'waterUsed', 'feedPerBird'] as const),
    ...(['waterPerBird', 'waterFeedRatio', 'eggBreakage', 'layingRate'] as const),
  ],
  ['temperature', 'humidity', 'ammonia', 'co2'],
  [
    ...(['weight', 'weightDeviation', 'dailyGain', 'uniformity', 'feedConversion'] as const),
    ...(['efficiency', 'livability', 'cumulativeMortality', 'age', 'density'] as const),
    'liveBirds',
  ],
  ['moneySpent', 'revenue', 'netMoney'],
  ['flockProfit', 'costPerKg', 'pricePerKg'],
];

/** Measures that are asked for in the same way share a family. */
export function findFamily(intent: MeasureName): string {
  const family = FAMILIES.findIndex((names) => names.includes(intent));
  return family < 0 ? intent : `family ${family}`;
}

/** Measures whose answers name people or companies. */
export const peopleMeasures: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'contact',
  'tasks',
  'unansweredQuestions',
  'feedOrders',
  'deliveriesExpected',
  'cheapestBid',
  'needsMe',
  'alerts',
  'flocksMissingLog',
  'briefing',
  'bestBarn',
]);

/** Kinds of medicine. */
export const medicineKinds: ReadonlySet<string> = new Set([
  'vitamin',
  'antibiotic',
  'electrolyte',
  'disinfectant',
  'probiotic',
  'acidifier',
  'anticoccidial',
  'antiparasitic',
]);
