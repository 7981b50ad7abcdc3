import { type Message, message } from '../../model/core/message.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { SpeechKind } from '../lexicon/lexicon.ts';
import type { Aggregation, MeasureDefinition, MeasureQuestion, Period } from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import { hasKind, numberOf, type Span } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { type Concept, isModifier } from './concepts.ts';
import type { Modifiers } from './modifiers.ts';
import type { ReadSentence } from './read-sentence.ts';

/** Whether the modifiers are applicable to a measure. */
export function takesModifiers(definition: MeasureDefinition, modifiers: Modifiers): boolean {
  const { aggregations, counts, takesAges, usualPeriod } = definition;
  const { limit, rank, counting, isCompared, ages, isReason } = modifiers;
  const isRanked = rank !== undefined || (limit !== undefined && counting === undefined);
  if (isReason) return limit === undefined && rank === undefined && counting === undefined;
  if (counting !== undefined && !counts?.includes(counting)) return false;
  if (isRanked && !aggregations.includes('highest')) return false;
  if (isCompared && usualPeriod === undefined) return false;
  return ages === undefined || takesAges === true;
}

/** "More than 30 a day" counts days, not the sum of all days; undefined where days are unknown. */
export function valuesAsked(
  aggregation: Aggregation,
  modifiers: Modifiers,
  { counts }: MeasureDefinition,
): Pick<MeasureQuestion, 'aggregation' | 'limit' | 'rank' | 'counting' | 'isReason'> | undefined {
  const { limit, counting } = modifiers;
  const isDaily = limit !== undefined && counting === undefined && aggregation === 'trend';
  if (!isDaily) return { aggregation, ...askedOfValues(modifiers) };
  if (!counts?.includes('days')) return undefined;
  return { aggregation: 'value', ...askedOfValues({ ...modifiers, counting: 'days' }) };
}

/** "Heavier than 2 kg" is 2,000 g. */
export function inGrams(intent: MeasureName, { mass, limit, ...modifiers }: Modifiers): Modifiers {
  const isKilos = mass === 'kg' && intent === 'weight';
  const told = limit && isKilos ? { ...limit, value: limit.value * 1000 } : limit;
  return { ...modifiers, ...(told ? { limit: told } : {}) };
}

const OF_AIR: readonly MeasureName[] = ['temperature', 'humidity', 'ammonia', 'co2'];

/** "Is the ammonia ok", "what should it be": the bounds are requested too. */
export function evaluationAsked(
  intent: MeasureName,
  concepts: ReadonlySet<Concept>,
): Pick<MeasureQuestion, 'isJudged'> {
  return OF_AIR.includes(intent) && (concepts.has('acceptable') || concepts.has('standard'))
    ? { isJudged: true }
    : {};
}

/** The values requested by the modifiers, regardless of days and places. */
function askedOfValues({ limit, rank, counting, isReason }: Modifiers) {
  return {
    ...(limit ? { limit } : {}),
    ...(rank ? { rank } : {}),
    ...(counting ? { counting } : {}),
    ...(isReason ? { isReason } : {}),
  };
}

/** Why a measure has no answer for the days that a question names. */
export function faultOfPeriod(
  { intent, slots }: { readonly intent: MeasureName; readonly slots: MeasureQuestion['slots'] },
  period: Period | 'several' | undefined,
  today: string,
): Message | undefined {
  const definition: MeasureDefinition = measures[intent];
  // Chicks are paid for once, usually before this month.
  const isOfChicks = intent === 'moneySpent' && slots['category'] === 'chicks';
  const needsPeriod = definition.needsPeriod || isOfChicks;
  const isOpen = period === 'several' || (needsPeriod && period === undefined);
  if (isOpen) return message('ask.which_period');
  if (!takesPeriod(intent, definition, period, today)) return message('ask.only_now');
  const isExpected = intent === 'netMoney';
  const partial = faultOfPart(definition, period);
  if (partial || (isExpected && period?.isWeekly)) return partial ?? message('ask.not_sure');
  const isOfLogs = !isExpected && (definition.usualPeriod !== undefined || NEVER_AHEAD.has(intent));
  const isAhead = isOfLogs && period !== undefined && period.from > today;
  return isAhead ? message('ask.not_ahead') : undefined;
}

/** Daily logs have no nights, unlike sensors, which count hours; present values no usual week. */
function faultOfPart(
  { counts, usualPeriod }: MeasureDefinition,
  period: Period | undefined,
): Message | undefined {
  const isLogged = counts?.includes('days') && !counts.includes('hours');
  if (isLogged && period?.isNight) return message('ask.not_by_night');
  const isUnusual = period?.isWeekly && usualPeriod === undefined;
  return isUnusual ? message('ask.not_sure') : undefined;
}

/** Measures without a usual period that still have values for days other than today. */
const TAKE_PERIODS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'temperature',
  'humidity',
  'ammonia',
  'co2',
  'heatStress',
  'weather',
  'tasks',
  'deliveriesExpected',
  'liveBirds',
  'age',
  'weight',
  'pricePerKg',
  'briefing',
]);

/** Further measures without values for days ahead. */
const NEVER_AHEAD: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'liveBirds',
  'weight',
  'pricePerKg',
  'briefing',
]);

/** Measures of the future: they have values for days ahead. */
const LOOK_AHEAD: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedDaysLeft',
  'feedOrders',
  'openOrders',
  'marketDate',
  'nextPlacement',
  'medicineExpiring',
  'withdrawal',
]);

/** A figure of the present is not given as that of another day. */
export function takesPeriod(
  intent: MeasureName,
  { usualPeriod }: MeasureDefinition,
  period: Period | undefined,
  today: string,
): boolean {
  if (period === undefined || usualPeriod !== undefined || TAKE_PERIODS.has(intent)) return true;
  return today <= period.to && (period.from <= today || LOOK_AHEAD.has(intent));
}

/** How a sentence is meant, regardless of its subject. */
export interface Manner {
  /** Whether it asks for a reason or advice, which figures alone do not give. */
  readonly isOpen: boolean;
  /**
   * Whether it has a command word, and nothing that negates it, asks, or orders a second action.
   */
  readonly isOrder: boolean;
  /** The numbers in it, in digits or words. */
  readonly numbers: readonly number[];
}

/** How a sentence is meant. A sentence whose opening is itself a topic is not open. */
export function mannerOf({ normal, spans }: ReadSentence, compiled: CompiledLexicon): Manner {
  const { text } = normal;
  const count = (kind: SpeechKind) => spans.filter((span) => hasKind(span, kind)).length;
  return {
    isOpen: spans.some((span) => opensAt(compiled, text, span)),
    isOrder: count('command') === 1 && count('refusal') === 0 && !/[?]/.test(text),
    numbers: [
      ...spans.flatMap((span) => numberOf(span) ?? []),
      ...(text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
    ],
  };
}

/** "What should I do" as a whole is a topic with an answer, not an opening. */
function opensAt(compiled: CompiledLexicon, text: string, span: Span): boolean {
  if (!isEdge(text, span.from)) return false;
  const ends = openingsOf(compiled)
    .matchesAt(text, span.from)
    .map(({ end }) => end);
  return ends.some((end) => !isTopic(span) || end > span.to);
}

function isTopic({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'concept' && !isModifier(sense.concept));
}

const openingTries = new WeakMap<CompiledLexicon, PhraseTrie<true>>();

function openingsOf(compiled: CompiledLexicon): PhraseTrie<true> {
  const known = openingTries.get(compiled) ?? buildOpenings(compiled.lexicon.openings);
  openingTries.set(compiled, known);
  return known;
}

function buildOpenings(openings: readonly string[]): PhraseTrie<true> {
  const trie = createPhraseTrie<true>();
  for (const opening of openings) trie.add(normalText(opening), true);
  return trie;
}
