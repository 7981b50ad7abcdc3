import type { NamedRecord } from '../lexicon/sense.ts';
import { normalText } from '../text/normalise.ts';

type ByNumber = ReadonlyMap<number, readonly NamedRecord[]>;

/** Names are read once for each list, not at every number of a sentence. */
const indexes = new WeakMap<readonly NamedRecord[], ByNumber>();

/** The records whose name ends in a number: `Barn 3`, `לול 3` and `3号鸡舍` are number 3. */
export function findByNumber(
  records: readonly NamedRecord[],
  number: number,
): readonly NamedRecord[] {
  const known = indexes.get(records) ?? indexByNumber(records);
  indexes.set(records, known);
  return known.get(number) ?? [];
}

function indexByNumber(records: readonly NamedRecord[]): ByNumber {
  const index = new Map<number, NamedRecord[]>();
  for (const record of records) {
    const number = lastNumber(normalText(record.name));
    if (number === undefined) continue;
    const same = index.get(number) ?? [];
    same.push(record);
    index.set(number, same);
  }
  return index;
}

function lastNumber(name: string): number | undefined {
  const digits = name.match(/\d+/g)?.at(-1);
  return digits === undefined ? undefined : Number(digits);
}
