import type { BreedTable } from '../breed-table.ts';

/**
 * Hubbard Efficiency Plus Broiler Performance Objectives (Adine: 2025 edition V-2025-06;
 * edoshatch360 cites 2023 with the same weights), as-hatched.
 * https://www.hubbardbreeders.com/media/broiler-performance-objectives-hep-enfres-1.pdf. Source:
 * Adine + edoshatch360 (weights 7-42 d identical). Verified: weights 2 places, FCR 1 place (2
 * decimals, published from d21). Hubbard publishes water = feed x 1.70.
 * WEEKLY POINTS ONLY (published). Daily values are NOT published here: use the ratio method or
 * plain monotone cubic; cum_feed_g = round(fcr*body_weight), computed.
 */
export const hubbardEfficiencyPlus: BreedTable = {
  title: 'Hubbard Efficiency Plus',
  document: 'Efficiency Plus Performance Objectives 2025 (Hubbard)',
  edition: '2025',
  confidence: 'high',
  confidenceOf: { fcr: 'medium', cumulativeFeedG: 'medium' },
  derived: ['cumulativeFeedG'],
  kind: 'broiler',
  every: 'day',
  between: 'cubic',
  columns: ['weightG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 43, null, null], [7, 216, null, null], [14, 541, null, null], [21, 1035, 1170, 1.13],
    [28, 1647, 2092, 1.27], [35, 2330, 3285, 1.41], [42, 3028, 4663, 1.54], [49, 3704, 6186, 1.67],
    [56, 4324, 7783, 1.8],
  ],
};
