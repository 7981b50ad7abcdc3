import { type FigureKind, figure } from '../../farming/core/figure.ts';
import { recentDays } from '../../farming/core/flock-days.ts';
import type { FlockDay } from '../../farming/core/flock-record.ts';
import type { BirdKind } from '../../farming/standards/breed-lookup.ts';
import { message } from '../../model/core/message.ts';
import { sum } from '../../tools/statistics.ts';
import {
  askedPeriod,
  type DayValue,
  daysLabel,
  daysRow,
  type LoggedField,
  logsOf,
  missingOnDay,
  whenOf,
} from './days.ts';
import { shown } from './fact-of.ts';
import { type AskedFlock, type BuiltMeasure, flockMeasure } from './flock-measure.ts';
import { type AskedRow, EACH } from './rows.ts';

/** The ratio of two logged values, each summed over days. */
export interface DayRatio {
  /**
   * The stem of its text keys: `ask.<name>` with `part`, `whole` and `value`, and
   * `ask.name.<name>`.
   */
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly as: FigureKind;
  readonly part: Term;
  readonly whole: Term;
  /** The applicable bird kind; all where absent. */
  readonly kind?: BirdKind;
  readonly ratio: (part: number, whole: number) => number | null;
}

/** A summed value. */
export interface Term {
  readonly label: string;
  readonly unit: string;
  readonly as: FigureKind;
  readonly of: (day: FlockDay) => number | null | undefined;
  /** The field to log where it is missing. */
  readonly field: LoggedField;
}

const RECENT_DAYS = 7;

/**
 * A measure of the ratio of two values: of today or, while today is not logged, of the newest day.
 */
export function dayRatio(spec: DayRatio): BuiltMeasure<never> {
  return flockMeasure({
    parts: [],
    ...(spec.kind ? { kind: spec.kind } : {}),
    usualPeriod: 'today',
    takesAges: true,
    counts: ['days'],
    aggregations: EACH,
    rowOf: (asked, { today }) =>
      asked.question.counting
        ? daysRow(asked, dayValueOf(spec), today)
        : ratioRow(asked, spec, today),
  });
}

/** The daily values of the ratio. */
function dayValueOf({ part, whole, ratio, ...spec }: DayRatio): DayValue {
  return {
    ...spec,
    field: part.field,
    of: (day) => {
      const [top, bottom] = [part.of(day), whole.of(day)];
      return top == null || !bottom ? null : ratio(top, bottom);
    },
  };
}

/** The row of one flock. */
export function ratioRow(asked: AskedFlock, spec: DayRatio, today: string): AskedRow {
  const { record, place, question } = asked;
  const { part, whole } = spec;
  const isKnown = (day: FlockDay) => part.of(day) != null && (whole.of(day) ?? 0) > 0;
  const period = askedPeriod(question, { today }, 'today');
  const asked7 = question.period ? [] : recentDays(record, today, RECENT_DAYS).filter(isKnown);
  const inside = record.days.filter(({ day }) => period.from <= day && day <= period.to);
  const own = inside.filter(isKnown);
  const days = own.length > 0 ? own : asked7.slice(-1);
  const [first, last] = [days[0], days.at(-1)];
  const total = (term: Term) => sum(days.map(term.of));
  const value = figure(spec.as, first && spec.ratio(total(part), total(whole)));
  if (!first || !last || value === null) {
    const when = whenOf(period, today);
    const said = message('ask.notLogged', { place, when, name: message(`ask.name.${spec.name}`) });
    const newest = inside.at(-1);
    const field = newest && part.of(newest) != null ? whole.field : part.field;
    return { place, value: null, missing: [missingOnDay(record, { field, day: period.to, said })] };
  }
  const then = own.length > 0 ? period : { from: last.day, to: last.day };
  const frame = { asOf: last.day, source: logsOf(days) };
  const label = (name: string) => (then.from === then.to ? name : `${name}, ${daysLabel(then)}`);
  const ratio = asked.fact(label(spec.label), value, { ...frame, as: spec.as, unit: spec.unit });
  const parts = [part, whole].map((term) =>
    asked.fact(label(term.label), total(term), { ...frame, ...term }),
  );
  const [top, bottom] = parts;
  const line = message(`ask.${spec.name}`, {
    place,
    when: whenOf(then, today),
    value: ratio ? shown(ratio) : '',
    part: top ? shown(top) : '',
    whole: bottom ? shown(bottom) : '',
  });
  const facts = [ratio, ...parts].filter((each) => each !== null);
  return { place, value, facts, lines: [line] };
}
