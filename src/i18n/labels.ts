import type { Issue } from '../model/core/errors.ts';
import type { Language } from '../model/core/message.ts';
import type { FieldName, ResourceName } from '../model/resources/registry.ts';
import type { Role } from '../model/resources/roles.ts';
import { isCalendarDay } from '../tools/calendar.ts';
import type english from './en/labels.json';

type English = typeof english;

/**
 * Labels of fields, columns, units, resources and roles in one language. Compilation fails if a
 * language lacks a label of the English file or of a resource field.
 */
export interface Labels {
  readonly fields: Readonly<
    Record<keyof English['fields'] | Exclude<FieldName, keyof English['columns']>, string>
  >;
  readonly columns: Readonly<Record<keyof English['columns'], string>>;
  readonly units: Readonly<Record<keyof English['units'], string>>;
  readonly singulars: Readonly<Record<ResourceName, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  /** List headings. */
  readonly plurals: Readonly<Record<ResourceName, string>>;
  /** Labels for values of fields with a closed vocabulary, such as a status. */
  readonly words: Readonly<Record<keyof English['words'], string>>;
  /** Labels for boolean field values. */
  readonly flags: Readonly<Record<keyof English['flags'], string>>;
  /** Inflected forms per resource, such as feminine adjectives: `alerts.open`. */
  readonly forms: Readonly<Record<string, string>>;
}

/** Input for a field's label. */
export interface LabelledField {
  /** Field name as in the API; may be a path into an object: `rules.judged`. */
  readonly name: string;
  readonly unit?: string | undefined;
}

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Labels }>>> = {
  en: () => import('./en/labels.json', { with: { type: 'json' } }),
  he: () => import('./he/labels.json', { with: { type: 'json' } }),
  th: () => import('./th/labels.json', { with: { type: 'json' } }),
  es: () => import('./es/labels.json', { with: { type: 'json' } }),
  zh: () => import('./zh/labels.json', { with: { type: 'json' } }),
};

/** Loads the labels of a language; each language is loaded on first use. */
export async function loadLabels(language: Language): Promise<Labels> {
  return (await LOADERS[language]()).default;
}

/** The label of a field; without a label, the words of the field's name. */
export function labelOf({ fields, columns }: Labels, name: string): string {
  return ownText(fields, name) ?? ownText(columns, name) ?? wordsOf(name);
}

/** Whether a field has a label. */
export function hasLabel({ fields, columns }: Labels, name: string): boolean {
  return Object.hasOwn(fields, name) || Object.hasOwn(columns, name);
}

/** The label of a field with its unit: `Feed, kg`. */
export function headingOf(labels: Labels, { name, unit }: LabelledField): string {
  const label = labelOf(labels, name);
  const sign = unit === undefined || UNITLESS.includes(unit) ? undefined : unitOf(labels, unit);
  return sign === undefined ? label : `${label}, ${sign}`;
}

/** Countable units and their singular form. */
const ONE_OF: Readonly<Record<string, string>> = {
  birds: 'bird',
  eggs: 'egg',
  days: 'day',
  bytes: 'byte',
  tokens: 'token',
  alerts: 'alert',
  attempts: 'attempt',
  changes: 'change',
  flocks: 'flock',
  hours: 'hour',
  intervals: 'interval',
  items: 'item',
  minutes: 'minute',
  points: 'point',
  readings: 'reading',
  trades: 'trade',
  weeks: 'week',
};

/** The localised name of a unit, inflected for `count` when given. */
export function unitOf({ units }: Labels, unit: string, count?: number): string {
  const single = count === 1 ? ownText(units, ONE_OF[unit] ?? unit) : undefined;
  return single ?? ownText(units, unit) ?? unit;
}

const distances = new Map<Language, Intl.RelativeTimeFormat>();

/** Negative days in words: `in 18 days` for `ahead`, `16 days ago` for `passed`. */
export function daysBelowZero(language: Language, days: number, side: 'ahead' | 'passed'): string {
  const format = distances.get(language) ?? new Intl.RelativeTimeFormat(language);
  distances.set(language, format);
  const text = format.format(side === 'ahead' ? -days : days, 'day');
  // Hebrew dual forms already include the number: `יומיים (2)`.
  return text.replace(/ \(\d+\)$/, '');
}

/** A formatted number and its value. */
export interface WrittenNumber {
  readonly number: string;
  readonly unit: string;
  /** Selects the plural form. */
  readonly count: number;
}

/** A number followed by its unit, spaced for the language: `2.55%`, `2,55 %`, `9 g`, `9克`. */
export function withUnit(
  { labels, language }: { readonly labels: Labels; readonly language: Language },
  { number, unit, count }: WrittenNumber,
): string {
  const sign = unitOf(labels, unit, count);
  return `${number}${spaceBefore(sign, language)}${sign}`;
}

/** Units whose spacing Intl knows, mapped to their Intl names. */
const INTL_UNITS: Readonly<Record<string, string>> = { '%': 'percent', '°C': 'celsius' };
// Cached: creating a formatter takes a hundred times as long as using it.
const spaces = new Map<string, string>();

function spaceBefore(sign: string, language: Language): string {
  const unit = INTL_UNITS[sign];
  if (unit === undefined) return sign === '°' || /^\p{Script=Han}/u.test(sign) ? '' : ' ';
  const key = `${language} ${unit}`;
  const known = spaces.get(key);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language, { style: 'unit', unit }).formatToParts(1);
  const space = parts.find(({ type }) => type === 'literal')?.value ?? '';
  spaces.set(key, space);
  return space;
}

/**
 * The label of a value such as `in_progress`, in the form for the resource if one is given; without
 * a label, the words of the value.
 */
export function wordOf({ words, forms }: Labels, value: string, resource = ''): string {
  const form = ownText(forms, `${resource}.${value}`);
  if (form !== undefined) return form;
  // Names defined elsewhere, such as an event or a scope, are printed verbatim.
  return ownText(words, value) ?? (/[:.*]/.test(value) ? value : value.replaceAll('_', ' '));
}

/** Units omitted because the label already names the counted thing. */
const UNITLESS: readonly string[] = ['birds', 'eggs'];

function ownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Parameters of the text `issue.range`. */
export interface RangeWords {
  readonly form: string;
  readonly low: string;
  readonly high: string;
}

/** The localised limits of an issue; undefined if it has none. */
export function rangeWords(
  { code, range }: { readonly code: string; readonly range?: Issue['range'] | undefined },
  language: Language,
  labels: Labels,
): RangeWords | undefined {
  if (!range) return undefined;
  const low = range.above ?? range.min;
  const high = range.below ?? range.max;
  const write = (value: number | string | undefined, unit?: string) => {
    if (typeof value !== 'number') return value ?? '';
    const number = value.toLocaleString(language);
    return unit === undefined
      ? number
      : withUnit({ labels, language }, { number, unit, count: value });
  };
  return { form: formOf(code, range), low: write(low), high: write(high, range.unit) };
}

/** The latest valid day of a date; undefined for limits of other types. */
export function latestDay({
  code,
  range,
}: {
  readonly code: string;
  readonly range?: Issue['range'] | undefined;
}): string | undefined {
  const max = range?.max;
  return code === 'too_large' && typeof max === 'string' && isCalendarDay(max) ? max : undefined;
}

function formOf(code: string, { min, max, above, below }: NonNullable<Issue['range']>): string {
  if (code === 'too_long') return 'characters';
  if (code === 'too_many') return 'items';
  const hasLow = above !== undefined || min !== undefined;
  const hasHigh = below !== undefined || max !== undefined;
  if (!hasHigh) return 'least';
  if (!hasLow) return 'most';
  if (above !== undefined) return below === undefined ? 'above' : 'inside';
  return below === undefined ? 'between' : 'below';
}
