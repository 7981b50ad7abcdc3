import { roundTo } from '../../../src/tools/statistics.ts';
import {
  type FarmAnswers,
  factOf,
  find,
  type Json,
  near,
  number,
  openAlert,
  type SharedNumber,
} from './answers.ts';

export function ofFlock(flock: Json, answers: FarmAnswers): SharedNumber[] {
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
  // Feed known only from deliveries is a bound, and is not compared.
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
      dashboard: cell.cumMortalityPct,
    }),
    ...deathsOfDay(id, { mortality, cell }, answers),
    ...weekOf(id, answers),
    ...layingOfWeek(id, answers),
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
    number(`${id} efficiency`, {
      benchmark: metric('epef'),
      dashboard: certain(cell.epef),
      ask: certain(factOf(answers.asked.efficiency, 'EPEF', id)),
    }),
    ...currentWeight(flock, { weights, row, cell }, answers),
    ...gains(flock, { weights, adg: metric('adg') }, answers),
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
      digest: mortality.deaths,
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

/** The deaths of the newest logged day in the digest, the dashboard and `/ask`. */
function deathsOfDay(
  id: string,
  { mortality, cell }: Readonly<Record<'mortality' | 'cell', Json>>,
  { asked, logs }: FarmAnswers,
): SharedNumber[] {
  const { date, deaths, deathsDayBefore, avg7, ratio, pct, spike } = mortality;
  const own = logs.filter((log: Json) => log.flockId === id && log.date === date);
  const facts = asked.mortality.filter(
    ({ label, source }: Json) =>
      label.startsWith('Mortality, ') &&
      label.includes(`, ${date}`) &&
      !label.startsWith('Mortality, all') &&
      source?.ids?.includes(own[0]?.id),
  );
  const ofDay = (isShare: boolean) =>
    facts.find(({ label }: Json) => label.endsWith(', share') === isShare);
  return [
    number(`${id} deaths on screens`, {
      digest: { date, deaths, deathsDayBefore, avg7, ratio, pct, spike },
      dashboard: cell.mortality,
    }),
    ...(own.length === 1 && ofDay(false)
      ? [number(`${id} deaths of that day by /ask`, { digest: deaths, ask: ofDay(false).value })]
      : []),
    ...(own.length === 1 && ofDay(true)
      ? [number(`${id} deaths of that day in % by /ask`, { digest: pct, ask: ofDay(true).value })]
      : []),
  ];
}

/** The completed week, compared with the logs of its days. */
function weekOf(id: string, { weekly, logs }: FarmAnswers): SharedNumber[] {
  const reported = find(weekly.flocks, 'flockId', id)?.week;
  const { from, to } = weekly.period;
  const own = logs.filter(
    ({ flockId, date }: Json) => flockId === id && date >= from && date <= to,
  );
  const isWhole = own.every(({ mortality, feedKg }: Json) => mortality !== null && feedKg !== null);
  if (!reported || !isWhole || own.length !== reported.daysInside) return [];
  const total = (name: string) =>
    own.reduce((sum: number, log: Json) => sum + (log.suspect.includes(name) ? 0 : log[name]), 0);
  const isSuspect = own.some(({ suspect }: Json) => suspect.includes('feedKg'));
  const warmth = own
    .filter(({ tempAvg, suspect }: Json) => tempAvg !== null && !suspect.includes('tempAvg'))
    .map(({ tempAvg }: Json) => tempAvg);
  const isDaily = new Set(own.map(({ date }: Json) => date)).size === own.length;
  return [
    ...(isDaily
      ? [
          number(`${id} mean temperature of the week`, {
            weekly: reported.tempAvg,
            logs:
              warmth.length === 0
                ? null
                : roundTo(
                    warmth.reduce((sum: number, one: number) => sum + one, 0) / warmth.length,
                    1,
                  ),
          }),
        ]
      : []),
    number(`${id} deaths of the week`, { weekly: reported.mortality, logs: total('mortality') }),
    ...(isSuspect
      ? []
      : [
          number(`${id} feed of the week`, {
            weekly: reported.feedKg,
            // Logs store the entered values, responses contain kilograms with two decimals.
            logs: roundTo(total('feedKg'), 2),
          }),
        ]),
  ];
}

/** The laying rate of the seven days before a day whose eggs are not logged yet. */
function layingOfWeek(id: string, { weekly, insights, logs }: FarmAnswers): SharedNumber[] {
  const week = find(weekly.flocks, 'flockId', id)?.week;
  const rate = find(insights.health.flocks, 'flockId', id)?.laying?.henDayPct ?? null;
  const laid = logs.filter(({ flockId, eggs }: Json) => flockId === id && eggs !== null);
  const isToday = laid.some(({ date }: Json) => date > weekly.period.to);
  if (!week || rate === null || isToday || week.daysInside < 7) return [];
  return [
    number(`${id} laying rate of the week`, {
      health: rate,
      benchmark: insights.benchmark.rows.find(
        ({ flockId, metric }: Json) => flockId === id && metric === 'henDay',
      )?.value,
      weekly: week.henDayPct,
    }),
  ];
}

/** Values in charts of today, and of each day that is logged once. */
export function ofCharts({ id, ...flock }: Json, answers: FarmAnswers): SharedNumber[] {
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
    // Birds placed after their first logs have no points on the days before.
    if (!weight) return [];
    const losses = pointOn(mortality, log.date);
    const meal = pointOn(feed, log.date);
    return [
      number(`${at}: deaths`, { log: log.mortality, chart: losses.mortality }),
      number(`${at}: deaths in %`, { log: log.mortalityPct, chart: losses.mortalityPct }),
      number(`${at}: feed a bird`, { log: log.feedPerBirdG, chart: meal.feedPerBirdG }),
      number(`${at}: water by feed`, { log: log.waterFeedRatio, chart: meal.waterFeedRatio }),
      number(`${at}: standard weight`, { log: log.standardG, chart: weight.standardG }),
      // A fused weight of the day replaces the weighing.
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
  const { weightEstimated, weightUncalibrated, weightReason } = flock;
  const weightNow = { weightG, standardG, standardBasis, deviationPct, weightDate };
  return [
    number(`${id} weight of charts`, {
      context: { ...weightNow, weightEstimated, weightUncalibrated, weightReason },
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
    ...standards(id, { growth, mortality, weightDate }, answers),
    number(`${id} deaths of the newest day of charts`, {
      digest: deaths.deaths,
      chart: deaths.date === null ? null : (pointOn(mortality, deaths.date)?.mortality ?? null),
    }),
    ...onLogs,
  ];
}

/** Standards for a flock: the deaths and the efficiency at its age. */
function standards(
  id: string,
  { growth, mortality, weightDate }: Json,
  { insights, context }: FarmAnswers,
): SharedNumber[] {
  const compared = insights.benchmark.rows.filter(({ flockId }: Json) => flockId === id);
  const standardOf = (metric: string) => find(compared, 'metric', metric)?.breedStandard ?? null;
  const pointOn = (chart: Json, day: string) => find(chart.points, 'day', day);
  const health = find(insights.health.flocks, 'flockId', id).expectedCumMortalityPct;
  const [livability, epef, fcr] = ['livability', 'epef', 'fcr'].map(standardOf);
  const today = pointOn(mortality, context.asOf.slice(0, 10));
  const weighed = weightDate === null ? undefined : pointOn(growth, weightDate);
  const lost = weightDate === null ? null : pointOn(mortality, weightDate)?.standardCumMortalityPct;
  const isDaily = mortality.sampling.step === 1 && growth.sampling.step === 1;
  const isKnown = isDaily && weighed && lost != null && epef !== null && fcr !== null;
  return [
    number(`${id} standard deaths in %`, {
      health,
      // A value derived from a rounded share differs by up to half a hundredth.
      benchmark: livability === null ? null : near(100 - livability, health, 0.011),
      ...(isDaily && today ? { chart: today.standardCumMortalityPct } : {}),
    }),
    ...(isKnown
      ? [
          number(`${id} standard efficiency`, {
            benchmark: epef,
            charts: near(
              ((100 - lost) * weighed.standardG) / (10 * weighed.ageDays * fcr),
              epef,
              1 + (epef * 0.006) / fcr,
            ),
          }),
        ]
      : []),
  ];
}

function feedDays({ id }: Json, cell: Json, answers: FarmAnswers): SharedNumber {
  const alert = openAlert(answers, `feed_out:${id}`);
  return number(`${id} days of feed left`, {
    feed: find(answers.insights.feed.flocks, 'flockId', id).daysLeft,
    dashboard: cell.feedDaysLeft,
    ask: factOf(answers.asked.feedDaysLeft, 'Feed lasts', id),
    // The alerts of the demo farms were not raised by the rules and contain no figures.
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
      // Where the weight is unknown, the market projects from the standard or an old weighing.
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
      // For a measurement in the completed week.
      ...(isSameDay ? { weekly: week.weightDeviationPct } : {}),
    }),
    number(`${id} day of the weight`, {
      context: weightDate,
      flocks: row.weightDate,
      weights: weights.weightDate,
      dashboard: cell.weightDate,
    }),
    number(`${id} whether its weight is estimated`, {
      context: flock.weightEstimated,
      flocks: row.weightEstimated,
      weights: weights.weightEstimated,
      dashboard: cell.weightEstimated,
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
    // The three are of one day: the third follows from the others.
    number(`${id} deviation of its weight from its standard`, {
      told: deviationPct,
      computed:
        deviationPct === null
          ? null
          : near(((weightG - standardG) * 100) / standardG, deviationPct, rounding(flock)),
    }),
  ];
}

/** The two gains of a flock: over its life, and over the week up to its last weight. */
function gains(
  { id, weight, weightDate }: Json,
  { weights, adg }: Readonly<Record<'weights' | 'adg', Json>>,
  { asked, weekly, flocks }: FarmAnswers,
): SharedNumber[] {
  const { placementDate, arrivalAgeDays } = find(flocks, 'id', id);
  const week = find(weekly.flocks, 'flockId', id)?.week;
  const days = weightDate === null ? 0 : Date.parse(weightDate) - Date.parse(placementDate);
  const age = days / 86_400_000 + (arrivalAgeDays ?? 0);
  return [
    number(`${id} gain of the week`, {
      weights: weights.adg7,
      ask: factOf(asked.dailyGain, 'Daily gain', id),
      ...(week && week.weightDate === weightDate ? { weekly: week.adg7 } : {}),
    }),
    ...(adg === null || weight === null || age === 0
      ? []
      : [
          number(`${id} gain over life`, {
            benchmark: adg,
            weight: near(weight.g / age, adg, 0.06),
          }),
        ]),
  ];
}

/** Maximum effect of rounding weight and standard to 0.1 g on a deviation, in %. */
function rounding({ standardG, deviationPct }: Json): number {
  return 0.01 + (10 + Math.abs(deviationPct) / 10) / standardG;
}

/** Profit and cost of a flock; for a current one also the expected values. */
export function ofProfit(flock: Json, { insights, asked }: FarmAnswers): SharedNumber[] {
  const { flockId: id, profit, projected, costPerKg, status } = flock;
  const compared = insights.benchmark.rows.find(
    ({ flockId, metric }: Json) => flockId === id && metric === 'costPerKg',
  );
  const isInside = status === 'active' || status === 'selling';
  if (!isInside)
    return compared
      ? [number(`${id} cost per kg`, { profit: costPerKg, benchmark: compared.value })]
      : [];
  const reported = (label: string) => factOf(asked.profit, label, id);
  return [
    number(`${id} expected profit`, {
      profit: projected?.profit ?? null,
      ask: reported('Projected profit'),
    }),
    number(`${id} realised profit`, {
      profit: projected?.profit == null ? profit : null,
      ask: reported('Realised profit'),
    }),
    number(`${id} cost per kg`, {
      profit: costPerKg,
      ask: factOf(asked.costPerKg, 'Cost per kg', id),
    }),
  ];
}
