/*
 * One quantity, one meaning: the numbers that several answers report, and the laws between them.
 *
 * To add a quantity (a feed conversion, a cost, a climate …):
 * 1. If an answer is not read yet, add it to `FarmAnswers` and read it in `farm-answers.ts`.
 * 2. Find the function of its subject below: `ofFlock`, `ofBarn`, `ofFarm`, `ofMoney`. Add one
 *    `number('<subject> <quantity>', { <place>: value, … })` with every place that reports it.
 *    Values are compared with toEqual: null equals null only, so `unknown` must agree as well.
 * 3. A place that reports it only sometimes is spread in: `...(row ? { place: row.value } : {})`.
 *    State the reason; a condition that is never true proves nothing.
 * 4. A relation that is no equality (an alert and the figure it is about) goes into
 *    `contradictions`: it returns one text for each answer that contradicts an open alert.
 * 5. If the random farms never show the case, extend `random-farm.ts` or `recorded-farm.ts`.
 *
 * `test/http/intelligence/shared-numbers.test.ts` checks it on random farms of both databases,
 * `demo-farms.test.ts` on the demo farms, `barn-state.test.ts` on cases worked by hand.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Json = any;

/** What is asked of `/ask`. */
type AskedFacts =
  | 'density'
  | 'weight'
  | 'weightDeviation'
  | 'temperature'
  | 'feedConversion'
  | 'feedDaysLeft'
  | 'profit'
  | 'costPerKg'
  | 'netMoney'
  | 'moneySpent'
  | 'revenue';

/** What the service answers of one farm, to a key that sees this one alone. */
export interface FarmAnswers {
  readonly context: Json;
  readonly digest: Json;
  readonly gaps: Json;
  /** Its sections. */
  readonly insights: Json;
  readonly portfolio: Json;
  /** Of `/os/dashboard` and `/os/weekly-summary`, and the rows of `/os/risk/ledger`. */
  readonly dashboard: Json;
  readonly weekly: Json;
  readonly ledger: Json;
  /** The open alerts, after a scan with all rules. */
  readonly alerts: Json;
  /** The facts of `/ask`, by what is asked. */
  readonly asked: Readonly<Record<AskedFacts, Json>>;
  /** Of `/os/charts/…`, by what follows: `growth/flock_1`, `climate/barn_1`. */
  readonly charts: Json;
  /** The rows of these, with their computed fields. */
  readonly logs: Json;
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

/**
 * Every number that several answers tell of a farm: of each flock inside, of each barn, and of the
 * farm as a whole.
 */
export function sharedNumbers(answers: FarmAnswers): SharedNumber[] {
  return [
    ...answers.context.flocks.flatMap((flock: Json) => ofFlock(flock, answers)),
    ...answers.context.flocks.flatMap((flock: Json) => ofCharts(flock, answers)),
    ...answers.context.barns.flatMap((barn: Json) => ofBarn(barn, answers)),
    ...answers.context.barns.flatMap((barn: Json) => ofAir(barn, answers)),
    ...answers.insights.profit.flocks.flatMap((flock: Json) => ofProfit(flock, answers)),
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
  const cell = find(answers.dashboard.barns, 'flockId', id);
  const feed = find(insights.feed.flocks, 'flockId', id);
  const compared = insights.benchmark.rows.filter(({ flockId }: Json) => flockId === id);
  const metric = (name: string) => find(compared, 'metric', name)?.value ?? null;
  // What deliveries alone tell of the feed is shown as a bound, and compared with nothing.
  const certain = (value: unknown) => (cell.fcrUpperBound ? null : value);
  const { weight } = flock;
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
    number(`${id} measured weight`, {
      context: weight,
      weights: weights.weight,
      dashboard: cell.weight,
    }),
    number(`${id} measured weight in g`, {
      context: weight?.g ?? null,
      ask: factOf(answers.asked.weight, 'Weight', id),
    }),
    number(`${id} feed conversion`, {
      feed: feed.cumFcr,
      dashboard: cell.fcr,
      ask: factOf(answers.asked.feedConversion, 'Feed conversion', id),
    }),
    number(`${id} certain feed conversion`, {
      benchmark: metric('fcr'),
      dashboard: certain(cell.fcr),
    }),
    number(`${id} efficiency`, { benchmark: metric('epef'), dashboard: certain(cell.epef) }),
    ...currentWeight(flock, { weights, row, cell }, answers),
    feedDays(flock, cell, answers),
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

/** What charts tell of today, and of each day that is logged once. */
function ofCharts({ id, ...flock }: Json, answers: FarmAnswers): SharedNumber[] {
  const { charts, digest, flocks } = answers;
  const [growth, mortality, feed, laying] = ['growth', 'mortality', 'feed', 'laying'].map(
    (name) => charts[`${name}/${id}`],
  );
  const row = find(flocks, 'id', id);
  const deaths = find(digest.mortality, 'flockId', id);
  const pointOn = (chart: Json, day: string) => find(chart.points, 'day', day);
  const own = answers.logs.filter(({ flockId }: Json) => flockId === id);
  const single = own.filter(
    (log: Json) => own.filter(({ date }: Json) => date === log.date).length === 1,
  );
  const onLogs = single.flatMap((log: Json): SharedNumber[] => {
    const at = `${id} on ${log.date}`;
    const weight = pointOn(growth, log.date);
    // Birds that came later than their first logs have no points on the days before.
    if (!weight) return [];
    const losses = pointOn(mortality, log.date);
    const meal = pointOn(feed, log.date);
    return [
      number(`${at}: deaths`, { log: log.mortality, chart: losses.mortality }),
      number(`${at}: deaths in %`, { log: log.mortalityPct, chart: losses.mortalityPct }),
      number(`${at}: feed a bird`, { log: log.feedPerBirdG, chart: meal.feedPerBirdG }),
      number(`${at}: water by feed`, { log: log.waterFeedRatio, chart: meal.waterFeedRatio }),
      number(`${at}: standard weight`, { log: log.standardG, chart: weight.standardG }),
      // A fused weight of the day takes the place of the weighing.
      ...(weight.weightLowG === null
        ? [
            number(`${at}: deviation`, { log: log.deviationPct, chart: weight.deviationPct }),
            number(`${at}: doubt about the weight`, {
              log: log.suspect.includes('avgWeightGr'),
              chart: weight.suspect.includes('weightG'),
            }),
          ]
        : []),
      ...(laying.missing.some(({ code }: Json) => code === 'not_layers')
        ? []
        : [
            number(`${at}: laying rate`, {
              log: log.henDayPct,
              chart: pointOn(laying, log.date).henDayPct,
            }),
          ]),
    ];
  });
  const { weightG, standardG, standardBasis, deviationPct, weightDate } = flock;
  const { weightUncalibrated, weightReason } = flock;
  const weightNow = { weightG, standardG, standardBasis, deviationPct, weightDate };
  return [
    number(`${id} weight of charts`, {
      context: { ...weightNow, weightUncalibrated, weightReason },
      chart: growth.current,
    }),
    number(`${id} deaths of charts`, {
      flocks: [row.live, row.cumMortality, row.cumMortalityPct],
      chart: [
        mortality.current.live,
        mortality.current.cumMortality,
        mortality.current.cumMortalityPct,
      ],
    }),
    number(`${id} deaths of the newest day of charts`, {
      digest: deaths.today,
      chart: deaths.date === null ? null : (pointOn(mortality, deaths.date)?.mortality ?? null),
    }),
    ...onLogs,
  ];
}

function feedDays({ id }: Json, cell: Json, answers: FarmAnswers): SharedNumber {
  const alert = openAlert(answers, `feed_out:${id}`);
  return number(`${id} days of feed left`, {
    feed: find(answers.insights.feed.flocks, 'flockId', id).daysLeft,
    dashboard: cell.feedDaysLeft,
    ask: factOf(answers.asked.feedDaysLeft, 'Feed lasts', id),
    // The alerts of the demo farms were not raised by the rules and have no figures.
    ...(alert?.source.daysLeft === undefined ? {} : { alert: alert.source.daysLeft }),
  });
}

/** Weight, standard and deviation of today, and the day of the measurement. */
function currentWeight(
  flock: Json,
  { weights, row, cell }: Readonly<Record<'weights' | 'row' | 'cell', Json>>,
  { insights, weekly, asked }: FarmAnswers,
): SharedNumber[] {
  const { id, weightG, standardG, deviationPct, weightDate, weightReason } = flock;
  const window = find(insights.market.sellWindow, 'flockId', id);
  const week = find(weekly.flocks, 'flockId', id)?.week;
  const isSameDay = week?.weightDate === weightDate && weightReason === null;
  const isKnown = window?.standardAssumed === false && window.weighingStale === false;
  return [
    number(`${id} current weight in g`, {
      context: weightG,
      flocks: row.weightG,
      weights: weights.weightG,
      dashboard: cell.weightG,
    }),
    number(`${id} current weight in kg`, {
      context: weightG === null ? null : weightG / 1000,
      // Where the weight is not known, the market projects from the standard or an old weighing.
      ...(isKnown && weightG !== null
        ? { market: near(window.days[0].weightKg, weightG / 1000, 0.001) }
        : {}),
    }),
    number(`${id} standard weight in g`, {
      context: standardG,
      weights: weights.std,
      flocks: row.standardG,
      dashboard: cell.standardG,
    }),
    number(`${id} deviation from the standard in %`, {
      context: deviationPct,
      weights: weights.deviationPct,
      flocks: row.deviationPct,
      dashboard: cell.deviationPct,
      ask: factOf(asked.weightDeviation, 'Weight against the standard', id),
      // Of a measurement of the week that is over.
      ...(isSameDay ? { weekly: week.weightDeviationPct } : {}),
    }),
    number(`${id} day of the weight`, {
      context: weightDate,
      flocks: row.weightDate,
      weights: weights.weightDate,
      dashboard: cell.weightDate,
    }),
    number(`${id} whether its weight is uncalibrated`, {
      context: flock.weightUncalibrated,
      flocks: row.weightUncalibrated,
      weights: weights.weightUncalibrated,
      dashboard: cell.weightUncalibrated,
    }),
    number(`${id} why its weight is unknown`, {
      context: weightReason,
      flocks: row.weightReason,
      weights: weights.weightReason,
      dashboard: cell.weightReason,
    }),
    // The three belong to one day: the third follows from the two others.
    number(`${id} deviation of its weight from its standard`, {
      told: deviationPct,
      computed:
        deviationPct === null
          ? null
          : near(((weightG - standardG) * 100) / standardG, deviationPct, rounding(flock)),
    }),
  ];
}

function ofBarn(barn: Json, answers: FarmAnswers): SharedNumber[] {
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
function ofAir(barn: Json, answers: FarmAnswers): SharedNumber[] {
  const { context, dashboard, insights, asked } = answers;
  const air = find(context.environment, 'barnId', barn.id);
  const inside = insights.health.flocks.filter(({ barnId }: Json) => barnId === barn.id);
  const cells = dashboard.barns.filter(({ barnId }: Json) => barnId === barn.id);
  const chart = answers.charts[`climate/${barn.id}`].current;
  const fact = asked.temperature.find(({ label }: Json) => label === `Temperature, ${barn.name}`);
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
      ask: fact?.value ?? null,
    }),
  ];
}

/** What a flock earned and cost; of one that is inside also what is expected. */
function ofProfit(flock: Json, { insights, asked }: FarmAnswers): SharedNumber[] {
  const { flockId: id, profit, projected, costPerKg, status } = flock;
  const compared = insights.benchmark.rows.find(
    ({ flockId, metric }: Json) => flockId === id && metric === 'costPerKg',
  );
  const isInside = status === 'active' || status === 'selling';
  if (!isInside)
    return compared
      ? [number(`${id} cost per kg`, { profit: costPerKg, benchmark: compared.value })]
      : [];
  const told = (label: string) => factOf(asked.profit, label, id);
  return [
    number(`${id} expected profit`, {
      profit: projected?.profit ?? null,
      ask: told('Projected profit'),
    }),
    number(`${id} realised profit`, {
      profit: projected?.profit == null ? profit : null,
      ask: told('Realised profit'),
    }),
    number(`${id} cost per kg`, {
      profit: costPerKg,
      ask: factOf(asked.costPerKg, 'Cost per kg', id),
    }),
  ];
}

/** What contradicts an open alert; every alert here was just raised by the rules. */
export function contradictions({ context, insights, alerts, ledger }: FarmAnswers): string[] {
  const found = alerts.flatMap((alert: Json): string[] => {
    const { rule, deviationPct, limitKgM2 } = alert.source ?? {};
    const flock = find(context.flocks, 'id', alert.flockId);
    const placement = find(insights.placements.barns, 'barnId', alert.barnId);
    const risk = find(ledger.items, 'key', 'overweight_or_density');
    return [
      ...(rule === 'density' && !(placement.densityKgM2 > limitKgM2)
        ? [`density ${placement.densityKgM2} is within ${limitKgM2}: ${alert.message}`]
        : []),
      ...(rule === 'density' && placement.overcrowdedAt === null && placement.expectedOut !== null
        ? [`no day is overcrowded: ${alert.message}`]
        : []),
      ...(rule === 'density' && risk?.p === 0 ? [`the ledger sees no risk: ${alert.message}`] : []),
      ...(rule === 'weight_below_standard' && flock.deviationPct !== deviationPct
        ? [`deviation ${flock.deviationPct} is not ${deviationPct}: ${alert.message}`]
        : []),
    ];
  });
  return found;
}

/** The open alert of a rule about a subject. */
function openAlert({ alerts }: FarmAnswers, key: string): Json {
  return alerts.find(({ source }: Json) => source?.key === key);
}

/** The value of the fact about a flock whose label begins so; null where none is told. */
function factOf(facts: Json, label: string, flockId: string): unknown {
  const fact = facts.find(
    (one: Json) => one.label.startsWith(`${label}, `) && one.source?.ids?.includes(flockId),
  );
  return fact?.value ?? null;
}

function byPlace(place: string, values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values.map((value, index) => [`${place} ${index}`, value]));
}

/** How far the rounding of weight and standard to 0.1 g can move a deviation, in %. */
function rounding({ standardG, deviationPct }: Json): number {
  return 0.01 + (10 + Math.abs(deviationPct) / 10) / standardG;
}

/** The number itself, or `told` where rounding of its parts alone can have moved it from that. */
function near(value: number, told: number, within: number): number {
  return Math.abs(value - told) <= within ? told : value;
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
    health.laying === null &&
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
    ...ofMonth(answers),
    ...ofWeeks(answers),
    number('currency', { portfolio: row.currency, context: context.farm.currency }),
    number('prices of leaks and profit', {
      profit: insights.profit.prices.salePerKg === null,
      leaks: insights.leaks.missing.some(({ code }: Json) => code === 'no_sale_price'),
    }),
  ];
}

/** The running month; `/ask` tells nothing of a direction without a record. */
function ofMonth({ dashboard, asked }: FarmAnswers): SharedNumber[] {
  const { revenue, expenses, feed, net } = dashboard.figures.money;
  const told = (facts: Json, label: string) =>
    facts.find((fact: Json) => fact.label.startsWith(label))?.value ?? 0;
  return [
    number('net of the month', { dashboard: net, ask: told(asked.netMoney, 'Net, realised') }),
    number('revenue of the month', {
      dashboard: revenue,
      net: told(asked.netMoney, 'Revenue'),
      ask: told(asked.revenue, 'Revenue'),
    }),
    number('spending of the month', {
      dashboard: cents(expenses + feed),
      ask: told(asked.moneySpent, 'Money spent'),
    }),
  ];
}

/** Every week that is over and lies in the 90 days. */
function ofWeeks({ context, insights, weekly }: FarmAnswers): SharedNumber[] {
  const over = insights.cashflow.weeks.filter(({ kind }: Json) => kind === 'actual');
  // The first week of the 90 days lies in them only in part.
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
