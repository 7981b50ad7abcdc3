import type { BreedTable } from '../breed-table.ts';

/**
 * Cobb800 Broiler Nutrition and Management Supplement 2026, as-hatched.
 * https://www.cobbgenetics.com/assets/Cobb-Files/Cobb800_5-2026_Digital.pdf. Source: Adine.
 * Verified: 1 place.
 * WEEKLY POINTS ONLY (published). Daily values are NOT published here: use the ratio method or
 * plain monotone cubic; cum_feed_g = round(fcr*body_weight), computed.
 */
export const cobb800: BreedTable = {
  title: 'Cobb 800',
  document: 'Cobb800 Nutrition and Management Supplement 2026 (Cobb-Vantress)',
  edition: '2026',
  confidence: 'medium',
  derived: ['cumulativeFeedG'],
  kind: 'broiler',
  every: 'day',
  between: 'cubic',
  columns: ['weightG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 43, null, null], [7, 202, 167, 0.825], [14, 461, 482, 1.046], [21, 951, 1106, 1.163],
    [28, 1583, 2028, 1.281], [35, 2297, 3216, 1.4], [42, 3036, 4615, 1.52], [49, 3742, 6133, 1.639],
    [56, 4358, 7679, 1.762],
  ],
};
