import type { QueryFilter, QueryForm } from '../../model/answers/query-form.ts';
import { topicsIn } from '../names/topics.ts';
import { normalText } from '../text/normalise.ts';
import { barnOf, dayOf, type QueryData, type QueryRow } from './describe-records.ts';
import type { View } from './view.ts';

/** Whether a record is one of those that a form is about. */
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
  const own = row[field];
  if (op === 'about') return isAbout(own, value);
  if (op === '=') return own === value || (typeof own === 'boolean' && String(own) === value);
  if (op === '>') return typeof own === 'number' && own > Number(value);
  if (op === '<' && typeof value === 'string') return typeof own === 'string' && own < value;
  if (op === '<') return typeof own === 'number' && own < Number(value);
  const isAmong = Array.isArray(value) && value.includes(String(own));
  return op === 'in' ? isAmong : !isAmong;
}

/** Whether a title is about one of some topics. */
function isAbout(title: unknown, topics: QueryFilter['value']): boolean {
  if (typeof title !== 'string' || !Array.isArray(topics)) return false;
  const own = topicsIn(normalText(title));
  return topics.some((topic) => own.has(topic));
}
