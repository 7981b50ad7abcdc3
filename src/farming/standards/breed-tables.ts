import type { BreedTable } from './breed-table.ts';
import { arborAcresPlus } from './tables/arbor-acres-plus.ts';
import { cobb500 } from './tables/cobb-500.ts';
import { cobb500Older } from './tables/cobb-500-older.ts';
import { cobb800 } from './tables/cobb-800.ts';
import { dekalbBrown } from './tables/dekalb-brown.ts';
import { dekalbWhite } from './tables/dekalb-white.ts';
import { hubbardEdge } from './tables/hubbard-edge.ts';
import { hubbardEfficiencyPlus } from './tables/hubbard-efficiency-plus.ts';
import { hylineBrown } from './tables/hyline-brown.ts';
import { hylineW36 } from './tables/hyline-w36.ts';
import { indianRiver } from './tables/indian-river.ts';
import { isaBrown } from './tables/isa-brown.ts';
import { lohmannBrownClassic } from './tables/lohmann-brown-classic.ts';
import { lohmannLslLite } from './tables/lohmann-lsl-lite.ts';
import { ross308 } from './tables/ross-308.ts';
import { ross3082019 } from './tables/ross-308-2019.ts';
import { ross308Ap } from './tables/ross-308-ap.ts';
import { ross708 } from './tables/ross-708.ts';
import { ross7082019 } from './tables/ross-708-2019.ts';
import { turkeyBut6 } from './tables/turkey-but6.ts';

/**
 * Every breed table the service knows, by breed. The figures are objectives published by the
 * breeders, whose trademarks the names are; each table names its document and how it was checked.
 */
export const breedTables = {
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
} as const satisfies Readonly<Record<string, BreedTable>>;

/** A breed that has a table. */
export type BreedName = keyof typeof breedTables;

export const breedNames = Object.keys(breedTables) as readonly BreedName[];
