/**
 * A function that computes once for each object it is given, and gives the same answer for it from
 * then on; an object that nobody holds any more takes its answer with it.
 */
export function oncePerObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly answer: V }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.answer;
    const answer = compute(key);
    known.set(key, { answer });
    return answer;
  };
}
