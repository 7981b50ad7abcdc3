import type { ReadSentence } from '../grammar/read-sentence.ts';
import type { NamedRecord, OrderWord } from '../lexicon/lexicon.ts';
import { findPeopleByName } from '../names/farm-names.ts';
import { topicAt } from '../names/topics.ts';
import { prefixEnds } from '../text/scan.ts';
import { isEdge, isSpacedLetter, skipBlanks } from '../text/word-edges.ts';
import { containsSpeech, readTail } from './free-words.ts';
import type { OrderReading, PartialOrder, SlotValue } from './read-slot.ts';

const HAN = /\p{Script=Han}/u;
const THAI = /\p{Script=Thai}/u;
const UNKNOWN_NAME = /^[\p{L}\p{M}'.-]+/u;
const PEOPLE: readonly string[] = ['assignee', 'supplierId'];
const FULL_NAME = /^[\p{L}\p{M}'.-]+ [\p{L}\p{M}'.-]+/u;

/** A position where a person may be named. */
export interface PersonPlace {
  /** The field that the person fills. */
  readonly name: string;
  readonly at: number;
  readonly last: PartialOrder['last'];
  readonly orderWords: PartialOrder['orderWords'];
}

/**
 * An unknown name: "Bob" of "remind Bob to …" or "give it to Bob". A known first name in another
 * script is recognised by its sound.
 */
export function readUnknownNameAt(
  reading: OrderReading,
  place: PersonPlace,
  colon: number | undefined,
) {
  const { view, sentence, context, wordsAt } = reading;
  const { name, at, last } = place;
  const { text } = sentence.normal;
  const end = at + (UNKNOWN_NAME.exec(text.slice(at))?.[0].length ?? 0);
  const behind = wordsAt(skipBlanks(text, end));
  const isReported =
    view.words?.behindField === name && behind.some(({ values }) => values.includes('that'));
  const mayBeSpoken = isReported || mayMatchBySound(reading, place, end, colon);
  const whole = FULL_NAME.exec(text.slice(at))?.[0];
  const called = whole === undefined ? [] : findPeopleByName(whole, context.names.people);
  if (whole !== undefined && called.length > 0 && last === 'for' && PEOPLE.includes(name)) {
    const to = at + whole.length;
    return [{ end: to, value: personValue(called, at, to) }];
  }
  if (name !== 'assignee') return [];
  const ids = mayBeSpoken ? findPeopleByName(text.slice(at, end), context.names.people) : [];
  const isNobody = isReported && end > at && wordsAt(at).length === 0;
  const to =
    ids.length > 0 || isNobody || endsWithUnknownName(reading, place, end)
      ? end
      : findUnknownNameEnd(reading, place);
  if (to === undefined) return [];
  return [{ end: to, value: personValue(ids, at, to) }];
}

function personValue(people: readonly NamedRecord[], from: number, to: number): SlotValue {
  const ids = people.map(({ id, name }) => ({ id, name }));
  return { kind: 'records', of: 'person', ids, from, to, isSoundMatch: true };
}

const MAX_NAME_WORDS = 3;
const MAX_NAME_LENGTH = { han: 4, thai: 12 };

/**
 * The end of the name of an unknown person in an order for a new task: "Marcus" in "a task for
 * Marcus: …" and "… for Marcus to clean the fans", "老张" in "给老张建个任务". Such a name consists
 * of unknown words that follow a word like "for" and precede the work. Undefined without such a
 * name.
 */
function findUnknownNameEnd(reading: OrderReading, place: PersonPlace): number | undefined {
  const { at } = place;
  if (!mayNameUnknownPerson(reading, place)) return undefined;
  const { text } = reading.sentence.normal;
  const isSpaced = isSpacedScript(text, at);
  const isReported = reading.view.words?.behindField === place.name && isSpaced;
  const ends = isSpaced ? endsOfWords(reading, at) : endsOfLetters(text, at);
  const [first] = ends;
  if (first === undefined || (isSpaced && isKnownAt(reading, at, first))) return undefined;
  const end = ends.find((one) => endsBeforeTask(reading, one, isReported));
  if (end === undefined || isKnownAt(reading, at, end)) return undefined;
  // "To grease the fans": the words before the work are a verb and an article.
  if (isSpaced && (containsFiller(reading, at, end) || isInfinitive(reading, at, end)))
    return undefined;
  return isSpaced || !containsWord(reading, at, end) ? end : undefined;
}

function containsFiller({ sentence, wordsAt }: OrderReading, at: number, end: number): boolean {
  const { text } = sentence.normal;
  const places = Array.from({ length: end - at }, (_, index) => at + index);
  return places.some(
    (place) =>
      text[place - 1] === ' ' &&
      wordsAt(place).some((word) => word.end <= end && word.values.includes('filler')),
  );
}

/** "To" introduces a person or the work: a person only if a colon follows. */
function isInfinitive({ sentence, wordsAt }: OrderReading, at: number, end: number): boolean {
  const { text } = sentence.normal;
  const start = text.lastIndexOf(' ', at - 2) + 1;
  const isBoth = wordsAt(start).some(
    (word) => word.end === at - 1 && word.values.includes('that') && word.values.includes('for'),
  );
  return isBoth && text[end] !== ':';
}

function isSpacedScript(text: string, at: number): boolean {
  return !HAN.test(text[at] ?? '') && !THAI.test(text[at] ?? '');
}

/** Whether an order for a new task may name an unknown person at this position. */
function mayNameUnknownPerson(
  { view, sentence, context, wordsAt }: OrderReading,
  { name, at, last, orderWords }: PersonPlace,
): boolean {
  if (view.type !== 'create_task' || name !== 'assignee') return false;
  const { text } = sentence.normal;
  const isReported = view.words?.behindField === name && !isSpacedScript(text, at);
  if (last !== 'for' && !isReported) return false;
  // "Remind me to …": nobody else is named.
  if (orderWords.includes('remind')) return false;
  return !(
    wordsAt(at).some(({ values }) => values.includes('me')) ||
    containsSpeech({ from: at, to: text.length }, sentence, context.compiled, false) ||
    isWithinFact(sentence, at)
  );
}

const MAX_DAY_LENGTH = 12;

/** "วาน" is the end of "เมื่อวาน" (yesterday), not a name. */
function isWithinFact({ normal: { text }, factsAt }: ReadSentence, at: number): boolean {
  const places = Array.from({ length: Math.min(at, MAX_DAY_LENGTH) }, (_, index) => at - index - 1);
  return places.some((place) => isEdge(text, place) && factsAt(place).some(({ end }) => end > at));
}

/** The ends of up to three consecutive words, the first of which is unknown. */
function endsOfWords({ sentence: { normal } }: OrderReading, at: number): readonly number[] {
  const ends: number[] = [];
  for (let from = at; ends.length < MAX_NAME_WORDS; ) {
    const word = UNKNOWN_NAME.exec(normal.text.slice(from))?.[0];
    if (word === undefined) break;
    ends.push(from + word.length);
    if (normal.text[from + word.length] !== ' ') break;
    from += word.length + 1;
  }
  return ends;
}

/** The possible ends of a name in a script without spaces. */
function endsOfLetters(text: string, at: number): readonly number[] {
  const run = UNKNOWN_NAME.exec(text.slice(at))?.[0].length ?? 0;
  const longest = Math.min(
    run,
    HAN.test(text[at] ?? '') ? MAX_NAME_LENGTH.han : MAX_NAME_LENGTH.thai,
  );
  return Array.from({ length: Math.max(0, longest - 1) }, (_, index) => at + index + 2).filter(
    (end) => isEdge(text, end),
  );
}

const TASK_START_WORDS: readonly OrderWord[] = ['that', 'add', 'task', 'new', 'log', 'place'];

/**
 * Whether a name ends here, which is the case before a colon, an order word, the work or the end of
 * the text.
 */
function endsBeforeTask(reading: OrderReading, end: number, isReported: boolean): boolean {
  const { sentence, context, wordsAt } = reading;
  const { text } = sentence.normal;
  if (text[end] === ':' || isReported) return true;
  const isThai = THAI.test(text[end - 1] ?? '');
  if (isThai && text[end] === ' ' && THAI.test(text[end + 1] ?? '')) return true;
  const next = skipBlanks(text, end);
  if (next >= text.length) return isThai;
  const isWord = wordsAt(next).some(({ values }) =>
    values.some((word) => TASK_START_WORDS.includes(word)),
  );
  return (
    isWord ||
    prefixEnds(text, next, context.compiled.lexicon.gluedPrefixes).some(
      (place) => topicAt(text, place) !== undefined,
    )
  );
}

/** Whether letters written without spaces contain a known word. */
function containsWord(
  { sentence, context, wordsAt }: OrderReading,
  at: number,
  end: number,
): boolean {
  const { text } = sentence.normal;
  const { phrases } = context.compiled;
  const shortest = HAN.test(text[at] ?? '') ? 2 : 3;
  const places = Array.from({ length: end - at - 1 }, (_, index) => at + index + 1);
  return places.some(
    (place) =>
      isEdge(text, place) &&
      [...wordsAt(place), ...phrases.matchesAt(text, place), ...topicsAt(text, place)].some(
        (found) => found.end <= end && found.end - place >= shortest,
      ),
  );
}

function topicsAt(text: string, at: number): readonly { readonly end: number }[] {
  const topic = topicAt(text, at);
  return topic ? [topic] : [];
}

/** Whether a word, up to its end, has a meaning; "השבוע" is known only with its first letter. */
function isKnownAt(
  { sentence, context, wordsAt }: OrderReading,
  at: number,
  last: number,
): boolean {
  const { text } = sentence.normal;
  const { phrases, symbols, lexicon } = context.compiled;
  let start = at;
  while (isSpacedLetter(text[start - 1])) start--;
  const places = [
    ...prefixEnds(text, start, lexicon.gluedPrefixes),
    ...prefixEnds(text, at, lexicon.gluedPrefixes),
  ];
  const isWhole = ({ end }: { readonly end: number }) => end >= last;
  return places.some(
    (place) =>
      wordsAt(place).some(isWhole) ||
      phrases.matchesAt(text, place).some(isWhole) ||
      symbols.matchesAt(text, place).some(isWhole) ||
      topicAt(text, place) !== undefined ||
      sentence.factsAt(place).length > 0,
  );
}

/** Whether a word without another meaning ends "give the filters to Bob". */
function endsWithUnknownName(
  reading: OrderReading,
  { name, at, last }: PersonPlace,
  end: number,
): boolean {
  const { view, sentence, context } = reading;
  if (view.type !== 'assign_task' || name !== 'assignee' || end <= at) return false;
  const { text } = sentence.normal;
  const isLast = readTail(context.compiled, text, end) === 'nothing';
  const isTo = last === 'for' || HAN.test(text[at] ?? '');
  return isLast && isTo && !isKnownAt(reading, at, end);
}

/** Whether a name may be matched by its sound, since no title can begin at its position. */
function mayMatchBySound(
  { view, sentence }: OrderReading,
  { at, last }: PersonPlace,
  end: number,
  colon = 0,
): boolean {
  const { text } = sentence.normal;
  const isThai = THAI.test(text[at] ?? '');
  // Thai has no spaces between words: a name follows a word such as "for", or a blank.
  if (isThai && last !== 'for' && text[at - 1] !== ' ') return false;
  return view.type === 'assign_task' || at < colon || (isThai && text[end] === ' ');
}
