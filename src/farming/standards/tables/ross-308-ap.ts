import type { BreedTable } from '../breed-table.ts';

/**
 * Ross 308 AP Broiler Performance Objectives 2022 (Aviagen), as-hatched.
 * https://aviagen.com/assets/Tech_Center/Ross_Broiler/RossxRoss308AP-BroilerPerformanceObjectives2022-EN.pdf.
 * Source: Adine. Verified: 1 place.
 * WEEKLY POINTS ONLY (published). Daily values are NOT published here: use the ratio method or
 * plain monotone cubic; cum_feed_g = round(fcr*body_weight), computed.
 */
export const ross308Ap: BreedTable = {
  title: 'Ross 308 AP',
  document: 'Ross 308 AP Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  confidence: 'medium',
  derived: ['cumulativeFeedG'],
  kind: 'broiler',
  every: 'day',
  between: 'ratio',
  columns: ['weightG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 44, null, null], [7, 214, 165, 0.772], [14, 540, 537, 0.995], [21, 1033, 1167, 1.13],
    [28, 1657, 2083, 1.257], [35, 2360, 3271, 1.386], [42, 3086, 4678, 1.516],
    [49, 3791, 6240, 1.646], [56, 4446, 7896, 1.776],
  ],
};
