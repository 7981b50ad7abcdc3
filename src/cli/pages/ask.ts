import type { askAnswer } from '../../model/answers/ask.ts';
import { actionFields, actions, actionTypes } from '../../model/resources/actions.ts';
import { isCalendarDay } from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { quoteWord } from '../../tools/words.ts';
import { cleanText, type PartOf, type RowOf } from '../output/facts.ts';
import { type Block, type Cell, section, tableOf } from './core/blocks.ts';
import { actCommandParts, fixBlock } from './core/fix-command.ts';
import type { AnswerFacts } from './core/print-page.ts';
import type { Words } from './core/words.ts';

/** The answer to a question. */
export type Asked = AnswerFacts<typeof askAnswer>;

/** One possible meaning of a question. */
export type Choice = RowOf<Asked, 'clarify'>;
type Fact = RowOf<Asked, 'facts'>;

/** Options of the answer page. */
export interface AskPageOptions {
  /** As typed. */
  readonly question: string;
  readonly isExplained: boolean;
  readonly words: Words;
  /** Whether a choice is selected by its number at the next prompt. */
  readonly isChat: boolean;
  /** As passed with the question. */
  readonly conversationId?: string | undefined;
  /** Names of the rows in the proposed action, by ID. */
  readonly names?: ReadonlyMap<string, string>;
}

/** The answer page: its text, choices, missing data and proposed actions. */
export function askPage(answer: Asked, options: AskPageOptions): readonly Block[] {
  return [
    ...answer.texts('answer').map((text): Block => ({ kind: 'text', text, indent: 0 })),
    ...choiceBlocks(answer, options),
    ...answer.list('missing').flatMap((missing) => fixBlock(missing, 'fix', 2)),
    ...actionBlocks(answer.at('action'), options),
    ...(options.isExplained ? explanation(answer, options) : []),
  ];
}

function choiceBlocks(
  answer: Asked,
  { question, words, isChat, conversationId }: AskPageOptions,
): readonly Block[] {
  const choices = answer.list('clarify');
  if (choices.length === 0) return [];
  if (isChat) {
    return choices.map((choice, index) => ({
      kind: 'text',
      text: `${index + 1}. ${labelOf(choice, choices)}`,
    }));
  }
  const again: Block = { kind: 'text', text: words.t('page.ask.again') };
  const flags =
    conversationId === undefined ? [] : [`--conversation ${quoteWord(cleanText(conversationId))}`];
  const commands = choices.map((choice): Block => {
    const next = quoteWord(cleanText(nextQuestion(question, choice, choices)));
    return { kind: 'command', parts: [`farmctl ask ${next}`, ...flags], indent: 4 };
  });
  return [again, ...commands];
}

/** Includes the ID if the name is ambiguous. */
function labelOf(choice: Choice, choices: readonly Choice[]): string {
  const label = choice.text('label') ?? '';
  const isUnique = choices.filter((one) => one.text('label') === label).length === 1;
  return isUnique ? label : `${label} (${choice.text('id') ?? ''})`;
}

/** The headings of actions by status; the others would be done. */
const HEADINGS: Readonly<Record<string, 'page.ask.done' | 'page.ask.notDone' | undefined>> = {
  executed: 'page.ask.done',
  refused: 'page.ask.notDone',
};

function actionBlocks(
  action: PartOf<Asked, 'action'>,
  { words, names }: AskPageOptions,
): readonly Block[] {
  const status = action.text('status');
  if (status === undefined) return [];
  const fields = action.raw('fields');
  const { type: _type, ...rest } = isRecord(fields) ? fields : {};
  const vocabularies = wordFields(action.text('type'));
  const rows = Object.entries(rest).map(([name, value]) => ({
    label: cleanText(words.label(name)),
    text: cleanText(
      vocabularies.has(name)
        ? words.value(String(value))
        : (names?.get(String(value)) ?? valueText(value, words)),
    ),
  }));
  const isDone = status === 'executed';
  const isRefused = status === 'refused';
  const heading = words.t(HEADINGS[status] ?? 'page.ask.wouldDo');
  const reason = isRefused ? action.text('reason') : undefined;
  const type = words.t('done.actionName', { type: action.text('type') ?? '' });
  return [
    ...(reason === undefined ? [] : [{ kind: 'text', mark: 'critical', text: reason } as const]),
    ...section(`${heading}: ${type}`, [{ kind: 'labelled', rows }]),
    ...(isDone || isRefused || !isRecord(fields) ? [] : howToRun(fields, words)),
  ];
}

/** The fields of an action whose values are words of a vocabulary. */
function wordFields(type: string | undefined): ReadonlySet<string> {
  const known = actionTypes.find((one) => one === type);
  const fields = known === undefined ? [] : actionFields(actions[known]);
  return new Set(fields.flatMap(([name, field]) => (field.type === 'word' ? [name] : [])));
}

function valueText(value: unknown, words: Words): string {
  if (typeof value === 'number') return words.number(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return isCalendarDay(value) ? words.day(value) : value;
}

function howToRun(fields: Readonly<Record<string, unknown>>, words: Words): readonly Block[] {
  const parts = actCommandParts(fields).map(cleanText);
  return [
    { kind: 'text', text: words.t('page.ask.how') },
    { kind: 'command', parts, indent: 4 },
  ];
}

/** The facts behind the text, and how the question was interpreted. */
function explanation(answer: Asked, { words }: AskPageOptions): readonly Block[] {
  const understood = answer.raw('understood');
  const rows = Object.entries(isRecord(understood) ? understood : {}).map(([label, value]) => ({
    label: cleanText(label),
    text: cleanText(typeof value === 'string' ? value : JSON.stringify(value)),
  }));
  const confidence = {
    label: words.t('page.ask.confidence'),
    text: words.number(answer.number('confidence')),
  };
  return [
    ...section(words.t('page.ask.facts'), factTable(answer.list('facts'), words)),
    ...section(words.t('page.ask.understood'), [{ kind: 'labelled', rows: [...rows, confidence] }]),
  ];
}

function factTable(facts: readonly Fact[], words: Words): readonly Block[] {
  const columns = [
    { title: words.t('page.ask.what') },
    { title: words.t('page.ask.value'), isNumber: true },
    { title: words.t('page.ask.unit') },
    { title: words.t('page.ask.asOf') },
    { title: words.t('page.ask.source') },
  ];
  const rows = facts.map((fact): readonly Cell[] => [
    fact.text('label') ?? '',
    shownValue(fact, words),
    fact.text('unit') ?? '',
    fact.text('asOf') ?? '',
    sourceOf(fact.at('source')),
  ]);
  return tableOf(columns, rows);
}

function shownValue(fact: Fact, words: Words): string {
  const number = fact.number('value');
  if (number !== undefined) return words.number(number);
  const value = fact.raw('value');
  return value === null ? words.number(undefined) : cleanText(String(value));
}

const MOST_IDS = 3;

function sourceOf(source: PartOf<Fact, 'source'>): string {
  const ids = source.texts('ids');
  const shown = ids.slice(0, MOST_IDS).join(' ');
  const more = ids.length > MOST_IDS ? ` +${ids.length - MOST_IDS}` : '';
  const query = source.raw('query');
  const requested = query === undefined ? '' : cleanText(JSON.stringify(query));
  return [source.text('resource') ?? '', shown + more, requested]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * The question that selects a choice: the choice's own question, otherwise the original question
 * plus the name, or plus the ID if the name is ambiguous.
 */
export function nextQuestion(question: string, choice: Choice, choices: readonly Choice[]): string {
  const label = choice.text('label') ?? '';
  if (choice.text('kind') === 'question') return label;
  const isUnique = choices.filter((one) => one.text('label') === label).length === 1;
  return `${question} ${isUnique ? label : (choice.text('id') ?? label)}`;
}
