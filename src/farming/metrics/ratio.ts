/** One amount by another; null when either is missing or the second is not above 0. */
export function ratioOf(
  amount: number | null | undefined,
  base: number | null | undefined,
): number | null {
  return amount == null || base == null || base <= 0 ? null : amount / base;
}

/** A part in % of the whole; null when either is missing or the whole is not above 0. */
export function percentOf(
  part: number | null | undefined,
  whole: number | null | undefined,
): number | null {
  const share = ratioOf(part, whole);
  return share === null ? null : share * 100;
}
