import type { Field } from '../../model/core/fields.ts';
import { foldText } from '../../tools/words.ts';
import currencyWords from './currencies.json' with { type: 'json' };
import unitWords from './units.json' with { type: 'json' };

/** The measure of a field. */
export interface FieldMeasure {
  readonly name: string;
  readonly field: Field;
  /** Currencies of the import's farms; empty when amounts may be in any. */
  readonly currencies: readonly string[];
}

/** A unit next to a value or in a heading, with the conversion to the unit of the field. */
export interface ReadUnit {
  readonly unit: string;
  readonly convert: (value: number) => number;
}

/** A unit of another dimension or currency, and the one that the field requires. */
export interface ForeignUnit {
  readonly unit: string;
  readonly expected: string;
}

/** A value is `(value - zero) * factor` in the first unit of its dimension. */
interface Unit {
  readonly dimension: string;
  readonly factor: number;
  readonly zero: number;
}

const UNITS = new Map<string, Unit>();
for (const [dimension, units] of Object.entries(unitWords)) {
  for (const [name, values] of Object.entries(units as unknown as Record<string, UnitEntry>)) {
    const [factor, zero, ...words] = values;
    for (const word of [name, ...words])
      UNITS.set(normaliseUnit(word), { dimension, factor, zero });
  }
}

type UnitEntry = readonly [factor: number, zero: number, ...words: string[]];

const CURRENCIES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(currencyWords).map(([word, codes]) => [normaliseUnit(word), codes]),
);
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The possible currencies of a sign, a word or an upper-case code. */
function currenciesOf(text: string): readonly string[] | undefined {
  return CODES.has(text) ? [text] : CURRENCIES.get(normaliseUnit(text));
}

/** A "per day" suffix is not part of the unit. */
const PER_DAY = /(?:\/| (?:per|por|al) )(?:day|d|día|dia|יום|วัน|天|日)$/u;
const PER = /\/| (?:per|por) /u;
const DENOMINATORS: Readonly<Record<string, string>> = {
  pricePerKg: 'kg',
  pricePerTon: 't',
  pricePerChick: 'birds',
};
const DIGITS = 12;

/** Whether a word is a unit or a currency. */
export function isUnit(text: string): boolean {
  const [first = ''] = partsOf(text);
  return UNITS.has(normaliseUnit(first)) || currenciesOf(first) !== undefined;
}

/** Interprets a unit for a field; undefined when the text is not a unit, or the field has none. */
export function readUnit(text: string, measure: FieldMeasure): ReadUnit | ForeignUnit | undefined {
  if (!isUnit(text)) return undefined;
  if (measure.field.type === 'money') return readPrice(text, measure);
  const { unit: own } = measure.field;
  const target = own === undefined ? undefined : UNITS.get(normaliseUnit(own));
  if (own === undefined || normaliseUnit(own) === normaliseUnit(text)) return undefined;
  const [first = '', ...otherParts] = partsOf(text);
  const unitEntry = UNITS.get(normaliseUnit(first));
  if (!target || otherParts.length > 0 || unitEntry?.dimension !== target.dimension) {
    return { unit: text, expected: own };
  }
  return {
    unit: text,
    convert: (value) => rounded(inUnit((value - unitEntry.zero) * unitEntry.factor, target)),
  };
}

/** An amount in the farm's currency; a price may be per another quantity. */
function readPrice(text: string, { name, currencies }: FieldMeasure) {
  const parts = partsOf(text);
  const codes = currenciesOf(parts[0] ?? '');
  const [per, ...otherParts] = codes ? parts.slice(1) : parts;
  const denominator = DENOMINATORS[name];
  const expected = [currencies[0] ?? '', denominator ?? ''].filter((part) => part !== '');
  const params = { unit: text, expected: expected.join('/') };
  const isOther = codes && currencies.some((currency) => !codes.includes(currency));
  if (isOther || otherParts.length > 0) return params;
  if (per === undefined) return undefined;
  const from = UNITS.get(normaliseUnit(per));
  const to = UNITS.get(normaliseUnit(denominator ?? ''));
  if (!from || from.dimension !== to?.dimension) return params;
  return { unit: text, convert: (value: number) => rounded((value / from.factor) * to.factor) };
}

function inUnit(base: number, { factor, zero }: Unit): number {
  return base / factor + zero;
}

/** Removes binary rounding errors: 1.85 kg is 1850 g. */
function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

function partsOf(text: string): readonly string[] {
  const spaced = text.trim().replace(/\s+/g, ' ');
  return spaced
    .replace(PER_DAY, '')
    .split(PER)
    .map((part) => part.trim());
}

/** A unit without case, accents, direction marks and abbreviation marks. */
function normaliseUnit(text: string): string {
  return foldText(text.replace(/[.״׳"'\u200e\u200f]/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}
