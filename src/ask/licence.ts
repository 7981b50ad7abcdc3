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

/** A question that would be answered. */
export type Answered = Extract<Understanding, { readonly kind: 'question' | 'records' }>;

/**
 * What licences are granted by the curated questions of the tests: for each reading the meanings that
 * stood in a question with it (`c:birds`), and those that stood beside each other (`c:birds & c:eggs`).
 */
export type Licences = ReadonlySet<string>;

/** What says where and when, or only that something is asked: it stands beside anything. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...['what', 'which', 'is_there', 'how_many', 'how_much', 'list', 'now'].map((one) => `c:${one}`),
  ...['birds', 'barn', 'flock', 'farm'].flatMap((one) => [`c:${one}`, `s:${one}`]),
  ...['s:ask.count', 's:ask.which', 's:ask.amount', 's:ask.exists', 's:pronoun'],
  ...['number', 'person', 'product', 'topic'],
]);
/** How values are put together: these must agree with the way in which the question is answered. */
const WAYS: ReadonlySet<string> = new Set(
  'average total lowest highest best worst cheapest compare trend last each'
    .split(' ')
    .map((one) => `c:${one}`),
);
/** Measures that are asked for in the same ways. */
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
 * Whether every word of a question, and every two of them, have a place in its reading as they have
 * in a question that is known to be read rightly. Otherwise the reading is suggested, not stated.
 */
export function isLicensed(
  understood: Answered,
  reading: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): boolean {
  const needs = licencesNeeded(understood, reading);
  return needs.every((need) => licences.has(need));
}

/** The licences without which a reading is not stated. A loose phrase needs one for itself: `"trucks"`. */
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
  const asksWhich = found.some((one) =>
    /^(?:c:which|c:barn\+c:which|c:what\+c:which|s:ask\.which)$/.test(one),
  );
  const isOfOne = count('place') === 1 && asksWhich && /^(?:highest|lowest)/.test(way);
  return [
    // "Which barn is second" names no barn 2.
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
      ...(count(kind) > 0 && leaves.includes(kind) ? [`${head}: ${kind} unused`] : []),
    ]),
  ];
}

/** Ways of asking that a figure of the present answers as it stands. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['c:now', 'c:what', 'c:list', 's:ask.which', 's:ask.exists', 's:farm.all'],
]);

/** Whether a meaning has filled a slot of the reading by the grammar, and needs no licence. */
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

/** What the title of the record that is told of is about. */
function topicsOf(understood: Answered): ReadonlySet<string> {
  if (understood.kind !== 'records') return new Set();
  const about = understood.form.filters.filter(({ op }) => op === 'about');
  return new Set(about.flatMap(({ value }) => [value].flat().map(String)));
}

/** Words that stand in the title of the record that is told of: that is looked up. */
function writtenIn(understood: Answered): (meaning: string) => boolean {
  const words = [...topicsOf(understood)].filter((word) => word.startsWith(WRITTEN));
  // A word in a script without spaces may be read letter by letter.
  return (meaning) =>
    meaning.startsWith('?') && words.some((word) => word.includes(meaning.slice(1)));
}

const ASKED: ReadonlySet<string> = new Set(['how_many', 'how_much', 'when', 'who']);

/** Whether something else is asked behind "and", or behind a comma. */
function asksTwice({ spans }: ReadSentence): boolean {
  const isJoint = ({ senses }: Span) =>
    senses.some(({ kind }) => kind === 'conjunction' || kind === 'mark');
  const asks = ({ senses }: Span) =>
    senses.some((sense) => sense.kind === 'concept' && ASKED.has(sense.concept));
  const at = spans.findIndex((span, index) => index > 0 && isJoint(span));
  return at > 0 && spans.slice(0, at).some(said) && spans.slice(at).some(asks);
}

/** Whether a stretch says something. */
function said({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'concept');
}

/** A loose phrase, or the one that a place ends with: "2号料塔" is a silo. */
function looseIn({ text, means }: SaidWord, loose: ReadonlySet<string>): readonly string[] {
  if (loose.has(text)) return [text];
  return means.includes('place') ? [...loose].filter((one) => text.endsWith(one)) : [];
}

/** The word beside "which" names what is listed, as in "which licences do we have". */
function listsNamed(meaning: string, understood: Answered): boolean {
  if (understood.kind !== 'records' || understood.form.select !== undefined) return false;
  const { named }: View = views[understood.view];
  return meaning.split('+').every((one) => one.startsWith('s:') && one.slice(2) in named);
}

/** "El 2" is a day of the month or a barn where there is a barn 2. */
function mayBeBarn({ text, means }: SaidWord, { names }: SentenceContext): boolean {
  const number = /^\D{0,8}(\d{1,2})\D{0,2}$/u.exec(text)?.[1];
  return means.includes('time') && findByNumber(names.barns, Number(number)).length > 0;
}

/** What a question was understood as, without its places and days. */
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

/** Measures that are asked for in the same ways have one. */
export function familyOf(intent: MeasureName): string {
  const family = FAMILIES.findIndex((names) => names.includes(intent));
  return family < 0 ? intent : `family ${family}`;
}

/** The meanings of a word that count: symbols for records, concepts for figures, the other where it has none. */
function meaningsOf({ means, text }: SaidWord, isOfRecords: boolean): readonly string[] {
  if (means.includes('?')) return [`?${text}`];
  const own = isOfRecords ? symbolsIn(means) : means.filter((one) => /^[cm]:/.test(one));
  // The own name of a field means nothing else; figures have no fields.
  if (means.includes(LABEL)) return isOfRecords ? [] : [`?${text}`];
  const isClosed = isOfRecords && own.length === 0 && means.some(isClosedWord);
  if (isClosed || means.includes('place') || means.includes('time')) return [];
  const chosen = own.length > 0 ? own : means.filter((one) => !isClosedWord(one));
  // "Second best" is two ways at once; any other word has one of its meanings.
  if (chosen.every(isWay)) return chosen;
  return [chosen.join('+')];
}

/** The symbols of a word; where it has none, those that its concepts stand for. */
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

/** "Starter" of "how much starter did they eat" narrows nothing where all feed is told. */
function unusedWords(words: readonly SaidWord[], understood: Answered): readonly string[] {
  if (understood.kind === 'records') return [];
  const used = Object.values(understood.question.slots).map((word) => `w:${word}`);
  return words.flatMap(({ means }) => {
    const closed = means.some(isWay) ? [] : means.filter(isClosedWord);
    return closed.some((one) => used.includes(one)) ? [] : closed.slice(0, 1);
  });
}

/** "What feed" asks for another thing than "what is the feed eaten": what stands beside the question word. */
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

/** A word for the place of a figure that is told of places, and one that is known in records only. */
function isWithoutMeaning(meaning: string, understood: Answered): boolean {
  if (understood.kind !== 'question') return false;
  const { per }: MeasureDefinition = measures[understood.intent];
  return meaning === 's:past' || (per !== 'farm' && OF_PLACES.has(meaning));
}

const OF_PLACES: ReadonlySet<string> = new Set(['c:barn', 'c:flock', 'c:is_there', 'c:what']);

function isNeutral(meaning: string): boolean {
  return meaning.split('+').every((one) => NEUTRAL.has(one));
}

/** "When", "who", "did" and "last" of records agree with the way, and stand beside any other word. */
function asksOnly(meaning: string): boolean {
  return meaning
    .split('+')
    .every((one) => /^s:(?:ask\.|past$|future$|next$|agg\.(?:last|first)$|verb\.do$)/.test(one));
}

/** Words that mean something in questions about records only. */
function isAside(meaning: string): boolean {
  return meaning.split('+').every((one) => one.startsWith('s:'));
}

let loaded: Promise<Licences> | undefined;

/** The licences that the curated questions grant. */
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
