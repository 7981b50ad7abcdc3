import { formatInstant } from '../../tools/calendar.ts';
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
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    gaps: findGaps(snapshot).map(({ key: _key, ...gap }) => gap),
    dataQuality: dataQualityOf(snapshot),
  };
}
