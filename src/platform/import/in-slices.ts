const SLICE_MILLIS = 20;

/**
 * The results of a function for each item, in order. Gives way to other work of the service after
 * every 20 ms, so that a file of many rows does not hold it up.
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T) => R,
): Promise<readonly R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - began < SLICE_MILLIS) continue;
    await new Promise(setImmediate);
    began = performance.now();
  }
  return results;
}
