import { message } from '../model/core/message.ts';
import { addDays, daysBetween } from '../tools/calendar.ts';
import { isUnfinishedOrder } from './actions/is-one-order.ts';
import { understandAction } from './actions/understand-action.ts';
import { checkReading } from './grammar/check-reading.ts';
import { type ReadSentence, readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { restate } from './grammar/restate.ts';
import { understandQuestion } from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense } from './lexicon/lexicon.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import { daysAhead } from './parser/complete-form.ts';
import {
  findSaid,
  readAhead,
  understandBroadly,
  understandOpenly,
  understandRecords,
} from './parser/understand-records.ts';
import { type View, views } from './query/views.ts';

/**
 * The question or order in a sentence. All of its content is data: only a sentence that matches a
 * template of its language as a whole is an order, and everything else is a question about the
 * farm.
 */
export function understand(question: string, context: SentenceContext): Understanding {
  return understandSentence(readSentence(question, context), context);
}

/** The meaning of a sentence that was already read; a question is read without its asides. */
export function understandSentence(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const ordered = understandAction(sentence, context);
  if (ordered) return ordered;
  const told = restate(sentence, context);
  if (told === undefined) return understandAsked(sentence, context);
  const again = readSentence(told, context);
  const corrected = understandAction(again, context);
  // A corrected action is only proposed.
  if (corrected?.kind === 'action') return { ...corrected, isDoubtful: true };
  return corrected ?? understandAsked(again, context);
}

/** Questions about layers only, or broilers only, are answered for their flocks. */
function understandAsked(sentence: ReadSentence, context: SentenceContext): Understanding {
  const found = understandAnyBirds(sentence, context);
  const said = found.kind === 'question' || found.kind === 'records' ? KINDS : [];
  if (said.length === 0 || findSaid(sentence, context, said) === undefined) return found;
  const isLayer = findSaid(sentence, context, ['species.layer']) !== undefined;
  return ofBirds(found, isLayer ? 'layer' : 'broiler', { sentence, context });
}

const KINDS = ['species.layer', 'species.broiler'] as const;

function ofBirds(
  found: Understanding,
  kind: 'layer' | 'broiler',
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): Understanding {
  const live = context.names.flocks.filter(({ isLive, birds }) => isLive && birds !== undefined);
  const meant = live.filter(({ birds }) => birds === kind);
  if (meant.length === live.length || found.kind === 'action') return found;
  if (meant.length === 0) {
    const name = findSaid(sentence, context, [`species.${kind}`]) ?? kind;
    const reason = message('ask.species', { name });
    return { kind: 'unclear', intent: null, reason, choices: [], confidence: 1 };
  }
  const scope = scopeOf(found);
  if (scope === undefined) return found;
  const named = live.filter(
    ({ id, barnId }) => scope.barns.includes(barnId) || scope.flocks.includes(id),
  );
  // "The hens in barn 2" are all birds in it.
  if (scope.barns.length + scope.flocks.length > 0)
    return named.some(({ birds }) => birds === kind) ? found : notOfBirds();
  const flocks = meant.map(({ id }) => id);
  if (found.kind === 'question') {
    const question = { ...found.question, scope: { flockIds: flocks } };
    return measures[found.intent].per === 'flock' ? { ...found, question } : notOfBirds();
  }
  if (found.kind !== 'records') return found;
  const { flock }: View = views[found.view];
  if (flock === null) return notOfBirds();
  return { ...found, form: { ...found.form, scope: { ...found.form.scope, flocks } } };
}

function scopeOf(found: Understanding) {
  if (found.kind === 'records') return found.form.scope;
  if (found.kind !== 'question') return undefined;
  const { barnIds = [], flockIds = [] } = found.question.scope;
  return { barns: barnIds, flocks: flockIds };
}

/** A figure of the whole farm is not given for some of its birds. */
function notOfBirds(): Understanding {
  const reason = message('ask.not_sure');
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 0.5 };
}

function understandAnyBirds(sentence: ReadSentence, context: SentenceContext): Understanding {
  const certain = understandRecords(sentence, context);
  if (certain) return certain;
  const found = understandAhead(sentence, context);
  const checked = found.kind === 'question' ? checkReading(found, sentence, context) : found;
  // Figures of the present may be records of other days: "alerts of yesterday".
  const isOpen =
    checked.kind === 'unclear' &&
    (checked.intent === null || checked.reason.text === 'ask.only_now');
  const broad = isOpen ? understandBroadly(sentence, context) : undefined;
  const isFigure = checked.kind === 'question' && WRITTEN.has(checked.intent);
  const mayBeOrder = (isFigure || checked.kind === 'unclear') && broad === undefined;
  if (mayBeOrder && isUnfinishedOrder(sentence, context)) return notOrdered();
  const open = isOpen && broad === undefined ? understandOpenly(sentence, context) : undefined;
  return open ?? broad ?? checked;
}

/** Figures with values for days ahead: a weekday or month next to them is in the future. */
const AHEAD: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'age',
  'weather',
  'tasks',
  'marketDate',
  'deliveriesExpected',
  'nextPlacement',
  'feedOrders',
  'openOrders',
]);

/** "How old will they be on Sunday" is not about the last Sunday. */
function understandAhead(sentence: ReadSentence, context: SentenceContext): Understanding {
  const found = understandQuestion(daysBehind(sentence, context), context);
  if (found.kind !== 'question' || !AHEAD.has(found.intent)) return found;
  const { period } = found.question;
  const { today } = context.calendar;
  if (found.intent === 'tasks' && period?.current) {
    // "This week" of tasks covers the whole week.
    const whole = { from: period.from, to: daysAhead(period, today).to };
    return { ...found, question: { ...found.question, period: whole } };
  }
  if (found.intent === 'weather' && period?.current) {
    // "Will it be hot this week" covers the rest of it.
    const rest = { from: today, to: daysAhead(period, today).to };
    const isPast = findSaid(sentence, context, ['past', 'past.forms']) !== undefined;
    return isPast ? found : { ...found, question: { ...found.question, period: rest } };
  }
  const isBehind = period !== undefined && period.to < today;
  if (!isBehind || findSaid(sentence, context, ['past', 'past.forms']) !== undefined) return found;
  const { ahead, calendar } = readAhead(sentence, context);
  const again = understandQuestion(ahead, { ...context, calendar });
  return again.kind === 'question' && again.intent === found.intent ? again : found;
}

/** "What did they eat in 7 days" is about the last 7, not about the day in 7 days. */
function daysBehind(sentence: ReadSentence, context: SentenceContext): ReadSentence {
  const { today } = context.calendar;
  const isAhead = (sense: Sense) =>
    sense.kind === 'time' && sense.period.kind === 'days' && sense.period.from > today;
  const isOfDays = sentence.spans.some(({ senses }) => senses.some(isAhead));
  if (!isOfDays || findSaid(sentence, context, ['past.forms']) === undefined) return sentence;
  const behind = (sense: Sense): Sense => {
    if (sense.kind !== 'time' || sense.period.kind !== 'days') return sense;
    const { from, to } = sense.period;
    if (from <= today || from !== to) return sense;
    const period = {
      ...sense.period,
      from: addDays(today, 1 - daysBetween(today, from)),
      to: today,
    };
    return { ...sense, period };
  };
  const spans = sentence.spans.map((span) => ({ ...span, senses: span.senses.map(behind) }));
  return { ...sentence, spans };
}

/** Measures that orders record: an order without its number looks like a question about it. */
const WRITTEN: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'culls',
  'feedEaten',
  'waterUsed',
  'eggs',
  'weight',
  'feedOrders',
]);

/** An order that matches no action, or is incomplete, is not answered. */
function notOrdered(): Understanding {
  const reason = message('ask.no_such_order');
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 0.5 };
}
