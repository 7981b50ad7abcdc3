import type { BreedTable } from '../breed-table.ts';

/**
 * Ross 308 / Ross 308 FF Broiler Performance Objectives 2022 (Aviagen), AS-HATCHED (mixed sex),
 * metric. Original:
 * https://aviagen.com/assets/Tech_Center/Ross_Broiler/RossxRoss308-BroilerPerformanceObjectives2022-EN.pdf
 * Source of digits: github Bert1041/farm_app lib/features/data_logging/widgets/breed_data.dart
 * (all columns, cum column there is shifted one row; unshifted here); weights+feed cross-checked
 * 57/57 days with github biobam-creative/broiler_mgt_app_frontend src/performanceobjectives.js
 * (differences there: d6 185, d23 1172, d42 feed 208 = typing slips, the gains column decides for
 * 181/1174/207); daily feed cross-checked 56/56 days with two other repos (rossFeed.ts); weekly
 * weight+FCR agree with 4 more repos (Adine, avimetrica-pro, edoshatch360, FM_CONSUMO).
 * Verified: body weight in 6 independent places (all 57 days in 2), daily feed in 4 places, FCR
 * in 3. cum_feed_g = published cumulative; fcr = published, = cum_feed/body_weight (chick weight
 * NOT subtracted). No value interpolated.
 */
export const ross308: BreedTable = {
  title: 'Ross 308',
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  confidence: 'high',
  kind: 'broiler',
  every: 'day',
  between: 'linear',
  columns: ['weightG', 'dailyFeedG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 44, null, null, null], [1, 62, 12, 12, 0.196], [2, 81, 16, 28, 0.352],
    [3, 102, 20, 48, 0.476], [4, 125, 24, 72, 0.577], [5, 151, 27, 100, 0.658],
    [6, 181, 31, 131, 0.724], [7, 213, 35, 166, 0.78], [8, 249, 39, 206, 0.826],
    [9, 288, 44, 249, 0.865], [10, 330, 48, 297, 0.9], [11, 376, 52, 349, 0.93],
    [12, 425, 57, 406, 0.957], [13, 477, 62, 468, 0.982], [14, 533, 67, 535, 1.005],
    [15, 592, 72, 608, 1.026], [16, 655, 77, 685, 1.047], [17, 720, 83, 768, 1.066],
    [18, 789, 88, 856, 1.086], [19, 860, 94, 950, 1.105], [20, 935, 100, 1050, 1.123],
    [21, 1012, 105, 1155, 1.142], [22, 1092, 111, 1266, 1.16], [23, 1174, 117, 1383, 1.178],
    [24, 1258, 122, 1505, 1.196], [25, 1345, 128, 1633, 1.214], [26, 1434, 134, 1767, 1.233],
    [27, 1524, 139, 1907, 1.251], [28, 1616, 145, 2051, 1.269], [29, 1710, 150, 2202, 1.288],
    [30, 1805, 156, 2357, 1.306], [31, 1901, 161, 2518, 1.325], [32, 1999, 166, 2684, 1.343],
    [33, 2097, 171, 2855, 1.362], [34, 2196, 176, 3031, 1.381], [35, 2296, 180, 3211, 1.399],
    [36, 2396, 185, 3396, 1.418], [37, 2496, 189, 3584, 1.437], [38, 2597, 193, 3777, 1.456],
    [39, 2697, 197, 3974, 1.474], [40, 2798, 201, 4175, 1.493], [41, 2898, 204, 4379, 1.512],
    [42, 2998, 207, 4586, 1.531], [43, 3097, 211, 4797, 1.55], [44, 3197, 213, 5010, 1.569],
    [45, 3295, 216, 5226, 1.587], [46, 3393, 219, 5445, 1.606], [47, 3490, 221, 5666, 1.625],
    [48, 3586, 223, 5890, 1.644], [49, 3681, 225, 6115, 1.663], [50, 3776, 227, 6342, 1.681],
    [51, 3869, 229, 6571, 1.7], [52, 3961, 230, 6801, 1.719], [53, 4052, 231, 7032, 1.738],
    [54, 4142, 233, 7265, 1.756], [55, 4230, 233, 7498, 1.775], [56, 4318, 234, 7733, 1.793],
  ],
};
