import { message } from '../../model/core/message.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { NamedRecord, Sense } from '../lexicon/lexicon.ts';
import type {
  Aggregation,
  AskedScope,
  MeasureDefinition,
  MeasureQuestion,
  Period,
} from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import type { FarmNames, NamedFlock } from '../names/farm-names.ts';
import { hasKind, periodOf, type Span } from '../text/scan.ts';
import {
  comparedPeriods,
  daysOfReference,
  lifeAsked,
  scopeOfLife,
} from '../time/resolve-period.ts';
import {
  evaluationAsked,
  faultOfPeriod,
  inGrams,
  takesModifiers,
  valuesAsked,
} from './asked-values.ts';
import { counted } from './measure-meanings.ts';
import { type Modifiers, readModifiers } from './modifiers.ts';
import { narrowedMeasure } from './narrowed-measure.ts';
import {
  type NamedRecords,
  ofClosed,
  pickAggregation,
  pickRecords,
  pickSlots,
  withRival,
} from './pick-slots.ts';
import { type Candidate, conceptsOf, rankMeasures } from './rank-measures.ts';
import type { ReadSentence, SentenceContext } from './read-sentence.ts';
import { resolveSpans, withBareBarn } from './resolve-spans.ts';
import type { Choice, Understanding } from './understanding.ts';

/** Below this confidence the closest measures are offered as choices. */
const LEAST_CONFIDENCE = 0.87;
/** Two measures closer than this that account for equally much are both offered. */
const AMBIGUITY_MARGIN = 0.02;
const OFFERED = 3;

/** The measure and slots of a question, or a clarification request. */
export function understandQuestion(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const settled = resolveSpans(sentence.spans);
  if ('choices' in settled) return barnOrDay(settled.choices);
  const placed = withBareBarn(settled.spans, context.names.barns);
  const { spans, modifiers } = readModifiers(placed, sentence, context);
  const candidates = rankMeasures(spans);
  if (isTakenBack(spans)) return notUnderstood(candidates, context);
  const [best, next] = candidates;
  const confidence = round(best?.confidence ?? 0);
  const records = pickRecords(spans);
  const isOpen = best === undefined || !best.isWhole || confidence < LEAST_CONFIDENCE;
  if (isOpen && asksOfPlace(sentence, spans, context.calendar.today)) {
    const place = { measure: 'briefing', spans, modifiers: {}, records, confidence: 1 } as const;
    return openRecords(records, 'briefing', 1) ?? askedOf(place, context);
  }
  if (best === undefined || isOpen) return notUnderstood(candidates, context);
  if (isTied(best, next)) return severalMeanings(candidates, context);
  const isOfMass = modifiers.mass !== undefined && counted.has(best.measure);
  if (isOfMass || !takesModifiers(measures[best.measure], modifiers))
    return notUnderstood([{ ...best, confidence: 0.5 }, ...candidates.slice(1)], context);
  const open = openRecords(records, best.measure, confidence);
  const measure = narrowedMeasure({ measure: best.measure, spans, records }, context);
  const said = inGrams(measure, modifiers);
  return open ?? askedOf({ measure, spans, modifiers: said, records, confidence }, context);
}

/**
 * Whether a question names only places, or past days, as in "How is barn 2 doing?" and "How was
 * last week?". A name or a day without such a question word is not understood.
 */
function asksOfPlace(
  { normal: { text } }: ReadSentence,
  spans: readonly Span[],
  today: CalendarDay,
): boolean {
  const begins = spans[0]?.senses.some(({ kind }) => kind === 'conjunction') || /^ו/u.test(text);
  const isNamed = (span: Span) => isPlace(span) || isOfDays(span);
  const rest = spans.filter((span) => !isNamed(span) && span.to > span.from + 1);
  const isOver = spans.some((span) => isOfDays(span, today)) && rest.some(asksHow);
  return (
    (spans.some(isPlace) || isOver) &&
    rest.length > 0 &&
    !begins &&
    spans.every((span) => isPlaceOrSilent(span) || isOfDays(span))
  );
}

/** "What" and "how many" alone ask for more than a general state. */
function asksHow({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind !== 'concept' || sense.concept !== 'what');
}

/** Whether a stretch names days, all of them before a given day. */
function isOfDays(span: Span, before?: CalendarDay): boolean {
  const period = periodOf(span);
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
const PLAIN_WORDS: readonly string[] = ['what', 'now', 'barn', 'flock', 'birds'];

function isPlaceOrSilent(span: Span): boolean {
  const isSilent = span.senses.some(
    (sense) =>
      SILENT_KINDS.has(sense.kind) ||
      (sense.kind === 'concept' && PLAIN_WORDS.includes(sense.concept)),
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
function askedOf(found: FoundMeasure, context: SentenceContext): Understanding {
  const { measure: intent, spans, modifiers, records, confidence } = found;
  const definition: MeasureDefinition = measures[intent];
  const scope = scopeOf(withRival(intent, records, context.names));
  const flocks = flocksIn(scope, context.names);
  const said = timesOf(spans).filter((reference) => !isUsual(definition, reference));
  const ages = modifiers.ages ?? agesOf(said, definition, flocks);
  const references = said.filter((one) => one?.kind !== 'flock_day' || ages === undefined);
  const { today } = context.calendar;
  const compared = comparedPeriods(modifiers, references, { flocks, today });
  const isOpen = modifiers.isCompared === true && compared === undefined;
  const picked = compared?.period ?? pickPeriod(references, flocks, context);
  if (picked === 'ask') return askForFlock(intent, flocks, confidence);
  const concepts = new Set(spans.flatMap(conceptsOf));
  const isTotal = concepts.has('total');
  const isOfPlaces = namesPlaces(scope, spans);
  const whole = lifeAsked({ intent, definition, flocks, isTotal, isOfPlaces }, today);
  const named = isOpen ? 'several' : (picked ?? whole);
  const period = onlyPeriod(named);
  const slots = pickSlots(definition, spans, { records, period, today });
  const fault = faultOfPeriod({ intent, slots }, named, today);
  const reason = ofClosed(intent, flocks) ?? (modifiers.isReason ? undefined : fault);
  if (reason) return { kind: 'unclear', intent, reason, choices: [], confidence };
  const [farm] = records.farms;
  const aggregation = ranked(modifiers.rank, pickAggregation(intent, definition, concepts));
  const values = valuesAsked(aggregation, modifiers, definition);
  if (!values) {
    return { kind: 'unclear', intent, reason: message('ask.not_sure'), choices: [], confidence };
  }
  return {
    kind: 'question',
    intent,
    question: {
      // Sums of the present state exclude closed flocks.
      scope: scopeOfLife(intent, scope, { flocks, picked, whole }),
      ...(period === undefined ? {} : { period }),
      ...values,
      ...(ages ? { ages } : {}),
      ...(compared ? { versus: compared.versus } : {}),
      ...evaluationAsked(intent, concepts),
      slots,
    },
    ...(farm === undefined ? {} : { farmId: farm.id }),
    confidence,
  };
}

/** The default period of "money to come" applies only if the sentence names no period. */
function timesOf(spans: readonly Span[]): readonly ReturnType<typeof periodOf>[] {
  const named = spans.filter((span) => isOfDays(span) && conceptsOf(span).length === 0);
  const implied = spans.filter((span) => isOfDays(span) && conceptsOf(span).length > 0);
  return spans.map((span) =>
    named.length > 0 && implied.includes(span) ? undefined : periodOf(span),
  );
}

/** Whether several places are named: "barn 1 and 2", "all barns". */
function namesPlaces({ barnIds = [] }: AskedScope, spans: readonly Span[]): boolean {
  return barnIds.length > 1 || spans.some((span) => hasKind(span, 'everything'));
}

function onlyPeriod(named: Period | 'several' | undefined): Period | undefined {
  return named === 'several' ? undefined : named;
}

/** A rank without a direction is counted from the highest. */
function ranked(rank: number | undefined, aggregation: Aggregation): Aggregation {
  return rank === undefined || aggregation === 'lowest' ? aggregation : 'highest';
}

/** A day of life is a different date for each flock. */
function agesOf(
  references: readonly ReturnType<typeof periodOf>[],
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
function barnOrDay(barns: readonly NamedRecord[]): Understanding {
  const choices = barns.map(({ id, name }) => ({ kind: 'barn', id, label: name }) as const);
  const reason = message('ask.several_meanings');
  return { kind: 'unclear', intent: null, reason, choices, confidence: 0 };
}

/** "Don't log 12 dead" and "log 12 dead and delete barn 2" are not questions about deaths. */
function isTakenBack(spans: ReadSentence['spans']): boolean {
  return (['refusal', 'command'] as const).every((kind) => spans.some((one) => hasKind(one, kind)));
}

function isTied(best: Candidate, next: Candidate | undefined): boolean {
  if (next === undefined || next.needed !== best.needed) return false;
  return best.confidence - next.confidence < AMBIGUITY_MARGIN;
}

function notUnderstood(
  candidates: readonly Candidate[],
  { compiled }: SentenceContext,
): Understanding {
  const choices = examples(candidates, compiled.lexicon.examples);
  const reason = message(choices.length > 0 ? 'ask.not_sure' : 'ask.out_of_domain');
  const confidence = round(candidates[0]?.confidence ?? 0);
  return { kind: 'unclear', intent: null, reason, choices, confidence };
}

function severalMeanings(
  candidates: readonly Candidate[],
  { compiled }: SentenceContext,
): Understanding {
  const tied = candidates.filter((one) => candidates[0] && isTied(candidates[0], one));
  return {
    kind: 'unclear',
    intent: null,
    reason: message('ask.several_meanings'),
    choices: examples(tied, compiled.lexicon.examples),
    confidence: round(candidates[0]?.confidence ?? 0),
  };
}

function examples(
  candidates: readonly Candidate[],
  texts: Readonly<Record<MeasureName, string>>,
): Choice[] {
  return candidates
    .slice(0, OFFERED)
    .map(({ measure }) => ({ kind: 'question', id: measure, label: texts[measure] }));
}

/**
 * Asks which record is meant when a name is ambiguous; an unknown name is treated like a name on
 * another caller's farm.
 */
export function openRecords(
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

export function scopeOf({ barns, flocks }: NamedRecords): AskedScope {
  return {
    ...(barns.length > 0 ? { barnIds: barns.map(({ id }) => id) } : {}),
    ...(flocks.length > 0 ? { flockIds: flocks.map(({ id }) => id) } : {}),
  };
}

export function flocksIn(
  { barnIds, flockIds }: AskedScope,
  names: FarmNames,
): readonly NamedFlock[] {
  if (flockIds) return names.flocks.filter(({ id }) => flockIds.includes(id));
  const live = names.flocks.filter(({ isLive }) => isLive);
  return barnIds ? live.filter(({ barnId }) => barnIds.includes(barnId)) : live;
}

/** "So far" is redundant for a measure that already covers the time since placement. */
function isUsual(
  { usualPeriod }: MeasureDefinition,
  reference: ReturnType<typeof periodOf>,
): boolean {
  return usualPeriod === 'flock' && reference?.kind === 'since_placement';
}

export function pickPeriod(
  references: readonly ReturnType<typeof periodOf>[],
  flocks: readonly NamedFlock[],
  { calendar }: SentenceContext,
): Period | 'ask' | 'several' | undefined {
  const periods = references
    .filter((reference) => reference !== undefined)
    .map((reference) => daysOfReference(reference, flocks, calendar.today))
    .filter((period) => period !== undefined);
  const known = periods.filter((period) => period !== 'ask');
  if (known.length < periods.length) return 'ask';
  const [first, ...others] = known.toSorted((a, b) => a.from.localeCompare(b.from));
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
