import type { StoredOf } from '../../model/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { downtimeDays } from '../metrics/downtime-days.ts';
import { marketDay } from '../money/market-projection.ts';
import { type BarnRoom, barnRoom } from './barn-room.ts';
import { type BarnStays, barnStays, type PlacementSnapshot } from './barn-stays.ts';
import { overcrowdedDay } from './overcrowded-day.ts';
import { plannedDowntimeDays } from './usual-downtime.ts';

/** What goes on in a barn: birds, cleaning, nothing, or it cannot be used. */
export type BarnState = 'occupied' | 'cleaning' | 'ready' | 'maintenance';

/** When a barn takes its next flock, and how many birds. */
export interface BarnPlacement {
  readonly barn: StoredOf<'barns'>;
  readonly stays: BarnStays;
  readonly room: BarnRoom;
  readonly state: BarnState;
  /** The day the flock inside is to leave; today when that has passed. */
  readonly expectedOut: CalendarDay | null;
  readonly emptySince: CalendarDay | null;
  /** Days the barn has been empty, or was before the flock inside came. */
  readonly downtimeDays: number | null;
  /** The first day on which it can take a flock. */
  readonly readyDate: CalendarDay | null;
  /** `readyDate`, or today when it has passed. */
  readonly suggestedPlacementDate: CalendarDay | null;
  readonly overcrowdedAt: CalendarDay | null;
}

const OUT_OF_USE: readonly (string | null)[] = ['maintenance', 'inactive'];

/** Plans the next placement of a barn. */
export function barnPlacement(barn: StoredOf<'barns'>, snapshot: PlacementSnapshot): BarnPlacement {
  const { today, thresholds } = snapshot;
  const stays = barnStays(barn.id, snapshot);
  const { current, previous } = stays;
  const expectedOut = current ? expectedOutOf(current, snapshot) : null;
  const emptySince = current ? null : (previous?.lastDay ?? null);
  const readyDate = readyDateOf(barn, { stays, expectedOut, emptySince }, snapshot);
  const marketAge =
    current && expectedOut ? ageDays(current.flock, expectedOut) : thresholds.marketAgeDays;
  return {
    barn,
    stays,
    room: barnRoom(barn, stays, { snapshot, marketAge }),
    state: stateOf(barn, current, readyDate !== null && readyDate <= today),
    expectedOut,
    emptySince,
    downtimeDays: downtimeOf(stays, emptySince, today),
    readyDate,
    suggestedPlacementDate: readyDate !== null && readyDate < today ? today : readyDate,
    overcrowdedAt:
      current && expectedOut
        ? overcrowdedDay(
            stays.inside,
            { from: today, until: expectedOut },
            thresholds.densityLimitKgM2,
          )
        : null,
  };
}

function expectedOutOf(current: FlockRecord, snapshot: PlacementSnapshot): CalendarDay | null {
  const day = marketDay(current, snapshot)?.day ?? null;
  return day !== null && day < snapshot.today ? snapshot.today : day;
}

/** Null when nobody can tell: out of use, hens without a day to leave, cleaning since who knows. */
function readyDateOf(
  barn: StoredOf<'barns'>,
  known: {
    readonly stays: BarnStays;
    readonly expectedOut: CalendarDay | null;
    readonly emptySince: CalendarDay | null;
  },
  snapshot: PlacementSnapshot,
): CalendarDay | null {
  const { stays, expectedOut, emptySince } = known;
  if (stays.current) {
    return expectedOut === null ? null : addDays(expectedOut, plannedDowntimeDays(snapshot));
  }
  if (OUT_OF_USE.includes(barn.status)) return null;
  if (emptySince !== null) return addDays(emptySince, plannedDowntimeDays(snapshot));
  return barn.status === 'cleaning' ? null : snapshot.today;
}

function stateOf(
  barn: StoredOf<'barns'>,
  current: FlockRecord | undefined,
  isReady: boolean,
): BarnState {
  if (current) return 'occupied';
  if (OUT_OF_USE.includes(barn.status)) return 'maintenance';
  return barn.status === 'cleaning' || !isReady ? 'cleaning' : 'ready';
}

function downtimeOf(
  { current, previous }: BarnStays,
  emptySince: CalendarDay | null,
  today: CalendarDay,
): number | null {
  if (emptySince !== null) return Math.max(0, daysBetween(emptySince, today));
  if (!current || !previous || previous.lastDay === null) return null;
  return downtimeDays(previous.lastDay, current.flock.placementDate);
}
