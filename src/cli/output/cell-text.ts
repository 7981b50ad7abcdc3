import { formatInstant } from '../../i18n/format-value.ts';
import { daysBelowZero, type Labels, unitOf, wordOf } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { isInstantText } from '../../tools/calendar.ts';
import { isFormula } from '../../tools/text.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { neutralise, neutraliseLines } from './neutralise.ts';
import { type Column, cellText, type View } from './output.ts';

/** Localised enum values and booleans; undefined for other values, and without labels. */
export function localisedText(value: unknown, column: Column, view: View): string | undefined {
  const { labels, language } = view;
  if (!labels || value === null || value === undefined) return undefined;
  const { kind, name, resource } = column;
  if (typeof value === 'number')
    return daysInWords(value, column, view) ?? numberText(value, name, language);
  if (kind === 'flag') return labels.flags[value === true ? 'yes' : 'no'];
  if (kind === 'unit') return unitOf(labels, cellText(value));
  if (kind !== 'word') return undefined;
  return [value]
    .flat()
    .map((word) => wordOf(labels, cellText(word), resource))
    .join(', ');
}

/** Negative days in words, including the unit; undefined for other values. */
export function daysInWords(value: unknown, { belowZero }: Column, view: View): string | undefined {
  if (!view.labels || belowZero === undefined || typeof value !== 'number' || value >= 0)
    return undefined;
  return daysBelowZero(view.language ?? 'en', value, belowZero);
}

/** Numbers that are identifiers, and are shown without formatting. */
const NAMING_NUMBERS = /(?:^|\.)(?:number|status|line|row|port|pid|version|position)$/;

const EVERY_DECIMAL = { maximumFractionDigits: 20 } as const;
// Creating a format takes a hundred times as long as using it.
const numberFormats = new Map<Language, Intl.NumberFormat>();

/** A number formatted as on pages. */
export function numberText(value: number, name: string, language: Language = 'en'): string {
  if (NAMING_NUMBERS.test(name)) return String(value);
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(language, EVERY_DECIMAL);
  numberFormats.set(language, format);
  return format.format(value);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  [SECOND, MINUTE, 'second'],
  [MINUTE, HOUR, 'minute'],
  [HOUR, 2 * DAY, 'hour'],
  [DAY, 60 * DAY, 'day'],
] as const;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** Relative time: `2h ago`, `in 3d`; the day for distances of two months or more. */
export function relativeTime(instant: string, now: number, language: Language = 'en'): string {
  const millis = Date.parse(instant);
  if (Number.isNaN(millis)) return instant;
  const distance = Math.abs(now - millis);
  if (distance < SECOND) return formatOf(language, 'auto').format(0, 'second');
  const unit = units.find(([, limit]) => distance < limit);
  if (!unit) return instant.slice(0, 10);
  const count = Math.floor(distance / unit[0]);
  const text = formatOf(language, 'always').format(millis < now ? -count : count, unit[2]);
  // Hebrew dual forms include their number twice: `שעתיים (2)`.
  return text.replace(/ \(\d+\)$/, '');
}

function formatOf(language: Language, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${language} ${numeric}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const formatter = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric });
  formats.set(key, formatter);
  return formatter;
}

/** The label of a word of a closed vocabulary; other texts are unchanged. */
export function vocabularyLabel(labels: Labels, text: string): string {
  return Object.hasOwn(labels.words, text) ? wordOf(labels, text) : text;
}

/** A reference to an actor, such as a key: its type and ID; undefined for other values. */
export function actorText(value: unknown, { labels }: View): string | undefined {
  if (!labels || !isRecord(value)) return undefined;
  const { type, id, ...others } = value;
  const isActor =
    typeof type === 'string' && typeof id === 'string' && Object.keys(others).length === 0;
  if (!isActor) return undefined;
  return `${type === 'key' ? labels.columns.key : vocabularyLabel(labels, type)} ${id}`;
}

/** An instant in the zone of the reader; undefined for other texts, and without a zone. */
export function localMoment(text: string, { zone, language = 'en' }: View): string | undefined {
  if (zone === undefined || !isInstantText(text)) return undefined;
  return formatInstant(language, { instant: text, zone });
}

export function csvText(value: unknown): string {
  const text = cellText(value);
  if (typeof value === 'number') return text;
  const harmless = neutraliseLines(text);
  return isFormula(text) ? `'${harmless}` : harmless;
}

export function tsvText(value: unknown): string {
  // Backslashes in the text are doubled to distinguish them from escapes.
  return neutralise(cellText(value).replaceAll('\\', '\\\\'));
}
