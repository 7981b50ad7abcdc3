import type { Field } from '../../model/core/fields.ts';
import { getResource, type ResourceName, resourceNames } from '../../model/resources/registry.ts';

/** A value within an object of a record, by its key. */
export type StoredEntry = readonly [key: string, value: unknown];

/** What the service alone uses: texts that the record has in words, and the names of its states. */
const OWN_KEYS: ReadonlySet<string> = new Set(['words', 'key', 'baseline']);

/** The values of an object that are told to people. */
export function entriesOf(value: object): readonly StoredEntry[] {
  return Object.entries(value).filter(([key, one]) => !OWN_KEYS.has(key) && isPresent(one));
}

/** Whether there is anything to show: neither nothing, nor an empty list or object. */
export function isPresent(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Whether a value names the document that it was taken from; people read that alone. */
export function isSource(value: unknown): value is { readonly document: string } {
  const { document } = Object(value) as { readonly document?: unknown };
  return typeof document === 'string';
}

/** Units of values that are no fields of a resource. */
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

/** The unit of a value by its key, which is that of the field of the same name. */
export function unitOfKey(key: string): string | undefined {
  if (Object.hasOwn(UNITS, key)) return UNITS[key];
  const fields: readonly Readonly<Record<string, Field>>[] = resourceNames.map(
    (name) => getResource(name).fields,
  );
  return fields.flatMap((own) => (Object.hasOwn(own, key) ? (own[key]?.unit ?? []) : [])).at(0);
}

/** The resource whose id a text is. */
export function resourceOfId(text: string): ResourceName | undefined {
  const prefix = ID.exec(text)?.[1];
  return resourceNames.find((name) => getResource(name).idPrefix === prefix);
}

const ID = /^([a-z_]+)_[0-9A-Z]{26}$/;
