/** Quotient of two amounts; null when either is missing or the divisor is not positive. */
export function ratioOf(
  amount: number | null | undefined,
  base: number | null | undefined,
): number | null {
  return amount == null || base == null || base <= 0 ? null : amount / base;
}

/** A part in % of the whole; null when either is missing or the whole is not positive. */
export function percentOf(
  part: number | null | undefined,
  whole: number | null | undefined,
): number | null {
  const share = ratioOf(part, whole);
  return share === null ? null : share * 100;
}

/** The grade of a figure from its advantage over its reference, in %. */
export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

const GRADES = [
  ['A', 2],
  ['B', -2],
  ['C', -6],
  ['D', -12],
] as const;

/** The grade of a figure that is better than its reference by a percentage. */
export function gradeOf(betterByPct: number): Grade {
  return GRADES.find(([, least]) => betterByPct >= least)?.[0] ?? 'E';
}
