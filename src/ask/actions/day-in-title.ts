import type { OrderType } from '../../model/resources/record-orders.ts';
import { trimEndOf } from '../../tools/text.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import { alertCategory } from '../names/topics.ts';
import { originalText } from '../text/normalise.ts';
import { prefixEnds } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import type { ParsedOrder } from './parse-order.ts';
import {
  ADJACENT_WORDS,
  getFields,
  readActionSlot,
  type SlotSource,
  type SlotValue,
} from './read-slot.ts';

/** A title with its day removed, and that day. */
export interface TitleWithDay {
  readonly title: string;
  readonly dueDate: string;
}

/** The next day named within a task's title, used as its due date. */
export function dayInTitle(
  { from, to }: Extract<SlotValue, { kind: 'text' }>,
  source: SlotSource,
): TitleWithDay | undefined {
  const { normal } = source.sentence;
  const { today } = source.context.calendar;
  const field = ADJACENT_WORDS['dueDate'];
  let placed = from;
  for (let at = from; field && at < to; at++) {
    // The 3 of "3号鸡舍" is the number of a barn, not a day of the month.
    placed = Math.max(placed, ...source.sentence.mentionsAt(at).map(({ end }) => end));
    if (!isEdge(normal.text, at) || at < placed) continue;
    const day = readActionSlot(source, { name: 'dueDate', field }, at)
      .filter(({ end, value }) => end <= to && value.kind === 'value' && value.value >= today)
      .toSorted((a, b) => b.end - a.end)[0];
    if (day?.value.kind !== 'value') continue;
    const parts = [
      originalText(normal, from, startOfWord(source, from, at)),
      isOnlyCompleted(source, endOf(normal.text, day), to)
        ? ''
        : originalText(normal, endOf(normal.text, day), to),
    ];
    const title = trimEndOf(parts.filter((part) => part !== '').join(' '), ' ,，、');
    return title === '' ? undefined : { title, dueDate: String(day.value.value) };
  }
  return undefined;
}

/** "周一完成": the word after the day only says that the task is due then. */
function isOnlyCompleted({ sentence, context }: SlotSource, from: number, to: number): boolean {
  return context.compiled.orders
    .matchesAt(sentence.normal.text, from)
    .some(({ end, values }) => end >= to && (values.includes('done') || values.includes('finish')));
}

/** "Monday 23" is one day where the 23rd is a Monday. */
function endOf(text: string, { end, value }: { readonly end: number; readonly value: SlotValue }) {
  const number = /^ (\d{1,2})(?![\p{L}\p{N}:.])/u.exec(text.slice(end));
  const isSame =
    value.kind === 'value' && Number(String(value.value).slice(-2)) === Number(number?.[1]);
  return number && isSame ? end + number[0].length : end;
}

/** Start of the preposition before a day: "on" of "on Monday". */
function startOfWord({ sentence, context }: SlotSource, from: number, at: number): number {
  const { text } = sentence.normal;
  for (let begin = from; begin < at; begin++) {
    const isPreposition =
      isEdge(text, begin) &&
      context.compiled.orders
        .matchesAt(text, begin)
        .some(({ end, values }) => values.includes('for') && text.slice(end, at).trim() === '');
    if (isPreposition) return begin;
  }
  return at;
}

const TITLED: readonly OrderType[] = ['create_task', 'create_alert', 'add_note'];

/** The only barn named in the title of a task, alert or note, used as its location. */
export function barnInTitle(
  { view: { type }, fields: { title, barnId } }: ParsedOrder,
  sentence: ReadSentence,
  { lexicon }: SentenceContext['compiled'],
): { readonly barnId?: string } {
  if (!TITLED.includes(type) || barnId !== undefined || title?.kind !== 'text') return {};
  const { text } = sentence.normal;
  const isNote = type === 'add_note';
  const ids = new Set<string>();
  for (let at = title.from; at < title.to; at++) {
    if (!isEdge(text, at)) continue;
    const starts = isNote ? prefixEnds(text, at, lexicon.gluedPrefixes) : [at];
    const found = starts.flatMap((start) => barnsAt(sentence, start, isNote));
    for (const { end, id } of found) if (end <= title.to) ids.add(id);
  }
  const [only, ...others] = ids;
  return only === undefined || others.length > 0 ? {} : { barnId: only };
}

/** A barn with its number or, in a note, only with its name, which contains letters. */
function barnsAt(
  { normal: { text }, mentionsAt, names }: ReadSentence,
  at: number,
  byName: boolean,
) {
  const mentioned = mentionsAt(at).flatMap(({ end, sense }) =>
    sense.kind === 'record' && sense.record.kind === 'barn' ? [{ end, id: sense.record.id }] : [],
  );
  const named = byName ? names.matchesAt(text, at) : [];
  return [
    ...mentioned,
    ...named.flatMap(({ end, values }) =>
      values
        .filter(({ kind }) => kind === 'barn' && /\p{L}{2}/u.test(text.slice(at, end)))
        .map(({ id }) => ({ end, id })),
    ),
  ];
}

/** A person named in a title may be the intended assignee. */
export function containsPerson(
  { from, to }: { readonly from: number; readonly to: number },
  { normal: { text }, names }: ReadSentence,
): boolean {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some(
    (index) =>
      isEdge(text, index) &&
      names
        .matchesAt(text, index)
        .some(({ values }) => values.some(({ kind }) => kind === 'person')),
  );
}

/**
 * "In two hours", "only if it rains", "every three days": a title contains a condition that would
 * be ignored.
 */
export function containsCondition(
  { from, to }: { readonly from: number; readonly to: number },
  { normal: { text } }: ReadSentence,
  { orders }: SentenceContext['compiled'],
): boolean {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some(
    (index) =>
      isEdge(text, index) &&
      orders
        .matchesAt(text, index)
        .some(({ end, values }) => end <= to && values.includes('condition')),
  );
}

/** "At 5" of "remind me at 5 to check the fans" is an hour, which would be ignored. */
export function beginsWithHour(
  { from }: { readonly from: number },
  { normal: { text } }: ReadSentence,
  { orders, lexicon }: SentenceContext['compiled'],
): boolean {
  const ends = orders
    .matchesAt(text, from)
    .flatMap(({ end, values }) => (values.includes('for') ? [end] : []));
  const glued = prefixEnds(text, from, lexicon.gluedPrefixes).slice(1);
  return [...ends, ...glued].some((end) => /^[ -]?\d{1,2}(?!\d)/u.test(text.slice(end)));
}

/** A day within a title may be the due date. */
export function containsDay(
  { from, to }: { readonly from: number; readonly to: number },
  sentence: ReadSentence,
): boolean {
  const { normal, time } = sentence;
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return places.some(
    (index) =>
      isEdge(normal.text, index) &&
      time.periodsAt(index).length > 0 &&
      !sentence
        .mentionsAt(index)
        .some(({ end, sense }) => sense.kind === 'record' && !isBare(normal.text, index, end)),
  );
}

export function isBare(text: string, from: number, to: number): boolean {
  return /^\d+\P{L}?\p{L}?$/u.test(text.slice(from, to));
}

/** The category of an alert by the words of its title; none where it is named or unknown. */
export function categoryInTitle(
  { view: { type }, fields: { title, category } }: ParsedOrder,
  { normal: { text } }: ReadSentence,
): { readonly category?: string } {
  if (type !== 'create_alert' || category || title?.kind !== 'text') return {};
  const found = alertCategory(text.slice(title.from, title.to));
  return found === undefined ? {} : { category: found };
}

/**
 * The kind of a new medicine by the only kind that its name contains, or else the order. A name
 * that the word "medicine" of the order cuts is given whole: "ยาฆ่าเชื้อ".
 */
export function kindInName(
  { view: { type }, fields: { name, kind } }: ParsedOrder,
  source: SlotSource,
): { readonly kind?: string; readonly name?: string } {
  if (type !== 'create_medicine' || kind || name?.kind !== 'text') return {};
  const { normal } = source.sentence;
  const own = medicineKinds(source, name);
  const all = medicineKinds(source, { from: 0, to: normal.text.length });
  const found = new Set((own.length > 0 ? own : all).map((one) => one.kind));
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return {};
  const cut = all.find(({ from, to }) => from < name.from && name.from < to && to <= name.to);
  return { kind: only, ...(cut ? { name: originalText(normal, cut.from, name.to) } : {}) };
}

/** The kinds of medicine within a stretch; "other" may be any word of the order. */
function medicineKinds(source: SlotSource, { from, to }: Stretch) {
  const { normal } = source.sentence;
  const { gluedPrefixes } = source.context.compiled.lexicon;
  const field = getFields('create_medicine').get('kind');
  const found: (Stretch & { readonly kind: string })[] = [];
  for (let at = from; field && at < to; ) {
    const starts = isEdge(normal.text, at) ? prefixEnds(normal.text, at, gluedPrefixes) : [];
    const [longest] = starts
      .flatMap((start) => readActionSlot(source, { name: 'kind', field }, start))
      .filter(({ end, value }) => end <= to && value.kind === 'value' && value.value !== 'other')
      .toSorted((a, b) => b.end - a.end);
    if (longest?.value.kind === 'value')
      found.push({ from: at, to: longest.end, kind: String(longest.value.value) });
    at = longest?.end ?? at + 1;
  }
  return found;
}

/** Minimum length of a name without the trade: "李兽医" is not called "李". */
const SHORTEST_NAME = 2;

/** The name of a new contact without the trade next to it: "Dan the plumber" is Dan. */
export function nameWithoutTrade(
  { view: { type }, fields: { name, kind } }: ParsedOrder,
  source: SlotSource,
): { readonly name?: string; readonly kind?: string } {
  if (type !== 'create_contact' || name?.kind !== 'text' || name.isQuoted) return {};
  const { normal } = source.sentence;
  const trade = kind ? undefined : tradeAt(source, name);
  const { from, to } = trade?.rest ?? name;
  const isShort = to - from < SHORTEST_NAME;
  const found = trade ? { kind: trade.kind } : {};
  const whole = isShort ? name : { from, to };
  return { ...found, name: originalText(normal, whole.from, withoutFillers(source, whole)) };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The trade at the end or the beginning of a name, and the rest of the name. */
function tradeAt(source: SlotSource, { from, to }: Stretch) {
  const { text } = source.sentence.normal;
  for (let at = from; at < to; at++) {
    if (!isEdge(text, at)) continue;
    const last = tradesFrom(source, at).find(({ end }) => end === to);
    if (last) return { kind: last.kind, rest: { from, to: endBefore(text, from, at) } };
    const isFirst = text
      .slice(from, at)
      .split(' ')
      .every((word) => isFiller(source, word));
    const [first] = isFirst ? tradesFrom(source, at).filter(({ end }) => end < to) : [];
    if (first) return { kind: first.kind, rest: { from: startAfter(text, first.end), to } };
  }
  return undefined;
}

/** The trades that begin at a position, the longest first. */
function tradesFrom(source: SlotSource, at: number) {
  const { sentence, context } = source;
  const { normal } = sentence;
  const field = getFields('create_contact').get('kind');
  return prefixEnds(normal.text, at, context.compiled.lexicon.gluedPrefixes)
    .flatMap((start) => [
      ...context.compiled.orders
        .matchesAt(normal.text, start)
        .filter(({ values }) => values.includes('trade'))
        .map(({ end }) => ({ end, kind: originalText(normal, start, end) })),
      ...(field ? readActionSlot(source, { name: 'kind', field }, start) : []).flatMap(
        ({ end, value }) => (value.kind === 'value' ? [{ end, kind: String(value.value) }] : []),
      ),
    ])
    .toSorted((a, b) => b.end - a.end);
}

function endBefore(text: string, from: number, at: number): number {
  let end = at;
  while (end > from && /[ ,，、-]/u.test(text[end - 1] ?? '')) end--;
  return end;
}

function startAfter(text: string, at: number): number {
  let start = at;
  while (/[ ,，、-]/u.test(text[start] ?? '')) start++;
  return start;
}

/** The end of a name without the words that belong to the trade after it: "Dan the". */
function withoutFillers(source: SlotSource, { from, to }: Stretch): number {
  const { text } = source.sentence.normal;
  let end = endBefore(text, from, to);
  for (;;) {
    const space = text.lastIndexOf(' ', end - 1);
    if (space <= from || !isFiller(source, text.slice(space + 1, end))) return end;
    end = endBefore(text, from, space);
  }
}

function isFiller({ context }: SlotSource, word: string): boolean {
  return (
    word === '' ||
    context.compiled.orders
      .matchesAt(word, 0)
      .some(({ end, values }) => end === word.length && values.includes('filler'))
  );
}
