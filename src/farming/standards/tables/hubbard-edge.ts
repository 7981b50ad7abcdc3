import type { BreedTable } from '../breed-table.ts';

/**
 * Hubbard EDGE Broiler Performance Objectives 2025, as-hatched.
 * https://www.hubbardbreeders.com/media/broiler-performance-objectives-edge-en.pdf. Source:
 * Adine. Verified: 1 place.
 * WEEKLY POINTS ONLY (published). Daily values are NOT published here: use the ratio method or
 * plain monotone cubic; cum_feed_g = round(fcr*body_weight), computed.
 */
export const hubbardEdge: BreedTable = {
  title: 'Hubbard EDGE',
  document: 'EDGE Performance Objectives 2025 (Hubbard)',
  edition: '2025',
  confidence: 'medium',
  derived: ['cumulativeFeedG'],
  kind: 'broiler',
  every: 'day',
  between: 'cubic',
  columns: ['weightG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 43, null, null], [7, 217, null, null], [14, 550, null, null], [21, 1058, 1196, 1.13],
    [28, 1685, 2123, 1.26], [35, 2383, 3289, 1.38], [42, 3098, 4678, 1.51], [49, 3789, 6214, 1.64],
    [56, 4423, 7829, 1.77],
  ],
};
