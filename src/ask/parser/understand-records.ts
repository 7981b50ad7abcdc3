import { type Message, message } from '../../model/core/message.ts';
import { skipCourtesies } from '../actions/free-words.ts';
import { type ReadSentence, readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';
import { typedBetween } from '../text/normalise.ts';
import { hasKind } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { withinOpening, withinParsing } from '../text/work-limit.ts';
import { parseQuestion } from './parse-question.ts';

const CERTAIN = 1;

/**
 * The interpretation of a question about the records of the farm; undefined where it is not about
 * records, or any of its words is not understood. Bird kinds that the farm does not have are
 * rejected here.
 */
export function understandRecords(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const unknown = findSaid(sentence, context, SPECIES);
  if (unknown !== undefined) return refused(message('ask.species', { name: unknown }));
  const unrecorded = findSaid(sentence, context, UNRECORDED);
  if (unrecorded !== undefined) return refused(message('ask.unrecorded', { name: unrecorded }));
  if (isWholly(sentence, context, 'undo')) return refused(message('ask.no_undo'));
  const sold = soldEggs(sentence, context);
  if (sold !== undefined) return refused(message('ask.unrecorded', { name: sold }));
  const parsed = parsedAs(withinParsing(() => parseAhead(sentence, context, false)));
  // "May we sell this week" is about withdrawal periods.
  const mayBeAllowed = parsed?.kind === 'records' && parsed.view === 'sales';
  const isAllowed = mayBeAllowed && parsed.form.aggregate === 'exists';
  if (isAllowed && findSaid(sentence, context, ['may'])) return undefined;
  // "Are they on target weight" does not ask for the target.
  const isOfTarget = parsed?.kind === 'records' && parsed.form.select === 'targetWeightKg';
  return isOfTarget && findSaid(sentence, context, ['onTarget']) ? undefined : parsed;
}

/** Words of due dates: a day or month next to them is in the future. */
const DUE: readonly SymbolName[] = ['verb.expire', 'audit'];

/** "Which permits expire in March" and "what is planned on Sunday" are about future days. */
function parseAhead(
  sentence: ReadSentence,
  context: SentenceContext,
  isBroad: boolean,
  isOpen = false,
) {
  const isDue = findSaid(sentence, context, DUE) !== undefined;
  const isPast = findSaid(sentence, context, ['past', 'past.forms']) !== undefined;
  const parsed = isDue && !isPast ? undefined : parseQuestion(sentence, context, isBroad, isOpen);
  const { tense, period } = parsed?.form ?? {};
  const isBehind = period !== undefined && period.from < context.calendar.today;
  if (isPast || !(isDue || (tense === 'future' && isBehind))) return parsed;
  const { ahead, calendar } = readAhead(sentence, context);
  return parseQuestion(ahead, { ...context, calendar }, isBroad, isOpen) ?? parsed;
}

/** The same sentence with its days and months in the future instead of the past. */
export function readAhead({ normal }: ReadSentence, context: SentenceContext) {
  const calendar = { ...context.calendar, direction: 'future' } as const;
  return { ahead: readSentence(normal.original, { ...context, calendar }), calendar };
}

/** Whether the sentence is a single phrase. */
function isWholly(
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

/** No record contains the number of sold eggs, but their revenue is recorded. */
function soldEggs(sentence: ReadSentence, context: SentenceContext): string | undefined {
  const isOfMoney = findSaid(sentence, context, ['money', 'price', 'cost']) !== undefined;
  const isSold = findSaid(sentence, context, ['verb.sell', 'sale']) !== undefined;
  return isSold && !isOfMoney ? findSaid(sentence, context, ['eggs', 'laid']) : undefined;
}

/**
 * The same with the words of questions about figures, for a sentence that is not a question about a
 * figure.
 */
export function understandBroadly(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  return parsedAs(withinParsing(() => parseAhead(sentence, context, true)));
}

/** Whether a command word precedes any question, or a word retracts the question. */
function mayBeOrder({ spans, normal: { text } }: ReadSentence, { compiled }: SentenceContext) {
  const asked = Array.from(text, (_, index) => index).find((index) =>
    compiled.symbols
      .matchesAt(text, index)
      .some(({ values }) => values.some((symbol) => symbol.startsWith('ask.'))),
  );
  const first = spans.find((span) => hasKind(span, 'command'));
  const isOrder = first !== undefined && first.from < (asked ?? text.length);
  return isOrder || spans.some((span) => hasKind(span, 'refusal'));
}

/** The same with names of fields and values, and words of titles, if everything else fails. */
export function understandOpenly(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  if (withinOpening(() => mayBeOrder(sentence, context)) !== false) return undefined;
  return parsedAs(withinOpening(() => parseAhead(sentence, context, true, true)));
}

function refused(reason: Message): Understanding {
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: CERTAIN };
}

function parsedAs(parsed: ReturnType<typeof parseQuestion>): Understanding | undefined {
  if (parsed === undefined) return undefined;
  const { view, form, nobody } = parsed;
  if (nobody !== undefined) {
    const reason = message(`ask.no_such_${nobody}`);
    return { kind: 'unclear', intent: null, reason, choices: [], confidence: CERTAIN };
  }
  const [farmId] = form.scope.farms;
  return { kind: 'records', view, form, ...(farmId ? { farmId } : {}), confidence: CERTAIN };
}

const SPECIES: readonly SymbolName[] = ['species.other', 'species.turkey'];
/** Things that no farm's records contain. */
const UNRECORDED: readonly SymbolName[] = ['unrecorded'];

const THAI = /\p{Script=Thai}/u;

/** Animals that the farm does not have, or unrecorded things, as typed. */
export function findSaid(
  { normal, factsAt }: ReadSentence,
  { compiled, names }: SentenceContext,
  wanted: readonly SymbolName[],
): string | undefined {
  const { text } = normal;
  // "หมา" of "เป้าหมาย" is not a dog: in Thai, parts of a longer word are skipped.
  let known = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isEdge(text, index)) continue;
    const longest = compiled.symbols.matchesAt(text, index).at(-1);
    const isWithin = index < known && THAI.test(text[index] ?? '');
    known = Math.max(known, longest?.end ?? 0);
    if (!longest?.values.some((symbol) => wanted.includes(symbol))) continue;
    if (isWithin) continue;
    const isTurkey = longest.values.includes('species.turkey');
    if (isTurkey && names.keepsTurkeys) continue;
    // "Duck Barn" is a barn, "Wolf" a person's name.
    const isName = factsAt(index).some(({ end }) => end >= longest.end);
    if (!isName) return typedBetween(normal, index, longest.end);
  }
  return undefined;
}
