import { sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import { gapsAnswer } from '../../model/answers/digest.ts';
import { setupAnswer } from '../../model/answers/settings.ts';
import { severity } from '../../model/core/vocabulary.ts';
import { checkWord } from '../core/command-line.ts';
import { endWith } from '../core/errors.ts';
import { barRow } from '../output/charts.ts';
import type { PartOf, RowOf } from '../output/facts.ts';
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
import { fixBlock } from './core/fix-command.ts';
import { type AnswerFacts, printPage, rowColumns, rowsUnder } from './core/print-page.ts';

type Gaps = AnswerFacts<typeof gapsAnswer>;
type Setup = AnswerFacts<typeof setupAnswer>;

const SEVERITIES = ['critical', 'warning', 'info'] as const;
const PARTS = ['logs', 'weights', 'environment', 'money', 'photos', 'identity'] as const;
const BAR_WIDTH = 20;

/** Data gaps by severity, each with the command that closes it, and data completeness. */
function gapsPage(answer: Gaps, context: PageContext): readonly Block[] {
  const { words } = context;
  const farm = nameOf(context, answer.text('farmId'));
  const gaps = answer.list('gaps');
  const bySeverity = SEVERITIES.flatMap((severity) => {
    const matchingGaps = gaps.filter((gap) => (gap.text('severity') ?? 'info') === severity);
    const heading = `${words.name('severities', severity)} (${words.number(matchingGaps.length)})`;
    return section(
      heading,
      matchingGaps.flatMap((gap) => gapBlocks(gap)),
    );
  });
  return [
    {
      kind: 'title',
      text: joinParts([farm, words.t('page.gaps.title', { count: gaps.length })]),
    },
    ...bySeverity,
    ...quality(answer.at('dataQuality'), context),
  ];
}

/** A gap: its title, its reason, and the command that fixes it. */
export function gapBlocks(gap: RowOf<Gaps, 'gaps'>): readonly Block[] {
  const message = gap.text('message');
  const mark = severityMark(gap.text('severity')) ?? 'info';
  return [
    { kind: 'text', mark, text: gap.text('title') ?? '' },
    ...(message === undefined ? [] : [{ kind: 'text', text: message, indent: 5 } as const]),
    ...fixBlock(gap, 'fix'),
  ];
}

function quality(facts: PartOf<Gaps, 'dataQuality'>, context: PageContext): readonly Block[] {
  const { words } = context;
  const score = facts.number('score');
  if (score === undefined) return [];
  const parts = PARTS.flatMap((name): readonly Labelled[] => {
    const share = facts.number(`parts.${name}`);
    if (share === undefined) return [];
    return [percentRow(words.name('quality', name), share * 100, context)];
  });
  const issues = facts.list('issues').map((issue): Block => {
    const row = joinParts([issue.text('message'), issue.text('resource'), issue.text('id')]);
    return { kind: 'text', mark: 'warning', text: row };
  });
  const totalRow = percentRow(words.t('page.quality.whole'), score, context);
  return section(words.t('page.quality.title'), [
    { kind: 'labelled', rows: [totalRow, ...parts] },
    ...issues,
  ]);
}

function percentRow(label: string, pct: number, { words, glyphs }: PageContext): Labelled {
  const drawing = barRow(pct / 100, { glyphs, width: BAR_WIDTH, isFilledUp: true });
  return { label, drawing, text: words.quantity(Math.round(pct), '%') };
}

export interface GapsFlags {
  readonly exitStatus?: string;
}

/** `gaps`: data gaps; with `--exit-status` the exit status reports gaps of a severity. */
export async function runGaps(context: CommandContext, flags: GapsFlags): Promise<void> {
  const minimumSeverity = flags.exitStatus;
  if (minimumSeverity !== undefined) checkWord('--exit-status', minimumSeverity, severities);
  const answer = await printPage(context, {
    path: '/gaps',
    answer: gapsAnswer,
    query: { farmId: await oneFarm(context) },
    isSpoken: true,
    rows: () => rowsUnder(gapsAnswer, 'gaps', rowColumns(sharedSchemas.Gap)),
    compose: gapsPage,
  });
  if (minimumSeverity === undefined) return;
  const gaps = answer.list('gaps');
  const isThere = gaps.some((gap) => rankOf(gap.text('severity')) >= rankOf(minimumSeverity));
  if (isThere) throw endWith('conditionHolds');
}

const severities: readonly string[] = severity.words;

function rankOf(word: string | undefined): number {
  return severities.indexOf(word ?? 'info');
}

/** `setup`: setup progress of the farm; its rows are the steps. */
export async function runSetup(context: CommandContext): Promise<void> {
  const farmId = await oneFarm(context);
  await printPage(context, {
    path: '/setup',
    answer: setupAnswer,
    query: { farmId },
    isSpoken: true,
    rows: () => rowsUnder(setupAnswer, 'items'),
    compose: (answer, context) => setupPage(answer, farmId, context),
  });
}

const SETUP_BAR_WIDTH = 30;

/** Setup progress of the farm: a bar, every step, and the next step with its command. */
function setupPage(
  answer: Setup,
  farmId: string | undefined,
  context: PageContext,
): readonly Block[] {
  const { words, glyphs } = context;
  const items = answer.list('items');
  const progress = answer.number('progressPct') ?? 0;
  const bar = barRow(progress / 100, { glyphs, width: SETUP_BAR_WIDTH, isFilledUp: true });
  const steps = words.t('page.setup.steps', {
    done: answer.number('done') ?? 0,
    total: answer.number('total') ?? items.length,
  });
  // The answer does not name its farm: it is the selected one, or the only one.
  const [only, ...others] = context.names.values();
  const farm = nameOf(context, farmId) ?? (others.length === 0 ? only : undefined);
  return [
    { kind: 'title', text: joinParts([farm, words.t('page.setup.title')]) },
    { kind: 'drawing', lines: [[bar, joinParts([words.quantity(progress, '%'), steps])]] },
    ...items.map((item) => itemLine(item, context)),
    ...next(answer, context),
  ];
}

function itemLine(item: RowOf<Setup, 'items'>, { words }: PageContext): Block {
  const isDone = item.flag('done');
  const note = item.flag('optional') && !isDone ? words.t('page.setup.optional') : undefined;
  return {
    kind: 'text',
    mark: isDone ? 'done' : 'todo',
    text: joinParts([item.text('title') ?? item.text('key'), note]),
  };
}

function next(answer: Setup, { words }: PageContext): readonly Block[] {
  const key = answer.text('next');
  const item = answer.list('items').find((candidate) => candidate.text('key') === key);
  if (key === undefined || !item) return [];
  return section(words.t('page.setup.next'), [
    { kind: 'text', text: item.text('title') ?? key },
    ...fixBlock(item, 'fix', 2),
  ]);
}
