import type { FlockRecord } from '../flocks/flock-record.ts';
import { shortReceivedPct } from '../metrics/short-received-pct.ts';
import type { Leak, LeakContext } from './leak.ts';

/** Chicks that were paid for and did not come. */
export function findShortChicks({ flock }: FlockRecord, { snapshot }: LeakContext): Leak[] {
  const { chicksOrdered, chicksReceived, orderTotal, pricePerChick } = flock;
  const shortPct = shortReceivedPct(flock);
  const tolerance = snapshot.thresholds.shortChicksTolerancePct;
  if (chicksOrdered === null || chicksReceived === null || orderTotal === null) return [];
  if (shortPct === null || shortPct <= tolerance) return [];
  const missing = chicksOrdered - chicksReceived;
  const price = pricePerChick ?? orderTotal / chicksOrdered;
  // What came may have been charged alone: only what the order cost beyond that is lost.
  const amount = Math.min(missing * price, orderTotal - chicksReceived * price);
  if (amount <= 0) return [];
  return [
    {
      kind: 'short_chicks',
      flockId: flock.id,
      barnId: flock.barnId,
      amount,
      reference: { basis: 'order', value: chicksOrdered },
      evidence: { chicksOrdered, chicksReceived, shortPct, pricePerChick: price, orderTotal },
      // Without a price per chick the total may already be that of those that came.
      confidence: pricePerChick === null ? 0.5 : 0.9,
    },
  ];
}
