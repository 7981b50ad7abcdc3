import type { TextKey } from '../../i18n/en.ts';
import { weeklySummaryAnswer } from '../../model/answers/weekly-summary.ts';
import type { Sent } from '../../model/api/json-schema.ts';
import type { Facts, PartOf, Paths } from '../output/facts.ts';
import { AT_LEAST, AT_MOST } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import {
  type Block,
  type Cell,
  joinParts,
  nameOf,
  type PageContext,
  section,
  tableOf,
} from './core/blocks.ts';
import { type Figure, type Form, figureTable, type Writing, writeFigure } from './core/figures.ts';
import { missingBlocks } from './core/fix-command.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';
import { NONE } from './core/words.ts';

type WeeklySummary = AnswerFacts<typeof weeklySummaryAnswer>;
type Sums = Sent<(typeof weeklySummaryAnswer)['schema']>;

export interface WeeklySummaryFlags {
  readonly week?: string;
}

/** `weekly-summary`: a week compared with the previous one; its rows are the flocks. */
export async function runWeeklySummary(
  context: CommandContext,
  { week }: WeeklySummaryFlags,
): Promise<void> {
  await printPage(context, {
    path: '/os/weekly-summary',
    answer: weeklySummaryAnswer,
    query: { farmId: await oneFarm(context), week },
    isSpoken: true,
    rows: () => rowsUnder(weeklySummaryAnswer, 'flocks'),
    compose: weeklySummaryPage,
  });
}

/** A row of the table that compares the week with the previous one. */
type Line<T = unknown> = readonly [label: TextKey, field: Paths<T>, form: Form];

const TOTALS: readonly Line<Sums['totals']['week']>[] = [
  ['page.col.birds', 'birds', 'birdsAlive'],
  ['page.col.dead', 'mortality', 'birdsDead'],
  ['page.weekly.deadPct', 'mortalityPct', 'percentDead'],
  ['page.weekly.culls', 'culls', 'cullSum'],
  ['page.col.feed', 'feedKg', 'feedSum'],
  ['page.label.water', 'waterL', 'waterSum'],
  ['page.col.waterFeed', 'waterFeedRatio', 'number'],
  ['page.label.eggs', 'eggs', 'eggSum'],
  ['page.weekly.soldBirds', 'soldBirds', 'number'],
  ['page.weekly.soldKg', 'soldKg', 'kg'],
];

const WORK: readonly Line<Sums['work']['week']>[] = [
  ['page.weekly.tasksDone', 'tasksDone', 'number'],
  ['page.weekly.tasksOverdue', 'tasksOverdue', 'number'],
  ['page.weekly.critical', 'alertsOpened.critical', 'number'],
  ['page.weekly.warnings', 'alertsOpened.warning', 'number'],
  ['page.weekly.resolved', 'alertsResolved', 'number'],
  ['page.weekly.open', 'alertsOpen', 'number'],
];

/** Flock figures, each followed by that of the previous week. */
const LOSSES = [
  ['mortality', 'page.col.dead', 'birdsDead'],
  ['feedPerBirdG', 'page.weekly.feedPerBird', 'gramsPerBird'],
  ['waterFeedRatio', 'page.col.waterFeed', 'number'],
  ['henDayPct', 'page.col.laying', 'percentPerBird'],
  ['tempAvg', 'page.label.temperature', 'celsius'],
] as const satisfies readonly Figure<Sums['flocks'][number]['week']>[];
const GROWTH = [
  ['weightG', 'page.col.weight', 'grams'],
  ['weightDeviationPct', 'page.col.weightDeviation', 'change'],
  ['adg7', 'page.col.weekGain', 'grams'],
  ['fcr', 'page.col.fcr', 'feedRatio'],
] as const satisfies readonly Figure<Sums['flocks'][number]['week']>[];

/** The week compared with the previous one: largest changes, farm, flocks, money and work. */
function weeklySummaryPage(answer: WeeklySummary, context: PageContext): readonly Block[] {
  const { words } = context;
  const writing = { context, currency: answer.text('currency') ?? '' };
  return [
    ...head(answer, context),
    ...section(words.t('page.weekly.changes'), changes(answer, context)),
    ...section(words.t('page.weekly.farm'), [
      ...lines(answer.at('totals'), TOTALS, writing),
      ...unlogged(answer, context),
      ...uncounted(answer, context),
      ...markTexts(answer, writing),
    ]),
    ...section(words.t('page.weekly.losses'), flocks(answer, LOSSES, writing)),
    ...section(words.t('page.weekly.growth'), flocks(answer, GROWTH, writing)),
    ...section(words.t('page.weekly.money'), money(answer.at('money'), writing)),
    ...section(words.t('page.weekly.work'), lines(answer.at('work'), WORK, writing)),
    ...section(words.name('status', 'partial'), missingBlocks(answer)),
  ];
}

function head(answer: WeeklySummary, context: PageContext): readonly Block[] {
  const { words } = context;
  const period = answer.at('period');
  const span = (days: Facts<{ readonly from: string; readonly to: string }>) =>
    spanOfDays([days.text('from') ?? '', days.text('to') ?? ''], words);
  const title = joinParts([
    nameOf(context, answer.text('farmId')),
    words.t('page.weekly.title', span(period)),
  ]);
  const days = words.quantity(period.number('days'), 'days');
  const text = joinParts([
    words.t('page.weekly.against', span(period.at('before'))),
    period.flag('isComplete') ? undefined : words.t('page.weekly.running', { days }),
  ]);
  return [
    { kind: 'title', text: title },
    { kind: 'text', text, indent: 0 },
  ];
}

/** The year once, where the language writes it: in Chinese it leads the first day. */
function spanOfDays([from, to]: readonly [string, string], words: PageContext['words']) {
  if (from.slice(0, 4) !== to.slice(0, 4)) return { from: words.day(from), to: words.day(to) };
  return words.language === 'zh'
    ? { from: words.day(from), to: words.shortDay(to) }
    : { from: words.shortDay(from), to: words.day(to) };
}

function changes(answer: WeeklySummary, { words }: PageContext): readonly Block[] {
  const lines = answer.list('changes').map((change): Block => {
    const mark = change.text('verdict') === 'worse' ? 'warning' : 'info';
    return { kind: 'text', mark, text: change.text('title') ?? '' };
  });
  if (lines.length > 0) return lines;
  return [{ kind: 'text', text: words.t('page.weekly.noChanges') }];
}

const WHENS = ['week', 'before'] as const;

/** Flocks with missing days, which the sums of the farm leave out. */
function unlogged(answer: WeeklySummary, { words }: PageContext): readonly Block[] {
  const shownWeeks = WHENS.filter(
    (week) => answer.number(`totals.${week}.mortality`) !== undefined,
  );
  return shownWeeks.flatMap((week) =>
    answer.list('flocks').flatMap((row): readonly Block[] => {
      const count = row.number(`${week}.daysUnlogged`) ?? 0;
      if (count === 0) return [];
      const flock = row.text('flock') ?? '';
      const text = words.t('page.weekly.unlogged', { flock, count, when: week });
      return [{ kind: 'text', mark: 'warning', text }];
    }),
  );
}

/** Flocks with an unknown number of birds, which the birds of the farm leave out. */
function uncounted(answer: WeeklySummary, { words }: PageContext): readonly Block[] {
  return WHENS.flatMap((week) =>
    answer.list('flocks').flatMap((row): readonly Block[] => {
      // A flock that was not inside has no days.
      const isInside = row.number(`${week}.daysInside`) !== undefined;
      if (!isInside || row.number(`${week}.birds`) !== undefined) return [];
      const soldBirds = row.number(`${week}.soldBirds`) ?? 0;
      const sold = row.flag(`${week}.birdsExceeded`) ? soldBirds : 0;
      const flock = row.text('flock') ?? '';
      const text = words.t('page.weekly.uncounted', { flock, sold, when: week });
      return [{ kind: 'text', mark: 'warning', text }];
    }),
  );
}

/** Explains the marks of the figures of the farm. */
function markTexts(answer: WeeklySummary, writing: Writing): readonly Block[] {
  const totals = answer.at('totals');
  const rows = TOTALS.flatMap(([label, field, form]) =>
    WHENS.map((week) => writeFigure(totals, [`${week}.${field}`, label, form], writing)),
  );
  const isMarked = (mark: string) =>
    rows.some((cell) => (typeof cell === 'string' ? cell : cell.text).startsWith(mark));
  const { words } = writing.context;
  return [
    ...(isMarked(AT_MOST) ? [words.t('page.mark.atMost')] : []),
    ...(isMarked(AT_LEAST) ? [words.t('page.weekly.partSums')] : []),
  ].map((text): Block => ({ kind: 'text', text }));
}

/** Figures that are known and not 0 in both weeks. */
function lines(
  facts: Facts<unknown>,
  definitions: readonly Line[],
  writing: Writing,
): readonly Block[] {
  const rows = definitions.flatMap(([label, field, form]): readonly (readonly Cell[])[] => {
    const [week, before] = WHENS.map((week) =>
      writeFigure(facts, [`${week}.${field}`, label, form], writing),
    );
    if (WHENS.every((week) => !facts.number(`${week}.${field}`))) return [];
    return [[writing.context.words.t(label), week ?? NONE, before ?? NONE]];
  });
  return twoWeeks(rows, writing);
}

function twoWeeks(rows: readonly (readonly Cell[])[], { context }: Writing): readonly Block[] {
  const { words } = context;
  return tableOf(
    [
      { title: '' },
      { title: words.t('page.col.week'), isNumber: true },
      { title: words.t('page.weekly.before'), isNumber: true },
    ],
    rows,
  );
}

function flocks(
  answer: WeeklySummary,
  figures: readonly Figure[],
  writing: Writing,
): readonly Block[] {
  const columns = figures.flatMap(([field, title, form]): readonly Figure[] => [
    [`week.${field}`, title, form],
    [`before.${field}`, 'page.weekly.before', form],
  ]);
  const namedFigures: readonly Figure[] = [
    ['flock', 'page.col.flock', 'text'],
    ['week.ageDays', 'page.col.age', 'number'],
  ];
  return figureTable<unknown>(answer.list('flocks'), [...namedFigures, ...columns], writing);
}

function money(facts: PartOf<WeeklySummary, 'money'>, writing: Writing): readonly Block[] {
  const { words } = writing.context;
  const amounts = (
    row: Facts<unknown>,
    [week, before]: readonly [string, string],
  ): readonly Cell[] =>
    [week, before].map((field) => words.money(row.number(field), writing.currency));
  const row = (label: TextKey, field: 'revenue' | 'net'): readonly Cell[] => [
    words.t(label),
    ...amounts(facts, [`week.${field}`, `before.${field}`]),
  ];
  const isMoved = (['week.revenue', 'before.revenue'] as const).some(
    (field) => (facts.number(field) ?? 0) !== 0,
  );
  const spent = facts
    .list('byCategory')
    .map((category) => [
      words.name('category', category.text('category')),
      ...amounts(category, ['week', 'before']),
    ]);
  if (!isMoved && spent.length === 0) return [];
  const rows = [row('page.money.revenue', 'revenue'), ...spent, row('page.money.net', 'net')];
  return twoWeeks(rows, writing);
}
