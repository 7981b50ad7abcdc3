import type { MeasuredField } from '../../model/integration-presets.ts';
import {
  type FeedMeasure,
  feedUnits,
  findFeedUnit,
  type instantFormats,
  type UnitConversion,
} from '../../model/measures.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import { parseInstant, parseInstantInZone } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';

/** How a value is converted to the unit of its measure. */
export type FieldReading = Omit<MeasuredField, 'path' | 'unitPath'>;

/**
 * Names of internal temperatures of electronics: `ESP32/Temperature` of Tasmota,
 * `switch:0/temperature` of Shelly, `device_temperature` of Zigbee and Home Assistant.
 */
const CHIP =
  /(?:^|[^a-z0-9])(?:esp(?:32|8266)[a-z0-9-]{0,8}|(?:device|chip|cpu|mcu|soc|processor|core|board|pcb|die)s?|(?:switch|cover|light|input|em|pm1):\d{1,3})[^a-z0-9]{0,3}(?:t[cf]|temp(?:erature)?)(?:$|[^a-z0-9])/i;

/** Whether a path or device names the temperature of electronics instead of the air. */
export function isChipTemperature(measure: FeedMeasure, name: string): boolean {
  return measure === 'temp' && CHIP.test(name);
}

const DECIMALS = 3;
const MOST_SHOWN = 40;

/**
 * Converts the value of a measure to the unit of readings; null when the device has no value.
 * `written` is the unit stated by the payload, if any. Throws a plain error with the reason for
 * invalid or out-of-range numbers.
 */
export function measureField(
  measure: FeedMeasure,
  raw: unknown,
  reading: FieldReading,
  written?: unknown,
): number | null {
  const number = readNumber(raw);
  if (number === null) return null;
  if (number === undefined) throw new Error(`${measure} is ${valueText(raw)}, which is no number`);
  const converted = number * (reading.factor ?? 1) + (reading.offset ?? 0);
  const { factor, offset } = conversionOf(measure, unitOf(measure, reading, written));
  const value = roundTo(converted * factor + offset, DECIMALS);
  // A meter may have counted for years; only its increase since the last reading is validated.
  if (reading.meter) return requireCounter(measure, value);
  const { min, max } = envReadings.fields[measure];
  if (value >= min && value <= max) return value;
  throw new Error(`${measure} of ${value} is not between ${min} and ${max}`);
}

/** The unit stated by the payload, else the one configured in the mapping. */
function unitOf(
  measure: FeedMeasure,
  { unit }: FieldReading,
  written: unknown,
): string | undefined {
  if (typeof written !== 'string' || written.trim() === '') return unit;
  const stated = findFeedUnit(measure, written.slice(0, MOST_SHOWN));
  if (stated === undefined) {
    throw new Error(`${measure} is in ${valueText(written)}, a unit that is not known`);
  }
  return stated;
}

/** The units of a measure by name. */
export function unitsOf(measure: FeedMeasure): Readonly<Record<string, UnitConversion>> {
  return feedUnits[measure];
}

function conversionOf(measure: FeedMeasure, unit: string | undefined): UnitConversion {
  const conversion = unit === undefined ? undefined : unitsOf(measure)[unit];
  return conversion ?? { factor: 1, offset: 0 };
}

function requireCounter(measure: FeedMeasure, value: number): number {
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new Error(`${measure} of ${value} is no state of a meter`);
}

function valueText(raw: unknown): string {
  if (typeof raw === 'object') return Array.isArray(raw) ? 'a list' : 'an object';
  const text = JSON.stringify(raw) ?? typeof raw;
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

type InstantFormat = (typeof instantFormats)[number];

/**
 * Parses a device timestamp to milliseconds since 1970; undefined when it is invalid. `local`
 * interprets times in the farm's zone; an explicit offset takes precedence.
 */
export function readInstant(
  value: unknown,
  { format, zone }: { readonly format: InstantFormat; readonly zone: string },
): number | undefined {
  if (format === 'seconds' || format === 'millis') {
    const number = readNumber(value);
    if (typeof number !== 'number') return undefined;
    const millis = Math.round(format === 'seconds' ? number * 1000 : number);
    return Math.abs(millis) < LATEST ? millis : undefined;
  }
  if (typeof value !== 'string' || value.length > LONGEST_INSTANT) return undefined;
  const text = value.trim();
  return format === 'local' ? parseInstantInZone(text, zone) : parseInstant(text);
}

const LONGEST_INSTANT = 60;
/** The year 2200. */
const LATEST = 7_258_118_400_000;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** Placeholders that devices send for a missing value. */
const ABSENT = new Set(['', 'unavailable', 'unknown', 'none', 'null', 'nan', 'n/a', '-', '--']);

/** A number, or null when the device has none; undefined for anything else. */
export function readNumber(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return undefined;
  const text = value.trim();
  if (ABSENT.has(text.toLowerCase())) return null;
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const LONGEST_NUMBER = 40;

const ANY = '*';
/** Maximum number of members searched by a wildcard. */
const MOST_MEMBERS = 50;
const MOST_WILDCARDS = 3;

/**
 * Resolves a JSON pointer (RFC 6901); undefined when it does not match. A segment `*` stands for
 * the first member in which the rest of the pointer matches, such as the only sensor of a device;
 * members whose full path is excluded are skipped.
 */
export function readPointer(
  value: unknown,
  pointer: string,
  isLeftOut?: (path: string) => boolean,
): unknown {
  const parts = pointer.split('/').slice(1).map(unescapePart);
  return follow(value, parts, { path: '', wildcards: MOST_WILDCARDS, isLeftOut });
}

/** The path followed so far, and the number of remaining wildcards. */
interface Trail {
  readonly path: string;
  readonly wildcards: number;
  readonly isLeftOut: ((path: string) => boolean) | undefined;
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function follow(value: unknown, parts: readonly string[], trail: Trail): unknown {
  const [part, ...remainingParts] = parts;
  const { path, wildcards, isLeftOut } = trail;
  if (part === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const enter = (name: string, allowed: number) =>
    follow(memberOf(value, name), remainingParts, {
      path: `${path}/${name}`,
      wildcards: allowed,
      isLeftOut,
    });
  if (part !== ANY) return enter(part, wildcards);
  if (wildcards === 0) return undefined;
  for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
    if (isLeftOut?.(`${path}/${name}/${remainingParts.join('/')}`)) continue;
    const values = enter(name, wildcards - 1);
    if (values !== undefined) return values;
  }
  return undefined;
}

/** Own members only: inherited properties are not data. */
function memberOf(value: object, name: string): unknown {
  if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,5})$/.test(name)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
