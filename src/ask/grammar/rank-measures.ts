import type { NamedRecord, Sense } from '../lexicon/lexicon.ts';
import type { MeasureDefinition } from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import { findPeriod, type Span } from '../text/scan.ts';
import { countWork } from '../text/work-limit.ts';
import { askingConcepts, type Concept, isModifier } from './concepts.ts';
import {
  datedMeasures,
  type Meaning,
  type MeaningSign,
  measureMeanings,
  measuresWithoutNumber,
  pricedMeasures,
  summedMeasures,
} from './measure-meanings.ts';
import { findContactByWord } from './pick-slots.ts';

/** A measure that a question may mean. */
export interface Candidate {
  readonly measure: MeasureName;
  /** Number of its concepts in the question. */
  readonly contentWords: number;
  /** Number of required concepts. */
  readonly needed: number;
  /**
   * From 0 to 1: the weighted share of the question that the measure accounts for. Weights: topic
   * 1, way of asking 0.3, time, name or number 0.5, unknown word 1.2, a word such as "why" or
   * "should I" 1.5, command 1.8; the weight of a word with a typing error is multiplied by 0.9.
   */
  readonly confidence: number;
  /** Whether every meaningful stretch of the question is accounted for. */
  readonly isWhole: boolean;
}

const CONCEPT_WEIGHTS = {
  topic: 1,
  modifier: 0.3,
  detail: 0.5,
  word: 0.7,
  refusal: 1.5,
  command: 1.8,
  unknown: 1.2,
} as const;
const TYPO_FACTOR = 0.9;
/** Cost of comparing a stretch with all measures, in steps of the work limit. */
const SPAN_STEPS = 10;
/** Concepts that may accompany anything: they name places or subjects, but ask for nothing. */
const NEUTRAL_KINDS: ReadonlySet<Concept> = new Set(['barn', 'flock', 'farm', 'birds']);
/** Ways of asking without an effect on measures that do not need them. */
const PLAIN_CONCEPTS: ReadonlySet<Concept> = new Set<Concept>([
  ...askingConcepts,
  'list',
  'last',
  'now',
]);
const AGGREGATION_OF_CONCEPT: Readonly<Partial<Record<Concept, string>>> = {
  average: 'average',
  lowest: 'lowest',
  highest: 'highest',
  cheapest: 'lowest',
  compare: 'compare',
  trend: 'trend',
  each: 'list',
  total: 'total',
  best: 'highest',
  worst: 'highest',
};

/** All measures that share a concept with the question, the likeliest first. */
export function rankMeasures(spans: readonly Span[]): readonly Candidate[] {
  const allConcepts = [...spans.flatMap(findConcepts), ...namedKinds(spans)];
  const isHeadcount = allConcepts.includes('birds') && allConcepts.includes('how_many');
  const concepts: ReadonlySet<MeaningSign> = new Set<MeaningSign>([
    ...allConcepts,
    ...signsOfTime(spans),
    ...(isHeadcount ? (['headcount'] as const) : []),
  ]);
  const names = Object.keys(measureMeanings) as MeasureName[];
  const weighed = spans
    .map((span) => ({ span, weight: spanWeight(span) }))
    .filter(({ weight }) => weight > 0);
  return names
    .flatMap((measure) => {
      countWork((weighed.length * SPAN_STEPS) / names.length);
      return bestMeaning(measure, weighed, concepts);
    })
    .sort((a, b) => b.confidence - a.confidence || b.needed - a.needed);
}

function signsOfTime(spans: readonly Span[]): readonly 'dated'[] {
  const kinds = ['days', 'flock_day'];
  return spans.some((span) => kinds.includes(findPeriod(span)?.kind ?? '')) ? ['dated'] : [];
}

/** Two named barns or flocks count as the word for them, a product as the word for medicine. */
function namedKinds(spans: readonly Span[]): Concept[] {
  const count = (kind: NamedRecord['kind']) =>
    spans.filter(({ senses }) => senses.some((sense) => isAboutConcept(sense, kind))).length;
  const several = (['barn', 'flock'] as const).filter((kind) => count(kind) > 1);
  return count('product') > 0 ? [...several, 'medicine'] : several;
}

function isAboutConcept(sense: Sense, kind: NamedRecord['kind']): boolean {
  return sense.kind === 'record' && sense.record.kind === kind;
}

/** The possible concepts of a stretch. */
export function findConcepts(span: Span): readonly Concept[] {
  return span.senses.flatMap((sense) => (sense.kind === 'concept' ? [sense.concept] : []));
}

/** A meaningful stretch and its weight. */
interface WeighedSpan {
  readonly span: Span;
  readonly weight: number;
}

function bestMeaning(
  measure: MeasureName,
  spans: readonly WeighedSpan[],
  concepts: ReadonlySet<MeaningSign>,
): Candidate[] {
  const candidates = measureMeanings[measure]
    .filter(({ not = [] }) => !not.some((concept) => concepts.has(concept)))
    .map((meaning) => weighSpan({ measure, meaning }, spans, concepts))
    .filter(({ contentWords }) => contentWords > 0)
    .sort((a, b) => b.confidence - a.confidence || b.needed - a.needed);
  return candidates.slice(0, 1);
}

function weighSpan(
  { measure, meaning }: { readonly measure: MeasureName; readonly meaning: Meaning },
  spans: readonly WeighedSpan[],
  concepts: ReadonlySet<MeaningSign>,
): Candidate {
  const { needs } = meaning;
  const missing = needs.filter((concept) => !concepts.has(concept));
  let [accounted, all] = [0, missing.reduce((sum, concept) => sum + measureWeight(concept), 0)];
  let isWhole = missing.length === 0;
  for (const { span, weight } of spans) {
    all += weight;
    if (explains(measure, meaning, span)) accounted += weight * (span.isTypo ? TYPO_FACTOR : 1);
    else isWhole = false;
  }
  const confidence = all === 0 ? 0 : accounted / all;
  return {
    measure,
    contentWords: needs.length - missing.length,
    needed: needs.length,
    confidence: missing.length > 0 ? confidence / 2 : confidence,
    isWhole,
  };
}

function measureWeight(concept: Concept): number {
  return isModifier(concept) ? CONCEPT_WEIGHTS.modifier : CONCEPT_WEIGHTS.topic;
}

/** The weight of a stretch; 0 for one without a meaning, such as "please". */
function spanWeight({ senses, words }: Span): number {
  if (senses.length === 0) return CONCEPT_WEIGHTS.unknown * words;
  // "Order" and "log" are topics before they are commands.
  const isTopic = senses.some((sense) => sense.kind === 'concept' && !isModifier(sense.concept));
  const weights = senses.map((sense) => {
    if (sense.kind === 'concept') return measureWeight(sense.concept);
    if (sense.kind === 'command' && isTopic) return 0;
    if (sense.kind === 'word' || sense.kind === 'modifier') return CONCEPT_WEIGHTS.word;
    if (sense.kind === 'refusal') return CONCEPT_WEIGHTS.refusal;
    if (sense.kind === 'command') return CONCEPT_WEIGHTS.command;
    return ['time', 'number', 'record', 'nobody'].includes(sense.kind) ? CONCEPT_WEIGHTS.detail : 0;
  });
  // "one" of "which one" is a number only where no lighter sense fits.
  return senses.some(({ kind }) => kind === 'filler') ? 0 : Math.max(...weights);
}

function explains(measure: MeasureName, meaning: Meaning, span: Span): boolean {
  const definition: MeasureDefinition = measures[measure];
  return span.senses.some((sense) => {
    switch (sense.kind) {
      case 'concept':
        return explainsConcept(measure, meaning, sense.concept);
      case 'word':
        return supportsWord(definition, sense.word);
      case 'record':
        return supportsRecord(definition, sense.record.kind);
      case 'time':
      case 'nobody':
        return true;
      default:
        return false;
    }
  });
}

function explainsConcept(
  measure: MeasureName,
  { needs, also = [] }: Meaning,
  concept: Concept,
): boolean {
  const { aggregations, slots = {}, usualPeriod }: MeasureDefinition = measures[measure];
  if (needs.includes(concept) || also.includes(concept)) return true;
  if (concept === 'when') return datedMeasures.has(measure);
  if (concept === 'how_many') return !measuresWithoutNumber.has(measure);
  // The last vaccination is not all of them, and the last death is not the sum of a day.
  if (concept === 'last' && summedMeasures.has(measure)) return false;
  if (NEUTRAL_KINDS.has(concept) || PLAIN_CONCEPTS.has(concept)) return true;
  // The cheapest feed is not the least eaten one.
  if (concept === 'cheapest' && !pricedMeasures.has(measure)) return false;
  if (concept === 'overdue' || concept === 'open') return 'when' in slots;
  // Values of the air in all barns do not add up.
  if (concept === 'total' && usualPeriod === undefined && aggregations.includes('list'))
    return true;
  const aggregation = AGGREGATION_OF_CONCEPT[concept];
  return aggregation !== undefined && (aggregations as readonly string[]).includes(aggregation);
}

/** Whether a measure can be narrowed by a word of a closed list. */
export function supportsWord({ slots = {} }: MeasureDefinition, word: string): boolean {
  const contact = findContactByWord(word) ?? word;
  return Object.values(slots).some(
    (words) => Array.isArray(words) && (words.includes(word) || words.includes(contact)),
  );
}

export function supportsRecord({ slots = {} }: MeasureDefinition, kind: string): boolean {
  return (
    ['barn', 'flock', 'farm'].includes(kind) || Object.values(slots).includes(kind as 'person')
  );
}
