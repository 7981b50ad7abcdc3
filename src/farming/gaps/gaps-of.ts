import { formatInstant } from '../../tools/calendar.ts';
import { runSteps, type Steps } from '../../tools/steps.ts';
import { type DataQuality, dataQualityOf } from './data-quality.ts';
import { findGaps } from './find-gaps.ts';
import type { Gap } from './gap.ts';
import type { GapSnapshot } from './gap-rule.ts';

/** What a farm lacks, and how complete its data are. */
export interface Gaps {
  readonly farmId: string;
  readonly asOf: string;
  readonly gaps: readonly Omit<Gap, 'key'>[];
  readonly dataQuality: DataQuality;
}

/** What the farm lacks, the worst first, and how complete its data are. */
export function gapsOf(snapshot: GapSnapshot): Gaps {
  return runSteps(gapSteps(snapshot));
}

/** What the farm lacks and how complete its data are, in two steps. */
export function* gapSteps(snapshot: GapSnapshot): Steps<Gaps> {
  const gaps = findGaps(snapshot).map(({ key: _key, ...gap }) => gap);
  yield;
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    gaps,
    dataQuality: dataQualityOf(snapshot),
  };
}
