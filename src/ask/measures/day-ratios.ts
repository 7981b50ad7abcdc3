import { type FigureKind, figure } from '../../farming/core/figure.ts';
import { recentDays } from '../../farming/core/flock-days.ts';
import type { FlockDay } from '../../farming/core/flock-record.ts';
import { missingInLog } from '../../farming/core/missing-data.ts';
import { flockFeed, missingFeed, missingForConversion } from '../../farming/feed/flock-feed.ts';
import { perBirdCertainty } from '../../farming/health/mortality.ts';
import { breakagePct, henDayPct } from '../../farming/metrics/eggs.ts';
import { waterFeedRatio as ratioOf } from '../../farming/metrics/feed-and-water.ts';
import type { BirdKind } from '../../farming/standards/breed-lookup.ts';
import { message } from '../../model/core/message.ts';
import { sum } from '../../tools/statistics.ts';
import type { Period } from '../measure.ts';
import { dayMeasure } from './day-measure.ts';
import {
  type DayValue,
  daysLabel,
  findLogs,
  isDueIn,
  type LoggedField,
  loggedDaysRow,
  missingOnDay,
  periodText,
  questionPeriod,
} from './days.ts';
import { asText, qualifiedValue } from './fact-of.ts';
import { type BuiltMeasure, flockMeasure, type QuestionFlock } from './flock-measure.ts';
import { EACH, type MeasureRow, missingRow } from './rows.ts';

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
  /** Whether it is per live bird. */
  readonly isPerBird?: true;
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
function dayRatio(spec: DayRatio): BuiltMeasure<never> {
  return flockMeasure({
    parts: [],
    ...(spec.kind ? { kind: spec.kind } : {}),
    usualPeriod: 'today',
    takesAges: true,
    counts: ['days'],
    aggregations: EACH,
    isDueIn: (record, period) => isDueIn(record, period, spec.part.field),
    rowOf: (flock, { today }) =>
      flock.question.counting
        ? loggedDaysRow(flock, computeDayValue(spec), today)
        : ratioRow(flock, spec, today),
  });
}

/** The daily values of the ratio. */
function computeDayValue({ part, whole, ratio, ...spec }: DayRatio): DayValue {
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
function ratioRow(flock: QuestionFlock, spec: DayRatio, today: string): MeasureRow {
  const { record, place, question } = flock;
  const { part, whole } = spec;
  const isKnown = (day: FlockDay) => part.of(day) != null && (whole.of(day) ?? 0) > 0;
  const period = questionPeriod(question, { today }, 'today');
  const asked7 = question.period ? [] : recentDays(record, today, RECENT_DAYS).filter(isKnown);
  const inside = record.days.filter(({ day }) => period.from <= day && day <= period.to);
  const own = inside.filter(isKnown);
  const days = own.length > 0 ? own : asked7.slice(-1);
  const [first, last] = [days[0], days.at(-1)];
  const total = (term: Term) => sum(days.map(term.of));
  const value = figure(spec.as, first && spec.ratio(total(part), total(whole)));
  if (!first || !last || value === null) {
    return notLoggedRow(flock, spec, { period, today, newest: inside.at(-1) });
  }
  const then = own.length > 0 ? period : { from: last.day, to: last.day };
  const frame = { asOf: last.day, source: findLogs(days) };
  const label = (name: string) => (then.from === then.to ? name : `${name}, ${daysLabel(then)}`);
  const ratio = flock.fact(label(spec.label), value, { ...frame, as: spec.as, unit: spec.unit });
  const isAdded = spec.isPerBird === true && days.length > 1;
  const parts = [part, isAdded ? addedUp(spec) : whole].map((term) =>
    flock.fact(label(term.label), total(term), { ...frame, ...term }),
  );
  const [top, bottom] = parts;
  const certainty = spec.isPerBird ? perBirdCertainty(record, last.day) : 'exact';
  const line = message(`ask.${spec.name}`, {
    place,
    when: periodText(then, today),
    value: ratio ? qualifiedValue(ratio, certainty) : '',
    part: top ? asText(top) : '',
    whole: bottom
      ? isAdded
        ? message('ask.number', { value: bottom.value })
        : asText(bottom)
      : '',
    isDays: isAdded ? 'yes' : 'no',
  });
  const facts = [ratio, ...parts].filter((each) => each !== null);
  return { place, value, facts, lines: [line] };
}

/** The row of a flock without a value in the period. */
function notLoggedRow(
  { record, place }: QuestionFlock,
  { name, part, whole }: DayRatio,
  {
    period,
    today,
    newest,
  }: { readonly period: Period; readonly today: string; readonly newest: FlockDay | undefined },
): MeasureRow {
  const when = periodText(period, today);
  const reason = message('ask.notLogged', { place, when, name: message(`ask.name.${name}`) });
  const field = newest && part.of(newest) != null ? whole.field : part.field;
  const missing = [missingOnDay(record, { field, day: period.to, reason })];
  return { place, value: null, missing };
}

/** Birds summed over several days, which is not a number of birds. */
function addedUp({ whole, kind }: DayRatio): Term {
  const unit = kind === 'layer' ? 'hen-days' : 'bird-days';
  return { ...whole, label: `${whole.label}, days added up`, unit };
}

/** Eaten feed. */
export const feedEaten = dayMeasure({
  name: 'feedEaten',
  label: 'Feed eaten',
  field: 'feedKg',
  unit: 'kg',
  as: 'kg',
});

const GRAMS = 1000;

const OF_DAYS: DayRatio = {
  name: 'feedPerBirdDay',
  label: 'Feed per bird and day',
  unit: 'g',
  as: 'grams',
  part: { label: 'Feed', unit: 'kg', as: 'kg', field: 'feedKg', of: ({ log }) => log?.feedKg },
  whole: {
    label: 'Birds',
    unit: 'birds',
    as: 'birds',
    field: 'feedKg',
    of: ({ average }) => average,
  },
  ratio: (kg, birds) => (kg * GRAMS) / birds,
  isPerBird: true,
};

/**
 * Feed eaten per bird on the days in the question; otherwise on the newest logged day, compared
 * with the standard.
 */
export const feedPerBird = flockMeasure({
  parts: ['feedDeliveries'],
  usualPeriod: 'today',
  aggregations: EACH,
  isDueIn: (record, period) => isDueIn(record, period, 'feedKg'),
  rowOf: (flock, snapshot) => {
    if (flock.question.period) return ratioRow(flock, OF_DAYS, snapshot.today);
    const { record, place, fact } = flock;
    const feed = flockFeed(record, snapshot);
    const frame = { as: 'grams', unit: 'g', asOf: feed.day } as const;
    const grams = fact('Feed a bird', feed.gPerBird, frame);
    const standard = fact('Standard feed a bird', feed.standardG, {
      ...frame,
      standardBasis: feed.standardBasis,
    });
    if (!grams || feed.day === null) {
      const { today } = snapshot;
      const what = { code: 'no_feed_logs', field: 'feedKg', today, need: 1, have: 0 } as const;
      const missing = missingFeed(record, feed, snapshot);
      return missingRow(place, [
        missingInLog(record, what),
        ...missing.filter(({ code }) => code !== what.code),
      ]);
    }
    const line = message('ask.feedPerBird', {
      place,
      value: qualifiedValue(grams, perBirdCertainty(record, feed.day)),
      day: { day: feed.day },
      hasStandard: standard ? 'yes' : 'no',
      standard: standard ? asText(standard) : '',
    });
    return {
      place,
      value: grams.value,
      facts: standard ? [grams, standard] : [grams],
      lines: [line],
    };
  },
});

/** Feed per weight gained, as in the section feed; for hens per dozen eggs. */
export const feedConversion = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const feed = flockFeed(record, snapshot);
    const asOf = feed.performance?.day ?? snapshot.today;
    const own = fact('Feed conversion', feed.performance?.fcr, { as: 'ratio', asOf });
    const standard = fact('Standard feed conversion', feed.standardFcr, {
      as: 'ratio',
      asOf,
      standardBasis: feed.fcrBasis,
    });
    const dozen = fact('Feed for a dozen of eggs', feed.feedPerDozenKg, {
      as: 'ratio',
      unit: 'kg',
      asOf,
    });
    if (dozen) {
      const line = message('ask.feedPerDozen', { place, value: asText(dozen) });
      return { place, value: dozen.value, facts: [dozen], lines: [line] };
    }
    if (!own) {
      return missingRow(place, missingForConversion(record, feed.performance, snapshot));
    }
    const line = message('ask.feedConversion', {
      place,
      value: qualifiedValue(own, feed.performance?.certainty.fcr ?? 'exact'),
      day: { day: asOf },
      hasStandard: standard ? 'yes' : 'no',
      standard: standard ? asText(standard) : '',
    });
    return { place, value: own.value, facts: standard ? [own, standard] : [own], lines: [line] };
  },
});

/** Water consumption. */
export const waterUsed = dayMeasure({
  name: 'waterUsed',
  label: 'Water',
  field: 'waterL',
  unit: 'L',
  as: 'litres',
});

/** Litres of water per bird and day. */
export const waterPerBird = dayRatio({
  name: 'waterPerBird',
  label: 'Water per bird and day',
  unit: 'L',
  as: 'share',
  part: { label: 'Water', unit: 'L', as: 'litres', field: 'waterL', of: ({ log }) => log?.waterL },
  whole: {
    label: 'Birds',
    unit: 'birds',
    as: 'birds',
    field: 'waterL',
    of: ({ average }) => average,
  },
  ratio: (litres, birds) => litres / birds,
  isPerBird: true,
});

/** Litres of water per kilogram of feed. */
export const waterFeedRatio = dayRatio({
  name: 'waterFeedRatio',
  label: 'Water by feed',
  unit: 'L/kg',
  as: 'ratio',
  part: { label: 'Water', unit: 'L', as: 'litres', field: 'waterL', of: ({ log }) => log?.waterL },
  whole: { label: 'Feed', unit: 'kg', as: 'kg', field: 'feedKg', of: ({ log }) => log?.feedKg },
  ratio: ratioOf,
});

/** Collected eggs. */
export const eggs = dayMeasure({
  name: 'eggs',
  label: 'Eggs',
  field: 'eggs',
  unit: 'eggs',
  as: 'birds',
  kind: 'layer',
});

/** Broken eggs, in % of the collected ones. */
export const eggBreakage = dayRatio({
  name: 'eggBreakage',
  label: 'Egg breakage',
  unit: '%',
  as: 'pct',
  kind: 'layer',
  part: {
    label: 'Broken eggs',
    unit: 'eggs',
    as: 'birds',
    field: 'eggsBroken',
    of: ({ log }) => log?.eggsBroken,
  },
  whole: { label: 'Eggs', unit: 'eggs', as: 'birds', field: 'eggs', of: ({ log }) => log?.eggs },
  ratio: breakagePct,
});

/** Eggs per hen alive in the morning. */
export const layingRate = dayRatio({
  name: 'layingRate',
  label: 'Hen-day production',
  unit: '%',
  as: 'pct',
  kind: 'layer',
  part: { label: 'Eggs', unit: 'eggs', as: 'birds', field: 'eggs', of: ({ log }) => log?.eggs },
  whole: {
    label: 'Hens',
    unit: 'birds',
    as: 'birds',
    field: 'mortality',
    of: ({ log, opening }) => (log?.eggs == null ? null : opening),
  },
  ratio: henDayPct,
  isPerBird: true,
});
