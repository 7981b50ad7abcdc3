import type { QueryFilter, QueryForm } from '../../model/answers/query-form.ts';
import { topicsIn } from '../names/topics.ts';
import { normalText } from '../text/normalise.ts';
import { isSpacedLetter } from '../text/word-edges.ts';
import { barnOf, dayOf, type QueryData, type QueryRow } from './describe-records.ts';
import { type View, WRITTEN } from './view.ts';

/** Whether a record matches a form. */
export function fits(row: QueryRow, form: QueryForm, view: View, data: QueryData): boolean {
  const { scope, period, filters } = form;
  const isOfDays = form.groupBy === 'day';
  if (!filters.every((one) => (isOfDays && isComparison(one)) || fitsFilter(row, one)))
    return false;
  const day = dayOf(row, view, data.zone);
  if (period && (day === undefined || day < period.from || day > period.to)) return false;
  const flock = view.flock === null ? undefined : row[view.flock];
  if (scope.flocks.length > 0 && !scope.flocks.includes(String(flock))) return false;
  return scope.barns.length === 0 || scope.barns.includes(String(barnOf(row, view, data)));
}

/** "Above 15" compares the sum of a day, not a record. */
export function isComparison({ op }: QueryFilter): boolean {
  return op === '>' || op === '<';
}

function fitsFilter(row: QueryRow, { field, op, value }: QueryFilter): boolean {
  if (op === 'about') return isAbout(textOf(row, field), value);
  const own = row[field];
  if (op === '=') return own === value || (typeof own === 'boolean' && String(own) === value);
  if (op === '>') return typeof own === 'number' && own > Number(value);
  if (op === '<' && typeof value === 'string') return typeof own === 'string' && own < value;
  if (op === '<') return typeof own === 'number' && own < Number(value);
  const isAmong = Array.isArray(value) && value.includes(String(own));
  return op === 'in' ? isAmong : !isAmong;
}

/** The text of a field, or of several combined: `name+company`. */
function textOf(row: QueryRow, field: string): string {
  return field
    .split('+')
    .flatMap((one) => (typeof row[one] === 'string' ? [row[one]] : []))
    .join(' ');
}

/** Whether a title is about one of several topics. */
function isAbout(title: string, topics: QueryFilter['value']): boolean {
  if (!Array.isArray(topics)) return false;
  const text = normalText(title);
  const own = topicsIn(text);
  return topics.some((topic) =>
    topic.startsWith(WRITTEN) ? containsWord(text, topic.slice(1)) : own.has(topic),
  );
}

/** In Hebrew "the", "in" and "of" are prefixes of the word. */
const GLUED = /^[ובלהמשכ][א-ת]/u;
const SHORTEST = 2;
/** Words with at least this many letters may have another ending in the title. */
const INFLECTED = 5;

function containsWord(text: string, word: string): boolean {
  if (/^\d+$/.test(word)) return text.match(/\d+/g)?.includes(word) ?? false;
  const bare = word.length > SHORTEST && GLUED.test(word) ? word.slice(1) : word;
  if (bare !== word && text.includes(bare)) return true;
  const stem = word.length >= INFLECTED && isSpacedLetter(word) ? word.slice(0, -1) : word;
  return text.includes(stem);
}
