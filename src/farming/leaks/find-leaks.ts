import { addDays } from '../../tools/calendar.ts';
import { closedFlocksOf, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { lastChickPrice } from '../money/chick-price.ts';
import { farmMoneyOf } from '../money/farm-money.ts';
import { findCondemnation } from './find-condemnation.ts';
import { findDearFeed } from './find-dear-feed.ts';
import { findDoubtfulRows } from './find-doubtful-rows.ts';
import { findEggBreakage } from './find-egg-breakage.ts';
import { findExcessMortality } from './find-excess-mortality.ts';
import { findExpiredMedicine } from './find-expired-medicine.ts';
import { findFeedConversionGap } from './find-feed-conversion-gap.ts';
import { findIdleBarns } from './find-idle-barns.ts';
import { findLateSale } from './find-late-sale.ts';
import { findShortChicks } from './find-short-chicks.ts';
import type { Leak, LeakContext } from './leak.ts';

const YEAR_DAYS = 365;

const OF_FLOCKS: readonly ((record: FlockRecord, context: LeakContext) => Leak[])[] = [
  findExcessMortality,
  findFeedConversionGap,
  findCondemnation,
  findShortChicks,
  findLateSale,
  findEggBreakage,
  findDoubtfulRows,
];

const OF_THE_FARM: readonly ((context: LeakContext) => Leak[])[] = [
  findDearFeed,
  findIdleBarns,
  findExpiredMedicine,
];

/** Money lost by the flocks here and those that ended within a year, the largest amount first. */
export function findLeaks(snapshot: LeakContext['snapshot']): Leak[] {
  const yearAgo = addDays(snapshot.today, -YEAR_DAYS);
  const ended = closedFlocksOf(snapshot).filter(({ lastDay }) => (lastDay ?? '') > yearAgo);
  const context = {
    snapshot,
    money: farmMoneyOf(snapshot),
    chickPrice: lastChickPrice(snapshot),
  };
  const ofFlocks = [...liveFlocksOf(snapshot), ...ended].flatMap((record) =>
    OF_FLOCKS.flatMap((find) => find(record, context)),
  );
  return [...ofFlocks, ...OF_THE_FARM.flatMap((find) => find(context))].toSorted(
    (left, right) => (right.amount ?? -1) - (left.amount ?? -1),
  );
}
