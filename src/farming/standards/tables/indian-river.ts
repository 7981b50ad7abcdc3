import type { BreedTable } from '../breed-table.ts';

/**
 * Indian River / FF Broiler Performance Objectives 2022 (Aviagen), as-hatched.
 * https://aviagen.com/assets/Tech_Center/LIR_Broiler/IndianRiver-BroilerPerformanceObjectives2022-EN.pdf.
 * Source: Adine + edoshatch360 (weights 7-42 d identical); daily d1-d7 in Adine :
 * 62,80,101,124,150,179,211. Verified: 2 places.
 * WEEKLY POINTS ONLY (published). Daily values are NOT published here: use the ratio method or
 * plain monotone cubic; cum_feed_g = round(fcr*body_weight), computed.
 */
export const indianRiver: BreedTable = {
  title: 'Indian River',
  document: 'Indian River Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  confidence: 'high',
  derived: ['cumulativeFeedG'],
  kind: 'broiler',
  every: 'day',
  between: 'ratio',
  columns: ['weightG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 44, null, null], [7, 211, 166, 0.788], [14, 531, 533, 1.003], [21, 1010, 1153, 1.142],
    [28, 1616, 2060, 1.275], [35, 2295, 3238, 1.411], [42, 2995, 4639, 1.549],
    [49, 3671, 6189, 1.686], [56, 4297, 7829, 1.822],
  ],
};
