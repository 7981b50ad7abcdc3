import type { OutsideHour } from './outside-hours.ts';

/** Hours in a row. */
export interface Spell {
  /** Time stamps of the first and the last of them. */
  readonly from: string;
  readonly until: string;
}

/** The first hours in a row of which something holds; null when it holds of none. */
export function spellOf(
  hours: readonly OutsideHour[],
  holds: (hour: OutsideHour) => boolean,
): Spell | null {
  const first = hours.findIndex(holds);
  const from = hours[first];
  if (!from) return null;
  const behind = hours.findIndex((hour, index) => index > first && !holds(hour));
  const until = hours.at(behind === -1 ? -1 : behind - 1) ?? from;
  return { from: from.ts, until: until.ts };
}
