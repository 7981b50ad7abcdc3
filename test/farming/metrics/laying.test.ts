import { expect, test } from 'vitest';
import {
  eggDropRatio,
  eggFeedConversionRatio,
  feedPerDozenKg,
  henHousedEggs,
} from '../../../src/farming/metrics/eggs.ts';

test.each([
  ['hen-housed eggs', henHousedEggs(3_360_000, 10_000), 336],
  ['hen-housed eggs of an unknown number of hens', henHousedEggs(3_360_000, null), null],
  // 1,100 kg / (9,300 / 12 = 775 dozen).
  ['feed for a dozen', feedPerDozenKg(1100, 9300), 1.419355],
  ['feed for a dozen of no eggs', feedPerDozenKg(1100, 0), null],
  // 1,100 kg / (9,300 × 63 g = 585.9 kg).
  ['feed for a kg of eggs', eggFeedConversionRatio(1100, 9300, 63), 1.877453],
  ['feed for a kg of eggs of unknown weight', eggFeedConversionRatio(1100, 9300, null), null],
  ['eggs of two days by seven', eggDropRatio([900, 920], [1000, 1000, 1000, null]), 0.91],
  ['eggs if one of the two days is not recorded', eggDropRatio([900, null], [1, 1, 1]), null],
  ['eggs if two of the seven are recorded', eggDropRatio([900, 900], [1000, 1000]), null],
  ['eggs after days without values', eggDropRatio([900, 900], [0, 0, 0]), null],
])('%s', (_, actual, expected) => {
  if (expected === null) expect(actual).toBeNull();
  else expect(actual).toBeCloseTo(expected, 5);
});
