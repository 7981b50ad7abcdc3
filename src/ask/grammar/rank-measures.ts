import type { NamedRecord, Sense } from '../lexicon/lexicon.ts';
import type { MeasureDefinition } from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import { periodOf, type Span } from '../text/scan.ts';
import { spend } from '../text/work-limit.ts';
import { askingConcepts, type Concept, isModifier } from './concepts.ts';
import {
  addedUp,
  datedMeasures,
  type Meaning,
  measureMeanings,
  measuresWithoutNumber,
  pricedMeasures,
  type Sign,
} from './measure-meanings.ts';
import { contactOfWord } from './pick-slots.ts';

/** A measure that a question may mean. */
export interface Candidate {
  readonly measure: MeasureName;
  /** Number of its concepts in the question. */
  readonly said: number;
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

const WEIGHT = {
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
const NEUTRAL: ReadonlySet<Concept> = new Set(['barn', 'flock', 'farm', 'birds']);
/** Ways of asking without an effect on measures that do not need them. */
const PLAIN: ReadonlySet<Concept> = new Set<Concept>([...askingConcepts, 'list', 'last', 'now']);
const AGGREGATION_OF: Readonly<Partial<Record<Concept, string>>> = {
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
  const said = [...spans.flatMap(conceptsOf), ...namedKinds(spans)];
  const isHeadcount = said.includes('birds') && said.includes('how_many');
  const concepts: ReadonlySet<Sign> = new Set<Sign>([
    ...said,
    ...signsOfTime(spans),
    ...(isHeadcount ? (['headcount'] as const) : []),
  ]);
  const names = Object.keys(measureMeanings) as MeasureName[];
  const weighed = spans
    .map((span) => ({ span, weight: spanWeight(span) }))
    .filter(({ weight }) => weight > 0);
  return names
    .flatMap((measure) => {
      spend((weighed.length * SPAN_STEPS) / names.length);
      return bestOf(measure, weighed, concepts);
    })
    .sort((a, b) => b.confidence - a.confidence || b.needed - a.needed);
}

function signsOfTime(spans: readonly Span[]): readonly 'dated'[] {
  const kinds = ['days', 'flock_day'];
  return spans.some((span) => kinds.includes(periodOf(span)?.kind ?? '')) ? ['dated'] : [];
}

/** Two named barns or flocks count as the word for them, a product as the word for medicine. */
function namedKinds(spans: readonly Span[]): Concept[] {
  const count = (kind: NamedRecord['kind']) =>
    spans.filter(({ senses }) => senses.some((sense) => isOf(sense, kind))).length;
  const several = (['barn', 'flock'] as const).filter((kind) => count(kind) > 1);
  return count('product') > 0 ? [...several, 'medicine'] : several;
}

function isOf(sense: Sense, kind: NamedRecord['kind']): boolean {
  return sense.kind === 'record' && sense.record.kind === kind;
}

/** The possible concepts of a stretch. */
export function conceptsOf(span: Span): readonly Concept[] {
  return span.senses.flatMap((sense) => (sense.kind === 'concept' ? [sense.concept] : []));
}

/** A meaningful stretch and its weight. */
interface WeighedSpan {
  readonly span: Span;
  readonly weight: number;
}

function bestOf(
  measure: MeasureName,
  spans: readonly WeighedSpan[],
  concepts: ReadonlySet<Sign>,
): Candidate[] {
  const candidates = measureMeanings[measure]
    .filter(({ not = [] }) => !not.some((concept) => concepts.has(concept)))
    .map((meaning) => weigh({ measure, meaning }, spans, concepts))
    .filter(({ said }) => said > 0)
    .sort((a, b) => b.confidence - a.confidence || b.needed - a.needed);
  return candidates.slice(0, 1);
}

function weigh(
  { measure, meaning }: { readonly measure: MeasureName; readonly meaning: Meaning },
  spans: readonly WeighedSpan[],
  concepts: ReadonlySet<Sign>,
): Candidate {
  const { needs } = meaning;
  const missing = needs.filter((concept) => !concepts.has(concept));
  let [accounted, all] = [0, missing.reduce((sum, concept) => sum + weightOf(concept), 0)];
  let isWhole = missing.length === 0;
  for (const { span, weight } of spans) {
    all += weight;
    if (explains(measure, meaning, span)) accounted += weight * (span.isTypo ? TYPO_FACTOR : 1);
    else isWhole = false;
  }
  const confidence = all === 0 ? 0 : accounted / all;
  return {
    measure,
    said: needs.length - missing.length,
    needed: needs.length,
    confidence: missing.length > 0 ? confidence / 2 : confidence,
    isWhole,
  };
}

function weightOf(concept: Concept): number {
  return isModifier(concept) ? WEIGHT.modifier : WEIGHT.topic;
}

/** The weight of a stretch; 0 for one without a meaning, such as "please". */
function spanWeight({ senses, words }: Span): number {
  if (senses.length === 0) return WEIGHT.unknown * words;
  // "Order" and "log" are topics before they are commands.
  const isTopic = senses.some((sense) => sense.kind === 'concept' && !isModifier(sense.concept));
  const weights = senses.map((sense) => {
    if (sense.kind === 'concept') return weightOf(sense.concept);
    if (sense.kind === 'command' && isTopic) return 0;
    if (sense.kind === 'word' || sense.kind === 'modifier') return WEIGHT.word;
    if (sense.kind === 'refusal') return WEIGHT.refusal;
    if (sense.kind === 'command') return WEIGHT.command;
    return ['time', 'number', 'record', 'nobody'].includes(sense.kind) ? WEIGHT.detail : 0;
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
        return takesWord(definition, sense.word);
      case 'record':
        return takesRecord(definition, sense.record.kind);
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
  if (concept === 'last' && addedUp.has(measure)) return false;
  if (NEUTRAL.has(concept) || PLAIN.has(concept)) return true;
  // The cheapest feed is not the least eaten one.
  if (concept === 'cheapest' && !pricedMeasures.has(measure)) return false;
  if (concept === 'overdue' || concept === 'open') return 'when' in slots;
  // Values of the air in all barns do not add up.
  if (concept === 'total' && usualPeriod === undefined && aggregations.includes('list'))
    return true;
  const aggregation = AGGREGATION_OF[concept];
  return aggregation !== undefined && (aggregations as readonly string[]).includes(aggregation);
}

/** Whether a measure can be narrowed by a word of a closed list. */
export function takesWord({ slots = {} }: MeasureDefinition, word: string): boolean {
  const contact = contactOfWord(word) ?? word;
  return Object.values(slots).some(
    (words) => Array.isArray(words) && (words.includes(word) || words.includes(contact)),
  );
}

export function takesRecord({ slots = {} }: MeasureDefinition, kind: string): boolean {
  return (
    ['barn', 'flock', 'farm'].includes(kind) || Object.values(slots).includes(kind as 'person')
  );
}
