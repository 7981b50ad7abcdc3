import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense } from './lexicon/lexicon.ts';
import type { MeasureDefinition } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import { findByNumber } from './names/farm-names.ts';
import { topicAt } from './names/topics.ts';
import { type View, views } from './query/views.ts';
import { gluedPlaces } from './text/scan.ts';
import { isDigit, isEdge, isSpacedLetter } from './text/word-edges.ts';
import { spend } from './text/work-limit.ts';

/** A question that would be answered. */
export type Answered = Extract<Understanding, { readonly kind: 'question' | 'records' }>;

/**
 * What licences are granted by the curated questions of the tests: for each reading the meanings that
 * stood in a question with it (`c:birds`), and those that stood beside each other (`c:birds & c:eggs`).
 */
export type Licences = ReadonlySet<string>;

/** A word or phrase of a question as it is written, and all that it may mean. */
export interface SaidWord {
  readonly text: string;
  /** `c:` concept, `m:` modifier, `s:` symbol, `place`, `time`, `number`; none where it says nothing. */
  readonly means: readonly string[];
}

interface Step {
  readonly cost: number;
  readonly to: number;
  readonly word?: SaidWord;
}

const COST = { span: 1, place: 0.9, topic: 1.2, glued: 0.2, unknownWord: 20, unknownLetter: 8 };
const SILENT = /[\s?.!,;:()¿¡？。！，、"'-]/u;
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
  const words = wordsOf(sentence, context);
  const { loose } = context.compiled;
  const isOfRecords = understood.kind === 'records';
  const { head, family, way, leaves } = readingOf(understood);
  const found = [...new Set(words.flatMap((word) => meaningsOf(word, isOfRecords)))].sort();
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
  const count = (kind: string) => words.filter(({ means }) => means.includes(kind)).length;
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
  const own = means.filter((one) => (isOfRecords ? one.startsWith('s:') : /^[cm]:/.test(one)));
  const isClosed = isOfRecords && own.length === 0 && means.some(isClosedWord);
  if (isClosed || means.includes('place') || means.includes('time')) return [];
  const chosen = own.length > 0 ? own : means.filter((one) => !isClosedWord(one));
  // "Second best" is two ways at once; any other word has one of its meanings.
  if (chosen.every(isWay)) return chosen;
  return [chosen.join('+')];
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
    .every((one) => /^s:(?:ask\.|past$|agg\.(?:last|first)$|verb\.do$)/.test(one));
}

/** Words that mean something in questions about records only. */
function isAside(meaning: string): boolean {
  return meaning.split('+').every((one) => one.startsWith('s:'));
}

/** The words of a question: the way through it that leaves the least unknown in the fewest stretches. */
export function wordsOf(sentence: ReadSentence, context: SentenceContext): readonly SaidWord[] {
  const { text } = sentence.normal;
  const steps: Step[] = [];
  steps[text.length] = { cost: 0, to: text.length };
  for (let index = text.length - 1; index >= 0; index--) {
    let best: Step = { cost: Number.POSITIVE_INFINITY, to: index + 1 };
    for (const one of stepsAt(sentence, context, index)) {
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

function stepsAt(sentence: ReadSentence, { compiled }: SentenceContext, index: number): Step[] {
  const { text } = sentence.normal;
  const isMark = SILENT.test(text[index] ?? '');
  const steps: Step[] = isMark ? [{ cost: 0, to: index + 1 }] : [];
  if (!isEdge(text, index)) return steps;
  const places = gluedPlaces(text, index, compiled.lexicon.gluedPrefixes);
  for (const [glued, at] of places.entries()) {
    const known = [...factsAt(sentence, at), ...phrasesAt(text, at, compiled)];
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

/** Places, days, numbers and names; a name that nobody has is taken as one only with its number. */
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
  return topic ? [...known, { cost: COST.topic, to: topic.end, means: ['topic'] }] : known;
}

function meaningOfSense(sense: Sense): readonly string[] {
  if (sense.kind === 'concept') return [`c:${sense.concept}`];
  if (sense.kind === 'modifier') return [`m:${sense.modifier}`];
  // Screens are named in orders only.
  return sense.kind === 'word' && !sense.word.startsWith('/') ? [`w:${sense.word}`] : [];
}

/** A word that is not known, unless it is a known one that was misspelt. */
function unknownAt({ normal: { text }, spans }: ReadSentence, index: number): Step {
  const typo = spans.find(({ from, isTypo }) => from === index && isTypo);
  const isSpaced = isSpacedLetter(text[index]) || isDigit(text[index]);
  let to = typo?.to ?? index + 1;
  while (to < text.length && !isEdge(text, to)) to++;
  const means = typo ? typo.senses.flatMap(meaningOfSense).sort() : ['?'];
  const cost = isSpaced ? COST.unknownWord : COST.unknownLetter;
  return { cost, to, word: { text: text.slice(index, to), means } };
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
