import { automationRunAnswer, automationTestAnswer } from '../../model/answers/automations.ts';
import { automations } from '../../model/resources/automations.ts';
import { readJsonInput } from '../input/read-input.ts';
import type { RowOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';
import { resolveName } from '../session/resolve-name.ts';
import { findRowId, oneFarm } from '../session/row-id.ts';
import { type Block, joinParts, type PageContext } from './core/blocks.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';

type AutomationRun = AnswerFacts<typeof automationRunAnswer>;
type AutomationTest = AnswerFacts<typeof automationTestAnswer>;

/** What an automation does or would do in each barn, with the reasons. */
function automationPage(answer: AutomationRun, context: PageContext): readonly Block[] {
  const { words } = context;
  const isDry = answer.flag('dryRun');
  const isOff = !answer.flag('automation.enabled');
  const barns = answer.list('barns');
  const state = isOff ? words.t('page.automation.off') : undefined;
  const dry = isDry ? words.t('page.automation.dry') : undefined;
  const title = joinParts([answer.text('automation.name'), state, dry]);
  const noneBlock: Block = { kind: 'text', text: words.t('page.automation.none') };
  return [
    { kind: 'title', text: title },
    ...(barns.length === 0
      ? [noneBlock]
      : barns.flatMap((barn) => barnBlocks(barn, isDry, context))),
  ];
}

function barnBlocks(
  barn: RowOf<AutomationRun, 'barns'>,
  isDry: boolean,
  { words }: PageContext,
): readonly Block[] {
  const depth = barn.number('depth') ?? 0;
  const chain = words.t('page.automation.depth', { depth });
  return [
    { kind: 'heading', text: barn.text('barn') ?? '' },
    { kind: 'text', text: barn.text('text') ?? '', indent: 2 },
    { kind: 'text', text: outcomeText(barn, isDry, words), indent: 2 },
    ...(depth > 0 ? [{ kind: 'text', text: chain, indent: 2 } as const] : []),
  ];
}

function outcomeText(
  barn: RowOf<AutomationRun, 'barns'>,
  isDry: boolean,
  words: PageContext['words'],
): string {
  const error = barn.text('error');
  if (error !== undefined) return words.t('page.automation.failed', { error });
  const outcome = barn.text('outcome.text');
  if (outcome === undefined) return words.t('page.automation.quiet');
  return words.t(isDry ? 'page.automation.would' : 'page.automation.did', { what: outcome });
}

export interface RunFlags {
  readonly execute?: boolean;
  readonly barn?: string;
}

/** `automations run`: the current decisions of an automation, executed with `--execute`. */
export async function runAutomation(
  context: CommandContext,
  id: string,
  { execute = false, barn }: RunFlags,
): Promise<void> {
  await printPage(context, {
    path: `/os/automations/${encodeURIComponent(id)}/run`,
    answer: automationRunAnswer,
    query: {},
    isSpoken: true,
    // A check of all barns needs no write permission.
    send:
      execute || barn !== undefined
        ? { dryRun: !execute, ...(await barnOf(context, barn)) }
        : undefined,
    rows: () => rowsUnder(automationRunAnswer, 'barns'),
    compose: automationPage,
  });
}

async function barnOf(context: CommandContext, typed: string | undefined) {
  if (typed === undefined) return {};
  const [farmId, ...others] = await context.farms();
  const farm = others.length === 0 ? farmId : undefined;
  const client = await context.client();
  return { barnId: await resolveName(client, 'barns', { typed, farmId: farm }) };
}

/**
 * When an automation would have acted on a day in each barn, and which conditions could not be
 * tested.
 */
function testPage(answer: AutomationTest, { words }: PageContext): readonly Block[] {
  const isOff = !answer.flag('automation.enabled');
  const title = joinParts([
    answer.text('automation.name'),
    words.day(answer.text('day')),
    isOff ? words.t('page.automation.off') : undefined,
    words.t('page.automation.dry'),
  ]);
  const noneBlock: Block = { kind: 'text', text: words.t('page.automation.none') };
  const barns = answer.list('barns');
  const matches = answer.list('matches');
  const untested = answer.list('untested');
  const omittedCount = answer.number('more') ?? 0;
  const moreBarns = answer.number('moreBarns') ?? 0;
  const omittedBlocks = [
    ...(omittedCount > 0 ? [words.t('page.automation.moreRuns', { count: omittedCount })] : []),
    ...(moreBarns > 0 ? [words.t('page.automation.moreBarns', { count: moreBarns })] : []),
    ...untested.map((part) => part.text('text') ?? ''),
  ];
  return [
    { kind: 'title', text: title },
    ...(barns.length === 0 && untested.length === 0 ? [noneBlock] : []),
    ...barns.flatMap((barn): readonly Block[] => [
      { kind: 'heading', text: barn.text('barn') ?? '' },
      { kind: 'text', text: barn.text('text') ?? '', indent: 2 },
      ...matches
        .filter((match) => match.text('barnId') === barn.text('barnId'))
        .map((match): Block => ({ kind: 'text', text: matchText(match, words), indent: 2 })),
    ]),
    ...omittedBlocks.map((text): Block => ({ kind: 'text', mark: 'info', text })),
  ];
}

function matchText(match: RowOf<AutomationTest, 'matches'>, words: PageContext['words']): string {
  const error = match.text('error');
  const outcome = match.text('outcome.text') ?? '';
  const stateText =
    error === undefined
      ? words.t('page.automation.would', { what: outcome })
      : words.t('page.automation.failed', { error });
  return joinParts([words.time(match.text('at')), match.text('text'), stateText]);
}

export interface TestFlags {
  readonly day?: string;
  readonly barn?: string;
  readonly rule?: string;
}

/** `automations test`: when an automation, or a draft in a file, would have acted on a day. */
export async function testAutomation(
  context: CommandContext,
  typed: string | undefined,
  { day, barn, rule }: TestFlags,
): Promise<void> {
  const nameText =
    typed === undefined
      ? { query: { farmId: await oneFarm(context) }, body: {} }
      : { query: {}, body: { automationId: await findRowId(context, automations, typed) } };
  await printPage(context, {
    path: '/os/automations/test',
    answer: automationTestAnswer,
    query: nameText.query,
    isSpoken: true,
    send: {
      ...nameText.body,
      ...(rule === undefined ? {} : { rule: await readJsonInput(rule, context.io) }),
      ...(day === undefined ? {} : { day }),
      ...(await barnOf(context, barn)),
    },
    rows: () => rowsUnder(automationTestAnswer, 'matches'),
    compose: testPage,
  });
}
