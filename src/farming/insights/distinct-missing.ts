import type { MissingData } from './section.ts';

/** Each missing thing once, in the order in which they came up. */
export function distinctMissing(missing: readonly MissingData[]): MissingData[] {
  const known = new Map<string, MissingData>();
  for (const item of missing) {
    const key = [item.code, item.flockId, item.barnId, item.fix?.path].join('|');
    if (!known.has(key)) known.set(key, item);
  }
  return [...known.values()];
}
