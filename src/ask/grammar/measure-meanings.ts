import type { MeasureName } from '../measures/measures.ts';
import type { Concept } from './concepts.ts';

export type { MeasureName };

/** A concept; `dated`: the question names days; `headcount`: it asks for a number of birds. */
export type Sign = Concept | 'dated' | 'headcount';

/** One way to ask for a measure, independent of language. */
export interface Meaning {
  /** Required concepts. */
  readonly needs: readonly Concept[];
  /** Optional concepts. */
  readonly also?: readonly Concept[];
  /** Concepts that exclude the measure. */
  readonly not?: readonly Sign[];
}

function means(
  needs: readonly Concept[],
  also: readonly Concept[] = [],
  not: readonly Sign[] = [],
) {
  return { needs, also, not };
}

/** Topics of a call, each of which maps to a kind of contact. */
export const CONTACT_TOPICS = ['feed', 'medicine', 'device', 'camera', 'sale'] as const;

/** "The oldest birds" and "the most uneven birds" do not mean the largest number. */
const NO_NUMBER_OF_BIRDS: readonly Sign[] = [
  ...(['weight', 'uniformity', 'age', 'health', 'gain', 'temperature'] as const),
  'dated',
];

/**
 * The concepts that ask for each measure. Barns, flocks, birds and the farm may accompany any of
 * them; of several matches the one that accounts for most of the question is chosen.
 */
export const measureMeanings: Readonly<Record<MeasureName, readonly Meaning[]>> = {
  // birds
  mortality: [means(['mortality'], ['log', 'ratio'])],
  cumulativeMortality: [
    means(['mortality', 'total'], ['ratio'], ['dated']),
    means(['mortality', 'placement'], ['ratio']),
    means(['mortality', 'flock'], [], ['dated']),
    means(['mortality', 'ratio'], [], ['dated']),
  ],
  mortalitySpike: [means(['mortality', 'spike']), means(['spike'])],
  mortalityAgainstAverage: [
    means(['mortality', 'compare', 'average']),
    means(['mortality', 'standard', 'average']),
    means(['mortality', 'standard'], ['acceptable']),
    means(['mortality', 'acceptable']),
  ],
  culls: [means(['culls'])],
  livability: [means(['alive', 'ratio'], ['left'])],
  liveBirds: [
    means(['birds', 'how_many'], ['left'], ['capacity']),
    means(['alive'], ['left']),
    means(['birds', 'total']),
    means(['birds', 'left']),
    means(['birds', 'now'], [], ['weight']),
    means(['birds', 'highest'], [], NO_NUMBER_OF_BIRDS),
    means(['birds', 'lowest'], [], NO_NUMBER_OF_BIRDS),
  ],
  age: [means(['age'])],
  weight: [means(['weight'], ['age', 'weighing', 'per_bird', 'average', 'per_kg'])],
  weightDeviation: [
    means(['weight', 'standard'], ['age', 'health', 'acceptable', 'compare', 'left']),
    means(['weight', 'acceptable'], ['age', 'health', 'standard']),
    means(['standard'], ['health']),
  ],
  dailyGain: [
    means(['gain'], ['weight', 'per_bird', 'trend', 'average', 'acceptable']),
    means(['weight', 'trend'], ['average']),
  ],
  uniformity: [means(['uniformity'], ['weight', 'weighing', 'standard', 'ratio'])],
  lastWeighing: [
    means(['weighing', 'last'], ['weight']),
    means(['weighing', 'when'], ['weight']),
    means(['weighing'], [], ['dated']),
  ],
  density: [means(['density'], ['weight', 'standard', 'acceptable'])],
  eggs: [means(['eggs'], ['laying', 'log'])],
  eggBreakage: [
    means(['eggs', 'broken'], ['ratio', 'laying', 'acceptable']),
    means(['broken'], ['standard', 'ratio', 'acceptable']),
  ],
  layingRate: [means(['laying', 'ratio'], ['eggs']), means(['laying'], ['birds', 'standard'])],
  healthScore: [means(['health'], ['acceptable'], ['headcount'])],
  efficiency: [means(['efficiency'])],
  lastTreatment: [
    means(['treatment'], ['medicine']),
    means(['treatment', 'last'], ['medicine', 'health']),
  ],
  withdrawal: [
    means(
      ['withdrawal'],
      ['treatment', 'medicine', 'market_date', 'sale', 'left', 'missing', 'open'],
    ),
    means(['forbidden', 'sale'], ['market_date', 'treatment', 'medicine', 'when']),
    means(['forbidden', 'market_date'], ['sale', 'treatment', 'medicine', 'when']),
  ],
  marketDate: [
    means(['market_date'], ['sale', 'age', 'left'], ['forbidden', 'headcount']),
    means(['market_date', 'when'], ['sale', 'age', 'weight', 'left'], ['forbidden', 'headcount']),
    means(['sale', 'when'], ['market_date', 'birds'], ['forbidden', 'headcount']),
  ],
  compareFlocks: [means(['flock', 'compare'], ['efficiency', 'health', 'acceptable', 'best'])],
  // feed and water
  feedEaten: [
    means(['feed', 'eaten'], ['log']),
    means(['eaten', 'compare'], ['log'], ['water', 'per_bird']),
    means(['eaten', 'highest'], ['log'], ['water', 'per_bird']),
    means(['eaten', 'lowest'], ['log'], ['water', 'per_bird']),
    means(['feed', 'how_much'], [], ['left', 'order', 'stock', 'price', 'per_bird']),
    means(['feed'], [], ['left', 'order', 'stock', 'spent', 'price', 'per_bird']),
  ],
  feedPerBird: [
    means(['feed', 'per_bird'], ['eaten', 'standard', 'trend', 'average']),
    means(['eaten', 'per_bird'], ['standard', 'trend', 'average'], ['water']),
  ],
  feedConversion: [means(['conversion'], ['feed', 'ratio', 'standard', 'acceptable'])],
  feedDaysLeft: [
    means(['feed', 'left', 'when'], ['stock', 'eaten']),
    means(['feed', 'left', 'how_many'], ['eaten'], ['how_much']),
    means(['feed', 'left', 'expiry']),
    means(['feed', 'low_stock']),
  ],
  feedStock: [
    means(['feed', 'left', 'how_much']),
    means(['feed', 'stock'], ['left']),
    means(['feed', 'left']),
  ],
  feedOrders: [means(['feed', 'order'], ['open', 'overdue', 'delivery'])],
  deliveriesExpected: [
    means(['delivery'], ['feed', 'order', 'next', 'open'], ['placement', 'birds', 'flock']),
    means(['delivery', 'when'], ['feed', 'order', 'next'], ['placement', 'birds', 'flock']),
    means(['delivery', 'overdue'], ['feed', 'order'], ['placement', 'birds', 'flock']),
    means(['feed', 'overdue'], [], ['placement', 'birds', 'flock']),
    means(['order', 'overdue'], ['open'], ['feed']),
  ],
  waterUsed: [means(['water'], ['eaten', 'log'])],
  waterPerBird: [means(['water', 'per_bird'], ['eaten', 'trend', 'average'], ['feed'])],
  waterFeedRatio: [
    means(['water', 'feed', 'ratio'], ['standard', 'acceptable']),
    means(['water', 'ratio'], ['standard', 'acceptable']),
  ],
  // air
  temperature: [means(['temperature'], ['acceptable', 'weather', 'standard'])],
  humidity: [means(['humidity'], ['acceptable', 'standard', 'ratio'])],
  ammonia: [means(['ammonia'], ['acceptable', 'standard'])],
  co2: [means(['co2'], ['acceptable', 'standard'])],
  heatStress: [means(['heat_stress'], ['temperature', 'birds', 'acceptable'])],
  weather: [means(['weather'], ['temperature']), means(['weather', 'temperature'])],
  // money
  moneySpent: [
    means(['spent'], ['money']),
    means(['cost', 'money'], [], ['birds']),
    means(['cost'], [], ['birds']),
  ],
  revenue: [means(['revenue'], ['money', 'sale']), means(['sale'], ['money'])],
  netMoney: [means(['net'], ['money', 'profit']), means(['profit', 'farm'], ['money'])],
  flockProfit: [means(['profit'], ['money', 'net'])],
  flockCost: [
    means(['cost', 'flock'], ['money', 'spent'], ['dated', 'birds']),
    means(['spent', 'flock'], ['money'], ['dated', 'birds']),
  ],
  costPerKg: [means(['cost', 'per_kg'], ['weight', 'money', 'price']), means(['spent', 'per_kg'])],
  pricePerKg: [
    means(['price', 'per_kg'], ['sale', 'weight', 'money', 'revenue']),
    means(['price'], ['sale']),
    means(['sale', 'per_kg'], ['price', 'weight', 'money', 'revenue', 'spent']),
  ],
  feedPrice: [
    means(['feed', 'price'], ['per_kg'], ['dated']),
    means(['feed', 'cost'], ['per_kg'], ['dated']),
  ],
  cheapestBid: [
    means(['bid'], ['price', 'feed', 'open', 'birds', 'alive', 'highest', 'sale']),
    means(['bid', 'cheapest'], ['price', 'feed', 'open']),
    means(['bid', 'lowest'], ['price', 'feed', 'open']),
    means(['bid', 'best'], ['price', 'feed', 'open', 'birds', 'alive', 'sale']),
  ],
  openOrders: [means(['order'], ['open'], ['feed']), means(['order', 'open'], [], ['feed'])],
  // work
  needsMe: [means(['attention'], ['task', 'open'])],
  briefing: [means(['briefing']), means(['briefing', 'farm'])],
  gaps: [means(['gaps'], ['missing', 'log']), means(['missing'], [], ['log'])],
  setupProgress: [means(['setup'], ['missing', 'left', 'open', 'when'])],
  alerts: [means(['alert'], ['open', 'attention'])],
  flocksMissingLog: [means(['log', 'missing'])],
  unansweredQuestions: [means(['question'], ['open']), means(['question', 'unanswered'])],
  tasks: [means(['task'], ['open', 'left']), means(['task', 'overdue']), means(['overdue'])],
  contact: [
    means(['contact'], ['phone', ...CONTACT_TOPICS]),
    means(['phone'], ['contact', ...CONTACT_TOPICS]),
    means(['contact', 'who'], CONTACT_TOPICS),
    means(['who']),
  ],
  medicineExpiring: [
    means(['medicine', 'expiry'], ['stock', 'treatment', 'when', 'left']),
    means(['expiry']),
  ],
  medicineLow: [means(['medicine', 'low_stock'], ['stock', 'treatment']), means(['low_stock'])],
  medicineStock: [
    means(['medicine'], ['left', 'stock']),
    means(['medicine', 'stock'], ['left', 'treatment']),
    means(['medicine', 'left'], ['stock', 'treatment']),
  ],
  // barns and equipment
  barns: [
    means(['barn', 'how_many'], [], ['birds', 'best', 'worst', 'compare']),
    means(['barn', 'list'], [], ['birds']),
    means(['barn', 'is_there'], [], ['birds', 'best', 'worst', 'compare']),
    means(['barn'], [], ['birds', 'best', 'worst', 'compare']),
    means(['barn', 'which'], [], ['birds', 'best', 'worst', 'compare']),
  ],
  flocks: [
    means(['flock', 'how_many'], ['open'], ['birds']),
    means(['flock', 'open'], [], ['birds']),
    means(['flock', 'list'], ['open'], ['birds']),
    means(['flock', 'which'], ['open'], ['birds', 'best', 'worst', 'compare']),
  ],
  capacity: [means(['capacity'], ['birds'])],
  nextPlacement: [
    means(['placement', 'next'], ['delivery']),
    means(['placement', 'when'], ['delivery']),
    means(['placement']),
  ],
  bestBarn: [
    means(['barn', 'best'], ['health', 'efficiency']),
    means(['barn', 'worst'], ['health', 'efficiency']),
    means(['barn', 'compare'], ['health', 'efficiency'], ['temperature']),
  ],
  devicesOffline: [means(['offline'], ['device', 'camera'], ['headcount'])],
  cameraCount: [
    means(['camera_count'], ['camera', 'birds', 'log']),
    means(['camera', 'birds'], ['log']),
    means(['camera', 'how_many', 'birds'], ['log']),
  ],
};

/** Lower values of these are better: their worst is their highest. */
export const lessIsBetter: ReadonlySet<MeasureName> = new Set<MeasureName>([
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
  'feedDaysLeft',
  'feedOrders',
  'deliveriesExpected',
  'openOrders',
  'tasks',
  'medicineExpiring',
  'nextPlacement',
]);

/** Sums over days: they do not apply to the last event. */
export const addedUp: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'culls',
  'feedEaten',
  'waterUsed',
  'eggs',
  'moneySpent',
  'revenue',
]);

/** Numbers of birds or eggs, which have no mass. */
export const counted: ReadonlySet<MeasureName> = new Set<MeasureName>([
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
