import { type Message, message } from '../../model/core/message.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { SpeechKind } from '../lexicon/lexicon.ts';
import type { Aggregation, MeasureDefinition, MeasureQuestion, Period } from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import { normalText } from '../text/normalise.ts';
import { createPhraseTrie, type PhraseTrie } from '../text/phrase-trie.ts';
import { findNumber, hasKind, type Span } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { type Concept, isModifier } from './concepts.ts';
import type { Modifiers } from './modifiers.ts';
import type { ReadSentence } from './read-sentence.ts';

/** Whether the modifiers are applicable to a measure. */
export function supportsModifiers(definition: MeasureDefinition, modifiers: Modifiers): boolean {
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
export function selectValues(
  aggregation: Aggregation,
  modifiers: Modifiers,
  { counts }: MeasureDefinition,
): Pick<MeasureQuestion, 'aggregation' | 'limit' | 'rank' | 'counting' | 'isReason'> | undefined {
  const { limit, counting } = modifiers;
  const isDaily = limit !== undefined && counting === undefined && aggregation === 'trend';
  if (!isDaily) return { aggregation, ...valueModifiers(modifiers) };
  if (!counts?.includes('days')) return undefined;
  return { aggregation: 'value', ...valueModifiers({ ...modifiers, counting: 'days' }) };
}

/** "Heavier than 2 kg" is 2,000 g. */
export function inGrams(intent: MeasureName, { mass, limit, ...modifiers }: Modifiers): Modifiers {
  const isKilos = mass === 'kg' && intent === 'weight';
  const limitInGrams = limit && isKilos ? { ...limit, value: limit.value * 1000 } : limit;
  return { ...modifiers, ...(limitInGrams ? { limit: limitInGrams } : {}) };
}

const AIR_MEASURES: readonly MeasureName[] = ['temperature', 'humidity', 'ammonia', 'co2'];

/** "Is the ammonia ok", "what should it be": the bounds are requested too. */
export function requestedEvaluation(
  intent: MeasureName,
  concepts: ReadonlySet<Concept>,
): Pick<MeasureQuestion, 'isJudged'> {
  return AIR_MEASURES.includes(intent) && (concepts.has('acceptable') || concepts.has('standard'))
    ? { isJudged: true }
    : {};
}

/** The values requested by the modifiers, regardless of days and places. */
function valueModifiers({ limit, rank, counting, isReason }: Modifiers) {
  return {
    ...(limit ? { limit } : {}),
    ...(rank ? { rank } : {}),
    ...(counting ? { counting } : {}),
    ...(isReason ? { isReason } : {}),
  };
}

/** Why a measure has no answer for the days that a question names. */
export function periodFault(
  { intent, slots }: { readonly intent: MeasureName; readonly slots: MeasureQuestion['slots'] },
  period: Period | 'several' | undefined,
  today: string,
): Message | undefined {
  const definition: MeasureDefinition = measures[intent];
  // Chicks are paid for once, usually before this month.
  const isAboutChicks = intent === 'moneySpent' && slots['category'] === 'chicks';
  const needsPeriod = definition.needsPeriod || isAboutChicks;
  const isOpen = period === 'several' || (needsPeriod && period === undefined);
  if (isOpen) return message('ask.which_period');
  if (!supportsPeriod(intent, definition, period, today)) return message('ask.only_now');
  const isExpected = intent === 'netMoney';
  const partial = partialPeriodFault(definition, period);
  if (partial || (isExpected && period?.isWeekly)) return partial ?? message('ask.not_sure');
  const isAboutLogs =
    !isExpected && (definition.usualPeriod !== undefined || PAST_ONLY_MEASURES.has(intent));
  const isAhead = isAboutLogs && period !== undefined && period.from > today;
  return isAhead ? message('ask.not_ahead') : undefined;
}

/** Daily logs have no nights, unlike sensors, which count hours; present values no usual week. */
function partialPeriodFault(
  { counts, usualPeriod }: MeasureDefinition,
  period: Period | undefined,
): Message | undefined {
  const isLogged = counts?.includes('days') && !counts.includes('hours');
  if (isLogged && period?.isNight) return message('ask.not_by_night');
  const isUnusual = period?.isWeekly && usualPeriod === undefined;
  return isUnusual ? message('ask.not_sure') : undefined;
}

/** Measures without a usual period that still have values for days other than today. */
const MEASURES_WITH_PERIOD: ReadonlySet<MeasureName> = new Set<MeasureName>([
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
const PAST_ONLY_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'liveBirds',
  'weight',
  'pricePerKg',
  'briefing',
]);

/** Measures of the future: they have values for days ahead. */
const FUTURE_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedDaysLeft',
  'feedOrders',
  'openOrders',
  'marketDate',
  'nextPlacement',
  'medicineExpiring',
  'withdrawal',
]);

/** A figure of the present is not given as that of another day. */
export function supportsPeriod(
  intent: MeasureName,
  { usualPeriod }: MeasureDefinition,
  period: Period | undefined,
  today: string,
): boolean {
  if (period === undefined || usualPeriod !== undefined || MEASURES_WITH_PERIOD.has(intent))
    return true;
  return today <= period.to && (period.from <= today || FUTURE_MEASURES.has(intent));
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
export function readManner({ normal, spans }: ReadSentence, compiled: CompiledLexicon): Manner {
  const { text } = normal;
  const count = (kind: SpeechKind) => spans.filter((span) => hasKind(span, kind)).length;
  return {
    isOpen: spans.some((span) => hasOpeningAt(compiled, text, span)),
    isOrder: count('command') === 1 && count('refusal') === 0 && !/[?]/.test(text),
    numbers: [
      ...spans.flatMap((span) => findNumber(span) ?? []),
      ...(text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
    ],
  };
}

/** "What should I do" as a whole is a topic with an answer, not an opening. */
function hasOpeningAt(compiled: CompiledLexicon, text: string, span: Span): boolean {
  if (!isEdge(text, span.from)) return false;
  const ends = getOpenings(compiled)
    .matchesAt(text, span.from)
    .map(({ end }) => end);
  return ends.some((end) => !isTopic(span) || end > span.to);
}

function isTopic({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'concept' && !isModifier(sense.concept));
}

const openingTries = new WeakMap<CompiledLexicon, PhraseTrie<true>>();

function getOpenings(compiled: CompiledLexicon): PhraseTrie<true> {
  const trie = openingTries.get(compiled) ?? buildOpenings(compiled.lexicon.openings);
  openingTries.set(compiled, trie);
  return trie;
}

function buildOpenings(openings: readonly string[]): PhraseTrie<true> {
  const trie = createPhraseTrie<true>();
  for (const opening of openings) trie.add(normalText(opening), true);
  return trie;
}
