/** The rows by their id. */
export function mapById<T extends { readonly id: string }>(
  rows: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** The rows in groups of the same key, each group in the order of the rows. */
export function groupBy<T, Key = string>(
  rows: readonly T[],
  keyOf: (row: T) => Key,
): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** The texts, each once, without nulls. */
export function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}

/**
 * A function that computes once for each object it is given, and gives the same answer for it from
 * then on; an object that nobody holds any more takes its answer with it.
 */
export function memoizeByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly answer: V }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.answer;
    const answer = compute(key);
    known.set(key, { answer });
    return answer;
  };
}
