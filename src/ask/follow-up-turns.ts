import { type Language, message } from '../model/core/message.ts';
import { addDays, addMonths, daysBetween } from '../tools/calendar.ts';
import {
  otherBarns,
  type PreviousMeasure,
  type PreviousQuestion,
  previousPeriod,
  previousScope,
  widensPlace,
} from './conversation-memory.ts';
import { findFamily, measureMeanings } from './grammar/measure-meanings.ts';
import { supportsPeriod } from './grammar/question-values.ts';
import { readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { restate } from './grammar/restate.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense, SymbolName } from './lexicon/lexicon.ts';
import {
  type Answerable,
  describeReading,
  isAggregation,
  type Licences,
  licencesNeeded,
} from './licence.ts';
import type { MeasureDefinition, Period } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import { findByNumber } from './names/farm-names.ts';
import { type QuestionWord, splitQuestion } from './question-words.ts';
import { normalText, unmarkedText } from './text/normalise.ts';
import { findNumber, findPeriod, type Span } from './text/scan.ts';
import { withRecordedReason } from './understand.ts';

const CONFIDENCE = 0.9;

/** Expressions at the beginning and end of a sentence that continue a conversation. */
const CONTINUATION_MARKERS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [/^(?:and|so|also) (?:(?:what|how) about )?|^(?:what|how) about |^(?:only|just) (?:the )?/iu],
  es: [
    /^¿? ?[ye] (?:qué (?:tal|hay de) )?|^¿? ?qué (?:tal|hay de) |^(?:solo|sólo|solamente) (?:l[oa]s )?/iu,
  ],
  he: [/^(?:ו?מה (?:עם|לגבי|בנוגע ל) ?|וגם |רק |ו(?:-(?=\d))?)/u],
  th: [
    /^(?:แล้ว(?:ก็)?|และ|เอาเฉพาะ|เอาแค่|ขอแค่|เฉพาะ|แค่) ?/u,
    / ?(?:ล่ะ|หละ|ละ)(?: ?(?:ครับ|ค่ะ|คะ))? ?\??$/u,
  ],
  zh: [/^(?:那么|那(?![栋批座间个])|还有|另外|只看|只要|只)[,， ]*/u, /(?:呢|怎么样) ?[?？]?$/u],
};

const CONJUNCTIONS: Readonly<Record<Language, string>> = {
  ...{ en: 'and ', es: 'y ', he: 'ו', th: 'แล้ว', zh: '那' },
};

/** A part of a sentence, with the word that makes it a continuation. */
export function asContinuation(part: string, language: Language): string {
  return `${CONJUNCTIONS[language]}${part}`;
}

/** A sentence without its continuation words. */
function withoutMarkers(typed: string, language: Language): string {
  return CONTINUATION_MARKERS[language].reduce((text, marker) => text.replace(marker, ''), typed);
}

/** Whether a sentence begins or ends like a part of a conversation: "what about". */
export function isMarkedTurn(sentence: string, language: Language): boolean {
  const typed = sentence.replace(/\s+/gu, ' ').trim();
  return withoutMarkers(typed, language) !== typed;
}

/** The sentence of a follow-up without markers such as "what about", asides and corrected words. */
export function readTurn(sentence: string, context: SentenceContext) {
  const typed = sentence.replace(/\s+/gu, ' ').trim();
  const rest = withoutMarkers(typed, context.compiled.lexicon.language);
  const first = readSentence(rest, context);
  const restated = restate(first, context);
  return {
    rest,
    isMarked: rest !== typed,
    isRestated: restated !== undefined,
    sentence: restated === undefined ? first : readSentence(restated, context),
    context,
    // One phrase that has no other meaning, such as "why?".
    isWhole:
      isReason(rest, context) ||
      context.compiled.details.has(unmarkedText(rest)) ||
      SINGLE_PHRASES.some((symbol) => isSinglePhrase(rest, symbol, context)),
  };
}

const SINGLE_PHRASES: readonly SymbolName[] = ['previous', 'following', 'verdict', 'others'];

/**
 * The meaning of a sentence that is a single phrase and depends on the previous question: "why?",
 * "and the one before?", "is that good?". Any longer sentence is `other`.
 */
export function understandSinglePhrase(
  rest: string,
  context: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined | 'other' {
  if (isReason(rest, context)) return explainPrevious(previous, context);
  if (isSinglePhrase(rest, 'previous', context)) return previousOne(previous, context);
  if (isSinglePhrase(rest, 'following', context)) return followingDays(previous, context);
  if (isSinglePhrase(rest, 'verdict', context)) return evaluatePrevious(previous);
  if (isSinglePhrase(rest, 'others', context)) return otherBarns(previous, context);
  const isDetail = context.compiled.details.has(unmarkedText(rest));
  if (isDetail && isExtreme(previous)) return repeatPrevious(previous);
  return 'other';
}

/** The previous question again. */
export function repeatPrevious(previous: PreviousQuestion): Understanding {
  if ('question' in previous) {
    const { intent, question } = previous;
    return { kind: 'question', intent, question, confidence: CONFIDENCE };
  }
  const { view, form } = previous;
  return { kind: 'records', view, form, confidence: CONFIDENCE };
}

/** Whether the answer was about the highest or lowest value, and so contains its day and amount. */
function isExtreme(previous: PreviousQuestion): boolean {
  if ('form' in previous)
    return previous.form.aggregate === 'max' || previous.form.aggregate === 'min';
  return ['highest', 'lowest'].includes(previous.question.aggregation);
}

/** Whether the text is a single phrase of the lexicon with one meaning. */
function isSinglePhrase(rest: string, symbol: SymbolName, { compiled }: SentenceContext): boolean {
  const phrase = normalText(rest.replace(/[¿?？!.,，]/gu, ' ').trim());
  return compiled.symbols
    .matchesAt(phrase, 0)
    .some(({ end, values }) => end === phrase.length && values.includes(symbol));
}

/** The record before the last, or the days before the previous period. */
function previousOne(
  previous: PreviousQuestion,
  context: SentenceContext,
): Understanding | undefined {
  if ('form' in previous) {
    const { aggregate, offset = 0 } = previous.form;
    if (aggregate !== 'last') return undefined;
    const form = { ...previous.form, offset: offset + 1 };
    return { kind: 'records', view: previous.view, form, confidence: CONFIDENCE };
  }
  const { today } = context.calendar;
  const { from, to } = previous.question.period ?? { from: today, to: today };
  const days = daysBetween(from, to) + 1;
  const months = wholeMonths(from, addDays(to, 1));
  if (months > 0) {
    const period = { from: addMonths(from, -months), to: addDays(from, -1) };
    return withPeriod(previous, period, today);
  }
  // An unfinished week counts as seven days.
  const length = days > 1 && days < 7 && to === today ? 7 : days;
  const period = { from: addDays(from, -length), to: addDays(from, -1) };
  return withPeriod(previous, period, today);
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
function followingDays(
  previous: PreviousQuestion,
  context: SentenceContext,
): Understanding | undefined {
  if ('form' in previous || previous.question.period === undefined) return undefined;
  const { from, to } = previous.question.period;
  const period = { from: addDays(to, 1), to: addDays(to, daysBetween(from, to) + 1) };
  return withPeriod(previous, period, context.calendar.today);
}

function withPeriod(
  { intent, question }: PreviousMeasure,
  period: Period,
  today: string,
): Understanding {
  const definition: MeasureDefinition = measures[intent];
  if (!supportsPeriod(intent, definition, period, today)) return presentOnly(intent);
  return { kind: 'question', intent, question: { ...question, period }, confidence: CONFIDENCE };
}

export function notUnderstood(): Understanding {
  const reason = message('ask.not_sure');
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: CONFIDENCE };
}

export function presentOnly(intent: MeasureName): Understanding {
  const reason = message('ask.only_now');
  return { kind: 'unclear', intent, reason, choices: [], confidence: CONFIDENCE };
}

/** Evaluation of a measure by another one. */
const EVALUATED_BY: Readonly<Partial<Record<MeasureName, MeasureName>>> = {
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

function evaluatePrevious(previous: PreviousQuestion): Understanding {
  const intent = 'intent' in previous ? EVALUATED_BY[previous.intent] : undefined;
  // Figures without a standard or limit cannot be judged; a list of work would not be an answer.
  if (intent === undefined) return notUnderstood();
  const rest = { aggregation: 'value', slots: {}, isJudged: true } as const;
  const question = { scope: previousScope(previous), ...rest };
  return { kind: 'question', intent, question, confidence: CONFIDENCE };
}

/** "Why?", "how come?": only the opening of an open question. */
function isReason(rest: string, { compiled }: SentenceContext): boolean {
  const phrase = normalText(rest.replace(/[¿?？!.\s]/gu, ' ').trim());
  return compiled.lexicon.openings.some((opening) => normalText(opening) === phrase);
}

/** "Why?": the possible reasons for the previous figure. No reason is invented. */
function explainPrevious(previous: PreviousQuestion, { compiled }: SentenceContext): Understanding {
  if ('question' in previous) {
    const { intent, question } = previous;
    const explained = {
      scope: question.scope,
      aggregation: 'value',
      slots: {},
      isReason: true,
    } as const;
    const reasons = { kind: 'question', intent, question: explained } as const;
    return withRecordedReason({ ...reasons, confidence: CONFIDENCE });
  }
  const choices = (['alerts', 'gaps'] as const).map(
    (measure) =>
      ({ kind: 'question', id: measure, label: compiled.lexicon.examples[measure] }) as const,
  );
  const reason = message('ask.no_reason');
  return { kind: 'unclear', intent: null, reason, choices, confidence: CONFIDENCE };
}

/** "And in 2?", "1号呢": after a question about a barn, a bare number is a barn number. */
export function withBarnNumber(
  spans: readonly Span[],
  {
    context: { names, calendar },
    previous,
    isMarked,
    text,
  }: {
    readonly context: SentenceContext;
    readonly previous: PreviousQuestion;
    readonly isMarked: boolean;
    readonly text: string;
  },
): readonly Span[] {
  const contentSpans = spans.filter((span) => !isSilent(span) || findNumber(span) !== undefined);
  const [only, ...others] = contentSpans;
  const hasPlace =
    Object.keys(previousScope(previous)).length > 0 || previous.told?.barnId !== undefined;
  const mayBePlace = hasPlace || (isMarked && only !== undefined && findPeriod(only) === undefined);
  if (only === undefined || others.length > 0 || !mayBePlace) return spans;
  const number = findNumber(only) ?? numberOfDay(only, text, previous, calendar.today);
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
  previous: PreviousQuestion,
  today: string,
): number | undefined {
  const isAboutPlace = Object.keys(previousScope(previous)).length > 0;
  const days = previousPeriod(previous);
  const isPastDate = days?.from === days?.to && (days?.to ?? today) < addDays(today, -1);
  if (!isAboutPlace || isPastDate) return undefined;
  const digits = /^\D{0,4}(\d{1,2})$/u.exec(text.slice(from, to).trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Senses of words that carry no content. */
export const SILENT_KINDS: ReadonlySet<Sense['kind']> = new Set([
  'filler',
  'conjunction',
  'courtesy',
  'asking',
  'mark',
]);

export function isSilent({ senses }: Span): boolean {
  return senses.some(({ kind }) => SILENT_KINDS.has(kind));
}

type ReadTurn = Pick<ReturnType<typeof readTurn>, 'sentence' | 'context' | 'isWhole'>;

/**
 * Whether the changed and the retained parts of the previous question form a licensed combination.
 */
export function isLicensedFollowUp(
  understood: Answerable,
  turn: ReadTurn,
  previous: PreviousQuestion,
  licences: Licences,
): boolean {
  return followUpLicences(understood, turn, previous).every(
    (need) =>
      licences.has(need) ||
      (!needsFollowUpLicence(need) && licences.has(need.slice(FOLLOW_UP_PREFIX.length))),
  );
}

const FOLLOW_UP_PREFIX = 'then ';

/**
 * Aggregations and changes are licensed only by follow-ups, the rest also by complete questions.
 */
function needsFollowUpLicence(need: string): boolean {
  return need.startsWith('then: ') || need.split(/: | & /).some(isAggregation);
}

/** The licences that a follow-up needs; without them it is only suggested. */
export function followUpLicences(
  understood: Answerable,
  turn: ReadTurn,
  previous: PreviousQuestion,
): readonly string[] {
  const own = licencesNeeded(understood, turn);
  if (turn.isWhole || isAboutShownPerson(understood, previous))
    return own.filter((need) => need.endsWith('"')).map((need) => FOLLOW_UP_PREFIX + need);
  const [from, to] = [subjectOf(previous), subjectOf(understood)];
  const { family } = describeReading(understood);
  const previousSubject = 'intent' in previous ? findFamily(previous.intent) : from;
  const words = splitQuestion(turn.sentence, turn.context);
  const isNamed = understood.kind === 'records' || namesMeasure(understood.intent, words);
  const change = isNamed ? [previousSubject, family] : [from, to];
  const { today } = turn.context.calendar;
  const isDated = words.some(({ meanings }) => meanings.some((one) => /^(?:time$|t:)/.test(one)));
  return [
    ...own.map((need) => FOLLOW_UP_PREFIX + need),
    ...(change[0] === change[1] ? [] : [`then: ${change.join(' > ')}`]),
    ...lostSlots(understood, previous, { today, isDated, spans: turn.sentence.spans }).map(
      (one) => `then: ${to} without ${one}`,
    ),
  ];
}

/** "Her number?" of the only person in the answer. */
function isAboutShownPerson(understood: Answerable, { told }: PreviousQuestion): boolean {
  const person = understood.kind === 'question' ? understood.question.slots['person'] : undefined;
  return person !== undefined && person === told?.personId;
}

export function subjectOf(understood: Answerable | PreviousQuestion): string {
  return 'intent' in understood ? understood.intent : `records ${understood.view}`;
}

/** Whether the words name the measure without the previous question. */
function namesMeasure(intent: MeasureName, words: readonly QuestionWord[]): boolean {
  const meanings = new Set(words.flatMap((word) => word.meanings));
  return measureMeanings[intent].some(({ needs }) =>
    needs.every((one) => meanings.has(`c:${one}`)),
  );
}

interface LostSlotsTurn {
  readonly today: string;
  readonly isDated: boolean;
  readonly spans: readonly Span[];
}

/** A slot of the previous question that this one drops without naming another. */
function lostSlots(
  understood: Answerable,
  previous: PreviousQuestion,
  { today, isDated, spans }: LostSlotsTurn,
): readonly string[] {
  const period = previousPeriod(previous);
  const { openSlots } = describeReading(understood);
  const isPast = period !== undefined && period.to < today;
  const scope = previousScope(previous);
  const isPlaced = Object.keys(scope).length > 0 && !widensPlace(spans, scope, period);
  return [
    ...(isPast && !isDated && openSlots.includes('time') ? ['days'] : []),
    ...(isPlaced && openSlots.includes('place') ? ['place'] : []),
  ];
}
