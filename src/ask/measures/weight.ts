import { flockLoad } from '../../farming/core/barn-state.ts';
import { barnStatesOf, flocksWith } from '../../farming/core/farm-flocks.ts';
import { type Certainty, certaintyOf, figure } from '../../farming/core/figure.ts';
import { findFlockDay, lastWeighing as lastOf } from '../../farming/core/flock-days.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import {
  missingInLog,
  missingPopulation,
  missingWeight,
  weighingSetAside,
} from '../../farming/core/missing-data.ts';
import { projectedWeightG, weightNow } from '../../farming/core/projections.ts';
import { isLiveUpperBound } from '../../farming/health/mortality.ts';
import { ageDays } from '../../farming/metrics/dates.ts';
import { weightBasisOn } from '../../farming/metrics/standard-basis.ts';
import { standardWeightOn } from '../../farming/metrics/weight.ts';
import { noBarnArea } from '../../farming/money/missing-money.ts';
import { flockUniformity, recentGain } from '../../farming/performance/weights.ts';
import { message } from '../../model/core/message.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { Period } from '../measure.ts';
import { dayNumber, findLogs } from './days.ts';
import { absoluteValue, asText, factOf, qualifiedValue, signWord, wordFact } from './fact-of.ts';
import { flockMeasure, type QuestionFlock } from './flock-measure.ts';
import { EACH, type MeasureRow, missingRow, type RowsAnswer } from './rows.ts';

/**
 * Weight of the birds: by cameras where available, otherwise the last weighing, and the estimate
 * for today.
 */
export const weight = flockMeasure({
  parts: [],
  aggregations: EACH,
  takesAges: true,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { period } = question;
    if (period && period.to < today) return weightThen(record, { place, fact, period });
    const asOf = record.weight?.day ?? null;
    const grams = fact('Weight', record.weight?.g, { as: 'grams', unit: 'g', asOf });
    const now = weightNow(record);
    const off = fact('Weight against the standard', now.deviationPct, {
      as: 'pct',
      unit: '%',
      asOf,
    });
    if (!grams || !record.weight) {
      const what = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 1, have: 0 } as const;
      return missingRow(place, [...weighingSetAside(record), missingInLog(record, what)]);
    }
    const line = message('ask.weight', {
      place,
      weight: asText(grams),
      source: record.weight.uncalibrated ? 'uncalibrated' : record.weight.source,
      day: { day: record.weight.day },
      side: signWord(off),
      off: off ? absoluteValue(off) : '',
    });
    const estimate = now.weightEstimated
      ? fact('Weight today, estimated', now.g, { as: 'grams', unit: 'g', asOf: today })
      : undefined;
    return {
      place,
      // Weights of different days are compared by their estimates for today.
      value: (estimate ?? grams).value,
      facts: [grams, off, estimate].filter((each) => each != null),
      lines: [
        estimate ? message('ask.weightToday', { weighed: line, weight: asText(estimate) }) : line,
      ],
      missing: weighingSetAside(record),
    };
  },
});

/** A weighing of another day is given with its date, up to this many days off. */
const MAX_DAYS_OFF = 3;

/** The last weighing of a period, or else one near it: preferably before, as it was known then. */
function weightThen(
  record: FlockRecord,
  { place, fact, period }: Pick<QuestionFlock, 'place' | 'fact'> & { readonly period: Period },
): MeasureRow {
  const weighed = record.days.filter(({ log }) => (log?.avgWeightGr ?? 0) > 0);
  const inside = weighed.filter(({ day }) => period.from <= day && day <= period.to);
  const off = (day: string) => Math.abs(daysBetween(day, period.to));
  const near = weighed.filter(({ day }) => off(day) <= MAX_DAYS_OFF);
  const before = near.findLast(({ day }) => day < period.from);
  const found = inside.at(-1) ?? before ?? near[0];
  const grams = fact('Weight', found?.log?.avgWeightGr, {
    as: 'grams',
    unit: 'g',
    asOf: found?.day ?? null,
  });
  if (!found || !grams) {
    const want = { code: 'no_weight_7d', field: 'avgWeightGr', today: period.to, need: 1, have: 0 };
    return missingRow(place, [missingInLog(record, want as never)]);
  }
  const line = message('ask.weightOn', {
    place,
    weight: asText(grams),
    day: { day: found.day },
  });
  const isOff = found.day < period.from || found.day > period.to;
  const none = message('ask.notWeighedThen', { place, day: { day: period.to } });
  return { place, value: grams.value, facts: [grams], lines: isOff ? [none, line] : [line] };
}

/** Deviation of the birds from the breed's standard weight on the day of weighing. */
export const weightDeviation = flockMeasure({
  parts: [],
  // "Most below the standard" is not the highest: all are listed where it is ambiguous.
  aggregations: ['value', 'list', 'lowest', 'compare'],
  rowOf: ({ record, place, fact }, { today }) => {
    const { weight, flock } = record;
    const asOf = weight?.day ?? null;
    const standardG = weight && standardWeightOn(flock, weight.day);
    const grams = fact('Weight', weight?.g, { as: 'grams', unit: 'g', asOf });
    const standard = fact('Standard weight', standardG, {
      as: 'grams',
      unit: 'g',
      asOf,
      standardBasis: weightBasisOn(flock, asOf),
    });
    const off = fact('Weight against the standard', weightNow(record).deviationPct, {
      as: 'pct',
      unit: '%',
      asOf,
    });
    if (!grams || !standard || !off) {
      return missingRow(place, missingWeight(record, today));
    }
    const line = message('ask.weightDeviation', {
      place,
      weight: asText(grams),
      standard: asText(standard),
      side: signWord(off),
      off: absoluteValue(off),
      day: { day: asOf ?? today },
    });
    const missing = weighingSetAside(record);
    return { place, value: off.value, facts: [off, grams, standard], lines: [line], missing };
  },
});

/** Nobody plans further ahead. */
const MAX_DAYS_AHEAD = 120;

/** The day on which birds reach a weight at their current growth. */
export function weightReached(
  record: FlockRecord,
  { place, fact, today }: Pick<QuestionFlock, 'place' | 'fact'> & { readonly today: string },
  grams: number,
): MeasureRow {
  const ahead = Array.from({ length: MAX_DAYS_AHEAD }, (_, index) => addDays(today, index));
  const day = ahead.find((one) => (projectedWeightG(record, one) ?? 0) >= grams);
  const found = day === undefined ? null : projectedWeightG(record, day);
  const weight = fact('Weight then', found, { as: 'grams', unit: 'g', asOf: today });
  if (!record.isLive || day === undefined || !weight)
    return missingRow(place, missingWeight(record, today));
  const source = { resource: 'flocks', ids: [record.flock.id] } as const;
  const days = fact('Age then', ageDays(record.flock, day), {
    as: 'time',
    unit: 'days',
    asOf: today,
  });
  const target = fact('Weight asked about', grams, { as: 'grams', unit: 'g', asOf: today });
  const reached = wordFact(`Day of this weight, ${place}`, day, { asOf: today, source });
  const line = message('ask.weightReached', {
    place,
    isNow: day === today ? 'yes' : 'no',
    target: target ? asText(target) : '',
    weight: asText(weight),
    day: { day },
    days: days ? asText(days) : '',
  });
  const figures = [target, weight, days].filter((each) => each !== null);
  return { place, value: dayNumber(day), facts: [reached, ...figures], lines: [line] };
}

/** Mean daily gain over about the last week. */
export const dailyGain = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const gain = recentGain(record);
    const frame = { as: 'grams', unit: 'g/day', asOf: gain?.to ?? null } as const;
    const grams = fact('Daily gain', gain?.g, frame);
    const standard = fact('Standard daily gain', gain?.standardG, {
      ...frame,
      standardBasis: gain?.standardBasis ?? null,
    });
    if (!grams) {
      const what = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 2, have: 1 } as const;
      const reason = message('ask.noGain', { place });
      return missingRow(place, [{ ...missingInLog(record, what), message: reason }]);
    }
    const line = message('ask.dailyGain', {
      place,
      gain: asText(grams),
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

const WITHIN_PCT = 10;

/** Uniformity of the birds, from a sample that a camera weighed bird by bird. */
export const uniformity = flockMeasure({
  parts: ['weighSamples'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const found = flockUniformity(record, snapshot);
    const asOf = found?.at ?? null;
    const pct = fact('Uniformity', found?.within10Pct, { as: 'pct', unit: '%', asOf });
    const cv = fact('Coefficient of variation', found?.cvPct, { as: 'pct', unit: '%', asOf });
    const birds = fact('Birds weighed', found?.birds, { as: 'birds', unit: 'birds', asOf });
    if (!pct || !cv || !birds) {
      const { barnId } = record.flock;
      const body = { barnId, kind: 'weight', value: null, unit: 'gr', meta: null };
      return missingRow(place, [
        {
          code: 'no_weigh_sample',
          message: message('ask.noWeighSample', { place }),
          resource: 'vision-events',
          field: 'meta',
          flockId: record.flock.id,
          need: 1,
          have: 0,
          fix: { method: 'POST', path: '/vision-events', body },
        },
      ]);
    }
    const within = factOf('Within this of the mean', WITHIN_PCT, { unit: '%' });
    const line = message('ask.uniformity', {
      place,
      pct: asText(pct),
      within: asText(within),
      cv: asText(cv),
      birds: asText(birds),
    });
    return { place, value: pct.value, facts: [pct, cv, birds, within], lines: [line] };
  },
});

/** The date of the last manual weighing. */
export const lastWeighing = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const last = lastOf(record);
    if (!last) {
      const what = {
        code: record.isWeighingDoubted ? 'weighing_doubted' : 'never_weighed',
        field: 'avgWeightGr',
        today,
        need: 1,
        have: 0,
      } as const;
      const reason = message(
        record.isWeighingDoubted ? 'ask.weighingDoubted' : 'ask.neverWeighed',
        {
          place,
        },
      );
      return missingRow(place, [{ ...missingInLog(record, what), message: reason }]);
    }
    const logged = findFlockDay(record, last.day);
    const frame = { asOf: last.day, source: findLogs(logged ? [logged] : []) };
    const grams = fact('Last weighing', last.g, { ...frame, as: 'grams', unit: 'g' });
    const days = fact('Days since the last weighing', daysBetween(last.day, today), {
      ...frame,
      as: 'time',
      unit: 'days',
    });
    const facts = [days, grams].filter((each) => each !== null);
    const line = message('ask.lastWeighing', {
      place,
      day: { day: last.day },
      ago: days ? asText(days) : '',
      count: days?.value ?? 0,
      weight: grams ? asText(grams) : '',
    });
    return {
      ...{ place, value: days?.value ?? 0, facts, lines: [line] },
      missing: weighingSetAside(record),
    };
  },
});

/** Live weight per square metre of floor. */
export const density = flockMeasure({
  parts: [],
  perBarn: true,
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, thresholds } = snapshot;
    const { barn, flock, kind } = record;
    const state = record.isLive ? barnStatesOf(snapshot).get(flock.barnId) : undefined;
    const kg = fact('Density', state?.densityKgM2, {
      as: 'kg',
      unit: 'kg/m²',
    });
    if (!kg) {
      const unknown = flocksWith(record, snapshot).filter(
        (inside) => flockLoad(inside, today).kg === null,
      );
      return missingRow(place, [
        ...(barn && barn.areaSqm === null ? [noBarnArea(barn)] : []),
        ...unknown.flatMap(missingPopulation),
        ...unknown.flatMap((inside) => missingWeight(inside, today)),
      ]);
    }
    const limit = factOf('Density limit', thresholds.densityLimitKgM2, { unit: 'kg/m²' });
    const isLimited = kind !== 'layer';
    const line = message('ask.density', {
      place,
      density: qualifiedValue(
        kg,
        state?.densityEstimated ? 'estimated' : birdsCertainty(record, snapshot),
      ),
      limit: isLimited ? asText(limit) : '',
      side: !isLimited ? 'none' : kg.value > limit.value ? 'above' : 'below',
    });
    const each = birdsPerArea(record, place, snapshot);
    return {
      place,
      value: kg.value,
      facts: [kg, ...(isLimited ? [limit] : []), ...each.facts],
      lines: [line, ...each.lines],
    };
  },
});

/** Certainty of the number of birds in the barn of a flock: unlogged deaths can only lower it. */
function birdsCertainty(
  record: FlockRecord,
  snapshot: Parameters<typeof flocksWith>[1],
): Certainty {
  return certaintyOf({ lower: flocksWith(record, snapshot).some(isLiveUpperBound) });
}

/** Birds of all flocks in the barn per square metre. */
function birdsPerArea(
  record: FlockRecord,
  place: string,
  snapshot: Parameters<typeof flocksWith>[1],
): RowsAnswer {
  const area = record.barn?.areaSqm ?? 0;
  const birds = sum(flocksWith(record, snapshot).map(({ live }) => live ?? 0));
  const value = figure('ratio', area > 0 ? birds / area : null);
  if (value === null || birds === 0) return { facts: [], lines: [] };
  const source = { resource: 'barns', ids: [record.flock.barnId] } as const;
  const each = factOf(`Birds per square metre, ${place}`, value, { source });
  const all = factOf(`Live birds, ${place}`, birds, { unit: 'birds' });
  const floor = factOf(`Area, ${place}`, area, { unit: 'm²', source });
  const certainty = birdsCertainty(record, snapshot);
  const params = {
    place,
    value: qualifiedValue(each, certainty),
    birds: qualifiedValue(all, certainty),
    area: asText(floor),
  };
  return { facts: [each, all, floor], lines: [message('ask.birdsPerArea', params)] };
}
