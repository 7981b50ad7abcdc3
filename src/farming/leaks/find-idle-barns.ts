import type { StoredOf } from '../../model/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import { closedFlocksOf, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { downtimeDays } from '../metrics/downtime-days.ts';
import { flockProfit } from '../money/flock-profit.ts';
import type { Leak, LeakContext } from './leak.ts';

const YEAR_DAYS = 365;

/** What a place in a barn earns a day, by the closed flocks of the farm. */
interface Earning {
  readonly profitPerBird: number | null;
  readonly cycleDays: number | null;
}

/** Barns that stood empty longer than cleaning takes, by what flocks earn a day. */
export function findIdleBarns(context: LeakContext): Leak[] {
  const { snapshot } = context;
  const records = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)];
  const earning = earningOf(context);
  return snapshot.barns
    .filter(({ status }) => status === 'active' || status === null)
    .flatMap((barn) =>
      idleTimes(barn, records, context).flatMap((idle) => leakOf(barn, idle, earning)),
    );
}

interface IdleTime {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly days: number;
  /** Beyond what is free. */
  readonly lostDays: number;
  readonly freeDays: number;
  /** The flock that ended it; null while it goes on. */
  readonly flockId: string | null;
}

function idleTimes(
  barn: StoredOf<'barns'>,
  records: readonly FlockRecord[],
  { snapshot }: LeakContext,
): IdleTime[] {
  const { today, thresholds } = snapshot;
  const freeDays = thresholds.idleBarnFreeDays;
  const stays = records
    .filter(({ flock, lastDay }) => flock.barnId === barn.id && lastDay !== null)
    .toSorted((left, right) => (left.flock.placementDate < right.flock.placementDate ? -1 : 1));
  return stays.flatMap(({ lastDay, isLive }, index) => {
    const next = stays[index + 1]?.flock;
    const to = next?.placementDate ?? today;
    if (lastDay === null || (isLive && !next) || lastDay < addDays(today, -YEAR_DAYS)) return [];
    const days = downtimeDays(lastDay, to) ?? 0;
    const lostDays = days - freeDays;
    return lostDays <= 0
      ? []
      : [{ from: lastDay, to, days, lostDays, freeDays, flockId: next?.id ?? null }];
  });
}

function earningOf({ snapshot, money }: LeakContext): Earning {
  const closed = closedFlocksOf(snapshot);
  const profits = closed
    .map((record) => flockProfit(record, money, snapshot.today).profitPerBird)
    .filter((profit) => profit !== null);
  const ages = closed.map(({ ageDays }) => ageDays).filter((age) => age !== null);
  return { profitPerBird: median(profits), cycleDays: median(ages) };
}

function leakOf(
  { id, capacity }: StoredOf<'barns'>,
  { flockId, freeDays, ...idle }: IdleTime,
  { profitPerBird, cycleDays }: Earning,
): Leak[] {
  const isKnown = capacity !== null && profitPerBird !== null && cycleDays !== null;
  const perDay = isKnown ? (capacity * profitPerBird) / (cycleDays + freeDays) : null;
  // Where flocks lose money an empty barn loses none.
  if (perDay !== null && perDay <= 0) return [];
  return [
    {
      kind: 'idle_barn',
      flockId,
      barnId: id,
      amount: perDay === null ? null : idle.lostDays * perDay,
      reference: { basis: 'threshold', value: freeDays },
      evidence: { ...idle, capacity, profitPerBird, cycleDays, profitPerDay: perDay },
      confidence: 0.5,
    },
  ];
}
