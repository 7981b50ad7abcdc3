import type { Issue } from '../../model/errors.ts';
import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { RuleChange, RuleContext } from './resource-rules.ts';

const MINUTE_MILLIS = 60_000;
const DAY_MILLIS = 86_400_000;

/** How many days ahead of the farm's today a date may lie. */
const DAYS_AHEAD: Readonly<Record<string, { readonly field: string; readonly days: number }>> = {
  'daily-logs': { field: 'date', days: 1 },
  sales: { field: 'date', days: 365 },
  expenses: { field: 'date', days: 365 },
  'feed-deliveries': { field: 'date', days: 365 },
};

/** How far ahead of now a measurement may lie; a weather forecast lies further. */
const MILLIS_AHEAD: Readonly<Record<string, { readonly field: string; readonly millis: number }>> =
  {
    'env-readings': { field: 'ts', millis: 5 * MINUTE_MILLIS },
    'vision-events': { field: 'ts', millis: 5 * MINUTE_MILLIS },
  };
const FORECAST_MILLIS = 7 * DAY_MILLIS;

/** The issues of dates that lie further ahead than the resource takes. */
export function dateLimitIssues(
  {
    definition,
    after,
  }: {
    readonly definition: Pick<RuleChange['definition'], 'name'>;
    readonly after: Readonly<Record<string, unknown>>;
  },
  context: Pick<RuleContext, 'now' | 'today'>,
): Issue[] {
  return [
    ...dayIssues(DAYS_AHEAD[definition.name], after, context.today),
    ...instantIssues(MILLIS_AHEAD[definition.name], after, context.now),
  ];
}

function dayIssues(
  limit: { readonly field: string; readonly days: number } | undefined,
  row: Readonly<Record<string, unknown>>,
  today: string,
): Issue[] {
  const value = limit && row[limit.field];
  const latest = limit && addDays(today, limit.days);
  if (!limit || !latest || typeof value !== 'string' || value <= latest) return [];
  return [tooLate(limit.field, latest)];
}

function instantIssues(
  limit: { readonly field: string; readonly millis: number } | undefined,
  row: Readonly<Record<string, unknown>>,
  now: number,
): Issue[] {
  const value = limit && row[limit.field];
  if (!limit || typeof value !== 'string') return [];
  const ahead = row['source'] === 'weather' ? FORECAST_MILLIS : limit.millis;
  return Date.parse(value) <= now + ahead ? [] : [tooLate(limit.field, formatInstant(now + ahead))];
}

function tooLate(path: string, latest: string): Issue {
  return {
    path,
    code: 'too_large',
    message: `${path} lies in the future; it must not be later than ${latest}.`,
  };
}
