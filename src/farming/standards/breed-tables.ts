import { type BreedTable, breedTableSchema } from './breed-table.ts';
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

/** A breed that has a table. */
export type BreedName = keyof typeof files;

export const breedNames = Object.keys(files) as readonly BreedName[];

/**
 * Every breed table the service knows, by breed, from `tables/*.json`. The figures are objectives
 * published by the breeders, whose trademarks the names are; each table names its document and how
 * it was checked. A file that does not fit the schema ends the start of the program.
 */
export const breedTables = Object.fromEntries(
  breedNames.map((name) => [name, breedTableSchema.parse(files[name])]),
) as Readonly<Record<BreedName, BreedTable>>;
