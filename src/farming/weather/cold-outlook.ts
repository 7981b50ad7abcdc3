import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { birdAges } from './bird-ages.ts';
import { allHours, type OutsideHour, type OutsideHours } from './outside-hours.ts';
import { type Spell, spellOf } from './spell.ts';

/** The cold to come. */
export interface ColdOutlook {
  /** Null where no temperature is known. */
  readonly isRisk: boolean | null;
  /** The lowest temperature outside, °C. */
  readonly minTemp: number | null;
  /** The first hours that are too cold for chicks that are there. */
  readonly spell: Spell | null;
}

/** Whether it gets cold outside while chicks are there or come. */
export function coldOutlook(
  hours: OutsideHours,
  snapshot: FarmSnapshot<'liveFlocks' | 'barns'>,
): ColdOutlook {
  const known = allHours(hours).filter(({ temp }) => temp !== null);
  if (known.length === 0) return { isRisk: null, minTemp: null, spell: null };
  const { coldOutsideC, coldAgeDays } = snapshot.thresholds;
  const agesAt = birdAges(snapshot);
  const isTooCold = ({ at, temp }: OutsideHour) =>
    temp !== null && temp < coldOutsideC && agesAt(at).some(({ ageDays }) => ageDays < coldAgeDays);
  const spell = spellOf(known, isTooCold);
  return {
    isRisk: spell !== null,
    minTemp: Math.min(...known.map(({ temp }) => temp ?? Number.POSITIVE_INFINITY)),
    spell,
  };
}
