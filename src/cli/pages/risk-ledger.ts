import { riskLedgerAnswer } from '../../model/answers/insights.ts';
import type { JsonSchema } from '../../model/api/json-schema.ts';
import { riskItems } from '../../model/core/insight-sections.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { checkWord } from '../core/command-line.ts';
import { spanAxis, sparkline } from '../output/charts.ts';
import type { Facts, RowOf } from '../output/facts.ts';
import type { Values } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import {
  type Block,
  joinParts,
  nameOf,
  type PageContext,
  section,
  severityMark,
} from './core/blocks.ts';
import { fixBlock, missingBlocks } from './core/fix-command.ts';
import {
  type AnswerFacts,
  type PageRows,
  printPage,
  rowColumns,
  rowSchema,
} from './core/print-page.ts';

type RiskLedger = AnswerFacts<typeof riskLedgerAnswer>;
type Risk = RowOf<RiskLedger, 'items'>;

const COMMAND_INDENT = 5;
/** More bars do not fit on a line. */
const MOST_DAYS = 45;
/** Fewer days are described in words. */
const FEWEST_DAYS = 3;

/**
 * Potential problems: the score by day, each risk with its history, and risks that are calm or
 * unknown.
 */
function riskLedgerPage(answer: RiskLedger, context: PageContext): readonly Block[] {
  const { words } = context;
  const items = answer.list('items');
  const risky = items.filter((item) => (item.number('p') ?? 0) > 0);
  return [
    ...head(answer, context),
    ...risky.flatMap((item) => riskBlocks(item, answer, context)),
    ...names(
      'page.riskLedger.calm',
      items.filter((item) => item.number('p') === 0),
      context,
    ),
    ...names(
      'page.riskLedger.unknown',
      items.filter((item) => item.number('p') === undefined),
      context,
    ),
    ...section(words.name('status', 'partial'), missingBlocks(answer)),
  ];
}

function head(answer: RiskLedger, context: PageContext): readonly Block[] {
  const { words } = context;
  const score = answer.number('score');
  const title = joinParts([
    nameOf(context, answer.text('farmId')),
    words.name('section', 'risk'),
    words.day(answer.text('to')),
  ]);
  const text =
    score === undefined
      ? words.name('status', 'not_enough_data')
      : joinParts([
          words.t('page.riskLedger.score', { score }),
          words.name('riskLevel', answer.text('level')),
          changeOf(answer.number('delta'), answer.list('days').at(-2)?.text('day'), context),
        ]);
  const mark = severityMark(answer.text('level')) ?? 'info';
  return [
    { kind: 'title', text: title },
    { kind: 'text', text, mark, indent: 0 },
    ...curve(answer, context),
  ];
}

function changeOf(
  delta: number | undefined,
  day: string | undefined,
  { words }: PageContext,
): string | undefined {
  if (delta === undefined || delta === 0 || day === undefined) return undefined;
  const change = `${delta > 0 ? '+' : '−'}${words.number(Math.abs(delta))}`;
  return words.t('page.riskLedger.change', { change, day: words.shortDay(day) });
}

/** The score by day, if there are several days. */
function curve(answer: RiskLedger, context: PageContext): readonly Block[] {
  const days = answer.list('days').slice(-MOST_DAYS);
  return dayLine(
    days,
    days.map((day) => day.number('score')),
    context,
  );
}

/** Daily values with the maximum labelled, over an axis of days; empty if there are too few. */
function dayLine(
  days: readonly Facts<{ readonly day: string }>[],
  values: readonly (number | undefined)[],
  { words, glyphs, widthOf }: PageContext,
): readonly Block[] {
  if (days.length < FEWEST_DAYS) return [];
  const drawing = sparkline(values, { glyphs });
  const highest = Math.max(0, ...values.filter((value) => value !== undefined));
  const ends = [words.shortDay(days[0]?.text('day')), words.shortDay(days.at(-1)?.text('day'))];
  const axis = spanAxis([ends[0] ?? '', ends[1] ?? ''], { width: widthOf(drawing), widthOf });
  const lines = [
    [drawing, words.t('page.chart.most', { value: words.number(highest) })],
    [axis, ''],
  ] as const;
  return [{ kind: 'drawing', lines }];
}

function riskBlocks(item: Risk, answer: RiskLedger, context: PageContext): readonly Block[] {
  const { words } = context;
  const points = item.number('points');
  const firstSeen = item.text('firstSeen');
  const facts = joinParts([
    points === undefined ? undefined : words.t('page.riskLedger.score', { score: points }),
    changeOf(item.number('delta'), item.text('previous.day'), context),
    firstSeen === undefined || firstSeen === answer.text('to')
      ? undefined
      : words.t('page.riskLedger.since', { day: words.shortDay(firstSeen) }),
  ]);
  const history = item.list('history').slice(-MOST_DAYS);
  return [
    { kind: 'heading', text: joinParts([words.name('risk', item.text('key')), facts]) },
    ...dayLine(
      history,
      history.map((entry) => entry.number('points')),
      context,
    ),
    { kind: 'text', text: item.text('explanation') ?? '' },
    ...fixBlock(item, 'fix', COMMAND_INDENT),
  ];
}

function names(
  heading: 'page.riskLedger.calm' | 'page.riskLedger.unknown',
  items: readonly Risk[],
  { words }: PageContext,
): readonly Block[] {
  if (items.length === 0) return [];
  const text = words.list(items.map((item) => words.name('risk', item.text('key'))));
  return [
    { kind: 'heading', text: words.t(heading) },
    { kind: 'text', text },
  ];
}

export interface RiskLedgerFlags {
  readonly from?: string;
  readonly to?: string;
  readonly item?: string;
}

/** `risk ledger`: the risks of a farm by day; its rows are the days of each item. */
export async function runRiskLedger(
  context: CommandContext,
  { from, to, item }: RiskLedgerFlags,
): Promise<void> {
  if (item !== undefined) checkWord('--item', item, riskItems);
  await printPage(context, {
    path: '/os/risk/ledger',
    answer: riskLedgerAnswer,
    query: { farmId: await oneFarm(context), from, to, item },
    isSpoken: true,
    rows: ledgerRows,
    compose: riskLedgerPage,
  });
}

function ledgerRows(): PageRows {
  const items: JsonSchema = rowSchema(riskLedgerAnswer.schema, 'items');
  const columns = [
    ...rowColumns(rowSchema(items, 'history')).filter(({ name }) => name === 'day'),
    { name: 'item' },
    ...rowColumns(rowSchema(items, 'history')).filter(({ name }) => name !== 'day'),
  ];
  return { columns, of: (answer) => listOf(answer, 'items').flatMap(daysOf) };
}

function daysOf(item: Values): readonly Values[] {
  return listOf(item, 'history').map((day) => ({ ...day, item: item['key'] }));
}

function listOf(answer: unknown, name: string): readonly Values[] {
  const list: unknown = isRecord(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
