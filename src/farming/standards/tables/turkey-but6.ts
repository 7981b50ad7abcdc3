import type { BreedTable } from '../breed-table.ts';

/**
 * B.U.T. 6 / Premium heavy turkey, average of toms and hens, weekly, from FM_CONSUMO (citing
 * Aviagen Turkeys goals). 1 place, rounded, LOW confidence: not checked against the breeder
 * document. FCR = cum feed / body weight (kg/kg) as computed.
 */
export const turkeyBut6: BreedTable = {
  title: 'B.U.T. 6',
  document: 'B.U.T. 6 goals, toms and hens averaged (Aviagen Turkeys)',
  edition: null,
  confidence: 'low',
  derived: ['fcr'],
  kind: 'turkey',
  every: 'week',
  between: 'cubic',
  columns: ['weightG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [1, 170, 160, 0.941], [2, 350, 410, 1.171], [3, 650, 820, 1.262], [4, 1100, 1440, 1.309],
    [5, 1700, 2290, 1.347], [6, 2430, 3450, 1.42], [7, 3300, 4900, 1.485], [8, 4300, 6600, 1.535],
    [9, 5400, 8600, 1.593], [10, 6550, 10900, 1.664], [11, 7750, 13450, 1.735],
    [12, 8950, 16230, 1.813], [13, 10200, 19230, 1.885], [14, 11450, 22430, 1.959],
    [15, 12700, 25830, 2.034], [16, 13900, 29380, 2.114], [17, 15050, 33080, 2.198],
    [18, 16150, 36930, 2.287], [19, 17200, 40880, 2.377], [20, 18200, 44930, 2.469],
  ],
};
