import type { BreedTable } from '../breed-table.ts';

/**
 * Cobb500 Broiler Performance & Nutrition Supplement 2022 (Cobb-Vantress), AS-HATCHED, metric.
 * Original:
 * https://www.cobbgenetics.com/assets/Cobb-Files/2022-Cobb500-Broiler-Performance-Nutrition-Supplement.pdf
 * Source of digits: github Bert1041/farm_app breed_data.dart (all columns; its FCR/feed columns
 * are swapped, corrected here) cross-checked with biobam-creative/broiler_mgt_app_frontend (57
 * days; its slips: d11 282, d53 4389, d54 4479). Weekly weights agree with prisma seed, Adine,
 * avimetrica-pro, edoshatch360, YOLO weight project.
 * Verified: weights in 6 places; FCR+cumulative in 3. daily_feed d2-d7 from biobam only (the
 * supplement publishes feed from d8). fcr = cum_feed/body_weight.
 * CONFLICT: GBADsInformatics/GBADsLiverpool EXPDATA/poultrybreedstd_cobb500.csv, labelled 2022,
 * carries a slower curve (42 d 2952 g, FCR 1.61); see cobb-500-older.ts; six places against one,
 * so 3278 g at 42 d is used.
 */
export const cobb500: BreedTable = {
  title: 'Cobb 500',
  document: 'Cobb500 Performance & Nutrition Supplement 2022 (Cobb-Vantress)',
  edition: '2022',
  confidence: 'high',
  confidenceOf: { dailyFeedG: 'medium' },
  kind: 'broiler',
  every: 'day',
  between: 'linear',
  columns: ['weightG', 'dailyFeedG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 42, null, null, null], [1, 55, null, null, null], [2, 71, 16, null, null],
    [3, 90, 20, null, null], [4, 112, 24, null, null], [5, 138, 27, null, null],
    [6, 168, 31, null, null], [7, 202, 35, 180, 0.891], [8, 240, 40, 220, 0.917],
    [9, 283, 44, 264, 0.933], [10, 330, 50, 314, 0.952], [11, 382, 57, 371, 0.971],
    [12, 440, 64, 435, 0.991], [13, 503, 73, 508, 1.012], [14, 570, 80, 588, 1.029],
    [15, 639, 84, 672, 1.05], [16, 711, 91, 763, 1.072], [17, 786, 98, 861, 1.094],
    [18, 864, 105, 966, 1.116], [19, 945, 111, 1077, 1.138], [20, 1029, 118, 1195, 1.16],
    [21, 1116, 125, 1320, 1.182], [22, 1205, 131, 1451, 1.203], [23, 1296, 137, 1588, 1.224],
    [24, 1390, 143, 1731, 1.245], [25, 1486, 149, 1880, 1.265], [26, 1583, 154, 2034, 1.284],
    [27, 1682, 160, 2194, 1.303], [28, 1783, 165, 2359, 1.322], [29, 1886, 169, 2528, 1.34],
    [30, 1989, 174, 2702, 1.358], [31, 2094, 178, 2880, 1.375], [32, 2200, 183, 3063, 1.392],
    [33, 2306, 187, 3250, 1.409], [34, 2413, 191, 3441, 1.425], [35, 2521, 194, 3635, 1.441],
    [36, 2629, 198, 3833, 1.457], [37, 2738, 202, 4035, 1.474], [38, 2846, 206, 4241, 1.49],
    [39, 2954, 209, 4450, 1.506], [40, 3062, 213, 4663, 1.522], [41, 3170, 217, 4880, 1.539],
    [42, 3278, 220, 5100, 1.555], [43, 3384, 224, 5324, 1.573], [44, 3490, 228, 5552, 1.59],
    [45, 3595, 232, 5784, 1.608], [46, 3699, 236, 6020, 1.627], [47, 3801, 239, 6259, 1.646],
    [48, 3902, 243, 6502, 1.666], [49, 4001, 247, 6749, 1.686], [50, 4099, 250, 6999, 1.707],
    [51, 4195, 253, 7252, 1.728], [52, 4289, 256, 7508, 1.75], [53, 4380, 258, 7766, 1.772],
    [54, 4470, 260, 8026, 1.795], [55, 4557, 261, 8287, 1.818], [56, 4641, 262, 8549, 1.842],
  ],
};
