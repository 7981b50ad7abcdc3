import type { BreedTable } from '../breed-table.ts';

/**
 * Arbor Acres Plus / Plus S Broiler Performance Objectives 2022 (Aviagen), AS-HATCHED, metric.
 * Original:
 * https://aviagen.com/assets/Tech_Center/AA_Broiler/ArborAcres-BroilerPerformanceObjectives2022-EN.pdf
 * Source of digits: github Bert1041/farm_app breed_data.dart (57 days). Weekly weight+FCR agree
 * with Adine (8 points) and edoshatch360 (6 points).
 * Verified: weekly points in 3 places; the days between in 1 place, but internally consistent
 * (weight differences = gain, cum differences = feed, cum/weight = FCR on all rows). Day-0
 * weight: 44 g here, 42 g in Adine (unresolved).
 */
export const arborAcresPlus: BreedTable = {
  title: 'Arbor Acres Plus',
  document: 'Arbor Acres Plus Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  confidence: 'medium',
  kind: 'broiler',
  every: 'day',
  between: 'linear',
  columns: ['weightG', 'dailyFeedG', 'cumulativeFeedG', 'fcr'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [0, 44, null, null, null], [1, 61, null, null, 0.207], [2, 79, null, null, 0.37],
    [3, 100, null, null, 0.499], [4, 123, null, null, 0.601], [5, 148, null, null, 0.682],
    [6, 177, null, null, 0.749], [7, 209, 35, 168, 0.803], [8, 244, 39, 207, 0.848],
    [9, 283, 44, 251, 0.887], [10, 325, 48, 299, 0.92], [11, 370, 53, 351, 0.949],
    [12, 419, 57, 408, 0.975], [13, 471, 62, 471, 0.999], [14, 527, 67, 538, 1.021],
    [15, 586, 73, 611, 1.042], [16, 648, 78, 689, 1.062], [17, 714, 83, 772, 1.082],
    [18, 782, 89, 861, 1.101], [19, 854, 95, 956, 1.12], [20, 928, 101, 1057, 1.138],
    [21, 1006, 106, 1163, 1.157], [22, 1085, 112, 1275, 1.175], [23, 1168, 118, 1393, 1.193],
    [24, 1252, 124, 1517, 1.212], [25, 1339, 130, 1647, 1.23], [26, 1428, 135, 1782, 1.248],
    [27, 1518, 141, 1923, 1.267], [28, 1611, 146, 2069, 1.285], [29, 1704, 152, 2221, 1.304],
    [30, 1799, 157, 2378, 1.322], [31, 1895, 162, 2540, 1.341], [32, 1992, 167, 2707, 1.36],
    [33, 2090, 172, 2879, 1.378], [34, 2188, 177, 3056, 1.397], [35, 2287, 181, 3237, 1.416],
    [36, 2386, 185, 3422, 1.435], [37, 2486, 189, 3611, 1.454], [38, 2585, 193, 3805, 1.473],
    [39, 2684, 197, 4001, 1.491], [40, 2784, 200, 4202, 1.51], [41, 2882, 203, 4405, 1.529],
    [42, 2981, 206, 4612, 1.548], [43, 3079, 209, 4821, 1.567], [44, 3176, 212, 5033, 1.586],
    [45, 3272, 214, 5247, 1.605], [46, 3368, 217, 5464, 1.624], [47, 3462, 219, 5682, 1.643],
    [48, 3556, 220, 5903, 1.661], [49, 3649, 222, 6125, 1.68], [50, 3740, 223, 6348, 1.699],
    [51, 3831, 225, 6573, 1.718], [52, 3920, 226, 6798, 1.736], [53, 4007, 227, 7025, 1.755],
    [54, 4094, 227, 7252, 1.773], [55, 4179, 228, 7480, 1.792], [56, 4263, 228, 7708, 1.81],
  ],
};
