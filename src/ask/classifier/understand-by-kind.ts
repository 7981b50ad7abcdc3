import { type ReadSentence, readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import { type Answerable, isLicensed, type Licences } from '../licence.ts';
import { type QuestionWord, splitQuestion } from '../question-words.ts';
import { originalText } from '../text/normalise.ts';
import { withinClassifying } from '../text/work-limit.ts';
import { understandSentence } from '../understand.ts';
import type { Classifier, QuestionKind } from './classifier.ts';
import { questionFeatures, type SlotKind, slotKindOf, wordFeature } from './question-features.ts';
import { readingName } from './reading-name.ts';

/** A reading found from the kind of a question. */
export interface ReadingOfKind {
  readonly understood: Answerable;
  /** From 0 to 1: how certain the kind is. */
  readonly probability: number;
  /** Whether the question contains a meaning that no known question of the kind has. */
  readonly hasForeignMeaning: boolean;
  /** Whether the question contains a word that no known question has. */
  readonly hasUnknownWord: boolean;
}

/** A name, day or number in a question, as typed. */
interface Slot {
  readonly kind: SlotKind;
  readonly text: string;
}

const PLACEHOLDER = /\{(place|time|person|product|number)\}/g;

/**
 * Understands a question from its most probable kinds: a known question of the kind is read with the
 * places, days and names of this question. Undefined if the kind is unknown, or has no question
 * with as many names and numbers.
 */
export function understandByKind(
  sentence: ReadSentence,
  context: SentenceContext,
  { classifier, licences }: { readonly classifier: Classifier; readonly licences: Licences },
): ReadingOfKind | undefined {
  const { language } = context.compiled.lexicon;
  const words = splitQuestion(sentence, context, true);
  const found = classifier.classify(questionFeatures(words, language));
  if (found === undefined) return undefined;
  const { kind, probability } = found;
  const slots = slotsOf(words, sentence);
  for (const text of restatements(kind.templates[language] ?? [], slots)) {
    const read = readSentence(text, context);
    const understood = understandSentence(read, context);
    if (understood.kind !== 'question' && understood.kind !== 'records') continue;
    if (readingName(understood) !== kind.name) continue;
    if (!isLicensed(understood, { sentence: read, context }, licences)) continue;
    const hasUnknownWord = words.some(
      ({ text, meanings }) =>
        meanings.includes('?') && !classifier.knows(wordFeature(text, language)),
    );
    return {
      ...{ understood, probability, hasUnknownWord },
      hasForeignMeaning: hasForeignMeaning(words, kind),
    };
  }
  return undefined;
}

/** The names, days and numbers of a question. */
export function slotsOf(words: readonly QuestionWord[], { normal }: ReadSentence): readonly Slot[] {
  return words.flatMap((word) => {
    const kind = slotKindOf(word);
    // "Which one" contains no number.
    if (kind === undefined || (kind === 'number' && !/\d/.test(word.text))) return [];
    const to = word.from + word.text.length;
    return [{ kind, text: originalText(normal, word.from, to) }];
  });
}

/** The templates with the slots of a question, those with most slots first. */
function restatements(templates: readonly string[], slots: readonly Slot[]): readonly string[] {
  const fitting = templates.flatMap((template) => {
    const rest = [...slots];
    let isFilled = true;
    const text = template.replaceAll(PLACEHOLDER, (_, kind) => {
      const index = rest.findIndex((one) => one.kind === kind);
      isFilled &&= index >= 0;
      return rest.splice(index, 1)[0]?.text ?? '';
    });
    const isComplete = rest.every(({ kind }) => kind === 'place' || kind === 'time');
    if (!isFilled || !isComplete) return [];
    const ends = rest.map((one) => one.text).join(' ');
    const texts = rest.length === 0 ? [text] : [`${text} ${ends}`, `${ends} ${text}`];
    return [{ texts, open: rest.length }];
  });
  return fitting.toSorted((a, b) => a.open - b.open).flatMap(({ texts }) => texts);
}

function hasForeignMeaning(words: readonly QuestionWord[], { meanings }: QuestionKind): boolean {
  return words.some((word) => {
    if (slotKindOf(word) !== undefined || word.meanings.includes('?')) return false;
    const relevant = word.meanings.filter((one) => one !== '');
    return relevant.length > 0 && !relevant.some((one) => meanings.has(one));
  });
}

/** The least probability of a kind whose reading is stated. */
const STATED = 0.5;
/** The same, if the words of the question were read in the same way. */
const CONFIRMED = 0.25;

/**
 * The reading of a question by its kind, if it is certain enough; it may be the one that is only
 * suggested by the words.
 */
export function certainReading(
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  suggested: Answerable | undefined,
  sources: { readonly classifier: Classifier; readonly licences: Licences },
): Answerable | undefined {
  const found = withinClassifying(() => understandByKind(sentence, context, sources));
  if (found === undefined) return undefined;
  const { understood, probability, hasForeignMeaning } = found;
  const isConfirmed = suggested !== undefined && isSame(understood, suggested);
  const isCertain = isConfirmed
    ? probability >= CONFIRMED
    : probability >= STATED && !hasForeignMeaning;
  return isCertain ? understood : undefined;
}

function isSame(one: Answerable, other: Answerable): boolean {
  return JSON.stringify({ ...one, confidence: 1 }) === JSON.stringify({ ...other, confidence: 1 });
}
