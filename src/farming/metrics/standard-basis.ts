import type { standardBasis as standardBasisSchema } from '../../model/answers/core/shared-schemas.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import {
  type BreedColumn,
  type BreedName,
  type BreedTable,
  breedTables,
} from '../standards/breed-tables.ts';
import { publishedValues, standardValue } from '../standards/standard-values.ts';
import { type Arrival, ageDays } from './dates.ts';

/** The source of a standard value, with the same shape wherever a standard is returned. */
export type StandardBasis = NonNullable<Made<typeof standardBasisSchema>>;

/** The basis of the standard value of a column at an age; null without a value. */
export function standardBasis(
  breed: BreedName | undefined,
  column: BreedColumn,
  age: number | null,
): StandardBasis | null {
  if (!breed || age === null || standardValue(breed, column, age) === null) return null;
  const table: BreedTable = breedTables[breed];
  const isPublished = publishedValues(table, column).some(([published]) => published === age);
  return {
    document: table.document,
    edition: table.edition,
    interpolated: !isPublished || (table.derived?.includes(column) ?? false),
    confidence: table.confidenceOf?.[column] ?? table.confidence,
  };
}

/**
 * The basis of a standard computed from two others: interpolated if either is, with the lower
 * confidence of the two. Null when either is missing.
 */
export function combinedBasis(
  first: StandardBasis | null,
  second: StandardBasis | null,
): StandardBasis | null {
  if (first === null || second === null) return null;
  const weaker = isWeaker(second, first) ? second : first;
  return { ...weaker, interpolated: first.interpolated || second.interpolated };
}

const CONFIDENCES: readonly StandardBasis['confidence'][] = ['high', 'medium', 'low'];

function isWeaker(one: StandardBasis, other: StandardBasis): boolean {
  return CONFIDENCES.indexOf(one.confidence) > CONFIDENCES.indexOf(other.confidence);
}

/**
 * The basis of the standard daily feed at an age. Feed published neither per day nor cumulatively
 * is derived from the standard weight: a formula, not the document.
 */
export function dailyFeedBasis(
  breed: BreedName | undefined,
  age: number | null,
): StandardBasis | null {
  const feedBasis = standardBasis(breed, 'dailyFeedG', age);
  if (feedBasis !== null || age === null) return feedBasis;
  const difference = combinedBasis(
    standardBasis(breed, 'cumulativeFeedG', age),
    standardBasis(breed, 'cumulativeFeedG', age - 1),
  );
  if (difference !== null) return { ...difference, interpolated: true };
  const weight = standardBasis(breed, 'weightG', age);
  return weight && { ...weight, interpolated: true, confidence: 'low' };
}

/** The basis of the expected mortality of a kind of birds: a curve through published means. */
export function mortalityBasis(kind: BreedTable['kind']): StandardBasis {
  return kind === 'layer' ? CURVE_OF_LAYERS : CURVE_OF_BROILERS;
}

const CURVE_OF_BROILERS: StandardBasis = {
  document: message('standard.curveOfBroilers'),
  edition: '2022',
  interpolated: true,
  confidence: 'medium',
};
const CURVE_OF_LAYERS: StandardBasis = {
  document: message('standard.curveOfLayers'),
  edition: null,
  interpolated: true,
  confidence: 'medium',
};

/** The basis of the standard weight of a flock on a day. */
export function weightBasisOn(
  flock: Arrival & { readonly breed: string | null },
  day: CalendarDay | null,
): StandardBasis | null {
  if (day === null) return null;
  return standardBasis(findBreed(flock.breed), 'weightG', ageDays(flock, day));
}
