import {
  type FeedMeasure,
  feedUnits,
  findFeedUnit,
  type UnitConversion,
} from '../../model/feed-measures.ts';
import type { MeasuredField } from '../../model/integration-mapping.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import { roundTo } from '../../tools/rounding.ts';
import { readNumber } from './read-number.ts';

/** How a value is brought to the unit of its measure. */
export type FieldReading = Omit<MeasuredField, 'path' | 'unitPath'>;

/**
 * Names of temperatures that electronics measure of themselves: `ESP32/Temperature` of Tasmota,
 * `switch:0/temperature` of Shelly, `device_temperature` of Zigbee and Home Assistant.
 */
const CHIP =
  /(?:^|[^a-z0-9])(?:esp(?:32|8266)[a-z0-9-]{0,8}|(?:device|chip|cpu|mcu|soc|processor|core|board|pcb|die)s?|(?:switch|cover|light|input|em|pm1):\d{1,3})[^a-z0-9]{0,3}(?:t[cf]|temp(?:erature)?)(?:$|[^a-z0-9])/i;

/** Whether a path or device names the temperature of electronics, which is not that of the air. */
export function isChipTemperature(measure: FeedMeasure, name: string): boolean {
  return measure === 'temp' && CHIP.test(name);
}

const DECIMALS = 3;
const MOST_SHOWN = 40;

/**
 * The value of a measure in the unit of readings; null where the device has none. `written` is the
 * unit that the payload states, if any. Throws a plain
 * error with the reason for what is no number, or none that a reading may have.
 */
export function measureField(
  measure: FeedMeasure,
  raw: unknown,
  reading: FieldReading,
  written?: unknown,
): number | null {
  const number = readNumber(raw);
  if (number === null) return null;
  if (number === undefined) throw new Error(`${measure} is ${shown(raw)}, which is no number`);
  const own = number * (reading.factor ?? 1) + (reading.offset ?? 0);
  const { factor, offset } = conversionOf(measure, unitOf(measure, reading, written));
  const value = roundTo(own * factor + offset, DECIMALS);
  // A counter may have grown for years; what has flowed since the last reading is checked.
  if (reading.meter) return requireCounter(measure, value);
  const { min, max } = envReadings.fields[measure];
  if (value >= min && value <= max) return value;
  throw new Error(`${measure} of ${value} is not between ${min} and ${max}`);
}

/** The unit that the payload states, before the one that the mapping expects. */
function unitOf(
  measure: FeedMeasure,
  { unit }: FieldReading,
  written: unknown,
): string | undefined {
  if (typeof written !== 'string' || written.trim() === '') return unit;
  const stated = findFeedUnit(measure, written.slice(0, MOST_SHOWN));
  if (stated === undefined) {
    throw new Error(`${measure} is in ${shown(written)}, a unit that is not known`);
  }
  return stated;
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
