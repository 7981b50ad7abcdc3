import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { normalText, originalText } from '../text/normalise.ts';
import { createNearPhrases, createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import { findPeriod, prefixEnds, type Span } from '../text/scan.ts';
import { isEdge, isSpacedLetter } from '../text/word-edges.ts';
import { isModifier } from './concepts.ts';
import { findConcepts } from './rank-measures.ts';
import { CHOICE_SUFFIX, type ReadSentence, type SentenceContext } from './read-sentence.ts';

/**
 * A sentence without its asides ("I need it for the report") and with its corrections applied
 * ("barn 2, no, barn 3"); undefined where it has neither.
 */
export function restate(sentence: ReadSentence, context: SentenceContext): string | undefined {
  const { normal } = sentence;
  const changes: readonly Change[] = [
    ...findAsides(sentence, context),
    ...findCorrections(sentence, context),
  ];
  if (changes.length === 0) return undefined;
  const sorted = changes.toSorted((a, b) => a.from - b.from);
  const parts = sorted.flatMap(({ from, replacement }, index) => [
    originalText(normal, sorted[index - 1]?.to ?? 0, from),
    replacement === undefined ? '' : originalText(normal, replacement.from, replacement.to),
  ]);
  const rest = originalText(normal, sorted.at(-1)?.to ?? 0, normal.text.length);
  const text = [...parts, rest].filter((part) => part !== '').join(' ');
  const choice = CHOICE_SUFFIX.exec(normal.original)?.[0] ?? '';
  const whole = text.endsWith(choice) ? text : text + choice;
  return /\p{L}/u.test(text) ? whole : undefined;
}

const vocabularies = new WeakMap<CompiledLexicon, (word: string) => readonly string[]>();

/** The words of commands that are near a misspelt one. */
function nearOrderWords(compiled: CompiledLexicon): (word: string) => readonly string[] {
  const known = vocabularies.get(compiled);
  if (known) return known;
  const { orders, phrases, weekdays, months } = compiled;
  const trie = createPhraseTrie<string>();
  const words = [...phrases.entries()].filter(([, all]) => all.some(({ kind }) => kind === 'word'));
  const entries = [orders, weekdays, months].flatMap((one) =>
    [...one.entries()].map(([word]) => word),
  );
  for (const word of [...entries, ...words.map(([word]) => word)]) trie.add(word, word);
  const near = createNearPhrases(trie);
  vocabularies.set(compiled, near);
  return near;
}

/**
 * A sentence with its unknown words replaced by similar words of commands: "recrod 12 dead". Undefined
 * without such a word.
 */
export function respell(
  { normal, spans }: ReadSentence,
  { compiled }: SentenceContext,
): string | undefined {
  const { text } = normal;
  const isUnknown = ({ from, senses, isTypo }: Span) =>
    (senses.length === 0 || isTypo) &&
    isSpacedLetter(text[from]) &&
    [compiled.orders, compiled.symbols].every((trie) => trie.matchesAt(text, from).length === 0);
  let end = 0;
  const parts = spans.filter(isUnknown).flatMap(({ from, to }) => {
    const [near] = nearOrderWords(compiled)(text.slice(from, to));
    const before = originalText(normal, end, from);
    if (near) end = to;
    return near ? [before, near] : [];
  });
  return end === 0
    ? undefined
    : [...parts, originalText(normal, end, text.length)].join(' ').trim();
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A stretch to remove or replace. */
interface Change extends TextRange {
  readonly replacement?: TextRange;
}

const CLAUSE_END = /[.,;!?](?!\d)/gu;

/** Clauses that give the purpose of the answer and name no place, day, number or question. */
function findAsides(sentence: ReadSentence, { compiled }: SentenceContext): TextRange[] {
  const { text } = sentence.normal;
  const { asides } = getPhrases(compiled);
  const found: TextRange[] = [];
  for (let from = 0; from < text.length; from++) {
    if (from < (found.at(-1)?.to ?? 0) || !isEdge(text, from)) continue;
    if (asides.matchesAt(text, from).length === 0) continue;
    CLAUSE_END.lastIndex = from;
    const to = (CLAUSE_END.exec(text)?.index ?? text.length - 1) + 1;
    const within = sentence.spans.filter((span) => span.to > from && span.from < to);
    if (within.every(isAside)) found.push({ from, to });
  }
  return found;
}

/** A stretch that is part of a question is not an aside. */
function isAside(span: Span): boolean {
  const hasFact = span.senses.some(({ kind }) => ['record', 'nobody', 'number'].includes(kind));
  const asks = findConcepts(span).some((concept) => isModifier(concept) && concept !== 'now');
  return !hasFact && !asks && findPeriod(span) === undefined;
}

/**
 * Stretches that are corrected by one of the same kind: "barn 2, sorry, barn 3", "yesterday, no,
 * today".
 */
function findCorrections(sentence: ReadSentence, context: SentenceContext): Change[] {
  const { text } = sentence.normal;
  const facts = sentence.spans.filter((span) => findKinds(span).length > 0);
  return facts.flatMap((right, index): Change[] => {
    const wrong = facts[index - 1];
    if (!wrong) return [];
    if (!isCorrectedBetween(text, { from: wrong.to, to: right.from }, context)) {
      return findLaterCorrection(facts.slice(0, index), right, { sentence, context });
    }
    if (areSameKind(wrong, right)) return [{ from: wrong.from, to: right.from }];
    // "Barn 2, no, 3": the number alone is corrected.
    const [digits, others] = [wrong, right].map((span) => lastNumber(text, span));
    const isNumber = findKinds(wrong).includes('barn') && digits !== undefined;
    return isNumber && others !== undefined ? [{ from: digits, to: others }] : [];
  });
}

/** "How many died in barn 4, I mean barn 2": a correction that does not directly follow. */
function findLaterCorrection(
  before: readonly Span[],
  right: Span,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): Change[] {
  const { text } = sentence.normal;
  const wrong = before.findLast((span) => areSameKind(span, right));
  const { corrections } = getPhrases(context.compiled);
  for (let from = wrong?.to ?? right.from; wrong && from < right.from; from++) {
    const isCorrection =
      isEdge(text, from) &&
      corrections.matchesAt(text, from).some(({ values }) => values.includes('correction'));
    if (!isCorrection || !isCorrectedBetween(text, { from, to: right.from }, context)) continue;
    return [
      { from: wrong.from, to: wrong.to, replacement: right },
      { from, to: right.to },
    ];
  }
  return [];
}

function areSameKind(one: Span, other: Span): boolean {
  return findKinds(one).some((kind) => kind !== 'number' && findKinds(other).includes(kind));
}

/** Letters that may follow the number of a barn. */
const MAX_BEHIND_NUMBER = 3;

/** The start of the number at the end of a stretch. */
function lastNumber(text: string, { from, to }: Span): number | undefined {
  const stretch = text.slice(from, to);
  const last = [...stretch.matchAll(/\d+/gu)].at(-1);
  const isAtEnd = last && stretch.length - last.index - last[0].length <= MAX_BEHIND_NUMBER;
  return isAtEnd ? from + last.index : undefined;
}

function findKinds({ senses }: Span): readonly string[] {
  return senses.flatMap((sense) => {
    if (sense.kind === 'record') return [sense.record.kind];
    if (sense.kind === 'nobody') return [sense.of];
    return sense.kind === 'time' || sense.kind === 'number' ? [sense.kind] : [];
  });
}

/** Whether there is only a correction between two positions. A bare "no" needs commas around it. */
function isCorrectedBetween(
  text: string,
  { from, to }: TextRange,
  { compiled }: SentenceContext,
): boolean {
  const { corrections } = getPhrases(compiled);
  const { gluedPrefixes } = compiled.lexicon;
  let isCorrected = false;
  for (let at = from; at < to; ) {
    const places = prefixEnds(text, at, gluedPrefixes);
    if (/[\s.,!?-]/u.test(text[at] ?? '')) at++;
    else if (places.includes(to)) at = to;
    else {
      const correction = corrections.matchesAt(text, at).findLast(({ end }) => end <= to);
      const isNegation = correction?.values.includes('negation') ?? false;
      isCorrected ||=
        correction !== undefined && (!isNegation || isSetOff(text, at, correction.end));
      const filler = compiled.phrases
        .matchesAt(text, at)
        .findLast(({ end, values }) => end <= to && values.some(({ kind }) => kind === 'filler'));
      const end = correction?.end ?? filler?.end;
      if (end === undefined) return false;
      at = end;
    }
  }
  return isCorrected;
}

function isSetOff(text: string, from: number, to: number): boolean {
  return /[.,] ?$/u.test(text.slice(0, from)) && /^ ?[.,]/u.test(text.slice(to));
}

interface RestatePhrases {
  readonly asides: PhraseTrie<true>;
  readonly corrections: PhraseTrie<'negation' | 'correction'>;
}

const phrasesByLexicon = new WeakMap<CompiledLexicon, RestatePhrases>();

function getPhrases(compiled: CompiledLexicon): RestatePhrases {
  const found = phrasesByLexicon.get(compiled) ?? buildPhrases(compiled);
  phrasesByLexicon.set(compiled, found);
  return found;
}

function buildPhrases({ lexicon }: CompiledLexicon): RestatePhrases {
  const asides = createPhraseTrie<true>();
  for (const phrase of lexicon.asides) asides.add(normalText(phrase), true);
  const corrections = createPhraseTrie<'negation' | 'correction'>();
  for (const phrase of lexicon.corrections) corrections.add(normalText(phrase), 'correction');
  for (const phrase of lexicon.symbols.negation) corrections.add(normalText(phrase), 'negation');
  return { asides, corrections };
}

const MAX_JOINTS = 4;
const COMMA = /[,;，、；] ?/gu;
/** Thai separates clauses by blanks. */
const THAI_BLANK = /(?<=[\p{Script=Thai}\d]) (?=\p{Script=Thai})/gu;

/**
 * The parts of a sentence before and after each word such as "and", each comma and, in Thai, each
 * blank.
 */
export function splitSentence(
  { normal, spans }: ReadSentence,
  { compiled: { lexicon } }: SentenceContext,
): readonly (readonly [string, string])[] {
  const { text } = normal;
  const glued = lexicon.gluedPrefixes.filter((letter) => lexicon.conjunctions.includes(letter));
  const letters = glued.flatMap((letter) =>
    [...text.matchAll(new RegExp(` ${letter}`, 'gu'))].map(({ index }) => ({
      from: index,
      to: index + 2,
    })),
  );
  const joints: readonly TextRange[] = [
    ...spans.filter(({ senses }) => senses.some(({ kind }) => kind === 'conjunction')),
    ...[COMMA, THAI_BLANK].flatMap((mark) =>
      [...text.matchAll(mark)].map(({ index, 0: found }) => ({
        from: index,
        to: index + found.length,
      })),
    ),
    ...letters,
  ];
  return joints.slice(0, MAX_JOINTS).flatMap(({ from, to }) => {
    const [left, right] = [originalText(normal, 0, from), originalText(normal, to, text.length)];
    return [left, right].every((part) => /\p{L}/u.test(part)) ? [[left, right] as const] : [];
  });
}
