import { type Language, message } from '../model/core/message.ts';
import { addDays, addMonths, daysBetween } from '../tools/calendar.ts';
import { trimEndOf } from '../tools/text.ts';
import { understandAction } from './actions/understand-action.ts';
import {
  type AskedBefore,
  type MeasureBefore,
  periodBefore,
  scopeBefore,
} from './conversation-memory.ts';
import { takesPeriod } from './grammar/asked-values.ts';
import { measureMeanings } from './grammar/measure-meanings.ts';
import { readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { restate } from './grammar/restate.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense, SymbolName } from './lexicon/lexicon.ts';
import {
  type Answered,
  familyOf,
  isWay,
  type Licences,
  licencesNeeded,
  readingOf,
} from './licence.ts';
import type { MeasureDefinition, Period } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import { findByNumber } from './names/farm-names.ts';
import { type SaidWord, wordsOf } from './said-words.ts';
import { normalText } from './text/normalise.ts';
import { numberOf, periodOf, type Span } from './text/scan.ts';

const CONFIDENCE = 0.9;

/** Expressions at the beginning and end of a sentence that continue a conversation. */
const MARKERS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [/^(?:and|so|also) (?:(?:what|how) about )?|^(?:what|how) about |^(?:only|just) (?:the )?/iu],
  es: [
    /^¿? ?[ye] (?:qué (?:tal|hay de) )?|^¿? ?qué (?:tal|hay de) |^(?:solo|sólo|solamente) (?:l[oa]s )?/iu,
  ],
  he: [/^(?:ו?מה (?:עם|לגבי|בנוגע ל) ?|וגם |רק |ו(?:-(?=\d))?)/u],
  th: [
    /^(?:แล้ว(?:ก็)?|และ|เอาเฉพาะ|เอาแค่|ขอแค่|เฉพาะ|แค่) ?/u,
    / ?(?:ล่ะ|หละ|ละ)(?: ?(?:ครับ|ค่ะ|คะ))? ?\??$/u,
  ],
  zh: [/^(?:那么|那|还有|另外|只看|只要|只)[,， ]*/u, /(?:呢|怎么样) ?[?？]?$/u],
};

const AND: Readonly<Record<Language, string>> = {
  ...{ en: 'and ', es: 'y ', he: 'ו', th: 'แล้ว', zh: '那' },
};

/** A part of a sentence, with the word that makes it a continuation. */
export function goingOn(part: string, language: Language): string {
  return `${AND[language]}${part}`;
}

/** A sentence without its continuation words. */
function withoutMarkers(typed: string, language: Language): string {
  return MARKERS[language].reduce((text, marker) => text.replace(marker, ''), typed);
}

/** The sentence of a follow-up without markers such as "what about", asides and corrected words. */
export function readTurn(sentence: string, context: SentenceContext) {
  const typed = sentence.replace(/\s+/gu, ' ').trim();
  const rest = withoutMarkers(typed, context.compiled.lexicon.language);
  const first = readSentence(rest, context);
  const told = restate(first, context);
  return {
    rest,
    isMarked: rest !== typed,
    sentence: told === undefined ? first : readSentence(told, context),
    context,
    // One phrase that has no other meaning, such as "why?".
    isWhole: isReason(rest, context) || WHOLE.some((symbol) => isWhole(rest, symbol, context)),
  };
}

const WHOLE: readonly SymbolName[] = ['previous', 'following', 'verdict', 'others'];

/**
 * The meaning of a sentence that is a single phrase and depends on the previous question: "why?",
 * "and the one before?", "is that good?". Any longer sentence is `other`.
 */
export function wholeTurn(
  rest: string,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined | 'other' {
  if (isReason(rest, context)) return reasonOf(before, context);
  if (isWhole(rest, 'previous', context)) return theOneBefore(before, context);
  if (isWhole(rest, 'following', context)) return theDaysAfter(before, context);
  if (isWhole(rest, 'verdict', context)) return verdictOf(before);
  if (isWhole(rest, 'others', context)) return theOthers(before, context);
  return 'other';
}

/** Whether the text is a single phrase of the lexicon with one meaning. */
function isWhole(rest: string, symbol: SymbolName, { compiled }: SentenceContext): boolean {
  const said = normalText(rest.replace(/[¿?？!.,，]/gu, ' ').trim());
  return compiled.symbols
    .matchesAt(said, 0)
    .some(({ end, values }) => end === said.length && values.includes(symbol));
}

/** The record before the last, or the days before the previous period. */
function theOneBefore(before: AskedBefore, context: SentenceContext): Understanding | undefined {
  if ('form' in before) {
    const { aggregate, offset = 0 } = before.form;
    if (aggregate !== 'last') return undefined;
    const form = { ...before.form, offset: offset + 1 };
    return { kind: 'records', view: before.view, form, confidence: CONFIDENCE };
  }
  const { today } = context.calendar;
  const { from, to } = before.question.period ?? { from: today, to: today };
  const days = daysBetween(from, to) + 1;
  const months = wholeMonths(from, addDays(to, 1));
  if (months > 0) {
    const period = { from: addMonths(from, -months), to: addDays(from, -1) };
    return ofPeriod(before, period, today);
  }
  // An unfinished week counts as seven days.
  const length = days > 1 && days < 7 && to === today ? 7 : days;
  const period = { from: addDays(from, -length), to: addDays(from, -1) };
  return ofPeriod(before, period, today);
}

/** Number of whole months between two days; 0 where it is not a whole number. */
function wholeMonths(from: string, next: string): number {
  if (!from.endsWith('-01') || !next.endsWith('-01')) return 0;
  const [years, months] = [0, 1].map(
    (part) => Number(next.split('-')[part]) - Number(from.split('-')[part]),
  );
  return (years ?? 0) * 12 + (months ?? 0);
}

/** The same number of days after the previous period. */
function theDaysAfter(before: AskedBefore, context: SentenceContext): Understanding | undefined {
  if ('form' in before || before.question.period === undefined) return undefined;
  const { from, to } = before.question.period;
  const period = { from: addDays(to, 1), to: addDays(to, daysBetween(from, to) + 1) };
  return ofPeriod(before, period, context.calendar.today);
}

function ofPeriod(
  { intent, question }: MeasureBefore,
  period: Period,
  today: string,
): Understanding {
  const definition: MeasureDefinition = measures[intent];
  if (!takesPeriod(intent, definition, period, today)) return onlyNow(intent);
  return { kind: 'question', intent, question: { ...question, period }, confidence: CONFIDENCE };
}

export function onlyNow(intent: MeasureName): Understanding {
  const reason = message('ask.only_now');
  return { kind: 'unclear', intent, reason, choices: [], confidence: CONFIDENCE };
}

/** The same question about the other barns. */
function theOthers(before: AskedBefore, { names }: SentenceContext): Understanding | undefined {
  const { barnIds = [], flockIds } = scopeBefore(before);
  if (!('intent' in before) || flockIds || barnIds.length === 0) return undefined;
  const others = names.barns.map(({ id }) => id).filter((id) => !barnIds.includes(id));
  const question = { ...before.question, scope: { barnIds: others } };
  return others.length === 0
    ? undefined
    : { kind: 'question', intent: before.intent, question, confidence: CONFIDENCE };
}

/** The measure that evaluates another one. */
const JUDGED_BY: Readonly<Partial<Record<MeasureName, MeasureName>>> = {
  weight: 'weightDeviation',
  lastWeighing: 'weightDeviation',
  dailyGain: 'dailyGain',
  mortality: 'mortalityAgainstAverage',
  cumulativeMortality: 'mortalityAgainstAverage',
  feedConversion: 'feedConversion',
  temperature: 'temperature',
  humidity: 'humidity',
  ammonia: 'ammonia',
  co2: 'co2',
  density: 'density',
  waterFeedRatio: 'waterFeedRatio',
};

function verdictOf(before: AskedBefore): Understanding | undefined {
  const intent = 'intent' in before ? JUDGED_BY[before.intent] : undefined;
  if (intent === undefined) return undefined;
  const asked = { aggregation: 'value', slots: {}, isJudged: true } as const;
  const question = { scope: scopeBefore(before), ...asked };
  return { kind: 'question', intent, question, confidence: CONFIDENCE };
}

/** "Why?", "how come?": only the opening of an open question. */
function isReason(rest: string, { compiled }: SentenceContext): boolean {
  const said = normalText(rest.replace(/[¿?？!.\s]/gu, ' ').trim());
  return compiled.lexicon.openings.some((opening) => normalText(opening) === said);
}

/** "Why?": the possible reasons for the previous figure. No reason is invented. */
function reasonOf(before: AskedBefore, { compiled }: SentenceContext): Understanding {
  if ('question' in before) {
    const { intent, question } = before;
    const asked = {
      scope: question.scope,
      aggregation: 'value',
      slots: {},
      isReason: true,
    } as const;
    return { kind: 'question', intent, question: asked, confidence: CONFIDENCE };
  }
  const choices = (['alerts', 'gaps'] as const).map(
    (measure) =>
      ({ kind: 'question', id: measure, label: compiled.lexicon.examples[measure] }) as const,
  );
  const reason = message('ask.no_reason');
  return { kind: 'unclear', intent: null, reason, choices, confidence: CONFIDENCE };
}

/** "Give it to Ann" after an answer with one task: the change of that task is proposed. */
export function orderForShownTask(
  rest: string,
  context: SentenceContext,
  { told }: AskedBefore,
): Understanding | undefined {
  if (told?.taskId === undefined) return undefined;
  const sentence = readSentence(`${trimEndOf(rest, '.!')} "${told.taskId}"`, context);
  const order = understandAction(sentence, context, true);
  const { words = [''], topics = [''] } = (order?.kind === 'action' && order.target) || {};
  return order?.kind === 'action' && words.length + topics.length === 0
    ? { ...order, isDoubtful: true }
    : undefined;
}

/** "Their phone number?" after an answer with one person: that person, not everybody. */
export function personShown(
  alone: Understanding,
  { told }: AskedBefore,
  symbols: ReadonlySet<SymbolName>,
): Understanding | undefined {
  const isContact = alone.kind === 'question' && alone.intent === 'contact';
  if (isContact && Object.keys(alone.question.slots).length > 0) return undefined;
  const isAsked = symbols.has('phone') && (isContact || alone.kind === 'unclear');
  if (!isAsked) return undefined;
  if (told?.personId === undefined) return undefined;
  const question = { scope: {}, aggregation: 'list', slots: { person: told.personId } } as const;
  return { kind: 'question', intent: 'contact', question, confidence: CONFIDENCE };
}

/** "And in 2?", "1号呢": after a question about a barn, a bare number is a barn number. */
export function withBarnNumber(
  spans: readonly Span[],
  {
    context: { names, calendar },
    before,
    isMarked,
    text,
  }: {
    readonly context: SentenceContext;
    readonly before: AskedBefore;
    readonly isMarked: boolean;
    readonly text: string;
  },
): readonly Span[] {
  const said = spans.filter((span) => !isSilent(span) || numberOf(span) !== undefined);
  const [only, ...others] = said;
  const isPlaced = Object.keys(scopeBefore(before)).length > 0 || before.told?.barnId !== undefined;
  const mayBePlace = isPlaced || (isMarked && only !== undefined && periodOf(only) === undefined);
  if (only === undefined || others.length > 0 || !mayBePlace) return spans;
  const number = numberOf(only) ?? numberOfDay(only, text, before, calendar.today);
  const [barn, ...same] = [
    ...only.senses.flatMap((sense) =>
      sense.kind === 'record' && sense.record.kind === 'barn' ? [sense.record] : [],
    ),
    ...(number === undefined ? [] : findByNumber(names.barns, number)),
  ];
  if (barn === undefined || same.some(({ id }) => id !== barn.id)) return spans;
  const place: Span = { ...only, senses: [{ kind: 'record', record: barn }] };
  return spans.map((span) => (span === only ? place : span));
}

/** "And the 2?" after a question with a barn is that barn; after a date it may be another one. */
function numberOfDay(
  { from, to }: Span,
  text: string,
  before: AskedBefore,
  today: string,
): number | undefined {
  const isOfPlace = Object.keys(scopeBefore(before)).length > 0;
  const days = periodBefore(before);
  const isDate = days?.from === days?.to && (days?.to ?? today) < addDays(today, -1);
  if (!isOfPlace || isDate) return undefined;
  const digits = /^\D{0,4}(\d{1,2})$/u.exec(text.slice(from, to).trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Senses of words that carry no content. */
export const SILENT: ReadonlySet<Sense['kind']> = new Set([
  'filler',
  'conjunction',
  'courtesy',
  'asking',
  'mark',
]);

export function isSilent({ senses }: Span): boolean {
  return senses.some(({ kind }) => SILENT.has(kind));
}

type Turn = Pick<ReturnType<typeof readTurn>, 'sentence' | 'context' | 'isWhole'>;

/**
 * Whether the changed and the retained parts of the previous question form a licensed combination.
 */
export function mayGoOn(
  understood: Answered,
  turn: Turn,
  before: AskedBefore,
  licences: Licences,
): boolean {
  return licencesToGoOn(understood, turn, before).every(
    (need) => licences.has(need) || (!isOwn(need) && licences.has(need.slice(THEN.length))),
  );
}

const THEN = 'then ';

/**
 * Aggregations and changes are licensed only by follow-ups, the rest also by complete questions.
 */
function isOwn(need: string): boolean {
  return need.startsWith('then: ') || need.split(/: | & /).some(isWay);
}

/** The licences that a follow-up needs; without them it is only suggested. */
export function licencesToGoOn(
  understood: Answered,
  turn: Turn,
  before: AskedBefore,
): readonly string[] {
  const own = licencesNeeded(understood, turn);
  if (turn.isWhole || isOfShown(understood, before))
    return own.filter((need) => need.endsWith('"')).map((need) => THEN + need);
  const [from, to] = [headOf(before), headOf(understood)];
  const { family } = readingOf(understood);
  const wasOf = 'intent' in before ? familyOf(before.intent) : from;
  const words = wordsOf(turn.sentence, turn.context);
  const isNamed = understood.kind === 'records' || namesMeasure(understood.intent, words);
  const change = isNamed ? [wasOf, family] : [from, to];
  const isDated = words.some(({ means }) => means.some((one) => /^(?:time$|t:)/.test(one)));
  return [
    ...own.map((need) => THEN + need),
    ...(change[0] === change[1] ? [] : [`then: ${change.join(' > ')}`]),
    ...lostOf(understood, before, turn.context.calendar.today, isDated).map(
      (one) => `then: ${to} without ${one}`,
    ),
  ];
}

/** "Her number?" of the only person in the answer. */
function isOfShown(understood: Answered, { told }: AskedBefore): boolean {
  const person = understood.kind === 'question' ? understood.question.slots['person'] : undefined;
  return person !== undefined && person === told?.personId;
}

function headOf(asked: Answered | AskedBefore): string {
  return 'intent' in asked ? asked.intent : `records ${asked.view}`;
}

/** Whether the words name the measure without the previous question. */
function namesMeasure(intent: MeasureName, words: readonly SaidWord[]): boolean {
  const said = new Set(words.flatMap(({ means }) => means));
  return measureMeanings[intent].some(({ needs }) => needs.every((one) => said.has(`c:${one}`)));
}

/** A slot of the previous question that this one drops without naming another. */
function lostOf(
  understood: Answered,
  before: AskedBefore,
  today: string,
  isDated: boolean,
): readonly string[] {
  const period = periodBefore(before);
  const { leaves } = readingOf(understood);
  const isPast = period !== undefined && period.to < today;
  const isPlaced = Object.keys(scopeBefore(before)).length > 0;
  return [
    ...(isPast && !isDated && leaves.includes('time') ? ['days'] : []),
    ...(isPlaced && leaves.includes('place') ? ['place'] : []),
  ];
}
