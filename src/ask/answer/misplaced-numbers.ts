import type { Concept } from '../grammar/concepts.ts';
import { conceptsOf } from '../grammar/rank-measures.ts';
import { type ReadSentence, readSentence } from '../grammar/read-sentence.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { UnitName } from '../lexicon/lexicon.ts';
import type { Fact } from '../measure.ts';
import type { FarmNames } from '../names/farm-names.ts';
import { normalText } from '../text/normalise.ts';
import type { Span } from '../text/scan.ts';
import { isDigit, skipBlanks } from '../text/word-edges.ts';
import { holdsValue, NUMBER } from './unfounded-numbers.ts';

/** What an answer, and the English labels of its facts, are read with. */
export interface FactReading {
  readonly compiled: CompiledLexicon;
  readonly english: CompiledLexicon;
  readonly names: FarmNames;
  readonly today: string;
}

/** What is measured; a sentence about one of these is not about another. */
const QUANTITIES: ReadonlySet<Concept> = new Set<Concept>([
  'mortality',
  'culls',
  'eggs',
  'feed',
  'water',
  'weight',
  'gain',
  'temperature',
  'humidity',
  'ammonia',
  'co2',
  'age',
  'uniformity',
  'density',
  'conversion',
]);

/** The beginnings of the units of facts that a unit of a sentence may stand for. */
const UNITS_OF_FACTS: Readonly<Record<UnitName, RegExp>> = {
  g: /^g/,
  kg: /^kg/,
  lb: /^lb/,
  jin: /^$/,
  liang: /^$/,
  t: /^t/,
  L: /^L/,
  m3: /^m/,
  sqm: /^m/,
  money: /^[A-Z]{3}/,
  degrees: /^°/,
  percent: /^%/,
  birds: /^birds/,
  eggs: /^eggs/,
};

/** Facts that hold in any barn. */
const GENERAL = /\b(?:limit|standard|target)\b/iu;

/** What a stretch of a sentence, or the label of a fact, is about. */
interface About {
  /** Ids of barns and flocks. */
  readonly subjects: readonly string[];
  readonly quantities: readonly Concept[];
}

/**
 * The numbers of an answer that are the value of a fact, but of none about the barn, the quantity
 * and the unit that stand beside them: the deaths of another barn, or the feed as water.
 */
export function misplacedNumbers(
  answer: string,
  facts: readonly Fact[],
  reading: FactReading,
): readonly string[] {
  const valued = facts
    .filter(({ value }) => typeof value === 'number')
    .map((fact) => ({ fact, about: aboutFact(fact, reading) }));
  return sentencesOf(answer).flatMap((sentence) => misplacedIn(sentence, valued, reading));
}

function sentencesOf(answer: string): readonly string[] {
  return answer.split(/[。！？\n]|[.!?;](?=\s|$)/u).filter((sentence) => /\d/.test(sentence));
}

interface ValuedFact {
  readonly fact: Fact;
  readonly about: About;
}

function misplacedIn(
  sentence: string,
  facts: readonly ValuedFact[],
  reading: FactReading,
): string[] {
  const read = readText(sentence, reading.compiled, reading);
  const { text } = read.normal;
  const whole = aboutSpans(read.spans, reading);
  const clauses = clausesOf(read);
  return [...text.matchAll(NUMBER)].flatMap(({ 0: written, index }) => {
    const end = index + written.length;
    if (isNameOrDay(read.spans, index, end)) return [];
    const found = facts.filter(({ fact }) => holdsValue(fact, written));
    const clause = aboutSpans(clauses.find((spans) => covers(spans, index)) ?? [], reading);
    const said = {
      subjects: clause.subjects.length > 0 ? clause.subjects : whole.subjects,
      quantities: clause.quantities.length > 0 ? clause.quantities : whole.quantities,
    };
    const units = unitsAt(reading.compiled, text, end);
    const fits = found.some((one) => isAbout(one, said) && hasUnit(one.fact, units));
    return found.length === 0 || fits ? [] : [written];
  });
}

function isAbout({ fact, about }: ValuedFact, { subjects, quantities }: About): boolean {
  const isGeneral = about.subjects.length === 0 && GENERAL.test(fact.label);
  const isOf = <T>(own: readonly T[], said: readonly T[]) => said.some((one) => own.includes(one));
  return (
    (subjects.length === 0 || isGeneral || isOf(about.subjects, subjects)) &&
    (quantities.length === 0 || about.quantities.length === 0 || isOf(about.quantities, quantities))
  );
}

function hasUnit({ unit }: Fact, said: readonly UnitName[]): boolean {
  if (unit === null || said.length === 0) return true;
  return said.some((name) => UNITS_OF_FACTS[name].test(unit));
}

function unitsAt({ units }: CompiledLexicon, text: string, end: number): readonly UnitName[] {
  return units.matchesAt(text, skipBlanks(text, end)).at(-1)?.values ?? [];
}

function readText(text: string, compiled: CompiledLexicon, { names, today }: FactReading) {
  const calendar = { today, weekStartsOn: 1, direction: 'past' } as const;
  return readSentence(text, { compiled, names, calendar });
}

/** The stretches between commas and words such as "and". */
function clausesOf({ normal: { text }, spans }: ReadSentence): readonly (readonly Span[])[] {
  const clauses: Span[][] = [[]];
  for (const span of spans) {
    const isMark = /[,，、:：(]/u.test(text.slice(span.from, span.to)) && !isDigit(text[span.to]);
    if (isMark || span.senses.some(({ kind }) => kind === 'conjunction')) clauses.push([]);
    else clauses.at(-1)?.push(span);
  }
  return clauses;
}

function covers(spans: readonly Span[], index: number): boolean {
  return spans.some(({ from, to }) => from <= index && index < to);
}

/** The digits of a name or of a day are no figure. */
function isNameOrDay(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some(
    (span) =>
      span.from <= from &&
      span.to >= to &&
      span.senses.some(({ kind }) => kind === 'record' || kind === 'nobody' || kind === 'time'),
  );
}

function aboutSpans(spans: readonly Span[], { names }: FactReading): About {
  const records = spans.flatMap(({ senses }) =>
    senses.flatMap((sense) => (sense.kind === 'record' ? [sense.record] : [])),
  );
  const barns = records.filter(({ kind }) => kind === 'barn').map(({ id }) => id);
  const flocks = names.flocks.filter(
    ({ id, barnId, isLive }) =>
      records.some((record) => record.id === id) || (isLive && barns.includes(barnId)),
  );
  const quantities = spans.flatMap(conceptsOf).filter((concept) => QUANTITIES.has(concept));
  return { subjects: [...barns, ...flocks.map(({ id }) => id)], quantities };
}

const aboutFacts = new WeakMap<Fact, About>();

/** A label such as `daily log (Barn 1): waterL` says in English what a fact is about. */
function aboutFact(fact: Fact, reading: FactReading): About {
  const known = aboutFacts.get(fact);
  if (known) return known;
  const words = fact.label.replace(/([a-z])([A-Z])/gu, '$1 $2').replace(/[_.]/gu, ' ');
  const about = aboutSpans(readText(normalText(words), reading.english, reading).spans, reading);
  aboutFacts.set(fact, about);
  return about;
}
