import { message } from '../../model/core/message.ts';
import type { OrderType } from '../../model/resources/record-orders.ts';
import { findConcepts } from '../grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { wordFact } from '../measures/fact-of.ts';
import type { FarmNames } from '../names/farm-names.ts';
import { originalText } from '../text/normalise.ts';
import { findPeriod } from '../text/scan.ts';
import { skipBlanks } from '../text/word-edges.ts';
import { withinParsing } from '../text/work-limit.ts';
import {
  barnInTitle,
  beginsWithHour,
  categoryInTitle,
  containsCondition,
  containsDay,
  containsPerson,
  dayInTitle,
  isBare,
  kindInName,
  nameWithoutTrade,
} from './day-in-title.ts';
import { bothReadings, findAmbiguousNumber, foreignCurrency } from './foreign-currency.ts';
import { containsSpeech, skipCourtesies } from './free-words.ts';
import {
  isCommanded,
  isNoOrder,
  isSingleOrder,
  isToldAsFact,
  orderWordsIn,
} from './is-one-order.ts';
import { type ParsedOrder, parseOrders } from './parse-order.ts';
import { fillDefaults, getFields, type SlotSource, type SlotValue } from './read-slot.ts';
import { hasDescription, type TargetWords, targetWords } from './target-words.ts';

const ACTION_CONFIDENCE = 0.95;
const QUESTION = /\?\s*$/;

/**
 * The action that a whole sentence orders; undefined where it is not an order. Where the sentence names
 * a record by its id, only actions that change a record are considered.
 */
export function understandAction(
  sentence: ReadSentence,
  context: SentenceContext,
  isAboutRecord = false,
): Understanding | undefined {
  if (isNoOrder(sentence, context)) return undefined;
  const parsed = withinParsing(() => parseOrders(sentence, context)) ?? [];
  const found = isAboutRecord
    ? parsed.filter(({ view }) => view.target !== undefined)
    : withoutCompetingOrders(parsed);
  const [best, next] = found.sort(
    (a, b) =>
      a.freeLetters - b.freeLetters ||
      countUnknownNames(a) - countUnknownNames(b) ||
      a.cost - b.cost ||
      Object.keys(b.fields).length - Object.keys(a.fields).length,
  );
  if (best === undefined) return undefined;
  if (isOnlyQuestion(best, sentence)) return undefined;
  if (next && isAmbiguous(best, next)) return clarification('ask.several_meanings');
  const target = readTarget(best, sentence, context);
  if (target && !isAboutRecord && !hasDescription(target) && best.view.type !== 'complete_task')
    return undefined;
  const doubt =
    findUnclearField(best, sentence, context) ?? findAmbiguousAmount(best, sentence, context);
  if (doubt) return doubt;
  const action = toAction(best, target, { sentence, context });
  if (action?.kind !== 'action') return action;
  const existingTask = findExistingTask(best, parsed, { sentence, context });
  return existingTask ? { ...action, instead: existingTask } : action;
}

/**
 * The existing task that an order for a new one may mean: "give Ann the filters", "tell Ann to
 * clean the filters".
 */
function findExistingTask(
  best: ParsedOrder,
  parsed: readonly ParsedOrder[],
  { sentence, context }: SlotSource,
): TargetWords | undefined {
  const { view, fields } = best;
  if (view.type !== 'create_task' || fields['assignee'] === undefined) return undefined;
  const isReported = view.words?.behindField !== undefined;
  const [assignment] = parsed
    .filter((one) => isAssignment(one) && countUnknownNames(one) === 0)
    .toSorted((a, b) => a.freeLetters - b.freeLetters);
  const { title } = (assignment ?? (isReported ? best : undefined))?.fields ?? {};
  if (title?.kind !== 'text') return undefined;
  const words = targetWords(sentence, context, { from: title.from, to: title.to, kind: 'task' });
  return words.topics.length + words.words.length > 0 ? words : undefined;
}

function toAction(
  best: ParsedOrder,
  target: TargetWords | undefined,
  { sentence, context }: SlotSource,
): Understanding | undefined {
  const { type } = best.view;
  const { text } = sentence.normal;
  const begin = /^[\s¿¡]*/u.exec(text)?.[0].length ?? 0;
  const isQuestion = QUESTION.test(text) && skipCourtesies(context.compiled, text, 0) === begin;
  // Neither "when does the next batch go in" nor "open alerts?" is an order to open a page.
  const asksWhen = sentence.spans.flatMap(findConcepts).includes('when');
  if (type === 'navigate' && (isQuestion || asksWhen || namesOpenItems(text, context.compiled)))
    return undefined;
  const { title } = best.fields;
  const isDated = best.fields['dueDate'] !== undefined;
  const mayContainDay =
    type === 'create_task' && title?.kind === 'text' && !title.isQuoted && !isDated;
  const fields = {
    ...Object.fromEntries(
      Object.entries(best.fields).map(([name, value]) => [name, fieldValue(sentence, value)]),
    ),
    ...(mayContainDay ? dayInTitle(title, { sentence, context }) : {}),
    ...barnInTitle(best, sentence, context.compiled),
    ...categoryInTitle(best, sentence),
    ...nameWithoutTrade(best, { sentence, context }),
    ...kindInName(best, { sentence, context }),
  };
  const filled = fillDefaults(type, fields, context.names, context.calendar.today);
  const isOrder = !isQuestion && !best.isQuestion;
  const isDoubtful =
    hasDatedReason(best, sentence) || containsDoubtfulWords(best, sentence, context);
  if (filled === 'which_flock')
    return { ...askForFlock(context), ...(isOrder ? { order: { type, fields, isDoubtful } } : {}) };
  return {
    kind: 'action',
    type,
    fields: target ? withoutTarget(type, filled) : filled,
    ...(target ? { target } : {}),
    isOrder,
    isDoubtful,
    confidence: ACTION_CONFIDENCE,
  };
}

/** "Open alerts" are those that are open; "open the alerts" opens their page. */
function namesOpenItems(text: string, { symbols, phrases }: CompiledLexicon): boolean {
  const open = symbols.matchesAt(text, 0).find(({ values }) => values.includes('value.open'));
  const noun = open && phrases.matchesAt(text, skipBlanks(text, open.end)).at(-1);
  return noun !== undefined && /^[\s.!]*$/u.test(text.slice(noun.end));
}

/**
 * "Assign John the filter" creates a task if John is known. If he is unknown, it assigns an
 * existing task to an unknown person.
 */
function withoutCompetingOrders(parsed: readonly ParsedOrder[]): ParsedOrder[] {
  const namedOrders = parsed.filter((order) => countUnknownNames(order) === 0);
  const createsTask = namedOrders.some(({ view }) => view.type === 'create_task');
  const likely = namedOrders.length > 0 ? namedOrders : parsed;
  const assigns = !createsTask && likely.some(isAssignment);
  const possible = assigns ? likely : parsed;
  return possible.filter(
    ({ view: { type } }) => type !== (assigns ? 'create_task' : 'assign_task'),
  );
}

function isAssignment({ view }: ParsedOrder): boolean {
  return view.type === 'assign_task';
}

/** The words that describe the record to change. */
function readTarget(
  { view, fields, reason }: ParsedOrder,
  sentence: ReadSentence,
  context: SentenceContext,
): TargetWords | undefined {
  const { title, barnId, assignee } = fields;
  const { target: kind } = view;
  if (!kind || title?.kind !== 'text') return undefined;
  const { from, to } = title;
  const words = targetWords(sentence, context, { from, to, kind });
  const explained = reason && {
    whole: targetWords(sentence, context, { from, to: reason.to, kind }),
    reason: targetWords(sentence, context, { ...reason, kind }),
  };
  const barns = barnId?.kind === 'records' ? barnId.ids.map(({ id }) => id) : [];
  const isDoer = view.type === 'complete_task' && assignee?.kind === 'records';
  const people = isDoer ? assignee.ids.map(({ id }) => id) : [];
  return {
    ...words,
    barnIds: [...words.barnIds, ...barns],
    personIds: [...words.personIds, ...people],
    ...(explained ? { explained } : {}),
  };
}

/** The fields without those that only describe the record to change, and who has done a task. */
function withoutTarget(type: OrderType, fields: Readonly<Record<string, unknown>>) {
  const isDone = type === 'complete_task';
  const names = isDone ? ['assignee'] : ['title', 'barnId'];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/**
 * Whether it is a question: about several days, or without chicks ("may chicks go into barn 2
 * today?").
 */
function isOnlyQuestion(
  { view, fields, isQuestion: isAsked }: ParsedOrder,
  sentence: ReadSentence,
): boolean {
  if (view.type === 'log_daily') return namesSeveralDays(sentence) || isBareQuestion(sentence);
  // "How many alerts are open" raises none.
  if (view.type === 'create_alert' && asksForNumber(sentence)) return true;
  // "Is the generator test done?"
  if (view.target && isBareQuestion(sentence)) return true;
  const isQuestion = isAsked || QUESTION.test(sentence.normal.text);
  return view.type === 'create_flock' && isQuestion && fields['chicksReceived'] === undefined;
}

/**
 * "Has barn 1 more deaths than 2?" logs nothing: a question is an order only with a command word.
 */
function isBareQuestion(sentence: ReadSentence): boolean {
  return QUESTION.test(sentence.normal.text) && !isCommanded(sentence);
}

function asksForNumber({ spans, normal: { text } }: ReadSentence): boolean {
  const concepts = spans.flatMap(findConcepts);
  return !text.includes(':') && (concepts.includes('how_many') || concepts.includes('how_much'));
}

/** "Deaths from 15 to 18 November" does not mean 15 deaths on the 18th. */
function namesSeveralDays({ spans }: ReadSentence): boolean {
  return spans.some((span) => {
    const period = findPeriod(span);
    return period?.kind === 'days' && period.from !== period.to;
  });
}

/** "Resolve the alert, the feed comes tomorrow" may be too early. */
function hasDatedReason({ reason }: ParsedOrder, sentence: ReadSentence): boolean {
  return reason !== undefined && containsDay(reason, sentence);
}

/**
 * An unquoted name may contain a trade or a date; a title with question words may be a question.
 */
function containsDoubtfulWords(
  best: ParsedOrder,
  sentence: ReadSentence,
  context: SentenceContext,
): boolean {
  const { compiled } = context;
  const { view, fields } = best;
  const { words } = view;
  const isTask = view.type === 'create_task';
  const mayMisread =
    words?.isReport ||
    isToldAsFact(view.type, sentence, context) ||
    isPart(fields, { sentence, context }) ||
    (isTask && Object.values(fields).some(isSoundMatch));
  if (mayMisread || (isForOthers(view.type) && isBareNumber(fields['barnId'], sentence)))
    return true;
  const free = words && fields[words.field];
  if (view.target || view.type === 'add_note') return false;
  if (free?.kind !== 'text' || free.isQuoted) return false;
  return (
    words?.isName === true ||
    (isForOthers(view.type) &&
      fields['assignee'] === undefined &&
      containsPerson(free, sentence)) ||
    (!isIntroduced(view.type, free, sentence) && containsSpeech(free, sentence, compiled)) ||
    (isForOthers(view.type) && containsCondition(free, sentence, compiled)) ||
    beginsWithHour(free, sentence, compiled) ||
    (fields['dueDate'] === undefined && containsDay(free, sentence))
  );
}

/** "12 dead, 3 of them culled" may be 12 or 9 dead. */
function isPart(fields: ParsedOrder['fields'], source: SlotSource): boolean {
  const { orders } = source.context.compiled;
  const wordsAt = (at: number) => orders.matchesAt(source.sentence.normal.text, at);
  const words = orderWordsIn(source.sentence, source.context, wordsAt);
  return Boolean(fields['culls'] && fields['mortality'] && words.has('among'));
}

/** "3号" of "3号风机" may be the number of a fan. */
function isBareNumber(value: SlotValue | undefined, { normal: { text } }: ReadSentence): boolean {
  if (value?.kind !== 'records') return false;
  return isBare(text, value.from, value.to);
}

/** "Alert: no water" asks and negates nothing that is ordered. */
function isIntroduced(
  type: OrderType,
  { from }: { readonly from: number },
  { normal: { text } }: ReadSentence,
): boolean {
  return isForOthers(type) && /: ?$/u.test(text.slice(0, from));
}

function isSoundMatch(value: SlotValue): boolean {
  return value.kind === 'records' && value.isSoundMatch === true;
}

function isForOthers(type: OrderType): boolean {
  return type === 'create_task' || type === 'create_alert';
}

/** Whether two equally good readings of an order differ in their effect. */
function isAmbiguous(best: ParsedOrder, next: ParsedOrder): boolean {
  const isEqual =
    best.freeLetters === next.freeLetters &&
    best.cost === next.cost &&
    Object.keys(best.fields).length === Object.keys(next.fields).length &&
    countUnknownNames(best) === countUnknownNames(next);
  const serialise = ({ view, fields }: ParsedOrder) =>
    JSON.stringify([view.type, Object.entries(fields).map(writtenValue).sort()]);
  return isEqual && serialise(best) !== serialise(next);
}

/** A record is the same wherever it is named. */
function writtenValue([name, value]: [string, SlotValue]): string {
  return JSON.stringify([name, value.kind === 'records' ? value.ids : value]);
}

/** The number of unknown names: readings with fewer of them are better. */
function countUnknownNames({ fields }: ParsedOrder): number {
  return Object.values(fields).filter((value) => value.kind === 'records' && value.ids.length === 0)
    .length;
}

function findUnclearField(
  { view, fields }: ParsedOrder,
  { normal }: ReadSentence,
  { compiled, names }: SentenceContext,
): Understanding | undefined {
  for (const value of Object.values(fields)) {
    if (
      value.kind === 'text' &&
      !value.isQuoted &&
      (view.type !== 'add_note' || view.words?.isReport)
    ) {
      const typed = normal.text.slice(value.from, value.to);
      if (!isSingleOrder(compiled, typed)) return clarification('ask.one_action');
    }
    if (value.kind !== 'records' || value.ids.length === 1) continue;
    if (value.ids.length === 0) return unknownName(value, normal, names);
    const choices = value.ids.map(({ id, name }) => ({ kind: value.of, id, label: name }));
    return { ...clarification('ask.which_one'), choices };
  }
  return undefined;
}

const MAX_ALTERNATIVES = 20;

/**
 * Reports an unknown name with the known ones. A flock may be given as a barn, a breed or a day, so
 * it is not guessed.
 */
function unknownName(
  { of, from, to }: Extract<SlotValue, { kind: 'records' }>,
  normal: ReadSentence['normal'],
  names: FarmNames,
): Understanding {
  if (of === 'flock') return clarification('ask.no_such_flock');
  const [name, known] = [originalText(normal, from, to), listAlternatives(of, names)];
  const facts = [wordFact('Named', name), wordFact('Known', known)];
  return { ...clarification('ask.action.unknown', { name, kind: of, known }), facts };
}

/** The alternatives for an unknown name: barns, and people who work on the farm. */
function listAlternatives(kind: 'barn' | 'person', { barns, people }: FarmNames): string {
  const users = people.filter(({ resource }) => resource === 'users');
  const persons = users.length > 0 ? users : people;
  return (kind === 'barn' ? barns : persons)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ name }) => name)
    .join(', ');
}

/** An amount in another currency or an ambiguous number is asked about rather than accepted. */
function findAmbiguousAmount(
  { view: { type }, fields }: ParsedOrder,
  { normal: { text } }: ReadSentence,
  { compiled, names: { currency } }: SentenceContext,
): Understanding | undefined {
  const numbers = Object.entries(fields).filter(
    ([, value]) => value.kind === 'value' && typeof value.value === 'number',
  );
  const hasMoney = numbers.some(([name]) => getFields(type).get(name)?.type === 'money');
  const isForeign = hasMoney && currency && foreignCurrency(text, currency) !== undefined;
  if (isForeign) return clarification('ask.other_currency', { currency });
  const typed =
    numbers.length > 0 ? findAmbiguousNumber(text, compiled.lexicon.decimal) : undefined;
  return typed === undefined ? undefined : clarification('ask.two_numbers', bothReadings(typed));
}

function askForFlock({ names }: SentenceContext) {
  const choices = names.flocks
    .filter(({ isLive }) => isLive)
    .map(({ id, name }) => ({ kind: 'flock', id, label: name }) as const);
  return { ...clarification('ask.which_flock'), choices };
}

function clarification(reason: string, params: Readonly<Record<string, string>> = {}) {
  return {
    kind: 'unclear',
    intent: null,
    reason: message(reason, params),
    choices: [],
    confidence: ACTION_CONFIDENCE,
  } as const;
}

function fieldValue({ normal }: ReadSentence, value: SlotValue): unknown {
  if (value.kind === 'value') return value.value;
  if (value.kind === 'text') return originalText(normal, value.from, value.to);
  return value.ids[0]?.id;
}
