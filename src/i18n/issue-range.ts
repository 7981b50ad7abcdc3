import type { Issue } from '../model/core/errors.ts';
import type { Language } from '../model/core/message.ts';
import { isCalendarDay } from '../tools/calendar.ts';
import { type Labels, withUnit } from './labels.ts';

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
