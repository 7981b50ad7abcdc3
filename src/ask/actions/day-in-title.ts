import { trimEndOf } from '../../tools/text.ts';
import type { ReadSentence } from '../grammar/read-sentence.ts';
import { typedBetween } from '../text/normalise.ts';
import { isEdge } from '../text/word-edges.ts';
import { BESIDE } from './order-views.ts';
import type { ParsedOrder } from './parse-order.ts';
import { readActionSlot, type SlotSource, type SlotValue } from './read-slot.ts';

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
  const field = BESIDE['dueDate'];
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
      typedBetween(normal, from, beginOf(source, from, at)),
      isOnlyDone(source, endOf(normal.text, day), to)
        ? ''
        : typedBetween(normal, endOf(normal.text, day), to),
    ];
    const title = trimEndOf(parts.filter((part) => part !== '').join(' '), ' ,，、');
    return title === '' ? undefined : { title, dueDate: String(day.value.value) };
  }
  return undefined;
}

/** "周一完成": the word after the day only says that the task is due then. */
function isOnlyDone({ sentence, context }: SlotSource, from: number, to: number): boolean {
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
function beginOf({ sentence, context }: SlotSource, from: number, at: number): number {
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

/** The only barn named in a task's title, used as the task's location. */
export function barnInTitle(
  { view: { type }, fields: { title, barnId } }: ParsedOrder,
  { normal: { text }, mentionsAt }: ReadSentence,
): { readonly barnId?: string } {
  if (type !== 'create_task' || barnId !== undefined || title?.kind !== 'text') return {};
  const ids = new Set<string>();
  for (let at = title.from; at < title.to; at++) {
    if (!isEdge(text, at)) continue;
    for (const { end, sense } of mentionsAt(at)) {
      const isBarn = sense.kind === 'record' && sense.record.kind === 'barn' && end <= title.to;
      if (isBarn) ids.add(sense.record.id);
    }
  }
  const [only, ...others] = ids;
  return only === undefined || others.length > 0 ? {} : { barnId: only };
}
