import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { NamedRecord, Sense } from '../lexicon/lexicon.ts';
import type {
  Aggregation,
  MeasureDefinition,
  MeasureQuestion,
  Period,
  QuestionScope,
} from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import type { FarmNames, NamedFlock } from '../names/farm-names.ts';
import { findPeriod, hasKind, type Span } from '../text/scan.ts';
import {
  comparedPeriods,
  questionLifetime,
  resolveReference,
  scopeForLifetime,
} from '../time/resolve-period.ts';
import type { Concept } from './concepts.ts';
import { countedMeasures } from './measure-meanings.ts';
import { type Modifiers, readModifiers } from './modifiers.ts';
import { narrowedMeasure } from './narrowed-measure.ts';
import {
  closedFlockReason,
  type NamedRecords,
  pickAggregation,
  pickRecords,
  pickSlots,
  withAmbiguousFlock,
} from './pick-slots.ts';
import {
  inGrams,
  periodFault,
  requestedEvaluation,
  selectValues,
  supportsModifiers,
} from './question-values.ts';
import { type Candidate, findConcepts, rankMeasures } from './rank-measures.ts';
import type { ReadSentence, SentenceContext } from './read-sentence.ts';
import { resolveSpans, withBareBarn } from './resolve-spans.ts';
import type { Choice, Understanding } from './understanding.ts';

/** Below this confidence the closest measures are offered as choices. */
const MIN_CONFIDENCE = 0.87;
/** Two measures closer than this that account for equally much are both offered. */
const AMBIGUITY_MARGIN = 0.02;
const MAX_CHOICES = 3;

/** The measure and slots of a question, or a clarification request. */
export function understandQuestion(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const resolved = resolveSpans(sentence.spans);
  if ('choices' in resolved) return askBarnOrDay(resolved.choices);
  const withBarns = withBareBarn(resolved.spans, context.names.barns);
  const { spans, modifiers } = readModifiers(withBarns, sentence, context);
  const candidates = rankMeasures(spans);
  if (isRetracted(spans)) return suggestMeasures(candidates, context);
  const [best, next] = candidates;
  const confidence = round(best?.confidence ?? 0);
  const records = pickRecords(spans);
  const isOpen = best === undefined || !best.isWhole || confidence < MIN_CONFIDENCE;
  if (isOpen && asksAboutPlace(sentence, spans, context.calendar.today)) {
    const place = { measure: 'briefing', spans, modifiers: {}, records, confidence: 1 } as const;
    return askForRecord(records, 'briefing', 1) ?? toQuestion(place, context);
  }
  if (best === undefined || isOpen) return suggestMeasures(candidates, context);
  if (isAmbiguous(best, next)) return askForMeaning(candidates, context);
  const isAboutMass = modifiers.mass !== undefined && countedMeasures.has(best.measure);
  if (isAboutMass || !supportsModifiers(measures[best.measure], modifiers))
    return suggestMeasures([{ ...best, confidence: 0.5 }, ...candidates.slice(1)], context);
  const open = askForRecord(records, best.measure, confidence);
  const measure = narrowedMeasure({ measure: best.measure, spans, records }, context);
  const limited = inGrams(measure, modifiers);
  return open ?? toQuestion({ measure, spans, modifiers: limited, records, confidence }, context);
}

/**
 * Whether a question names only places, or past days, as in "How is barn 2 doing?" and "How was
 * last week?". A name or a day without such a question word is not understood.
 */
function asksAboutPlace(
  { normal: { text } }: ReadSentence,
  spans: readonly Span[],
  today: CalendarDay,
): boolean {
  const startsWithConjunction =
    spans[0]?.senses.some(({ kind }) => kind === 'conjunction') || /^ו/u.test(text);
  const isNamed = (span: Span) => isPlace(span) || isAboutDays(span);
  const rest = spans.filter((span) => !isNamed(span) && span.to > span.from + 1);
  const isOver = spans.some((span) => isAboutDays(span, today)) && rest.some(asksForState);
  return (
    (spans.some(isPlace) || isOver) &&
    rest.length > 0 &&
    !startsWithConjunction &&
    spans.every((span) => isPlaceOrSilent(span) || isAboutDays(span))
  );
}

/** "What" and "how many" alone ask for more than a general state. */
function asksForState({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind !== 'concept' || sense.concept !== 'what');
}

/** Whether a stretch names days, all of them before a given day. */
function isAboutDays(span: Span, before?: CalendarDay): boolean {
  const period = findPeriod(span);
  return period?.kind === 'days' && (before === undefined || period.to < before);
}

function isPlace({ senses }: Span): boolean {
  return senses.some(
    (sense) =>
      sense.kind === 'nobody' ||
      (sense.kind === 'record' && ['barn', 'flock'].includes(sense.record.kind)),
  );
}

const SILENT_KINDS: ReadonlySet<Sense['kind']> = new Set(['filler', 'mark', 'courtesy', 'asking']);
const PLAIN_CONCEPTS: readonly string[] = ['what', 'now', 'barn', 'flock', 'birds'];

function isPlaceOrSilent(span: Span): boolean {
  const isSilent = span.senses.some(
    (sense) =>
      SILENT_KINDS.has(sense.kind) ||
      (sense.kind === 'concept' && PLAIN_CONCEPTS.includes(sense.concept)),
  );
  return isSilent || isPlace(span);
}

interface FoundMeasure {
  readonly measure: MeasureName;
  readonly spans: readonly Span[];
  readonly modifiers: Modifiers;
  readonly records: NamedRecords;
  readonly confidence: number;
}

/**
 * The question about a measure once its place is known; a clarification request where the measure
 * has no values for the days.
 */
function toQuestion(found: FoundMeasure, context: SentenceContext): Understanding {
  const { measure: intent, spans, modifiers, records, confidence } = found;
  const definition: MeasureDefinition = measures[intent];
  const scope = toScope(withAmbiguousFlock(intent, records, context.names));
  const flocks = flocksIn(scope, context.names);
  const said = findTimes(spans).filter((reference) => !isDefaultPeriod(definition, reference));
  const ages = modifiers.ages ?? readAges(said, definition, flocks);
  const references = said.filter((one) => one?.kind !== 'flock_day' || ages === undefined);
  const { today } = context.calendar;
  const compared = comparedPeriods(modifiers, references, { flocks, today });
  const isOpen = modifiers.isCompared === true && compared === undefined;
  const picked = compared?.period ?? pickPeriod(references, flocks, context);
  if (picked === 'ask') return askForFlock(intent, flocks, confidence);
  const concepts = new Set(spans.flatMap(findConcepts));
  const isTotal = concepts.has('total');
  const isAboutPlaces = namesPlaces(scope, spans);
  const whole = questionLifetime({ intent, definition, flocks, isTotal, isAboutPlaces }, today);
  const named = isOpen ? 'several' : (picked ?? whole);
  const period = singlePeriod(named);
  const slots = pickSlots(definition, spans, { records, period, today });
  const fault = periodFault({ intent, slots }, named, today);
  const reason =
    absenceReason({ intent, flocks, picked }, today) ?? (modifiers.isReason ? undefined : fault);
  if (reason) return { kind: 'unclear', intent, reason, choices: [], confidence };
  const [farm] = records.farms;
  const aggregation = ranked(modifiers.rank, pickAggregation(intent, definition, concepts));
  const values = selectValues(aggregation, modifiers, definition);
  const isPaired = pairsPlacesAndDays(scope, references, compared);
  if (!values || isPaired || asksForChange(aggregation, spans, concepts)) {
    return { kind: 'unclear', intent, reason: message('ask.not_sure'), choices: [], confidence };
  }
  return {
    kind: 'question',
    intent,
    question: {
      // Sums of the present state exclude closed flocks.
      scope: scopeForLifetime(intent, scope, { flocks, picked, whole }),
      ...(period === undefined ? {} : { period }),
      ...values,
      ...(ages ? { ages } : {}),
      ...(compared ? { versus: compared.versus } : {}),
      ...requestedEvaluation(intent, concepts),
      slots,
    },
    ...(farm === undefined ? {} : { farmId: farm.id }),
    confidence,
  };
}

/** "In barn 1 yesterday and in barn 2 today" is not about both barns on both days. */
function pairsPlacesAndDays(
  { barnIds = [], flockIds = [] }: QuestionScope,
  references: readonly ReturnType<typeof findPeriod>[],
  compared: unknown,
): boolean {
  if (compared !== undefined) return false;
  const days = references.filter((one) => one?.kind === 'days');
  return days.length > 1 && barnIds.length + flockIds.length > 1;
}

const CHOOSING_CONCEPTS: readonly Concept[] = [
  'which',
  'what',
  'who',
  'when',
  'barn',
  'flock',
  'list',
];

/** "Are they eating less?" asks for a change, not for the barn with the lowest value. */
function asksForChange(
  aggregation: Aggregation,
  spans: readonly Span[],
  concepts: ReadonlySet<Concept>,
): boolean {
  const isComparative = spans.some(({ senses }) =>
    senses.some((one) => one.kind === 'modifier' && ['more', 'less'].includes(one.modifier)),
  );
  const isExtreme = aggregation === 'highest' || aggregation === 'lowest';
  return isComparative && isExtreme && !CHOOSING_CONCEPTS.some((one) => concepts.has(one));
}

/** The default period of "money to come" applies only if the sentence names no period. */
function findTimes(spans: readonly Span[]): readonly ReturnType<typeof findPeriod>[] {
  const named = spans.filter((span) => isAboutDays(span) && findConcepts(span).length === 0);
  const implied = spans.filter((span) => isAboutDays(span) && findConcepts(span).length > 0);
  return spans.map((span) =>
    named.length > 0 && implied.includes(span) ? undefined : findPeriod(span),
  );
}

/** Whether several places are named: "barn 1 and 2", "all barns". */
function namesPlaces({ barnIds = [] }: QuestionScope, spans: readonly Span[]): boolean {
  return barnIds.length > 1 || spans.some((span) => hasKind(span, 'everything'));
}

function singlePeriod(named: Period | 'several' | undefined): Period | undefined {
  return named === 'several' ? undefined : named;
}

/** The reason why a figure is not known for flocks that have left, or for days before today. */
export function absenceReason(
  asked: {
    readonly intent: MeasureName;
    readonly flocks: readonly NamedFlock[];
    readonly picked: Period | 'several' | undefined;
  },
  today: string,
): Message | undefined {
  const { intent, flocks, picked } = asked;
  // The sum since the placement of live flocks is known up to today only.
  const isSum = intent === 'cumulativeMortality' && flocks.some(({ isLive }) => isLive);
  const isEarlier = typeof picked === 'object' && picked.to < today;
  return isSum && isEarlier ? message('ask.only_now') : closedFlockReason(intent, flocks);
}

/** A rank without a direction is counted from the highest. */
function ranked(rank: number | undefined, aggregation: Aggregation): Aggregation {
  return rank === undefined || aggregation === 'lowest' ? aggregation : 'highest';
}

/** A day of life is a different date for each flock. */
function readAges(
  references: readonly ReturnType<typeof findPeriod>[],
  { takesAges }: MeasureDefinition,
  flocks: readonly NamedFlock[],
): MeasureQuestion['ages'] {
  const days = references.flatMap((one) => (one?.kind === 'flock_day' ? [one.day] : []));
  const [day, ...others] = days;
  const placed = flocks.filter(({ placementDate }) => placementDate !== null);
  if (!takesAges || day === undefined || others.length > 0 || placed.length === 0) return undefined;
  return { from: day, to: day };
}

/** A stretch that may be a barn or a day of the month is not guessed. */
function askBarnOrDay(barns: readonly NamedRecord[]): Understanding {
  const choices = barns.map(({ id, name }) => ({ kind: 'barn', id, label: name }) as const);
  const reason = message('ask.several_meanings');
  return { kind: 'unclear', intent: null, reason, choices, confidence: 0 };
}

/** "Don't log 12 dead" and "log 12 dead and delete barn 2" are not questions about deaths. */
function isRetracted(spans: ReadSentence['spans']): boolean {
  return (['refusal', 'command'] as const).every((kind) => spans.some((one) => hasKind(one, kind)));
}

function isAmbiguous(best: Candidate, next: Candidate | undefined): boolean {
  if (next === undefined || next.needed !== best.needed) return false;
  return best.confidence - next.confidence < AMBIGUITY_MARGIN;
}

function suggestMeasures(
  candidates: readonly Candidate[],
  { compiled }: SentenceContext,
): Understanding {
  const choices = exampleChoices(candidates, compiled.lexicon.examples);
  const reason = message(choices.length > 0 ? 'ask.not_sure' : 'ask.out_of_domain');
  const confidence = round(candidates[0]?.confidence ?? 0);
  return { kind: 'unclear', intent: null, reason, choices, confidence };
}

function askForMeaning(
  candidates: readonly Candidate[],
  { compiled }: SentenceContext,
): Understanding {
  const tied = candidates.filter((one) => candidates[0] && isAmbiguous(candidates[0], one));
  return {
    kind: 'unclear',
    intent: null,
    reason: message('ask.several_meanings'),
    choices: exampleChoices(tied, compiled.lexicon.examples),
    confidence: round(candidates[0]?.confidence ?? 0),
  };
}

function exampleChoices(
  candidates: readonly Candidate[],
  texts: Readonly<Record<MeasureName, string>>,
): Choice[] {
  return candidates
    .slice(0, MAX_CHOICES)
    .map(({ measure }) => ({ kind: 'question', id: measure, label: texts[measure] }));
}

/**
 * Asks which record is meant when a name is ambiguous; an unknown name is treated like a name on
 * another caller's farm.
 */
export function askForRecord(
  { unknown, open }: NamedRecords,
  intent: MeasureName,
  confidence: number,
): Understanding | undefined {
  if (unknown !== undefined) {
    const reason = message(`ask.no_such_${unknown}`);
    return { kind: 'unclear', intent, reason, choices: [], confidence };
  }
  if (open.length === 0) return undefined;
  const choices = open.map(({ kind, id, name }) => ({ kind, id, label: name }));
  return { kind: 'unclear', intent, reason: message('ask.which_one'), choices, confidence };
}

export function askForFlock(
  intent: MeasureName,
  flocks: readonly NamedFlock[],
  confidence: number,
): Understanding {
  const choices = flocks.map(({ id, name }) => ({ kind: 'flock', id, label: name }) as const);
  return { kind: 'unclear', intent, reason: message('ask.which_flock'), choices, confidence };
}

export function toScope({ barns, flocks }: NamedRecords): QuestionScope {
  return {
    ...(barns.length > 0 ? { barnIds: barns.map(({ id }) => id) } : {}),
    ...(flocks.length > 0 ? { flockIds: flocks.map(({ id }) => id) } : {}),
  };
}

export function flocksIn(
  { barnIds, flockIds }: QuestionScope,
  names: FarmNames,
): readonly NamedFlock[] {
  if (flockIds) return names.flocks.filter(({ id }) => flockIds.includes(id));
  const live = names.flocks.filter(({ isLive }) => isLive);
  return barnIds ? live.filter(({ barnId }) => barnIds.includes(barnId)) : live;
}

/** "So far" is redundant for a measure that already covers the time since placement. */
function isDefaultPeriod(
  { usualPeriod }: MeasureDefinition,
  reference: ReturnType<typeof findPeriod>,
): boolean {
  return usualPeriod === 'flock' && reference?.kind === 'since_placement';
}

export function pickPeriod(
  references: readonly ReturnType<typeof findPeriod>[],
  flocks: readonly NamedFlock[],
  { calendar }: SentenceContext,
): Period | 'ask' | 'several' | undefined {
  const periods = references
    .filter((reference) => reference !== undefined)
    .map((reference) => resolveReference(reference, flocks, calendar.today))
    .filter((period) => period !== undefined);
  const resolved = periods.filter((period) => period !== 'ask');
  if (resolved.length < periods.length) return 'ask';
  const [first, ...others] = resolved.toSorted((a, b) => a.from.localeCompare(b.from));
  return others.reduce<Period | 'several' | undefined>(joinPeriods, first);
}

/** "Yesterday and today" are two days, "on Friday this week" is one; gaps are not allowed. */
function joinPeriods(
  first: Period | 'several' | undefined,
  next: Period,
): Period | 'several' | undefined {
  if (first === undefined || first === 'several') return first;
  if (next.to <= first.to) return next;
  if (next.from === first.from) return first;
  return next.from <= addDays(first.to, 1) ? { from: first.from, to: next.to } : 'several';
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
