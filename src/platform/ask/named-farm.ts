import { supportsRecord } from '../../ask/grammar/rank-measures.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { NamedRecord } from '../../ask/lexicon/lexicon.ts';
import { measures } from '../../ask/measures/measures.ts';
import type { FarmNames } from '../../ask/names/farm-names.ts';
import { isKnownPhrase } from '../../ask/names/name-trie.ts';
import type { View } from '../../ask/query/view.ts';
import { views } from '../../ask/query/views.ts';
import { normalText } from '../../ask/text/normalise.ts';
import type { MeasureName } from '../../model/measures.ts';
import type { QuestionFarm } from './question-farm.ts';
import {
  isAnswer,
  type QuestionReading,
  toSuggestion,
  type UnderstoodQuestion,
  understandOnFarm,
} from './understand-on-farm.ts';

const LETTER = /[\p{L}\p{M}\d]/u;
const UNSPACED = /[\p{Script=Thai}\p{Script=Han}]/u;
const HAN = /^\p{Script=Han}/u;
/** Minimum number of letters in a part of a name, in a script with spaces, in Thai and in Chinese. */
const MIN_LENGTH = { spaced: 4, thai: 5, han: 3 } as const;
/** Hebrew writes "in", "of" and "the" without a space before a name. */
const HEBREW_PREFIX = /(?:^|[^\p{L}])([בהוכלמש]{1,3})$/u;

/**
 * Parses a question that may name its farm by a part of its name. A command is always read with all
 * its words, which may be those of a title.
 */
export function understandWithFarmName(
  typed: string,
  { farmId, names, frame }: QuestionFarm,
  reading: QuestionReading,
): UnderstoodQuestion {
  const { today, thresholds } = frame;
  const read = (question: string) =>
    understandOnFarm(question, { names, today, thresholds }, reading);
  const isWord = (phrase: string) => reading.lexicons.some((one) => isKnownPhrase(one, phrase));
  const shorter = withoutFarmName(typed, { id: farmId, names }, isWord);
  if (shorter === undefined) return read(typed);
  const short = read(shorter.question);
  // "We sold to Gilboa": the farm, or a customer of that name.
  const isCertain = !shorter.isAmbiguous || !mayNamePerson(short.understanding);
  if (isAnswer(short.understanding) && isCertain) return short;
  const whole = read(typed);
  if (whole.understanding.kind !== 'unclear' || hasSuggestion(whole))
    return isAnswer(short.understanding) ? suggested(whole) : whole;
  return isAnswer(short.understanding) ? suggested(short) : hasSuggestion(short) ? short : whole;
}

/** Measures of trade, in which "to Gilboa" is a customer. */
const TRADED: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'revenue',
  'moneySpent',
  'netMoney',
  'pricePerKg',
  'feedPrice',
]);

/** Whether the question of a reading may name a person or a company. */
function mayNamePerson(understanding: Understanding): boolean {
  if (understanding.kind === 'question') {
    const { intent } = understanding;
    return TRADED.has(intent) || supportsRecord(measures[intent], 'person');
  }
  if (understanding.kind !== 'records') return false;
  const view: View = views[understanding.view];
  return view.person !== undefined;
}

function suggested(read: UnderstoodQuestion): UnderstoodQuestion {
  const { understanding } = read;
  return isAnswer(understanding) ? { ...read, understanding: toSuggestion(understanding) } : read;
}

function hasSuggestion({ understanding }: UnderstoodQuestion): boolean {
  return understanding.kind === 'unclear' && understanding.suggested !== undefined;
}

/** A question without the name of its farm. */
interface QuestionWithoutFarm {
  readonly question: string;
  /** Whether the removed part is also in the name of a person, a company or another record. */
  readonly isAmbiguous: boolean;
}

/**
 * A question without a part of the name of the farm that it is asked about: "how much did they eat
 * at Hefer" on the farm "Hefer Valley Broilers". The part must distinguish the farm from the other
 * farms of the caller, and must not consist of words of the language. Undefined if none is named.
 */
export function withoutFarmName(
  typed: string,
  farm: { readonly id: string; readonly names: FarmNames },
  isWord: (phrase: string) => boolean,
): QuestionWithoutFarm | undefined {
  const { farms, barns, flocks, people, products, companies = [] } = farm.names;
  const text = normalText(typed);
  const own = normalText(farms.find(({ id }) => id === farm.id)?.name ?? '');
  const others = farms.filter(({ id }) => id !== farm.id);
  const records = [barns, flocks, people, products, companies].flat();
  const isIn = (part: string) => (one: NamedRecord) => normalText(one.name).includes(part);
  for (const part of partsOfName(own)) {
    if (!text.includes(part) || isWord(part) || others.some(isIn(part))) continue;
    const question = withoutPart(text, part);
    if (question !== undefined) return { question, isAmbiguous: records.some(isIn(part)) };
  }
  return undefined;
}

/** The parts of a name that may stand for it, the longest first. */
function partsOfName(name: string): readonly string[] {
  const parts = UNSPACED.test(name) ? partsOfUnspaced(name) : partsOfWords(name.split(' '));
  return [...new Set(parts)].sort((a, b) => b.length - a.length);
}

/** The beginnings and the endings. */
function partsOfUnspaced(name: string): readonly string[] {
  const shortest = MIN_LENGTH[HAN.test(name) ? 'han' : 'thai'];
  const lengths = Array.from(
    { length: Math.max(0, name.length - shortest + 1) },
    (_, index) => shortest + index,
  );
  return lengths.flatMap((length) => [name.slice(0, length), name.slice(-length)]);
}

/** Each sequence of words, in Hebrew also without the article. */
function partsOfWords(words: readonly string[]): readonly string[] {
  return words
    .flatMap((_, from) => words.slice(from).map((_, count) => words.slice(from, from + count + 1)))
    .map((part) => part.join(' '))
    .flatMap((part) => [part, part.replace(/^ה(?=[א-ת]{3})/u, '')])
    .filter((part) => part.length >= MIN_LENGTH.spaced);
}

/** The text without a part that is not within a word; undefined if it is nowhere else. */
function withoutPart(text: string, part: string): string | undefined {
  const isSpaced = !UNSPACED.test(part);
  for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + 1)) {
    const [before, after] = [text.slice(0, from), text.slice(from + part.length)];
    const prefix = HEBREW_PREFIX.exec(before.slice(-4))?.[1] ?? '';
    const rest = before.slice(0, before.length - prefix.length);
    const isWithinWord = LETTER.test(rest.at(-1) ?? '') || LETTER.test(after[0] ?? '');
    if (isSpaced && isWithinWord) continue;
    return `${rest} ${after}`.replaceAll(/ {2,}/g, ' ').trim();
  }
  return undefined;
}
