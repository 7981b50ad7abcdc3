import { type FeedMeasure, feedUnits, type UnitConversion } from '../../model/feed-measures.ts';
import type { MeasuredField } from '../../model/integration-mapping.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import { roundTo } from '../../tools/rounding.ts';
import { readNumber } from './read-number.ts';

/** How a value is brought to the unit of its measure. */
export type FieldReading = Omit<MeasuredField, 'path'>;

const DECIMALS = 3;
const MOST_SHOWN = 40;

/**
 * The value of a measure in the unit of readings; null where the device has none. Throws a plain
 * error with the reason for what is no number, or none that a reading may have.
 */
export function measureField(
  measure: FeedMeasure,
  raw: unknown,
  reading: FieldReading,
): number | null {
  const number = readNumber(raw);
  if (number === null) return null;
  if (number === undefined) throw new Error(`${measure} is ${shown(raw)}, which is no number`);
  const own = number * (reading.factor ?? 1) + (reading.offset ?? 0);
  const { factor, offset } = conversionOf(measure, reading.unit);
  const value = roundTo(own * factor + offset, DECIMALS);
  // A counter may have grown for years; what has flowed since the last reading is checked.
  if (reading.meter) return requireCounter(measure, value);
  const { min, max } = envReadings.fields[measure];
  if (value >= min && value <= max) return value;
  throw new Error(`${measure} of ${value} is not between ${min} and ${max}`);
}

/** The units of a measure by name. */
export function unitsOf(measure: FeedMeasure): Readonly<Record<string, UnitConversion>> {
  return feedUnits[measure];
}

function conversionOf(measure: FeedMeasure, unit: string | undefined): UnitConversion {
  const known = unit === undefined ? undefined : unitsOf(measure)[unit];
  return known ?? { factor: 1, offset: 0 };
}

function requireCounter(measure: FeedMeasure, value: number): number {
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new Error(`${measure} of ${value} is no state of a meter`);
}

function shown(raw: unknown): string {
  if (typeof raw === 'object') return Array.isArray(raw) ? 'a list' : 'an object';
  const text = JSON.stringify(raw) ?? typeof raw;
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
