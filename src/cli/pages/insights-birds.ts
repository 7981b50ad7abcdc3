import type { birdSectionSchemas } from '../../model/answers/core/bird-section-schemas.ts';
import type { Sent } from '../../model/api/json-schema.ts';
import { barRow, spanAxis, sparkline } from '../output/charts.ts';
import type { Facts } from '../output/facts.ts';
import {
  type Block,
  joinParts,
  type Labelled,
  nameOf,
  type PageContext,
  severityMark,
} from './core/blocks.ts';
import type { InsightPart } from './core/figures.ts';
import { fixBlock, fixParts } from './core/fix-command.ts';

type Part<S extends keyof typeof birdSectionSchemas> = Sent<(typeof birdSectionSchemas)[S]>;

/** Layout of the sections about birds and barns. */
export const birdParts = {
  actionPlan: { before: planBlocks },
  health: {
    tables: [
      {
        rows: 'flocks',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['ageDays', 'page.col.age', 'number'],
          ['live', 'page.col.birds', 'birdsAlive'],
          ['mort7', 'page.col.dead7', 'birdsDead7'],
          ['cumMortalityPct', 'page.col.deadTotal', 'percentDead'],
          ['mortalityDaysUnlogged', 'page.col.unlogged', 'number'],
          ['expectedCumMortalityPct', 'page.col.expected', 'percent'],
          ['waterFeedRatio', 'page.col.waterFeed', 'number'],
          ['score', 'page.col.score', 'number'],
          ['grade', 'page.col.grade', 'text'],
        ],
      },
    ],
    after: driverLines,
  },
  benchmark: {
    tables: [
      {
        rows: 'rows',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['metric', 'page.col.figure', 'word:metric'],
          ['ageDays', 'page.col.age', 'number'],
          ['value', 'page.col.value', 'certainty'],
          ['breedStandard', 'page.col.standard', 'number', 'standardBasis'],
          ['farmMedian', 'page.col.ownMedian', 'number'],
          ['groupMedian', 'page.col.groupMedian', 'number'],
          ['deltaPct', 'page.col.better', 'change'],
          ['grade', 'page.col.grade', 'text'],
        ],
      },
    ],
  },
  barnComparison: {
    tables: [
      {
        rows: 'barns',
        columns: [
          ['rank', 'page.col.rank', 'number'],
          ['barnId', 'page.col.barn', 'barn'],
          ['flocks', 'page.col.flocks', 'number'],
          ['ageDays', 'page.col.age', 'number'],
          ['epefMedian', 'page.col.epef', 'efficiency'],
          ['fcrMedian', 'page.col.fcr', 'feedRatio'],
          ['adg', 'page.col.lifeGain', 'grams'],
          ['livability', 'page.col.livability', 'percentAlive'],
          ['henDayPct', 'page.col.laying', 'percentPerBird'],
          ['downtimeMedian', 'page.col.downtime', 'number'],
        ],
      },
    ],
    after: comparedBy,
  },
  placements: {
    tables: [
      {
        rows: 'barns',
        columns: [
          ['barnId', 'page.col.barn', 'barn'],
          ['state', 'page.col.state', 'word:placement'],
          ['flockId', 'page.col.flock', 'flock'],
          ['expectedOut', 'page.col.leaves', 'day'],
          ['suggestedPlacementDate', 'page.col.place', 'day'],
          ['planned.date', 'page.col.planned', 'day'],
          ['maxBirds', 'page.col.mostBirds', 'number'],
          ['overcrowdedAt', 'page.col.crowded', 'day'],
        ],
      },
    ],
    after: placementWarnings,
  },
  weather: {
    figures: [
      ['heatRisk', 'page.figure.heat', 'word:heat'],
      ['maxThi', 'page.figure.feltHeat', 'celsius'],
      ['now.temp', 'page.figure.outside', 'celsius'],
    ],
    before: temperatureLine,
    after: weatherLines,
  },
  weights: {
    tables: [
      {
        rows: 'flocks',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['weightG', 'page.col.weight', 'weightToday', 'weightUncalibrated'],
          ['std', 'page.col.standard', 'grams', 'standardBasis'],
          ['deviationPct', 'page.col.weightDeviation', 'change'],
          ['weight.date', 'page.col.weighed', 'day'],
          ['weight.g', 'page.col.weighedAs', 'grams', 'weight.uncalibrated'],
        ],
      },
      {
        rows: 'flocks',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['adg7', 'page.col.weekGain', 'grams'],
          ['stdAdg', 'page.col.standard', 'grams', 'stdAdgBasis'],
          ['uniformity.uniformity10Pct', 'page.col.uniformity', 'percent'],
          ['targetDate', 'page.col.target', 'day'],
        ],
      },
    ],
    after: projections,
  },
  risk: {
    figures: [
      ['score', 'page.figure.risk', 'number'],
      ['level', 'page.figure.level', 'word:riskLevel'],
    ],
    after: riskRows,
  },
} as const satisfies { readonly [S in keyof typeof birdSectionSchemas]: InsightPart<Part<S>> };

type PlannedAction = Part<'actionPlan'>['items'][number];

function atStake(item: Facts<PlannedAction>, impact: number, { words }: PageContext): string {
  const amount = words.money(impact, item.text('impact.currency') ?? '');
  return item.flag('impact.isLowerBound') ? words.t('page.plan.atLeast', { amount }) : amount;
}

function planBlocks(plan: Facts<Part<'actionPlan'>>, context: PageContext): readonly Block[] {
  const { words } = context;
  return plan.list('items').flatMap((item): readonly Block[] => {
    const place = nameOf(context, item.text('flockId') ?? item.text('barnId'));
    const impact = item.number('impact.amount');
    const due = item.text('dueAt');
    const subject = joinParts([
      place,
      due === undefined
        ? undefined
        : words.t('page.plan.due', { day: words.day(words.dayOf(due)) }),
      impact === undefined ? undefined : atStake(item, impact, context),
    ]);
    const notes = [...(subject === '' ? [] : [subject]), ...item.texts('why')];
    const rank = item.number('rank');
    return [
      {
        kind: 'text',
        mark: severityMark(item.text('severity')) ?? 'info',
        text: `${rank === undefined ? '' : `${rank}. `}${item.text('title') ?? ''}`,
      },
      ...notes.map((text): Block => ({ kind: 'text', text, indent: 5 })),
      ...fixBlock(item, 'action', 5),
    ];
  });
}

function driverLines(health: Facts<Part<'health'>>, context: PageContext): readonly Block[] {
  return health.list('flocks').flatMap((flock) =>
    flock.list('drivers').map((driver): Block => {
      const points = driver.number('points');
      const lostPoints = points === undefined ? undefined : context.words.number(-points);
      const text = joinParts([
        nameOf(context, flock.text('flockId')),
        driver.text('message') ?? driver.text('code'),
        lostPoints,
      ]);
      return { kind: 'text', mark: 'warning', text };
    }),
  );
}

const EVERY_HOURS = 2;

function temperatureLine(
  weather: Facts<Part<'weather'>>,
  { words, glyphs, widthOf }: PageContext,
): readonly Block[] {
  const hours = weather.list('next72h').filter((_, index) => index % EVERY_HOURS === 0);
  const temps = hours.map((hour) => hour.number('temp'));
  const presentTemps = temps.filter((temp) => temp !== undefined);
  if (presentTemps.length === 0) return [];
  const [low, high] = [Math.min(...presentTemps), Math.max(...presentTemps)];
  const drawing = sparkline(temps, { glyphs, from: low });
  const text = `${words.number(low)}–${words.quantity(high, '°C')}`;
  const [from, to] = [hours[0]?.text('ts'), hours.at(-1)?.text('ts')].map((ts) =>
    ts === undefined ? '' : words.shortDay(words.dayOf(ts)),
  ) as [string, string];
  const axisLines = from === '' ? [] : [spanAxis([from, to], { width: widthOf(drawing), widthOf })];
  const label = words.t('page.label.hours72');
  return [{ kind: 'labelled', rows: [{ label, drawing, text, below: axisLines }] }];
}

/** The flocks used to compare barns. */
function comparedBy(comparison: Facts<Part<'barnComparison'>>): readonly Block[] {
  const text = comparison.text('basisNote');
  return text === undefined ? [] : [{ kind: 'text', mark: 'info', text }];
}

/** Flocks planned before their barn is ready. */
function placementWarnings(placements: Facts<Part<'placements'>>): readonly Block[] {
  return placements
    .list('barns')
    .map((barn) => barn.text('planned.warning'))
    .filter((text) => text !== undefined)
    .map((text) => ({ kind: 'text', mark: 'warning', text }));
}

function weatherLines(weather: Facts<Part<'weather'>>, { words }: PageContext): readonly Block[] {
  const coldBlocks: readonly Block[] = weather.flag('coldRisk')
    ? [{ kind: 'text', mark: 'warning', text: words.t('page.cold') }]
    : [];
  const actions = weather.list('actions').flatMap((action): readonly Block[] => [
    {
      kind: 'text',
      mark: severityMark(action.text('severity')) ?? 'warning',
      text: action.text('message') ?? action.text('code') ?? '',
    },
    ...fixBlock(action, 'fix', 5),
  ]);
  return [...coldBlocks, ...actions];
}

/** Projected weights for the next ten days. */
function projections(weights: Facts<Part<'weights'>>, context: PageContext): readonly Block[] {
  const { words, glyphs, widthOf } = context;
  const rows = weights.list('flocks').flatMap((flock): readonly Labelled[] => {
    const days = flock.list('projected');
    const grams = days.map((day) => day.number('weightG'));
    const last = days.at(-1);
    if (last === undefined) return [];
    const label = nameOf(context, flock.text('flockId')) ?? '';
    const drawing = sparkline(grams, { glyphs });
    const text = words.t('page.weights.projected', {
      weight: words.quantity(grams.at(-1), 'g'),
      day: words.shortDay(last.text('date')),
    });
    const ends = [
      words.shortDay(days[0]?.text('date')),
      words.shortDay(last.text('date')),
    ] as const;
    const axisLines = [spanAxis(ends, { width: widthOf(drawing), widthOf })];
    return [{ label, drawing, text, below: axisLines }];
  });
  return rows.length === 0 ? [] : [{ kind: 'labelled', rows }];
}

const RISK_WIDTH = 10;

/** Risks by weight; unknown risks and those without weight are left to the other formats. */
function riskRows(risk: Facts<Part<'risk'>>, { words, glyphs }: PageContext): readonly Block[] {
  const rows = risk.list('items').flatMap((item): readonly Labelled[] => {
    const weight = (item.number('p') ?? 0) * (item.number('impact') ?? 0);
    if (weight <= 0) return [];
    const drawing = barRow(weight, { glyphs, width: RISK_WIDTH, isFilledUp: true });
    const label = words.name('risk', item.text('key'));
    return [
      { label, drawing, text: item.text('explanation') ?? '', command: fixParts(item, 'fix') },
    ];
  });
  return rows.length === 0 ? [] : [{ kind: 'labelled', rows }];
}
