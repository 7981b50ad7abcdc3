import type { SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import { message } from '../../model/core/message.ts';
import type { Aggregation, MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { type MeasureName, measures } from './measures.ts';

/** The measure that answers a question: the base measure, extended according to its modifiers. */
export function composedMeasure(intent: MeasureName, question: MeasureQuestion): MeasureDefinition {
  const definition: MeasureDefinition = measures[intent];
  if (question.isReason) return findReasons(intent);
  const { barnIds, flockIds } = question.scope;
  if (intent === 'briefing' && question.period) return combine('briefing', OF_DAYS);
  if (intent === 'briefing' && (barnIds ?? flockIds)) return combine('briefing', OF_A_PLACE);
  if (question.versus && !definition.comparesPeriods) return bothPeriods(definition);
  return definition;
}

/** A measure for each of two periods, the later one first. */
function bothPeriods(definition: MeasureDefinition): MeasureDefinition {
  return {
    ...definition,
    compute: (snapshot, { versus, ...question }) =>
      joined([
        definition.compute(snapshot, question),
        ...(versus ? [definition.compute(snapshot, { ...question, period: versus })] : []),
      ]),
  };
}

type Related = readonly (readonly [MeasureName, Aggregation])[];

/** The figures that may explain another one: its change, and the figures that it depends on. */
const REASON_MEASURES: Readonly<Partial<Record<MeasureName, Related>>> = {
  mortality: [
    ['mortality', 'trend'],
    ['temperature', 'value'],
    ['ammonia', 'value'],
    ['waterUsed', 'trend'],
    ['feedEaten', 'trend'],
    ['lastTreatment', 'value'],
  ],
  waterUsed: [
    ['waterUsed', 'trend'],
    ['temperature', 'value'],
    ['feedEaten', 'trend'],
    ['lastTreatment', 'value'],
  ],
  feedEaten: [
    ['feedEaten', 'trend'],
    ['temperature', 'value'],
    ['waterUsed', 'trend'],
    ['feedStock', 'value'],
  ],
  weight: [
    ['weightDeviation', 'value'],
    ['feedPerBird', 'value'],
    ['waterPerBird', 'value'],
    ['uniformity', 'value'],
  ],
  feedConversion: [
    ['feedConversion', 'value'],
    ['weightDeviation', 'value'],
    ['mortality', 'trend'],
    ['temperature', 'value'],
  ],
  eggs: [
    ['eggs', 'trend'],
    ['feedEaten', 'trend'],
    ['waterUsed', 'trend'],
    ['temperature', 'value'],
  ],
  temperature: [
    ['temperature', 'value'],
    ['weather', 'value'],
    ['devicesOffline', 'list'],
  ],
  ammonia: [
    ['ammonia', 'value'],
    ['humidity', 'value'],
    ['temperature', 'value'],
  ],
  moneySpent: [['moneySpent', 'list']],
};

const SAME_REASONS: Readonly<Partial<Record<MeasureName, MeasureName>>> = {
  cumulativeMortality: 'mortality',
  mortalityAgainstAverage: 'mortality',
  mortalitySpike: 'mortality',
  livability: 'mortality',
  culls: 'mortality',
  healthScore: 'mortality',
  waterPerBird: 'waterUsed',
  waterFeedRatio: 'waterUsed',
  feedPerBird: 'feedEaten',
  weightDeviation: 'weight',
  dailyGain: 'weight',
  uniformity: 'weight',
  efficiency: 'feedConversion',
  layingRate: 'eggs',
  eggBreakage: 'eggs',
  heatStress: 'temperature',
  co2: 'ammonia',
  humidity: 'ammonia',
};

/**
 * Reasons for a figure. No record contains a reason: the answer gives the change of the figure, the
 * other figures of the place and the open alerts.
 */
function findReasons(intent: MeasureName): MeasureDefinition {
  const related = REASON_MEASURES[SAME_REASONS[intent] ?? intent] ?? [[intent, 'value']];
  const isAboutAlerts = related.some(([name]) => name === 'alerts');
  const asked: Related = isAboutAlerts ? related : [...related, ['alerts', 'list']];
  const combined = combine(intent, asked);
  return {
    ...combined,
    compute: (snapshot, question) => {
      const head = { facts: [], lines: [message('ask.reasons')] };
      return joined([head, combined.compute(snapshot, question)]);
    },
  };
}

/** The most frequently requested figures of a barn or flock. */
const OF_A_PLACE: Related = [
  ['liveBirds', 'value'],
  ['age', 'value'],
  ['mortality', 'value'],
  ['weight', 'value'],
  ['feedEaten', 'value'],
  ['waterUsed', 'value'],
  ['temperature', 'value'],
  ['alerts', 'list'],
];

/** A summary of past days: deaths, culls, feed and water from the logs. */
const OF_DAYS: Related = [
  ['mortality', 'value'],
  ['culls', 'value'],
  ['feedEaten', 'value'],
  ['waterUsed', 'value'],
];

/** Several measures of one place, in order. */
function combine(intent: MeasureName, related: Related): MeasureDefinition {
  const parts = new Set(related.flatMap(([name]): readonly SnapshotPart[] => measures[name].parts));
  return {
    ...(measures[intent] as MeasureDefinition),
    parts: [...parts],
    compute: (snapshot, { scope, period }) =>
      joined(
        related.map(([name, aggregation]) => {
          const definition: MeasureDefinition = measures[name];
          const place = definition.per === 'farm' ? {} : scope;
          // Beside other figures a trend has no value of each day.
          const day = period?.to ?? snapshot.today;
          const asked = aggregation === 'trend' ? { ...period, from: day, to: day } : period;
          const days = asked && definition.usualPeriod ? { period: asked } : {};
          return definition.compute(snapshot, { scope: place, aggregation, slots: {}, ...days });
        }),
      ),
  };
}

function joined(answers: readonly MeasureAnswer[]): MeasureAnswer {
  const missing = answers.flatMap((answer) => answer.missing ?? []);
  return {
    facts: answers.flatMap(({ facts }) => facts),
    lines: answers.flatMap(({ lines }) => lines),
    ...(missing.length > 0 ? { missing } : {}),
  };
}
