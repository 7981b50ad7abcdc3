import type { NamedRecord } from '../lexicon/sense.ts';
import { normalText } from '../text/normalise.ts';

/** The records whose name ends in a number: `Barn 3`, `לול 3` and `3号鸡舍` are number 3. */
export function findByNumber(
  records: readonly NamedRecord[],
  number: number,
): readonly NamedRecord[] {
  return records.filter(({ name }) => lastNumber(normalText(name)) === number);
}

function lastNumber(name: string): number | undefined {
  const digits = name.match(/\d+/g)?.at(-1);
  return digits === undefined ? undefined : Number(digits);
}
