import type { StoredOf } from '../../model/resources/registry.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { percentOf } from '../../tools/statistics.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';

/** Statuses of undecided tenders. */
const UNDECIDED: readonly (string | null)[] = ['open', 'closed'];
/** Statuses of bids that no longer count. */
const OUT: readonly (string | null)[] = ['rejected', 'withdrawn'];

type Bid = StoredOf<'tender-bids'>;

/** A bid with a price. */
export interface Offer {
  readonly bidId: string;
  readonly supplierName: string | null;
  readonly price: number | null;
  readonly currency: string;
}

/** The bids of one tender, compared. */
export interface ComparedTender {
  readonly tenderId: string;
  readonly title: string;
  readonly direction: string | null;
  /** Including rejected and withdrawn bids. */
  readonly bids: number;
  /** The lowest when buying, the highest when selling, among bids in the farm's currency. */
  readonly best: Offer | null;
  /** From the lowest to the highest price, in % of the lowest. */
  readonly spreadPct: number | null;
  readonly deadlineInDays: number | null;
  /** Valid bids in another currency or without a price. */
  readonly notComparable: readonly Offer[];
}

/** The undecided tenders, nearest deadline first. */
export function comparedTenders(
  snapshot: FarmSnapshot<'tenders' | 'tenderBids'>,
): ComparedTender[] {
  const bids = groupBy(snapshot.tenderBids, ({ tenderId }) => tenderId);
  return snapshot.tenders
    .filter(({ status }) => UNDECIDED.includes(status))
    .map((tender) => compare(tender, bids.get(tender.id) ?? [], snapshot))
    .toSorted((left, right) => (left.deadlineInDays ?? 1e6) - (right.deadlineInDays ?? 1e6));
}

function compare(
  { id, title, direction, deadline }: StoredOf<'tenders'>,
  bids: readonly Bid[],
  { currency, today }: FarmFrame,
): ComparedTender {
  const openBids = bids.filter(({ status }) => !OUT.includes(status));
  const isComparable = (bid: Bid) => bid.price !== null && (bid.currency ?? currency) === currency;
  const bestFirst = openBids
    .filter(isComparable)
    .toSorted(
      (left, right) => costOf(left, direction) - costOf(right, direction) || byAge(left, right),
    );
  const prices = bestFirst.map(({ price }) => price ?? 0);
  const lowest = Math.min(...prices);
  return {
    tenderId: id,
    title,
    direction,
    bids: bids.length,
    best: bestFirst[0] ? offerOf(bestFirst[0], currency) : null,
    spreadPct: prices.length < 2 ? null : percentOf(Math.max(...prices) - lowest, lowest),
    deadlineInDays: deadline === null ? null : daysBetween(today, deadline),
    notComparable: openBids
      .filter((bid) => !isComparable(bid))
      .map((bid) => offerOf(bid, currency)),
  };
}

function costOf({ price }: Bid, direction: string | null): number {
  return direction === 'sell' ? -(price ?? 0) : (price ?? 0);
}

/** At equal prices, the earlier bid is better. */
function byAge(left: Bid, right: Bid): number {
  const [first, second] = [left.createdAt + left.id, right.createdAt + right.id];
  return first < second ? -1 : 1;
}

function offerOf({ id, supplierName, price, currency }: Bid, farmCurrency: string): Offer {
  return { bidId: id, supplierName, price, currency: currency ?? farmCurrency };
}
