import type { BreedTable } from '../breed-table.ts';

/**
 * Hy-Line Brown commercial layer. Body weight min/max weekly 1-100: Hy-Line Brown Performance
 * Standard, Dec 2025 edition (BRN STD SPN), via github gardon-hub/avimetrica-pro
 * src/lib/diagnostic-engine.ts (MIT); body_weight_g = midpoint of the published min-max.
 * Spot-checked with edoshatch360 (week 17: 1357-1434 same; that repo mislabels weeks 4 and 10 as
 * 42 d and 84 d).
 * hen_day_pct and feed_g_day: Hy-Line Brown Management Guide North America, Nov 2018, via
 * FM_CONSUMO; weeks after 30 are every 5. Feed independently agrees with midpoints of min-max for
 * weeks 1-46.
 * egg_weight_g: the 2018 source figures (39.2..51.9) are lb per 30-dozen case, converted here g =
 * lb*453.592/360 (inferred unit, gives 49.4 g at wk18, 61.0 at wk30, 65.4 at wk100) - CONVERSION
 * INFERRED, not published as grams. Verified: body weight 1 full copy + spot checks; hen-day 1
 * place.
 * Only published weeks are held here; the weeks between are linear.
 */
export const hylineBrown: BreedTable = {
  title: 'Hy-Line Brown',
  document: 'Hy-Line Brown standard 2025 and guide 2018 (Hy-Line)',
  edition: '2025',
  confidence: 'medium',
  confidenceOf: { eggWeightG: 'low' },
  derived: ['weightG'],
  kind: 'layer',
  every: 'week',
  between: 'linear',
  columns: ['weightG', 'weightMinG', 'weightMaxG', 'dailyFeedG', 'henDayPct', 'eggWeightG'],
  // biome-ignore format: one row per age, several rows a line.
  rows: [
    [1, 71, 69, 73, 14, null, null], [2, 123, 119, 126, 19, null, null],
    [3, 192, 186, 197, 24, null, null], [4, 274, 266, 281, 28, null, null],
    [5, 367, 357, 377, 35, null, null], [6, 469, 456, 482, 39, null, null],
    [7, 577, 561, 593, 42, null, null], [8, 687, 668, 706, 46, null, null],
    [9, 794, 772, 816, 51, null, null], [10, 896, 871, 921, 54, null, null],
    [11, 991, 963, 1018, 60, null, null], [12, 1076, 1046, 1105, 64, null, null],
    [13, 1152, 1120, 1184, 69, null, null], [14, 1220, 1186, 1254, 72, null, null],
    [15, 1282, 1246, 1317, 75, null, null], [16, 1340, 1302, 1377, 78, null, null],
    [17, 1396, 1357, 1434, 80, null, null], [18, 1452, 1411, 1492, 85, 9, 49.4],
    [19, 1509, 1467, 1551, 88, 31, null], [20, 1568, 1524, 1611, 94, 58, null],
    [21, 1627, 1582, 1672, 98, 80, null], [22, 1685, 1638, 1732, 102, 89, 54.3],
    [23, 1740, 1691, 1788, 106, 93, null], [24, 1789, 1739, 1838, 108, 94, null],
    [25, 1830, 1779, 1880, 109, 94, null], [26, 1862, 1810, 1913, 110, 95, 58.6],
    [27, 1885, 1832, 1937, 110, 96, null], [28, 1900, 1847, 1953, 110, 96, null],
    [29, 1910, 1857, 1963, 110, 96, null], [30, 1918, 1864, 1971, 110, 95, 61],
    [31, 1924, 1871, 1977, null, null, null], [32, 1931, 1877, 1984, 110, 94, null],
    [33, 1937, 1883, 1991, null, null, null], [34, 1944, 1890, 1998, null, null, null],
    [35, 1950, 1896, 2004, 110, 94, 61.9], [36, 1958, 1903, 2012, null, null, null],
    [37, 1964, 1909, 2018, null, null, null], [38, 1968, 1913, 2023, null, null, null],
    [39, 1972, 1917, 2027, null, null, null], [40, 1976, 1921, 2030, 110, 93, 62.4],
    [41, 1979, 1924, 2033, null, null, null], [42, 1981, 1926, 2036, null, null, null],
    [43, 1984, 1928, 2039, null, null, null], [44, 1986, 1930, 2041, null, null, null],
    [45, 1988, 1932, 2043, 109, 90, null], [46, 1989, 1934, 2044, null, null, null],
    [47, 1990, 1935, 2045, null, null, null], [48, 1992, 1936, 2047, null, null, null],
    [49, 1993, 1937, 2048, null, null, null], [50, 1994, 1938, 2049, 109, 88, 63.4],
    [51, 1995, 1939, 2050, null, null, null], [52, 1996, 1940, 2051, null, null, null],
    [53, 1997, 1941, 2052, null, null, null], [54, 1998, 1942, 2053, null, null, null],
    [55, 1999, 1943, 2054, 108, 87, null], [56, 2000, 1944, 2055, null, null, null],
    [57, 2000, 1944, 2056, null, null, null], [58, 2001, 1945, 2056, null, null, null],
    [59, 2002, 1946, 2057, null, null, null], [60, 2003, 1947, 2058, 108, 85, 63.8],
    [61, 2004, 1948, 2059, null, null, null], [62, 2004, 1948, 2060, null, null, null],
    [63, 2005, 1949, 2061, null, null, null], [64, 2006, 1950, 2061, null, null, null],
    [65, 2007, 1951, 2062, 108, 83, null], [66, 2008, 1952, 2063, null, null, null],
    [67, 2008, 1952, 2064, null, null, null], [68, 2009, 1953, 2065, null, null, null],
    [69, 2010, 1954, 2065, null, null, null], [70, 2010, 1954, 2066, 108, 81, 64.1],
    [71, 2011, 1955, 2066, null, null, null], [72, 2011, 1955, 2067, null, null, null],
    [73, 2012, 1956, 2068, null, null, null], [74, 2013, 1957, 2068, null, null, null],
    [75, 2013, 1957, 2069, 108, 78, null], [76, 2014, 1958, 2070, null, null, null],
    [77, 2014, 1958, 2070, null, null, null], [78, 2015, 1959, 2071, null, null, null],
    [79, 2015, 1959, 2071, null, null, null], [80, 2016, 1960, 2072, 108, 75, 64.8],
    [81, 2016, 1960, 2072, null, null, null], [82, 2016, 1960, 2072, null, null, null],
    [83, 2017, 1961, 2073, null, null, null], [84, 2017, 1961, 2073, null, null, null],
    [85, 2018, 1962, 2074, 108, 74, null], [86, 2018, 1962, 2074, null, null, null],
    [87, 2019, 1962, 2075, null, null, null], [88, 2019, 1963, 2075, null, null, null],
    [89, 2019, 1963, 2075, null, null, null], [90, 2020, 1963, 2076, 108, 73, 65],
    [91, 2020, 1964, 2076, null, null, null], [92, 2020, 1964, 2076, null, null, null],
    [93, 2020, 1964, 2076, null, null, null], [94, 2021, 1964, 2077, null, null, null],
    [95, 2021, 1965, 2077, 107, 71, null], [96, 2021, 1965, 2077, null, null, null],
    [97, 2021, 1965, 2077, null, null, null], [98, 2021, 1965, 2077, null, null, null],
    [99, 2021, 1965, 2077, null, null, null], [100, 2022, 1965, 2078, 107, 70, 65.4],
  ],
};
