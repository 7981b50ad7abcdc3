import { FarmError, type Issue, quote, validationFailed } from '../core/errors.ts';
import type { ResourceDefinition } from '../core/resource.ts';
import type { ResourceName } from '../resources/registry.ts';
import { visionEvents } from '../resources/vision-events.ts';
import { parseCreate, type ReadContext } from './validation.ts';

type Row = Readonly<Record<string, unknown>>;

/** Checks several fields of a row; a rule does not apply if one of them is missing. */
type RowRule = (row: Row) => Issue | undefined;

interface Range {
  readonly min: number;
  readonly max: number;
}

const rowRules: { readonly [Name in ResourceName]?: readonly RowRule[] } = {
  'daily-logs': [atMost('eggsBroken', 'eggs'), atMost('tempMin', 'tempMax')],
  sales: [atMost('condemnedCount', 'birdsCount'), atMost('condemnedKg', 'totalWeightKg')],
  'vision-events': [
    valueWithin({ kind: 'weight', units: ['gr', null], min: 20, max: 35_000 }),
    valueWithin({ kind: 'behavior', units: ['activity'], min: 0, max: 1 }),
  ],
  'controller-commands': [
    paramWithin({ command: 'set_temp', param: 'c', min: 10, max: 38 }),
    paramWithin({ command: 'set_humidity', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_ventilation', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_min_ventilation', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_light', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_light', param: 'hours', min: 0, max: 24 }),
  ],
};

/** Contradictions between the valid values of a row, in its state after the write. */
export function checkRow(definition: ResourceDefinition, row: Row): Issue[] {
  const rules = rowRules[definition.name as ResourceName] ?? [];
  return rules.map((check) => check(row)).filter((issue) => issue !== undefined);
}

function atMost(part: string, total: string): RowRule {
  return (row) => {
    const [partValue, totalValue] = [row[part], row[total]];
    if (typeof partValue !== 'number' || typeof totalValue !== 'number' || partValue <= totalValue)
      return undefined;
    return {
      path: part,
      code: 'inconsistent',
      message: `${part} must not be more than ${total} (${partValue} is more than ${totalValue}).`,
    };
  };
}

function valueWithin(
  range: Range & { readonly kind: string; readonly units: readonly unknown[] },
): RowRule {
  return ({ kind, unit = null, value }) => {
    if (kind !== range.kind || !range.units.includes(unit)) return undefined;
    if (value === undefined || value === null) return undefined;
    return rangeIssue('value', value, range);
  };
}

function paramWithin(range: Range & { readonly command: string; readonly param: string }): RowRule {
  return ({ command, params }) => {
    if (command !== range.command || typeof params !== 'object' || params === null)
      return undefined;
    const value: unknown = Object.getOwnPropertyDescriptor(params, range.param)?.value;
    return value === undefined ? undefined : rangeIssue(`params.${range.param}`, value, range);
  };
}

function rangeIssue(path: string, value: unknown, { min, max }: Range): Issue | undefined {
  const message = `${path} must be a number from ${min} to ${max} (got ${quote(value)}).`;
  if (typeof value !== 'number') return { path, code: 'wrong_type', message };
  if (value >= min && value <= max) return undefined;
  return { path, code: value < min ? 'too_small' : 'too_large', message, range: { min, max } };
}

/** The result of reading a detection: the stored values of its fields, or why it is rejected. */
export type VisionEventReading =
  | { readonly values: Readonly<Record<string, unknown>>; readonly issues?: undefined }
  | { readonly values?: undefined; readonly issues: readonly Issue[] };

/**
 * Parses a detection as far as possible without the service's clock and rows: the fields of
 * `vision-events`, the form of references, and a source or a deviceId. The paths of issues are
 * field names, or `body` if it is not an object; never throws. `context` has the farm's zone, for
 * times without an offset, and the cache shared by the detections of a call.
 */
export function readVisionEvent(event: unknown, context: ReadContext): VisionEventReading {
  try {
    const values = parseCreate(visionEvents, event, context);
    const issues = [...originIssues(values), ...checkRow(visionEvents, values)];
    return issues.length === 0 ? { values } : { issues };
  } catch (error) {
    if (error instanceof FarmError && error.issues) return { issues: error.issues };
    throw error;
  }
}

function originIssues({ source, deviceId }: Readonly<Record<string, unknown>>): readonly Issue[] {
  if (source !== undefined || deviceId !== undefined) return [];
  return [{ path: 'source', code: 'required', message: 'source or deviceId is required.' }];
}

/** `$0.id`, `$barn.id`, `$2.result.id`; a digit after the dot makes it an amount. */
const REFERENCE = /^\$([A-Za-z0-9_-]+)\.([A-Za-z]\w*(?:\.\w+)*)$/;
/** `$$0.id` is the literal text `$0.id`. */
const ESCAPED = /^\$(\$[A-Za-z0-9_-]+\.[A-Za-z]\w*(?:\.\w+)*)$/;

/** A text of an operation that refers to the response of an earlier one. */
export interface BatchReference {
  /** The path of the text. */
  readonly path: string;
  readonly text: string;
  /** The operation's number or name. */
  readonly operation: string;
  /** The referenced field of its response, such as `result.id`. */
  readonly field: string;
}

/** The responses of the operations so far, by number and by name. */
type BatchAnswers = ReadonlyMap<string, unknown>;

/** All references in a value, with their paths. */
export function referencesIn(value: unknown, path: string): readonly BatchReference[] {
  if (typeof value === 'string') {
    const [, operation, field] = REFERENCE.exec(value) ?? [];
    if (operation === undefined || field === undefined) return [];
    return [{ path, text: value, operation, field }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => referencesIn(item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => referencesIn(item, `${path}.${name}`));
}

/** Replaces the references in a value; throws the issue of an unknown reference. */
export function fillReferences(value: unknown, answers: BatchAnswers, path = 'body'): unknown {
  if (typeof value === 'string') return fillText(value, answers, path);
  if (Array.isArray(value)) {
    return value.map((item, index) => fillReferences(item, answers, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return value;
  const filledEntries = Object.entries(value).map(([name, item]) => [
    name,
    fillReferences(item, answers, `${path}.${name}`),
  ]);
  return Object.fromEntries(filledEntries);
}

/** Escapes all texts in a value that would be read as references. */
export function escapeReferences(value: unknown): unknown {
  if (typeof value === 'string') {
    return REFERENCE.test(value) ? `$${value}` : value;
  }
  if (Array.isArray(value)) return value.map(escapeReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, escapeReferences(item)]),
  );
}

function fillText(text: string, answers: BatchAnswers, path: string): unknown {
  const [, operation, field] = REFERENCE.exec(text) ?? [];
  if (operation === undefined || field === undefined) return ESCAPED.exec(text)?.[1] ?? text;
  const answer = field.split('.').reduce(insideOf, answers.get(operation));
  if (answer !== undefined) return answer;
  throw validationFailed([
    {
      path: path.replace(/^body\./, ''),
      code: 'not_found',
      message: `${quote(text)}: the answer of that operation has no ${field}.`,
    },
  ]);
}

function insideOf(value: unknown, name: string): unknown {
  const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isInside ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
