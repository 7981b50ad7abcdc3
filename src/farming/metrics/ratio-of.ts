/** One amount by another; null when either is missing or the second is not above 0. */
export function ratioOf(
  amount: number | null | undefined,
  base: number | null | undefined,
): number | null {
  return amount == null || base == null || base <= 0 ? null : amount / base;
}
