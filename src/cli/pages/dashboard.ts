import type { TextKey } from '../../i18n/en.ts';
import { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Unit } from '../../model/core/message.ts';
import { textAfterName } from '../../tools/words.ts';
import type { Facts, PartOf, RowOf } from '../output/facts.ts';
import { AT_LEAST, AT_MOST, ESTIMATED } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import {
  type Block,
  joinParts,
  type Labelled,
  nameOf,
  type PageContext,
  section,
  severityMark,
} from './core/blocks.ts';
import { figureTable } from './core/figures.ts';
import { fixBlock, missingBlocks } from './core/fix-command.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';
import { NONE } from './core/words.ts';

type Dashboard = AnswerFacts<typeof dashboardAnswer>;
type Barn = RowOf<Dashboard, 'barns'>;
type Figures = PartOf<Dashboard, 'figures'>;

/** `dashboard`: an overview of the farm; its rows are the barns. */
export async function runDashboard(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/os/dashboard',
    answer: dashboardAnswer,
    query: { farmId: await oneFarm(context) },
    isSpoken: true,
    rows: () => rowsUnder(dashboardAnswer, 'barns'),
    compose: dashboardPage,
  });
}

/** Overview of the farm: key figures, to-do list, and every barn with its flock and climate. */
function dashboardPage(answer: Dashboard, context: PageContext): readonly Block[] {
  const { words } = context;
  const writing = { context, currency: answer.text('currency') ?? '' };
  const barns = answer.list('barns');
  const title = joinParts([
    nameOf(context, answer.text('farmId')),
    words.t('page.dashboard.title'),
    words.moment(answer.text('asOf')),
  ]);
  return [
    { kind: 'title', text: title },
    ...answer.texts('headline').map((text): Block => ({ kind: 'text', text, indent: 0 })),
    ...section(words.t('page.dashboard.now'), [
      { kind: 'labelled', rows: headlineRows(answer, context) },
    ]),
    ...section(words.name('section', 'actionPlan'), todo(answer)),
    ...section(
      words.t('page.dashboard.barns'),
      figureTable(
        barns.map(withNotes),
        [
          ['barn', 'page.col.barn', 'text'],
          ['state', 'page.col.state', 'word:state'],
          ['flock', 'page.col.flock', 'text'],
          ['ageDays', 'page.col.age', 'number'],
          ['live', 'page.col.birds', 'birdsAlive'],
          ['mortality.date', 'page.col.logged', 'day'],
          ['mortality.deaths', 'page.col.dead', 'number'],
          ['mortality.avg7', 'page.col.avg7', 'number'],
          ['weightG', 'page.col.weight', 'weightToday'],
          ['deviationPct', 'page.col.weightDeviation', 'change'],
          ['henDayPct', 'page.col.layingDay', 'percentPerBird'],
          ['fcr', 'page.col.fcr', 'feedRatio'],
          ['feedDaysLeft', 'page.col.feedLeft', 'stockDays'],
        ],
        writing,
      ),
    ),
    ...barns.flatMap(reasons),
    ...section(
      words.t('page.dashboard.air'),
      figureTable(
        barns.filter((barn) => barn.text('climate.ts') !== undefined).map(withLastAir),
        [
          ['barn', 'page.col.barn', 'text'],
          ['climate.temp', 'page.label.temperature', 'celsius'],
          ['climate.humidity', 'page.col.humidity', 'percent'],
          ['climate.nh3', 'page.col.nh3', 'number'],
          ['climate.co2', 'page.col.co2', 'number'],
          ['climate.status', 'page.col.state', 'word:air'],
          ['climate.ageMinutes', 'page.col.measured', 'span'],
        ],
        writing,
      ),
    ),
    ...section(words.name('status', 'partial'), missingBlocks(answer)),
  ];
}

/** A barn without warnings is not called free of alerts while a note is open. */
function withNotes(barn: Barn): Barn {
  const hasNotes = barn.text('state') === 'ok' && (barn.number('openAlerts.info') ?? 0) > 0;
  if (!hasNotes) return barn;
  const values: Facts<unknown> = barn;
  return { ...barn, text: (name: string) => (name === 'state' ? 'info' : values.text(name)) };
}

/** Without a current reading, the last values are shown with their state and age. */
function withLastAir(barn: Barn): Barn {
  const values: Facts<unknown> = barn;
  const last = (name: string) => values.number(name.replace(/^climate\./, 'climate.last.'));
  return { ...barn, number: (name: string) => values.number(name) ?? last(name) };
}

/** Why a barn is critical or needs attention. */
function reasons(barn: Barn): readonly Block[] {
  const state = severityMark(barn.text('state'));
  const stateReasons = barn.texts('stateReasons');
  if (!state || stateReasons.length === 0) return [];
  // Alert titles start with the barn, which is shown only once.
  const name = barn.text('barn') ?? '';
  const reasonTexts = stateReasons.map((reason) => textAfterName(reason, name) ?? reason);
  const isNamed = reasonTexts[0] !== stateReasons[0];
  const parts = isNamed
    ? stateReasons.slice(0, 1).concat(reasonTexts.slice(1))
    : [name, ...reasonTexts];
  return [{ kind: 'text', mark: state, text: joinParts(parts) }];
}

const COMMAND_INDENT = 5;

/** One line per item, with its command. */
function todo(answer: Dashboard): readonly Block[] {
  return answer.list('todo').flatMap((item): readonly Block[] => {
    const text = joinParts([item.text('title'), item.texts('why')[0]]);
    const mark = severityMark(item.text('severity')) ?? 'info';
    return [{ kind: 'text', mark, text }, ...fixBlock(item, 'action', COMMAND_INDENT)];
  });
}

/** A daily logged figure: path, label and unit. */
type Daily = readonly [
  name: 'mortality' | 'feedKg' | 'waterL' | 'eggs',
  label: TextKey,
  unit: Unit,
];

const DAILY: readonly Daily[] = [
  ['mortality', 'page.col.dead', 'birds'],
  ['feedKg', 'page.col.feed', 'kg'],
  ['waterL', 'page.label.water', 'L'],
  ['eggs', 'page.label.eggs', 'eggs'],
];

const FEW = 10;

/** Farm-wide figures, one per line; unknown ones are omitted. */
function headlineRows(answer: Dashboard, context: PageContext): readonly Labelled[] {
  const figures = answer.at('figures');
  const rows = [
    birds(answer, context),
    ...DAILY.map((daily) => ofDay(figures, daily, context)),
    growth(figures, context),
    severities(figures.at('alerts'), 'page.context.alerts', context),
    severities(figures.at('gaps'), 'page.label.gaps', context),
    questions(figures, context),
    tasks(figures, context),
    risk(figures, context),
    month(figures.at('money'), context),
    cameras(answer.at('cameras'), context),
  ];
  return rows.filter(({ text }) => text !== '' && text !== NONE);
}

function birds(answer: Dashboard, { words }: PageContext): Labelled {
  const figures = answer.at('figures');
  const uncounted = answer
    .list('barns')
    .filter((barn) => barn.text('flockId') !== undefined && barn.number('live') === undefined);
  const text = joinParts([
    (figures.flag('birdsUpperBound') ? AT_MOST : '') +
      words.quantity(figures.number('birds'), 'birds'),
    words.t('page.dashboard.flocks', { count: figures.number('flocks') ?? 0 }),
    uncounted.length === 0
      ? undefined
      : words.t('page.dashboard.uncounted', { count: uncounted.length }),
    words.t('page.dashboard.occupied', {
      count: figures.number('barnsOccupied') ?? 0,
      total: figures.number('barns') ?? 0,
    }),
  ]);
  return { label: words.t('page.label.birds'), text };
}

function ofDay(figures: Figures, [name, label, unit]: Daily, { words }: PageContext): Labelled {
  const totals = figures.at(name);
  const part = (field: 'today' | 'yesterday' | 'avg7', text: TextKey) => {
    const value = totals.number(field);
    return value === undefined
      ? undefined
      : words.t(text, { value: words.quantity(roundedFigure(value), unit) });
  };
  const logged = (field: 'logged' | 'loggedYesterday', due: 'due' | 'dueYesterday') => {
    const [count, total] = [totals.number(field) ?? 0, totals.number(due) ?? 0];
    const isPart = count > 0 && count < total && name !== 'eggs';
    return isPart ? words.t('page.dashboard.logged', { count, total }) : undefined;
  };
  const [now, before] = [logged('logged', 'due'), logged('loggedYesterday', 'dueYesterday')];
  // The usual value of all flocks is not comparable with the figure of only some of them.
  const isPart = (totals.number('logged') ?? 0) > 0 ? now : before;
  const text = joinParts([
    part('today', 'page.dashboard.today'),
    now,
    part('yesterday', 'page.dashboard.yesterday'),
    before,
    isPart === undefined ? part('avg7', 'page.dashboard.usual') : undefined,
  ]);
  return { label: words.t(label), text };
}

/** Decimals of a mean over many values are not meaningful. */
function roundedFigure(value: number): number {
  return value < FEW ? value : Math.round(value);
}

function growth(figures: Figures, { words }: PageContext): Labelled {
  const deviation = figures.number('weightDeviationPct');
  const [fcr, epef] = [figures.number('fcr'), figures.number('epef')];
  const isEstimated = figures.flag('fcrEstimated');
  const mark = isEstimated ? ESTIMATED : figures.flag('fcrLowerBound') ? AT_LEAST : '';
  const bound = isEstimated ? ESTIMATED : figures.flag('epefUpperBound') ? AT_MOST : '';
  const text = joinParts([
    deviation === undefined
      ? undefined
      : words.t('page.context.deviation', { pct: words.change(deviation) }),
    deviation === undefined ? undefined : weighedFlocks(figures, words),
    fcr === undefined ? undefined : `${words.t('page.col.fcr')} ${mark}${words.number(fcr)}`,
    epef === undefined ? undefined : `${words.t('page.col.epef')} ${bound}${words.number(epef)}`,
    fcr === undefined ? undefined : ofFlocks(figures, words),
  ]);
  return { label: words.t('page.label.weight'), text };
}

/** Number of flocks behind the farm's weight; omitted when it is all of them. */
function weighedFlocks(figures: Figures, words: PageContext['words']): string | undefined {
  const count = figures.number('weightOf');
  const total = figures.number('flocks') ?? 0;
  if (count === undefined || count >= total) return undefined;
  return words.t('page.dashboard.someFlocks', { count, total });
}

/** Number and ages of the flocks behind the farm's feed conversion; omitted on a farm with one flock. */
function ofFlocks(figures: Figures, words: PageContext['words']): string | undefined {
  const count = figures.number('performanceOf.flocks') ?? 0;
  if (count === 0 || (figures.number('flocks') ?? count) < 2) return undefined;
  return words.t('page.dashboard.ofFlocks', {
    count,
    from: figures.number('performanceOf.youngestDays') ?? 0,
    to: figures.number('performanceOf.oldestDays') ?? 0,
  });
}

function severities(
  counts: PartOf<Figures, 'alerts'>,
  label: TextKey,
  { words }: PageContext,
): Labelled {
  const presentSeverities = (['critical', 'warning', 'info'] as const).filter(
    (severity) => (counts.number(severity) ?? 0) > 0,
  );
  const text = joinParts(
    presentSeverities.map(
      (severity) =>
        `${words.name('severities', severity)} ${words.number(counts.number(severity))}`,
    ),
  );
  const [worst] = presentSeverities;
  const state = worst === 'info' ? undefined : worst;
  return { label: words.t(label), text: text === '' ? words.number(0) : text, state };
}

function questions(figures: Figures, { words }: PageContext): Labelled {
  const count = figures.number('questions') ?? 0;
  const state = count > 0 ? 'warning' : undefined;
  return { label: words.t('page.col.questions'), text: words.number(count), state };
}

function tasks(figures: Figures, { words }: PageContext): Labelled {
  const overdue = figures.number('tasks.overdue') ?? 0;
  const today = words.number(figures.number('tasks.today') ?? 0);
  const text = joinParts([
    words.t('page.dashboard.today', { value: today }),
    overdue === 0 ? undefined : `${words.t('page.overdue')} ${words.number(overdue)}`,
  ]);
  const state = overdue > 0 ? 'warning' : undefined;
  return { label: words.t('page.label.tasks'), text, state };
}

function risk(figures: Figures, { words }: PageContext): Labelled {
  const score = figures.number('risk.score');
  const level = figures.text('risk.level');
  const text =
    score === undefined
      ? ''
      : joinParts([
          words.t('page.riskLedger.score', { score }),
          level === undefined ? undefined : words.name('riskLevel', level),
        ]);
  const mark = severityMark(level);
  return { label: words.t('page.label.risk'), text, state: mark === 'info' ? undefined : mark };
}

function month(money: PartOf<Figures, 'money'>, { words }: PageContext): Labelled {
  const currency = money.text('currency') ?? '';
  const part = (text: TextKey, field: 'revenue' | 'expenses' | 'feed' | 'net') => {
    const amount = money.number(field);
    return amount === undefined || amount === 0
      ? undefined
      : `${words.t(text)} ${words.money(amount, currency)}`;
  };
  const text = joinParts([
    part('page.money.revenue', 'revenue'),
    part('page.category.feed', 'feed'),
    part('page.money.otherExpenses', 'expenses'),
    part('page.money.net', 'net'),
  ]);
  return { label: words.t('page.label.month'), text };
}

function cameras(counts: PartOf<Dashboard, 'cameras'>, { words }: PageContext): Labelled {
  const total = counts.number('cameras') ?? 0;
  const silent = counts.number('silent') ?? 0;
  const count = (text: TextKey, name: 'online' | 'silent' | 'unregistered') => {
    const number = counts.number(name) ?? 0;
    return number === 0 ? undefined : words.t(text, { count: number });
  };
  const text = joinParts([
    total === 0 ? undefined : words.t('page.cameras.title', { count: total }),
    count('page.cameras.online', 'online'),
    count('page.cameras.silent', 'silent'),
    count('page.cameras.unknown', 'unregistered'),
  ]);
  const state = silent > 0 ? 'warning' : undefined;
  return { label: words.t('page.label.cameras'), text, state };
}
