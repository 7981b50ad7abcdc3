import type { QueryFilter } from '../../model/answers/query-form.ts';
import type { Answerable } from '../licence.ts';

/** Slots and fields that name a record: their values are not part of a kind of question. */
const NAMING_SLOT = /^(?:person|product)$/;
const NAMING_FIELD = /Id$|name|date/i;

/**
 * The kind of question that a reading answers, without places, days and names: `mortality value`,
 * `records placements last placementDate past`. Readings of the same name differ only in these.
 */
export function readingName(understood: Answerable): string {
  return [nameOf(understood), ...(understood.also ? ['and', readingName(understood.also)] : [])]
    .join(' ')
    .trim();
}

function nameOf(understood: Answerable): string {
  if (understood.kind === 'question') {
    const { scope: _, period: __, aggregation, slots, ...modifiers } = understood.question;
    const closed = Object.entries(slots).filter(([slot]) => !NAMING_SLOT.test(slot));
    const filters = closed.map(([slot, value]) => `${slot}=${value}`).sort();
    const manner = Object.entries(modifiers).map(([name, value]) =>
      name === 'limit' ? `${modifiers.limit?.side} limit` : modifierName(name, value),
    );
    return [understood.intent, aggregation, ...filters, ...manner.sort()].join(' ');
  }
  const { aggregate, select, tense, filters, groupBy, limit, offset, also = [] } = understood.form;
  const parts = filters.map(filterName).sort();
  return [
    ...['records', understood.view, aggregate, ...(select ? [select] : []), tense, ...parts],
    ...(groupBy ? [`by ${groupBy}`] : []),
    ...(limit ? [`limit ${limit}`] : []),
    ...(offset ? [`offset ${offset}`] : []),
    ...also.map((one) => `with ${one.aggregate} ${one.select}`),
  ].join(' ');
}

/** A rank is part of the kind; compared days and ages are not. */
function modifierName(name: string, value: unknown): string {
  return typeof value === 'object' ? name : `${name}=${value}`;
}

function filterName({ field, op, value }: QueryFilter): string {
  if (op === 'about') return op;
  if (typeof value === 'number') return `${field}${op}number`;
  return NAMING_FIELD.test(field) ? `${field}${op}` : `${field}${op}${[value].flat().join('|')}`;
}

/** The name of a turn that changes only the place or the days of the previous question. */
export const SAME = '=';

/** The name of a turn by what it asks for, relative to the question before it. */
export function turnName(before: string, next: string): string {
  if (before === next) return SAME;
  const subject = subjectOf(next);
  const isRelative = !next.startsWith('records ') && subject === subjectOf(before);
  return isRelative && !/ [a-z]+=(?!true)/.test(next) ? `${SAME}${next.slice(subject.length)}` : next;
}

/** The subject of a kind of question: a measure, or a view and its field. */
export function subjectOf(name: string): string {
  if (name.startsWith(SAME)) return SAME;
  const [first = '', second, _, field] = name.split(' ');
  if (first !== 'records') return first;
  return [first, second, ...(field && !TENSES.has(field) ? [field] : [])].join(' ');
}

const TENSES: ReadonlySet<string> = new Set(['past', 'present', 'future']);

/**
 * How a kind of question asks, without its subject: `highest`, `value reason`, `records count`. The
 * words for it are the same for many subjects.
 */
export function mannerOf(name: string): string {
  if (name === SAME) return SAME;
  const [subject, aggregation = '', ...rest] = name.split(' ');
  if (subject === 'records') return `records ${rest[0] ?? ''}`;
  return [aggregation, ...rest.filter((one) => !/^[^=]+=/.test(one) || MANNERS.test(one))].join(' ');
}

const MANNERS = /^(?:isReason|isPast|isJudged|rank|counting)=/;
