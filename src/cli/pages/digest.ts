import { digestAnswer } from '../../model/answers/digest.ts';
import { severity } from '../../model/core/vocabulary.ts';
import { addDays } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { PartOf, RowOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import {
  type Block,
  type Cell,
  joinParts,
  nameOf,
  type PageContext,
  section,
  severityMark,
  tableOf,
  taskLine,
} from './core/blocks.ts';
import { fixBlock } from './core/fix-command.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';
import { gapBlocks } from './gaps.ts';

type Digest = AnswerFacts<typeof digestAnswer>;

/** The morning briefing; three lines after an uneventful night. */
function digestPage(answer: Digest, context: PageContext): readonly Block[] {
  const head = [titleOf(answer, context), ...headlines(answer)];
  if (isQuiet(answer)) return [...head, ...quietMortality(answer, context)];
  const { words } = context;
  return [
    ...head,
    ...section(words.t('page.digest.alerts'), alerts(answer, context)),
    ...section(words.t('page.mortality'), [
      ...mortality(answer, context),
      ...cameras(answer, context),
    ]),
    ...section(
      words.t('page.questions'),
      answer
        .list('unansweredQuestions')
        .flatMap((report) => [reportLine(report, context), ...fixBlock(report, 'fix')]),
    ),
    ...section(
      words.t('page.digest.reports'),
      answer.list('reports').map((report) => reportLine(report, context)),
    ),
    ...section(
      words.t('page.digest.tasks'),
      answer.list('tasksToday').map((task) => taskLine(task, context)),
    ),
    ...section(words.t('page.digest.missingLogs'), missingLogs(answer, context)),
    ...section(words.t('page.lateOrders'), lateOrders(answer.list('feedOrdersLate'), context)),
    ...section(words.t('page.dueOrders'), dueOrders(answer, context)),
    ...section(
      words.t('page.digest.gaps'),
      answer.list('gaps').flatMap((gap) => gapBlocks(gap)),
    ),
    ...section(words.t('page.weather'), weather(answer.at('weather'), context)),
  ];
}

function titleOf(answer: Digest, context: PageContext): Block {
  const day = answer.text('date');
  const farm = nameOf(context, answer.text('farmId'));
  const text = joinParts([
    farm,
    context.words.t('page.digest.title'),
    day === undefined ? undefined : context.words.weekday(day),
  ]);
  return { kind: 'title', text };
}

function headlines(answer: Digest): readonly Block[] {
  return answer.texts('headline').map((text) => ({ kind: 'text', text, indent: 0 }));
}

const LISTS = [
  'openAlerts',
  'reports',
  'unansweredQuestions',
  'tasksToday',
  'flocksMissingLog',
  'feedOrdersLate',
  'feedOrdersDue',
  'gaps',
] as const;

/** No events, nothing pending, and no unusual mortality. */
function isQuiet(answer: Digest): boolean {
  const weather = answer.at('weather');
  return (
    unsettledOfNight(answer).length === 0 &&
    LISTS.every((name) => answer.list(name).length === 0) &&
    !answer.list('mortality').some((row) => row.flag('spike.flag')) &&
    !answer.list('vision.crossCheck').some((row) => row.flag('mismatch')) &&
    !weather.flag('coldRisk') &&
    severityMark(weather.text('heatRisk')) === undefined
  );
}

function quietMortality(answer: Digest, { words }: PageContext): readonly Block[] {
  const today = answer.text('date') ?? '';
  const logged = answer.list('mortality').filter((row) => row.number('deaths') !== undefined);
  const byDay = [...groupBy(logged, (row) => row.text('date') ?? '')];
  // Flocks with different latest log days have one line per day, newest first.
  return byDay
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([day, rows]): Block => {
      const total = (name: 'deaths' | 'deathsDayBefore' | 'avg7') => {
        const presentValues = rows
          .map((row) => row.number(name))
          .filter((value) => value !== undefined);
        return presentValues.length === 0 ? undefined : sum(presentValues);
      };
      const text = words.t('page.digest.quietMortality', {
        when: day === today ? 'today' : day === addDays(today, -1) ? 'yesterday' : 'earlier',
        day: words.shortDay(day),
        dead: words.quantity(total('deaths'), 'birds'),
        before: words.number(total('deathsDayBefore')),
        usual: words.number(total('avg7')),
      });
      return { kind: 'text', text, indent: 0 };
    });
}

/** Last night's alerts, without those resolved since. */
function unsettledOfNight(answer: Digest) {
  return answer.list('overnightAlerts').filter((alert) => alert.text('status') !== 'resolved');
}

/** Open alerts by severity, including those of last night. */
function alerts(answer: Digest, { words }: PageContext): readonly Block[] {
  const ofNight = unsettledOfNight(answer);
  const shownIds = new Set(ofNight.map((alert) => alert.text('id')));
  const older = answer.list('openAlerts').filter((alert) => !shownIds.has(alert.text('id')));
  const all = [...ofNight, ...older];
  const worstFirst = severity.words
    .toReversed()
    .flatMap((word) => all.filter((alert) => alert.text('severity') === word));
  return worstFirst.flatMap((alert): readonly Block[] => {
    const at = alert.text('createdAt');
    const isToday = at !== undefined && words.dayOf(at) === answer.text('date');
    const text = joinParts([
      isToday ? words.time(at) : words.moment(at),
      words.name('severity', alert.text('severity')),
      alert.text('title'),
    ]);
    const mark = severityMark(alert.text('severity')) ?? 'info';
    return [{ kind: 'text', mark, text }, ...fixBlock(alert, 'fix')];
  });
}

function mortality(answer: Digest, context: PageContext): readonly Block[] {
  const { words } = context;
  const today = answer.text('date');
  const days = answer.list('mortality').map((row) => row.text('date'));
  const isOfToday = days.every((day) => day === undefined || day === today);
  const figures = ['deaths', 'deathsDayBefore', 'avg7'] as const;
  const presentRows = answer
    .list('mortality')
    .filter((row) => figures.some((name) => row.number(name) !== undefined));
  const rows = presentRows.map((row): readonly Cell[] => {
    const severity = row.text('spike.severity');
    return [
      row.text('name') ?? nameOf(context, row.text('flockId')) ?? '',
      words.number(row.number('ageDays')),
      isOfToday && row.text('date') === today ? '' : words.shortDay(row.text('date')),
      words.number(row.number('deaths')),
      words.number(row.number('deathsDayBefore')),
      words.number(row.number('avg7')),
      `${words.number(row.number('ratio'))}${isOfAge(row) ? OF_AGE : ''}`,
      words.quantity(row.number('pct'), '%'),
      row.flag('spike.flag')
        ? {
            text: `${severity === 'critical' ? '!!' : '!'} ${words.name('severity', severity)}`,
            state: severityMark(severity),
          }
        : '',
    ];
  });
  const table = tableOf(
    [
      { title: words.t('page.col.flock') },
      { title: words.t('page.col.age'), isNumber: true },
      { title: words.t('page.col.logged'), isNumber: true },
      { title: words.t(isOfToday ? 'page.col.today' : 'page.col.dead'), isNumber: true },
      { title: words.t(isOfToday ? 'page.col.yesterday' : 'page.col.dayBefore'), isNumber: true },
      { title: words.t('page.col.avg7'), isNumber: true },
      { title: words.t('page.col.ratio'), isNumber: true },
      { title: words.t('page.col.ofFlock'), isNumber: true },
      { title: '' },
    ],
    rows,
  );
  const note: Block = { kind: 'text', text: words.t('page.mark.firstDays') };
  return presentRows.some(isOfAge) ? [...table, note] : table;
}

/** Marks a ratio to the deaths usual at the age of a flock. */
const OF_AGE = '*';

/** Whether the deaths of a flock are compared with those usual at its age, in its first days. */
function isOfAge(row: RowOf<Digest, 'mortality'>): boolean {
  return row.text('baseline') === 'curve' && row.number('ratio') !== undefined;
}

function cameras(answer: Digest, context: PageContext): readonly Block[] {
  const { words } = context;
  const vision = answer.at('vision');
  const names = new Map(
    answer.list('mortality').map((row) => [row.text('flockId'), row.text('name')]),
  );
  const cameraDeaths = vision.number('mortality24h');
  const total: readonly Block[] =
    cameraDeaths === undefined
      ? []
      : [{ kind: 'text', text: words.t('page.digest.cameras', { count: cameraDeaths }) }];
  const mismatches = vision.list('crossCheck').filter((row) => row.flag('mismatch'));
  return [
    ...total,
    ...mismatches.map((row): Block => {
      const text = words.t('page.digest.mismatch', {
        flock: names.get(row.text('flockId')) ?? row.text('flockId') ?? '',
        day: words.shortDay(row.text('date')),
        seen: row.number('vision') ?? 0,
        logged: row.number('logged') ?? 0,
      });
      return { kind: 'text', mark: 'warning', text };
    }),
  ];
}

/** A worker's report, with its author and time. */
function reportLine(report: RowOf<Digest, 'reports'>, { words }: PageContext): Block {
  const text = joinParts([
    words.moment(report.text('createdAt')),
    report.text('authorName') ?? words.t('page.worker'),
    report.text('rawText') ?? report.text('summaryHe'),
  ]);
  return { kind: 'text', mark: severityMark(report.text('severity')) ?? 'info', text };
}

function missingLogs(answer: Digest, { words }: PageContext): readonly Block[] {
  return answer.list('flocksMissingLog').flatMap((row): readonly Block[] => {
    const last = row.text('lastLogDate');
    const text = joinParts([
      row.text('name'),
      words.quantity(row.number('days'), 'days'),
      last === undefined
        ? words.t('page.neverLogged')
        : words.t('page.lastLog', { day: words.shortDay(last) }),
    ]);
    const mark = severityMark(row.text('severity')) ?? 'info';
    return [{ kind: 'text', mark, text }, ...fixBlock(row, 'fix')];
  });
}

/** Overdue feed orders, each with the call that records its delivery. */
export function lateOrders(
  orders: readonly RowOf<Digest, 'feedOrdersLate'>[],
  { words }: PageContext,
): readonly Block[] {
  return orders.flatMap((order): readonly Block[] => {
    const text = joinParts([
      words.quantity(order.number('quantityKg'), 'kg'),
      order.text('flock'),
      words.t('page.wasDue', { day: words.shortDay(order.text('dueDate')) }),
    ]);
    return [{ kind: 'text', mark: 'warning', text }, ...fixBlock(order, 'fix')];
  });
}

/** The flocks for which feed must be ordered today, each with the call that orders it. */
function dueOrders(answer: Digest, { words }: PageContext): readonly Block[] {
  return answer.list('feedOrdersDue').flatMap((order): readonly Block[] => {
    const quantityKg = order.number('quantityKg');
    const text = joinParts([
      order.text('flock'),
      words.t('page.feedLasts', {
        days: words.quantity(order.number('daysLeft'), 'days'),
        isEstimated: order.flag('stockEstimated') ? 'yes' : 'no',
      }),
      quantityKg === undefined
        ? undefined
        : words.t('page.suggested', { amount: words.quantity(quantityKg, 'kg') }),
    ]);
    return [{ kind: 'text', mark: 'warning', text }, ...fixBlock(order, 'fix')];
  });
}

function weather(outlook: PartOf<Digest, 'weather'>, { words }: PageContext): readonly Block[] {
  const risk = outlook.text('heatRisk');
  const heat: readonly Block[] =
    risk === undefined
      ? []
      : [
          {
            kind: 'text',
            mark: severityMark(risk) ?? 'info',
            text: joinParts([
              words.name('heat', risk),
              words.t('page.feltHeat', { thi: words.quantity(outlook.number('maxThi'), '°C') }),
            ]),
          },
        ];
  const coldBlocks: readonly Block[] = outlook.flag('coldRisk')
    ? [{ kind: 'text', mark: 'warning', text: words.t('page.cold') }]
    : [];
  return [...heat, ...coldBlocks];
}

/** `digest`: the morning briefing; its rows are the mortality of each flock. */
export async function runDigest(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/digest',
    answer: digestAnswer,
    query: { farmId: await oneFarm(context) },
    isSpoken: true,
    rows: () => rowsUnder(digestAnswer, 'mortality'),
    compose: digestPage,
  });
}
