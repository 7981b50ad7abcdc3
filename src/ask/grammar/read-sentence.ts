import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { NamedRecord, Sense, SymbolName } from '../lexicon/lexicon.ts';
import { type FarmNames, findByLetter, findByNumber, previousFlocks } from '../names/farm-names.ts';
import { isNoName, isOnlyWord, nameTrie, withFullNames } from '../names/name-trie.ts';
import { type NormalText, normalise, normalText, originalText } from '../text/normalise.ts';
import { createNearPhrases, type PhraseMatch, type PhraseTrie } from '../text/phrase-trie.ts';
import { type FoundSense, prefixEnds, type Span, scan } from '../text/scan.ts';
import { matchTemplate, startingAt } from '../text/template.ts';
import { isDigit, isEdge, skipBlanks } from '../text/word-edges.ts';
import { onceForQuestion, withoutLimit } from '../text/work-limit.ts';
import type { CalendarContext } from '../time/time-meanings.ts';
import { createTimeReader, memoize, type TimeReader } from '../time/time-reader.ts';
import { joinMentions } from './resolve-spans.ts';

/** A sentence with the meanings of its parts. */
export interface ReadSentence {
  readonly normal: NormalText;
  readonly spans: readonly Span[];
  readonly time: TimeReader;
  readonly names: PhraseTrie<NamedRecord>;
  /** Barns, flocks and farms mentioned at a position by number or by name. */
  readonly mentionsAt: (index: number) => readonly FoundSense[];
  /** Names, mentions, days and numbers at a position: everything that is not in a lexicon. */
  readonly factsAt: (index: number) => readonly FoundSense[];
}

/** Context for reading a sentence. */
export interface SentenceContext {
  readonly compiled: CompiledLexicon;
  readonly names: FarmNames;
  readonly calendar: CalendarContext;
}

const MAX_NAME_WORDS = 3;
/** `B1-2611` is always a name, whatever its first letters mean elsewhere. */
const CODE_PATTERN = /^[a-z]{1,4}-?\d[a-z\d-]*/;
/** A letter written together with the number of a barn. */
const NUMBER_LETTER = /^[a-dא-ד](?![\p{L}\d])/u;
const MAX_HAN_LETTERS = 4;
const HAN = /\p{Script=Han}/u;
const THAI = /\p{Script=Thai}/u;

const nearPhrasesByLexicon = new WeakMap<CompiledLexicon, (word: string) => readonly Sense[]>();

/** Cache of name tries: a question is read several times, and in several languages. */
const triesByNames = new WeakMap<FarmNames, Map<CompiledLexicon, PhraseTrie<NamedRecord>>>();

function addTrie({ compiled, names }: SentenceContext): PhraseTrie<NamedRecord> {
  const trie = withoutLimit(() => nameTrie(names, compiled));
  const cached = triesByNames.get(names) ?? new Map<CompiledLexicon, PhraseTrie<NamedRecord>>();
  triesByNames.set(names, cached.set(compiled, trie));
  return trie;
}

/** The choice of a record at the end of a repeated question: `how old is East? barn_01…`. */
export const CHOICE_SUFFIX = / ([a-z]+_[0-9A-Za-z]+)$/u;

/**
 * Splits a sentence into stretches that have a meaning in its language and on its farm. The same
 * sentence is split once for a question.
 */
export function readSentence(typed: string, context: SentenceContext): ReadSentence {
  const { compiled, names, calendar } = context;
  const key = JSON.stringify([compiled.lexicon.language, calendar, typed]);
  return onceForQuestion(names, key, () => splitSentence(typed, context));
}

function splitSentence(typed: string, context: SentenceContext): ReadSentence {
  const question = withFullNames(typed, context);
  const id = CHOICE_SUFFIX.exec(question)?.[1];
  const { barns, flocks, people, products, farms } = context.names;
  const records = [...barns, ...flocks, ...people, ...products, ...farms];
  const chosen = id === undefined ? undefined : records.find((one) => one.id === id);
  if (id === undefined || chosen === undefined) return readWords(question, context);
  const read = readWords(question.slice(0, -id.length).trim(), context, chosen);
  const isNamed = [...read.normal.text.matchAll(/./gsu)].some(({ index }) =>
    read.factsAt(index).some(({ sense }) => sense.kind === 'record' && sense.record.id === id),
  );
  if (!isNamed) return readWords(question, context);
  return { ...read, normal: { ...read.normal, original: question } };
}

/** Of several records of a name, or a record and a day, the chosen record. */
function applyChoice(found: readonly FoundSense[], chosen: NamedRecord | undefined) {
  const ends = new Set(
    found.flatMap(({ end, sense }) =>
      sense.kind === 'record' && sense.record.id === chosen?.id ? [end] : [],
    ),
  );
  return found.filter(({ end, sense }) => {
    const isOther =
      sense.kind === 'record' ? sense.record.id !== chosen?.id : sense.kind === 'time';
    return !isOther || !ends.has(end);
  });
}

function readWords(question: string, context: SentenceContext, chosen?: NamedRecord): ReadSentence {
  const { compiled, calendar } = context;
  const normal = normalise(question);
  const { text } = normal;
  const time = createTimeReader(compiled, text, calendar);
  const typed = (from: number, to: number) => originalText(normal, from, to);
  const trie = triesByNames.get(context.names)?.get(compiled) ?? addTrie(context);
  const mentionsAt = memoize((index) =>
    findMentions({ ...context, text, typed, time, trie }, index),
  );
  const namedAt = memoize((index): readonly FoundSense[] => {
    const names = trie
      .matchesAt(text, index)
      .filter(({ end, values }) => !isOnlyWord({ compiled, text, typed }, { index, end, values }));
    const named = toSenses(preferLiveFlocks(names, context.names), (record) => ({
      kind: 'record',
      record,
    }));
    // An exact code has no other meaning: "G1" is a flock, even where barn 1 may be called G1.
    const codeMatches = named.filter(
      ({ end, sense }) =>
        sense.kind === 'record' &&
        sense.record.kind === 'flock' &&
        CODE_PATTERN.exec(text.slice(index, end))?.[0].length === end - index,
    );
    if (codeMatches.length > 0) return codeMatches;
    // "House B" is the barn of that name, not an unknown house called B.
    const end = Math.max(index, ...named.map((one) => one.end));
    const mentions = mentionsAt(index).filter(({ end: to, sense }) =>
      sense.kind === 'nobody' ? to > end : true,
    );
    return [...mentions, ...named, ...bareLetter({ ...context, text, typed, time, trie }, index)];
  });
  const datesAt = memoize((index): FoundSense[] => [
    ...time.periodsAt(index).map(({ end, value }) => timeSense(end, value)),
    ...numberSense(time, index),
  ]);
  const placesAt = (index: number): readonly FoundSense[] => {
    const previous = previousFlockSenses(context, text, index);
    return previous.length > 0 ? previous : namedAt(index);
  };
  const sensesAt = memoize((index) =>
    applyChoice(
      [
        ...placesAt(index),
        ...toSenses(compiled.phrases.matchesAt(text, index), (sense) => sense),
        ...datesAt(index),
      ],
      chosen,
    ),
  );
  const factsAt = (index: number) => applyChoice([...namedAt(index), ...datesAt(index)], chosen);
  const near = nearPhrasesByLexicon.get(compiled) ?? createNearPhrases(compiled.phrases);
  nearPhrasesByLexicon.set(compiled, near);
  // A word used in questions about records is not a misspelling.
  const isKnown = (word: string) =>
    compiled.symbols.matchesAt(word, 0).some(({ end }) => end === word.length);
  const nearSenses = (word: string) => (isKnown(word) ? [] : near(word));
  const scanned = scan(text, { compiled, sensesAt, nearSenses });
  const spans = joinMentions(scanned, { text, compiled, names: context.names });
  return { normal, spans, time, names: trie, mentionsAt, factsAt };
}

/** "The last flock" of each barn; the barn in the question determines which one is meant. */
function previousFlockSenses(
  { compiled, names }: SentenceContext,
  text: string,
  index: number,
): FoundSense[] {
  return compiled.previousFlock
    .matchesAt(text, index)
    .flatMap(({ end }) =>
      recordSenses('flock', previousFlocks(names)).map((sense) => ({ end, sense })),
    );
}

function toSenses<T>(
  matches: readonly { readonly end: number; readonly values: readonly T[] }[],
  toSense: (value: T) => Sense,
): FoundSense[] {
  return matches.flatMap(({ end, values }) =>
    values.map((value) => ({ end, sense: toSense(value) })),
  );
}

function timeSense(end: number, period: ReturnType<TimeReader['periodsAt']>[number]['value']) {
  return { end, sense: { kind: 'time', period } } as const;
}

function numberSense(time: TimeReader, index: number): FoundSense[] {
  const number = time.numberAt(index);
  return number ? [{ end: number.end, sense: { kind: 'number', value: number.value } }] : [];
}

/** Of flocks with the same code, the live ones. */
function preferLiveFlocks(
  names: readonly PhraseMatch<NamedRecord>[],
  { flocks }: FarmNames,
): readonly PhraseMatch<NamedRecord>[] {
  const live = new Set(flocks.filter(({ isLive }) => isLive).map(({ id }) => id));
  return names.map(({ end, values }) => {
    const liveOnly = values.filter(({ kind, id }) => kind !== 'flock' || live.has(id));
    return { end, values: liveOnly.some(({ kind }) => kind === 'flock') ? liveOnly : values };
  });
}

interface MentionSearch extends SentenceContext {
  readonly text: string;
  /** The typed text between two positions of the normal text. */
  readonly typed: (from: number, to: number) => string;
  readonly time: TimeReader;
  readonly trie: PhraseTrie<NamedRecord>;
}

type MentionKind = 'barn' | 'flock' | 'farm';

function findMentions(search: MentionSearch, index: number): FoundSense[] {
  return startingAt(search.compiled.mentions, search.text, index).flatMap(({ of, path }) => {
    const readSlot = (name: string, at: number) =>
      name === 'number'
        ? readNumberSlot(search, of, at)
        : name === 'letter'
          ? readBarnLetter(search, at)
          : name === 'spaced_name' && HAN.test(search.text[at] ?? '')
            ? []
            : readNameSlot(search, of, at);
    return matchTemplate(path, index, { text: search.text, readSlot }).flatMap(
      ({ end, captures: [name] }) =>
        toSenseList(name?.value).flatMap((sense) =>
          sense.kind === 'nobody' && isNoName(search, index, name?.from) ? [] : { end, sense },
        ),
    );
  });
}

/** Slots of mentions are filled with their senses. */
function toSenseList(value: unknown): readonly Sense[] {
  return Array.isArray(value) ? (value as readonly Sense[]) : [];
}

function readNumberSlot({ text, time, names }: MentionSearch, of: MentionKind, index: number) {
  const number = time.numberAt(index);
  // "两栋" are two barns, not barn 2.
  if (!number || text[index] === '两') return [];
  const records = { barn: names.barns, flock: names.flocks, farm: names.farms }[of];
  // "Barn 1a" is not barn 1.
  if (of === 'barn' && NUMBER_LETTER.test(text.slice(number.end))) {
    const ending = `${number.value}${text[number.end] ?? ''}`;
    const barns = names.barns.filter(({ name }) => normalText(name).endsWith(ending));
    return [{ end: number.end + 1, value: recordSenses(of, barns) }];
  }
  return [{ end: number.end, value: recordSenses(of, findByNumber(records, number.value)) }];
}

function readNameSlot(search: MentionSearch, of: MentionKind, index: number) {
  const named = search.trie
    .matchesAt(search.text, index)
    .map(({ end, values }) => ({ end, value: values.filter(({ kind }) => kind === of) }))
    .filter(({ value }) => value.length > 0)
    .map(({ end, value }) => ({ end, value: recordSenses(of, value) }));
  if (named.length > 0) return named;
  const letterMatches = of === 'barn' ? readLetter(search, index) : [];
  if (letterMatches.length > 0) return letterMatches;
  const wordEnds = of === 'farm' ? [] : capitalNames(search, index);
  if (wordEnds.length > 0) return wordEnds.map((end) => ({ end, value: recordSenses(of, []) }));
  return unknownNames(search, index).map((end) => ({ end, value: recordSenses(of, []) }));
}

/**
 * "Barn B" is the barn that is named "House B"; a letter that is also a word must be upper case.
 */
function readLetter({ text, typed, names, compiled }: MentionSearch, index: number) {
  const end = index + 1 + (/^'(?!s\b)/u.test(text.slice(index + 1)) ? 1 : 0);
  const letter = text[index] ?? '';
  if (!/\p{L}/u.test(letter) || !isEdge(text, end)) return [];
  const isWord = compiled.phrases.matchesAt(text, index).some((match) => match.end === index + 1);
  if (isWord && typed(index, end) === letter && !isLastWord(text, end)) return [];
  const barns = findByLetter(names.barns, letter);
  // "Barn I visited": a pronoun, unless it is the last word.
  const isPronoun = isWord && letter === 'i' && !isLastWord(text, end);
  const isName = !isPronoun && !HAN.test(letter) && !THAI.test(letter);
  return barns.length > 0 || isName ? [{ end, value: recordSenses('barn', barns) }] : [];
}

/** "โรง ก" is the barn that is named "โรงเรือนไก่ไข่ ก", and "בית א" is "מטילות א׳". */
function readBarnLetter({ text, names }: MentionSearch, index: number) {
  const barns = findByLetter(names.barns, text[index] ?? '');
  const end = index + (text[index + 1] === "'" ? 2 : 1);
  const isAlone = !/[\p{L}\p{M}]/u.test(text[end] ?? '');
  return isAlone && barns.length > 0 ? [{ end, value: recordSenses('barn', barns) }] : [];
}

function isLastWord(text: string, end: number): boolean {
  return !/[\p{L}\d]/u.test(text.slice(end));
}

/**
 * "Barn New", "lote LA": a capitalised word after the word for a barn is its name, even if it is a
 * word of the language.
 */
function capitalNames({ text, typed, compiled }: MentionSearch, index: number): number[] {
  const end = wordEnd(text, index);
  if (isDigit(text[end]) || text[end] === '-') return [];
  const before = typed(0, index);
  const isAfterCapital = before.endsWith(' ') && /\p{Lu}/u.test(before.split(' ').at(-2) ?? '');
  if (isAfterCapital || !/^\p{Lu}[\p{Lu}\p{Ll}]*$/u.test(typed(index, end))) return [];
  const senses = compiled.phrases
    .matchesAt(text, index)
    .flatMap((match) => (match.end >= end ? match.values : []));
  return senses.some(({ kind }) => kind === 'filler' || kind === 'modifier') ? [end] : [];
}

/** "Eggs in A": a capital letter after a word such as "in" is the barn "House A". */
function bareLetter(search: MentionSearch, index: number): FoundSense[] {
  const { text, typed, names, compiled } = search;
  if (!isEdge(text, index + 1) || !/^[A-Z]$/u.test(typed(index, index + 1))) return [];
  const before = /(\p{L}{1,12}) $/u.exec(text.slice(Math.max(0, index - 13), index))?.[1];
  if (before === undefined || !/\p{Ll}/u.test(typed(0, text.length))) return [];
  const isBeside = compiled.phrases
    .matchesAt(text, index - 1 - before.length)
    .some(
      ({ end, values }) =>
        end === index - 1 && values.some(({ kind }) => kind === 'filler' || kind === 'conjunction'),
    );
  if (!isBeside || typed(index, index + 1) === 'I') return [];
  const barns = findByLetter(names.barns, text[index] ?? '');
  return recordSenses('barn', barns).map((sense) => ({ end: index + 1, sense }));
}

function recordSenses(of: MentionKind, records: readonly NamedRecord[]): readonly Sense[] {
  if (records.length === 0) return [{ kind: 'nobody', of }];
  return records.map((record) => ({ kind: 'record', record }));
}

/**
 * The possible ends of an unknown name of one to three words that is not a word of the language.
 */
function unknownNames(search: MentionSearch, index: number): number[] {
  const { compiled, text, time } = search;
  if (HAN.test(text[index] ?? '')) return unknownHanNames(search, index);
  const code = CODE_PATTERN.exec(text.slice(index))?.[0];
  const ends: number[] = code === undefined ? [] : [index + code.length];
  let at = index;
  for (let words = 0; words < MAX_NAME_WORDS; words++) {
    const isKnown = prefixEnds(text, at, compiled.lexicon.gluedPrefixes).some(
      (place) =>
        compiled.phrases.matchesAt(text, place).length > 0 ||
        time.periodsAt(place).length > 0 ||
        time.numberAt(place) !== undefined,
    );
    const end = THAI.test(text[at] ?? '') ? thaiNameEnd(search, at) : wordEnd(text, at);
    if (isKnown || end === at) break;
    ends.push(end);
    at = skipBlanks(text, end);
  }
  return ends;
}

/** Chinese names are short and not separated from the next word: they end before any known word. */
function unknownHanNames({ compiled, text, time }: MentionSearch, index: number): number[] {
  const ends: number[] = [];
  for (let at = index; at < index + MAX_HAN_LETTERS && HAN.test(text[at] ?? ''); at++) {
    const senses = compiled.phrases.matchesAt(text, at).flatMap(({ values }) => values);
    const isKnown = senses.some(({ kind }) => at === index || kind !== 'filler');
    if (isKnown || time.numberAt(at) || time.periodsAt(at).length > 0) break;
    ends.push(at + 1);
  }
  return ends;
}

/** A Thai name ends before the first known word of the letters that follow it. */
function thaiNameEnd({ compiled, text, time }: MentionSearch, index: number): number {
  const last = wordEnd(text, index);
  for (let at = index + 1; at < last; at++) {
    if (!isEdge(text, at)) continue;
    if (compiled.phrases.matchesAt(text, at).length > 0 || time.periodsAt(at).length > 0) return at;
  }
  return last;
}

function wordEnd(text: string, index: number): number {
  // "A舍": letters of another script begin another word.
  const word = /^(?:[\p{Script=Latin}\p{M}']+|[\p{L}\p{M}']+)/u.exec(text.slice(index))?.[0] ?? '';
  return index + word.length;
}

/** The longest symbols of the sentence, in order; "the expense" is one word in Hebrew. */
export function findSymbols({ normal: { text } }: ReadSentence, { compiled }: SentenceContext) {
  const symbols = new Set<SymbolName>();
  const { gluedPrefixes } = compiled.lexicon;
  for (let index = 0; index < text.length; ) {
    const longest = isEdge(text, index)
      ? prefixEnds(text, index, gluedPrefixes)
          .map((at) => compiled.symbols.matchesAt(text, at).at(-1))
          .find((match) => match !== undefined)
      : undefined;
    for (const symbol of longest?.values ?? []) symbols.add(symbol);
    index = longest?.end ?? index + 1;
  }
  return symbols;
}
