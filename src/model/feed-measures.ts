/** What a feed can measure; the fields of environment readings. */
export const feedMeasures = ['temp', 'humidity', 'co2', 'nh3', 'waterL', 'feedKg'] as const;

/** What a feed can measure, by the name of the field. */
export type FeedMeasure = (typeof feedMeasures)[number];

/** Measures of what has flowed since the reading before: a meter that only counts up can tell them. */
export const meteredMeasures: readonly FeedMeasure[] = ['waterL', 'feedKg'];

/** How a value in a unit becomes one in the unit of the measure: `value * factor + offset`. */
export interface UnitConversion {
  readonly factor: number;
  readonly offset: number;
}

const same: UnitConversion = { factor: 1, offset: 0 };

function times(factor: number): UnitConversion {
  return { factor, offset: 0 };
}

/** The units that a feed may measure in, by measure; the first is that of the reading. */
export const feedUnits = {
  temp: { C: same, F: { factor: 5 / 9, offset: -160 / 9 }, K: { factor: 1, offset: -273.15 } },
  humidity: { '%': same, ratio: times(100) },
  co2: { ppm: same, '%': times(10_000) },
  nh3: { ppm: same, ppb: times(0.001) },
  // US liquid gallon, imperial gallon: NIST Handbook 44, appendix C.
  waterL: {
    L: same,
    ml: times(0.001),
    m3: times(1000),
    gal: times(3.785411784),
    'imp-gal': times(4.54609),
  },
  // Avoirdupois pound: NIST Handbook 44, appendix C.
  feedKg: { kg: same, g: times(0.001), t: times(1000), lb: times(0.45359237) },
} as const satisfies Readonly<Record<FeedMeasure, Readonly<Record<string, UnitConversion>>>>;

/** How payloads write units, folded to lower case without spaces, `°`, `.` and `deg`. */
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

/** The unit of a measure as a payload writes it, such as `°F`; undefined for one that is unknown. */
export function findFeedUnit(measure: FeedMeasure, written: string): string | undefined {
  const folded = written.toLowerCase().replaceAll(/[\s°.]|deg(?:rees?)?/g, '');
  const known = WRITTEN_UNITS[measure];
  return Object.hasOwn(known, folded) ? known[folded] : undefined;
}

/** How the time of a reading is written. */
export const instantFormats = ['iso', 'local', 'seconds', 'millis'] as const;

/** Sources a feed may give its readings. */
export const feedSources = ['sensor', 'controller', 'api'] as const;
