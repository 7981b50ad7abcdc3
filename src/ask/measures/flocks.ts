import { marketProjection } from '../../farming/accounting/market-projection.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { findFlockDay } from '../../farming/core/flock-days.ts';
import { type FlockRecord, flockName } from '../../farming/core/flock-record.ts';
import { missingInFlock, missingPopulation } from '../../farming/core/missing-data.ts';
import { weightNow } from '../../farming/core/projections.ts';
import { flockConversion, missingForConversion } from '../../farming/feed/flock-feed.ts';
import { flockHealth } from '../../farming/health/flock-health.ts';
import { knownHealthScore, missingHealth } from '../../farming/health/health-score.ts';
import { cumulativeMortality, isLiveUpperBound } from '../../farming/health/mortality.ts';
import { currentSpike } from '../../farming/health/mortality-spike.ts';
import { withdrawalOn } from '../../farming/health/treatments.ts';
import { type MessageValue, message } from '../../model/core/message.ts';
import { addMonths, daysBetween } from '../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { dayNumber, findLogs, missingOnDay, periodText } from './days.ts';
import {
  absoluteValue,
  asText,
  factOf,
  factsInMessage,
  type NumberFact,
  qualifiedValue,
  signWord,
  wordFact,
} from './fact-of.ts';
import { findBound, flockMeasure, liveThen } from './flock-measure.ts';
import { answerList, EACH, EACH_AND_TOTAL, type ListItem, missingRow, sumOfRows } from './rows.ts';
import { weightReached } from './weight.ts';

type FlockPart = (typeof LIVE_FLOCK_PARTS)[number];

/** The present flocks. */
export const flocks = {
  parts: LIVE_FLOCK_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: listFlocks,
} as const satisfies MeasureDefinition<FlockPart>;

function listFlocks(snapshot: FarmSnapshot<FlockPart>, question: MeasureQuestion): MeasureAnswer {
  const { barnIds } = question.scope;
  const found = liveFlocksOf(snapshot).filter(
    ({ flock }) => barnIds?.includes(flock.barnId) ?? true,
  );
  const source = { resource: 'flocks', ids: found.map(({ flock }) => flock.id) } as const;
  return answerList(
    found.map(flockItem),
    { label: 'Flocks', text: 'ask.flocks', asOf: snapshot.today, source },
    question,
  );
}

function flockItem(record: FlockRecord): ListItem {
  const { flock, barn, ageDays, live } = record;
  const name = flockName(record);
  const frame = { asOf: record.lastDay, source: { resource: 'flocks', ids: [flock.id] } } as const;
  const age = ageDays === null ? null : factOf(`Age, ${name}`, ageDays, { ...frame, unit: 'days' });
  const birds =
    live === null ? null : factOf(`Live birds, ${name}`, live, { ...frame, unit: 'birds' });
  const line = message('ask.flock', {
    name,
    barn: barn?.name ?? message('ask.unknown'),
    age: age ? asText(age) : message('ask.unknown'),
    birds: birds ? atMost(record, asText(birds)) : message('ask.unknown'),
  });
  const figures = [age, birds].filter((fact) => fact !== null);
  return { facts: [wordFact('Flock', name, frame), ...figures], lines: [line] };
}

/** Live birds, as in the farm context. */
export const liveBirds = flockMeasure({
  parts: [],
  aggregations: EACH_AND_TOTAL,
  takesAges: true,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { period } = question;
    if (period && period.to !== today)
      return liveThen(record, { place, fact, day: period.to, today });
    const live = fact('Live birds', record.live, { as: 'birds', unit: 'birds' });
    if (!live) return missingRow(place, missingPopulation(record));
    const isAtMost = isLiveUpperBound(record);
    const params = {
      place,
      count: live.value,
      value: asText(live),
      ...findBound([{ isAtMost }]),
    };
    return {
      ...{ place, value: live.value, facts: [live], isAtMost },
      lines: [message('ask.liveBirds', params)],
      missing: missingPopulation(record),
    };
  },
  combine: (rows, { today }, { period }) =>
    period && period.to !== today
      ? sumOfRows(rows, {
          label: `Live birds, ${period.to}`,
          text: 'ask.liveBirdsOn',
          round: Math.round,
          unit: 'birds',
          asOf: period.to,
          params: () => ({ day: { day: period.to }, ...findBound(rows) }),
        })
      : sumOfRows(rows, {
          label: 'Live birds',
          text: 'ask.liveBirds',
          round: Math.round,
          unit: 'birds',
          asOf: today,
          params: () => findBound(rows),
        }),
});

function atMost(record: FlockRecord, value: MessageValue): MessageValue {
  return isLiveUpperBound(record) ? message('ask.atMost', { value }) : value;
}

/** Age of the birds of a flock. */
export const age = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { placementDate, id, arrivalAgeDays } = record.flock;
    const askedDay = question.period?.to;
    // A day before placement means the same day of the next year: an age is never negative.
    const day =
      askedDay !== undefined && askedDay < placementDate ? addMonths(askedDay, 12) : askedDay;
    if (day !== undefined && day !== today && day >= placementDate) {
      const old = (arrivalAgeDays ?? 0) + daysBetween(placementDate, day);
      const then = factOf(`Age, ${place}, ${day}`, old, {
        unit: 'days',
        asOf: day,
        source: { resource: 'flocks', ids: [id] },
      });
      const reason = {
        place,
        days: asText(then),
        day: { day },
        isAhead: day > today ? 'yes' : 'no',
      };
      return { place, value: old, facts: [then], lines: [message('ask.ageOn', reason)] };
    }
    const days = fact('Age', record.ageDays, { as: 'time', unit: 'days' });
    const placed = wordFact(`Placed, ${place}`, placementDate, {
      source: { resource: 'flocks', ids: [id] },
    });
    if (!days) {
      const reason = message('ask.noEnd', { place });
      return { place, value: null, missing: [{ code: 'no_end', message: reason, flockId: id }] };
    }
    const line = message('ask.age', {
      place,
      days: asText(days),
      day: { day: placementDate },
      isLive: record.isLive ? 'yes' : 'no',
    });
    return { place, value: days.value, facts: [days, placed], lines: [line] };
  },
});

const MAX_DRIVERS = 3;

/** Health of a flock, as scored by the section health, and the causes of lost points. */
export const healthScore = flockMeasure({
  parts: ['treatments', 'feedDeliveries', 'moults', 'alerts', 'readings', 'seenBehaviour'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const health = flockHealth(record, snapshot);
    const missing = missingHealth(record, health, snapshot);
    const known = knownHealthScore(record, health, snapshot.thresholds);
    if (!known) return missingRow(place, missing);
    const { score, grade, drivers } = known;
    const points = fact('Health score', score, { as: 'score', asOf: snapshot.today });
    if (!points) return missingRow(place, missing);
    const shownDrivers = drivers.slice(0, MAX_DRIVERS);
    const line = message('ask.healthScore', { place, score: asText(points), grade });
    return {
      place,
      value: score,
      facts: [
        points,
        wordFact(`Health grade, ${place}`, grade, points),
        ...shownDrivers.flatMap((driver) =>
          factsInMessage(`${driver.code}, ${place}`, driver.message),
        ),
      ],
      lines: [line, ...shownDrivers.map((driver) => driver.message)],
      missing,
    };
  },
});

/** The production index of a flock at its last weighing or sale. */
export const efficiency = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const performance = flockConversion(record, snapshot);
    const asOf = performance?.day ?? null;
    const index = fact('EPEF', performance?.epef, { as: 'score', asOf });
    const days = fact('Age', performance?.ageDays, { as: 'time', unit: 'days', asOf });
    if (!index || !days) {
      return missingRow(place, missingForConversion(record, performance, snapshot));
    }
    const certainty = performance?.certainty.epef ?? 'exact';
    const reason = qualifiedValue(index, certainty);
    const line = message('ask.efficiency', { place, index: reason, days: asText(days) });
    return { place, value: index.value, facts: [index, days], lines: [line] };
  },
});

/** Less than every deviation: flocks that were not weighed are last. */
const NOT_WEIGHED = -100;

/** Flocks side by side: age, birds, losses, weight and feed conversion. */
export const compareFlocks = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: ['compare', 'list'],
  rowOf: ({ record, place, fact }, snapshot) => {
    const dead = cumulativeMortality(record);
    const done = flockConversion(record, snapshot);
    const asOf = record.weight?.day ?? null;
    const figures = {
      age: fact('Age', record.ageDays, { as: 'time', unit: 'days' }),
      birds: fact('Live birds', record.live, { as: 'birds', unit: 'birds' }),
      mortality: fact('Cumulative mortality, share', dead.cumMortalityPct, {
        as: 'pct',
        unit: '%',
      }),
      weight: fact('Weight', record.weight?.g, { as: 'grams', unit: 'g', asOf }),
      off: fact('Weight against the standard', weightNow(record).deviationPct, {
        as: 'pct',
        unit: '%',
        asOf,
      }),
      conversion: fact('Feed conversion', done?.fcr, { as: 'ratio', asOf: done?.day ?? null }),
    };
    const params = Object.entries(figures).map(([name, found]) => {
      const reason = orUnknown(found);
      if (name === 'birds' && found) return [name, atMost(record, reason)];
      if (name === 'conversion' && found && done)
        return [name, qualifiedValue(found, done.certainty.fcr)];
      const isAtLeast = name === 'mortality' && found && dead.mortalityDaysUnlogged > 0;
      return [name, isAtLeast ? message('ask.atLeast', { value: reason }) : reason];
    });
    return {
      place,
      value: figures.off?.value ?? NOT_WEIGHED,
      facts: Object.values(figures).filter((each) => each !== null),
      lines: [
        message('ask.compareFlocks', {
          ...{ place, ...Object.fromEntries(params) },
          ...{ side: signWord(figures.off), off: figures.off ? absoluteValue(figures.off) : '' },
        }),
      ],
      missing: missingPopulation(record),
    };
  },
});

function orUnknown(fact: NumberFact | null) {
  if (!fact) return message('ask.unknown');
  return fact.unit === null ? message('ask.number', { value: fact.value }) : asText(fact);
}

/** The planned sale date of a flock, and its expected weight then. */
export const marketDate = flockMeasure({
  parts: ['treatments'],
  reportsLimit: true,
  aggregations: EACH,
  rowOf: ({ record, place, fact, question }, snapshot) => {
    if (question.limit) {
      const { today } = snapshot;
      return weightReached(record, { place, fact, today }, question.limit.value);
    }
    const market = marketProjection(record, snapshot);
    if (!market) {
      if (!record.isLive) {
        const reason = message('ask.sold', { place });
        return missingRow(place, [
          { code: 'flock_closed', message: reason, flockId: record.flock.id },
        ]);
      }
      const reason = message('ask.noMarketDate', { place });
      const { id } = record.flock;
      const body = { plannedMarketDate: null };
      const fix = { method: 'PATCH', path: `/flocks/${id}`, body } as const;
      return missingRow(place, [
        {
          ...missingInFlock(record, 'no_market_date', 'targetWeightKg'),
          field: 'plannedMarketDate',
          message: reason,
          fix,
        },
      ]);
    }
    const asOf = snapshot.today;
    const days = fact('Age at sale', market.ageDays, { as: 'time', unit: 'days', asOf });
    const kg = fact('Weight at sale', market.weightKg, { as: 'kg', unit: 'kg', asOf });
    const source = { resource: 'flocks', ids: [record.flock.id] } as const;
    const day = wordFact(`Market date, ${place}`, market.day, { asOf, source });
    const line = message('ask.marketDate', {
      place,
      day: { day: market.day },
      days: days ? asText(days) : '',
      basis: market.basis,
      hasWeight: kg ? 'yes' : 'no',
      weight: kg ? asText(kg) : '',
    });
    const figures = [days, kg].filter((each) => each !== null);
    const given = snapshot.treatments.filter(({ flockId }) => flockId === record.flock.id);
    const until = withdrawalOn(given, snapshot.today);
    const running =
      until === null ? [] : [wordFact(`Withdrawal until, ${place}`, until, { asOf, source })];
    const warning =
      until === null
        ? []
        : [
            message('ask.withdrawal.until', {
              ...{ place, until: { day: until } },
              ...{ hasProduct: 'no', product: '' },
            }),
          ];
    return {
      place,
      value: dayNumber(market.day),
      facts: [day, ...figures, ...running],
      lines: [line, ...warning],
    };
  },
});

/** Whether mortality on the newest logged day was unusually high, by the rule of the briefing. */
export const mortalitySpike = flockMeasure({
  parts: [],
  aggregations: ['value', 'list'],
  rowOf: ({ record, place, fact }, { today, thresholds }) => {
    const { day, spike } = currentSpike(record, { today, thresholds });
    if (day === null || spike.deaths === null) {
      const name = message('ask.name.mortality');
      const reason = message('ask.neverLogged', { place, name });
      return {
        place,
        value: null,
        missing: [missingOnDay(record, { field: 'mortality', day: today, reason })],
      };
    }
    const logged = findFlockDay(record, day);
    const frame = { asOf: day, source: findLogs(logged ? [logged] : []) };
    const deaths = fact('Mortality', spike.deaths, { ...frame, as: 'birds', unit: 'birds' });
    const ratio = fact('Mortality by what is usual', spike.ratio, { ...frame, as: 'ratio' });
    const pct = fact('Mortality, share', spike.pct, { ...frame, as: 'pct', unit: '%' });
    const level = spike.severity ?? 'none';
    const line = message('ask.mortalitySpike', {
      place,
      level,
      count: spike.deaths,
      when: periodText({ from: day, to: day }, today),
      basis: ratio ? (spike.baseline === 'curve' ? 'age' : 'week') : 'none',
      ratio: ratio ? asText(ratio) : '',
      hasPct: pct ? 'yes' : 'no',
      pct: pct ? asText(pct) : '',
    });
    return {
      place,
      value: spike.deaths,
      facts: [
        ...[deaths, ratio, pct].filter((each) => each !== null),
        wordFact(`Mortality spike, ${place}`, level, frame),
      ],
      lines: [line],
    };
  },
});
