import type { Aggregation } from '../measure.ts';

/** How figures are asked for that stand beside each other and do not add up. */
export const EACH = [
  'value',
  'list',
  'highest',
  'lowest',
  'compare',
] as const satisfies readonly Aggregation[];

/** As `EACH`, for figures that add up. */
export const EACH_AND_TOTAL = [...EACH, 'total'] as const satisfies readonly Aggregation[];
