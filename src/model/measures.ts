/** Measures that can be queried without a written question, by name, with their descriptions. */
export const measureSummaries = {
  mortality: 'Birds that died',
  cumulativeMortality: 'Birds that died since placement, also in percent',
  mortalitySpike: 'Whether more birds died than usual',
  mortalityAgainstAverage: 'Birds that died, against the average of the week before',
  culls: 'Birds that were culled',
  livability: 'Share of the birds that have survived',
  liveBirds: 'Birds that are alive',
  age: 'Age of the flocks in days',
  weight: 'Latest weight of a bird, and its distance from the standard of the breed',
  weightDeviation: 'Distance of the weight from the standard of the breed',
  dailyGain: 'Weight gained a day in the week up to the last weight',
  uniformity: 'Share of the birds near the mean weight, as cameras weighed them',
  lastWeighing: 'When the birds were last weighed by hand',
  density: 'Live weight per square metre, against the limit',
  eggs: 'Eggs that were collected',
  eggBreakage: 'Share of the eggs that were broken',
  layingRate: 'Eggs per hen and day, in percent',
  healthScore: 'Health of each flock in points and as a grade',
  efficiency: 'Production index (EPEF)',
  lastTreatment: 'The last treatment of each flock',
  withdrawal: 'Until when birds may not be slaughtered after a treatment',
  marketDate: 'When the flocks are ready to be sold',
  compareFlocks: 'The flocks side by side',
  feedEaten: 'Feed that was eaten, in kg',
  feedPerBird: 'Feed per bird and day, in g',
  feedConversion: 'Feed eaten per kg of weight gained (FCR)',
  feedDaysLeft: 'For how many days the feed lasts',
  feedStock: 'Feed in the silos, in kg',
  feedOrders: 'Feed orders that are open',
  deliveriesExpected: 'Deliveries of feed that are on the way',
  waterUsed: 'Water that was drunk, in L',
  waterPerBird: 'Water per bird and day, in L',
  waterFeedRatio: 'Water drunk per kg of feed',
  temperature: 'Temperature in the barns',
  humidity: 'Humidity in the barns',
  ammonia: 'Ammonia in the air of the barns',
  co2: 'Carbon dioxide in the air of the barns',
  heatStress: 'Hours of heat stress in the last day',
  weather: 'The weather outside, now and ahead',
  moneySpent: 'Money that was spent, also by category',
  revenue: 'Money that sales brought',
  netMoney: 'Money in and out, and what is left',
  flockProfit: 'Profit of each flock',
  flockCost: 'What each flock has cost so far',
  costPerKg: 'Cost per kg of live weight',
  pricePerKg: 'Price that sales brought per kg',
  feedPrice: 'Price of feed per ton, as it was last paid',
  cheapestBid: 'The best bid of every open tender',
  openOrders: 'Orders that are open',
  needsMe: 'What needs a person today',
  briefing: 'The morning briefing in a few sentences',
  gaps: 'What is missing on the farm',
  setupProgress: 'How far the farm is set up',
  alerts: 'Alerts that are open',
  flocksMissingLog: 'Flocks without a log of today',
  unansweredQuestions: 'Questions of workers that nobody answered',
  tasks: 'Tasks that are open, due or overdue, also of one person',
  contact: 'How to reach a person or a company',
  medicineExpiring: 'Medicine that expires or has expired',
  medicineLow: 'Medicine that is running low',
  medicineStock: 'Medicine in the store',
  barns: 'The barns, and whether birds are inside',
  flocks: 'The flocks that are inside',
  capacity: 'How many birds the barns hold',
  nextPlacement: 'When each barn takes its next flock',
  bestBarn: 'The barn that performs best',
  devicesOffline: 'Devices and cameras that are offline',
  cameraCount: 'Birds that cameras count, against the log',
} as const satisfies Readonly<Record<string, string>>;

export type MeasureName = keyof typeof measureSummaries;

/** The names of all measures, in the order of the documents. */
export const measureNames = Object.keys(measureSummaries) as readonly MeasureName[];

/** How the values of a measure can be aggregated. */
export const aggregations = [
  'value',
  'total',
  'average',
  'lowest',
  'highest',
  'list',
  'count',
  'compare',
  'trend',
] as const;

/** Parameters of measures, by name: a word of a closed list, or the ID of a record. */
export const measureSlots = {
  category: 'Category of expenses, such as feed',
  severity: 'Severity of alerts or gaps',
  kind: 'Kind of contact or device',
  when: 'Which tasks: today, overdue or open',
  span: 'night: over the last night instead of now',
  person: 'Id of a user or contact',
  product: 'Id of a row of the medicine store',
} as const satisfies Readonly<Record<string, string>>;

/** The measures of a feed; fields of environment readings. */
export const feedMeasures = ['temp', 'humidity', 'co2', 'nh3', 'waterL', 'feedKg'] as const;

/** The field name of a feed's measure. */
export type FeedMeasure = (typeof feedMeasures)[number];

/** Measures that count the flow since the previous reading; a cumulative meter can provide them. */
export const meteredMeasures: readonly FeedMeasure[] = ['waterL', 'feedKg'];

/** Conversion of a value into the measure's unit: `value * factor + offset`. */
export interface UnitConversion {
  readonly factor: number;
  readonly offset: number;
}

const identity: UnitConversion = { factor: 1, offset: 0 };

function times(factor: number): UnitConversion {
  return { factor, offset: 0 };
}

/** The accepted units of each measure; the first is the unit of readings. */
export const feedUnits = {
  temp: { C: identity, F: { factor: 5 / 9, offset: -160 / 9 }, K: { factor: 1, offset: -273.15 } },
  humidity: { '%': identity, ratio: times(100) },
  co2: { ppm: identity, '%': times(10_000) },
  nh3: { ppm: identity, ppb: times(0.001) },
  // US liquid gallon, imperial gallon: NIST Handbook 44, appendix C.
  waterL: {
    L: identity,
    ml: times(0.001),
    m3: times(1000),
    gal: times(3.785411784),
    'imp-gal': times(4.54609),
  },
  // Avoirdupois pound: NIST Handbook 44, appendix C.
  feedKg: { kg: identity, g: times(0.001), t: times(1000), lb: times(0.45359237) },
} as const satisfies Readonly<Record<FeedMeasure, Readonly<Record<string, UnitConversion>>>>;

/** Spellings of units in payloads, normalised to lower case without spaces, `°`, `.` and `deg`. */
const WRITTEN_UNITS: Readonly<Record<FeedMeasure, Readonly<Record<string, string>>>> = {
  temp: { c: 'C', celsius: 'C', '℃': 'C', f: 'F', fahrenheit: 'F', '℉': 'F', k: 'K', kelvin: 'K' },
  humidity: { '%': '%', '%rh': '%', percent: '%', ratio: 'ratio' },
  co2: { ppm: 'ppm', '%': '%' },
  nh3: { ppm: 'ppm', ppb: 'ppb' },
  waterL: {
    ...{ l: 'L', liter: 'L', litre: 'L', liters: 'L', litres: 'L', ml: 'ml', m3: 'm3', 'm³': 'm3' },
    ...{ gal: 'gal', gallon: 'gal', gallons: 'gal', 'imp-gal': 'imp-gal' },
  },
  feedKg: { kg: 'kg', g: 'g', t: 't', lb: 'lb', lbs: 'lb' },
};

/** The unit for a payload's spelling, such as `°F`; undefined if unknown. */
export function findFeedUnit(measure: FeedMeasure, written: string): string | undefined {
  const folded = written.toLowerCase().replaceAll(/[\s°.]|deg(?:rees?)?/g, '');
  const writtenUnit = WRITTEN_UNITS[measure];
  return Object.hasOwn(writtenUnit, folded) ? writtenUnit[folded] : undefined;
}

/** Formats of a reading's time. */
export const instantFormats = ['iso', 'local', 'seconds', 'millis'] as const;

/** The sources that a feed may set for its readings. */
export const feedSources = ['sensor', 'controller', 'api'] as const;
