/**
 * Duration of the fastest of several runs in milliseconds, for tests of linear complexity. Other
 * processes may slow down some runs, but not all of them by the factor that a fault would.
 */
export function fastestMillis(work: () => void, rounds = 5): number {
  const runs = Array.from({ length: rounds }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}
