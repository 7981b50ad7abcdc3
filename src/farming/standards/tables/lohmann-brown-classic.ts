import type { BreedTable } from '../breed-table.ts';

/**
 * LOHMANN BROWN-CLASSIC. Body weight min/avg/max weekly 1-100: management guide Table 17 via
 * github gardon-hub/avimetrica-pro (MIT); average column independently in
 * dradine/Dr-adine-poultry-health (citing LB_Zusatzheft 06.21) - identical weeks 1-85, differs by
 * 1-2 g in weeks 86-90. Spot-checked with edoshatch360 (weeks 6, 12, 18 bands identical).
 * Verified: 3 places.
 * hen_day_pct, egg_weight_g, feed_g_day: FM_CONSUMO, sparse and rounded; its author cites the
 * Lohmann guide but calls values typical. Verified: 1 place, LOW confidence - treat as guide
 * shape only (peak 96 % wk 26; 83 % wk 72).
 * Only published weeks are held here; the weeks between are linear.
 */
export const lohmannBrownClassic: BreedTable = {
  title: 'Lohmann Brown-Classic',
  document: 'Lohmann Brown-Classic management guide (Lohmann Breeders)',
  edition: '2021',
  confidence: 'high',
  confidenceOf: { dailyFeedG: 'low', henDayPct: 'low', eggWeightG: 'low' },
  kind: 'layer',
  every: 'week',
  between: 'linear',
  columns: ['weightG', 'weightMinG', 'weightMaxG', 'dailyFeedG', 'henDayPct', 'eggWeightG'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [1, 75, 73, 77, 14, null, null], [2, 130, 126, 134, 19, null, null],
    [3, 195, 189, 201, 24, null, null], [4, 273, 265, 281, 30, null, null],
    [5, 366, 355, 377, 36, null, null], [6, 469, 455, 483, 41, null, null],
    [7, 573, 556, 590, 45, null, null], [8, 677, 657, 697, 49, null, null],
    [9, 777, 754, 800, 54, null, null], [10, 873, 847, 899, 58, null, null],
    [11, 963, 934, 992, 62, null, null], [12, 1047, 1016, 1078, 66, null, null],
    [13, 1128, 1094, 1162, 70, null, null], [14, 1205, 1169, 1241, 73, null, null],
    [15, 1279, 1241, 1317, 76, null, null], [16, 1351, 1310, 1392, 79, null, null],
    [17, 1421, 1378, 1464, 82, null, null], [18, 1493, 1448, 1538, 90, 8, null],
    [19, 1565, 1518, 1612, 96, 30, null], [20, 1635, 1586, 1684, 102, 60, 50],
    [21, 1701, 1650, 1752, 107, 82, null], [22, 1760, 1707, 1813, 110, 91, null],
    [23, 1808, 1754, 1862, 112, 94, null], [24, 1846, 1791, 1901, 114, 95, null],
    [25, 1874, 1818, 1930, 115, 95, 55], [26, 1893, 1836, 1950, 115, 96, null],
    [27, 1906, 1849, 1963, null, null, null], [28, 1914, 1857, 1971, null, null, null],
    [29, 1918, 1860, 1976, null, null, null], [30, 1921, 1863, 1979, 116, 95, 59],
    [31, 1924, 1866, 1982, null, null, null], [32, 1926, 1868, 1984, null, null, null],
    [33, 1929, 1871, 1987, null, null, null], [34, 1932, 1874, 1990, null, null, null],
    [35, 1934, 1876, 1992, null, null, 62], [36, 1936, 1878, 1994, null, null, null],
    [37, 1939, 1881, 1997, null, null, null], [38, 1941, 1883, 1999, null, null, null],
    [39, 1944, 1886, 2002, null, null, null], [40, 1946, 1888, 2004, 116, 94, 63],
    [41, 1949, 1891, 2007, null, null, null], [42, 1952, 1893, 2011, null, null, null],
    [43, 1954, 1895, 2013, null, null, null], [44, 1956, 1897, 2015, null, null, null],
    [45, 1959, 1900, 2018, null, null, null], [46, 1961, 1902, 2020, null, null, null],
    [47, 1964, 1905, 2023, null, null, null], [48, 1966, 1907, 2025, null, null, null],
    [49, 1969, 1910, 2028, null, null, null], [50, 1972, 1913, 2031, 116, 91, 63.5],
    [51, 1974, 1915, 2033, null, null, null], [52, 1976, 1917, 2035, null, null, null],
    [53, 1979, 1920, 2038, null, null, null], [54, 1981, 1922, 2040, null, null, null],
    [55, 1985, 1925, 2045, null, null, null], [56, 1986, 1926, 2046, null, null, null],
    [57, 1990, 1930, 2050, null, null, null], [58, 1992, 1932, 2052, null, null, null],
    [59, 1994, 1934, 2054, null, null, null], [60, 1996, 1936, 2056, 115, 87, 63.8],
    [61, 1999, 1939, 2059, null, null, null], [62, 2001, 1941, 2061, null, null, null],
    [63, 2004, 1944, 2064, null, null, null], [64, 2006, 1946, 2066, null, null, null],
    [65, 2009, 1949, 2069, null, null, null], [66, 2012, 1952, 2072, null, null, null],
    [67, 2014, 1954, 2074, null, null, null], [68, 2016, 1956, 2076, null, null, null],
    [69, 2019, 1958, 2080, null, null, null], [70, 2021, 1960, 2082, null, null, null],
    [71, 2024, 1963, 2085, null, null, null], [72, 2026, 1965, 2087, 114, 83, 64],
    [73, 2029, 1968, 2090, null, null, null], [74, 2032, 1971, 2093, null, null, null],
    [75, 2034, 1973, 2095, null, null, null], [76, 2036, 1975, 2097, null, null, null],
    [77, 2039, 1978, 2100, null, null, null], [78, 2041, 1980, 2102, null, null, null],
    [79, 2044, 1983, 2105, null, null, null], [80, 2046, 1985, 2107, 113, 78, 64.2],
    [81, 2047, 1986, 2108, null, null, null], [82, 2048, 1987, 2109, null, null, null],
    [83, 2049, 1988, 2110, null, null, null], [84, 2050, 1989, 2112, null, null, null],
    [85, 2051, 1989, 2113, null, null, null], [86, 2052, 1990, 2114, null, null, null],
    [87, 2053, 1991, 2115, null, null, null], [88, 2054, 1992, 2116, null, null, null],
    [89, 2054, 1992, 2116, null, null, null], [90, 2055, 1993, 2117, null, 73, null],
    [91, 2056, 1994, 2118, null, null, null], [92, 2056, 1994, 2118, null, null, null],
    [93, 2057, 1995, 2119, null, null, null], [94, 2057, 1995, 2119, null, null, null],
    [95, 2058, 1996, 2120, null, null, null], [96, 2059, 1997, 2121, null, null, null],
    [97, 2059, 1997, 2121, null, null, null], [98, 2060, 1998, 2122, null, null, null],
    [99, 2060, 1998, 2122, null, null, null], [100, 2061, 1999, 2123, 111, 67, 64.5],
  ],
};
