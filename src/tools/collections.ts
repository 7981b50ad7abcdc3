/** Indexes the rows by id. */
export function mapById<T extends { readonly id: string }>(
  rows: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Groups the rows by key; each group keeps the order of the rows. */
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

/** The distinct texts, without nulls. */
export function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}

/** Memoizes a function by its object argument; an entry is garbage-collected with its object. */
export function memoizeByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { readonly answer: V }>();
  return (key) => {
    const cached = cache.get(key);
    if (cached) return cached.answer;
    const answer = compute(key);
    cache.set(key, { answer });
    return answer;
  };
}
