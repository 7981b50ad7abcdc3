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

/** The grade of a figure by how much better than its reference it is, in %. */
export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

const GRADES = [
  ['A', 2],
  ['B', -2],
  ['C', -6],
  ['D', -12],
] as const;

/** The grade of a figure that is so much better than its reference, in %. */
export function gradeOf(betterByPct: number): Grade {
  return GRADES.find(([, least]) => betterByPct >= least)?.[0] ?? 'E';
}
