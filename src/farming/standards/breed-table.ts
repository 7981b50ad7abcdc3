import * as z from 'zod';
import { standardConfidence } from '../../model/core/vocabulary.ts';

/** The columns of breed tables; the unit is in the name. */
const breedColumn = z.enum([
  'weightG',
  'weightMinG',
  'weightMaxG',
  'dailyFeedG',
  'cumulativeFeedG',
  'fcr',
  'henDayPct',
  'eggWeightG',
  'cumulativeEggs',
  'cumulativeMortalityPct',
]);

export type BreedColumn = z.infer<typeof breedColumn>;

/**
 * `high`: the same in two or more independent copies of the document; `medium`: one copy, consistent
 * in itself; `low`: rounded, converted, or of an unknown edition.
 */
const confidence = z.enum(standardConfidence.words);

export type StandardConfidence = z.infer<typeof confidence>;

/**
 * How values between the rows of a table are found: along the straight line between the
 * neighbouring values, along a monotone cubic curve through all of them, or as Ross 308 times a
 * smooth ratio to it, for breeds with the same shape of growth.
 */
const between = z.enum(['linear', 'cubic', 'ratio']);

/** The published objectives of one breed, males and females together, per bird. */
export const breedTableSchema = z
  .strictObject({
    title: z.string().min(1),
    /** The document the figures come from, and its publisher. */
    document: z.string().min(1),
    /** Where the copy was found, and how it was checked. */
    provenance: z.string().min(1),
    /** The year of the document; null where the copy does not name it. */
    edition: z.string().nullable(),
    /** How well the figures are known to be those of the document. */
    confidence,
    /** Columns of which that is known better or worse. */
    confidenceOf: z.partialRecord(breedColumn, confidence).optional(),
    /** Columns that are computed from published ones, at every age. */
    derived: z.array(breedColumn).optional(),
    kind: z.enum(['broiler', 'layer', 'turkey']),
    /** The unit of the first number of a row: days of age, or finished weeks of age. */
    every: z.enum(['day', 'week']),
    between,
    columns: z.array(breedColumn).min(1),
    /** Rows by rising age; after the age one value per column, null where none is published. */
    rows: z.array(z.array(z.number().nonnegative().nullable())).min(2),
  })
  .refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length + 1), {
    error: 'every row has an age and one value per column',
  })
  .refine(
    ({ rows }) =>
      rows.every(
        ([age], index) => age != null && (index === 0 || age > Number(rows[index - 1]?.[0])),
      ),
    {
      error: 'rows are ordered by age',
    },
  );

export type BreedTable = Readonly<z.infer<typeof breedTableSchema>>;
