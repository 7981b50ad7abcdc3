import type { Field } from '../../model/core/fields.ts';
import { getResource, type ResourceName, resourceNames } from '../../model/resources/registry.ts';

/** A value with its key in an object of a record. */
export type StoredEntry = readonly [key: string, value: unknown];

/** Keys for internal use: texts that the record also has in words, and the names of its states. */
const OWN_KEYS: ReadonlySet<string> = new Set(['words', 'key', 'baseline']);

/** The displayed values of an object. */
export function entriesOf(value: object): readonly StoredEntry[] {
  return Object.entries(value).filter(([key, one]) => !OWN_KEYS.has(key) && isPresent(one));
}

/** Whether there is anything to display: not null, nor an empty list or object. */
export function isPresent(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Whether a value is the source document of another one; only its name is displayed. */
export function isSource(value: unknown): value is { readonly document: string } {
  const { document } = Object(value) as { readonly document?: unknown };
  return typeof document === 'string';
}

/** Units of values that are not fields of a resource. */
const UNITS: Readonly<Record<string, string>> = {
  c: '°C',
  target: '°C',
  spread: '°C',
  pct: '%',
  pctBefore: '%',
  hours: 'hours',
  minutes: 'min',
  forMinutes: 'min',
  allowedMinutes: 'min',
  ageFrom: 'days',
  ageTo: 'days',
  weightG: 'g',
  standardG: 'g',
  stockKg: 'kg',
  limitKgM2: 'kg/m²',
};

/** The unit of a value by its key, as in the field of the same name. */
export function unitOfKey(key: string): string | undefined {
  if (Object.hasOwn(UNITS, key)) return UNITS[key];
  const fields: readonly Readonly<Record<string, Field>>[] = resourceNames.map(
    (name) => getResource(name).fields,
  );
  return fields.flatMap((own) => (Object.hasOwn(own, key) ? (own[key]?.unit ?? []) : [])).at(0);
}

/** The resource of an id. */
export function resourceOfId(text: string): ResourceName | undefined {
  const prefix = ID.exec(text)?.[1];
  return resourceNames.find((name) => getResource(name).idPrefix === prefix);
}

const ID = /^([a-z_]+)_[0-9A-Z]{26}$/;
