import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { normalText, typedBetween } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import { gluedPlaces, periodOf, type Span } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { isModifier } from './concepts.ts';
import { conceptsOf } from './rank-measures.ts';
import { CHOICE, type ReadSentence, type SentenceContext } from './read-sentence.ts';

/**
 * A sentence without its asides ("I need it for the report") and with its corrections applied
 * ("barn 2, no, barn 3"); undefined where it has neither.
 */
export function restate(sentence: ReadSentence, context: SentenceContext): string | undefined {
  const { normal } = sentence;
  const changes: readonly Change[] = [
    ...asidesIn(sentence, context),
    ...mistakesIn(sentence, context),
  ];
  if (changes.length === 0) return undefined;
  const sorted = changes.toSorted((a, b) => a.from - b.from);
  const told = sorted.flatMap(({ from, by }, index) => [
    typedBetween(normal, sorted[index - 1]?.to ?? 0, from),
    by === undefined ? '' : typedBetween(normal, by.from, by.to),
  ]);
  const rest = typedBetween(normal, sorted.at(-1)?.to ?? 0, normal.text.length);
  const text = [...told, rest].filter((part) => part !== '').join(' ');
  const choice = CHOICE.exec(normal.original)?.[0] ?? '';
  const whole = text.endsWith(choice) ? text : text + choice;
  return /\p{L}/u.test(text) ? whole : undefined;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** A stretch to remove or replace. */
interface Change extends Place {
  readonly by?: Place;
}

const CLAUSE_END = /[.,;!?](?!\d)/gu;

/** Clauses that give the purpose of the answer and name no place, day, number or question. */
function asidesIn(sentence: ReadSentence, { compiled }: SentenceContext): Place[] {
  const { text } = sentence.normal;
  const { asides } = phrasesOf(compiled);
  const found: Place[] = [];
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
  const isSaid = span.senses.some(({ kind }) => ['record', 'nobody', 'number'].includes(kind));
  const asks = conceptsOf(span).some((concept) => isModifier(concept) && concept !== 'now');
  return !isSaid && !asks && periodOf(span) === undefined;
}

/**
 * Stretches that are corrected by one of the same kind: "barn 2, sorry, barn 3", "yesterday, no,
 * today".
 */
function mistakesIn(sentence: ReadSentence, context: SentenceContext): Change[] {
  const { text } = sentence.normal;
  const facts = sentence.spans.filter((span) => kindsOf(span).length > 0);
  return facts.flatMap((right, index): Change[] => {
    const wrong = facts[index - 1];
    if (!wrong) return [];
    if (!takesBack(text, { from: wrong.to, to: right.from }, context)) {
      return takenBackLater(facts.slice(0, index), right, { sentence, context });
    }
    if (areAlike(wrong, right)) return [{ from: wrong.from, to: right.from }];
    // "Barn 2, no, 3": the number alone is corrected.
    const [digits, others] = [wrong, right].map((span) => lastNumber(text, span));
    const isNumber = kindsOf(wrong).includes('barn') && digits !== undefined;
    return isNumber && others !== undefined ? [{ from: digits, to: others }] : [];
  });
}

/** "How many died in barn 4, I mean barn 2": a correction that does not directly follow. */
function takenBackLater(
  before: readonly Span[],
  right: Span,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): Change[] {
  const { text } = sentence.normal;
  const wrong = before.findLast((span) => areAlike(span, right));
  const { corrections } = phrasesOf(context.compiled);
  for (let from = wrong?.to ?? right.from; wrong && from < right.from; from++) {
    const isCorrection =
      isEdge(text, from) &&
      corrections.matchesAt(text, from).some(({ values }) => values.includes('correction'));
    if (!isCorrection || !takesBack(text, { from, to: right.from }, context)) continue;
    return [
      { from: wrong.from, to: wrong.to, by: right },
      { from, to: right.to },
    ];
  }
  return [];
}

function areAlike(one: Span, other: Span): boolean {
  return kindsOf(one).some((kind) => kind !== 'number' && kindsOf(other).includes(kind));
}

/** Letters that may follow the number of a barn. */
const MOST_BEHIND_NUMBER = 3;

/** The start of the number at the end of a stretch. */
function lastNumber(text: string, { from, to }: Span): number | undefined {
  const stretch = text.slice(from, to);
  const last = [...stretch.matchAll(/\d+/gu)].at(-1);
  const isAtEnd = last && stretch.length - last.index - last[0].length <= MOST_BEHIND_NUMBER;
  return isAtEnd ? from + last.index : undefined;
}

function kindsOf({ senses }: Span): readonly string[] {
  return senses.flatMap((sense) => {
    if (sense.kind === 'record') return [sense.record.kind];
    if (sense.kind === 'nobody') return [sense.of];
    return sense.kind === 'time' || sense.kind === 'number' ? [sense.kind] : [];
  });
}

/** Whether there is only a correction between two positions. A bare "no" needs commas around it. */
function takesBack(text: string, { from, to }: Place, { compiled }: SentenceContext): boolean {
  const { corrections } = phrasesOf(compiled);
  const { gluedPrefixes } = compiled.lexicon;
  let isMeant = false;
  for (let at = from; at < to; ) {
    const places = gluedPlaces(text, at, gluedPrefixes);
    if (/[\s.,!?-]/u.test(text[at] ?? '')) at++;
    else if (places.includes(to)) at = to;
    else {
      const correction = corrections.matchesAt(text, at).findLast(({ end }) => end <= to);
      const isNegation = correction?.values.includes('negation') ?? false;
      isMeant ||= correction !== undefined && (!isNegation || isParted(text, at, correction.end));
      const filler = compiled.phrases
        .matchesAt(text, at)
        .findLast(({ end, values }) => end <= to && values.some(({ kind }) => kind === 'filler'));
      const end = correction?.end ?? filler?.end;
      if (end === undefined) return false;
      at = end;
    }
  }
  return isMeant;
}

function isParted(text: string, from: number, to: number): boolean {
  return /[.,] ?$/u.test(text.slice(0, from)) && /^ ?[.,]/u.test(text.slice(to));
}

interface Retelling {
  readonly asides: PhraseTrie<true>;
  readonly corrections: PhraseTrie<'negation' | 'correction'>;
}

const known = new WeakMap<CompiledLexicon, Retelling>();

function phrasesOf(compiled: CompiledLexicon): Retelling {
  const found = known.get(compiled) ?? build(compiled);
  known.set(compiled, found);
  return found;
}

function build({ lexicon }: CompiledLexicon): Retelling {
  const asides = createPhraseTrie<true>();
  for (const phrase of lexicon.asides) asides.add(normalText(phrase), true);
  const corrections = createPhraseTrie<'negation' | 'correction'>();
  for (const phrase of lexicon.corrections) corrections.add(normalText(phrase), 'correction');
  for (const phrase of lexicon.symbols.negation) corrections.add(normalText(phrase), 'negation');
  return { asides, corrections };
}

const MOST_JOINTS = 4;
const COMMA = /[,;，、；] ?/gu;
/** Thai separates clauses by blanks. */
const THAI_BLANK = /(?<=[\p{Script=Thai}\d]) (?=\p{Script=Thai})/gu;

/**
 * The parts of a sentence before and after each word such as "and", each comma and, in Thai, each
 * blank.
 */
export function partsOf(
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
  const joints: readonly Place[] = [
    ...spans.filter(({ senses }) => senses.some(({ kind }) => kind === 'conjunction')),
    ...[COMMA, THAI_BLANK].flatMap((mark) =>
      [...text.matchAll(mark)].map(({ index, 0: found }) => ({
        from: index,
        to: index + found.length,
      })),
    ),
    ...letters,
  ];
  return joints.slice(0, MOST_JOINTS).flatMap(({ from, to }) => {
    const [left, right] = [typedBetween(normal, 0, from), typedBetween(normal, to, text.length)];
    return [left, right].every((part) => /\p{L}/u.test(part)) ? [[left, right] as const] : [];
  });
}
