/**
 * The rows in pieces whose sizes are powers of two, at most `most` of them, the largest first: so
 * statements that insert many rows have only a few texts, and stay prepared.
 */
export function* chunksOf<T>(rows: Iterable<T>, most: number): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  for (let size = most / 2; size >= 1; size /= 2) {
    if (chunk.length >= size) yield chunk.splice(0, size);
  }
}
