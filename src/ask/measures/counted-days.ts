import { type FigureKind, figure } from '../../farming/core/figure.ts';
import type { FlockDay } from '../../farming/core/flock-record.ts';
import { message } from '../../model/core/message.ts';
import type { AskedRow } from './asked-row.ts';
import { factOf, shown, wordFact } from './fact-of.ts';
import type { AskedFlock } from './flock-measure.ts';
import { logsOf } from './logged-days.ts';
import { type LoggedField, missingOnDay } from './missing-on-day.ts';

/** A value that every day of a flock has. */
export interface DayValue {
  /** The stem of its name: `ask.name.<name>`. */
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly as: FigureKind;
  readonly field: LoggedField;
  readonly of: (day: FlockDay) => number | null | undefined;
}

const MOST_DAYS = 10;

/** The days of a flock beyond a limit, else its day with the highest or lowest value. */
export function daysRow(asked: AskedFlock, spec: DayValue, today: string): AskedRow {
  const { record, place, question } = asked;
  const { flock } = record;
  const { from, to } = question.period ?? { from: flock.placementDate, to: today };
  const days = record.days.flatMap((day) => {
    const value = figure(spec.as, spec.of(day));
    return from <= day.day && day.day <= to && value !== null ? [{ day, value }] : [];
  });
  const name = message(`ask.name.${spec.name}`);
  if (days.length === 0) {
    const said = message('ask.neverLogged', { place, name });
    return {
      place,
      value: null,
      missing: [missingOnDay(record, { field: spec.field, day: to, said })],
    };
  }
  const { limit } = question;
  if (limit) return beyondRow(asked, spec, { days, limit });
  const isLowest = question.aggregation === 'lowest';
  const bound = days.reduce((best, next) =>
    (isLowest ? next.value < best.value : next.value > best.value) ? next : best,
  );
  const source = logsOf([bound.day]);
  const frame = { asOf: bound.day.day, source };
  const value = factOf(`${spec.label}, ${place}, ${bound.day.day}`, bound.value, {
    ...frame,
    unit: spec.unit,
  });
  const params = { name, place, value: shown(value), day: { day: bound.day.day } };
  const side = isLowest ? 'lowest' : 'highest';
  return {
    place,
    value: bound.value,
    facts: [value, wordFact(`${spec.label}, ${place}, day`, bound.day.day, frame)],
    lines: [message('ask.extremeDay', { ...params, side })],
  };
}

interface Beyond {
  readonly days: readonly { readonly day: FlockDay; readonly value: number }[];
  readonly limit: NonNullable<AskedFlock['question']['limit']>;
}

function beyondRow({ place }: AskedFlock, spec: DayValue, { days, limit }: Beyond): AskedRow {
  const found = days.filter(({ value }) =>
    limit.side === 'above' ? value > limit.value : value < limit.value,
  );
  const frame = { unit: 'days', source: logsOf(days.map(({ day }) => day)) };
  const count = factOf(`${spec.label}, ${place}, days ${limit.side}`, found.length, frame);
  const all = factOf(`${spec.label}, ${place}, days logged`, days.length, frame);
  const bound = factOf(`${spec.label}, limit`, limit.value, { unit: spec.unit });
  const told = found.slice(-MOST_DAYS).map(({ day, value }) =>
    factOf(`${spec.label}, ${place}, ${day.day}`, value, {
      unit: spec.unit,
      asOf: day.day,
      source: logsOf([day]),
    }),
  );
  const line = message('ask.daysBeyond', {
    name: message(`ask.name.${spec.name}`),
    place,
    side: limit.side,
    limit: shown(bound),
    count: count.value,
    all: all.value,
  });
  const lines = told.map((fact) =>
    message('ask.query.dated', { day: { day: fact.asOf ?? '' }, details: shown(fact) }),
  );
  return {
    place,
    value: found.length,
    facts: [count, all, bound, ...told],
    lines: [line, ...lines],
  };
}
