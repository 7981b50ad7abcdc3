import type { Concept } from './grammar/concepts.ts';
import { findFamily, type Meaning, measureMeanings } from './grammar/measure-meanings.ts';
import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { MeasureDefinition } from './measure.ts';
import { measures } from './measures/measures.ts';
import { findByNumber } from './names/farm-names.ts';
import { topicAt } from './names/topics.ts';
import { SYMBOL_OF_CONCEPT } from './parser/chart.ts';
import { TITLE_WORD } from './query/view.ts';
import { type View, views } from './query/views.ts';
import { isGuessed, LABEL, type QuestionWord, splitQuestion } from './question-words.ts';
import type { Span } from './text/scan.ts';

/** An interpretation that would be answered. */
export type Answerable = Extract<Understanding, { readonly kind: 'question' | 'records' }>;

/**
 * The licences granted by the curated questions of the tests: for each reading the meanings that
 * occurred in a question with it (`c:birds`), and those that occurred together (`c:birds &
 * c:eggs`).
 */
export type Licences = ReadonlySet<string>;

/** Meanings of place and time, or of a bare question: they may accompany anything. */
const NEUTRAL_MEANINGS: ReadonlySet<string> = new Set([
  ...['what', 'which', 'is_there', 'how_many', 'how_much', 'list', 'now'].map((one) => `c:${one}`),
  ...['birds', 'barn', 'flock', 'farm'].flatMap((one) => [`c:${one}`, `s:${one}`]),
  ...['s:ask.count', 's:ask.which', 's:ask.amount', 's:ask.exists', 's:pronoun'],
  ...['number', 'person', 'product', 'topic'],
]);
/** Aggregations: these must match the way in which the question is answered. */
const AGGREGATION_MEANINGS: ReadonlySet<string> = new Set(
  'average total lowest highest best worst cheapest compare trend last each'
    .split(' ')
    .map((one) => `c:${one}`),
);

/**
 * Whether every word and every pair of words of a question has the same role in its reading as in a
 * question that is known to be read correctly. Otherwise the reading is only suggested.
 */
export function isLicensed(
  understood: Answerable,
  reading: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): boolean {
  const naming = [...ownConcepts(understood)].filter(
    (one) => !isNeutral(one) && !isAggregation(one),
  );
  if (isGuessed(reading.sentence, naming)) return false;
  const granted = grantedBy(licences, understood);
  return licencesNeeded(understood, reading).every(granted);
}

/**
 * The licences of details that a question lacks, whatever its other words are: "what feed",
 * "starter", a second place or day, a second question.
 */
export function unlicensedDetails(
  understood: Answerable,
  reading: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): readonly string[] {
  const granted = grantedBy(licences, understood);
  const isDetail = (one: string) =>
    /: (?:and asks|one place|day or barn)$|: what | unused$/.test(one);
  return licencesNeeded(understood, reading).filter((one) => isDetail(one) && !granted(one));
}

/**
 * Whether a licence is granted: also if each meaning of an ambiguous word is, since any of them may
 * be the one that is meant, and for two words of which one names the measure.
 */
function grantedBy(licences: Licences, understood: Answerable): (licence: string) => boolean {
  const { head, family } = describeReading(understood);
  const own = ownConcepts(understood);
  const isKnown = (kind: string, meanings: readonly string[]) =>
    meanings.some(isNeutral) ||
    (meanings.length > 1 && (meanings.some((one) => own.has(one)) || isMixed(meanings))) ||
    [head, family].some((group) =>
      licences.has(`${group}: ${kind}${[...meanings].sort().join(' & ')}`),
    );
  return (licence) => {
    if (licences.has(licence)) return true;
    const [group = '', rest = ''] = licence.split(': ');
    if ((group !== head && group !== family) || !/^(?:what )?[csm]:/.test(rest)) return false;
    const kind = rest.startsWith('what ') ? 'what ' : '';
    const words = rest
      .slice(kind.length)
      .split(' & ')
      .map((one) => one.split('+'));
    return combined(words).every((meanings) => isKnown(kind, meanings));
  };
}

/** A way of asking may accompany any word of a measure. */
function isMixed(meanings: readonly string[]): boolean {
  return meanings.some(isAggregation) && !meanings.every(isAggregation);
}

/** The concepts that name a measure. */
function ownConcepts(understood: Answerable): ReadonlySet<string> {
  if (understood.kind !== 'question') return new Set();
  const meanings: readonly Meaning[] = measureMeanings[understood.intent];
  return new Set(meanings.flatMap(({ needs }) => needs.map((one) => `c:${one}`)));
}

/** All choices of one meaning for each word. */
function combined(words: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return words.reduce<readonly (readonly string[])[]>(
    (all, meanings) => all.flatMap((some) => meanings.map((one) => [...some, one])),
    [[]],
  );
}

/** The licences that a reading needs. A loose phrase needs a separate one: `"trucks"`. */
export function licencesNeeded(
  understood: Answerable,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): readonly string[] {
  const words = splitQuestion(sentence, context, understood.kind === 'records');
  const { loose } = context.compiled;
  const isAboutRecords = understood.kind === 'records';
  const { head, family, way, openSlots } = describeReading(understood);
  const isTitleWord = titleWordMatcher(understood);
  const isSlotMeaning = filledSlotMatcher(understood);
  const titleTopics = titleTopicsOf(understood);
  const isFreeWord = ({ text }: QuestionWord) =>
    titleTopics.has(topicAt(text, 0)?.topic ?? '') ||
    titleTopics.has(`${TITLE_WORD}${text.replace(/号$/u, '')}`);
  const relevantWords = words.filter((word) => !isFreeWord(word));
  const found = [...new Set(relevantWords.flatMap((word) => findMeanings(word, isAboutRecords)))]
    .filter((one) => !isTitleWord(one) && !isSlotMeaning(one))
    .sort();
  const needsNoSubject = (one: string) =>
    isAggregation(one) || isNeutral(one) || (!isAboutRecords && isRecordsOnly(one));
  const chooseGroup = (...all: readonly string[]) =>
    all.every(needsNoSubject) && !isAboutRecords ? family : head;
  const contentMeanings = found.filter((one) => !isNeutral(one));
  const pairable = contentMeanings.filter((one) => !isWithoutMeaning(one, understood));
  const pairs = pairable.flatMap((one, index) =>
    pairable
      .slice(index + 1)
      .filter((other) =>
        isAboutRecords
          ? !isQuestionForm(one) && !isQuestionForm(other)
          : needsNoSubject(one) === needsNoSubject(other),
      )
      .map((other) => `${chooseGroup(one, other)}: ${one} & ${other}`),
  );
  const questionMeanings = isAboutRecords ? found.filter((one) => one.startsWith('s:ask.')) : [];
  const count = (kind: string) =>
    relevantWords.filter(({ meanings }) => meanings.includes(kind)).length;
  // The "2" of "and the 2?" was read as a barn, so it is not an unused day.
  const isPlaced = !isAboutRecords && !openSlots.includes('place');
  const times =
    count('time') - (isPlaced ? relevantWords.filter((one) => mayBeBarn(one, context)).length : 0);
  const asksWhich = found.some((one) =>
    /^(?:c:which|c:barn\+c:which|c:what\+c:which|s:ask\.which)$/.test(one),
  );
  const isRankedPlace = count('place') === 1 && asksWhich && /^(?:highest|lowest)/.test(way);
  return [
    // "Which barn is second" does not name barn 2.
    ...(isRankedPlace ? [`way ${way}: one place`] : []),
    ...(openSlots.includes('place') && words.some((word) => mayBeBarn(word, context))
      ? [`${head}: day or barn`]
      : []),
    ...unusedWords(words, understood).map((one) => `${head}: ${one} unused`),
    ...(!isAboutRecords && hasSecondQuestion(sentence) ? [`${head}: and asks`] : []),
    ...meaningsNextToWhat(words, isAboutRecords)
      .filter((one) => !namesListedRecords(one, understood))
      .map((one) => `${head}: what ${one}`),
    ...words.flatMap((word) => loosePhrasesIn(word, loose)).map((text) => `${head}: "${text}"`),
    ...found
      .filter((one) => (isAboutRecords ? !isQuestionForm(one) : !isWithoutMeaning(one, understood)))
      .map((one) => `${chooseGroup(one)}: ${one}`),
    ...pairs,
    ...[...found.filter(isAggregation), ...questionMeanings].map((one) => `way ${way}: ${one}`),
    ...(['place', 'time'] as const).flatMap((kind) => [
      ...(count(kind) > 1 ? [`way ${way}: several ${kind}`] : []),
      ...(openSlots.includes(kind) && (kind === 'time' ? times : count(kind)) > 0
        ? [`${head}: ${kind} unused`]
        : []),
    ]),
  ];
}

/** Ways of asking that a figure of the present answers unchanged. */
const PLAIN_MEANINGS: ReadonlySet<string> = new Set([
  ...['c:now', 'c:what', 'c:list', 's:ask.which', 's:ask.exists', 's:farm.all'],
]);

/**
 * Whether the grammar has filled a slot of the reading with a meaning, which then needs no licence.
 */
function filledSlotMatcher(understood: Answerable): (meaning: string) => boolean {
  if (understood.kind !== 'records') {
    const way = waysFilled(understood);
    return (meaning) => PLAIN_MEANINGS.has(meaning) || way.has(meaning);
  }
  const { named, fields, values = {}, anchors = [], person }: View = views[understood.view];
  const isOfPerson = understood.form.filters.some(({ field }) => field === person);
  const slots = new Set<string>([
    ...[named, fields, values].flatMap(Object.keys),
    ...anchors,
    `agg.${understood.form.aggregate}`,
  ]);
  return (meaning) =>
    (meaning === 'person' && isOfPerson) ||
    meaning.split('+').some((one) => {
      const symbol = one.startsWith('c:')
        ? SYMBOL_OF_CONCEPT[one.slice(2) as Concept]
        : one.slice(2);
      return symbol !== undefined && slots.has(symbol);
    });
}

/** "In each barn" asks for what a list of barns answers, "in total" for a sum. */
function waysFilled({
  intent,
  question: { aggregation },
}: Extract<Answerable, { readonly kind: 'question' }>): ReadonlySet<string> {
  const { per }: MeasureDefinition = measures[intent];
  if (aggregation === 'list' && per !== 'farm') return new Set(['c:each', 'c:barn+c:each']);
  return new Set(aggregation === 'total' ? ['c:total'] : []);
}

/** The topics in the title of the record in the answer. */
function titleTopicsOf(understood: Answerable): ReadonlySet<string> {
  if (understood.kind !== 'records') return new Set();
  const about = understood.form.filters.filter(({ op }) => op === 'about');
  return new Set(about.flatMap(({ value }) => [value].flat().map(String)));
}

/** Words found in the title of the record in the answer. */
function titleWordMatcher(understood: Answerable): (meaning: string) => boolean {
  const words = [...titleTopicsOf(understood)].filter((word) => word.startsWith(TITLE_WORD));
  // A word in a script without spaces may be read letter by letter.
  return (meaning) =>
    meaning.startsWith('?') && words.some((word) => word.includes(meaning.slice(1)));
}

const QUESTION_CONCEPTS: ReadonlySet<string> = new Set(['how_many', 'how_much', 'when', 'who']);

/** Whether there is a second question after "and" or a comma. */
function hasSecondQuestion({ spans }: ReadSentence): boolean {
  const isJoint = ({ senses }: Span) =>
    senses.some(({ kind }) => kind === 'conjunction' || kind === 'mark');
  const isQuestion = ({ senses }: Span) =>
    senses.some((sense) => sense.kind === 'concept' && QUESTION_CONCEPTS.has(sense.concept));
  const at = spans.findIndex((span, index) => index > 0 && isJoint(span));
  return at > 0 && spans.slice(0, at).some(hasConcept) && spans.slice(at).some(isQuestion);
}

/** Whether a stretch has a meaning. */
function hasConcept({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'concept');
}

/** A loose phrase, or the loose end of a place: "2号料塔" is a silo. */
function loosePhrasesIn(
  { text, meanings }: QuestionWord,
  loose: ReadonlySet<string>,
): readonly string[] {
  if (loose.has(text)) return [text];
  return meanings.includes('place') ? [...loose].filter((one) => text.endsWith(one)) : [];
}

/** The word next to "which" names the listed thing, as in "which licences do we have". */
function namesListedRecords(meaning: string, understood: Answerable): boolean {
  if (understood.kind !== 'records' || understood.form.aggregate !== 'list') return false;
  const { named }: View = views[understood.view];
  return meaning.split('+').every((one) => one.startsWith('s:') && one.slice(2) in named);
}

/** "El 2" is a day of the month, or a barn where there is a barn 2. */
function mayBeBarn({ text, meanings }: QuestionWord, { names }: SentenceContext): boolean {
  const number = /^\D{0,8}(\d{1,2})[^\d天a-z]{0,2}$/u.exec(text)?.[1];
  return meanings.includes('time') && findByNumber(names.barns, Number(number)).length > 0;
}

/** The reading of a question, without its places and days. */
export function describeReading(understood: Answerable) {
  if (understood.kind === 'question') {
    const {
      aggregation,
      scope,
      period,
      slots: _,
      isJudged: __,
      ...modifiers
    } = understood.question;
    const { intent } = understood;
    const isDated = period ?? modifiers.ages ?? modifiers.versus;
    return {
      head: intent,
      family: findFamily(intent),
      way: [aggregation, ...Object.keys(modifiers).sort()].join(' '),
      openSlots: [
        ...(isDated ? [] : ['time']),
        ...(scope.barnIds || scope.flockIds || understood.farmId ? [] : ['place']),
      ],
    };
  }
  const { view, form } = understood;
  const { farms, barns, flocks } = form.scope;
  const head = `records ${view}`;
  return {
    head,
    family: head,
    way: `records ${form.aggregate}${form.limit ? ' limit' : ''}${(form.also ?? []).map(({ select }) => ` and ${select}`).join('')}`,
    openSlots: [
      ...(form.period ? [] : ['time']),
      ...(farms.length + barns.length + flocks.length > 0 ? [] : ['place']),
    ],
  };
}

/**
 * The relevant meanings of a word: symbols for records, concepts for figures, or the other kind
 * where it has none.
 */
function findMeanings(
  { meanings, text }: QuestionWord,
  isAboutRecords: boolean,
): readonly string[] {
  if (meanings.includes('?')) return [`?${text}`];
  const own = isAboutRecords ? symbolsIn(meanings) : meanings.filter((one) => /^[cm]:/.test(one));
  // The name of a field has no other meaning; figures have no fields.
  if (meanings.includes(LABEL)) return isAboutRecords ? [] : [`?${text}`];
  const isClosed = isAboutRecords && own.length === 0 && meanings.some(isClosedWord);
  if (isClosed || meanings.includes('place') || meanings.includes('time')) return [];
  const chosen = own.length > 0 ? own : meanings.filter((one) => !isClosedWord(one));
  // "Second best" is two ways of asking at once; any other word has one of its meanings.
  if (chosen.every(isAggregation)) return chosen;
  return [chosen.join('+')];
}

/** The symbols of a word, or else those of its concepts. */
function symbolsIn(meanings: readonly string[]): readonly string[] {
  const own = meanings.filter((one) => one.startsWith('s:'));
  if (own.length > 0) return own;
  const found = meanings.flatMap((one) => {
    const symbol = one.startsWith('c:') ? SYMBOL_OF_CONCEPT[one.slice(2) as Concept] : undefined;
    return symbol ? [`s:${symbol}`] : [];
  });
  return [...new Set(found)];
}

function isClosedWord(meaning: string): boolean {
  return meaning.startsWith('w:');
}

/**
 * "Starter" of "how much starter did they eat" narrows nothing where the answer covers all feed.
 */
function unusedWords(words: readonly QuestionWord[], understood: Answerable): readonly string[] {
  if (understood.kind === 'records') return [];
  const used = Object.values(understood.question.slots).map((word) => `w:${word}`);
  return words.flatMap(({ meanings }) => {
    const closed = meanings.some(isAggregation) ? [] : meanings.filter(isClosedWord);
    return closed.some((one) => used.includes(one)) ? [] : closed.slice(0, 1);
  });
}

/**
 * "What feed" differs from "what is the feed eaten": the word next to the question word matters.
 */
function meaningsNextToWhat(
  words: readonly QuestionWord[],
  isAboutRecords: boolean,
): readonly string[] {
  const isQuestionWord = ({ meanings }: QuestionWord) =>
    meanings.length > 0 && meanings.every((one) => /^(?:c:what|c:which|s:ask\.which)$/.test(one));
  return words.flatMap((word, index) =>
    isQuestionWord(word)
      ? [words[index - 1], words[index + 1]]
          .flatMap((near) => (near ? findMeanings(near, isAboutRecords) : []))
          .filter((one) => !isNeutral(one) && !isAggregation(one))
      : [],
  );
}

export function isAggregation(meaning: string): boolean {
  return meaning
    .split('+')
    .every(
      (one) => AGGREGATION_MEANINGS.has(one) || one.startsWith('m:') || one.startsWith('s:agg.'),
    );
}

/**
 * Whether a word names the place of a figure that always has a place, or a concept that only
 * records have.
 */
function isWithoutMeaning(meaning: string, understood: Answerable): boolean {
  if (understood.kind !== 'question') return false;
  const { per }: MeasureDefinition = measures[understood.intent];
  return WITHOUT_FIGURE.has(meaning) || (per !== 'farm' && PLACE_MEANINGS.has(meaning));
}

const WITHOUT_FIGURE: ReadonlySet<string> = new Set(['s:past', 's:verb.raise']);
const PLACE_MEANINGS: ReadonlySet<string> = new Set(['c:barn', 'c:flock', 'c:is_there', 'c:what']);

function isNeutral(meaning: string): boolean {
  return meaning.split('+').every((one) => NEUTRAL_MEANINGS.has(one));
}

/**
 * "When", "who", "did" and "last" of records match the way of asking, and may accompany any other
 * word.
 */
function isQuestionForm(meaning: string): boolean {
  return meaning
    .split('+')
    .every((one) =>
      /^s:(?:ask\.|past$|future$|next$|agg\.(?:last|first)$|verb\.(?:do|raise)$)/.test(one),
    );
}

/** Words that have a meaning only in questions about records. */
function isRecordsOnly(meaning: string): boolean {
  return meaning.split('+').every((one) => one.startsWith('s:'));
}
