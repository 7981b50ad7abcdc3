import type { CalendarDay } from '../../tools/calendar.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import { findMissingLogs } from '../gaps/flock-gaps.ts';
import { flockName } from '../gaps/flock-name.ts';
import type { Severity } from '../gaps/severity-rank.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** A flock without a log of today. */
export interface FlockMissingLog {
  readonly flockId: string;
  /** Its code, else the name of its barn. */
  readonly name: string;
  readonly barnId: string;
  readonly lastLogDate: CalendarDay | null;
  /** Days without a log, today included. */
  readonly days: number;
  /** As the gap: info in the morning, critical when yesterday is missing too. */
  readonly severity: Severity;
}

/** The flocks that have no log of today, those without one for the longest first. */
export function flocksMissingLog(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): FlockMissingLog[] {
  const gaps = new Map(findMissingLogs(snapshot).map((gap) => [gap.subject, gap]));
  return liveFlocksOf(snapshot)
    .flatMap((record) => {
      const gap = gaps.get(record.flock.id);
      return gap
        ? [
            {
              flockId: record.flock.id,
              name: flockName(record),
              barnId: record.flock.barnId,
              lastLogDate: record.days.findLast(({ log }) => log !== null)?.day ?? null,
              days: gap.count,
              severity: gap.severity,
            },
          ]
        : [];
    })
    .toSorted((left, right) => right.days - left.days);
}
