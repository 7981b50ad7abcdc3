import { type FarmAnswers, find, type Json } from './answers.ts';

/** Contradictions to open alerts; every alert here was just raised by the rules. */
export function contradictions(answers: FarmAnswers): string[] {
  const raised = answers.alerts.filter(({ source }: Json) => source?.rule);
  return [
    ...raised.flatMap((alert: Json) =>
      laws.flatMap((law) => {
        const text = law(alert, answers);
        return text === null ? [] : [`${text}: ${alert.message}`];
      }),
    ),
    ...besideGrades(answers),
    ...ofFarm(answers),
  ];
}

/**
 * The contradiction of a response to an alert; null where it agrees, or the alert is of another
 * rule.
 */
type Law = (alert: Json, answers: FarmAnswers) => string | null;

function law(rule: string, of: (alert: Json, answers: FarmAnswers) => readonly Claim[]): Law {
  return (alert, answers) => {
    if (alert.source.rule !== rule) return null;
    const wrong = of(alert, answers).find(([, holds]) => !holds);
    return wrong ? wrong[0] : null;
  };
}

type Claim = readonly [text: string, holds: boolean];

/** Rules about the air, the values in their alerts, and the measure of the current climate. */
const AIR = [
  ['co2', 'value', 'co2'],
  ['nh3', 'value', 'nh3'],
  ['rh', 'value', 'humidity'],
  ['temp_high', 'temp', 'temp'],
  ['temp_low', 'temp', 'temp'],
  ['sensors_disagree', 'spread', 'tempSpreadC'],
] as const;

const laws: readonly Law[] = [
  law('density', ({ source, barnId }, { insights, ledger }) => {
    const placement = find(insights.placements.barns, 'barnId', barnId);
    const risk = find(ledger.items, 'key', 'overweight_or_density');
    const { densityKgM2, overcrowdedAt, expectedOut } = placement;
    return [
      [`density ${densityKgM2} is within ${source.limitKgM2}`, densityKgM2 > source.limitKgM2],
      ['no day is overcrowded', overcrowdedAt !== null || expectedOut === null],
      ['the ledger sees no risk', risk?.p !== 0],
    ];
  }),
  law('weight_below_standard', ({ source, flockId }, { context, insights }) => {
    const { deviationPct } = find(context.flocks, 'id', flockId);
    const section = find(insights.weights.flocks, 'flockId', flockId).deviationPct;
    return [
      [
        `deviation ${deviationPct} is not ${source.deviationPct}`,
        deviationPct === source.deviationPct,
      ],
      [`the section weights says ${section}`, section === source.deviationPct],
    ];
  }),
  law('mortality_spike', ({ source, flockId }, { insights, digest, dashboard }) => {
    const health = find(insights.health.flocks, 'flockId', flockId);
    const reported = find(digest.mortality, 'flockId', flockId);
    const cell = find(dashboard.barns, 'flockId', flockId);
    return [
      ['the section health sees no spike', health.spike.flag],
      ['the digest sees no spike', reported.spike.flag],
      ['the dashboard sees no spike', cell.mortality.spike.flag],
      [`the digest tells of ${reported.deaths} deaths`, reported.deaths === source.deaths],
    ];
  }),
  law('water_drop', ({ source, flockId }, { insights }) => {
    const { waterDropPct } = find(insights.health.flocks, 'flockId', flockId);
    return [[`water fell by ${waterDropPct} %`, source.dropPct === null || waterDropPct !== null]];
  }),
  ...AIR.map(([rule, reported, measure]) =>
    law(rule, ({ source, barnId }, { context }) => {
      const air = find(context.environment, 'barnId', barnId);
      const current = air?.[measure] ?? null;
      return [[`the current ${measure} is ${current}`, current === source[reported]]];
    }),
  ),
  law('feed_out', ({ source, flockId }, { insights, dashboard, ledger }) => {
    const risk = find(ledger.items, 'key', 'feed_out');
    const { daysLeft } = find(insights.feed.flocks, 'flockId', flockId);
    const { feedDaysLeft } = find(dashboard.barns, 'flockId', flockId);
    return [
      [`the feed lasts ${daysLeft} days`, daysLeft === source.daysLeft],
      [`the dashboard says ${feedDaysLeft} days`, feedDaysLeft === source.daysLeft],
      ['the ledger sees no risk', risk?.p !== 0],
    ];
  }),
  law('medicine_expired', (_alert, { context }) => [
    ['no medicine has expired', context.medicine.expired.length > 0],
  ]),
  // A flock with an open critical alert never has the best grade or a status of well.
  ({ severity, flockId }, { insights }) => {
    const health = find(insights.health.flocks, 'flockId', flockId);
    return severity === 'critical' && health?.grade === 'A' ? 'its flock has the grade A' : null;
  },
];

const OF_HEALTH = ['weight', 'livability', 'henDay'];

/** A flock with the worst grade in a health figure never has a status of well. */
function besideGrades({ insights }: FarmAnswers): string[] {
  return insights.benchmark.rows.flatMap(({ flockId, metric, grade, reference }: Json) => {
    const health = find(insights.health.flocks, 'flockId', flockId);
    const isBad = grade === 'E' && reference === 'standard' && OF_HEALTH.includes(metric);
    return isBad && (health?.grade === 'A' || health?.score > 89)
      ? [`${flockId} has grade E in ${metric} and ${health.score} points of health`]
      : [];
  });
}

/** Contradictions of responses about the whole farm to its open alerts. */
function ofFarm({ alerts, portfolio, digest }: FarmAnswers): string[] {
  const isCritical = alerts.some(({ severity }: Json) => severity === 'critical');
  const [row] = portfolio.farms;
  const unknown = alerts.filter(
    ({ id, severity }: Json) => severity === 'critical' && !find(digest.openAlerts, 'id', id),
  );
  return [
    ...(isCritical && row.status !== 'critical' && row.status !== 'empty'
      ? [`the portfolio calls the farm ${row.status}`]
      : []),
    ...unknown.map(({ message }: Json) => `the digest leaves out: ${message}`),
  ];
}
