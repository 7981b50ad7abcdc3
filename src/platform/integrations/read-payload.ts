import {
  type FeedDevice,
  findPreset,
  type IntegrationMapping,
  type MeasuredField,
} from '../../model/integration-presets.ts';
import { type FeedMeasure, feedMeasures } from '../../model/measures.ts';
import {
  type FieldReading,
  isChipTemperature,
  measureField,
  readInstant,
  readPointer,
} from './payload-values.ts';

/** The context for interpreting a payload. */
export interface PayloadContext {
  /** The mapping with its preset applied. */
  readonly mapping: IntegrationMapping;
  /** Topic of an MQTT message; undefined for fetched payloads. */
  readonly topic?: string | undefined;
  /** The zone of the farm. */
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Measured = Pick<Sample, 'values' | 'counters'>;

const MOST_ROWS = 10_000;
const MOST_PROBLEMS = 20;
const LONGEST_DEVICE = 120;
/** The same limit as for readings sent through the API. */
const MAX_FUTURE_MILLIS = 5 * 60_000;
/** Older times come from devices that have lost their clock. */
const MOST_BACK_MILLIS = 400 * 24 * 3_600_000;

/**
 * Parses a payload by a mapping, as a pure function. Implausible parts are dropped and reported.
 * Throws `PayloadRefused` for invalid JSON or missing rows.
 */
export function readPayload(text: string, payloadContext: PayloadContext): ReadPayload {
  const samples: Sample[] = [];
  const problems: string[] = [];
  let droppedCount = 0;
  const report = (problem: string) => {
    droppedCount += 1;
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  for (const [index, row] of rowsOf(text, payloadContext.mapping).entries()) {
    try {
      const sample = readRow(row, payloadContext, report);
      if (sample) samples.push(sample);
    } catch (error) {
      report(`row ${index + 1}: ${(error as Error).message}`);
    }
  }
  return { samples, problems, dropped: droppedCount };
}

function rowsOf(text: string, { rows = '' }: IntegrationMapping): readonly unknown[] {
  const rowsValue = readPointer(parseJson(text), rows);
  if (rowsValue === undefined || rowsValue === null) {
    throw new PayloadRefused(`There is nothing at ${rows === '' ? 'the top' : rows}.`);
  }
  const list = Array.isArray(rowsValue) ? rowsValue : [rowsValue];
  if (list.length <= MOST_ROWS) return list;
  throw new PayloadRefused(`There are more than ${MOST_ROWS} rows.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PayloadRefused('The payload is not JSON.');
  }
}

/** Parses a row; undefined for a device without a measure in the mapping. */
function readRow(
  row: unknown,
  payloadContext: PayloadContext,
  report: (problem: string) => void,
): Sample | undefined {
  const { mapping } = payloadContext;
  const device = deviceOf(row, payloadContext);
  const deviceEntry = knownDevice(mapping, device);
  const suffix = device === '' ? '' : ` (${device})`;
  const reportWithContext = (problem: string) => report(problem + suffix);
  if (mapping.value !== undefined && deviceEntry?.measure === undefined) return undefined;
  const measured =
    mapping.value !== undefined && deviceEntry?.measure !== undefined
      ? readMeasures(
          [singleField(row, mapping, { ...deviceEntry, measure: deviceEntry.measure }, device)],
          reportWithContext,
        )
      : readMeasures(fieldsOf(row, mapping), reportWithContext);
  if (Object.keys({ ...measured.values, ...measured.counters }).length === 0) return undefined;
  return { device, at: instantOf(row, payloadContext), ...measured };
}

/** The mapping entry of a device, by its name in the payload. */
export function knownDevice(
  { devices = {} }: IntegrationMapping,
  device: string,
): FeedDevice | undefined {
  const deviceEntry = Object.hasOwn(devices, device) ? devices[device] : undefined;
  return typeof deviceEntry === 'string' ? { barnId: deviceEntry } : deviceEntry;
}

function deviceOf(row: unknown, { mapping, topic = '' }: PayloadContext): string {
  const { device } = mapping;
  if (device === undefined) return '';
  const deviceName =
    typeof device === 'string' ? readPointer(row, device) : topic.split('/')[device.topicLevel - 1];
  if (deviceName === undefined || deviceName === null) return '';
  const text =
    typeof deviceName === 'string' || typeof deviceName === 'number'
      ? String(deviceName).trim()
      : '';
  if (text === '' || text.length > LONGEST_DEVICE || /\p{C}/u.test(text)) {
    throw new Error('the name of the device is none');
  }
  return text;
}

/** An unvalidated value of a payload. */
interface RawField {
  readonly measure: FeedMeasure;
  readonly raw: unknown;
  readonly reading: FieldReading;
  /** The unit stated by the payload. */
  readonly written: unknown;
  /** Whether it is the temperature of electronics. */
  readonly isOfChip: boolean;
}

function singleField(
  row: unknown,
  { value = '', unitPath }: IntegrationMapping,
  entry: FeedDevice & { readonly measure: FeedMeasure },
  device: string,
): RawField {
  const written = unitPath === undefined ? undefined : readPointer(row, unitPath);
  const { measure } = entry;
  const isOfChip = isChipTemperature(measure, device);
  return { measure, raw: readPointer(row, value), reading: entry, written, isOfChip };
}

function fieldsOf(row: unknown, { fields = {} }: IntegrationMapping): readonly RawField[] {
  return feedMeasures.flatMap((measure) => {
    const field = fields[measure];
    if (field === undefined) return [];
    const places = typeof field === 'string' ? [{ path: field }] : [field].flat();
    const candidates = places.map((place) => fieldAt(row, measure, place));
    return (
      candidates.find(({ raw }) => raw !== undefined && raw !== null) ?? candidates.slice(0, 1)
    );
  });
}

function fieldAt(
  row: unknown,
  measure: FeedMeasure,
  { path, unitPath, ...reading }: MeasuredField,
): RawField {
  const isLeftOut = (place: string) => isChipTemperature(measure, place);
  const air = isLeftOut(path) ? undefined : readPointer(row, path, isLeftOut);
  const raw = air ?? readPointer(row, path);
  const written = unitPath === undefined ? undefined : readPointer(row, unitPath);
  return { measure, raw, reading, written, isOfChip: air === undefined };
}

function readMeasures(fields: readonly RawField[], report: (problem: string) => void): Measured {
  const values: Partial<Record<FeedMeasure, number>> = {};
  const counters: Partial<Record<FeedMeasure, number>> = {};
  for (const { measure, raw, reading, written, isOfChip } of fields) {
    try {
      const value = measureField(measure, raw, reading, written);
      if (value === null) continue;
      if (isOfChip) {
        throw new Error('temp is the temperature of the electronics, not of the barn');
      }
      (reading.meter ? counters : values)[measure] = value;
    } catch (error) {
      report((error as Error).message);
    }
  }
  return { values, counters };
}

function instantOf(row: unknown, { mapping, zone, now }: PayloadContext): number | null {
  if (mapping.ts === undefined) return null;
  const { path, format = 'iso' } =
    typeof mapping.ts === 'string' ? { path: mapping.ts } : mapping.ts;
  const raw = readPointer(row, path);
  if (raw === undefined || raw === null) return null;
  const at = readInstant(raw, { format, zone });
  if (at === undefined) throw new Error(`the time at ${path} is not in the format ${format}`);
  if (at > now + MAX_FUTURE_MILLIS) throw new Error(`the time at ${path} is in the future`);
  if (at < now - MOST_BACK_MILLIS) throw new Error(`the time at ${path} is long past`);
  return at;
}

/** The measurements of one device at one instant, in the units of readings. */
export interface Sample {
  /** The device name in the payload; empty when there is only one. */
  readonly device: string;
  /** Milliseconds since 1970; null: not stated, so the arrival time applies. */
  readonly at: number | null;
  readonly values: Readonly<Partial<Record<FeedMeasure, number>>>;
  /** Absolute states of its meters. */
  readonly counters: Readonly<Partial<Record<FeedMeasure, number>>>;
}

/** The content of a payload. */
export interface ReadPayload {
  readonly samples: readonly Sample[];
  /** Problems with parts of it, for people; the rest was accepted. */
  readonly problems: readonly string[];
  /** Number of dropped values and rows, which may exceed the number of problems listed. */
  readonly dropped: number;
}

/** A payload without usable data; its message gives the reason. */
export class PayloadRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PayloadRefused';
  }
}

/** The mapping with its preset applied; its own settings take precedence. */
export function resolveMapping(mapping: IntegrationMapping): IntegrationMapping {
  const { preset: name, ...ownMapping } = mapping;
  const preset = name === undefined ? undefined : findPreset(name)?.mapping;
  if (!preset) return ownMapping;
  const fields = { ...preset.fields, ...ownMapping.fields };
  return { ...preset, ...ownMapping, ...(Object.keys(fields).length > 0 ? { fields } : {}) };
}
