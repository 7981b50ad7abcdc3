import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import { listVisionHistory } from '../../storage/records/vision-history.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { readingOf } from './reading-of.ts';
import type { VisionFarm } from './vision-farm.ts';

const DAY_MILLIS = 86_400_000;
/** Today, the two days before it, and one in which a bird may have been followed already. */
const DAYS_BACK = 4;
/** A dead bird every ten seconds, seen by several cameras. */
const MOST_DEATHS = 50_000;

/** The dead birds that cameras saw in barns in the last four days, in no order. */
export async function loadDeaths(
  { transaction, scope, now }: VisionFarm,
  barnIds: readonly string[],
): Promise<readonly VisionReading[]> {
  const since = formatInstant(now - DAYS_BACK * DAY_MILLIS);
  const part = {
    kind: 'mortality',
    unit: 'birds',
    camera: null,
    since,
    until: null,
    most: MOST_DEATHS,
  };
  const parts = barnIds.map((barnId) => ({ ...part, barnId }));
  return (await listVisionHistory(transaction, scope, parts)).map(readingOf);
}
