import { findFlockDay } from '../../farming/core/flock-days.ts';
import { missingPopulation, unloggedDeaths } from '../../farming/core/missing-data.ts';
import {
  cumulativeMortality as cumulativeDeaths,
  flockLivabilityPct,
  hasDeathsRecorded,
  livabilityCertainty,
} from '../../farming/health/mortality.ts';
import { mortalitySpike, newestDeathsDay } from '../../farming/health/mortality-spike.ts';
import { message } from '../../model/core/message.ts';
import { dayMeasure } from './day-measure.ts';
import { findLogs, missingOnDay, periodText } from './days.ts';
import { asText, qualifiedValue } from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { EACH, EACH_AND_TOTAL, missingRow, sumOfRows } from './rows.ts';

/** Dead birds. */
export const mortality = dayMeasure({
  name: 'mortality',
  label: 'Mortality',
  field: 'mortality',
  unit: 'birds',
  as: 'birds',
  isShareTold: true,
});

/** Culled birds. */
export const culls = dayMeasure({
  name: 'culls',
  label: 'Culls',
  field: 'culls',
  unit: 'birds',
  as: 'birds',
  isShareTold: true,
});

/** Deaths of a flock since placement. */
export const cumulativeMortality = flockMeasure({
  parts: [],
  usualPeriod: 'flock',
  aggregations: EACH_AND_TOTAL,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { totals, days } = record;
    if (!hasDeathsRecorded(record)) {
      const name = message('ask.name.mortality');
      const reason = message('ask.neverLogged', { place, name });
      return {
        place,
        value: null,
        missing: [missingOnDay(record, { field: 'mortality', day: today, reason })],
      };
    }
    const source = findLogs(days.filter(({ log }) => log?.mortality != null));
    const frame = { source, asOf: record.lastDay };
    const dead = cumulativeDeaths(record);
    const unlogged = dead.mortalityDaysUnlogged;
    const isAtLeast = unlogged > 0 && totals.mortality > 0;
    const deaths = fact('Cumulative mortality', totals.mortality, {
      ...frame,
      as: 'birds',
      unit: 'birds',
    });
    const pct = fact('Cumulative mortality, share', dead.cumMortalityPct, {
      ...frame,
      as: 'pct',
      unit: '%',
    });
    const reason = {
      place,
      count: totals.mortality,
      hasPct: pct ? 'yes' : 'no',
      pct: pct ? asText(pct) : '',
    };
    const line =
      unlogged === 0
        ? message('ask.cumulativeMortality', reason)
        : message('ask.cumulativeMortalityInPart', {
            ...reason,
            isAtLeast: isAtLeast ? 'yes' : 'no',
            ...{ unlogged, days: dead.mortalityDays },
          });
    const inDays = { ...frame, as: 'time', unit: 'days' } as const;
    const gaps =
      unlogged === 0
        ? []
        : [
            fact('Days without deaths in the log', unlogged, inDays),
            fact('Days on which deaths should be logged', dead.mortalityDays, inDays),
          ];
    // Flocks differ in size, so their percentages are compared, not their numbers of birds.
    const isCompared = question.aggregation !== 'total' && pct !== null;
    return {
      place,
      value: isCompared ? pct.value : totals.mortality,
      facts: [deaths, pct, ...gaps].filter((each) => each !== null),
      lines: [line],
      isAtLeast,
      missing: [...missingPopulation(record), ...unloggedDeaths(record, today)],
    };
  },
  combine: (rows, { today }, { aggregation }) =>
    aggregation === 'total'
      ? sumOfRows(rows, {
          label: 'Cumulative mortality',
          text: 'ask.cumulativeMortalityTotal',
          round: Math.round,
          unit: 'birds',
          asOf: today,
          params: () => ({ isAtLeast: rows.some((row) => row.isAtLeast) ? 'yes' : 'no' }),
        })
      : { facts: [], lines: [] },
});

/** Birds of a flock that neither died nor were culled, in % of the placed birds. */
export const livability = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const pct = fact('Livability', flockLivabilityPct(record), { as: 'pct', unit: '%' });
    if (!pct && hasDeathsRecorded(record)) {
      const unknown = missingPopulation(record);
      return missingRow(place, unknown.length > 0 ? unknown : unloggedDeaths(record, today));
    }
    if (!pct) {
      const reason = message('ask.neverLogged', { place, name: message('ask.name.mortality') });
      const unlogged = missingOnDay(record, { field: 'mortality', day: today, reason });
      const unknown = missingPopulation(record);
      return { place, value: null, missing: unknown.length > 0 ? unknown : [unlogged] };
    }
    const certainty = livabilityCertainty(record);
    const line = message('ask.livability', { place, pct: qualifiedValue(pct, certainty) });
    return { place, value: pct.value, facts: [pct], lines: [line] };
  },
});

/** Deaths on the newest logged day compared with the mean of the seven days before. */
export const mortalityAgainstAverage = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today, thresholds }) => {
    const day = newestDeathsDay(record, today) ?? today;
    const logged = findFlockDay(record, day);
    const { deaths: count, avg7 } = mortalitySpike(record, day, thresholds);
    const frame = { asOf: day, source: findLogs(logged ? [logged] : []) };
    const deaths = fact('Mortality', count, { ...frame, as: 'birds', unit: 'birds' });
    const usual = fact('Mean mortality of the 7 days before', avg7, {
      asOf: day,
      as: 'ratio',
      unit: 'birds',
    });
    if (!deaths || !usual) {
      const name = message('ask.name.mortality');
      const reason = message('ask.noTrend', { place, name });
      return {
        place,
        value: null,
        missing: [missingOnDay(record, { field: 'mortality', day: today, reason })],
      };
    }
    const line = message('ask.mortalityAgainstAverage', {
      place,
      when: periodText({ from: day, to: day }, today),
      count: deaths.value,
      average: asText(usual),
      side: deaths.value > usual.value ? 'above' : deaths.value < usual.value ? 'below' : 'same',
    });
    return { place, value: deaths.value - usual.value, facts: [deaths, usual], lines: [line] };
  },
});
