import { askingConcepts, isModifier } from '../grammar/concepts.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { OrderWord, Sense } from '../lexicon/lexicon.ts';
import { isDigit, isEdge, isSpacedLetter, skipBlanks } from '../text/word-edges.ts';
import { countWork } from '../text/work-limit.ts';
import type { OrderView } from './order-views.ts';
import type { SlotValue } from './read-slot.ts';

/** Characters between words, at which no word can begin. */
export const SILENT = /[\s.,:;!?¿¡()-]/u;
/** Names contain none of these: they are words left over from the order. */
const NOT_NAMES: ReadonlySet<OrderWord> = new Set<OrderWord>(
  'add log order called new capacity phone remind tell finish mark task expense alert'.split(
    ' ',
  ) as OrderWord[],
);

const ASKING: ReadonlySet<string> = new Set(askingConcepts);

const LETTER = /\p{L}/u;

type FreeText = Extract<SlotValue, { kind: 'text' }>;

/** Words that are taken verbatim from a position: in quotes, or up to each word edge after it. */
export function readFreeText(
  text: string,
  from: number,
): readonly { readonly to: number; readonly value: FreeText }[] {
  if (text[from] === '"') {
    const close = text.indexOf('"', from + 1);
    const value = { kind: 'text', from: from + 1, to: close, isQuoted: true } as const;
    return close > from + 1 ? [{ to: close + 1, value }] : [];
  }
  const found: { readonly to: number; readonly value: FreeText }[] = [];
  for (let to = from + 1; to <= text.length; to++) {
    // "A5" is one name.
    const isParted = !(isSpacedLetter(text[to - 1]) && isDigit(text[to]));
    if (!isEdge(text, to) || SILENT.test(text[to - 1] ?? ' ') || !isParted) continue;
    found.push({ to, value: { kind: 'text', from, to, isQuoted: false } });
  }
  countWork(found.length);
  return found;
}

/** "Already recorded that …" and "reports of yesterday" order nothing. */
function isAlreadyReported(
  text: string,
  from: number,
  { orders, symbols }: SentenceContext['compiled'],
): boolean {
  return (
    orders.matchesAt(text, from).some(({ values }) => values.includes('already')) ||
    symbols.matchesAt(text, 0).some(({ values }) => values.includes('report'))
  );
}

/** Whether words may be the title or the name in an order. */
export function mayBeFreeText(
  { from, to, isQuoted }: FreeText,
  sentence: ReadSentence,
  { compiled }: SentenceContext,
  { type, target, words: { isName, isReport, isFirst } = { field: 'title' } }: OrderView,
): boolean {
  if (isFirst && !mayBeDone({ from, to }, sentence, compiled)) return false;
  if (isQuoted) return true;
  const { text } = sentence.normal;
  // Quoted words within a title are not part of an order.
  if (/["“”«»「」]/u.test(text.slice(from, to).replace(ABBREVIATION, ''))) return false;
  // Tasks, alerts and notes may be about anything; other texts contain no negation or question.
  const isReported = ['create_task', 'create_alert', 'add_note'].includes(type);
  const negates = target === undefined || target === 'task';
  const isSpeech = () =>
    containsSpeech({ from, to }, sentence, compiled, negates) ||
    isQuestionPhrase(compiled, text, from, to);
  if (!isReported && isSpeech()) return false;
  if (isPreposition(compiled, text, from, to)) return false;
  if (isReport && isAlreadyReported(text, from, compiled)) return false;
  if (isName && containsPlace({ from, to }, sentence)) return false;
  // A name has a letter, and more than one character.
  const canBeName = to - from > 1 && LETTER.test(text.slice(from, to));
  return (
    !isName || (canBeName && !isWithin(findUnreadableEnds(sentence, compiled).order, { from, to }))
  );
}

/** "Have Ann's tasks …", "ให้ Ann 500 บาท" and what somebody has done already are no work to do. */
function mayBeDone(
  { from, to }: Pick<FreeText, 'from' | 'to'>,
  { normal: { text } }: ReadSentence,
  { orders }: CompiledLexicon,
): boolean {
  const places = Array.from({ length: to - from }, (_, at) => from + at);
  const isDone = (at: number) =>
    isEdge(text, at) && orders.matchesAt(text, at).some(({ values }) => values.includes('already'));
  return LETTER.test(text[from] ?? '') && text[from - 1] !== '的' && !places.some(isDone);
}

/** Whether words ask, negate or refuse something. */
export function containsSpeech(
  place: Pick<FreeText, 'from' | 'to'>,
  sentence: ReadSentence,
  compiled: CompiledLexicon,
  negates = true,
): boolean {
  const { speech, negation } = findUnreadableEnds(sentence, compiled);
  return isWithin(speech, place) || (negates && isWithin(negation, place));
}

function isWithin(ends: readonly number[], { from, to }: Pick<FreeText, 'from' | 'to'>): boolean {
  return (ends[from] ?? Number.POSITIVE_INFINITY) <= to;
}

/** For each position, the first end of a phrase at or after it that cannot be part of a name. */
interface UnreadableEnds {
  /** Words that ask or refuse, and words that negate. */
  readonly speech: readonly number[];
  readonly negation: readonly number[];
  /** Words that are left over from the order. */
  readonly order: readonly number[];
}

const strangeEndsBySentence = new WeakMap<ReadSentence, UnreadableEnds>();

/** Computed once, because every stretch of a sentence is checked. */
function findUnreadableEnds(sentence: ReadSentence, compiled: CompiledLexicon): UnreadableEnds {
  const { text } = sentence.normal;
  const { phrases, symbols, orders } = compiled;
  const textEnds = (found: (index: number) => readonly { readonly end: number }[]) => {
    const ends = new Array<number>(text.length + 1).fill(text.length + 1);
    for (let index = text.length - 1; index >= 0; index--) {
      const own = isEdge(text, index) ? found(index).map(({ end }) => end) : [];
      ends[index] = Math.min(ends[index + 1] ?? text.length + 1, ...own);
    }
    return ends;
  };
  const found = strangeEndsBySentence.get(sentence) ?? {
    speech: textEnds((index) =>
      phrases.matchesAt(text, index).filter(({ values }) => values.some(isSpeech)),
    ),
    negation: textEnds((index) =>
      symbols.matchesAt(text, index).filter(({ values }) => values.includes('negation')),
    ),
    order: textEnds((index) =>
      orders
        .matchesAt(text, index)
        .filter(({ values }) => values.some((word) => NOT_NAMES.has(word))),
    ),
  };
  strangeEndsBySentence.set(sentence, found);
  return found;
}

function isSpeech(sense: Sense): boolean {
  if (sense.kind === 'concept') return ASKING.has(sense.concept);
  return sense.kind === 'asking' || sense.kind === 'refusal';
}

/** "Which" of "which task is done" is a question word, not a name. */
function isQuestionPhrase({ phrases }: CompiledLexicon, text: string, from: number, to: number) {
  return phrases
    .matchesAt(text, from)
    .some(
      ({ end, values }) =>
        end === to && values.some((sense) => sense.kind === 'concept' && isModifier(sense.concept)),
    );
}

function isPreposition({ orders }: CompiledLexicon, text: string, from: number, to: number) {
  return orders
    .matchesAt(text, from)
    .some(({ end, values }) => end === to && values.includes('for'));
}

/** Whether words name a strangeEndsBySentence place; a name that is one itself is a new one. */
function containsPlace({ from, to }: Pick<FreeText, 'from' | 'to'>, sentence: ReadSentence) {
  const { text } = sentence.normal;
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some((at) => isDigit(text[at]) && isInMention(sentence, at, ['record']));
}

const MAX_PLACE_LENGTH = 24;
const HEBREW = /\p{Script=Hebrew}/u;
/** The mark of an abbreviation such as `ד"ר` quotes nothing. */
const ABBREVIATION = /(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew})/gu;

/** Whether a number belongs to a place mentioned before it: "barn 1" is not a barn for one bird. */
export function isInMention(
  { normal: { text }, mentionsAt }: ReadSentence,
  at: number,
  kinds: readonly Sense['kind'][] = ['record', 'nobody'],
): boolean {
  if (!isDigit(text[at])) return false;
  for (let from = Math.max(0, at - MAX_PLACE_LENGTH); from <= at; from++) {
    const mayBegin = isEdge(text, from) || HEBREW.test(text[from] ?? '');
    if (
      mayBegin &&
      mentionsAt(from).some(({ end, sense }) => end > at && kinds.includes(sense.kind))
    )
      return true;
  }
  return false;
}

/** Characters that a dash joins to a number: `B1-2611`, `05-12`. */
const HYPHENATED = /[\d\p{Script=Latin}\p{Script=Hebrew}.)]/u;

/** Whether a negative number begins here, rather than a number after a dash. */
export function isMinus(text: string, index: number): boolean {
  const before = text[index - 1] ?? ' ';
  return /-\d/u.test(text.slice(index, index + 2)) && !HYPHENATED.test(before);
}

const WRITTEN_DATE = /\d{1,4}([./-])\d{1,2}\1\d{2,4}/gu;

/** Whether a number is part of a date such as `31.5.2028` or `30/6/2028`. */
export function isInDate(text: string, at: number): boolean {
  if (!isDigit(text[at])) return false;
  return [...text.matchAll(WRITTEN_DATE)].some(
    ({ index, 0: date }) => index <= at && at < index + date.length,
  );
}

/** Not that of `12:30`. */
const COLON = /(?<!\d):|:(?!\d)/u;

/** Where the words after the first colon begin. */
export function endOfColon(text: string): number | undefined {
  const colon = COLON.exec(text);
  return colon ? skipBlanks(text, colon.index + 1) : undefined;
}

/** A comma or a dash before the reason of an order. */
const BEFORE_REASON = /^ ?[,;] ?|^ - ?/u;
const MAX_REASON_LENGTH = 100;
/** Words that limit an order or name another record. */
const NOT_IN_REASON: readonly OrderWord[] = ['condition', 'alert', 'task'];
const NOT_REASON_KINDS: readonly Sense['kind'][] = ['command', 'refusal', 'asking'];

/**
 * The reason at the end of an order, after a comma or a dash: "resolve the alert, feed delivered".
 * Undefined where the words may limit or extend the order: "only in barn 2", "and the heater".
 */
export function readReason(
  { compiled }: SentenceContext,
  sentence: ReadSentence,
  index: number,
): Pick<FreeText, 'from' | 'to'> | undefined {
  const { text } = sentence.normal;
  const { phrases, orders } = compiled;
  const mark = BEFORE_REASON.exec(text.slice(index, index + 3))?.[0];
  const from = index + (mark?.length ?? 0);
  const to = text.length;
  if (mark === undefined || to - from > MAX_REASON_LENGTH || text.endsWith('?')) return undefined;
  const begins = phrases.matchesAt(text, from);
  if (begins.some(({ values }) => values.some(({ kind }) => kind === 'conjunction')))
    return undefined;
  const limits = (at: number) =>
    orders
      .matchesAt(text, at)
      .some(({ values }) => values.some((word) => NOT_IN_REASON.includes(word))) ||
    phrases
      .matchesAt(text, at)
      .some(({ values }) => values.some(({ kind }) => NOT_REASON_KINDS.includes(kind))) ||
    sentence.mentionsAt(at).length > 0;
  const places = Array.from({ length: to - from }, (_, at) => from + at);
  const isLimited =
    containsSpeech({ from, to }, sentence, compiled) ||
    places.some((at) => isEdge(text, at) && limits(at));
  return isLimited ? undefined : { from, to };
}

const BETWEEN_WORDS = /[\s,.:!?¿¡]/;

/** The first position after the courtesies at a position, such as "please". */
export function skipCourtesies({ phrases }: CompiledLexicon, text: string, index: number): number {
  let at = skipMarks(text, index);
  for (;;) {
    const courtesy = phrases
      .matchesAt(text, at)
      .findLast(({ values }) => values.some(({ kind }) => kind === 'courtesy'));
    if (!courtesy) return at;
    at = skipMarks(text, courtesy.end);
  }
}

/**
 * The rest of a sentence from a position on, where it has only punctuation and courtesies: empty,
 * or a word that turns the statement into a question. Undefined where anything else follows.
 */
export function readTail(
  compiled: CompiledLexicon,
  text: string,
  index: number,
): 'nothing' | 'asking' | undefined {
  const at = skipCourtesies(compiled, text, index);
  if (at > index && cutsWord(text, index)) return undefined;
  if (at >= text.length) return 'nothing';
  const asking = compiled.phrases
    .matchesAt(text, at)
    .findLast(({ values }) => values.some(({ kind }) => kind === 'asking'));
  return asking && readTail(compiled, text, asking.end) ? 'asking' : undefined;
}

const THAI = /\p{Script=Thai}/u;
let thai: Intl.Segmenter | undefined;

/** The "ที" of "นาที" (minute) does not mean "please". */
function cutsWord(text: string, index: number): boolean {
  if (!THAI.test(text[index] ?? '') || !THAI.test(text[index - 1] ?? '')) return false;
  thai ??= new Intl.Segmenter('th', { granularity: 'word' });
  return ![...thai.segment(text)].some((word) => word.index === index);
}

function skipMarks(text: string, index: number): number {
  let at = index;
  while (at < text.length && BETWEEN_WORDS.test(text[at] ?? '')) at++;
  return at;
}
