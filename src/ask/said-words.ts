import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import type { Sense } from './lexicon/lexicon.ts';
import { topicAt } from './names/topics.ts';
import type { PhraseTrie } from './text/phrase-trie.ts';
import { gluedPlaces } from './text/scan.ts';
import { isDigit, isEdge, isSpacedLetter } from './text/word-edges.ts';
import { spend } from './text/work-limit.ts';

/** A word or phrase of a question as written, with all its possible meanings. */
export interface SaidWord {
  readonly text: string;
  /**
   * `c:` concept, `m:` modifier, `s:` symbol, `place`, `time`, `number`; empty for a word without a
   * meaning.
   */
  readonly means: readonly string[];
}

interface Step {
  readonly cost: number;
  readonly to: number;
  readonly word?: SaidWord;
}

const COST = {
  span: 1,
  place: 0.9,
  topic: 1.2,
  field: 1.1,
  label: 3.5,
  glued: 0.2,
  unknownWord: 20,
  unknownLetter: 8,
};
const SILENT = /[\s?.!,;:()¿¡？。！，、"'-]/u;
/** The meaning of the name of a field or value. */
export const LABEL = 'label';

/** The words of a question, split so that the least is unknown, with the fewest stretches. */
export function wordsOf(
  sentence: ReadSentence,
  context: SentenceContext,
  isOfRecords = false,
): readonly SaidWord[] {
  const { text } = sentence.normal;
  const steps: Step[] = [];
  steps[text.length] = { cost: 0, to: text.length };
  for (let index = text.length - 1; index >= 0; index--) {
    let best: Step = { cost: Number.POSITIVE_INFINITY, to: index + 1 };
    for (const one of stepsAt(sentence, context, index, isOfRecords)) {
      const cost = one.cost + (steps[one.to]?.cost ?? Number.POSITIVE_INFINITY);
      if (cost < best.cost || (cost === best.cost && one.to > best.to)) best = { ...one, cost };
    }
    steps[index] = best;
  }
  const words: SaidWord[] = [];
  for (let at = 0; at < text.length; at = steps[at]?.to ?? text.length) {
    const word = steps[at]?.word;
    if (word) words.push(word);
  }
  return words;
}

function stepsAt(
  sentence: ReadSentence,
  { compiled }: SentenceContext,
  index: number,
  isOfRecords: boolean,
): Step[] {
  const { text } = sentence.normal;
  const isMark = SILENT.test(text[index] ?? '');
  const steps: Step[] = isMark ? [{ cost: 0, to: index + 1 }] : [];
  if (!isEdge(text, index)) return steps;
  const places = gluedPlaces(text, index, compiled.lexicon.gluedPrefixes);
  for (const [glued, at] of places.entries()) {
    const labels = isOfRecords ? labelsAt(text, at, compiled) : [];
    const known = [...factsAt(sentence, at), ...phrasesAt(text, at, compiled), ...labels];
    spend(known.length);
    for (const { cost, to, means } of known) {
      const word = { text: text.slice(at, to), means };
      steps.push({ cost: cost + COST.glued * glued, to, word });
    }
  }
  return isMark ? steps : [...steps, unknownAt(sentence, index)];
}

interface Meant {
  readonly cost: number;
  readonly to: number;
  readonly means: readonly string[];
}

/** Places, days, numbers and names; an unknown name counts only with its number. */
function factsAt({ normal: { text }, factsAt: at }: ReadSentence, index: number): Meant[] {
  return at(index).flatMap(({ end, sense }) => {
    if (sense.kind === 'nobody' && !isDigit(text[end - 1])) return [];
    const means = meaningOfFact(sense);
    return [{ cost: means === 'place' ? COST.place : COST.span, to: end, means: [means] }];
  });
}

function meaningOfFact(sense: Sense): string {
  if (sense.kind === 'time') {
    const { kind } = sense.period;
    if (kind === 'now') return 'c:now';
    return kind === 'days' ? 'time' : `t:${kind}`;
  }
  if (sense.kind !== 'record' && sense.kind !== 'nobody') return sense.kind;
  const kind = sense.kind === 'record' ? sense.record.kind : sense.of;
  return kind === 'person' || kind === 'product' ? kind : 'place';
}

function phrasesAt(text: string, at: number, compiled: SentenceContext['compiled']): Meant[] {
  const byEnd = new Map<number, Set<string>>();
  const add = (end: number, means: readonly string[]) => {
    const known = byEnd.get(end) ?? new Set();
    for (const one of means) known.add(one);
    byEnd.set(end, known);
  };
  for (const { end, values } of compiled.phrases.matchesAt(text, at)) {
    add(end, values.flatMap(meaningOfSense));
  }
  for (const { end, values } of compiled.symbols.matchesAt(text, at)) {
    const content = values.filter((symbol) => symbol !== 'filler' && symbol !== 'past.forms');
    add(
      end,
      content.map((symbol) => `s:${symbol}`),
    );
  }
  const topic = topicAt(text, at);
  const known = [...byEnd].map(([to, means]) => ({
    cost: COST.span,
    to,
    means: [...means].sort(),
  }));
  const topics = topic ? [{ cost: COST.topic, to: topic.end, means: ['topic'] }] : [];
  return [...known, ...topics];
}

/** Fields and values by their names, which only records have. */
function labelsAt(text: string, at: number, compiled: SentenceContext['compiled']): Meant[] {
  const labelled = (trie: { matchesAt: PhraseTrie<unknown>['matchesAt'] }, cost: number) =>
    trie.matchesAt(text, at).map(({ end }) => ({ cost, to: end, means: [LABEL] }));
  return [...labelled(compiled.fields, COST.field), ...labelled(compiled.labels, COST.label)];
}

function meaningOfSense(sense: Sense): readonly string[] {
  if (sense.kind === 'concept') return [`c:${sense.concept}`];
  if (sense.kind === 'modifier') return [`m:${sense.modifier}`];
  // Screens occur in orders only.
  return sense.kind === 'word' && !sense.word.startsWith('/') ? [`w:${sense.word}`] : [];
}

/** An unknown word, unless it is a misspelling of a known one. */
function unknownAt({ normal: { text }, spans }: ReadSentence, index: number): Step {
  const typo = spans.find(({ from, isTypo }) => from === index && isTypo);
  const isSpaced = isSpacedLetter(text[index]) || isDigit(text[index]);
  let to = typo?.to ?? index + 1;
  while (to < text.length && !isEdge(text, to)) to++;
  const means = typo ? typo.senses.flatMap(meaningOfSense).sort() : ['?'];
  const cost = isSpaced ? COST.unknownWord : COST.unknownLetter;
  return { cost, to, word: { text: text.slice(index, to), means } };
}
