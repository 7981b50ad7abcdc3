// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Json = any;

/** What the service answers of one farm, to a key that sees this one alone. */
export interface FarmAnswers {
  readonly context: Json;
  readonly digest: Json;
  readonly gaps: Json;
  /** Its sections. */
  readonly insights: Json;
  readonly portfolio: Json;
  /** The rows of these, with their computed fields. */
  readonly flocks: Json;
  readonly barns: Json;
  readonly farms: Json;
  readonly medicine: Json;
  readonly tasks: Json;
  /** Whether no amount is older than 30 days: what is told of 30 and of 90 days is the same then. */
  readonly isMoneyYoung: boolean;
}

/** A number by the places that tell it, all of which must tell the same. */
export interface SharedNumber {
  readonly name: string;
  readonly told: readonly (readonly [place: string, value: unknown])[];
}

/** Weights that lie farther from the standard, in %, are not projected as they are. */
const MOST_DEVIATION = 40;

/**
 * Every number that several answers tell of a farm: of each flock inside, of each barn, and of the
 * farm as a whole.
 */
export function sharedNumbers(answers: FarmAnswers): SharedNumber[] {
  return [
    ...answers.context.flocks.flatMap((flock: Json) => ofFlock(flock, answers)),
    ...answers.context.barns.flatMap((barn: Json) => ofBarn(barn, answers)),
    ...ofFarm(answers),
    ...ofMoney(answers),
  ];
}

function ofFlock(flock: Json, answers: FarmAnswers): SharedNumber[] {
  const { insights, digest, gaps } = answers;
  const { id } = flock;
  const row = find(answers.flocks, 'id', id);
  const health = find(insights.health.flocks, 'flockId', id);
  const weights = find(insights.weights.flocks, 'flockId', id);
  const mortality = find(digest.mortality, 'flockId', id);
  const missing = find(digest.flocksMissingLog, 'flockId', id);
  const noLog = gaps.gaps.find(
    (gap: Json) => gap.kind === 'flock_no_log_today' && gap.ids.flockId === id,
  );
  const days = answers.context.history.daily.filter(({ flockId }: Json) => flockId === id);
  const lastDeaths = find(days, 'date', mortality.date);
  const isRecent = health.logDay !== null;
  return [
    number(`${id} live birds`, {
      context: flock.live,
      health: health.live,
      flocks: row.live,
    }),
    number(`${id} age in days`, {
      context: flock.ageDays,
      health: health.ageDays,
      digest: mortality.ageDays,
      flocks: row.ageDays,
    }),
    number(`${id} deaths`, { context: flock.cumMortality, flocks: row.cumMortality }),
    number(`${id} deaths in %`, {
      context: flock.cumMortalityPct,
      health: health.cumMortalityPct,
      flocks: row.cumMortalityPct,
    }),
    number(`${id} weight`, { context: flock.weight, weights: weights.weight }),
    number(`${id} standard weight in g`, {
      context: flock.standardG,
      weights: weights.std,
      flocks: row.standardG,
    }),
    number(`${id} deviation from the standard in %`, {
      context: flock.deviationPct,
      weights: weights.deviationPct,
      flocks: row.deviationPct,
    }),
    number(`${id} day of the last log`, {
      context: flock.lastLog?.date ?? null,
      flocks: row.lastLogDate,
      ...(missing ? { digest: missing.lastLogDate } : {}),
    }),
    number(`${id} days without a log`, { digest: missing?.days, gaps: noLog?.count }),
    number(`${id} severity of the missing log`, {
      digest: missing?.severity,
      gaps: noLog?.severity,
    }),
    number(`${id} day of the last deaths`, { health: health.logDay, digest: mortality.date }),
    number(`${id} deaths of that day`, {
      digest: mortality.today,
      context: lastDeaths?.mortality ?? null,
    }),
    number(`${id} deaths of that day in %`, {
      digest: mortality.pct,
      health: isRecent ? health.dailyMortalityPct : null,
    }),
    number(`${id} mean deaths of seven days`, { digest: mortality.avg7, health: health.avg7 }),
    number(`${id} spike`, {
      digest: { ...mortality.spike, ratio: mortality.ratio, baseline: mortality.baseline },
      health: health.spike,
    }),
  ];
}

function ofBarn(barn: Json, { insights, barns, context }: FarmAnswers): SharedNumber[] {
  const { id } = barn;
  const row = find(barns, 'id', id);
  const placement = find(insights.placements.barns, 'barnId', id);
  const inside = context.flocks.filter(({ barnId }: Json) => barnId === id);
  return [
    number(`${id} flock inside`, {
      context: barn.flock,
      barns: row.currentFlockId,
      placements: placement.flockId,
    }),
    number(`${id} is occupied`, {
      context: barn.occupied,
      barns: row.occupied,
      placements: placement.state === 'occupied',
    }),
    number(`${id} empty since`, { barns: row.emptySince, placements: placement.emptySince }),
    number(`${id} density in kg/m²`, {
      context: barn.densityKgM2,
      barns: row.densityKgM2,
      ...(inside.length === 1 ? { flock: inside[0].densityKgM2 } : {}),
      // Of birds weighed on another day, today's density is a projection.
      ...(isWeighedToday(inside, context) ? { placements: placement.densityKgM2 } : {}),
    }),
  ];
}

/** Whether one flock is inside, was weighed today, and weighs what its breed may. */
function isWeighedToday([flock, ...others]: Json, { asOf }: Json): boolean {
  const isPossible = flock?.deviationPct !== null && Math.abs(flock?.deviationPct) < MOST_DEVIATION;
  return isPossible && others.length === 0 && flock.weight.date === asOf.slice(0, 10);
}

function ofFarm(answers: FarmAnswers): SharedNumber[] {
  const { context, digest, gaps, insights, portfolio } = answers;
  const [farm] = answers.farms;
  const [row] = portfolio.farms;
  const gapsOf = (kind: string) => gaps.gaps.filter((gap: Json) => gap.kind === kind).length;
  const count = (rows: Json, holds: (row: Json) => unknown) => rows.filter(holds).length;
  return [
    number('live birds of the farm', {
      portfolio: row.birds,
      total: portfolio.totals.birds,
      farms: farm.birds,
      context: sumKnown(context.flocks.map(({ live }: Json) => live)),
    }),
    number('flocks inside', {
      context: context.flocks.length,
      portfolio: row.activeFlocks,
      farms: farm.activeFlocks,
    }),
    number('barns', {
      context: context.barns.length,
      portfolio: row.barns,
      farms: farm.barnCount,
    }),
    number('open alerts', {
      context: context.alerts.counts,
      portfolio: row.openAlerts,
      total: portfolio.totals.openAlerts,
    }),
    number('overdue tasks', {
      context: context.tasks.overdue,
      digest: count(digest.tasksToday, ({ overdue }) => overdue),
      portfolio: row.overdueTasks,
      labor: insights.labor.overdue,
      tasks: count(answers.tasks, ({ overdue }) => overdue),
    }),
    number('open tasks', { context: context.tasks.open.length, labor: insights.labor.open }),
    number('unanswered questions', {
      context: context.fieldReports.unansweredQuestions.length,
      digest: digest.unansweredQuestions.length,
      portfolio: row.unansweredQuestions,
      gaps: gapsOf('worker_question_unanswered'),
    }),
    number('data quality', { gaps: gaps.dataQuality.score, portfolio: row.dataQuality }),
    ...ofOneFlock(answers),
    ...ofLastFlock(answers),
    number('expired medicine', {
      context: context.medicine.expired.length,
      gaps: gapsOf('medicine_expired'),
    }),
    number('medicine that runs low', {
      context: context.medicine.lowStock.length,
      medicine: count(answers.medicine, ({ lowStock }) => lowStock),
    }),
  ];
}

/** Where one flock is inside, what is told of the farm is that of the flock. */
function ofOneFlock({ context, insights, portfolio }: FarmAnswers): SharedNumber[] {
  const [flock] = context.flocks;
  if (context.flocks.length !== 1) return [];
  const [row] = portfolio.farms;
  const [health] = insights.health.flocks;
  const isPlain =
    health.expectedBasis !== 'farm' &&
    health.openHealthAlerts === 0 &&
    health.env.thi === null &&
    health.env.watchedHours24 === 0 &&
    health.env.nh3Max24 === null;
  return [
    number('deviation of the farm in %', {
      portfolio: row.weightDeviationPct,
      context: flock.live === null || flock.live === 0 ? null : flock.deviationPct,
    }),
    ...(isPlain && flock.live > 0
      ? [number('health score', { portfolio: row.healthScore, health: health.score })]
      : []),
  ];
}

function ofLastFlock({ insights, portfolio, ...answers }: FarmAnswers): SharedNumber[] {
  const closed = answers.flocks.filter(({ status }: Json) => status === 'closed');
  if (closed.length !== 1) return [];
  const row = insights.benchmark.rows.find(
    ({ flockId, metric }: Json) => flockId === closed[0].id && metric === 'epef',
  );
  if (!row) return [];
  return [number('epef', { portfolio: portfolio.farms[0].epefLast, benchmark: row.value })];
}

function ofMoney(answers: FarmAnswers): SharedNumber[] {
  const { context, insights, portfolio, isMoneyYoung } = answers;
  const [row] = portfolio.farms;
  const { money90d } = context;
  return [
    ...(isMoneyYoung
      ? [
          number('revenue', { portfolio: row.revenue30d, context: money90d.revenue }),
          number('expenses', {
            portfolio: row.expenses30d,
            context: cents(money90d.expenses + money90d.feed),
          }),
        ]
      : []),
    number('net', {
      context: money90d.net,
      parts: cents(money90d.revenue - money90d.expenses - money90d.feed),
    }),
    number('currency', { portfolio: row.currency, context: context.farm.currency }),
    number('prices of leaks and profit', {
      profit: insights.profit.prices.salePerKg === null,
      leaks: insights.leaks.missing.some(({ code }: Json) => code === 'no_sale_price'),
    }),
  ];
}

function number(name: string, told: Readonly<Record<string, unknown>>): SharedNumber {
  return { name, told: Object.entries(told) };
}

function find(rows: Json, field: string, value: unknown): Json {
  return rows.find((row: Json) => row[field] === value);
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 && values.length > 0) return null;
  return known.reduce((total, value) => total + value, 0);
}

/** An amount to the cent. */
function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
