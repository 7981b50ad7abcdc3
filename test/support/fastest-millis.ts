/**
 * Milliseconds of the fastest of several runs, for tests that work stays linear. Other processes
 * slow some runs down; they do not slow down all of them by the factor that a fault would.
 */
export function fastestMillis(work: () => void, rounds = 5): number {
  const runs = Array.from({ length: rounds }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}
