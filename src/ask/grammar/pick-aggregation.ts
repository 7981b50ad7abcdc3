import type { Aggregation, MeasureDefinition } from '../measure.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { Concept } from './concepts.ts';
import { lessIsBetter } from './measure-meanings.ts';

const WISHES: readonly (readonly [Concept, Aggregation])[] = [
  ['compare', 'compare'],
  ['average', 'average'],
  ['trend', 'trend'],
  ['lowest', 'lowest'],
  ['cheapest', 'lowest'],
  ['highest', 'highest'],
  ['total', 'total'],
  ['how_many', 'count'],
  ['list', 'list'],
  ['each', 'list'],
  ['which', 'list'],
];

/** How the values of a measure are to be put together: as the question says, else its usual way. */
export function pickAggregation(
  measure: MeasureName,
  { aggregations }: MeasureDefinition,
  concepts: ReadonlySet<Concept>,
): Aggregation {
  const isLess = lessIsBetter.has(measure);
  const wishes: readonly (readonly [Concept, Aggregation])[] = [
    ['best', isLess ? 'lowest' : 'highest'],
    ['worst', isLess ? 'highest' : 'lowest'],
    ...WISHES,
  ];
  const wished = wishes
    .filter(([concept]) => concepts.has(concept))
    .map(([, aggregation]) => aggregation)
    .find((aggregation) => aggregations.includes(aggregation));
  return wished ?? (aggregations.includes('value') ? 'value' : (aggregations[0] ?? 'value'));
}
