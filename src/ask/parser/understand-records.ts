import { checkedForm } from '../../model/answers/query-form.ts';
import { type Message, message } from '../../model/core/message.ts';
import { skipCourtesies } from '../actions/free-words.ts';
import type { Concept } from '../grammar/concepts.ts';
import { findConcepts } from '../grammar/rank-measures.ts';
import { type ReadSentence, readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import type { Sense, SymbolName } from '../lexicon/lexicon.ts';
import type { Answerable } from '../licence.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { FarmNames } from '../names/farm-names.ts';
import { originalText } from '../text/normalise.ts';
import { hasKind, type Span } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { withinOpening, withinParsing } from '../text/work-limit.ts';
import { parseContinued, parseQuestion } from './parse-question.ts';
import { EMPTY_FORM } from './partial-form.ts';

const CERTAIN_CONFIDENCE = 1;

/**
 * The interpretation of a question about the records of the farm; undefined where it is not about
 * records, or any of its words is not understood. Bird kinds that the farm does not have are
 * rejected here.
 */
export function understandRecords(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const species = findSymbolText(sentence, context, SPECIES_SYMBOLS);
  if (species !== undefined) return rejectQuestion(message('ask.species', { name: species }));
  const unrecorded = findSymbolText(sentence, context, UNRECORDED_SYMBOLS);
  // A task or an alert may be about anything.
  if (unrecorded !== undefined && !findSymbolText(sentence, context, FREE_SYMBOLS))
    return rejectQuestion(message('ask.unrecorded', { name: unrecorded }));
  if (isOnlySymbol(sentence, context, 'undo')) return rejectQuestion(message('ask.no_undo'));
  if (isAboutSoldEggs(sentence, context)) return suggestRevenue(context);
  const parsed = toUnderstanding(withinParsing(() => parseWithFuture(sentence, context, false)));
  // "May we sell this week" is about withdrawal periods.
  const mayBeAllowed = parsed?.kind === 'records' && parsed.view === 'sales';
  const isAllowed = mayBeAllowed && parsed.form.aggregate === 'exists';
  if (isAllowed && findSymbolText(sentence, context, ['may'])) return undefined;
  // "Are they on target weight" does not ask for the target.
  const isAboutTarget = parsed?.kind === 'records' && parsed.form.select === 'targetWeightKg';
  return isAboutTarget && findSymbolText(sentence, context, ['onTarget']) ? undefined : parsed;
}

/** Words of due dates: a day or month next to them is in the future. */
const DUE_SYMBOLS: readonly SymbolName[] = ['verb.expire', 'audit'];

/** "Which permits expire in March" and "what is planned on Sunday" are about future days. */
function parseWithFuture(
  sentence: ReadSentence,
  context: SentenceContext,
  isBroad: boolean,
  isOpen = false,
) {
  const isDue = findSymbolText(sentence, context, DUE_SYMBOLS) !== undefined;
  const isPast = findSymbolText(sentence, context, ['past', 'past.forms']) !== undefined;
  const parsed = isDue && !isPast ? undefined : parseQuestion(sentence, context, isBroad, isOpen);
  const { tense, period } = parsed?.form ?? {};
  const startsInPast = period !== undefined && period.from < context.calendar.today;
  if (isPast || !(isDue || (tense === 'future' && startsInPast))) return parsed;
  const { ahead, calendar } = readWithFutureDays(sentence, context);
  return parseQuestion(ahead, { ...context, calendar }, isBroad, isOpen) ?? parsed;
}

/** The same sentence with its days and months in the future instead of the past. */
export function readWithFutureDays({ normal }: ReadSentence, context: SentenceContext) {
  const calendar = { ...context.calendar, direction: 'future' } as const;
  return { ahead: readSentence(normal.original, { ...context, calendar }), calendar };
}

/** Whether the sentence is a single phrase. */
function isOnlySymbol(
  { normal: { text } }: ReadSentence,
  { compiled }: SentenceContext,
  symbol: SymbolName,
): boolean {
  const begin = skipCourtesies(compiled, text, 0);
  let end = text.length;
  while (end > begin && /[\s.!]/u.test(text.charAt(end - 1))) end--;
  return compiled.symbols
    .matchesAt(text, begin)
    .some((one) => one.end >= end && one.values.includes(symbol));
}

/** Sales of eggs are recorded as money, without their number. */
function isAboutSoldEggs(sentence: ReadSentence, context: SentenceContext): boolean {
  const isAboutMoney = findSymbolText(sentence, context, ['money', 'price', 'cost']) !== undefined;
  const isSold = findSymbolText(sentence, context, ['verb.sell', 'sale']) !== undefined;
  if (!isSold || isAboutMoney) return false;
  return findSymbolText(sentence, context, ['eggs', 'laid']) !== undefined;
}

function suggestRevenue({ compiled }: SentenceContext): Understanding {
  const label = compiled.lexicon.examples.revenue;
  const choices = [{ kind: 'question', id: 'revenue', label }] as const;
  return {
    kind: 'unclear',
    intent: null,
    reason: message('ask.not_sure'),
    choices,
    confidence: 0.5,
  };
}

/**
 * The same with the words of questions about figures, for a sentence that is not a question about a
 * figure.
 */
export function understandBroadly(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  return toUnderstanding(withinParsing(() => parseWithFuture(sentence, context, true)));
}

/** Without a tense, the placement in a barn that holds birds is the past one. */
export function understandPastPlacement(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const initial = { ...EMPTY_FORM, tense: 'past' } as const;
  const read = { view: 'placements', initial } as const;
  return toUnderstanding(withinParsing(() => parseContinued(sentence, context, read)));
}

/** Whether a command word precedes any question, or a word retracts the question. */
function mayBeOrder({ spans, normal: { text } }: ReadSentence, { compiled }: SentenceContext) {
  const questionStart = Array.from(text, (_, index) => index).find((index) =>
    compiled.symbols
      .matchesAt(text, index)
      .some(({ values }) => values.some((symbol) => symbol.startsWith('ask.'))),
  );
  const first = spans.find((span) => hasKind(span, 'command'));
  const isOrder = first !== undefined && first.from < (questionStart ?? text.length);
  return isOrder || spans.some((span) => hasKind(span, 'refusal'));
}

/** The same with names of fields and values, and words of titles, if everything else fails. */
export function understandOpenly(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  if (withinOpening(() => mayBeOrder(sentence, context)) !== false) return undefined;
  return toUnderstanding(withinOpening(() => parseWithFuture(sentence, context, true, true)));
}

function rejectQuestion(reason: Message): Understanding {
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: CERTAIN_CONFIDENCE };
}

function toUnderstanding(parsed: ReturnType<typeof parseQuestion>): Understanding | undefined {
  if (parsed === undefined) return undefined;
  const { view, form, unknownName } = parsed;
  if (unknownName !== undefined) {
    const reason = message(`ask.no_such_${unknownName}`);
    return { kind: 'unclear', intent: null, reason, choices: [], confidence: CERTAIN_CONFIDENCE };
  }
  const [farmId] = form.scope.farms;
  return {
    kind: 'records',
    view,
    form,
    ...(farmId ? { farmId } : {}),
    confidence: CERTAIN_CONFIDENCE,
  };
}

const SPECIES_SYMBOLS: readonly SymbolName[] = ['species.other', 'species.turkey'];
/** Things that no farm's records contain. */
const UNRECORDED_SYMBOLS: readonly SymbolName[] = ['unrecorded'];
/** Records whose titles are in the writer's own words. */
const FREE_SYMBOLS: readonly SymbolName[] = ['task', 'alert', 'report'];

const UNSPACED = /[\p{Script=Thai}\p{Script=Han}]/u;

/** The end of the longest word of a closed list. */
function endOfWord({ phrases }: SentenceContext['compiled'], text: string, index: number): number {
  const isListed = ({ kind }: Sense) => kind === 'word';
  return phrases.matchesAt(text, index).findLast(({ values }) => values.some(isListed))?.end ?? 0;
}

/** Animals that the farm does not have, or unrecorded things, as typed. */
export function findSymbolText(
  { normal, factsAt }: ReadSentence,
  { compiled, names }: SentenceContext,
  wanted: readonly SymbolName[],
): string | undefined {
  const { text } = normal;
  // "หมา" of "เป้าหมาย" is not a dog: without spaces, parts of a longer word are skipped.
  let longestEnd = 0;
  // "马上" (at once) is not a horse.
  let otherEnd = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isEdge(text, index)) continue;
    const longest = compiled.symbols.matchesAt(text, index).at(-1);
    const isWithin = index < longestEnd && UNSPACED.test(text[index] ?? '');
    longestEnd = Math.max(longestEnd, longest?.end ?? 0, endOfWord(compiled, text, index));
    otherEnd = Math.max(otherEnd, compiled.notAnimals.matchesAt(text, index).at(-1)?.end ?? 0);
    const isOther = index < otherEnd && longest?.values.includes('species.other');
    if (isOther || isWithin || !longest?.values.some((symbol) => wanted.includes(symbol))) continue;
    const isKept = names.keepsTurkeys && longest.values.includes('species.turkey');
    // "Duck Barn" is a barn, "Wolf" a person's name.
    const isName = factsAt(index).some(({ end }) => end >= longest.end);
    if (!isKept && !isName) return originalText(normal, index, longest.end);
  }
  return undefined;
}

/** Roles of people with access to the farm; a veterinarian is a contact. */
export const STAFF_ROLES: readonly unknown[] = ['manager', 'worker', 'advisor', 'accountant'];

/** The users with an id or a role, with their roles and telephone numbers. */
export function recordsOfUsers({
  field,
  value,
}: Readonly<Record<'field' | 'value', string>>): Extract<Understanding, { kind: 'records' }> {
  const form = checkedForm({
    subject: { resource: 'users' },
    filters: [{ field, op: '=', value }],
    scope: { farms: [], barns: [], flocks: [] },
    tense: 'present',
    aggregate: 'list',
    answerType: 'list',
  });
  return { kind: 'records', view: 'users', form, confidence: 1 };
}

/** The users with a role, and the contacts of that kind. */
export function recordsOfStaff(role: string, { contactKinds }: FarmNames): Answerable {
  const users = recordsOfUsers({ field: 'role', value: role });
  // The manager has access to the farm; contacts are other people.
  if (role === 'manager' || !contactKinds?.has(role)) return users;
  const question = { scope: {}, aggregation: 'list', slots: { kind: role } } as const;
  return { ...users, also: { kind: 'question', intent: 'contact', question, confidence: 1 } };
}

const PHONE_QUESTION: ReadonlySet<Concept> = new Set<Concept>([
  ...(['phone', 'contact', 'what', 'who', 'which', 'list'] as const),
  ...(['how_much', 'how_many', 'is_there'] as const),
]);
const WITHOUT_CONTENT: readonly Sense['kind'][] = ['filler', 'courtesy', 'asking', 'mark'];

/** The people with access to the farm: "the advisor's number", "who is Ann". */
export function understandStaff(
  { spans, normal: { text } }: ReadSentence,
  { compiled, names }: SentenceContext,
): Understanding | undefined {
  const concepts = new Set(spans.flatMap(findConcepts));
  if (!concepts.has('phone') && !concepts.has('who')) return undefined;
  const roleOf = ({ from, to, senses }: Span): string | undefined => {
    const words = senses.flatMap((sense) => (sense.kind === 'word' ? [sense.word] : []));
    const isWorker = PREFIXES.some((length) =>
      compiled.symbols
        .matchesAt(text, from + length)
        .some(({ end, values }) => end >= to && values.includes('user.worker')),
    );
    return isWorker ? 'worker' : words.find((word) => STAFF_ROLES.includes(word));
  };
  const isPlain = (span: Span) =>
    span.senses.some(({ kind }) => WITHOUT_CONTENT.includes(kind)) ||
    findConcepts(span).some((concept) => PHONE_QUESTION.has(concept));
  const named = spans.map((span) => userIn(span) ?? (isPlain(span) ? '' : roleOf(span)));
  const [one, ...others] = named.filter((name) => name !== '');
  if (one === undefined || others.length > 0) return undefined;
  if (one.startsWith(USER_ID)) return recordsOfUsers({ field: 'id', value: one });
  return concepts.has('phone') ? recordsOfStaff(one, names) : undefined;
}

/** Letters of an article before a word. */
const PREFIXES = [0, 1, 2];
const USER_ID = 'user_';

/** The only user that a stretch names. */
function userIn({ senses }: Span): string | undefined {
  const people = senses.flatMap((sense) =>
    sense.kind === 'record' && sense.record.kind === 'person' ? [sense.record.id] : [],
  );
  const [id, ...others] = new Set(people);
  return others.length === 0 && id?.startsWith(USER_ID) ? id : undefined;
}

/** Concepts next to a ranking of months. */
const OF_MONTHS: ReadonlySet<Concept> = new Set<Concept>([
  ...(['spent', 'cost', 'money', 'revenue', 'sale', 'when', 'which', 'what', 'how_much'] as const),
  ...(['highest', 'lowest', 'best', 'worst', 'is_there', 'farm'] as const),
]);
/** Concepts next to the room left in a barn. */
const OF_ROOM: ReadonlySet<Concept> = new Set<Concept>([
  ...(['capacity', 'birds', 'alive', 'how_many', 'how_much', 'left', 'highest', 'now'] as const),
  ...(['barn', 'which', 'what', 'is_there', 'placement', 'each'] as const),
]);
const RANKINGS: readonly SymbolName[] = ['agg.max', 'agg.min', 'agg.dearest', 'agg.cheapest'];
const SPENDING: readonly SymbolName[] = ['verb.spend', 'expense', 'agg.dearest', 'agg.cheapest'];

/**
 * "The most expensive month" lists the expenses of each month. Other months, the money for the feed of
 * a bird and the room left in a barn are not computed: neither the best barn, nor the grams of a bird,
 * nor the capacity are an answer.
 */
export function understandUncomputed(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const { spans } = sentence;
  const concepts = new Set(spans.flatMap(findConcepts));
  const has = (...wanted: Concept[]) => wanted.some((one) => concepts.has(one));
  const isOfFeed = spans.some(({ senses }) =>
    senses.some((sense) => sense.kind === 'word' && sense.word === 'feed'),
  );
  const isMoney = has('cost', 'spent', 'price', 'money');
  if (has('per_bird') && isMoney && (isOfFeed || has('feed', 'eaten')))
    return notComputed(['flockCost', 'feedPrice'], context);
  const find = (wanted: readonly SymbolName[]) => findSymbolText(sentence, context, wanted);
  if (find(['room.left']) !== undefined && [...concepts].every((one) => OF_ROOM.has(one)))
    return notComputed(['capacity', 'liveBirds'], context);
  if (find(['month.which']) === undefined) return undefined;
  if (!has('highest', 'lowest', 'best', 'worst') && find(RANKINGS) === undefined) return undefined;
  const isPlain = spans.every(
    (span) =>
      findConcepts(span).every((one) => OF_MONTHS.has(one)) &&
      !span.senses.some(({ kind }) => ['word', 'record', 'time', 'nobody'].includes(kind)),
  );
  const isIncome = has('revenue', 'sale');
  const isSpending = has('spent', 'cost') || find(SPENDING) !== undefined;
  if (!isPlain || isIncome === isSpending) return notComputed(['moneySpent', 'revenue'], context);
  const question = { scope: {}, aggregation: 'list', slots: { by: 'monthly' } } as const;
  const intent = isIncome ? 'revenue' : 'moneySpent';
  return { kind: 'question', intent, question, confidence: CERTAIN_CONFIDENCE };
}

function notComputed(
  measures: readonly MeasureName[],
  { compiled }: SentenceContext,
): Understanding {
  const { examples } = compiled.lexicon;
  const choices = measures.map((id) => ({ kind: 'question', id, label: examples[id] }) as const);
  const reason = message('ask.not_computed');
  return { kind: 'unclear', intent: null, reason, choices, confidence: 0.5 };
}
