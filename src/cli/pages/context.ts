import type { FarmClient } from '../../client/client.ts';
import { contextAnswer } from '../../model/answers/context.ts';
import { limits } from '../../model/core/limits.ts';
import { checkWord } from '../core/command-line.ts';
import { barRow } from '../output/charts.ts';
import type { PartOf, RowOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import { barnBlocks, type DailyLogs, type FarmContext } from './context-barns.ts';
import {
  type Block,
  type Cell,
  joinParts,
  type Labelled,
  type PageContext,
  section,
  severityMark,
  tableOf,
  taskLine,
} from './core/blocks.ts';
import { fixBlock } from './core/fix-command.ts';
import { type Gathered, printPage, rowsUnder } from './core/print-page.ts';
import { NONE } from './core/words.ts';
import { lateOrders } from './digest.ts';

export interface ContextFlags {
  readonly depth?: string;
}

const DEPTHS = ['full', 'summary'];

/** `context`: the whole farm; its rows are the flocks. */
export async function runContext(context: CommandContext, flags: ContextFlags): Promise<void> {
  const { depth } = flags;
  if (depth !== undefined) checkWord('--depth', depth, DEPTHS);
  await printPage(context, {
    path: '/context',
    answer: contextAnswer,
    query: { farmId: await oneFarm(context), depth },
    isSpoken: true,
    rows: () => rowsUnder(contextAnswer, 'flocks'),
    compose: contextPage,
    gather: gatherLogs,
  });
}

const LOG_FIELDS = 'flockId,date,avgWeightGr,standardG,suspect,tempMin,tempMax';

/**
 * Reads the latest daily logs, which include the standard of each day: a context includes only
 * today's.
 */
async function gatherLogs(client: FarmClient, answer: FarmContext): Promise<Gathered<DailyLogs>> {
  const farmId = answer.text('farm.id');
  if (farmId === undefined || answer.list('flocks').length === 0) return {};
  const query = {
    farmId,
    order: 'date',
    dir: 'desc',
    limit: limits.maxPageSize,
    fields: LOG_FIELDS,
  };
  const { data } = await client.list('daily-logs', query);
  return { facts: { logs: data } };
}

const BAR_WIDTH = 20;

/** The whole farm: barns and flocks, pending work, medicine, money, and a summary in sentences. */
function contextPage(answer: FarmContext, context: PageContext): readonly Block[] {
  const { words } = context;
  return [
    ...farmLines(answer, context),
    ...answer.list('barns').flatMap((barn) => barnBlocks(barn, answer, context)),
    ...section(words.t('page.context.alerts'), alerts(answer, context)),
    ...section(
      words.t('page.questions'),
      answer
        .list('fieldReports.unansweredQuestions')
        .flatMap((report) => [questionLine(report, context), ...fixBlock(report, 'fix')]),
    ),
    ...section(
      words.t('page.context.tasks'),
      answer.list('tasks.open').map((task) => taskLine(task, context)),
    ),
    ...section(words.t('page.lateOrders'), lateOrders(answer.list('feedOrdersLate'), context)),
    ...section(words.t('page.context.medicine'), medicine(answer.at('medicine'), context)),
    ...section(words.t('page.context.money'), money(answer, context)),
    ...section(
      words.t('page.context.narrative'),
      answer.texts('narrative').map((text) => ({ kind: 'text', text })),
    ),
  ];
}

function farmLines(answer: FarmContext, { words }: PageContext): readonly Block[] {
  const farm = answer.at('farm');
  const vertical = farm.text('vertical');
  const text = joinParts([
    farm.text('name') ?? farm.text('id'),
    vertical === undefined ? undefined : words.name('vertical', vertical),
    farm.text('location'),
    words.moment(answer.text('asOf')),
  ]);
  return [{ kind: 'title', text }];
}

function alerts(answer: FarmContext, { words }: PageContext): readonly Block[] {
  return answer.list('alerts.open').flatMap((alert): readonly Block[] => {
    const text = joinParts([
      words.name('severity', alert.text('severity')),
      alert.text('title'),
      words.moment(alert.text('createdAt')),
    ]);
    const mark = severityMark(alert.text('severity')) ?? 'info';
    return [{ kind: 'text', mark, text }, ...fixBlock(alert, 'fix')];
  });
}

function questionLine(
  report: RowOf<FarmContext, 'fieldReports.recent'>,
  { words }: PageContext,
): Block {
  const text = joinParts([
    words.moment(report.text('createdAt')),
    report.text('authorName') ?? words.t('page.worker'),
    report.text('rawText'),
  ]);
  return { kind: 'text', mark: severityMark(report.text('severity')) ?? 'info', text };
}

function medicine(
  store: PartOf<FarmContext, 'medicine'>,
  { words }: PageContext,
): readonly Block[] {
  const idsOf = (name: 'lowStock' | 'expired') =>
    new Set(store.list(name).map((item) => item.text('id')));
  const [low, expired] = [idsOf('lowStock'), idsOf('expired')];
  const rows = store.list('items').map((item): readonly Cell[] => {
    const unit = item.text('unit') ?? 'none';
    const amount = (name: 'quantity' | 'minQuantity') => {
      const count = item.number(name);
      return count === undefined ? NONE : words.t('gap.amount', { count, unit });
    };
    const id = item.text('id');
    const states = [
      ...(expired.has(id) ? [words.t('page.medicine.expired')] : []),
      ...(low.has(id) ? [words.t('page.medicine.low')] : []),
    ];
    return [
      item.text('name') ?? '',
      amount('quantity'),
      amount('minQuantity'),
      words.day(item.text('expiryDate')),
      { text: words.list(states), state: states.length > 0 ? 'warning' : undefined },
    ];
  });
  return tableOf(
    [
      { title: words.t('page.col.medicine') },
      { title: words.t('page.col.inStock'), isNumber: true },
      { title: words.t('page.col.least'), isNumber: true },
      { title: words.t('page.col.expires'), isNumber: true },
      { title: '' },
    ],
    rows,
  );
}

/** Sales, feed, other costs by category, and the balance, as bars on one scale. */
function money(answer: FarmContext, { words, glyphs }: PageContext): readonly Block[] {
  const sums = answer.at('money90d');
  const currency = answer.text('farm.currency') ?? '';
  const rows: readonly (readonly [label: string, amount: number | undefined])[] = [
    [words.t('page.money.revenue'), sums.number('revenue')],
    [words.name('category', 'feed'), sums.number('feed')],
    ...sums
      .list('byCategory')
      .map((row) => [words.name('category', row.text('category')), row.number('amount')] as const),
    [words.t('page.money.net'), sums.number('net')],
  ];
  const presentRows = rows.filter(([, amount]) => amount !== undefined && amount !== 0);
  const largest = Math.max(0, ...presentRows.map(([, amount]) => Math.abs(amount ?? 0)));
  const labelled = presentRows.map(([label, amount]): Labelled => {
    const bar = barRow(Math.abs(amount ?? 0) / largest, { glyphs, width: BAR_WIDTH });
    return { label, drawing: bar.padEnd(BAR_WIDTH), text: words.money(amount, currency) };
  });
  return presentRows.length === 0 ? [] : [{ kind: 'labelled', rows: labelled }];
}
