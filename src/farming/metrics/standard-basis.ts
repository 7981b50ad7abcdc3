import type { CalendarDay } from '../../tools/calendar.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import type { BreedColumn, BreedTable, StandardConfidence } from '../standards/breed-table.ts';
import { type BreedName, breedTables } from '../standards/breed-tables.ts';
import { publishedValues } from '../standards/interpolation.ts';
import { standardValue } from '../standards/standard-values.ts';
import { type Arrival, ageDays } from './dates.ts';

/** The source of a standard value: the same object wherever a standard is returned. */
export interface StandardBasis {
  /** The document of the breeder. */
  readonly document: string;
  /** Its year; null where that is unknown. */
  readonly edition: string | null;
  /** Not printed in the document for this age: computed between published values, or from others. */
  readonly interpolated: boolean;
  readonly confidence: StandardConfidence;
}

/** The basis of the standard value of a column at an age; null where there is no such value. */
function standardBasis(
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

/** The basis of the standard weight of a flock on a day. */
export function weightBasisOn(
  flock: Arrival & { readonly breed: string | null },
  day: CalendarDay | null,
): StandardBasis | null {
  if (day === null) return null;
  return standardBasis(findBreed(flock.breed), 'weightG', ageDays(flock, day));
}
