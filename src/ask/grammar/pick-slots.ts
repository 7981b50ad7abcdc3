import { type Message, message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { NamedRecord, Sense } from '../lexicon/lexicon.ts';
import type { Aggregation, MeasureDefinition, Period } from '../measure.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { NamedFlock } from '../names/farm-names.ts';
import type { Span } from '../text/scan.ts';
import type { Concept } from './concepts.ts';
import { type CONTACT_TOPICS, measuresWhereLessIsBetter } from './measure-meanings.ts';

const AGGREGATION_CONCEPTS: readonly (readonly [Concept, Aggregation])[] = [
  ['compare', 'compare'],
  ['average', 'average'],
  ['trend', 'trend'],
  ['lowest', 'lowest'],
  ['cheapest', 'lowest'],
  ['highest', 'highest'],
  ['each', 'list'],
  ['total', 'total'],
  ['how_many', 'count'],
  ['list', 'list'],
  ['which', 'list'],
];

/** The aggregation that a question asks for, or else the usual one of the measure. */
export function pickAggregation(
  measure: MeasureName,
  { aggregations }: MeasureDefinition,
  concepts: ReadonlySet<Concept>,
): Aggregation {
  // "How much feed is on order" in a language where this also is "how many".
  const isAmount = measure === 'feedOrders' && concepts.has('how_much');
  const isLess = measuresWhereLessIsBetter.has(measure);
  const wishes: readonly (readonly [Concept, Aggregation])[] = [
    ['best', isLess ? 'lowest' : 'highest'],
    ['worst', isLess ? 'highest' : 'lowest'],
    ...AGGREGATION_CONCEPTS,
  ];
  const wished = wishes
    .filter(([concept]) => concepts.has(concept) && !(isAmount && concept === 'how_many'))
    .map(([, aggregation]) => aggregation)
    .find((aggregation) => aggregations.includes(aggregation));
  return wished ?? (aggregations.includes('value') ? 'value' : (aggregations[0] ?? 'value'));
}

/**
 * The records that a question names, by kind; those with a shared name are choices, not an answer.
 */
export interface NamedRecords {
  readonly barns: readonly NamedRecord[];
  readonly flocks: readonly NamedRecord[];
  readonly people: readonly NamedRecord[];
  readonly products: readonly NamedRecord[];
  readonly farms: readonly NamedRecord[];
  /** Records with the same name, one of which has to be chosen. */
  readonly open: readonly NamedRecord[];
  /** The kind of a named record that the caller does not have. */
  readonly unknown: 'barn' | 'flock' | 'farm' | undefined;
}

/** Collects the records named in the stretches of a question. */
export function pickRecords(spans: readonly Span[]): NamedRecords {
  const named = spans.map(findRecords);
  const settled = named.flatMap((records) => (records.length === 1 ? records : []));
  const narrowed = named.map((records) => narrow(records, settled));
  const ofKind = (kind: NamedRecord['kind']) =>
    distinct(narrowed.flatMap((records) => (records.length === 1 ? records : []))).filter(
      (record) => record.kind === kind,
    );
  return {
    barns: ofKind('barn'),
    flocks: ofKind('flock'),
    people: ofKind('person'),
    products: ofKind('product'),
    farms: ofKind('farm'),
    open: narrowed.find((records) => records.length > 1) ?? [],
    unknown: spans.flatMap(({ senses }) => senses.flatMap(findUnknownKind))[0],
  };
}

function findRecords({ senses }: Span): readonly NamedRecord[] {
  const records = distinct(
    senses.flatMap((sense) => (sense.kind === 'record' ? [sense.record] : [])),
  );
  // A word of the language that is also a person's name is read as the word.
  const isWord = senses.some(({ kind }) => kind === 'concept' || kind === 'filler');
  return isWord && records.every(({ kind }) => kind === 'person') ? [] : records;
}

/** "Dana Levi" next to "Dana" determines which Dana, and a barn which of the last flocks. */
function narrow(
  records: readonly NamedRecord[],
  settled: readonly NamedRecord[],
): readonly NamedRecord[] {
  const matching = records.filter(({ id, barnId }) =>
    settled.some((one) => one.id === id || one.id === barnId),
  );
  return records.length > 1 && matching.length === 1 ? matching : records;
}

function findUnknownKind(sense: Sense): ('barn' | 'flock' | 'farm')[] {
  return sense.kind === 'nobody' ? [sense.of] : [];
}

function distinct(records: readonly NamedRecord[]): readonly NamedRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** In a comparison of flocks, a single flock is compared with the current one of its barn. */
export function withAmbiguousFlock(
  intent: MeasureName,
  records: NamedRecords,
  { flocks }: { readonly flocks: readonly NamedFlock[] },
): NamedRecords {
  const [only, ...others] = records.flocks;
  if (intent !== 'compareFlocks' || only === undefined || others.length > 0) return records;
  const rivals = flocks.filter(
    ({ id, barnId, isLive }) => isLive && barnId === only.barnId && id !== only.id,
  );
  return { ...records, flocks: [only, ...rivals] };
}

/** Measures of the present state: a closed flock has none of it. */
const OF_LIVE_FLOCKS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedStock',
  'feedDaysLeft',
  'feedOrders',
  'healthScore',
  'density',
  'marketDate',
  'withdrawal',
]);

/** The remaining feed of the last flock is not the current stock of the silo. */
export function closedFlockReason(
  intent: MeasureName,
  flocks: readonly NamedFlock[],
): Message | undefined {
  const isAboutClosed = OF_LIVE_FLOCKS.has(intent) && flocks.some(({ isLive }) => !isLive);
  return isAboutClosed ? message('ask.only_now') : undefined;
}

/** The kinds of contacts that the topics of a question map to. */
const CONTACT_OF_CONCEPT: Readonly<Record<(typeof CONTACT_TOPICS)[number], string>> = {
  feed: 'feed_supplier',
  medicine: 'medicine_supplier',
  device: 'technician',
  camera: 'technician',
  sale: 'slaughterhouse',
};
const CONTACT_OF_WORD: Readonly<Record<string, string>> = {
  electricity: 'electrician',
  chicks: 'chick_supplier',
  catching: 'catcher',
  transport: 'driver',
  equipment: 'technician',
};

/** Concepts and times that are words of a slot. */
const WORDS_OF_CONCEPTS: Readonly<Partial<Record<Concept, string>>> = {
  overdue: 'overdue',
  open: 'open',
  eggs: 'eggs',
};

/** Other parts of a question that fill slots. */
export interface SlotSources {
  readonly records: NamedRecords;
  readonly period: Period | undefined;
  readonly today: CalendarDay;
}

/**
 * The slots of a measure that a question fills: words of its closed lists, people and products by
 * id.
 */
export function pickSlots(
  { slots = {} }: MeasureDefinition,
  spans: readonly Span[],
  { records, period, today }: SlotSources,
): Readonly<Record<string, string>> {
  const isToday = period?.from === today && period.to === today;
  const words = [
    ...narrowestFirst(spans.flatMap(wordsOf)),
    ...spans.flatMap(findContacts),
    ...(isToday ? ['today'] : []),
    // Tenders of feed for birds are of feed.
    ...(spans.some(isAboutBirds) ? ['live_birds'] : []),
  ];
  const found = Object.entries(slots).flatMap(([name, takes]) => {
    const value =
      takes === 'person'
        ? records.people[0]?.id
        : takes === 'product'
          ? records.products[0]?.id
          : words.find((word) => takes.includes(word));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function isAboutBirds({ senses }: Span): boolean {
  const isOfChicks = senses.some((sense) => sense.kind === 'word' && sense.word === 'chicks');
  return (
    !isOfChicks && senses.some((sense) => sense.kind === 'concept' && sense.concept === 'birds')
  );
}

/** "Who do I call about the feed": its supplier. */
function findContacts({ senses }: Span): readonly string[] {
  return senses.flatMap((sense) => {
    if (sense.kind === 'word') return findContactByWord(sense.word) ?? [];
    if (sense.kind !== 'concept') return [];
    return CONTACT_OF_CONCEPT[sense.concept as keyof typeof CONTACT_OF_CONCEPT] ?? [];
  });
}

/** The kind of contact to call about the topic of a word. */
export function findContactByWord(word: string): string | undefined {
  return CONTACT_OF_WORD[word];
}

/** Overdue tasks are open too. */
function narrowestFirst(words: readonly string[]): readonly string[] {
  return words.toSorted((a, b) => Number(a === 'open') - Number(b === 'open'));
}

function wordsOf({ senses }: Span): string[] {
  return senses.flatMap((sense) => {
    if (sense.kind === 'word') return [sense.word];
    if (sense.kind !== 'concept') return [];
    const word = WORDS_OF_CONCEPTS[sense.concept];
    return word === undefined ? [] : [word];
  });
}
