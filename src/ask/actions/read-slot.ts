import type { Field } from '../../model/core/fields.ts';
import { canonicalWord } from '../../model/core/vocabulary.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { NamedRecord, Sense } from '../lexicon/sense.ts';
import { isEdge, isSpacedLetter, skipBlanks } from '../text/word-edges.ts';
import { createTimeReader, type TimeReader } from '../time/time-reader.ts';
import { type RecordKind, type SlotValue, unitFactors } from './slot-values.ts';

type Reading = { readonly end: number; readonly value: SlotValue };

/** A sentence, and what its slots are read with. */
export interface SlotSource {
  readonly sentence: ReadSentence;
  readonly context: SentenceContext;
}

const PHONE = /^\+?\d[\d\s()-]{5,20}\d/;
const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+/;
const UNKNOWN_NAME = /^[\p{L}\p{M}'.-]+( [\p{L}\p{M}'.-]+)?/u;

/** The values that a field of an action may have at a place of a sentence. */
export function readActionSlot(
  source: SlotSource,
  { name, field }: { readonly name: string; readonly field: Field },
  index: number,
): readonly Reading[] {
  if (name === 'assignee' || name === 'supplierId') return readRecord(source, 'person', index);
  if (name === 'path') return readWords(source, index, (word) => word.startsWith('/'));
  switch (field.type) {
    case 'reference':
      return readRecord(source, field.to === 'flocks' ? 'flock' : 'barn', index);
    case 'integer':
    case 'number':
    case 'money':
      return readQuantity(source, field.type === 'money' ? 'money' : field.unit, index);
    case 'date':
      return readDay(source, name === 'date' ? 'past' : 'future', index);
    case 'word':
      return readWords(
        source,
        index,
        (word) => canonicalWord({ ...field.vocabulary, open: false }, word) !== undefined,
      );
    case 'text':
      return readTyped(source, field.format, index);
    default:
      return [];
  }
}

function readQuantity(
  { sentence, context }: SlotSource,
  unit: string | undefined,
  index: number,
): Reading[] {
  const before = moneySign(sentence.normal.text, index);
  const number = sentence.time.numberAt(before);
  if (!number) return [];
  const at = skipBlanks(sentence.normal.text, number.end);
  const spoken = context.compiled.units.matchesAt(sentence.normal.text, at);
  const bare = { end: number.end, value: { kind: 'value', value: number.value } as const };
  const factors = unit === 'money' ? { money: 1 } : (unitFactors[unit ?? ''] ?? {});
  // The longest unit first; a shorter one leaves what may be the next word of the template.
  const read = spoken.toReversed().flatMap(({ end, values }): Reading[] => {
    const factor = values.map((name) => factors[name as keyof typeof factors]).find(Boolean);
    if (factor === undefined) return [];
    const value = Number((number.value * factor).toPrecision(12));
    return [{ end, value: { kind: 'value', value } }];
  });
  return [...read, bare];
}

function moneySign(text: string, index: number): number {
  return /\p{Sc}/u.test(text[index] ?? '') ? skipBlanks(text, index + 1) : index;
}

/** A day is looked for by many templates at one place: each direction has one reader a sentence. */
const dayReaders = new WeakMap<ReadSentence, Map<'past' | 'future', TimeReader>>();

function readDay(source: SlotSource, direction: 'past' | 'future', index: number): Reading[] {
  const { daysAt } = dayReader(source, direction);
  return daysAt(index).map(({ end, value }) => ({ end, value: { kind: 'value', value } }));
}

function dayReader({ sentence, context }: SlotSource, direction: 'past' | 'future'): TimeReader {
  const readers = dayReaders.get(sentence) ?? new Map<'past' | 'future', TimeReader>();
  dayReaders.set(sentence, readers);
  const calendar = { ...context.calendar, direction };
  const reader =
    readers.get(direction) ?? createTimeReader(context.compiled, sentence.normal.text, calendar);
  readers.set(direction, reader);
  return reader;
}

function readWords(
  { sentence, context }: SlotSource,
  index: number,
  takes: (word: string) => boolean,
): Reading[] {
  const { phrases } = context.compiled;
  return phrases
    .matchesAt(sentence.normal.text, index)
    .flatMap(({ end, values }) =>
      values.flatMap((sense) => (sense.kind === 'word' ? [{ end, word: sense.word }] : [])),
    )
    .filter(({ word }) => takes(word))
    .map(({ end, word }) => ({ end, value: { kind: 'value', value: word } as const }))
    .reverse();
}

function readRecord({ sentence }: SlotSource, of: RecordKind, index: number): Reading[] {
  const { names, mentionsAt, normal } = sentence;
  const named = names
    .matchesAt(normal.text, index)
    .map(({ end, values }) => ({ end, records: values.filter(({ kind }) => kind === of) }));
  const mentioned = mentionsAt(index).map(({ end, sense }) => ({ end, sense }));
  const byEnd = new Map<number, NamedRecord[]>();
  for (const { end, records } of named) if (records.length > 0) byEnd.set(end, records);
  for (const { end, sense } of mentioned) addMention(byEnd, end, sense, of);
  if (byEnd.size === 0) return of === 'person' ? readUnknownPerson(normal.text, index) : [];
  return [...byEnd]
    .sort(([a], [b]) => b - a)
    .map(([end, records]) => ({ end, value: recordsValue(of, records) }));
}

function addMention(byEnd: Map<number, NamedRecord[]>, end: number, sense: Sense, of: RecordKind) {
  const known = byEnd.get(end) ?? [];
  if (sense.kind === 'nobody' && sense.of === of) byEnd.set(end, known);
  if (sense.kind !== 'record' || sense.record.kind !== of) return;
  byEnd.set(end, known.some(({ id }) => id === sense.record.id) ? known : [...known, sense.record]);
}

function recordsValue(of: RecordKind, records: readonly NamedRecord[]): SlotValue {
  return { kind: 'records', of, ids: records.map(({ id, name }) => ({ id, name })) };
}

/** A name that nobody has is said to be nobody's; it is not taken for a part of the next slot. */
function readUnknownPerson(text: string, index: number): Reading[] {
  const name = UNKNOWN_NAME.exec(text.slice(index))?.[0];
  if (name === undefined) return [];
  const value = { kind: 'records', of: 'person', ids: [] } as const;
  const words = name.split(' ');
  const ends = words.map((_, count) => index + words.slice(0, count + 1).join(' ').length);
  // A word glued to "to" may as well be a verb; it is a name where a colon ends it.
  const isGlued = isSpacedLetter(text[index - 1]);
  return ends
    .filter((end) => !isGlued || text[skipBlanks(text, end)] === ':')
    .map((end) => ({ end, value }));
}

function readTyped({ sentence }: SlotSource, format: string | undefined, index: number): Reading[] {
  const { text } = sentence.normal;
  if (format === 'phone' || format === 'email') {
    const typed = (format === 'phone' ? PHONE : EMAIL).exec(text.slice(index))?.[0];
    return typed === undefined ? [] : [textReading(index, index + typed.length)];
  }
  return readQuoted(text, index) ?? readFree(text, index);
}

function readQuoted(text: string, index: number): Reading[] | undefined {
  if (text[index] !== '"') return undefined;
  const close = text.indexOf('"', index + 1);
  if (close <= index + 1) return undefined;
  const value = { kind: 'text', from: index + 1, to: close, isQuoted: true } as const;
  return [{ end: close + 1, value }];
}

/** Every longer stretch of words; the shortest with which the sentence is complete is taken. */
function readFree(text: string, index: number): Reading[] {
  const readings: Reading[] = [];
  for (let end = index + 1; end <= text.length; end++) {
    if (isEdge(text, end) && text[end - 1] !== ' ') readings.push(textReading(index, end));
  }
  return readings;
}

function textReading(from: number, to: number): Reading {
  return { end: to, value: { kind: 'text', from, to, isQuoted: false } };
}
