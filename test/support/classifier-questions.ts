import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import {
  type ClassifierFile,
  classIn,
  NO_KIND,
  type PackedModels,
  properties,
  readingName,
  SAME,
  subjectOf,
  turnName,
} from '../../src/ask/classifier/classifier.ts';
import {
  countQuestionWords,
  FEATURE_COUNT,
  type FeatureVector,
  questionFeatures,
  slotKindOf,
  turnFeatures,
  wordHash,
} from '../../src/ask/classifier/question-features.ts';
import { readKind, type Slot, slotsOf } from '../../src/ask/classifier/understand-by-kind.ts';
import { readSentence, type SentenceContext } from '../../src/ask/grammar/read-sentence.ts';
import type { CompiledLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import {
  type Answerable,
  describeReading,
  isLicensed,
  type Licences,
} from '../../src/ask/licence.ts';
import { splitQuestion } from '../../src/ask/question-words.ts';
import { type Language, languages } from '../../src/model/core/message.ts';
import type { QuestionSet } from '../ask/evaluation/question-set.ts';
import { busyContext, curatedOrders, curatedQuestions, readCurated } from './curated-questions.ts';
import { misreadQuestions } from './misread-questions.ts';
import { type TrainedWeights, type TrainingQuestion, trainClassifier } from './train-classifier.ts';

/** A question of a known kind, as the classifier sees it. */
export interface KnownQuestion {
  readonly language: Language;
  readonly text: string;
  /** The name of its kind. */
  readonly name: string;
  readonly features: FeatureVector;
  readonly meanings: readonly string[];
  readonly words: readonly string[];
  /** The question with placeholders, where it is read as its kind. */
  readonly template: string | undefined;
  /** Its reading, where it is certain. */
  readonly understood: Answerable | undefined;
  readonly slotCount: number;
  readonly asksTwice: boolean;
}

/** Names, days and numbers for the placeholders of wordings. */
const EXAMPLES: Readonly<Record<Language, Readonly<Record<'place' | 'time', readonly string[]>>>> =
  {
    en: {
      place: ['barn 1', 'house 2', 'flock B1-2611'],
      time: ['yesterday', 'last week', 'on Monday', 'in the last 7 days'],
    },
    es: {
      place: ['galpón 1', 'galpón 2', 'lote B1-2611'],
      time: ['ayer', 'la semana pasada', 'el lunes', 'en los últimos 7 días'],
    },
    he: {
      place: ['לול 1', 'לול 2', 'להקה B1-2611'],
      time: ['אתמול', 'שבוע שעבר', 'יום שני', '7 הימים האחרונים'],
    },
    th: {
      place: ['โรงเรือน 1', 'โรงเรือน 2', 'รุ่น B1-2611'],
      time: ['เมื่อวาน', 'สัปดาห์ที่แล้ว', 'วันจันทร์', '7 วันที่ผ่านมา'],
    },
    zh: {
      place: ['1号舍', '2号舍', 'B1-2611批'],
      time: ['昨天', '上周', '周一', '最近7天'],
    },
  };
const NUMBERS = ['30', '12', '5'];
const PLACEHOLDER = /\{(place|time|person|product|number)\}/g;

/** Wordings of a language by the question that they ask in other words. */
function readWordings(language: Language): readonly (readonly [string, readonly string[]])[] {
  const text = readFileSync(`test/ask/wordings/${language}.txt`, 'utf8');
  return text.split(/^# /m).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n').map((line) => line.trim());
    return heading === '' ? [] : [[heading, lines.filter((line) => line !== '')] as const];
  });
}

/** The readings of the English questions under which the wordings stand. */
export function readHeadings(english: CompiledLexicon): ReadonlyMap<string, Answerable> {
  const headings = languages.flatMap((one) => [
    ...readWordings(one).map(([heading]) => heading),
    ...readTurns(one).flatMap(({ first, second }) => [first, second]),
  ]);
  return new Map(
    [...new Set(headings)].flatMap((heading) => {
      const read = readCurated(heading, english);
      return read ? [[heading, read.understood] as const] : [];
    }),
  );
}

/** The name of the kind of a heading. */
function kindOf(heading: string, headings: ReadonlyMap<string, Answerable>): string {
  if (heading === NO_KIND) return NO_KIND;
  const understood = headings.get(heading);
  if (understood === undefined) throw new Error(`no question “${heading}” is read`);
  return readingName(understood);
}

/** Names, days and numbers of the busy farm for the placeholders of a template. */
export function exampleSlots(
  template: string,
  language: Language,
  context: SentenceContext,
): readonly Slot[] {
  const names = namesOfFarm(context);
  return [...template.matchAll(PLACEHOLDER)].map(([placeholder, kind], index) => ({
    kind: kind as Slot['kind'],
    text: filledWording(placeholder, language, index, names),
  }));
}

/** Replaces the placeholders of a wording; different ones in different wordings. */
function filledWording(
  wording: string,
  language: Language,
  index: number,
  names: {
    readonly people: readonly string[];
    readonly products: readonly string[];
  },
): string {
  const values = {
    ...EXAMPLES[language],
    person: names.people,
    product: names.products,
    number: NUMBERS,
  };
  let used = 0;
  return wording.replaceAll(PLACEHOLDER, (_, kind: keyof typeof values) => {
    const choices = values[kind];
    return choices[(index + used++) % choices.length] ?? '';
  });
}

/** Whether the places and days of a reading are those that the question names. */
function hasOnlyNamed(
  understood: Answerable,
  slots: readonly { readonly kind: string }[],
): boolean {
  const { openSlots } = describeReading(understood);
  const isLimited = / limit$| limit |[<>]number/.test(readingName(understood));
  if (isLimited && !slots.some(({ kind }) => kind === 'number')) return false;
  return (['place', 'time'] as const).every(
    (kind) => openSlots.includes(kind) || slots.some((slot) => slot.kind === kind),
  );
}

/** All questions of known kinds in a language. */
export function knownQuestions(
  set: QuestionSet,
  compiled: CompiledLexicon,
  {
    licences,
    headings,
  }: { readonly licences: Licences; readonly headings: ReadonlyMap<string, Answerable> },
): readonly KnownQuestion[] {
  const { language } = compiled.lexicon;
  const context = busyContext(compiled);
  const templateOf = (text: string, name: string, slots: readonly Slot[]) => {
    const template = slots.reduce((all, slot) => all.replace(slot.text, `{${slot.kind}}`), text);
    const kind = { name, templates: { [language]: [template] }, meanings: '' };
    const examples = exampleSlots(template, language, context);
    return readKind(kind, examples, context, licences) && template;
  };
  const know = (text: string, name: string, understood?: Answerable): KnownQuestion => {
    const sentence = readSentence(text, context);
    const words = splitQuestion(sentence, context, true);
    const slots = slotsOf(words, sentence);
    return {
      ...{ language, text, name },
      features: questionFeatures(words, language),
      meanings: words.flatMap((word) => (slotKindOf(word) ? [] : word.meanings)),
      words: words.map((word) => word.text),
      ...{ understood, slotCount: slots.length },
      asksTwice: countQuestionWords(words) > 1,
      template:
        understood && hasOnlyNamed(understood, slots) ? templateOf(text, name, slots) : undefined,
    };
  };
  const asked = [
    ...curatedQuestions(compiled),
    ...set.intents.flatMap(({ questions }) => questions),
  ];
  const read = [...new Set(asked)].flatMap((text) => {
    const found = readCurated(text, compiled);
    if (found === undefined || found.understood.also) return [];
    const { understood, reading } = found;
    const isStated = isLicensed(understood, reading, licences);
    return [know(text, readingName(understood), isStated ? understood : undefined)];
  });
  const none = set.negatives
    .filter(({ expected }) => expected === 'unclear')
    .map(({ question }) => know(question, NO_KIND));
  const misread = [...misreadQuestions[language], ...curatedOrders(language)].map((question) =>
    know(question, NO_KIND),
  );
  const names = namesOfFarm(context);
  const wordings = readWordings(language).flatMap(([heading, lines]) => {
    const name = kindOf(heading, headings);
    return lines.map((line, index) => {
      const text = filledWording(line, language, index, names);
      const found = readCurated(text, compiled);
      const isRead =
        found !== undefined &&
        found.understood.also === undefined &&
        readingName(found.understood) === name &&
        isLicensed(found.understood, found.reading, licences);
      return know(text, name, isRead ? found.understood : undefined);
    });
  });
  return [...read, ...none, ...misread, ...wordings];
}

const MAX_TEMPLATES = 4;
const MIN_QUESTIONS = 4;

/** Turns of a language after questions: one section for each two questions, `# first > second`. */
function readTurns(language: Language) {
  const text = readFileSync(`test/ask/wordings/${language}-turns.txt`, 'utf8');
  return text.split(/^# /m).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n').map((line) => line.trim());
    const [first = '', second = ''] = heading.split(' > ');
    return lines.filter((line) => line !== '').map((line) => ({ first, second, line }));
  });
}

/** A turn, or a question as a turn, after a question of a kind. */
export interface KnownTurn extends TrainingQuestion {
  readonly text: string;
  readonly before: string;
  readonly language: Language;
  readonly words: readonly string[];
  readonly isTurn: boolean;
}

/** The turns of conversations, and questions as turns after other questions. */
export function knownTurns(
  compiled: CompiledLexicon,
  questions: readonly KnownQuestion[],
  headings: ReadonlyMap<string, Answerable>,
): readonly KnownTurn[] {
  const { language } = compiled.lexicon;
  const context = busyContext(compiled);
  const nameOf = (heading: string) => kindOf(heading, headings);
  const know = (text: string, before: string, next: string, isTurn: boolean) => {
    const words = splitQuestion(readSentence(text, context), context, true);
    const name = next === NO_KIND ? NO_KIND : turnName(before, next);
    const features = turnFeatures(words, language, subjectOf(before));
    return {
      ...{ text, before, name, features, isTurn, language },
      words: words.map((word) => word.text),
    };
  };
  const rows = readTurns(language);
  const firsts = [...new Set(rows.map(({ first }) => first))].filter((one) => one !== NO_KIND);
  const anyFirst = (index: number) => nameOf(firsts[(index * 7) % firsts.length] ?? '');
  const turns = rows.map(({ first, second, line }, index) => {
    const text = filledWording(line, language, index, namesOfFarm(context));
    const before = first === NO_KIND ? anyFirst(index) : nameOf(first);
    return know(text, before, nameOf(second), true);
  });
  // A complete question after another one.
  if (rows.length === 0) return [];
  const others = questions
    .filter((one) => one.language === language)
    .map(({ text, name }, index) => know(text, anyFirst(index), name, false));
  return [...turns, ...others];
}

function namesOfFarm({ names }: SentenceContext) {
  return {
    people: names.people.map(({ name }) => name),
    products: names.products.map(({ name }) => name),
  };
}

/** The kinds with enough questions. */
export function frequentKinds(questions: readonly KnownQuestion[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of questions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count >= MIN_QUESTIONS ? [name] : [])));
}

const PLACEHOLDERS = /\{[a-z]+\}/g;

/** The shortest template for each combination of placeholders. */
function chooseTemplates(questions: readonly KnownQuestion[]): readonly string[] {
  const byPlaceholders = new Map<string, string>();
  const templates = questions.flatMap(({ template }) => template ?? []);
  for (const template of templates.toSorted((a, b) => a.length - b.length)) {
    const key = (template.match(PLACEHOLDERS) ?? []).sort().join(' ');
    if (!byPlaceholders.has(key)) byPlaceholders.set(key, template);
  }
  return [...byPlaceholders.values()].slice(0, MAX_TEMPLATES);
}

/** More questions with two question words than these are no accident. */
const MIN_TWICE = 3;

/** The reading of the question with fewest names, or of a heading, without its places and days. */
function chooseReading(
  questions: readonly KnownQuestion[],
  ofHeading: Answerable | undefined,
): Answerable | undefined {
  const [question] = questions
    .filter(({ understood }) => understood !== undefined)
    .toSorted((a, b) => a.slotCount - b.slotCount);
  const understood = question?.understood ?? ofHeading;
  return understood && withoutPlaces(understood);
}

/** Views with so few records that all are an answer about one of them. */
const SHORT_VIEWS: ReadonlySet<string> = new Set(['permits', 'papers', 'dueItems', 'licenses']);

/** A reading without places and days; undefined if it has numbers or names of its own. */
function withoutPlaces(understood: Answerable): Answerable | undefined {
  if (understood.kind === 'question') {
    const { intent, question } = understood;
    const { scope: _, period: __, ...rest } = question;
    const isOpen = ['limit', 'ages', 'versus', 'rank'].every((one) => !(one in rest));
    const isNamed = 'person' in rest.slots || 'product' in rest.slots;
    if (!isOpen || isNamed) return undefined;
    return { kind: 'question', intent, question: { ...rest, scope: {} }, confidence: 1 };
  }
  const { view } = understood;
  const { period: _, filters, ...form } = understood.form;
  const isTopic = ({ op }: (typeof filters)[number]) => op === 'about';
  const isClosed = ({ field, value }: (typeof filters)[number]) =>
    typeof value !== 'number' && !/Id$|name|date|assignee|product/i.test(field);
  if (filters.some(isTopic) && !SHORT_VIEWS.has(view)) return undefined;
  const closed = filters.filter((one) => !isTopic(one));
  if (!closed.every(isClosed)) return undefined;
  const rest = { ...form, filters: closed };
  const scope = { farms: [], barns: [], flocks: [] };
  return { kind: 'records', view, form: { ...rest, scope }, confidence: 1 };
}

/** The numbers of weights bound the memory of the service. */
const MAX_QUESTION_WEIGHTS = 1_400_000;
const MAX_TURN_WEIGHTS = 700_000;
/** The share of each model in the weights. */
const SHARES = { name: 4 / 7, subject: 2 / 7, manner: 1 / 7 } as const;

/** The hashes of the words of questions. */
function packedWords(
  questions: readonly { readonly language: Language; readonly words: readonly string[] }[],
): string {
  const hashes = questions.flatMap(({ language, words }) =>
    words.map((word) => wordHash(word, language)),
  );
  return pack(Uint32Array.from(new Set(hashes)).sort());
}

/** For each subject the names of the turns after it. */
function turnsAfter(turns: readonly KnownTurn[]): ClassifierFile['turnsAfter'] {
  const pairs = new Map<string, Set<string>>();
  for (const { before, name, isTurn } of turns) {
    const names = pairs.get(subjectOf(before)) ?? new Set();
    if (isTurn && !name.startsWith(SAME) && name !== NO_KIND) names.add(name);
    pairs.set(subjectOf(before), names);
  }
  return Object.fromEntries([...pairs].map(([subject, names]) => [subject, [...names].sort()]));
}

/** Trains a model for each property, and packs its largest weights. */
function trainedModels(questions: readonly TrainingQuestion[], maxWeights: number): PackedModels {
  const trained = properties.map((property) => {
    const classOf = classIn[property];
    const model = trainClassifier(
      questions.map(({ features, name }) => ({ features, name: classOf(name) })),
    );
    return largestWeights(model, maxWeights * SHARES[property]);
  });
  const ofProperty = <T>(read: (model: LargeWeights) => T) =>
    Object.fromEntries(properties.map((one, index) => [one, read(trained[index] as LargeWeights)]));
  return {
    classes: ofProperty(({ names }) => names) as PackedModels['classes'],
    scales: ofProperty(({ scale }) => scale) as PackedModels['scales'],
    ...packWeights(trained),
  };
}

/** Trains a classifier and packs its largest weights. */
export function trainedFile(
  questions: readonly KnownQuestion[],
  turns: readonly KnownTurn[],
  headings: ReadonlyMap<string, Answerable>,
): ClassifierFile {
  const ofHeadings = new Map([...headings.values()].map((one) => [readingName(one), one]));
  const models = trainedModels(questions, MAX_QUESTION_WEIGHTS);
  const kinds = models.classes.name.map((name) => {
    const own = questions.filter((one) => one.name === name);
    const languages = [...new Set(own.map(({ language }) => language))];
    const templates = Object.fromEntries(
      name === NO_KIND || / about(?: |$)/.test(name)
        ? []
        : languages.flatMap((language) => {
            const chosen = chooseTemplates(own.filter((one) => one.language === language));
            return chosen.length > 0 ? [[language, chosen]] : [];
          }),
    );
    const meanings = [...new Set(own.flatMap((one) => one.meanings))].sort();
    const reading = chooseReading(own, ofHeadings.get(name));
    return {
      ...{ name, templates, meanings: name === NO_KIND ? '' : meanings.join(' ') },
      ...(reading ? { reading } : {}),
      ...(own.filter(({ asksTwice }) => asksTwice).length >= MIN_TWICE ? { asksTwice: true } : {}),
    };
  });
  return {
    ...{ kinds, questions: models },
    turns: trainedModels(turns, MAX_TURN_WEIGHTS),
    words: packedWords([...questions, ...turns]),
    turnsAfter: turnsAfter(turns),
  };
}

/** Sets each weight relative to the median of its feature: the same for all classes changes nothing. */
function subtractMedians(weights: Float32Array, classCount: number): void {
  for (let from = 0; from < weights.length; from += classCount) {
    const row = weights.subarray(from, from + classCount);
    const median = row.slice().sort()[classCount >> 1] ?? 0;
    if (median !== 0) for (const [kind, weight] of row.entries()) row[kind] = weight - median;
  }
}

/** The size that `count` of the weights exceed, to 1/4096 of the largest. */
function sizeOfLargest(weights: Float32Array, count: number): number {
  const bins = new Uint32Array(4096);
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const binOf = (weight: number) =>
    Math.min(bins.length - 1, Math.floor((Math.abs(weight) / largest) * bins.length));
  for (const weight of weights) bins[binOf(weight)] = (bins[binOf(weight)] ?? 0) + 1;
  let bin = bins.length;
  for (let found = 0; bin > 1 && found < count; bin--) found += bins[bin - 1] ?? 0;
  return (bin * largest) / bins.length;
}

/** The largest weights of a model in steps of `scale`, by feature and class. */
interface LargeWeights {
  readonly names: readonly string[];
  readonly scale: number;
  readonly stepsOf: (feature: number) => readonly (readonly [kind: number, steps: number])[];
}

function largestWeights({ names, weights }: TrainedWeights, maxCount: number): LargeWeights {
  const classCount = names.length;
  subtractMedians(weights, classCount);
  const least = sizeOfLargest(weights, maxCount);
  const scale = sizeOfLargest(weights, maxCount / 1000) / 127;
  const inSteps = (weight: number) => Math.max(-127, Math.min(127, Math.round(weight / scale)));
  const stepsOf = (feature: number) =>
    [...weights.subarray(feature * classCount, (feature + 1) * classCount)].flatMap(
      (weight, kind) => (Math.abs(weight) < least ? [] : [[kind, inSteps(weight)] as const]),
    );
  return { names, scale, stepsOf };
}

function packWeights(
  models: readonly LargeWeights[],
): Pick<PackedModels, 'features' | 'classNumbers' | 'weights'> {
  const steps: number[] = [];
  const classNumbers: number[] = [];
  const values: number[] = [];
  let previous = 0;
  for (let feature = 0; feature < FEATURE_COUNT; feature++) {
    const before = values.length;
    let first = 0;
    for (const { names, stepsOf } of models) {
      for (const [kind, value] of stepsOf(feature)) {
        classNumbers.push(first + kind);
        values.push(value);
      }
      first += names.length;
    }
    if (values.length === before) continue;
    steps.push(feature - previous, values.length - before);
    previous = feature;
  }
  return {
    features: pack(Uint16Array.from(steps)),
    classNumbers: pack(Uint16Array.from(classNumbers)),
    weights: pack(Int8Array.from(values)),
  };
}

function pack(numbers: Uint16Array | Uint32Array | Int8Array): string {
  return brotliCompressSync(Buffer.from(numbers.buffer)).toString('base64');
}
