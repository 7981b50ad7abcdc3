import type { BreedTable } from '../breed-table.ts';

/**
 * Hy-Line W-36 commercial layer, Management Guide January 2020, via FM_CONSUMO. Verified: 1
 * place. Weekly hen-day/feed 18-40, then every 5 weeks (linear_interp between). Body weight only
 * at the weeks given (rearing weights not found in a verified copy: avimetrica-pro marks its own
 * W-36 weights as approximate, so they are left out).
 * Only published weeks are held here; the weeks between are linear.
 */
export const hylineW36: BreedTable = {
  title: 'Hy-Line W-36',
  document: 'Hy-Line W-36 management guide 2020 (Hy-Line)',
  edition: '2020',
  confidence: 'medium',
  kind: 'layer',
  every: 'week',
  between: 'linear',
  columns: ['weightG', 'dailyFeedG', 'henDayPct', 'eggWeightG'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [1, null, 14, null, null], [2, null, 18, null, null], [3, null, 24, null, null],
    [4, null, 32, null, null], [5, null, 36, null, null], [6, null, 41, null, null],
    [7, null, 45, null, null], [8, null, 48, null, null], [9, null, 52, null, null],
    [10, null, 56, null, null], [11, null, 58, null, null], [12, null, 58, null, null],
    [13, null, 61, null, null], [14, null, 62, null, null], [15, null, 64, null, null],
    [16, null, 66, null, null], [17, 1220, 70, null, null], [18, 1270, 68, 2, 44.2],
    [19, null, 72, 18, null], [20, null, 76, 42, null], [21, null, 80, 63, null],
    [22, 1450, 84, 82, 49.8], [23, null, 89, 90, null], [24, null, 92, 92, null],
    [25, null, 96, 94, null], [26, 1510, 97, 95, 54.7], [27, null, 99, 96, null],
    [28, null, 99, 96, null], [29, null, 100, 96, null], [30, 1530, 100, 96, 57.6],
    [31, null, 100, 96, null], [32, 1540, 101, 95, 58.5], [33, null, 101, 95, null],
    [34, null, 101, 95, null], [35, null, 101, 94, 59.7], [36, null, 101, 94, null],
    [37, null, 101, 94, null], [38, null, 101, 94, null], [39, null, 101, 94, null],
    [40, 1570, 102, 93, 60.9], [41, null, null, null, null], [42, null, null, null, null],
    [43, null, null, null, null], [44, null, null, null, null], [45, null, 102, 92, 61.8],
    [46, null, null, null, null], [47, null, null, null, null], [48, null, null, null, null],
    [49, null, null, null, null], [50, 1580, 102, 90, 62.3], [51, null, null, null, null],
    [52, null, null, null, null], [53, null, null, null, null], [54, null, null, null, null],
    [55, null, 102, 89, 62.7], [56, null, null, null, null], [57, null, null, null, null],
    [58, null, null, null, null], [59, null, null, null, null], [60, 1580, 102, 87, 63],
    [61, null, null, null, null], [62, null, null, null, null], [63, null, null, null, null],
    [64, null, null, null, null], [65, null, 102, 85, 63.2], [66, null, null, null, null],
    [67, null, null, null, null], [68, null, null, null, null], [69, null, null, null, null],
    [70, 1580, 102, 83, 63.3], [71, null, null, null, null], [72, null, null, null, null],
    [73, null, null, null, null], [74, null, null, null, null], [75, null, 102, 81, 63.4],
    [76, null, null, null, null], [77, null, null, null, null], [78, null, null, null, null],
    [79, null, null, null, null], [80, 1580, 102, 78, 63.5], [81, null, null, null, null],
    [82, null, null, null, null], [83, null, null, null, null], [84, null, null, null, null],
    [85, null, 102, 76, 63.6], [86, null, null, null, null], [87, null, null, null, null],
    [88, null, null, null, null], [89, null, null, null, null], [90, 1580, 102, 73, 63.7],
    [91, null, null, null, null], [92, null, null, null, null], [93, null, null, null, null],
    [94, null, null, null, null], [95, null, 102, 70, 63.7], [96, null, null, null, null],
    [97, null, null, null, null], [98, null, null, null, null], [99, null, null, null, null],
    [100, 1580, 102, 68, 63.8],
  ],
};
