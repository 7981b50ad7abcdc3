import type { QueryForm } from '../model/answers/query-form.ts';
import type { Language } from '../model/core/message.ts';
import { type OrderType, orders } from '../model/resources/record-orders.ts';
import { addDays } from '../tools/calendar.ts';
import type { Concept } from './grammar/concepts.ts';
import { findConcepts } from './grammar/rank-measures.ts';
import type { SentenceContext } from './grammar/read-sentence.ts';
import type { OpenOrder, Understanding } from './grammar/understanding.ts';
import type { CompiledLexicon } from './lexicon/compile-lexicon.ts';
import type { NamedRecord } from './lexicon/lexicon.ts';
import type { Fact, MeasureDefinition, MeasureQuestion, Period, QuestionScope } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import type { FarmNames } from './names/farm-names.ts';
import { type ViewName, views } from './query/views.ts';
import { unmarkedText } from './text/normalise.ts';
import { findPeriod, hasKind, type Span } from './text/scan.ts';
import { isSpacedLetter } from './text/word-edges.ts';

/** The last understood question of a conversation; its scope is within the farm. */
export type PreviousQuestion = {
  readonly farmId: string;
  readonly language: Language;
  /** Whether it was only suggested, not answered: the next sentence can only confirm it. */
  readonly isSuggested?: true;
  /** The question before a suggestion, which the next sentence goes on from unless it confirms. */
  readonly prior?: PreviousQuestion | undefined;
  readonly told?: AnswerSubject;
  /** All places of this figure in consecutive questions: "in barn 1?", "and in barn 2?". */
  readonly asked?: QuestionScope | undefined;
} & (
  | { readonly intent: MeasureName; readonly question: MeasureQuestion }
  | { readonly view: ViewName; readonly form: QueryForm }
);

/** The id of the person, barn and task in the answer, each only where there was exactly one. */
export interface AnswerSubject {
  readonly personId?: string;
  readonly barnId?: string;
  readonly taskId?: string;
}

export type PreviousMeasure = Extract<PreviousQuestion, { intent: MeasureName }>;
export type PreviousRecords = Extract<PreviousQuestion, { view: ViewName }>;

/** The places of the previous question. */
export function previousScope(previous: PreviousQuestion): QuestionScope {
  if ('question' in previous) return previous.question.scope;
  const { barns, flocks } = previous.form.scope;
  return {
    ...(barns.length > 0 ? { barnIds: barns } : {}),
    ...(flocks.length > 0 ? { flockIds: flocks } : {}),
  };
}

/** The places of a figure in this question and, if it is the same figure, in those before. */
export function placesAsked(
  current: PreviousQuestion,
  before: PreviousQuestion | undefined,
): QuestionScope | undefined {
  if (!('question' in current) || !before || !('question' in before)) return undefined;
  const figureOf = ({ intent, question: { scope: _, ...rest } }: PreviousMeasure) =>
    JSON.stringify([intent, rest.period, rest.slots, rest.ages]);
  if (figureOf(current) !== figureOf(before)) return undefined;
  const [earlier, now] = [before.asked ?? before.question.scope, current.question.scope];
  const kinds = new Set([earlier, now].map((scope) => Object.keys(scope).join()));
  if (kinds.size > 1) return undefined;
  const { barnIds, flockIds } = now;
  const union = (one: readonly string[], other: readonly string[] = []) => [
    ...new Set([...other, ...one]),
  ];
  return {
    ...(barnIds ? { barnIds: union(barnIds, earlier.barnIds) } : {}),
    ...(flockIds ? { flockIds: union(flockIds, earlier.flockIds) } : {}),
  };
}

/**
 * The previous question for all places of the consecutive questions: "both together" is their sum.
 * Undefined if only one place is known, because the figure of one place is not a sum.
 */
export function withPlacesTogether(previous: PreviousQuestion): PreviousQuestion | undefined {
  if (countPlaces(previousScope(previous)) !== 1) return previous;
  if (!('question' in previous) || previous.asked === undefined) return undefined;
  const { aggregations }: MeasureDefinition = measures[previous.intent];
  const { asked: scope, question } = previous;
  const isSum = countPlaces(scope) > 1 && aggregations.includes('total');
  return isSum ? { ...previous, question: { ...question, scope } } : undefined;
}

const OTHERS_CONFIDENCE = 0.9;

/** The same question about the other barns. */
export function otherBarns(
  previous: PreviousQuestion,
  { names }: SentenceContext,
): Understanding | undefined {
  const { barnIds = [], flockIds } = previousScope(previous);
  if (!('intent' in previous) || flockIds || barnIds.length === 0) return undefined;
  const others = names.barns.map(({ id }) => id).filter((id) => !barnIds.includes(id));
  const question = { ...previous.question, scope: { barnIds: others } };
  return others.length === 0
    ? undefined
    : { kind: 'question', intent: previous.intent, question, confidence: OTHERS_CONFIDENCE };
}

export function isWholeFarm(span: Span): boolean {
  return findConcepts(span).includes('farm') || hasKind(span, 'everything');
}

const RANKING_CONCEPTS: readonly Concept[] = ['highest', 'lowest', 'best', 'worst', 'compare'];

/**
 * Whether a turn is about all barns after a question about one: "in the whole farm", "in each
 * barn", "which barn is the highest". "Which was the highest" may be a day of the previous period.
 */
export function widensPlace(
  spans: readonly Span[],
  before: QuestionScope,
  period: Period | undefined,
): boolean {
  if (spans.some(isWholeFarm)) return true;
  if (countPlaces(before) !== 1) return false;
  const concepts = new Set(spans.flatMap(findConcepts));
  if (concepts.has('each')) return !spans.some((span) => findPeriod(span) !== undefined);
  const isAboutBarns = concepts.has('barn') || (period === undefined && !concepts.has('when'));
  // "What was the lowest?" may be of one barn.
  const isOfBest = concepts.has('what') && (concepts.has('best') || concepts.has('worst'));
  const isChosen = concepts.has('which') || concepts.has('who') || isOfBest;
  return isAboutBarns && isChosen && RANKING_CONCEPTS.some((one) => concepts.has(one));
}

/** The number of places in a question. */
export function countPlaces({ barnIds = [], flockIds = [] }: QuestionScope): number {
  return barnIds.length + flockIds.length;
}

/** The only person and barn in an answer, and the only task it is based on. */
export function subjectOfAnswer(
  { answer, facts }: { readonly answer: string; readonly facts: readonly Fact[] },
  { people, barns }: Pick<FarmNames, 'people' | 'barns'>,
): AnswerSubject {
  const [personId, barnId] = [findOnlyNamed(answer, people), findOnlyNamed(answer, barns)];
  const tasks = new Set(
    facts.flatMap(({ source }) =>
      source?.resource === 'tasks' && 'ids' in source ? (source.ids ?? []) : [],
    ),
  );
  const [taskId] = tasks.size === 1 ? tasks : [];
  return {
    ...(personId ? { personId } : {}),
    ...(barnId ? { barnId } : {}),
    ...(taskId ? { taskId } : {}),
  };
}

/** The longest names first: "Barn 10" does not contain the name "Barn 1". */
function findOnlyNamed(text: string, records: readonly NamedRecord[]): string | undefined {
  let rest = text;
  const named = records
    .toSorted((a, b) => b.name.length - a.name.length)
    .filter(({ name }) => {
      const isNamed = name !== '' && rest.includes(name);
      if (isNamed) rest = rest.replaceAll(name, ' ');
      return isNamed;
    });
  return named.length === 1 ? named[0]?.id : undefined;
}

/** The same question for the whole of another farm. */
export function withoutPlaces({
  told: _,
  asked: __,
  ...before
}: PreviousQuestion): PreviousQuestion {
  if ('question' in before) return { ...before, question: { ...before.question, scope: {} } };
  return { ...before, form: { ...before.form, scope: { farms: [], barns: [], flocks: [] } } };
}

/** The previous figure for the whole farm, where its barns can be ranked by it. */
export function forAllBarns(previous: PreviousQuestion): PreviousMeasure | undefined {
  if (!('intent' in previous)) return undefined;
  const { aggregations, per }: MeasureDefinition = measures[previous.intent];
  const isRanked = aggregations.includes('highest') && per !== 'farm';
  return isRanked ? { ...previous, question: { ...previous.question, scope: {} } } : undefined;
}

/** The days of the previous question. */
export function previousPeriod(previous: PreviousQuestion): Period | undefined {
  return 'question' in previous ? previous.question.period : previous.form.period;
}

/**
 * An action that an answer proposed but did not run: the next sentence may confirm or decline it.
 */
export interface ProposedOrder {
  readonly farmId: string;
  readonly language: Language;
  readonly type: OrderType;
  /** As stated in the answer, with the ids of all records. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The digest of the proposal as stated in the answer, with the values that it replaces. */
  readonly told: string;
  /** ISO 8601. */
  readonly at: string;
}

/** State of a conversation: the previous question, and the action that was proposed or lacks its place. */
export interface ConversationMemory {
  readonly previous?: PreviousQuestion | undefined;
  readonly proposed?: ProposedOrder | undefined;
  readonly order?: OpenOrder | undefined;
}

/** Whether a sentence is only a yes or a no, and in which language. */
export function findReply(
  lexicons: readonly CompiledLexicon[],
  sentence: string,
): { readonly reply: 'yes' | 'no'; readonly language: Language } | undefined {
  const whole = unmarkedText(sentence);
  // "Yes, do it": every part says the same.
  const parts = sentence
    .split(PARTS)
    .map(unmarkedText)
    .filter((part) => part !== '');
  for (const { assents, dissents, lexicon } of lexicons) {
    const { language } = lexicon;
    const isSaid = (phrases: ReadonlySet<string>) =>
      phrases.has(whole) || (parts.length > 0 && parts.every((part) => phrases.has(part)));
    if (isSaid(assents)) return { reply: 'yes', language };
    if (isSaid(dissents)) return { reply: 'no', language };
  }
  return undefined;
}

const PARTS = /[,，、.!！。]|(?<=\p{Script=Thai}) (?=\p{Script=Thai})/u;

/** Version of the stored form; other versions are ignored. */
const MEMORY_VERSION = 2;
const MAX_MEMORY_LENGTH = 8000;

/** The serialised conversation; null where it is empty or too large. */
export function writeMemory({ previous, ...orders }: ConversationMemory): string | null {
  if ([previous, ...Object.values(orders)].every((one) => one === undefined)) return null;
  const text = JSON.stringify({ memory: MEMORY_VERSION, ...previous, ...orders });
  return text.length > MAX_MEMORY_LENGTH ? null : text;
}

/** Reads a stored conversation; empty for another version. */
export function readMemory(text: string | null): ConversationMemory {
  if (text === null) return {};
  const { memory, proposed, order, ...before } = JSON.parse(text) as PreviousQuestion & {
    readonly memory: unknown;
    readonly proposed?: ProposedOrder;
    readonly order?: OpenOrder;
  };
  if (memory !== MEMORY_VERSION) return {};
  const isKnown = 'intent' in before ? before.intent in measures : before.view in views;
  return {
    previous: isKnown ? (before as PreviousQuestion) : undefined,
    proposed: proposed && proposed.type in orders ? proposed : undefined,
    order: order && order.type in orders ? order : undefined,
  };
}

/** "There" is the only barn in the answer, where the question named none. */
export function referencedPlace(previous: PreviousQuestion, isPronoun: boolean): QuestionScope {
  const scope = previousScope(previous);
  const barnId = previous.told?.barnId;
  const isReported = isPronoun && barnId !== undefined && Object.keys(scope).length === 0;
  return isReported ? { barnIds: [barnId] } : scope;
}

/** After a question about the days ahead, "and on Sunday?" is the next one. */
export function isAhead(previous: PreviousQuestion, today: string): boolean {
  if ('form' in previous && previous.form.tense === 'future') return true;
  const period = previousPeriod(previous);
  return period !== undefined && period.to > today && period.from >= today;
}

/** Since the previous question rows may have been deleted, or hidden from the key. */
export function scopeExists(
  { barnIds = [], flockIds = [] }: QuestionScope,
  names: FarmNames,
): boolean {
  return (
    barnIds.every((id) => names.barns.some((barn) => barn.id === id)) &&
    flockIds.every((id) => names.flocks.some((flock) => flock.id === id))
  );
}

/**
 * Replaces "the day before", as in "how many birds did that barn have the day before", by the day
 * before the day of the previous answer. A question that consists only of these words is unchanged:
 * it is parsed as a follow-up.
 */
export function withDayBefore(
  question: string,
  { compiled: { lexicon }, calendar }: SentenceContext,
  previous: PreviousQuestion,
): string {
  const { from, to } = previousPeriod(previous) ?? { from: '', to: calendar.today };
  if (from !== '' && from !== to) return question;
  const typed = question.toLowerCase();
  const words = lexicon.symbols['previous.day']
    .filter((phrase) => typed.includes(phrase))
    .toSorted((a, b) => b.length - a.length)[0];
  const [before = '', after = ''] = words === undefined ? [] : typed.split(words);
  // "The day before the sale" is another day, which is named after these words where words have spaces.
  const isNamed = isSpacedLetter(words?.at(-1)) && /[\p{L}\p{N}]/u.test(after);
  const isAlone = (before + after).replace(/[^\p{L}]/gu, '').length <= SHORT_LETTERS;
  if (words === undefined || isNamed || isAlone) return question;
  const at = typed.indexOf(words);
  return `${question.slice(0, at)} ${addDays(to, -1)} ${question.slice(at + words.length)}`;
}

/** Letters of words such as "and on". */
const SHORT_LETTERS = 6;
