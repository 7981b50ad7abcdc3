import { brotliDecompressSync } from 'node:zlib';
import type { QueryFilter } from '../../model/answers/query-form.ts';
import type { Language } from '../../model/core/message.ts';
import type { Answerable } from '../licence.ts';
import { FEATURE_COUNT, type FeatureVector, wordHash } from './question-features.ts';

/** Slots and fields that name a record: their values are not part of a kind of question. */
const NAMING_SLOT = /^(?:person|product)$/;
const NAMING_FIELD = /Id$|name|date|assignee|product/i;

/**
 * The kind of question that a reading answers, without places, days and names: `mortality value`,
 * `records placements last placementDate past`. Readings of the same name differ only in these.
 */
export function readingName(understood: Answerable): string {
  return [nameOf(understood), ...(understood.also ? ['and', readingName(understood.also)] : [])]
    .join(' ')
    .trim();
}

function nameOf(understood: Answerable): string {
  if (understood.kind === 'question') {
    const { scope: _, period: __, aggregation, slots, ...modifiers } = understood.question;
    const closed = Object.entries(slots).filter(([slot]) => !NAMING_SLOT.test(slot));
    const filters = closed.map(([slot, value]) => `${slot}=${value}`).sort();
    const manner = Object.entries(modifiers).map(([name, value]) =>
      name === 'limit' ? `${modifiers.limit?.side} limit` : modifierName(name, value),
    );
    return [understood.intent, aggregation, ...filters, ...manner.sort()].join(' ');
  }
  const { aggregate, select, tense, filters, groupBy, limit, offset, also = [] } = understood.form;
  const parts = filters.map(filterName).sort();
  return [
    ...['records', understood.view, aggregate, ...(select ? [select] : []), tense, ...parts],
    ...(groupBy ? [`by ${groupBy}`] : []),
    ...(limit ? [`limit ${limit}`] : []),
    ...(offset ? [`offset ${offset}`] : []),
    ...also.map((one) => `with ${one.aggregate} ${one.select}`),
  ].join(' ');
}

/** A rank is part of the kind; compared days and ages are not. */
function modifierName(name: string, value: unknown): string {
  return typeof value === 'object' ? name : `${name}=${value}`;
}

function filterName({ field, op, value }: QueryFilter): string {
  if (op === 'about') return op;
  if (typeof value === 'number') return `${field}${op}number`;
  return NAMING_FIELD.test(field) ? `${field}${op}` : `${field}${op}${[value].flat().join('|')}`;
}

/** The name of a turn that changes only the place or the days of the previous question. */
export const SAME = '=';

/** The name of a turn by what it asks for, relative to the question before it. */
export function turnName(before: string, next: string): string {
  if (before === next) return SAME;
  const subject = subjectOf(next);
  const isRelative = !next.startsWith('records ') && subject === subjectOf(before);
  return isRelative && !/ [a-z]+=(?!true)/.test(next)
    ? `${SAME}${next.slice(subject.length)}`
    : next;
}

/** The subject of a kind of question: a measure, or a view and its field. */
export function subjectOf(name: string): string {
  if (name.startsWith(SAME)) return SAME;
  const [first = '', second, _, field] = name.split(' ');
  if (first !== 'records') return first;
  return [first, second, ...(field && !TENSES.has(field) ? [field] : [])].join(' ');
}

const TENSES: ReadonlySet<string> = new Set(['past', 'present', 'future']);

/**
 * How a kind of question asks, without its subject: `highest`, `value reason`, `records count`. The
 * words for it are the same for many subjects.
 */
function mannerOf(name: string): string {
  if (name === SAME) return SAME;
  const [subject, aggregation = '', ...rest] = name.split(' ');
  if (subject === 'records') return `records ${rest[0] ?? ''}`;
  return [aggregation, ...rest.filter((one) => !/^[^=]+=/.test(one) || MANNERS.test(one))].join(
    ' ',
  );
}

const MANNERS = /^(?:isReason|isPast|isJudged|rank|counting)=/;

/** A property of questions for which there is a model. */
export const properties = ['name', 'subject', 'manner'] as const;
type Property = (typeof properties)[number];

/**
 * The weights of multinomial logistic regressions, one for each property: only those that are not
 * zero. The classes of all models are numbered together. Texts are Base64 of Brotli.
 */
export interface PackedModels {
  readonly classes: Readonly<Record<Property, readonly string[]>>;
  /** The value of a weight of 1. */
  readonly scales: Readonly<Record<Property, number>>;
  /** Two bytes each: the distance to the previous feature with weights, and their number. */
  features: string;
  /** Two bytes for each weight: its class. */
  classNumbers: string;
  /** A signed byte for each weight. */
  weights: string;
}

/** Reads models; their texts are emptied, since the imported file would keep them. */
function readWeights(packed: PackedModels): (features: FeatureVector) => Float64Array[] {
  const classOf = new Uint16Array(unpack(packed.classNumbers));
  const values = new Int8Array(unpack(packed.weights));
  const starts = startsOf(new Uint16Array(unpack(packed.features)));
  Object.assign(packed, { classNumbers: '', weights: '', features: '' });
  let from = 0;
  const ranges = properties.map((property) => {
    const to = from + packed.classes[property].length;
    const range = { from, to, scale: packed.scales[property] };
    from = to;
    return range;
  });
  const classCount = from;
  return (question) => {
    const scores = new Float64Array(classCount);
    for (const [feature, weight] of question) {
      const to = starts[feature + 1] ?? 0;
      for (let at = starts[feature] ?? 0; at < to; at++) {
        const kind = classOf[at] ?? 0;
        scores[kind] = (scores[kind] ?? 0) + weight * (values[at] ?? 0);
      }
    }
    return ranges.map(({ from: first, to, scale }) =>
      softmax(scores.subarray(first, to).map((score) => score * scale)),
    );
  };
}

/** Numbers are little-endian, as on all processors for which Node.js is published. */
function unpack(text: string): ArrayBuffer {
  return Uint8Array.from(brotliDecompressSync(Buffer.from(text, 'base64'))).buffer;
}

/** The position of the first weight of each feature. */
function startsOf(steps: Uint16Array): Uint32Array {
  const counts = new Uint32Array(FEATURE_COUNT + 1);
  let feature = 0;
  for (let at = 0; at < steps.length; at += 2) {
    feature += steps[at] ?? 0;
    counts[feature + 1] = steps[at + 1] ?? 0;
  }
  for (let index = 1; index < counts.length; index++)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  return counts;
}

function softmax(scores: Float64Array): Float64Array {
  const highest = scores.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const powers = scores.map((one) => Math.exp(one - highest));
  const sum = powers.reduce((total, one) => total + one, 0);
  return powers.map((power) => power / sum);
}

/** A kind of question that the classifier knows. */
export interface QuestionKind {
  /** The name of its reading (`readingName`). */
  readonly name: string;
  /** Questions of this kind that are read as such, with placeholders for names and days. */
  readonly templates: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Its reading without places and days, if these are all that it needs. */
  readonly reading?: Answerable;
  /** The meanings of words in the known questions of this kind, separated by blanks. */
  readonly meanings: string;
  /** Whether known questions of this kind have two question words ("when and how many"). */
  readonly asksTwice?: boolean;
}

/** The most probable kind of a question; undefined: none of the kinds. */
export interface ClassifiedQuestion {
  readonly kind: QuestionKind | undefined;
  readonly probability: number;
}

/** A classifier of questions, trained on the questions of the tests. */
export interface Classifier {
  readonly classify: (features: FeatureVector) => ClassifiedQuestion;
  /** Whether a word occurs in the known questions and turns of a language. */
  readonly knowsWord: (text: string, language: Language) => boolean;
  readonly kinds: readonly QuestionKind[];
  readonly findKind: (name: string) => QuestionKind | undefined;
  /** Whether turns of that name are known after questions about that subject. */
  readonly isPair: (subject: string, name: string) => boolean;
  /** The most probable kind of turn; undefined for one that must not be answered. */
  readonly classifyTurn: (
    features: FeatureVector,
  ) => { readonly name: string; readonly probability: number } | undefined;
}

/** The file of a classifier. */
export interface ClassifierFile {
  readonly kinds: readonly QuestionKind[];
  readonly questions: PackedModels;
  /** Turns of conversations, by their names (`turnName`). */
  readonly turns: PackedModels;
  /** The hashes of all words in the known questions and turns, four bytes each. */
  words: string;
  /** For each subject the names of the turns after it. */
  readonly turnsAfter: Readonly<Record<string, readonly string[]>>;
}

/** The name for questions that none of the kinds answers. */
export const NO_KIND = 'none';

/**
 * The class of a name in each model. The subject and the manner alone have more known questions than
 * a single name.
 */
export const classIn: Readonly<Record<Property, (name: string) => string>> = {
  ...{ name: (name) => name, subject: subjectOf, manner: mannerOf },
};

/** Reads a classifier from its file. */
function readClassifier(file: ClassifierFile): Classifier {
  const { kinds, questions, turns, turnsAfter } = file;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const words = new Uint32Array(unpack(file.words));
  file.words = '';
  const [ofQuestion, ofTurn] = [readModels(questions), readModels(turns)];
  return {
    kinds,
    findKind: (name) => byName.get(name),
    knowsWord: (text, language) => includesSorted(words, wordHash(text, language)),
    isPair: (subject, name) => turnsAfter[subject]?.includes(name) === true,
    classify: (features) => {
      const { name, probability } = ofQuestion.classify(features);
      return { kind: name === NO_KIND ? undefined : byName.get(name), probability };
    },
    classifyTurn: (features) => {
      const found = ofTurn.classify(features);
      return found.name === NO_KIND ? undefined : found;
    },
  };
}

/** Whether a sorted list contains a number. */
function includesSorted(sorted: Uint32Array, number: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === number;
}

/** The name with the largest product of its probabilities in the models. */
function readModels(packed: PackedModels) {
  const names = packed.classes.name;
  const probabilitiesOf = readWeights(packed);
  const classes = properties.map((property) => {
    const numbers = new Map(packed.classes[property].map((name, index) => [name, index]));
    return names.map((name) => numbers.get(classIn[property](name)) ?? -1);
  });
  return {
    classify: (features: FeatureVector) => {
      const scores = new Float64Array(names.length).fill(1);
      for (const [model, probabilities] of probabilitiesOf(features).entries()) {
        for (const [index, one] of (classes[model] ?? []).entries())
          scores[index] = (scores[index] ?? 0) * (probabilities[one] ?? 0);
      }
      const sum = scores.reduce((total, one) => total + one, 0);
      const best = scores.reduce((most, one) => Math.max(most, one), 0);
      return { name: names[scores.indexOf(best)] ?? NO_KIND, probability: best / sum };
    },
  };
}

let loaded: Promise<Classifier> | undefined;

/** The classifier of the service, read once. */
export function loadClassifier(): Promise<Classifier> {
  loaded ??= import('../lexicons/classifier.json', { with: { type: 'json' } }).then((file) =>
    readClassifier(file.default as unknown as ClassifierFile),
  );
  return loaded;
}
