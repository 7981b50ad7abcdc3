import type { Sense, UnitName } from '../lexicon/lexicon.ts';
import type { Limit } from '../measure.ts';
import { findNumber, findPeriod, hasKind, type Span } from '../text/scan.ts';
import { skipBlanks } from '../text/word-edges.ts';
import { type Concept, isModifier, type Modifier } from './concepts.ts';
import type { ReadSentence, SentenceContext } from './read-sentence.ts';

/** Modifiers of the values of a measure in a question. */
export interface Modifiers {
  readonly limit?: Limit;
  /** The unit of a limit that is a mass: "more than two kilograms" is not a number of birds. */
  readonly mass?: 'g' | 'kg';
  /** 2 for the second best. */
  readonly rank?: number;
  /** Counted or named instead of the value. */
  readonly counting?: 'days' | 'hours';
  readonly isReason?: true;
  /** Whether a period is compared with another. */
  readonly isCompared?: true;
  /** Days of life, from and to. */
  readonly ages?: { readonly from: number; readonly to: number };
}

/**
 * The modifiers of a sentence, with the remaining stretches: those that were used up are left out.
 */
export interface ModifiedSpans {
  readonly modifiers: Modifiers;
  readonly spans: readonly Span[];
}

const SUPERLATIVES: readonly Concept[] = ['best', 'worst', 'highest', 'lowest', 'cheapest'];
/** With a reason, these describe the fact to explain. */
const EXPLAINED_CONCEPTS: readonly Concept[] = [
  'compare',
  'trend',
  'highest',
  'lowest',
  'best',
  'worst',
  'acceptable',
  'spike',
  'now',
];
const MASS_UNITS: ReadonlySet<UnitName> = new Set(['g', 'kg', 'lb', 'jin', 'liang', 't']);
/** A first week ends on the seventh day of life. */
const FIRST_WEEK = { from: 0, to: 7 };
const LOOK_AHEAD = 3;
const CONSUMED: readonly Sense[] = [{ kind: 'mark' }];
/** A number of degrees implies the temperature. */
const DEGREES: readonly Sense[] = [{ kind: 'concept', concept: 'temperature' }];
/** Text before a period of comparison: `que la semana pasada`. */
const THAN_PATTERN = /(?:^|\s)(?:que (?:el |la )?..|מ[הא])$/u;

/** A day that is only a number: `el 2`. */
const BARE_DAY = /^(?:el )?\d{1,2}$/u;

/** Removes the modifiers from the stretches of a sentence. */
export function readModifiers(
  given: readonly Span[],
  { normal: { text }, time }: ReadSentence,
  { compiled }: SentenceContext,
): ModifiedSpans {
  const spans = [...given];
  const unitAt = (index: number) =>
    compiled.units.matchesAt(text, skipBlanks(text, index)).at(-1)?.values[0];
  readUntil(spans);
  comparePlaces(spans);
  const target = readTarget(spans, text, (at) => {
    const number = time.numberAt(at);
    const unit = number && unitAt(number.end);
    return number && unit && { value: number.value, end: skipBlanks(text, number.end), unit };
  });
  const { mass, ...taken } = target ?? readLimit(spans, text, unitAt) ?? {};
  const limit = 'side' in taken ? (taken as Limit) : undefined;
  const isReason = spans.some((span) => hasConcept(span, 'reason') && !isConcept(span, 'compare'));
  const hasSuperlative = spans.some(isSuperlative);
  const rank = readRank(spans);
  const isCompared = !isReason && limit === undefined && comparesPeriods(spans, text);
  const isFirstWeek = spans.some((span) => hasConcept(span, 'firstWeek'));
  const counting = target ? undefined : readCounting(spans, limit !== undefined, hasSuperlative);
  const isForbidden = spans.some((span) => isConcept(span, 'forbidden'));
  const isAboutMonths = isCompared && spans.filter((span) => findPeriod(span)).length > 1;
  const uses: Consumed = {
    isForbidden,
    isAboutMonths,
    isReason,
    isRanked: rank !== undefined,
    isCompared,
    isFirstWeek,
    counting,
  };
  const rest = spans.map((span) => (isConsumed(span, uses) ? consumed(span) : span));
  return {
    modifiers: {
      ...(limit ? { limit } : {}),
      ...(mass ? { mass } : {}),
      ...(rank === undefined ? {} : { rank }),
      ...(counting === undefined ? {} : { counting }),
      ...(isReason ? { isReason } : {}),
      ...(isCompared ? { isCompared } : {}),
      ...(isFirstWeek ? { ages: FIRST_WEEK } : {}),
    },
    spans: rest,
  };
}

/** The modifiers that a sentence has. */
interface Consumed {
  /** "Until when may they not be sold". */
  readonly isForbidden: boolean;
  /** "Which month was it more, October or November". */
  readonly isAboutMonths: boolean;
  readonly isReason: boolean;
  readonly isRanked: boolean;
  readonly isCompared: boolean;
  readonly isFirstWeek: boolean;
  readonly counting: 'days' | 'hours' | undefined;
}

/** Whether a stretch has no meaning beyond the modifiers; days remain. */
function isConsumed(span: Span, uses: Consumed): boolean {
  if (uses.isFirstWeek && hasConcept(span, 'firstWeek')) return true;
  if (findPeriod(span) !== undefined) return false;
  return [
    uses.isReason &&
      (hasConcept(span, 'reason', 'more', 'less', 'usual', 'not') || isExplained(span)),
    uses.isRanked && hasConcept(span, 'second', 'third') && !isSuperlative(span),
    uses.isCompared &&
      (hasConcept(span, 'more', 'less', 'above', 'below', 'usual') ||
        hasAnyConcept(span, ['compare', 'highest', 'lowest'])),
    uses.isForbidden &&
      hasConcept(span, 'upTo', 'not', 'whichDay') &&
      !hasAnyConcept(span, ['forbidden', 'when']),
    uses.isAboutMonths && hasAnyConcept(span, ['when', 'which']),
    uses.counting === 'hours' && hasConcept(span, 'hours'),
    uses.counting === 'days' && hasConcept(span, 'days', 'whichDay'),
  ].includes(true);
}

/** "Did barn 2 eat more than barn 1" compares two places. */
function comparePlaces(spans: Span[]): void {
  const isPlace = ({ senses }: Span) =>
    senses.some(
      (sense) => sense.kind === 'record' && ['barn', 'flock'].includes(sense.record.kind),
    );
  if (spans.filter(isPlace).length < 2) return;
  for (const [at, span] of spans.entries()) {
    const isMore = hasConcept(span, 'more', 'less', 'above', 'below') && !isSuperlative(span);
    if (isMore && numberNear(spans, at) === undefined) spans[at] = { ...span, senses: COMPARED };
  }
}

const COMPARED: readonly Sense[] = [{ kind: 'concept', concept: 'compare' }];
/** Growth to a weight asks for the day on which birds are ready for the market. */
const GROWN: readonly Sense[] = [{ kind: 'concept', concept: 'market_date' }];
/** Verbs with a target weight: arrive at it, grow to it, weigh it. */
const GROWING: readonly Concept[] = ['delivery', 'gain', 'weight', 'market_date', 'per_kg'];
const GRAMS: Readonly<Partial<Record<UnitName, number>>> = { g: 1, kg: 1000, lb: 454, jin: 500 };
/** Plausible range of a bird's weight, in g. */
const BIRD = { least: 30, most: 30_000 };

/** "When will they hit 2.5 kg": a mass in the range of birds, and a question for a day. */
function readTarget(
  spans: Span[],
  text: string,
  amountAt: (at: number) => { value: number; end: number; unit: UnitName } | undefined,
): (Limit & Pick<Modifiers, 'mass'>) | undefined {
  if (!spans.some((span) => isConcept(span, 'when'))) return undefined;
  const at = [...text].findIndex((letter, index) => /\d/u.test(letter) && amountAt(index));
  const amount = at < 0 ? undefined : amountAt(at);
  const value = amount && Math.round(amount.value * (GRAMS[amount.unit] ?? 0));
  if (!amount || !value || value < BIRD.least || value > BIRD.most) return undefined;
  const isOther = spans.some(
    (span) =>
      hasAnyConcept(span, [
        'feed',
        'water',
        'eaten',
        'sale',
        'revenue',
        'order',
        'stock',
        'medicine',
      ]) && !hasAnyConcept(span, GROWING),
  );
  if (isOther) return undefined;
  for (const [index, span] of spans.entries()) {
    const isAmount = span.to > at && span.from <= amount.end;
    if (isAmount || hasAnyConcept(span, GROWING) || hasConcept(span, 'reach'))
      spans[index] = consumed(span, true);
  }
  const first = spans.findIndex((span) => span.to > at);
  const number = spans[first];
  if (number) spans[first] = { ...number, senses: GROWN, words: 1 };
  return { side: 'above', value };
}

/** "Lasts until" a day asks for the day on which something runs out. */
const RUNS_OUT: readonly Sense[] = [
  { kind: 'concept', concept: 'left' },
  { kind: 'concept', concept: 'when' },
];

/** "Will the feed last until Monday": the answer is the day it runs out, whatever day is named. */
function readUntil(spans: Span[]): void {
  const isAboutFeed = spans.some((span) => isConcept(span, 'feed'));
  const at = spans.findIndex((span) => hasConcept(span, 'upTo'));
  const day = spans.findIndex((span, index) => index > at && findPeriod(span)?.kind === 'days');
  const [until, named] = [spans[at], spans[day]];
  if (!isAboutFeed || !until || !named) return;
  spans[at] = { ...until, senses: RUNS_OUT };
  spans[day] = { ...named, senses: CONSUMED, words: 0 };
}

/** "More than 30": a comparison word next to a number. Both are used up. */
function readLimit(
  spans: Span[],
  text: string,
  unitAt: (index: number) => UnitName | undefined,
): (Limit & Pick<Modifiers, 'mass'>) | undefined {
  for (const [index, span] of spans.entries()) {
    const side = readSide(span);
    if (side === undefined) continue;
    const at = numberNear(spans, index);
    const found = at === undefined ? undefined : spans[at];
    const number = numberIn(found);
    if (at === undefined || found === undefined || number === undefined) continue;
    const unit = unitAt(found.to);
    spans[index] = consumed(span);
    spans[at] = { ...found, senses: unit === 'degrees' ? DEGREES : CONSUMED, words: 0 };
    const around = text.slice(Math.max(0, found.from - 1), found.from + 1);
    const limit = { side, value: readSize(number, unit, around) };
    if (unit === undefined || !MASS_UNITS.has(unit)) return limit;
    return { ...limit, mass: unit === 'g' ? 'g' : 'kg' };
  }
  return undefined;
}

/** The hyphen of "מ-30" is not a minus sign; tonnes are converted to kilograms. */
function readSize(number: number, unit: UnitName | undefined, around: string): number {
  const size = /\p{L}/u.test(around) ? Math.abs(number) : number;
  return size * (unit === 't' ? 1000 : 1);
}

/** Removes the modifiers from a stretch, but not its measure. */
function consumed(span: Span, isWhole = false): Span {
  if (isWhole) return { ...span, senses: CONSUMED, words: 0 };
  const topics = span.senses.filter(
    (sense) =>
      sense.kind === 'concept' &&
      !isModifier(sense.concept) &&
      sense.concept !== 'left' &&
      sense.concept !== 'standard' &&
      sense.concept !== 'acceptable',
  );
  return { ...span, senses: topics.length > 0 ? topics : CONSUMED, words: 0 };
}

function readSide(span: Span): Limit['side'] | undefined {
  if (hasConcept(span, 'above', 'more')) return 'above';
  return hasConcept(span, 'below', 'less') ? 'below' : undefined;
}

/** The number directly after, or else directly before ("30只以上"). */
function numberNear(spans: readonly Span[], index: number): number | undefined {
  const behind = firstConcept(spans, index, 1);
  if (behind !== undefined && numberIn(spans[behind]) !== undefined) return behind;
  const before = firstConcept(spans, index, -1);
  const isTrailing = before !== undefined && hasConcept(spans[index], 'above', 'below');
  return isTrailing && numberIn(spans[before]) !== undefined ? before : undefined;
}

/** The nearest stretch that is not a filler. */
function firstConcept(spans: readonly Span[], index: number, step: 1 | -1): number | undefined {
  for (let at = index + step; Math.abs(at - index) <= LOOK_AHEAD; at += step) {
    const span = spans[at];
    if (span === undefined) return undefined;
    if (numberIn(span) !== undefined) return at;
    if (!hasKind(span, 'filler', 'mark')) return undefined;
  }
  return undefined;
}

function numberIn(span: Span | undefined): number | undefined {
  return span === undefined || hasKind(span, 'record') ? undefined : findNumber(span);
}

/** "Second best", "second most"; "the second barn" is not a rank. */
function readRank(spans: readonly Span[]): number | undefined {
  const at = spans.findIndex((span) => hasConcept(span, 'second', 'third'));
  const next = spans.slice(at + 1).find((span) => !hasKind(span, 'filler', 'mark'));
  if (at < 0 || (next && hasAnyConcept(next, ['barn', 'flock', 'next']))) return undefined;
  return hasConcept(spans[at], 'second') ? 2 : 3;
}

/**
 * "More than last week", "this week against last week": periods are compared, not places. "Where
 * did they eat most last week" compares places.
 */
function comparesPeriods(spans: readonly Span[], text: string): boolean {
  const periods = spans.filter((span) => findPeriod(span)?.kind === 'days');
  // "More than 2" next to a barn may be a barn too.
  if (periods.some(({ from, to }) => BARE_DAY.test(text.slice(from, to)))) return false;
  const places = spans.filter(({ senses }) =>
    senses.some((sense) => sense.kind === 'record' && sense.record.kind !== 'person'),
  );
  const isMore = spans.some((span) => hasConcept(span, 'more', 'less', 'above', 'below'));
  const isThan =
    spans.some((span) => isConcept(span, 'compare') || hasConcept(span, 'above', 'below')) ||
    (isMore && periods.some(({ from }) => THAN_PATTERN.test(text.slice(0, from + 2))));
  const isAboutMean = spans.some((span) =>
    hasAnyConcept(span, ['average', 'standard', 'acceptable']),
  );
  const isAverage =
    (isAboutMean && periods.length < 2) || spans.some((span) => hasConcept(span, 'usual'));
  if (periods.length === 0 || places.length > 1 || isAverage) return false;
  return isThan || (isMore && periods.length > 1);
}

/** Days are counted with a limit, and named with an extreme. */
function readCounting(
  spans: readonly Span[],
  isLimited: boolean,
  hasSuperlative: boolean,
): 'days' | 'hours' | undefined {
  if (isLimited && spans.some((span) => hasConcept(span, 'hours'))) return 'hours';
  const isNamed = spans.some((span) => hasConcept(span, 'whichDay'));
  const isCounted = isLimited && spans.some((span) => hasConcept(span, 'days'));
  return isCounted || (isNamed && (isLimited || hasSuperlative)) ? 'days' : undefined;
}

function hasConcept(span: Span | undefined, ...names: readonly Modifier[]): boolean {
  return (span?.senses ?? []).some(
    (sense) => sense.kind === 'modifier' && names.includes(sense.modifier),
  );
}

/** Whether a stretch only describes a figure without naming it. */
function isExplained({ senses }: Span): boolean {
  const concepts = senses.flatMap((sense) => (sense.kind === 'concept' ? [sense.concept] : []));
  return concepts.length > 0 && concepts.every((concept) => EXPLAINED_CONCEPTS.includes(concept));
}

function isSuperlative(span: Span): boolean {
  return hasAnyConcept(span, SUPERLATIVES);
}

function isConcept(span: Span, concept: Concept): boolean {
  return hasAnyConcept(span, [concept]);
}

function hasAnyConcept({ senses }: Span, concepts: readonly Concept[]): boolean {
  return senses.some(
    (sense: Sense) => sense.kind === 'concept' && concepts.includes(sense.concept),
  );
}
