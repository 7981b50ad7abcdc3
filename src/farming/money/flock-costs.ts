import type { StoredOf } from '../../model/registry.ts';
import { sum, sumOrUnknown } from '../../tools/statistics.ts';
import { isDeliveryMissing } from '../feed/feed-stock.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { chickCost } from './chick-cost.ts';
import { countedAs, HELD_ELSEWHERE, type HeldCosts } from './counted-as.ts';
import { deliveryCost } from './delivery-cost.ts';
import type { FarmMoney } from './farm-money.ts';

/** What a flock cost up to today, each amount once. */
export interface FlockCosts {
  readonly chickCost: number | null;
  readonly feedCost: number | null;
  /**
   * Where `feedCost` is from: without deliveries, from expenses; where more was eaten than was
   * delivered, from the feed logged at the last price, which is an estimate.
   */
  readonly feedCostFrom: 'deliveries' | 'expenses' | 'feed_used' | null;
  /** Null when treatments are recorded and none has a cost. */
  readonly medCost: number | null;
  readonly directExpenses: number;
  /** Null when it is not known how many birds there were. */
  readonly sharedExpenses: number | null;
  /** All of it; null without the cost of chicks or feed, the two that every flock has. */
  readonly total: number | null;
  /** Expenses that were left out, since other records of the flock hold the same cost. */
  readonly possibleDuplicates: readonly StoredOf<'expenses'>[];
}

type FeedCost = Pick<FlockCosts, 'feedCost' | 'feedCostFrom'>;

/** What a flock cost up to today. */
export function flockCosts(record: FlockRecord, money: FarmMoney): FlockCosts {
  const { flock } = record;
  const held = money.held.get(flock.id);
  const expenses = money.expenses.get(flock.id) ?? [];
  const counted = expenses.filter((expense) => countedAs(expense, held) === 'direct');
  const chicks = amountInPlaceOf('chicks', counted) ?? chickCost(flock);
  const feed = feedCostOf(record, money, counted);
  const medicine = amountInPlaceOf('treatments', counted) ?? treatmentCost(record, money);
  const direct = sum(
    counted.filter(({ category }) => placeOf(category) === undefined).map(({ amount }) => amount),
  );
  const shared = record.placed === null ? null : (money.shared.byFlock.get(flock.id) ?? null);
  return {
    chickCost: chicks,
    ...feed,
    medCost: medicine,
    directExpenses: direct,
    sharedExpenses: shared,
    total:
      chicks === null || feed.feedCost === null
        ? null
        : sum([chicks, feed.feedCost, medicine, direct, shared]),
    possibleDuplicates: expenses.filter((expense) => countedAs(expense, held) === 'duplicate'),
  };
}

/** Whether the cost of feed, and with it the total, is what was eaten at the last price. */
export function isFeedCostEstimated({ feedCostFrom }: FlockCosts): boolean {
  return feedCostFrom === 'feed_used';
}

/** Which of the costs that other records hold an expense stands for. */
function placeOf(category: string): keyof HeldCosts | undefined {
  return Object.hasOwn(HELD_ELSEWHERE, category) ? HELD_ELSEWHERE[category] : undefined;
}

function amountInPlaceOf(
  place: keyof HeldCosts,
  counted: readonly StoredOf<'expenses'>[],
): number | null {
  const rows = counted.filter(({ category }) => placeOf(category) === place);
  return rows.length === 0 ? null : sum(rows.map(({ amount }) => amount));
}

function feedCostOf(
  { flock, totals }: FlockRecord,
  { deliveries, feedPrice }: FarmMoney,
  counted: readonly StoredOf<'expenses'>[],
): FeedCost {
  const spent = amountInPlaceOf('feed', counted);
  if (spent !== null) return { feedCost: spent, feedCostFrom: 'expenses' };
  const rows = deliveries.get(flock.id) ?? [];
  const deliveredKg = sum(rows.map(({ quantityKg }) => quantityKg));
  if (rows.length > 0 && !isDeliveryMissing(totals.feedKg, deliveredKg)) {
    return { feedCost: sumOrUnknown(rows.map(deliveryCost)), feedCostFrom: 'deliveries' };
  }
  // Feed that was bought for the farm and not for a flock, or whose delivery nobody recorded, still
  // costs the flock what it ate.
  if (feedPrice !== null && totals.feedKg > 0) {
    return { feedCost: totals.feedKg * feedPrice, feedCostFrom: 'feed_used' };
  }
  return { feedCost: null, feedCostFrom: null };
}

function treatmentCost({ flock }: FlockRecord, { treatments }: FarmMoney): number | null {
  const costs = (treatments.get(flock.id) ?? []).map(({ cost }) => cost);
  const known = costs.filter((cost) => cost !== null);
  return costs.length > 0 && known.length === 0 ? null : sum(known);
}
