import { portfolioAnswer } from '../../model/answers/portfolio.ts';
import { groupBy } from '../../tools/collections.ts';
import type { Facts, PartOf, RowOf } from '../output/facts.ts';
import { AT_LEAST, AT_MOST, ESTIMATED } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import {
  type Block,
  type Cell,
  joinParts,
  type PageContext,
  section,
  severityMark,
  type TableColumn,
  tableOf,
} from './core/blocks.ts';
import { UNRELIABLE, unreliableNote } from './core/figures.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';

type Portfolio = AnswerFacts<typeof portfolioAnswer>;

/** Every farm with its key figures, the totals, and money by currency. */
function portfolioPage(answer: Portfolio, context: PageContext): readonly Block[] {
  const { words } = context;
  const farms = answer.list('farms');
  const count = answer.number('totals.farms') ?? farms.length;
  return [
    { kind: 'title', text: words.t('page.portfolio.title', { count }) },
    ...tableOf(birdColumns(context), [
      ...farms.map((farm) => birdRow(farm, context)),
      totalRow(answer.at('totals'), context),
    ]),
    ...farms.flatMap(reasons),
    ...differentDays(farms, context),
    ...birdNotes(answer, context),
    ...(farms.some(isDeadAtLeast)
      ? [{ kind: 'text', text: words.t('page.mark.atLeast') } as const]
      : []),
    ...(farms.some(isUncalibrated)
      ? [{ kind: 'text', text: unreliableNote(context) } as const]
      : []),
    ...section(
      words.t('page.portfolio.work'),
      tableOf(
        workColumns(context),
        farms.map((farm) => workRow(farm, context)),
      ),
    ),
    ...section(words.t('page.portfolio.money'), money(answer, context)),
  ];
}

/** Explains the marks of the birds. */
function birdNotes(answer: Portfolio, { words }: PageContext): readonly Block[] {
  const rows = [...answer.list('farms').map(markOfBirds), markOfBirds(answer.at('totals'))];
  return Object.entries(BIRD_MARKS)
    .filter(([mark]) => rows.some((row) => row === mark))
    .map(([, note]): Block => ({ kind: 'text', text: words.t(note) }));
}

const BIRD_MARKS = {
  [AT_MOST]: 'page.mark.atMost',
  [AT_LEAST]: 'page.mark.birdsUnknown',
  [ESTIMATED]: 'page.mark.birdsUncertain',
} as const;

/** The sum of the counted birds is too low without some flocks, and too high without some deaths. */
function markOfBirds(row: Facts<unknown>): keyof typeof BIRD_MARKS | '' {
  const isPart = (row.number('flocksUncounted') ?? 0) > 0;
  if (row.number('birds') === undefined) return '';
  if (row.flag('birdsUpperBound')) return isPart ? ESTIMATED : AT_MOST;
  return isPart ? AT_LEAST : '';
}

/** Why a farm is critical or needs attention. */
function reasons(farm: RowOf<Portfolio, 'farms'>): readonly Block[] {
  const mark = severityMark(farm.text('status'));
  const stateReasons = farm.texts('stateReasons');
  if (!mark || stateReasons.length === 0) return [];
  return [{ kind: 'text', mark, text: joinParts([farm.text('name') ?? '', ...stateReasons]) }];
}

const MOST_NAMES = 5;

/** The current day of farms in different time zones, where it is not the same. */
function differentDays(
  farms: readonly RowOf<Portfolio, 'farms'>[],
  { words }: PageContext,
): readonly Block[] {
  const byDay = groupBy(farms, (farm) => farm.text('today') ?? '');
  if (byDay.size < 2) return [];
  const days = [...byDay].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const parts = days.map(([day, rows]) => {
    const count = rows.length;
    const names = rows.map((farm) => farm.text('name') ?? '').join(', ');
    const whose = count > MOST_NAMES ? words.t('page.portfolio.title', { count }) : names;
    return `${words.shortDay(day)}: ${whose}`;
  });
  return [{ kind: 'text', text: joinParts([words.t('page.farmDays'), ...parts]) }];
}

function birdColumns({ words }: PageContext): readonly TableColumn[] {
  return [
    { title: words.t('page.col.farm') },
    { title: words.t('page.col.state'), isWrapped: true },
    { title: words.t('page.col.birds'), isNumber: true },
    { title: words.t('page.col.flocks'), isNumber: true },
    { title: words.t('page.col.dead7'), isNumber: true },
    { title: words.t('page.col.weightDeviation'), isNumber: true },
    { title: words.t('page.col.health'), isNumber: true },
    { title: words.t('page.col.data'), isNumber: true },
  ];
}

function isUncalibrated(farm: RowOf<Portfolio, 'farms'>): boolean {
  return farm.number('weightDeviationPct') !== undefined && farm.flag('weightUncalibrated');
}

function isDeadAtLeast(farm: RowOf<Portfolio, 'farms'>): boolean {
  const unlogged = farm.number('mortality7dDaysUnlogged') ?? 0;
  return farm.number('mortality7dPct') !== undefined && unlogged > 0;
}

function birdRow(farm: RowOf<Portfolio, 'farms'>, { words }: PageContext): readonly Cell[] {
  const status = farm.text('status');
  return [
    farm.text('name') ?? '',
    { text: words.name('state', status), state: severityMark(status) },
    markOfBirds(farm) + words.number(farm.number('birds')),
    words.number(farm.number('activeFlocks')),
    (isDeadAtLeast(farm) ? AT_LEAST : '') + words.quantity(farm.number('mortality7dPct'), '%'),
    `${words.change(farm.number('weightDeviationPct'))}${isUncalibrated(farm) ? UNRELIABLE : ''}`,
    words.number(farm.number('healthScore')),
    words.number(farm.number('dataQuality')),
  ];
}

function totalRow(totals: PartOf<Portfolio, 'totals'>, { words }: PageContext): readonly Cell[] {
  const birds = markOfBirds(totals) + words.number(totals.number('birds'));
  const flocks = words.number(totals.number('activeFlocks'));
  return [words.t('page.total'), '', birds, flocks, '', '', '', ''];
}

function workColumns({ words }: PageContext): readonly TableColumn[] {
  return [
    { title: words.t('page.col.farm') },
    { title: words.name('severities', 'critical'), isNumber: true },
    { title: words.name('severities', 'warning'), isNumber: true },
    { title: words.name('severities', 'info'), isNumber: true },
    { title: words.t('page.col.overdue'), isNumber: true },
    { title: words.t('page.col.questions'), isNumber: true },
    { title: words.t('page.col.lastEntry'), isWrapped: true },
  ];
}

function workRow(
  farm: RowOf<Portfolio, 'farms'>,
  { words, wordsOf }: PageContext,
): readonly Cell[] {
  const alerts = (severity: 'critical' | 'warning' | 'info'): Cell => {
    const count = farm.number(`openAlerts.${severity}`) ?? 0;
    return { text: words.number(count), state: count > 0 ? severity : undefined };
  };
  return [
    farm.text('name') ?? '',
    alerts('critical'),
    alerts('warning'),
    alerts('info'),
    words.number(farm.number('overdueTasks')),
    words.number(farm.number('unansweredQuestions')),
    wordsOf(farm.text('farmId')).moment(farm.text('lastActivityAt')),
  ];
}

/** Amounts in different currencies are never added. */
function money(answer: Portfolio, context: PageContext): readonly Block[] {
  const { words } = context;
  const moneyRow = (facts: RowOf<Portfolio, 'totals.money'>, name: string): readonly Cell[] => {
    const currency = facts.text('currency') ?? '';
    const amount = (field: 'revenue30d' | 'expenses30d') =>
      words.money(facts.number(field), currency);
    return [name, amount('revenue30d'), amount('expenses30d')];
  };
  const farms = answer.list('farms').map((farm) => moneyRow(farm, farm.text('name') ?? ''));
  const totals = answer.list('totals.money').map((sums) => {
    const currency = sums.text('currency') ?? '';
    return moneyRow(sums, `${words.t('page.total')} ${currency}`);
  });
  return tableOf(
    [
      { title: words.t('page.col.farm') },
      { title: words.t('page.money.revenue'), isNumber: true },
      { title: words.t('page.money.expenses'), isNumber: true },
    ],
    [...farms, ...totals],
  );
}

/** `portfolio`: all farms that the key can access. */
export async function runPortfolio(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/portfolio',
    answer: portfolioAnswer,
    query: {},
    isSpoken: false,
    rows: () => rowsUnder(portfolioAnswer, 'farms'),
    compose: portfolioPage,
  });
}
