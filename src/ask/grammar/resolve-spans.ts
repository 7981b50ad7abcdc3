import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { NamedRecord, Sense } from '../lexicon/lexicon.ts';
import { type FarmNames, findByNumber } from '../names/farm-names.ts';
import { findNumber, findPeriod, hasKind, type Span } from '../text/scan.ts';
import { isDigit, skipBlanks } from '../text/word-edges.ts';
import type { Concept } from './concepts.ts';

/** The stretches with one meaning each, or the barns of one that may also be a day. */
export type ResolvedSpans =
  | { readonly spans: readonly Span[] }
  | { readonly choices: readonly NamedRecord[] };

/**
 * Resolves stretches that may be a barn or a day, such as `1号`. It is the barn next to another day,
 * the present or a question for a day, and with measures of the present or of a whole flock; it is
 * the day next to another barn, or where no barn has the number; otherwise the question is returned
 * with both choices.
 */
export function resolveSpans(spans: readonly Span[]): ResolvedSpans {
  const settled: Span[] = [];
  const hasPlainDay = spans.some(
    (span) => (isDay(span) && findBarns(span).length === 0) || isAboutTime(span),
  );
  const hasPlainBarn = spans.some((span) => isBarn(span) && !isDay(span));
  for (const [index, span] of spans.entries()) {
    if (!isBarn(span) || !isDay(span)) settled.push(span);
    else if (findBarns(span).length > 0 && (hasPlainDay || isJoinedToBarn(spans, index)))
      settled.push(without(span, (sense) => sense.kind === 'time'));
    else if (findBarns(span).length === 0 || hasPlainBarn) settled.push(without(span, isBarnSense));
    else return { choices: findBarns(span) };
  }
  return { spans: settled };
}

/** Whether the stretch at a position, which may be a day, was resolved to a barn. */
export function isBarnNotDay(spans: readonly Span[], at: number): boolean {
  if (!spans.some((span) => span.from === at && isBarn(span) && isDay(span))) return false;
  const resolved = resolveSpans(spans);
  return 'spans' in resolved && resolved.spans.some((one) => one.from === at && isBarn(one));
}

/** `现在`, `哪天`: another day would contradict them. */
const TIME_KINDS: readonly Concept[] = ['now', 'when'];
/** Measures that are seldom requested for one day: climate, growth, stocks, treatments. */
const PRESENT_CONCEPTS: readonly Concept[] = [
  'temperature',
  'humidity',
  'ammonia',
  'co2',
  'heat_stress',
  'age',
  'weight',
  'standard',
  'gain',
  'efficiency',
  'conversion',
  'uniformity',
  'density',
  'capacity',
  'ratio',
  'left',
  'health',
  'medicine',
];

function isAboutTime({ senses }: Span): boolean {
  return senses.some(
    (sense) =>
      (sense.kind === 'concept' && [...TIME_KINDS, ...PRESENT_CONCEPTS].includes(sense.concept)) ||
      (sense.kind === 'modifier' && sense.modifier === 'whichDay'),
  );
}

/** "1号和2号舍" are two barns. */
function isJoinedToBarn(spans: readonly Span[], index: number): boolean {
  const [joint, next] = [spans[index + 1], spans[index + 2]];
  const isJoint = joint?.senses.some(
    (sense) =>
      sense.kind === 'conjunction' || (sense.kind === 'concept' && sense.concept === 'compare'),
  );
  return isJoint === true && next !== undefined && isBarn(next);
}

function isDay(span: Span): boolean {
  return findPeriod(span)?.kind === 'days';
}

function isBarn({ senses }: Span): boolean {
  return senses.some(isBarnSense);
}

function isBarnSense(sense: Sense): boolean {
  if (sense.kind === 'record') return sense.record.kind === 'barn';
  return sense.kind === 'nobody' && sense.of === 'barn';
}

function findBarns({ senses }: Span): readonly NamedRecord[] {
  const barns = senses.flatMap((sense) =>
    sense.kind === 'record' && sense.record.kind === 'barn' ? [sense.record] : [],
  );
  return [...new Map(barns.map((barn) => [barn.id, barn])).values()];
}

function without(span: Span, isLeftOut: (sense: Sense) => boolean): Span {
  return { ...span, senses: span.senses.filter((sense) => !isLeftOut(sense)) };
}

/**
 * "The birds in 4": a bare number at the end, with a measure of barns, is the barn of that number.
 */
export function withBareBarn(
  spans: readonly Span[],
  barns: readonly NamedRecord[],
): readonly Span[] {
  const contentSpans = spans.filter((span) => !hasKind(span, 'mark'));
  const [before, last] = contentSpans.slice(-2);
  const numbers = spans.filter((span) => hasKind(span, 'number'));
  const isFree = !spans.some((span) => isBarn(span) || findPeriod(span) !== undefined);
  const isBeside = before !== undefined && hasKind(before, 'filler');
  if (last === undefined || numbers.length !== 1 || numbers[0] !== last) return spans;
  if (!isFree || !isBeside || !isAboutTime({ ...last, senses: spans.flatMap((one) => one.senses) }))
    return spans;
  const value = findNumber(last);
  const [barn, ...others] = value === undefined ? [] : findByNumber(barns, value);
  if (barn === undefined || others.length > 0) return spans;
  const place: Span = { ...last, senses: [{ kind: 'record', record: barn }] };
  return spans.map((span) => (span === last ? place : span));
}

/** Context for reading the numbers after a barn. */
export interface JoinSources {
  readonly text: string;
  readonly compiled: CompiledLexicon;
  readonly names: FarmNames;
}

/**
 * "Barn 1 and 2" names two barns: a bare number after a barn and a word such as "and" or "against"
 * is a barn too.
 */
export function joinMentions(spans: readonly Span[], sources: JoinSources): readonly Span[] {
  let [isBehindBarn, isJoined, isCompared, hasBarn] = [false, false, false, false];
  return spans.map((span) => {
    const isThe = hasBarn && isCompared && isNumbered(span, sources);
    const joined = isThe || (isBehindBarn && (isJoined || isPrefixed(span, sources)));
    isCompared = span.senses.some(joinsBarns);
    if (joined && isBareNumber(span, sources)) {
      isJoined = false;
      return { ...span, senses: numberedBarns(span, sources) };
    }
    const isBarn = hasKind(span, 'record') && endsInDigit(span, sources);
    hasBarn ||= isBarn;
    const isJoint = span.senses.some(joinsBarns) && !isLimit(span);
    isJoined = !isBarn && (isJoint || isJoined);
    isBehindBarn = isBarn
      ? isOfBarn(span)
      : isBehindBarn && (isJoint || hasKind(span, 'filler', 'mark'));
    return span;
  });
}

function isOfBarn({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'record' && sense.record.kind === 'barn');
}

function endsInDigit({ to }: Span, { text }: JoinSources): boolean {
  return isDigit(text[to - 1]);
}

function joinsBarns(sense: Sense): boolean {
  return sense.kind === 'conjunction' || (sense.kind === 'concept' && sense.concept === 'compare');
}

/** "Barn 3 had more than 30" is one barn. */
function isLimit({ senses }: Span): boolean {
  return senses.some(
    (sense) =>
      sense.kind === 'modifier' && (sense.modifier === 'above' || sense.modifier === 'below'),
  );
}

/** "and" may be a letter of the number: `ו-2`. */
function isPrefixed({ from }: Span, { text, compiled }: JoinSources): boolean {
  const letter = text[from] ?? '';
  const { gluedPrefixes, conjunctions } = compiled.lexicon;
  return gluedPrefixes.includes(letter) && conjunctions.includes(letter);
}

function isBareNumber(span: Span, sources: JoinSources): boolean {
  const { text, compiled } = sources;
  const hasUnit = compiled.units.matchesAt(text, skipBlanks(text, span.to)).length > 0;
  return bareNumber(span, sources) !== undefined && isDigit(text[span.to - 1]) && !hasUnit;
}

/** "El 4" after "barn 3 more than" is a barn, although it may be a day elsewhere. */
function isNumbered(span: Span, { text }: JoinSources): boolean {
  return findPeriod(span) !== undefined && /^el \d{1,2}$/u.test(text.slice(span.from, span.to));
}

function bareNumber(span: Span, sources: JoinSources): number | undefined {
  const { text } = sources;
  return isNumbered(span, sources)
    ? Number(text.slice(span.from, span.to).replace('el ', ''))
    : findNumber(span);
}

function numberedBarns(span: Span, sources: JoinSources): readonly Sense[] {
  const { names } = sources;
  const barns = findByNumber(names.barns, bareNumber(span, sources) ?? -1);
  if (barns.length === 0) return [{ kind: 'nobody', of: 'barn' }];
  return barns.map((record) => ({ kind: 'record', record }));
}
