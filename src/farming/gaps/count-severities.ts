import type { Severity } from './severity-rank.ts';

/** How many there are of each severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** Counts by severity; what has none counts as info. */
export function countSeverities(
  rows: readonly { readonly severity: string | null }[],
): SeverityCounts {
  const count = (word: Severity) =>
    rows.filter(({ severity }) => (severity ?? 'info') === word).length;
  return { critical: count('critical'), warning: count('warning'), info: count('info') };
}
