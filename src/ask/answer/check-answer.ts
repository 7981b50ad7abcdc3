import type { Language } from '../../model/core/message.ts';
import { hourInZone } from '../../tools/calendar.ts';
import { detectLanguage } from '../../tools/detect-language.ts';
import type { Concept } from '../grammar/concepts.ts';
import { findConcepts } from '../grammar/rank-measures.ts';
import { type ReadSentence, readSentence } from '../grammar/read-sentence.ts';
import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import type { UnitName } from '../lexicon/lexicon.ts';
import type { Fact } from '../measure.ts';
import type { FarmNames } from '../names/farm-names.ts';
import { normalText } from '../text/normalise.ts';
import { readNumber } from '../text/read-number.ts';
import type { Span } from '../text/scan.ts';
import { isDigit, isEdge, skipBlanks } from '../text/word-edges.ts';
import { plainDigits } from './plain-answer.ts';

const LATIN: readonly Language[] = ['en', 'es'];
/** Shorter texts in Latin letters may have no word that is typical of their language. */
const MIN_DISTINCTIVE_LETTERS = 30;

/** Whether a text is in a language, judged by its script and its commonest words. */
function isInLanguage(text: string, language: Language): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const detected = detectLanguage(text);
  if (detected !== undefined) return detected === language;
  return letters < MIN_DISTINCTIVE_LETTERS ? letters > 0 && isOfScript(text, language) : false;
}

function isOfScript(text: string, language: Language): boolean {
  return LATIN.includes(language) === /\p{Script=Latin}/u.test(text);
}

/** The allowed sources of the numbers in an answer. */
export interface Evidence {
  readonly facts: readonly Fact[];
  /** Further texts of the service whose numbers are allowed, such as missing data. */
  readonly texts?: readonly string[];
  /** The zone in which time stamps are written. */
  readonly zone: string;
}

/** A number as written. */
const NUMBER = /\d[\d.,\u00a0\u202f]*\d|\d/g;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/**
 * The numbers of an answer that are not in its facts, as written; empty for a sound answer. A
 * number may be rounded to its displayed decimals and use either separator; days and hours are
 * those of the facts in the time zone.
 */
export function findUnfoundedNumbers(answer: string, evidence: Evidence): readonly string[] {
  const knownValues = knownNumbers(evidence);
  return (answer.match(NUMBER) ?? []).filter(
    (written) =>
      !possibleValues(written).some((shown) =>
        knownValues.some((value) => matchesNumber(shown, value)),
      ),
  );
}

/** Whether a written number is the value of a fact. */
function containsValue({ value }: Fact, written: string): boolean {
  return (
    typeof value === 'number' &&
    possibleValues(written).some((shown) => matchesNumber(shown, value))
  );
}

interface WrittenNumber {
  readonly value: number;
  readonly decimals: number;
}

/** A separator may group thousands or mark decimals, depending on the language. */
function possibleValues(written: string): WrittenNumber[] {
  const plain = written.replace(/[\u00a0\u202f]/g, '');
  return [
    [',', '.'],
    ['.', ','],
  ].flatMap(([grouping = '', decimal = '']) => {
    const [whole = '', ...parts] = plain.split(decimal);
    if (parts.length > 1 || !isGrouped(whole.split(grouping))) return [];
    const text = [whole.replaceAll(grouping, ''), ...parts].join('.');
    return [{ value: Number(text), decimals: parts[0]?.length ?? 0 }];
  });
}

/** Thousands are groups of three digits; otherwise `12.34` would equal 1234. */
function isGrouped([, ...groups]: readonly string[]): boolean {
  return groups.every((group) => group.length === 3);
}

function matchesNumber({ value, decimals }: WrittenNumber, known: number): boolean {
  return Math.abs(Math.abs(known) - value) <= 0.5 * 10 ** -decimals * 1.000001;
}

function knownNumbers({ facts, texts = [], zone }: Evidence): number[] {
  const ofFacts = facts.flatMap(({ label, value, asOf }) => [
    ...(typeof value === 'number' ? [value] : []),
    ...[label, typeof value === 'string' ? value : '', asOf ?? ''].flatMap(toDigits),
    ...[typeof value === 'string' ? value : '', asOf ?? ''].flatMap((text) =>
      readClock(text, zone),
    ),
  ]);
  return [...ofFacts, ...texts.flatMap(numbersIn)];
}

/** The numbers in a text as people may read them, and the digits of names. */
function numbersIn(text: string): number[] {
  const written = text.match(NUMBER) ?? [];
  return [...written.flatMap(possibleValues).map(({ value }) => value), ...toDigits(text)];
}

function toDigits(text: string): number[] {
  return (text.match(/\d+(\.\d+)?/g) ?? []).flatMap((digits) => [
    Number(digits),
    ...digits.split('.').map(Number),
  ]);
}

/** The hour in 24- and 12-hour form, the minute, and the day. */
function readClock(text: string, zone: string): number[] {
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) return [];
  const hours = hourInZone(Date.parse(text), zone);
  const hour = Math.floor(hours);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.parse(text));
  return [hour, hour % 12 || 12, Math.round((hours - hour) * 60), ...day.split('-').map(Number)];
}

/** Context for reading an answer and the English labels of its facts. */
export interface FactReading {
  readonly compiled: CompiledLexicon;
  readonly english: CompiledLexicon;
  readonly names: FarmNames;
  readonly today: string;
}

/** Measured quantities; a sentence about one of these is not about another. */
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

/** Prefixes of fact units that match a unit in a sentence. */
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

/** Labels of facts that apply to any barn. */
const GENERAL_CONCEPTS = /\b(?:limit|standard|target)\b/iu;

/** The subject of a stretch of a sentence or of a fact's label. */
interface StatementSubject {
  /** Ids of barns and flocks. */
  readonly subjects: readonly string[];
  readonly quantities: readonly Concept[];
}

/**
 * The numbers of an answer that match a fact, but no fact with the barn, quantity and unit next to
 * them: for example the deaths of another barn, or an amount of feed given as water.
 */
function findMisplacedNumbers(
  answer: string,
  facts: readonly Fact[],
  reading: FactReading,
): readonly string[] {
  const valued = facts
    .filter(({ value }) => typeof value === 'number')
    .map((fact) => ({ fact, about: readFactSubject(fact, reading) }));
  return splitSentences(answer).flatMap((sentence) => findMisplacedIn(sentence, valued, reading));
}

function splitSentences(answer: string): readonly string[] {
  return answer.split(/[。！？\n]|[.!?;](?=\s|$)/u).filter((sentence) => /\d/.test(sentence));
}

interface ValuedFact {
  readonly fact: Fact;
  readonly about: StatementSubject;
}

function findMisplacedIn(
  sentence: string,
  facts: readonly ValuedFact[],
  reading: FactReading,
): string[] {
  const read = readText(sentence, reading.compiled, reading);
  const { text } = read.normal;
  const whole = readSpanSubject(read.spans, reading);
  const clauses = splitClauses(read);
  return [...text.matchAll(NUMBER)].flatMap(({ 0: written, index }) => {
    const end = index + written.length;
    if (isNameOrDay(read.spans, index, end)) return [];
    const found = facts.filter(({ fact }) => containsValue(fact, written));
    const clause = readSpanSubject(clauses.find((spans) => covers(spans, index)) ?? [], reading);
    const mentioned = {
      subjects: clause.subjects.length > 0 ? clause.subjects : whole.subjects,
      quantities: clause.quantities.length > 0 ? clause.quantities : whole.quantities,
    };
    const units = unitsAt(reading.compiled, text, end);
    const fits = found.some((one) => isAbout(one, mentioned) && hasUnit(one.fact, units));
    return found.length === 0 || fits ? [] : [written];
  });
}

function isAbout({ fact, about }: ValuedFact, { subjects, quantities }: StatementSubject): boolean {
  const isGeneral = about.subjects.length === 0 && GENERAL_CONCEPTS.test(fact.label);
  const isSubjectOf = <T>(own: readonly T[], mentioned: readonly T[]) =>
    mentioned.some((one) => own.includes(one));
  return (
    (subjects.length === 0 || isGeneral || isSubjectOf(about.subjects, subjects)) &&
    (quantities.length === 0 ||
      about.quantities.length === 0 ||
      isSubjectOf(about.quantities, quantities))
  );
}

function hasUnit({ unit }: Fact, mentioned: readonly UnitName[]): boolean {
  if (unit === null || mentioned.length === 0) return true;
  return mentioned.some((name) => UNITS_OF_FACTS[name].test(unit));
}

function unitsAt({ units }: CompiledLexicon, text: string, end: number): readonly UnitName[] {
  return units.matchesAt(text, skipBlanks(text, end)).at(-1)?.values ?? [];
}

function readText(text: string, compiled: CompiledLexicon, { names, today }: FactReading) {
  const calendar = { today, weekStartsOn: 1, direction: 'past' } as const;
  return readSentence(text, { compiled, names, calendar });
}

/** The stretches between commas and words such as "and". */
function splitClauses({ normal: { text }, spans }: ReadSentence): readonly (readonly Span[])[] {
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

/** Digits of a name or of a day are not figures. */
function isNameOrDay(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some(
    (span) =>
      span.from <= from &&
      span.to >= to &&
      span.senses.some(({ kind }) => kind === 'record' || kind === 'nobody' || kind === 'time'),
  );
}

function readSpanSubject(spans: readonly Span[], { names }: FactReading): StatementSubject {
  const records = spans.flatMap(({ senses }) =>
    senses.flatMap((sense) => (sense.kind === 'record' ? [sense.record] : [])),
  );
  const barns = records.filter(({ kind }) => kind === 'barn').map(({ id }) => id);
  const flocks = names.flocks.filter(
    ({ id, barnId, isLive }) =>
      records.some((record) => record.id === id) || (isLive && barns.includes(barnId)),
  );
  const quantities = spans.flatMap(findConcepts).filter((concept) => QUANTITIES.has(concept));
  return { subjects: [...barns, ...flocks.map(({ id }) => id)], quantities };
}

const factSubjects = new WeakMap<Fact, StatementSubject>();

/** A label such as `daily log (Barn 1): waterL` states the subject of a fact in English. */
function readFactSubject(fact: Fact, reading: FactReading): StatementSubject {
  const cached = factSubjects.get(fact);
  if (cached) return cached;
  const words = fact.label.replace(/([a-z])([A-Z])/gu, '$1 $2').replace(/[_.]/gu, ' ');
  const about = readSpanSubject(
    readText(normalText(words), reading.english, reading).spans,
    reading,
  );
  factSubjects.set(fact, about);
  return about;
}

/** Number words up to a dozen may not mean a figure: "one of them", "十分". */
const MAX_WITHOUT_MEANING = 12;
/** Words of Chinese that look like numbers: "by all means", "in case", "per cent". */
const NO_NUMBERS = /千万(?=[不别要记])|万一|百分(?=[之比点])/g;

/**
 * The numbers in a text that are written in words, or in digits with a word: "12 thousand", "1.2万".
 */
function numbersInWords(text: string, { writing }: CompiledLexicon): readonly number[] {
  const normal = normalText(text).replace(NO_NUMBERS, ' ');
  const found: number[] = [];
  for (let index = 0; index < normal.length; ) {
    const number = isEdge(normal, index) ? readNumber(normal, index, writing) : undefined;
    const mentioned = number && normal.slice(index, number.end);
    if (number && mentioned && /\p{L}/u.test(mentioned) && number.value > MAX_WITHOUT_MEANING) {
      found.push(number.value);
    }
    index = Math.max(index + 1, number?.end ?? 0);
  }
  return found;
}

/** Fault in an answer worded by an external model. */
export type AnswerFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'language' }
  | {
      /** Numbers in no fact, and numbers of facts about another subject. */
      readonly kind: 'numbers' | 'misplaced';
      readonly numbers: readonly string[];
    };

/** Names of gases, units and strains whose digits are not figures. */
const NAMES_WITH_DIGITS = /\b(?:CO2|NH3|H2S|H2O|H[579]N\d|PM2\.5|PM10|[mM][23])(?![\d])/g;

/**
 * The fault in the wording of an answer in the language of a lexicon; undefined where every number,
 * in digits and in words, matches a fact about the same barn, quantity and unit.
 */
export function checkAnswer(
  answer: string,
  { evidence, reading }: { readonly evidence: Evidence; readonly reading: FactReading },
): AnswerFault | undefined {
  const { compiled } = reading;
  if (!/\p{L}/u.test(answer)) return { kind: 'empty' };
  if (!isInLanguage(answer, compiled.lexicon.language)) return { kind: 'language' };
  const figures = [findFigures(answer), ...numbersInWords(answer, compiled)].join(' ');
  const numbers = findUnfoundedNumbers(figures, evidence);
  if (numbers.length > 0) return { kind: 'numbers', numbers };
  const misplaced = findMisplacedNumbers(findFigures(answer), evidence.facts, reading);
  return misplaced.length > 0 ? { kind: 'misplaced', numbers: misplaced } : undefined;
}

/** The facts that contain a number of the answer; all of them where the answer has no number. */
export function factsUsed(answer: string, facts: readonly Fact[], zone: string): readonly Fact[] {
  const figures = findFigures(answer);
  const all = findUnfoundedNumbers(figures, { facts: [], zone }).length;
  if (all === 0) return facts;
  return facts.filter(
    (fact) => findUnfoundedNumbers(figures, { facts: [fact], zone }).length < all,
  );
}

/** A day written with points, as in much of Europe and in Israel. */
const DAY_REFERENCE = /\b(\d{1,2})\.(\d{1,2})\.(\d{2,4})\b/g;

/** Converts full-width digits, digits of other scripts, superscripts and fractions. */
function findFigures(answer: string): string {
  return plainDigits(answer.normalize('NFKC'))
    .replace(NAMES_WITH_DIGITS, '')
    .replace(DAY_REFERENCE, '$1/$2/$3');
}
