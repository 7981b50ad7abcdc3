import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { OrderWord, Sense } from '../lexicon/lexicon.ts';
import { topicAt, topicsIn } from '../names/topics.ts';
import { normalText } from '../text/normalise.ts';
import { prefixEnds } from '../text/scan.ts';
import { isDigit, isEdge, isSpacedLetter } from '../text/word-edges.ts';

/** The description of the record in an order. */
export interface TargetWords {
  /** The words as typed. */
  readonly typed: string;
  /** Its topics, independent of language, and the words of no topic. */
  readonly topics: readonly string[];
  readonly words: readonly string[];
  readonly barnIds: readonly string[];
  readonly personIds: readonly string[];
  /** Whether the order contains the word "task" or "alert". */
  readonly isNamed: boolean;
  /** The words with the reason after them, which may belong to the title, and the reason. */
  readonly explained?: { readonly whole: TargetWords; readonly reason: TargetWords };
}

/** A record that the order may mean. */
export interface Target {
  readonly id: string;
  readonly title: string;
  readonly barnId: string | null;
  readonly assignee?: string | null;
}

/** Words that do not describe a record. */
const SILENT: readonly OrderWord[] = ['filler', 'for', 'that', 'me', 'called'];

/** The words of an order that describe a record, and the kind of the record. */
interface TargetPlace {
  readonly from: number;
  readonly to: number;
  readonly kind: 'task' | 'alert';
}

/** Reads the words between two positions as the description of a record. */
export function targetWords(
  sentence: ReadSentence,
  context: SentenceContext,
  place: TargetPlace,
): TargetWords {
  return new TargetReader(sentence, context, place).read();
}

const RECORD_ID = /^(?:task|alert)_[0-9a-z]{26}/;

class TargetReader {
  readonly #sentence: ReadSentence;
  readonly #compiled: CompiledLexicon;
  readonly #place: TargetPlace;
  readonly #text: string;
  readonly #topics: string[] = [];
  readonly #words: string[] = [];
  readonly #barns = new Set<string>();
  readonly #people = new Set<string>();
  /** End of the last unknown word. */
  #strangeEnd = -1;

  constructor(sentence: ReadSentence, { compiled }: SentenceContext, place: TargetPlace) {
    this.#sentence = sentence;
    this.#compiled = compiled;
    this.#place = place;
    this.#text = sentence.normal.text;
  }

  read(): TargetWords {
    const { from, to } = this.#place;
    for (let at = from; at < to; ) at = this.#step(at);
    return {
      typed: this.#text.slice(from, to),
      topics: this.#topics,
      words: this.#words,
      barnIds: [...this.#barns],
      personIds: [...this.#people],
      isNamed: [...this.#text].some((_, at) =>
        this.#placesAt(at).some((one) => this.#kind(one) !== undefined),
      ),
    };
  }

  #placesAt(at: number): readonly number[] {
    if (!isEdge(this.#text, at)) return [];
    return prefixEnds(this.#text, at, this.#compiled.lexicon.gluedPrefixes);
  }

  #step(at: number): number {
    const { to } = this.#place;
    const id = RECORD_ID.exec(this.#text.slice(at, to))?.[0];
    if (id) return at + id.length;
    for (const one of this.#placesAt(at)) {
      const end =
        this.#record(one) ??
        this.#kind(one) ??
        this.#topic(one) ??
        this.#filler(one) ??
        this.#endOfWord(one, SILENT);
      if (end !== undefined && end <= to) return end;
    }
    return this.#strangeWord(at);
  }

  #record(at: number): number | undefined {
    const { to } = this.#place;
    const [mentioned] = this.#sentence
      .mentionsAt(at)
      .filter(({ end }) => end <= to)
      .toSorted((a, b) => b.end - a.end);
    if (mentioned) {
      const { sense } = mentioned;
      this.#barns.add(sense.kind === 'record' ? sense.record.id : 'nobody');
      return mentioned.end;
    }
    const named = this.#sentence.names.matchesAt(this.#text, at).findLast(({ end }) => end <= to);
    const people = named?.values.filter(({ kind }) => kind === 'person') ?? [];
    for (const { id } of people) this.#people.add(id);
    return people.length > 0 ? named?.end : undefined;
  }

  /** "Task" and "tasks", "alert" and "alerts". */
  #kind(at: number): number | undefined {
    const { kind } = this.#place;
    const named = this.#compiled.phrases
      .matchesAt(this.#text, at)
      .findLast(({ values }) => values.some((sense) => isConcept(sense, `${kind}s`)));
    return this.#endOfWord(at, [kind]) ?? named?.end;
  }

  #endOfWord(at: number, words: readonly OrderWord[]): number | undefined {
    return this.#compiled.orders
      .matchesAt(this.#text, at)
      .findLast(({ values }) => values.some((word) => words.includes(word)))?.end;
  }

  #topic(at: number): number | undefined {
    const found = topicAt(this.#text, at);
    if (!found || found.end > this.#place.to) return undefined;
    if (found.topic !== 'birds') this.#topics.push(found.topic);
    return found.end;
  }

  #filler(at: number): number | undefined {
    return this.#compiled.phrases
      .matchesAt(this.#text, at)
      .findLast(({ values }) => values.every(({ kind }) => kind === 'filler'))?.end;
  }

  /** Letters written without spaces are one word up to the next known one. */
  #strangeWord(at: number): number {
    const { to } = this.#place;
    const text = this.#text;
    const isSame = isSpacedLetter(text[at])
      ? isSpacedLetter
      : isDigit(text[at])
        ? isDigit
        : () => false;
    let end = at + 1;
    while (end < to && isSame(text[end])) end++;
    const word = text.slice(at, end);
    if (!/[\p{L}\p{M}\p{N}]/u.test(word)) return end;
    const isJoined = at === this.#strangeEnd && !isSpacedLetter(text[at]);
    const before = isJoined ? (this.#words.pop() ?? '') : '';
    this.#words.push(before + word);
    this.#strangeEnd = end;
    return end;
  }
}

function isConcept(sense: Sense, concept: string): boolean {
  return sense.kind === 'concept' && sense.concept === concept;
}

/** Whether words may describe a record, by topic or by kind. */
export function hasDescription({
  topics,
  words,
  barnIds,
  personIds,
  isNamed,
}: TargetWords): boolean {
  const hasWords = words.length + barnIds.length + personIds.length > 0;
  return topics.length > 0 || (isNamed && hasWords);
}

interface FoundTargets<T> {
  readonly isCertain: boolean;
  readonly isLikely?: boolean;
  readonly found: readonly T[];
}

/**
 * The records that fit all of the words, or else those that fit most of them. A reason after them
 * is ignored, unless it belongs to a title; one that fits another record makes the order doubtful.
 */
export function findTargets<T extends Target>(
  target: TargetWords,
  records: readonly T[],
): FoundTargets<T> {
  if (!target.explained) return findByWords(target, records);
  const { whole, reason } = target.explained;
  const titled = findByWords(whole, records);
  if (titled.isCertain) return titled;
  const named = findByWords(target, records);
  const others = records.filter((record) => !named.found.includes(record));
  const isOther = others.some((record) => scoreTarget(reason, record).fit > 0);
  return named.isCertain && isOther ? { ...named, isCertain: false, isLikely: true } : named;
}

function findByWords<T extends Target>(
  target: TargetWords,
  records: readonly T[],
): FoundTargets<T> {
  const named = records.find(({ id }) => target.typed.includes(id.toLowerCase()));
  if (named) return { isCertain: true, found: [named] };
  const fits = records.map((record) => ({ record, ...scoreTarget(target, record) }));
  const whole = fits.filter(({ fit: score, all }) => score === all && score > 0);
  const exact = whole.filter(({ record }) => normalText(record.title) === target.typed);
  const [only, ...others] = exact.length > 0 ? exact : whole;
  if (only && others.length === 0) {
    // A title may contain one word by chance.
    const isCertain = exact.length > 0 || only.fit + (target.isNamed ? 1 : 0) > 1;
    return { isCertain, found: [only.record] };
  }
  const most = Math.max(0, ...fits.map(({ fit: score }) => score));
  const near =
    whole.length > 0 ? whole : fits.filter(({ fit: score }) => score === most && score > 0);
  const [likely, ...rest] = near;
  const isLikely = likely !== undefined && rest.length === 0 && likely.fit * 3 >= likely.all * 2;
  return { isCertain: false, isLikely, found: near.map(({ record }) => record) };
}

/** The number of described features that a record has, and the total. */
function scoreTarget(target: TargetWords, record: Target) {
  const title = normalText(record.title);
  const own = topicsIn(title);
  const titled = title.split(/[^\p{L}\p{M}\p{N}]+/u);
  const fits = [
    ...target.topics.map((topic) => own.has(topic)),
    ...target.words.map(
      (word) => titled.some((other) => isSimilarWord(word, other)) || containsWord(title, word),
    ),
    ...target.barnIds.map((id) => record.barnId === id),
    ...(target.personIds.length > 0 ? [target.personIds.some((id) => record.assignee === id)] : []),
  ];
  return { fit: fits.filter(Boolean).length, all: fits.length };
}

/** Words written without spaces may be anywhere in a title. */
function containsWord(title: string, word: string): boolean {
  return !isSpacedLetter(word[0]) && !isDigit(word[0]) && title.includes(word);
}

/** "Cleaning" and "cleaned" match. */
function isSimilarWord(word: string, other: string): boolean {
  if (word === other) return true;
  const length = Math.max(4, Math.ceil(Math.max(word.length, other.length) * 0.6));
  return word.length >= length && word.slice(0, length) === other.slice(0, length);
}
