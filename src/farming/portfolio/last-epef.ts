import type { StoredOf } from '../../model/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { buildFlockRecord } from '../flocks/build-flock-record.ts';
import type { FlockLog } from '../flocks/flock-record.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import type { LastFlock } from './portfolio-farm.ts';

/**
 * The production efficiency of the flock closed last, as `/insights` tells it; null where its feed,
 * its weight or its deaths are not known.
 */
export function lastEpef(
  last: LastFlock,
  frame: { readonly today: CalendarDay; readonly zone: string },
  thresholds: Thresholds,
): number | null {
  const { flock, barnType, logs, sales } = last;
  // Of each row only what the query read is looked at by what is computed here.
  const rows = {
    flock: flock as unknown as StoredOf<'flocks'>,
    barn: { id: flock.barnId, barnType } as unknown as StoredOf<'barns'>,
    logs: logs.map((log) => ({ ...log, id: log.date })) as unknown as readonly FlockLog[],
    sales: sales.map((sale, index) => ({
      ...sale,
      id: `${index}`,
    })) as unknown as readonly StoredOf<'sales'>[],
    smartWeight: undefined,
  };
  // Feed that was delivered stands in for feed that was not logged, which is too much to judge by.
  const basis = { deliveries: [], thresholds };
  return flockPerformance(buildFlockRecord(rows, frame), basis)?.epef ?? null;
}
