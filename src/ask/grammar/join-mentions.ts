import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { Sense } from '../lexicon/lexicon.ts';
import { type FarmNames, findByNumber } from '../names/farm-names.ts';
import type { Span } from '../text/scan.ts';
import { isDigit, skipBlanks } from '../text/word-edges.ts';

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
  let [isBehindBarn, isJoined] = [false, false];
  return spans.map((span) => {
    const joined = isBehindBarn && (isJoined || isGlued(span, sources));
    if (joined && isBareNumber(span, sources)) {
      isJoined = false;
      return { ...span, senses: barnsOf(span, sources) };
    }
    const isBarn = span.senses.some(({ kind }) => kind === 'record') && endsInDigit(span, sources);
    const isJoint = span.senses.some(joins) && !isLimit(span);
    isJoined = !isBarn && (isJoint || isJoined);
    isBehindBarn = isBarn ? isOfBarn(span) : isBehindBarn && (isJoint || isSilent(span));
    return span;
  });
}

function isOfBarn({ senses }: Span): boolean {
  return senses.some((sense) => sense.kind === 'record' && sense.record.kind === 'barn');
}

function endsInDigit({ to }: Span, { text }: JoinSources): boolean {
  return isDigit(text[to - 1]);
}

function joins(sense: Sense): boolean {
  return sense.kind === 'conjunction' || (sense.kind === 'concept' && sense.concept === 'compare');
}

/** "Barn 3 had more than 30" is one barn. */
function isLimit({ senses }: Span): boolean {
  return senses.some(
    (sense) =>
      sense.kind === 'modifier' && (sense.modifier === 'above' || sense.modifier === 'below'),
  );
}

function isSilent({ senses }: Span): boolean {
  return senses.some(({ kind }) => kind === 'filler' || kind === 'mark');
}

/** "and" may be a letter of the number: `ו-2`. */
function isGlued({ from }: Span, { text, compiled }: JoinSources): boolean {
  const letter = text[from] ?? '';
  const { gluedPrefixes, conjunctions } = compiled.lexicon;
  return gluedPrefixes.includes(letter) && conjunctions.includes(letter);
}

function isBareNumber(span: Span, { text, compiled }: JoinSources): boolean {
  const hasUnit = compiled.units.matchesAt(text, skipBlanks(text, span.to)).length > 0;
  return numberOf(span) !== undefined && isDigit(text[span.to - 1]) && !hasUnit;
}

function numberOf({ senses }: Span): number | undefined {
  return senses.flatMap((sense) => (sense.kind === 'number' ? [sense.value] : []))[0];
}

function barnsOf(span: Span, { names }: JoinSources): readonly Sense[] {
  const barns = findByNumber(names.barns, numberOf(span) ?? -1);
  if (barns.length === 0) return [{ kind: 'nobody', of: 'barn' }];
  return barns.map((record) => ({ kind: 'record', record }));
}
