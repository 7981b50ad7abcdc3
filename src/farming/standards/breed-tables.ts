import * as z from 'zod';
import { standardConfidence } from '../../model/core/vocabulary.ts';
import arborAcresPlus from './tables/arbor-acres-plus.json' with { type: 'json' };
import cobb500 from './tables/cobb-500.json' with { type: 'json' };
import cobb500Older from './tables/cobb-500-older.json' with { type: 'json' };
import cobb800 from './tables/cobb-800.json' with { type: 'json' };
import dekalbBrown from './tables/dekalb-brown.json' with { type: 'json' };
import dekalbWhite from './tables/dekalb-white.json' with { type: 'json' };
import hubbardEdge from './tables/hubbard-edge.json' with { type: 'json' };
import hubbardEfficiencyPlus from './tables/hubbard-efficiency-plus.json' with { type: 'json' };
import hylineBrown from './tables/hyline-brown.json' with { type: 'json' };
import hylineW36 from './tables/hyline-w36.json' with { type: 'json' };
import indianRiver from './tables/indian-river.json' with { type: 'json' };
import isaBrown from './tables/isa-brown.json' with { type: 'json' };
import lohmannBrownClassic from './tables/lohmann-brown-classic.json' with { type: 'json' };
import lohmannLslLite from './tables/lohmann-lsl-lite.json' with { type: 'json' };
import ross308 from './tables/ross-308.json' with { type: 'json' };
import ross3082019 from './tables/ross-308-2019.json' with { type: 'json' };
import ross308Ap from './tables/ross-308-ap.json' with { type: 'json' };
import ross708 from './tables/ross-708.json' with { type: 'json' };
import ross7082019 from './tables/ross-708-2019.json' with { type: 'json' };
import turkeyBut6 from './tables/turkey-but6.json' with { type: 'json' };

/** The columns of breed tables; units are part of the names. */
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
 * `high`: identical in two or more independent copies of the document; `medium`: one copy,
 * internally consistent; `low`: rounded, converted, or of an unknown edition.
 */
const confidence = z.enum(standardConfidence.words);

/**
 * How values between the rows of a table are interpolated: linearly between the neighbouring
 * values, by a monotone cubic curve through all of them, or as Ross 308 times a smooth ratio to it,
 * for breeds with the same shape of growth.
 */
const interpolation = z.enum(['linear', 'cubic', 'ratio']);

/** Faster than a schema: parsing ten thousand figures took a tenth of the start of a server. */
function areRows(rows: unknown): boolean {
  const isFigure = (value: unknown) =>
    value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
  return (
    Array.isArray(rows) &&
    rows.length >= 2 &&
    rows.every((row) => Array.isArray(row) && row.every(isFigure))
  );
}

/** The published objectives of one breed, as hatched (males and females together), per bird. */
export const breedTableSchema = z
  .strictObject({
    title: z.string().min(1),
    /** The source document and its publisher. */
    document: z.string().min(1),
    /** Where the copy was found, and how it was verified. */
    provenance: z.string().min(1),
    /** The year of the document; null when the copy does not state it. */
    edition: z.string().nullable(),
    /** Confidence that the figures match the document. */
    confidence,
    /** Columns with a different confidence. */
    confidenceOf: z.partialRecord(breedColumn, confidence).optional(),
    /** Columns computed from published ones at every age. */
    derived: z.array(breedColumn).optional(),
    kind: z.enum(['broiler', 'layer', 'turkey']),
    /** The unit of the first number of a row: days of age, or completed weeks of age. */
    every: z.enum(['day', 'week']),
    between: interpolation,
    columns: z.array(breedColumn).min(1),
    /** Rows by ascending age; after the age one value per column, null when not published. */
    rows: z.custom<readonly (readonly (number | null)[])[]>(areRows, {
      error: 'at least two rows of non-negative numbers and nulls',
    }),
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

const files = {
  arbor_acres_plus: arborAcresPlus,
  cobb_500_older: cobb500Older,
  cobb_500: cobb500,
  cobb_800: cobb800,
  dekalb_brown: dekalbBrown,
  dekalb_white: dekalbWhite,
  hubbard_edge: hubbardEdge,
  hubbard_efficiency_plus: hubbardEfficiencyPlus,
  hyline_brown: hylineBrown,
  hyline_w36: hylineW36,
  indian_river: indianRiver,
  isa_brown: isaBrown,
  lohmann_brown_classic: lohmannBrownClassic,
  lohmann_lsl_lite: lohmannLslLite,
  ross_308_2019: ross3082019,
  ross_308_ap: ross308Ap,
  ross_308: ross308,
  ross_708_2019: ross7082019,
  ross_708: ross708,
  turkey_but6: turkeyBut6,
} as const;

/** A breed with a table. */
export type BreedName = keyof typeof files;

export const breedNames = Object.keys(files) as readonly BreedName[];

/**
 * All breed tables, by breed, from `tables/*.json`. The figures are objectives published by the
 * breeders, whose trademarks the names are; each table states its document and how it was verified.
 * A file that does not match the schema makes startup fail.
 */
export const breedTables = Object.fromEntries(
  breedNames.map((name) => [name, breedTableSchema.parse(files[name])]),
) as Readonly<Record<BreedName, BreedTable>>;
