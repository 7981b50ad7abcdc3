/**
 * The rows in pieces whose sizes are powers of two, at most `most` of them, the largest first: so
 * statements that insert many rows have only a few texts, and stay prepared.
 */
export function chunksOf<T>(rows: readonly T[], most: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  let size = most;
  for (let from = 0; from < rows.length; from += size) {
    while (size > rows.length - from) size /= 2;
    chunks.push(rows.slice(from, from + size));
  }
  return chunks;
}
