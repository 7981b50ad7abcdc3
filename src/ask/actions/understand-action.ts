import { message } from '../../model/core/message.ts';
import type { OrderType } from '../../model/resources/record-orders.ts';
import { trimEndOf } from '../../tools/text.ts';
import { conceptsOf } from '../grammar/rank-measures.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import { wordFact } from '../measures/fact-of.ts';
import type { FarmNames } from '../names/farm-names.ts';
import { typedBetween } from '../text/normalise.ts';
import { gluedPlaces, periodOf } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { withinParsing } from '../text/work-limit.ts';
import { barnInTitle, dayInTitle } from './day-in-title.ts';
import { foreignCurrency } from './foreign-currency.ts';
import { containsSpeech, skipCourtesies } from './free-words.ts';
import { isOneOrder } from './is-one-order.ts';
import { fieldsOf } from './order-views.ts';
import { type ParsedOrder, parseOrders } from './parse-order.ts';
import { fillDefaults, type SlotSource, type SlotValue } from './read-slot.ts';
import { describes, type TargetWords, targetWords } from './target-words.ts';

const UNDERSTOOD = 0.95;
const QUESTION = /\?\s*$/;

/**
 * The action that a whole sentence orders; undefined where it orders none. Where the sentence names
 * a record by its id, only actions that change a record are considered.
 */
export function understandAction(
  sentence: ReadSentence,
  context: SentenceContext,
  isOfRecord = false,
): Understanding | undefined {
  const parsed = withinParsing(() => parseOrders(sentence, context)) ?? [];
  const found = isOfRecord
    ? parsed.filter(({ view }) => view.target !== undefined)
    : withoutRivals(parsed);
  const [best, next] = found.sort(
    (a, b) =>
      a.freeLetters - b.freeLetters ||
      nobodiesOf(a) - nobodiesOf(b) ||
      a.cost - b.cost ||
      Object.keys(b.fields).length - Object.keys(a.fields).length,
  );
  if (best === undefined) return undefined;
  if (isNoOrder(best, sentence)) return undefined;
  if (next && isTied(best, next)) return unclear('ask.several_meanings');
  const target = targetOf(best, sentence, context);
  if (target && !isOfRecord && !describes(target) && best.view.type !== 'complete_task')
    return undefined;
  const doubt = findUnclear(best, sentence, context) ?? findDoubtful(best, sentence, context);
  if (doubt) return doubt;
  const action = actionOf(best, target, { sentence, context });
  if (action?.kind !== 'action') return action;
  const instead = givenTask(best, parsed, { sentence, context });
  return instead ? { ...action, instead } : action;
}

/**
 * The existing task that an order for a new one may mean: "give Ann the filters", "tell Ann to
 * clean the filters".
 */
function givenTask(
  best: ParsedOrder,
  parsed: readonly ParsedOrder[],
  { sentence, context }: SlotSource,
): TargetWords | undefined {
  const { view, fields } = best;
  if (view.type !== 'create_task' || fields['assignee'] === undefined) return undefined;
  const isReported = view.words?.behindField !== undefined;
  const [given] = parsed
    .filter((one) => isAssignment(one) && nobodiesOf(one) === 0)
    .toSorted((a, b) => a.freeLetters - b.freeLetters);
  const { title } = (given ?? (isReported ? best : undefined))?.fields ?? {};
  if (title?.kind !== 'text') return undefined;
  const words = targetWords(sentence, context, { from: title.from, to: title.to, kind: 'task' });
  return words.topics.length + words.words.length > 0 ? words : undefined;
}

function actionOf(
  best: ParsedOrder,
  target: TargetWords | undefined,
  { sentence, context }: SlotSource,
): Understanding | undefined {
  const { type } = best.view;
  // "When does the next batch go in" opens no page.
  if (type === 'navigate' && sentence.spans.flatMap(conceptsOf).includes('when')) return undefined;
  const { text } = sentence.normal;
  const { title } = best.fields;
  const isDated = best.fields['dueDate'] !== undefined;
  const mayHoldDay =
    type === 'create_task' && title?.kind === 'text' && !title.isQuoted && !isDated;
  const fields = {
    ...Object.fromEntries(
      Object.entries(best.fields).map(([name, value]) => [name, fieldValue(sentence, value)]),
    ),
    ...(mayHoldDay ? dayInTitle(title, { sentence, context }) : {}),
    ...barnInTitle(best, sentence),
  };
  const filled = fillDefaults(type, fields, context.names, context.calendar.today);
  if (filled === 'which_flock') return whichFlock(context);
  const isAsked = QUESTION.test(text) && skipCourtesies(context.compiled, text, 0) === 0;
  return {
    kind: 'action',
    type,
    fields: target && type !== 'complete_task' ? withoutTarget(filled) : filled,
    ...(target ? { target } : {}),
    isOrder: !isAsked && !best.isAsked,
    isDoubtful: containsDoubtfulWords(best, sentence, context),
    confidence: UNDERSTOOD,
  };
}

/**
 * "Assign John the filter" creates a task if John is known. If he is unknown, it assigns an
 * existing task to an unknown person.
 */
function withoutRivals(parsed: readonly ParsedOrder[]): ParsedOrder[] {
  const known = parsed.filter((order) => nobodiesOf(order) === 0);
  const makesTask = known.some(({ view }) => view.type === 'create_task');
  const likely = known.length > 0 ? known : parsed;
  const assigns = !makesTask && likely.some(isAssignment);
  const possible = assigns ? likely : parsed;
  return possible.filter(
    ({ view: { type } }) => type !== (assigns ? 'create_task' : 'assign_task'),
  );
}

function isAssignment({ view }: ParsedOrder): boolean {
  return view.type === 'assign_task';
}

/** The words that describe the record to change. */
function targetOf(
  { view, fields }: ParsedOrder,
  sentence: ReadSentence,
  context: SentenceContext,
): TargetWords | undefined {
  const { title, barnId } = fields;
  if (!view.target || title?.kind !== 'text') return undefined;
  const { from, to } = title;
  const words = targetWords(sentence, context, { from, to, kind: view.target });
  const barns = barnId?.kind === 'records' ? barnId.ids.map(({ id }) => id) : [];
  return { ...words, barnIds: [...words.barnIds, ...barns] };
}

function withoutTarget({ title: _, barnId: __, ...fields }: Readonly<Record<string, unknown>>) {
  return fields;
}

/**
 * Whether it is a question: about several days, or without chicks ("may chicks go into barn 2
 * today?").
 */
function isNoOrder({ view, fields, isAsked }: ParsedOrder, sentence: ReadSentence): boolean {
  if (view.type === 'log_daily') return namesSeveralDays(sentence) || isBareQuestion(sentence);
  const isQuestion = isAsked || QUESTION.test(sentence.normal.text);
  return view.type === 'create_flock' && isQuestion && fields['chicksReceived'] === undefined;
}

/**
 * "Has barn 1 more deaths than 2?" logs nothing: a question is an order only with a command word.
 */
function isBareQuestion({ spans, normal: { text } }: ReadSentence): boolean {
  const isCommanded = spans.some(({ senses }) => senses.some(({ kind }) => kind === 'command'));
  return QUESTION.test(text) && !isCommanded;
}

/** "Deaths from 15 to 18 November" does not mean 15 deaths on the 18th. */
function namesSeveralDays({ spans }: ReadSentence): boolean {
  return spans.some((span) => {
    const period = periodOf(span);
    return period?.kind === 'days' && period.from !== period.to;
  });
}

/**
 * An unquoted name may contain a trade or a date; a title with question words may be a question.
 */
function containsDoubtfulWords(
  { view, fields }: ParsedOrder,
  sentence: ReadSentence,
  { compiled }: SentenceContext,
): boolean {
  const { words } = view;
  const isHeard = view.type === 'create_task' && Object.values(fields).some(isSpoken);
  if (isHeard || (isGivenAway(view.type) && isBareNumber(fields['barnId'], sentence))) return true;
  const free = words && fields[words.field];
  if (view.target || view.type === 'add_note') return false;
  if (free?.kind !== 'text' || free.isQuoted) return false;
  return (
    words?.isName === true ||
    (isGivenAway(view.type) &&
      fields['assignee'] === undefined &&
      containsPerson(free, sentence)) ||
    containsSpeech(free, sentence, compiled) ||
    (isGivenAway(view.type) && containsCondition(free, sentence, compiled)) ||
    beginsWithHour(free, sentence, compiled) ||
    (fields['dueDate'] === undefined && containsDay(free, sentence))
  );
}

/** "3号" of "3号风机" may be the number of a fan. */
function isBareNumber(value: SlotValue | undefined, { normal: { text } }: ReadSentence): boolean {
  if (value?.kind !== 'records') return false;
  return /^\d+\P{L}?\p{L}?$/u.test(text.slice(value.from, value.to));
}

function isSpoken(value: SlotValue): boolean {
  return value.kind === 'records' && value.isSpoken === true;
}

function isGivenAway(type: OrderType): boolean {
  return type === 'create_task' || type === 'create_alert';
}

/** A person named in a title may be the intended assignee. */
function containsPerson(
  { from, to }: { readonly from: number; readonly to: number },
  { normal: { text }, names }: ReadSentence,
): boolean {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some(
    (index) =>
      isEdge(text, index) &&
      names
        .matchesAt(text, index)
        .some(({ values }) => values.some(({ kind }) => kind === 'person')),
  );
}

/**
 * "In two hours", "only if it rains", "every three days": a title contains a condition that would
 * be ignored.
 */
function containsCondition(
  { from, to }: { readonly from: number; readonly to: number },
  { normal: { text } }: ReadSentence,
  { orders }: SentenceContext['compiled'],
): boolean {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some(
    (index) =>
      isEdge(text, index) &&
      orders
        .matchesAt(text, index)
        .some(({ end, values }) => end <= to && values.includes('condition')),
  );
}

/** "At 5" of "remind me at 5 to check the fans" is an hour, which would be ignored. */
function beginsWithHour(
  { from }: { readonly from: number },
  { normal: { text } }: ReadSentence,
  { orders, lexicon }: SentenceContext['compiled'],
): boolean {
  const ends = orders
    .matchesAt(text, from)
    .flatMap(({ end, values }) => (values.includes('for') ? [end] : []));
  const glued = gluedPlaces(text, from, lexicon.gluedPrefixes).slice(1);
  return [...ends, ...glued].some((end) => /^[ -]?\d{1,2}(?!\d)/u.test(text.slice(end)));
}

/** A day within a title may be the due date. */
function containsDay(
  { from, to }: { readonly from: number; readonly to: number },
  { normal: { text }, time }: ReadSentence,
): boolean {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some((index) => isEdge(text, index) && time.periodsAt(index).length > 0);
}

/** Whether two equally good readings of an order differ in their effect. */
function isTied(best: ParsedOrder, next: ParsedOrder): boolean {
  const isEqual =
    best.freeLetters === next.freeLetters &&
    best.cost === next.cost &&
    Object.keys(best.fields).length === Object.keys(next.fields).length &&
    nobodiesOf(best) === nobodiesOf(next);
  const written = ({ view, fields }: ParsedOrder) =>
    JSON.stringify([view.type, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return isEqual && written(best) !== written(next);
}

/** The number of unknown names: readings with fewer of them are better. */
function nobodiesOf({ fields }: ParsedOrder): number {
  return Object.values(fields).filter((value) => value.kind === 'records' && value.ids.length === 0)
    .length;
}

function findUnclear(
  { view, fields }: ParsedOrder,
  { normal }: ReadSentence,
  { compiled, names }: SentenceContext,
): Understanding | undefined {
  for (const value of Object.values(fields)) {
    if (value.kind === 'text' && !value.isQuoted && view.type !== 'add_note') {
      const typed = normal.text.slice(value.from, value.to);
      if (!isOneOrder(compiled, typed)) return unclear('ask.one_action');
    }
    if (value.kind !== 'records' || value.ids.length === 1) continue;
    if (value.ids.length === 0) return unknownName(value, normal, names);
    const choices = value.ids.map(({ id, name }) => ({ kind: value.of, id, label: name }));
    return { ...unclear('ask.which_one'), choices };
  }
  return undefined;
}

const MOST_KNOWN = 20;

/**
 * Reports an unknown name with the known ones. A flock may be given as a barn, a breed or a day, so
 * it is not guessed.
 */
function unknownName(
  { of, from, to }: Extract<SlotValue, { kind: 'records' }>,
  normal: ReadSentence['normal'],
  names: FarmNames,
): Understanding {
  if (of === 'flock') return unclear('ask.no_such_flock');
  const [name, known] = [typedBetween(normal, from, to), knownOf(of, names)];
  const facts = [wordFact('Named', name), wordFact('Known', known)];
  return { ...unclear('ask.action.unknown', { name, kind: of, known }), facts };
}

/** The alternatives for an unknown name: barns, and people who work on the farm. */
function knownOf(kind: 'barn' | 'person', { barns, people }: FarmNames): string {
  const users = people.filter(({ resource }) => resource === 'users');
  const persons = users.length > 0 ? users : people;
  return (kind === 'barn' ? barns : persons)
    .slice(0, MOST_KNOWN)
    .map(({ name }) => name)
    .join(', ');
}

/** An amount in another currency or an ambiguous number is asked about rather than accepted. */
function findDoubtful(
  { view: { type }, fields }: ParsedOrder,
  { normal: { text } }: ReadSentence,
  { compiled, names: { currency } }: SentenceContext,
): Understanding | undefined {
  const numbers = Object.entries(fields).filter(
    ([, value]) => value.kind === 'value' && typeof value.value === 'number',
  );
  const hasMoney = numbers.some(([name]) => fieldsOf(type).get(name)?.type === 'money');
  const isForeign = hasMoney && currency && foreignCurrency(text, currency) !== undefined;
  if (isForeign) return unclear('ask.other_currency', { currency });
  const typed = numbers.length > 0 ? numberOfTwoWays(text, compiled.lexicon.decimal) : undefined;
  return typed === undefined ? undefined : unclear('ask.two_numbers', twoWays(typed));
}

/** In locales with a decimal comma many people still write thousands with a comma: `1,240`. */
function numberOfTwoWays(text: string, decimal: '.' | ','): string | undefined {
  if (decimal !== ',') return undefined;
  const typed = (text.match(/[\d.,]+/g) ?? []).map((digits) => trimEndOf(digits, '.,'));
  return typed.find((digits) => /^[1-9]\d{0,2},\d{3}$/.test(digits));
}

function twoWays(typed: string) {
  return { typed, whole: typed.replace(',', ''), part: trimEndOf(typed, '0') };
}

function whichFlock({ names }: SentenceContext): Understanding {
  const choices = names.flocks
    .filter(({ isLive }) => isLive)
    .map(({ id, name }) => ({ kind: 'flock', id, label: name }) as const);
  return { ...unclear('ask.which_flock'), choices };
}

function unclear(reason: string, params: Readonly<Record<string, string>> = {}) {
  return {
    kind: 'unclear',
    intent: null,
    reason: message(reason, params),
    choices: [],
    confidence: UNDERSTOOD,
  } as const;
}

function fieldValue({ normal }: ReadSentence, value: SlotValue): unknown {
  if (value.kind === 'value') return value.value;
  if (value.kind === 'text') return typedBetween(normal, value.from, value.to);
  return value.ids[0]?.id;
}
