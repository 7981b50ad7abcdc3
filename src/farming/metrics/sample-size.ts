const TWO_SIDED_95_PCT = 1.96;

/**
 * Birds to weigh so that the mean is within an error in % of the true one, at 95 %, given their
 * coefficient of variation in %. Source: (1.96·CV/e)², 97 birds for CV 10 and 2 %.
 */
export function sampleSize(cvPct: number, errorPct: number): number {
  // Tiny excess of floating point must not ask for one more bird.
  return Math.ceil(((TWO_SIDED_95_PCT * cvPct) / errorPct) ** 2 - 1e-9);
}
