import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import type { Sense } from './lexicon/lexicon.ts';
import { topicAt } from './names/topics.ts';
import type { PhraseTrie } from './text/phrase-trie.ts';
import { prefixEnds } from './text/scan.ts';
import { isDigit, isEdge, isSpacedLetter } from './text/word-edges.ts';
import { countWork } from './text/work-limit.ts';

/** A word or phrase of a question as written, with all its possible meanings. */
export interface QuestionWord {
  readonly text: string;
  /** Its position in the normal text. */
  readonly from: number;
  /**
   * `c:` concept, `m:` modifier, `s:` symbol, `place`, `time`, `number`; empty for a word without a
   * meaning.
   */
  readonly meanings: readonly string[];
}

interface PathStep {
  readonly cost: number;
  readonly to: number;
  readonly word?: QuestionWord;
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
const SILENT_CHARACTERS = /[\s?.!,;:()¿¡？。！，、"'-]/u;
/** The meaning of the name of a field or value. */
export const LABEL = 'label';

/** The words of a question, split so that the least is unknown, with the fewest stretches. */
export function splitQuestion(
  sentence: ReadSentence,
  context: SentenceContext,
  isAboutRecords = false,
): readonly QuestionWord[] {
  const { text } = sentence.normal;
  const steps: PathStep[] = [];
  steps[text.length] = { cost: 0, to: text.length };
  for (let index = text.length - 1; index >= 0; index--) {
    let best: PathStep = { cost: Number.POSITIVE_INFINITY, to: index + 1 };
    for (const one of stepsAt(sentence, context, index, isAboutRecords)) {
      const cost = one.cost + (steps[one.to]?.cost ?? Number.POSITIVE_INFINITY);
      if (cost < best.cost || (cost === best.cost && one.to > best.to)) best = { ...one, cost };
    }
    steps[index] = best;
  }
  const words: QuestionWord[] = [];
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
  isAboutRecords: boolean,
): PathStep[] {
  const { text } = sentence.normal;
  const isMark = SILENT_CHARACTERS.test(text[index] ?? '');
  const steps: PathStep[] = isMark ? [{ cost: 0, to: index + 1 }] : [];
  if (!isEdge(text, index)) return steps;
  const places = prefixEnds(text, index, compiled.lexicon.gluedPrefixes);
  for (const [glued, at] of places.entries()) {
    const labels = isAboutRecords ? labelsAt(text, at, compiled) : [];
    const found = [...factsAt(sentence, at), ...phrasesAt(text, at, compiled), ...labels];
    countWork(found.length);
    for (const { cost, to, meanings } of found) {
      const word = { text: text.slice(at, to), from: at, meanings };
      steps.push({ cost: cost + COST.glued * glued, to, word });
    }
  }
  return isMark ? steps : [...steps, unknownAt(sentence, index)];
}

interface WordMeaning {
  readonly cost: number;
  readonly to: number;
  readonly meanings: readonly string[];
}

/** Places, days, numbers and names; an unknown name counts only with its number. */
function factsAt({ normal: { text }, factsAt: at }: ReadSentence, index: number): WordMeaning[] {
  return at(index).flatMap(({ end, sense }) => {
    if (sense.kind === 'nobody' && !isDigit(text[end - 1])) return [];
    const meaning = meaningOfFact(sense);
    return [{ cost: meaning === 'place' ? COST.place : COST.span, to: end, meanings: [meaning] }];
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

function phrasesAt(text: string, at: number, compiled: SentenceContext['compiled']): WordMeaning[] {
  const byEnd = new Map<number, Set<string>>();
  const add = (end: number, meanings: readonly string[]) => {
    const found = byEnd.get(end) ?? new Set();
    for (const one of meanings) found.add(one);
    byEnd.set(end, found);
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
  const found = [...byEnd].map(([to, meanings]) => ({
    cost: COST.span,
    to,
    meanings: [...meanings].sort(),
  }));
  const topics = topic ? [{ cost: COST.topic, to: topic.end, meanings: ['topic'] }] : [];
  return [...found, ...topics];
}

/** Fields and values by their names, which only records have. */
function labelsAt(text: string, at: number, compiled: SentenceContext['compiled']): WordMeaning[] {
  const labelled = (trie: { matchesAt: PhraseTrie<unknown>['matchesAt'] }, cost: number) =>
    trie.matchesAt(text, at).map(({ end }) => ({ cost, to: end, meanings: [LABEL] }));
  return [...labelled(compiled.fields, COST.field), ...labelled(compiled.labels, COST.label)];
}

function meaningOfSense(sense: Sense): readonly string[] {
  if (sense.kind === 'concept') return [`c:${sense.concept}`];
  if (sense.kind === 'modifier') return [`m:${sense.modifier}`];
  // Screens occur in orders only.
  return sense.kind === 'word' && !sense.word.startsWith('/') ? [`w:${sense.word}`] : [];
}

/** An unknown word, unless it is a misspelling of a known one. */
function unknownAt({ normal: { text }, spans }: ReadSentence, index: number): PathStep {
  const typo = spans.find(({ from, isTypo }) => from === index && isTypo);
  const isSpaced = isSpacedLetter(text[index]) || isDigit(text[index]);
  let to = typo?.to ?? index + 1;
  while (to < text.length && !isEdge(text, to)) to++;
  const meanings = typo ? typo.senses.flatMap(meaningOfSense).sort() : ['?'];
  const cost = isSpaced ? COST.unknownWord : COST.unknownLetter;
  return { cost, to, word: { text: text.slice(index, to), from: index, meanings } };
}

/** Shorter words with a wrong letter are too similar to other words. */
const MIN_MISSPELT_LENGTH = 7;

/** Whether a measure is named only by short words that are not in the lexicon. */
export function isGuessed({ spans }: ReadSentence, own: readonly string[]): boolean {
  const naming = spans.filter(({ senses }) =>
    senses.some((sense) => sense.kind === 'concept' && own.includes(`c:${sense.concept}`)),
  );
  const isUnsure = ({ isTypo, from, to }: ReadSentence['spans'][number]) =>
    isTypo && to - from < MIN_MISSPELT_LENGTH;
  return naming.length > 0 && naming.every(isUnsure);
}
