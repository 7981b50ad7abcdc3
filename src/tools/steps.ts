/**
 * A long computation in steps. Whoever runs it may let other work run between two of them; the
 * computation itself is synchronous and never waits.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The result of steps, run without a pause. */
export function runSteps<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
