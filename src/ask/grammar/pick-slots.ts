import type { CalendarDay } from '../../tools/calendar.ts';
import type { MeasureDefinition, Period } from '../measure.ts';
import type { Span } from '../text/scan.ts';
import type { Concept } from './concepts.ts';
import type { NamedRecords } from './pick-scope.ts';

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
  const words = [...narrowestFirst(spans.flatMap(wordsOf)), ...(isToday ? ['today'] : [])];
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
