import { loadLabels } from '../../../i18n/labels.ts';
import { loadLanguage } from '../../../i18n/load-language.ts';
import { renderMessage } from '../../../i18n/render-message.ts';
import { type askAnswer, fact } from '../../../model/answers/ask.ts';
import { object, type Sent } from '../../../model/api/json-schema.ts';
import { isLanguage, message } from '../../../model/core/message.ts';
import { type ActionType, actionTypes } from '../../../model/resources/actions.ts';
import { resourceNames } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { quoteWord } from '../../../tools/words.ts';
import { type CliOutcome, endWith, usageError } from '../../core/errors.ts';
import type { InputStream } from '../../core/io.ts';
import { cleanText, factsOf } from '../../output/facts.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { type Asked, type AskPageOptions, askPage } from '../../pages/ask.ts';
import { rowColumns } from '../../pages/core/print-page.ts';
import { renderPage } from '../../pages/core/render-page.ts';
import { createWords, isAsciiOnly } from '../../pages/core/words.ts';
import type { CommandContext } from '../../session/context.ts';
import { pageLanguage } from '../../session/defaults.ts';
import { findRowNames, isIdOf } from '../../session/resolve-name.ts';
import { oneFarm } from '../../session/row-id.ts';
import { storeDescriptor } from '../core/action-descriptors.ts';
import { describeResult, expectObject, isConfirmed, replacedLines } from '../core/write-results.ts';

/** `ask`: one question; exit status 3 if it cannot be answered. */
export async function runAsk(
  context: CommandContext,
  words: readonly string[],
  flags: AskCommandFlags,
): Promise<void> {
  requireAgreement(context, flags);
  const question = await readQuestion(words, context.io.stdin);
  const { conversation: conversationId } = flags;
  const options = { ...flags, conversationId, isChat: false };
  const { answer, outcome } = await answerQuestion(context, question, options);
  if (outcome) throw endWith(outcome);
  await printHowToContinue(context, answer);
}

/** Shows how to ask a follow-up question, on a terminal. */
async function printHowToContinue(context: CommandContext, answer: Asked): Promise<void> {
  const id = answer.text('conversationId');
  const isOrder = answer.text('action.status') !== undefined;
  if (!context.io.terminal || id === undefined || isOrder) return;
  if ((await chooseForm(context, { isChat: false })) !== 'text') return;
  const command = `farmctl ask --conversation ${quoteWord(cleanText(id))} "..."`;
  await context.report('note.askOn', { command });
}

/** Rejected before anything is sent if confirmation is impossible. */
export function requireAgreement(context: CommandContext, { execute = false }: AskFlags): void {
  if (!execute || context.flags().yes || context.io.terminal) return;
  throw usageError(message('fault.executeNeedsTerminal'));
}

const MOST_BYTES = 64 * 1024;

/** The question from the arguments; from standard input for `-` or without arguments. */
async function readQuestion(words: readonly string[], stdin: InputStream): Promise<string> {
  const isPiped = words.length === 0 && !stdin.isTerminal;
  const typed = (words.length === 1 && words[0] === '-') || isPiped;
  const question = (typed ? await readAll(stdin) : words.join(' ')).trim();
  if (question !== '') return question;
  throw usageError(message('fault.questionMissing'), {
    hint: message('hint.exampleQuestion'),
  });
}

async function readAll(stdin: InputStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin.chunks()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) throw usageError(message('fault.questionTooLong'));
  }
  return text + decoder.decode();
}

/** Flags of `ask`. */
export interface AskCommandFlags extends AskFlags {
  readonly conversation?: string;
}

/** Options of a question. */
export interface AskFlags {
  readonly execute?: boolean;
  readonly explain?: boolean;
}

interface AnswerOptions extends AskFlags {
  readonly isChat: boolean;
  readonly conversationId?: string | undefined;
  /** The action proposed by the previous answer. */
  readonly proposal?: string | undefined;
}

/** Result of a question. */
export interface Answered {
  readonly answer: Asked;
  /** Outcome of the command; undefined on success. */
  readonly outcome: CliOutcome | undefined;
}

/** Asks a question, runs the proposed action if requested and confirmed, and prints the answer. */
export async function answerQuestion(
  context: CommandContext,
  question: string,
  options: AnswerOptions,
): Promise<Answered> {
  const { execute: isExecuted = false, explain: isExplained = false } = options;
  const { conversationId, isChat } = options;
  const response = await sendQuestion(context, question, conversationId);
  const answer = isExecuted ? await finishAction(context, response) : response;
  await printAnswer(context, answer, { question, isExplained, isChat, conversationId });
  const facts = factsOf<Sent<(typeof askAnswer)['schema']>>(answer);
  if (conversationId !== undefined && facts.text('conversationId') !== conversationId) {
    await context.report('note.newConversation', { id: cleanText(conversationId) });
  }
  if (facts.flag('degraded')) await context.report('note.noModelHelp');
  if (!isExecuted && (await isAwaitedDone(facts, options))) {
    const words = isChat ? 'chat' : 'ask "..."';
    const agreed = context.io.terminal ? '' : ' --yes';
    await context.report('note.executeOrder', { command: `farmctl ${words} --execute${agreed}` });
  }
  return { answer: facts, outcome: answerOutcome(facts, { isExecuted }) };
}

/** Whether a question was a reply to a proposed action, which runs with `--execute` only. */
async function isAwaitedDone(answer: Asked, { proposal }: AnswerOptions): Promise<boolean> {
  const order = proposedBy(answer);
  if (order !== undefined) return order === proposal;
  const lang = answer.text('lang') ?? '';
  const { texts } = await loadLanguage(isLanguage(lang) ? lang : 'en');
  return answer.text('answer') === texts['ask.action.noneOpen'];
}

/** The action that an answer proposes, as text; undefined without one. */
export function proposedBy(answer: Asked): string | undefined {
  const isProposed = answer.text('action.status') === 'suppressed';
  return isProposed ? JSON.stringify(answer.raw('action.fields')) : undefined;
}

/** Sends a question about the selected farm, in a conversation if one is given; runs no action. */
async function sendQuestion(
  context: CommandContext,
  question: string,
  conversationId?: string,
): Promise<Values> {
  // A stored language applies to pages; questions are answered in their own language.
  const { lang: requested } = context.flags();
  const lang = requested === undefined ? undefined : pageLanguage({ lang: requested });
  const farmId = await oneFarm(context);
  const client = await context.client();
  const request = {
    method: 'POST',
    path: '/ask',
    body: {
      question,
      ...(farmId === undefined ? {} : { farmId }),
      ...(lang === undefined ? {} : { lang }),
      ...(conversationId === undefined ? {} : { conversationId }),
    },
  };
  const { data } = await client.request(request);
  return expectObject(data, { ...request, server: client.server });
}

/** Outcome of the command for an answer: undefined on success. */
function answerOutcome(
  answer: Asked,
  { isExecuted }: { readonly isExecuted: boolean },
): CliOutcome | undefined {
  const status = answer.text('action.status');
  if (status === 'refused') return 'rejected';
  // An order that was interpreted as a question has not been executed.
  if (status !== undefined) return isExecuted && status === 'proposed' ? 'rejected' : undefined;
  if (Array.isArray(answer.raw('needs'))) return 'notAllowed';
  return isAnswered(answer) ? undefined : 'notFound';
}

const MISSING = 'Missing, ';

function isAnswered(answer: Asked): boolean {
  if (answer.list('clarify').length > 0 || answer.text('understood.intent') === undefined) {
    return false;
  }
  // If data are missing, a fact without rows behind it only repeats the question.
  const isPartial = answer.list('missing').length > 0;
  const isFound = (source: unknown) =>
    !isPartial || (isRecord(source) && Object.keys(source).length > 0);
  return answer
    .list('facts')
    .some(
      (fact) =>
        fact.raw('value') !== null &&
        !fact.text('label')?.startsWith(MISSING) &&
        isFound(fact.raw('source')),
    );
}

/**
 * The answer with its action executed, after confirmation or with `--yes`; unchanged if no action
 * is proposed or it is declined.
 */
async function finishAction(context: CommandContext, answer: Values): Promise<Values> {
  const action = answer['action'];
  if (!isRecord(action) || action['status'] !== 'suppressed') return answer;
  const { fields } = action;
  const type = actionTypes.find((one) => one === action['type']);
  if (type === undefined || !isRecord(fields)) return answer;
  const restated = restatementOf(answer);
  await context.note(restated);
  const params = { action: message('done.actionName', { type }) };
  if (!(await isConfirmed(context, { text: 'cli.ask.run', params }))) return answer;
  const client = await context.client();
  const request = { method: 'POST', path: '/actions', body: fields };
  const { data } = await client.request(request);
  const done = expectObject(data, { ...request, server: client.server });
  const isKept = await storeDescriptor(context, done);
  const text = await describeResult(context, type, done['result']);
  const undo = { done: text, command: 'farmctl undo last' };
  await context.note(isKept ? await context.t('done.undoWith', undo) : text);
  return {
    ...answer,
    answer: await doneText(answer, type, done),
    action: { status: 'executed', type, fields, undo: done['undo'], result: done['result'] },
  };
}

/** What an action would write, and the recorded values that it would replace: all but its status. */
function restatementOf(answer: Values): string {
  const lines = String(answer['answer']).split('\n').slice(0, -1);
  return lines.map(neutralise).join('\n');
}

/** What an action wrote, with the recorded values that it replaced, in the language of the answer. */
async function doneText(answer: Values, type: ActionType, done: Values): Promise<string> {
  const lang = factsOf<Sent<(typeof askAnswer)['schema']>>(answer).text('lang') ?? '';
  const translator = await loadLanguage(isLanguage(lang) ? lang : 'en');
  const replaced = await replacedLines(type, done, translator);
  const restated = restatementOf(answer);
  // The first line restates the values; the other lines say what would be replaced.
  const said = replaced.length === 0 ? restated : restated.split('\n', 1)[0];
  const executed = renderMessage(translator, message('ask.action.executed'));
  return [said, ...replaced, executed].join('\n');
}

/** Output options of an answer. */
export type PrintAnswerOptions = Omit<AskPageOptions, 'words'>;

/** Prints an answer: as text, its facts as rows, or in full for programs. */
async function printAnswer(
  context: CommandContext,
  answer: Values,
  options: PrintAnswerOptions,
): Promise<void> {
  const form = await chooseForm(context, options);
  if (form === 'document') return context.print({ kind: 'document', data: answer });
  if (form === 'rows') {
    const facts = Array.isArray(answer['facts']) ? answer['facts'].filter(isRecord) : [];
    return context.print({ kind: 'rows', columns: rowColumns(object(fact)), rows: facts });
  }
  return printText(context, answer, options);
}

async function chooseForm(
  context: CommandContext,
  { isChat }: Pick<PrintAnswerOptions, 'isChat'>,
): Promise<'text' | 'rows' | 'document'> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  if (fields !== undefined) return 'rows';
  // In a conversation, each answer is one line of JSON.
  if (jq !== undefined || (isChat && format === 'jsonl')) return 'document';
  if (format === 'tsv' || format === 'csv' || format === 'jsonl') return 'rows';
  return format === undefined || format === 'table' ? 'text' : 'document';
}

/** The names of the rows in the action of an answer, by ID. */
async function namesInAction(
  context: CommandContext,
  { action }: Values,
): Promise<ReadonlyMap<string, string>> {
  const fields = isRecord(action) && isRecord(action['fields']) ? action['fields'] : {};
  const texts = Object.values(fields).filter((value) => typeof value === 'string');
  const ids = texts.filter((text) => resourceNames.some((name) => isIdOf(name, text)));
  if (ids.length === 0) return new Map();
  return findRowNames(await context.client(), ids, context.io.interruption);
}

async function printText(
  context: CommandContext,
  answer: Values,
  options: PrintAnswerOptions,
): Promise<void> {
  const facts = factsOf<Sent<(typeof askAnswer)['schema']>>(answer);
  const lang = facts.text('lang') ?? '';
  const language = isLanguage(lang) ? lang : 'en';
  const translator = await loadLanguage(language);
  const words = createWords(translator, 'UTC', await loadLabels(language));
  const names = await namesInAction(context, answer);
  const blocks = askPage(facts, { ...options, words, names });
  const isAscii = isAsciiOnly(context.io.environment);
  const followUp = { flags: context.flags(), texts: translator.texts };
  const style = { language: words.language, isAscii, followUp };
  await context.print({
    kind: 'reading',
    data: answer,
    render: (view) => renderPage(blocks, view, style),
  });
}
