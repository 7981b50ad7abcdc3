import { groupBy } from '../../tools/collections.ts';
import { percentOf } from '../metrics/percent-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** How often somebody made an offer on a tender, and how often it was taken. */
export interface Bidder {
  readonly supplierName: string;
  readonly bids: number;
  readonly wins: number;
  readonly winPct: number | null;
}

/** Everybody who made an offer with a name, the one with most offers first. */
export function bidders({ tenderBids }: FarmSnapshot<'tenderBids'>): Bidder[] {
  return [...groupBy(tenderBids, ({ supplierName }) => (supplierName ?? '').trim())]
    .filter(([supplierName]) => supplierName !== '')
    .map(([supplierName, bids]) => {
      const wins = bids.filter(({ status }) => status === 'accepted').length;
      return { supplierName, bids: bids.length, wins, winPct: percentOf(wins, bids.length) };
    })
    .toSorted((left, right) => right.bids - left.bids);
}
