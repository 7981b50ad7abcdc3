import type { CalendarDay } from '../../tools/calendar.ts';
import type { MeasureDefinition, Period } from '../measure.ts';
import type { Span } from '../text/scan.ts';
import type { Concept } from './concepts.ts';
import type { CONTACT_TOPICS } from './measure-meanings.ts';
import type { NamedRecords } from './pick-scope.ts';

/** The kinds of contacts that the topics of a question stand for. */
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
};

/** What else of a question fills slots. */
export interface SlotSources {
  readonly records: NamedRecords;
  readonly period: Period | undefined;
  readonly today: CalendarDay;
}

/** The slots of a measure that a question fills: words of its closed lists, people and products by id. */
export function pickSlots(
  { slots = {} }: MeasureDefinition,
  spans: readonly Span[],
  { records, period, today }: SlotSources,
): Readonly<Record<string, string>> {
  const isToday = period?.from === today && period.to === today;
  const words = [
    ...narrowestFirst(spans.flatMap(wordsOf)),
    ...spans.flatMap(contactsOf),
    ...(isToday ? ['today'] : []),
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

/** "Who do I call about the feed": its supplier. */
function contactsOf({ senses }: Span): readonly string[] {
  return senses.flatMap((sense) => {
    if (sense.kind === 'word') return contactOfWord(sense.word) ?? [];
    if (sense.kind !== 'concept') return [];
    return CONTACT_OF_CONCEPT[sense.concept as keyof typeof CONTACT_OF_CONCEPT] ?? [];
  });
}

/** The kind of contact that is called about what a word names. */
export function contactOfWord(word: string): string | undefined {
  return CONTACT_OF_WORD[word];
}

/** What is overdue is open too. */
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
