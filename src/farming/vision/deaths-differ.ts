import type { Thresholds } from '../../model/thresholds.ts';
import { isOver } from './is-over.ts';

/** Dead birds of a flock on a day, by cameras and by its log. */
export interface DeathsCompared {
  readonly vision: number;
  readonly logged: number;
}

/** Whether cameras and log lie farther apart than 3 birds and a fifth of what was logged. */
export function deathsDiffer({ vision, logged }: DeathsCompared, thresholds: Thresholds): boolean {
  const share = (logged * thresholds.mortalityMismatchPct) / 100;
  const most = Math.max(thresholds.mortalityMismatchBirds, share);
  return isOver(Math.abs(vision - logged) - most, 0);
}
