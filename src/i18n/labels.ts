import type { Issue } from '../model/core/errors.ts';
import type { Language } from '../model/core/message.ts';
import type { FieldName, ResourceName } from '../model/resources/registry.ts';
import type { Role } from '../model/resources/roles.ts';
import { isCalendarDay } from '../tools/calendar.ts';
import type english from './en/labels.json';

type English = typeof english;

/**
 * The labels of fields, columns, units, resources and roles, in one language. The compiler refuses a
 * file that lacks a label of the English one or of a field of a resource.
 */
export interface Labels {
  readonly fields: Readonly<
    Record<keyof English['fields'] | Exclude<FieldName, keyof English['columns']>, string>
  >;
  readonly columns: Readonly<Record<keyof English['columns'], string>>;
  readonly units: Readonly<Record<keyof English['units'], string>>;
  readonly singulars: Readonly<Record<ResourceName, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  /** Headings of lists. */
  readonly plurals: Readonly<Record<ResourceName, string>>;
  /** Values of fields that hold one word of a few, such as a status. */
  readonly words: Readonly<Record<keyof English['words'], string>>;
  /** Values of fields that are true or false. */
  readonly flags: Readonly<Record<keyof English['flags'], string>>;
  /** Words that agree with their resource, as the adjectives of feminine nouns: `alerts.open`. */
  readonly forms: Readonly<Record<string, string>>;
}

/** A field with what its label is made from. */
export interface LabelledField {
  /** As in the API; may lead inside an object: `rules.judged`. */
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

/** The labels of a language; each language is read when it is first needed. */
export async function loadLabels(language: Language): Promise<Labels> {
  return (await LOADERS[language]()).default;
}

/** What people call a field; where it has no label, the words of its name. */
export function labelOf({ fields, columns }: Labels, name: string): string {
  return ownText(fields, name) ?? ownText(columns, name) ?? wordsOf(name);
}

/** Whether a field has a label. */
export function hasLabel({ fields, columns }: Labels, name: string): boolean {
  return Object.hasOwn(fields, name) || Object.hasOwn(columns, name);
}

/** The same with the unit of its values: `Feed, kg`. */
export function headingOf(labels: Labels, { name, unit }: LabelledField): string {
  const label = labelOf(labels, name);
  const sign = unit === undefined || UNITLESS.includes(unit) ? undefined : unitOf(labels, unit);
  return sign === undefined ? label : `${label}, ${sign}`;
}

/** Units that are counted, and one of each. */
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

/** A unit as a language writes it, behind a number where one is named. */
export function unitOf({ units }: Labels, unit: string, count?: number): string {
  const single = count === 1 ? ownText(units, ONE_OF[unit] ?? unit) : undefined;
  return single ?? ownText(units, unit) ?? unit;
}

const distances = new Map<Language, Intl.RelativeTimeFormat>();

/** Days below 0 in words: `in 18 days` where they lie ahead, `16 days ago` where they have passed. */
export function daysBelowZero(language: Language, days: number, side: 'ahead' | 'passed'): string {
  const format = distances.get(language) ?? new Intl.RelativeTimeFormat(language);
  distances.set(language, format);
  const text = format.format(side === 'ahead' ? -days : days, 'day');
  // Forms for two in Hebrew have their number twice: `יומיים (2)`.
  return text.replace(/ \(\d+\)$/, '');
}

/** A number that was written already, and what it counts. */
export interface WrittenNumber {
  readonly number: string;
  readonly unit: string;
  /** Decides between one and many. */
  readonly count: number;
}

/** A number with its unit behind it, as the language spaces them: `2.55%`, `2,55 %`, `9 g`, `9克`. */
export function withUnit(
  { labels, language }: { readonly labels: Labels; readonly language: Language },
  { number, unit, count }: WrittenNumber,
): string {
  const sign = unitOf(labels, unit, count);
  return `${number}${spaceBefore(sign, language)}${sign}`;
}

/** Units whose space is known to Intl, by their names there. */
const INTL_UNITS: Readonly<Record<string, string>> = { '%': 'percent', '°C': 'celsius' };
// Made once, as making a format takes a hundred times as long as using it.
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
 * What people call a value such as `in_progress`, said of a resource where one is named; where it
 * has no label, its words.
 */
export function wordOf({ words, forms }: Labels, value: string, resource = ''): string {
  const form = ownText(forms, `${resource}.${value}`);
  if (form !== undefined) return form;
  // What somebody else named, such as an event or a scope, stays as it is typed.
  return ownText(words, value) ?? (/[:.*]/.test(value) ? value : value.replaceAll('_', ' '));
}

/** What is counted under these is said by the label. */
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

/** What the text `issue.range` is filled with. */
export interface RangeWords {
  readonly form: string;
  readonly low: string;
  readonly high: string;
}

/** The limits of an issue as a language writes them; undefined where the service names none. */
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

/** The last day that a date may be; undefined for limits of anything else. */
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
