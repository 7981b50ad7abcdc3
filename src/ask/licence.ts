import type { Concept } from './grammar/concepts.ts';
import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { MeasureDefinition } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import { findByNumber } from './names/farm-names.ts';
import { topicAt } from './names/topics.ts';
import { SYMBOL_OF_CONCEPT } from './parser/chart.ts';
import { WRITTEN } from './query/view.ts';
import { type View, views } from './query/views.ts';
import { LABEL, type SaidWord, wordsOf } from './said-words.ts';
import type { Span } from './text/scan.ts';

/** An interpretation that would be answered. */
export type Answered = Extract<Understanding, { readonly kind: 'question' | 'records' }>;

/**
 * The licences granted by the curated questions of the tests: for each reading the meanings that
 * occurred in a question with it (`c:birds`), and those that occurred together (`c:birds &
 * c:eggs`).
 */
export type Licences = ReadonlySet<string>;

/** Meanings of place and time, or of a bare question: they may accompany anything. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...['what', 'which', 'is_there', 'how_many', 'how_much', 'list', 'now'].map((one) => `c:${one}`),
  ...['birds', 'barn', 'flock', 'farm'].flatMap((one) => [`c:${one}`, `s:${one}`]),
  ...['s:ask.count', 's:ask.which', 's:ask.amount', 's:ask.exists', 's:pronoun'],
  ...['number', 'person', 'product', 'topic'],
]);
/** Aggregations: these must match the way in which the question is answered. */
const WAYS: ReadonlySet<string> = new Set(
  'average total lowest highest best worst cheapest compare trend last each'
    .split(' ')
    .map((one) => `c:${one}`),
);
/** Measures that are asked for in the same way. */
const FAMILIES: readonly (readonly MeasureName[])[] = [
  [
    ...(['mortality', 'culls', 'eggs', 'feedEaten', 'waterUsed', 'feedPerBird'] as const),
    ...(['waterPerBird', 'waterFeedRatio', 'eggBreakage', 'layingRate'] as const),
  ],
  ['temperature', 'humidity', 'ammonia', 'co2'],
  [
    ...(['weight', 'weightDeviation', 'dailyGain', 'uniformity', 'feedConversion'] as const),
    ...(['efficiency', 'livability', 'cumulativeMortality', 'age', 'density'] as const),
    'liveBirds',
  ],
  ['moneySpent', 'revenue', 'netMoney'],
  ['flockProfit', 'costPerKg', 'pricePerKg'],
];

/**
 * Whether every word and every pair of words of a question has the same role in its reading as in a
 * question that is known to be read correctly. Otherwise the reading is only suggested.
 */
export function isLicensed(
  understood: Answered,
  reading: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): boolean {
  const needs = licencesNeeded(understood, reading);
  return needs.every((need) => licences.has(need));
}

/** The licences that a reading needs. A loose phrase needs a separate one: `"trucks"`. */
export function licencesNeeded(
  understood: Answered,
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): readonly string[] {
  const words = wordsOf(sentence, context, understood.kind === 'records');
  const { loose } = context.compiled;
  const isOfRecords = understood.kind === 'records';
  const { head, family, way, leaves } = readingOf(understood);
  const written = writtenIn(understood);
  const filled = slotsFilled(understood);
  const told = topicsOf(understood);
  const free = ({ text }: SaidWord) =>
    told.has(topicAt(text, 0)?.topic ?? '') || told.has(`${WRITTEN}${text.replace(/号$/u, '')}`);
  const heard = words.filter((word) => !free(word));
  const found = [...new Set(heard.flatMap((word) => meaningsOf(word, isOfRecords)))]
    .filter((one) => !written(one) && !filled(one))
    .sort();
  const isFree = (one: string) => isWay(one) || isNeutral(one) || (!isOfRecords && isAside(one));
  const groupOf = (...all: readonly string[]) =>
    all.every(isFree) && !isOfRecords ? family : head;
  const said = found.filter((one) => !isNeutral(one));
  const paired = said.filter((one) => !isWithoutMeaning(one, understood));
  const pairs = paired.flatMap((one, index) =>
    paired
      .slice(index + 1)
      .filter((other) =>
        isOfRecords ? !asksOnly(one) && !asksOnly(other) : isFree(one) === isFree(other),
      )
      .map((other) => `${groupOf(one, other)}: ${one} & ${other}`),
  );
  const asks = isOfRecords ? found.filter((one) => one.startsWith('s:ask.')) : [];
  const count = (kind: string) => heard.filter(({ means }) => means.includes(kind)).length;
  // The "2" of "and the 2?" was read as a barn, so it is not an unused day.
  const isPlaced = !isOfRecords && !leaves.includes('place');
  const times =
    count('time') - (isPlaced ? heard.filter((one) => mayBeBarn(one, context)).length : 0);
  const asksWhich = found.some((one) =>
    /^(?:c:which|c:barn\+c:which|c:what\+c:which|s:ask\.which)$/.test(one),
  );
  const isOfOne = count('place') === 1 && asksWhich && /^(?:highest|lowest)/.test(way);
  return [
    // "Which barn is second" does not name barn 2.
    ...(isOfOne ? [`way ${way}: one place`] : []),
    ...(leaves.includes('place') && words.some((word) => mayBeBarn(word, context))
      ? [`${head}: day or barn`]
      : []),
    ...unusedWords(words, understood).map((one) => `${head}: ${one} unused`),
    ...(!isOfRecords && asksTwice(sentence) ? [`${head}: and asks`] : []),
    ...besideWhat(words, isOfRecords)
      .filter((one) => !listsNamed(one, understood))
      .map((one) => `${head}: what ${one}`),
    ...words.flatMap((word) => looseIn(word, loose)).map((text) => `${head}: "${text}"`),
    ...found
      .filter((one) => (isOfRecords ? !asksOnly(one) : !isWithoutMeaning(one, understood)))
      .map((one) => `${groupOf(one)}: ${one}`),
    ...pairs,
    ...[...found.filter(isWay), ...asks].map((one) => `way ${way}: ${one}`),
    ...(['place', 'time'] as const).flatMap((kind) => [
      ...(count(kind) > 1 ? [`way ${way}: several ${kind}`] : []),
      ...(leaves.includes(kind) && (kind === 'time' ? times : count(kind)) > 0
        ? [`${head}: ${kind} unused`]
        : []),
    ]),
  ];
}

/** Ways of asking that a figure of the present answers unchanged. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['c:now', 'c:what', 'c:list', 's:ask.which', 's:ask.exists', 's:farm.all'],
]);

/**
 * Whether the grammar has filled a slot of the reading with a meaning, which then needs no licence.
 */
function slotsFilled(understood: Answered): (meaning: string) => boolean {
  if (understood.kind !== 'records') return (meaning) => PLAIN.has(meaning);
  const { named, fields, values = {}, anchors = [] }: View = views[understood.view];
  const slots = new Set<string>([...[named, fields, values].flatMap(Object.keys), ...anchors]);
  return (meaning) =>
    meaning.split('+').some((one) => {
      const symbol = one.startsWith('c:')
        ? SYMBOL_OF_CONCEPT[one.slice(2) as Concept]
        : one.slice(2);
      return symbol !== undefined && slots.has(symbol);
    });
}

/** The topics in the title of the record in the answer. */
function topicsOf(understood: Answered): ReadonlySet<string> {
  if (understood.kind !== 'records') return new Set();
  const about = understood.form.filters.filter(({ op }) => op === 'about');
  return new Set(about.flatMap(({ value }) => [value].flat().map(String)));
}

/** Words found in the title of the record in the answer. */
function writtenIn(understood: Answered): (meaning: string) => boolean {
  const words = [...topicsOf(understood)].filter((word) => word.startsWith(WRITTEN));
  // A word in a script without spaces may be read letter by letter.
  return (meaning) =>
    meaning.startsWith('?') && words.some((word) => word.includes(meaning.slice(1)));
}

const ASKED: ReadonlySet<string> = new Set(['how_many', 'how_much', 'when', 'who']);

/** Whether there is a second question after "and" or a comma. */
function asksTwice({ spans }: ReadSentence): boolean {
  const isJoint = ({ senses }: Span) =>
    senses.some(({ kind }) => kind === 'conjunction' || kind === 'mark');
  const asks = ({ senses }: Span) =>
    senses.some((sense) => sense.kind === 'concept' && ASKED.has(sense.concept));
  const at = spans.findIndex((span, index) => index > 0 && isJoint(span));
  return at > 0 && spans.slice(0, at).some(said) && spans.slice(at).some(asks);
}

/** Whether a stretch has a meaning. */
function said({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'concept');
}

/** A loose phrase, or the loose end of a place: "2号料塔" is a silo. */
function looseIn({ text, means }: SaidWord, loose: ReadonlySet<string>): readonly string[] {
  if (loose.has(text)) return [text];
  return means.includes('place') ? [...loose].filter((one) => text.endsWith(one)) : [];
}

/** The word next to "which" names the listed thing, as in "which licences do we have". */
function listsNamed(meaning: string, understood: Answered): boolean {
  if (understood.kind !== 'records' || understood.form.select !== undefined) return false;
  const { named }: View = views[understood.view];
  return meaning.split('+').every((one) => one.startsWith('s:') && one.slice(2) in named);
}

/** "El 2" is a day of the month, or a barn where there is a barn 2. */
function mayBeBarn({ text, means }: SaidWord, { names }: SentenceContext): boolean {
  const number = /^\D{0,8}(\d{1,2})[^\d天]{0,2}$/u.exec(text)?.[1];
  return means.includes('time') && findByNumber(names.barns, Number(number)).length > 0;
}

/** The reading of a question, without its places and days. */
export function readingOf(understood: Answered) {
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
      family: familyOf(intent),
      way: [aggregation, ...Object.keys(modifiers).sort()].join(' '),
      leaves: [
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
    leaves: [
      ...(form.period ? [] : ['time']),
      ...(farms.length + barns.length + flocks.length > 0 ? [] : ['place']),
    ],
  };
}

/** Measures that are asked for in the same way share a family. */
export function familyOf(intent: MeasureName): string {
  const family = FAMILIES.findIndex((names) => names.includes(intent));
  return family < 0 ? intent : `family ${family}`;
}

/**
 * The relevant meanings of a word: symbols for records, concepts for figures, or the other kind
 * where it has none.
 */
function meaningsOf({ means, text }: SaidWord, isOfRecords: boolean): readonly string[] {
  if (means.includes('?')) return [`?${text}`];
  const own = isOfRecords ? symbolsIn(means) : means.filter((one) => /^[cm]:/.test(one));
  // The name of a field has no other meaning; figures have no fields.
  if (means.includes(LABEL)) return isOfRecords ? [] : [`?${text}`];
  const isClosed = isOfRecords && own.length === 0 && means.some(isClosedWord);
  if (isClosed || means.includes('place') || means.includes('time')) return [];
  const chosen = own.length > 0 ? own : means.filter((one) => !isClosedWord(one));
  // "Second best" is two ways of asking at once; any other word has one of its meanings.
  if (chosen.every(isWay)) return chosen;
  return [chosen.join('+')];
}

/** The symbols of a word, or else those of its concepts. */
function symbolsIn(means: readonly string[]): readonly string[] {
  const own = means.filter((one) => one.startsWith('s:'));
  if (own.length > 0) return own;
  const found = means.flatMap((one) => {
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
function unusedWords(words: readonly SaidWord[], understood: Answered): readonly string[] {
  if (understood.kind === 'records') return [];
  const used = Object.values(understood.question.slots).map((word) => `w:${word}`);
  return words.flatMap(({ means }) => {
    const closed = means.some(isWay) ? [] : means.filter(isClosedWord);
    return closed.some((one) => used.includes(one)) ? [] : closed.slice(0, 1);
  });
}

/**
 * "What feed" differs from "what is the feed eaten": the word next to the question word matters.
 */
function besideWhat(words: readonly SaidWord[], isOfRecords: boolean): readonly string[] {
  const isWhat = ({ means }: SaidWord) =>
    means.length > 0 && means.every((one) => /^(?:c:what|c:which|s:ask\.which)$/.test(one));
  return words.flatMap((word, index) =>
    isWhat(word)
      ? [words[index - 1], words[index + 1]]
          .flatMap((near) => (near ? meaningsOf(near, isOfRecords) : []))
          .filter((one) => !isNeutral(one) && !isWay(one))
      : [],
  );
}

export function isWay(meaning: string): boolean {
  return meaning
    .split('+')
    .every((one) => WAYS.has(one) || one.startsWith('m:') || one.startsWith('s:agg.'));
}

/**
 * Whether a word names the place of a figure that always has a place, or a concept that only
 * records have.
 */
function isWithoutMeaning(meaning: string, understood: Answered): boolean {
  if (understood.kind !== 'question') return false;
  const { per }: MeasureDefinition = measures[understood.intent];
  return meaning === 's:past' || (per !== 'farm' && OF_PLACES.has(meaning));
}

const OF_PLACES: ReadonlySet<string> = new Set(['c:barn', 'c:flock', 'c:is_there', 'c:what']);

function isNeutral(meaning: string): boolean {
  return meaning.split('+').every((one) => NEUTRAL.has(one));
}

/**
 * "When", "who", "did" and "last" of records match the way of asking, and may accompany any other
 * word.
 */
function asksOnly(meaning: string): boolean {
  return meaning
    .split('+')
    .every((one) => /^s:(?:ask\.|past$|future$|next$|agg\.(?:last|first)$|verb\.do$)/.test(one));
}

/** Words that have a meaning only in questions about records. */
function isAside(meaning: string): boolean {
  return meaning.split('+').every((one) => one.startsWith('s:'));
}

let loaded: Promise<Licences> | undefined;

/** The licences granted by the curated questions. */
export function loadLicences(): Promise<Licences> {
  loaded ??= import('./lexicons/licences.json', { with: { type: 'json' } }).then(
    ({ default: groups }) =>
      new Set(
        Object.entries(groups).flatMap(([group, all]) =>
          all.split(', ').map((one) => `${group}: ${one}`),
        ),
      ),
  );
  return loaded;
}
