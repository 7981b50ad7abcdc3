import { addDays } from '../../../src/tools/calendar.ts';
import {
  byPlace,
  cents,
  type FarmAnswers,
  factOf,
  find,
  type Json,
  number,
  openAlert,
  type SharedNumber,
} from './answers.ts';

export function ofBarn(barn: Json, answers: FarmAnswers): SharedNumber[] {
  const { insights, barns, context, dashboard, asked } = answers;
  const { id } = barn;
  const row = find(barns, 'id', id);
  const placement = find(insights.placements.barns, 'barnId', id);
  const inside = context.flocks.filter(({ barnId }: Json) => barnId === id);
  const named = inside.map((flock: Json) => flock.densityKgM2);
  const cells = dashboard.barns.filter(({ barnId }: Json) => barnId === id);
  const windows = insights.market.sellWindow.filter(({ flockId }: Json) =>
    inside.some((flock: Json) => flock.id === flockId),
  );
  const alert = openAlert(answers, `density:${id}`);
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
      placements: placement.densityKgM2,
      ...byPlace('flock', named),
      ...byPlace(
        'dashboard',
        cells.map((cell: Json) => cell.densityKgM2),
      ),
      ...byPlace(
        'market',
        windows.map(({ days }: Json) => days[0].densityKgM2),
      ),
      ...(inside.length > 0 ? { ask: factOf(asked.density, 'Density', inside.at(-1).id) } : {}),
      ...(alert ? { alert: alert.source.densityKgM2 } : {}),
    }),
    number(`${id} why its density is unknown`, {
      context: barn.densityReason,
      barns: row.densityReason,
      placements: placement.densityReason,
    }),
  ];
}

const MEASURES = ['temp', 'humidity', 'co2', 'nh3', 'thi', 'status', 'ageMinutes'] as const;

/** The current climate of a barn, by measure. */
export function ofAir(barn: Json, answers: FarmAnswers): SharedNumber[] {
  const { context, dashboard, insights, asked } = answers;
  const air = find(context.environment, 'barnId', barn.id);
  const inside = insights.health.flocks.filter(({ barnId }: Json) => barnId === barn.id);
  const cells = dashboard.barns.filter(({ barnId }: Json) => barnId === barn.id);
  const chart = answers.charts[`climate/${barn.id}`].current;
  const subjectOfAnswer = (facts: Json, label: string) =>
    facts.find((one: Json) => one.label === `${label}, ${barn.name}`)?.value ?? null;
  return [
    ...MEASURES.map((name) =>
      number(`${barn.id} current ${name}`, {
        context: air?.[name] ?? null,
        ...(name in chart ? { chart: chart[name] } : {}),
        ...byPlace(
          'dashboard',
          cells.map(({ climate }: Json) => climate?.[name] ?? null),
        ),
        ...(name === 'thi'
          ? byPlace(
              'health',
              inside.map(({ env }: Json) => env.thi),
            )
          : {}),
      }),
    ),
    number(`${barn.id} temperature as last measured`, {
      context: air?.temp ?? air?.last?.temp ?? null,
      ask: subjectOfAnswer(asked.temperature, 'Temperature'),
    }),
    number(`${barn.id} humidity as last measured`, {
      context: air?.humidity ?? air?.last?.humidity ?? null,
      ask: subjectOfAnswer(asked.humidity, 'Humidity'),
    }),
    number(`${barn.id} CO2 as last measured`, {
      context: air?.co2 ?? air?.last?.co2 ?? null,
      ask: subjectOfAnswer(asked.co2, 'CO2'),
    }),
  ];
}

export function ofFarm(answers: FarmAnswers): SharedNumber[] {
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
    number('deviation of all flocks in %', {
      portfolio: row.weightDeviationPct,
      dashboard: answers.dashboard.figures.weightDeviationPct,
    }),
    number('risk score', {
      risk: insights.risk.score,
      ledger: answers.ledger.score,
      dashboard: answers.dashboard.figures.risk.score,
    }),
    ...insights.risk.items.map(({ key, p, points, explanation }: Json) => {
      const item = find(answers.ledger.items, 'key', key);
      return number(`risk ${key}`, {
        risk: { p, points, explanation },
        ledger: { p: item.p, points: item.points, explanation: item.explanation },
      });
    }),
    ...deathsOfFarm(answers),
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

/** With a single flock, the figures of the farm are those of the flock. */
function ofOneFlock({ context, insights, portfolio, ...answers }: FarmAnswers): SharedNumber[] {
  const [flock] = context.flocks;
  if (context.flocks.length !== 1) return [];
  const [row] = portfolio.farms;
  const [health] = insights.health.flocks;
  const { figures, barns } = answers.dashboard;
  const cell = find(barns, 'flockId', flock.id);
  const isPlain =
    health.env.thi === null && health.env.watchedHours24 === 0 && health.env.nh3Max24 === null;
  return [
    ...(cell.fcrUpperBound
      ? []
      : [
          number('feed conversion of the farm', { farm: figures.fcr, flock: cell.fcr }),
          number('efficiency of the farm', { farm: figures.epef, flock: cell.epef }),
        ]),
    number('deviation of the farm in %', {
      portfolio: row.weightDeviationPct,
      context: flock.live === null || flock.live === 0 ? null : flock.deviationPct,
    }),
    ...(isPlain && flock.live > 0
      ? [number('health score', { portfolio: row.healthScore, health: health.score })]
      : []),
  ];
}

/** The deaths of today and of seven days, compared with the logs. */
function deathsOfFarm({ context, dashboard, portfolio, ...answers }: FarmAnswers): SharedNumber[] {
  const today = context.asOf.slice(0, 10);
  const logs = answers.logs.filter(({ mortality }: Json) => mortality !== null);
  const ofToday = logs.filter(({ date }: Json) => date === today);
  const total = (rows: Json) =>
    rows.reduce((sum: number, { mortality }: Json) => sum + mortality, 0);
  const reported = dashboard.figures.mortality;
  // An unfinished day is not missing: without a log of today the seven days end yesterday.
  const loggedToday = new Set(ofToday.map(({ flockId }: Json) => flockId));
  const recent = logs.filter(
    ({ flockId, date }: Json) => date >= addDays(today, loggedToday.has(flockId) ? -6 : -7),
  );
  const isPlain =
    portfolio.farms[0].mortality7dPct !== null &&
    context.flocks.every(({ id, live, ageDays }: Json) => {
      const flock = find(answers.flocks, 'id', id);
      const own = recent.filter(({ flockId }: Json) => flockId === id);
      return live > 0 && ageDays > 7 && own.length >= 6 && flock.status === 'active';
    });
  const live = context.flocks.reduce((sum: number, flock: Json) => sum + flock.live, 0);
  // Birds alive before the first of the seven days, including those culled since.
  const culled = recent.reduce((sum: number, { culls }: Json) => sum + (culls ?? 0), 0);
  const opening = live + total(recent) + culled;
  return [
    number('deaths of today', {
      dashboard: reported.today,
      logs: ofToday.length === 0 ? null : total(ofToday),
    }),
    ...(isPlain
      ? [
          number('deaths of seven days in %', {
            portfolio: portfolio.farms[0].mortality7dPct,
            logs: cents((100 * total(recent)) / opening),
          }),
        ]
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

export function ofMoney(answers: FarmAnswers): SharedNumber[] {
  const { context, insights, portfolio, isMoneyYoung } = answers;
  const [row] = portfolio.farms;
  const { money90d } = context;
  return [
    ...(isMoneyYoung
      ? [
          number('revenue', { portfolio: row.revenue30d, context: money90d.revenue }),
          number('expenses', {
            portfolio: row.expenses30d,
            context: ofKnown(money90d, ({ expenses, feed }) => expenses + feed),
          }),
        ]
      : []),
    number('net', {
      context: money90d.net,
      parts: ofKnown(money90d, ({ revenue, expenses, feed }) => revenue - expenses - feed),
    }),
    ...ofMonth(answers),
    ...ofWeeks(answers),
    number('currency', { portfolio: row.currency, context: context.farm.currency }),
    number('prices of leaks and profit', {
      profit: insights.profit.prices.salePerKg === null,
      leaks: insights.leaks.missing.some(({ code }: Json) => code === 'no_sale_price'),
    }),
  ];
}

/** A sum of amounts; null on a farm without any record of money. */
function ofKnown(money: Json, total: (money: Json) => number): number | null {
  return money.net === null ? null : cents(total(money));
}

/** The current month; `/ask` returns nothing for a direction without records. */
function ofMonth({ dashboard, asked }: FarmAnswers): SharedNumber[] {
  const { revenue, net } = dashboard.figures.money;
  const nothing = net === null ? null : 0;
  const values = (facts: Json, label: string) =>
    facts.find((fact: Json) => fact.label.startsWith(label))?.value ?? nothing;
  return [
    number('net of the month', { dashboard: net, ask: values(asked.netMoney, 'Net, realised') }),
    number('revenue of the month', {
      dashboard: revenue,
      net: values(asked.netMoney, 'Revenue'),
      ask: values(asked.revenue, 'Revenue'),
    }),
    number('spending of the month', {
      dashboard: ofKnown(dashboard.figures.money, ({ expenses, feed }) => expenses + feed),
      ask: values(asked.moneySpent, 'Money spent'),
    }),
  ];
}

/** Every completed week within the 90 days. */
function ofWeeks({ context, insights, weekly }: FarmAnswers): SharedNumber[] {
  const over = insights.cashflow.weeks.filter(({ kind }: Json) => kind === 'actual');
  // The first week of the 90 days is only partially within them.
  return context.money90d.byWeek.slice(1).flatMap(({ weekStart, ...sums }: Json) => {
    const week = find(over, 'weekStart', weekStart);
    if (!week) return [];
    const summary = weekly.period.from === weekStart ? weekly.money.week : undefined;
    return [
      number(`revenue of the week of ${weekStart}`, {
        context: sums.revenue,
        cashflow: week.in,
        ...(summary ? { weekly: summary.revenue } : {}),
      }),
      number(`net of the week of ${weekStart}`, {
        context: sums.net,
        cashflow: week.net,
        ...(summary ? { weekly: summary.net } : {}),
      }),
    ];
  });
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 && values.length > 0) return null;
  return known.reduce((total, value) => total + value, 0);
}
