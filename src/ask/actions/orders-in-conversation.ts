import { trimEndOf } from '../../tools/text.ts';
import type { PreviousQuestion } from '../conversation-memory.ts';
import { isSilent, subjectOf } from '../follow-up-turns.ts';
import { pickRecords } from '../grammar/pick-slots.ts';
import { readSentence, type SentenceContext } from '../grammar/read-sentence.ts';
import type { OpenOrder, Understanding } from '../grammar/understanding.ts';
import { fillDefaults } from './read-slot.ts';
import { understandAction } from './understand-action.ts';

const CONFIDENCE = 0.95;

/** An order that lacks its place, completed by a sentence that only names one: "barn 2". */
export function completedOrder(
  typed: string,
  context: SentenceContext,
  { type, fields, isDoubtful }: OpenOrder,
): Understanding | undefined {
  const { spans, normal } = readSentence(typed, context);
  const { barns, flocks, open, unknown } = pickRecords(spans);
  const [place, ...others] = [...barns, ...flocks];
  const isPlace = spans.every(
    (span) => isSilent(span) || span.senses.some(({ kind }) => kind === 'record'),
  );
  if (/[?？]/u.test(normal.text) || !isPlace || open.length > 0 || unknown !== undefined)
    return undefined;
  if (place === undefined || others.length > 0) return undefined;
  const named = { ...fields, [`${place.kind}Id`]: place.id };
  const filled = fillDefaults(type, named, context.names, context.calendar.today);
  if (filled === 'which_flock') return undefined;
  return {
    ...{ kind: 'action', type, fields: filled, isOrder: true, isDoubtful },
    confidence: CONFIDENCE,
  };
}

/**
 * "Give it to Ann" after an answer with one task, "close the silo one" after alerts: the change of
 * that record is proposed.
 */
export function orderForShown(
  rest: string,
  context: SentenceContext,
  previous: PreviousQuestion,
  alone: Understanding,
): Understanding | undefined {
  const typed = trimEndOf(rest, '.!');
  const taskId = previous.told?.taskId;
  const isOfNothing = alone.kind !== 'action' || alone.target?.topics.length === 0;
  if (taskId !== undefined && isOfNothing) {
    const order = orderIn(`${typed} "${taskId}"`, context, true);
    if (order?.target && wordsOfTarget(order) === 0) return { ...order, isDoubtful: true };
  }
  const noun = alone.kind === 'action' ? undefined : NOUNS[subjectOf(previous)];
  const named = noun && orderIn(`${typed} ${context.compiled.lexicon.orders[noun][0]}`, context);
  return named?.target?.topics.length ? { ...named, isDoubtful: true } : undefined;
}

const ISO_DATE = /\d{4}-\d\d-\d\d/;

/**
 * A complete order, as without a previous question; in another language its words would continue
 * that question. A title may contain a day that was put in place of "the day before".
 */
export function orderAlone(
  typed: string,
  context: SentenceContext,
  known: Order | undefined,
): Order | undefined {
  const order = known ?? orderIn(typed, context);
  return ISO_DATE.test(String(order?.fields['title'] ?? '')) ? undefined : order;
}

/** The records of an answer that an order may change. */
const NOUNS: Readonly<Record<string, 'task' | 'alert' | undefined>> = {
  alerts: 'alert',
  tasks: 'task',
  needsMe: 'task',
  'records alerts': 'alert',
  'records tasksDue': 'task',
};

type Order = Extract<Understanding, { kind: 'action' }>;

function orderIn(text: string, context: SentenceContext, isOfRecord = false): Order | undefined {
  const order = understandAction(readSentence(text, context), context, isOfRecord);
  return order?.kind === 'action' ? order : undefined;
}

function wordsOfTarget({ target }: Order): number {
  return target ? target.words.length + target.topics.length : 1;
}
