import { median } from '../../tools/statistics.ts';
import { flockHistory } from '../flocks/flock-history.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { feedConversion } from '../money/feed-conversion.ts';
import { flockKg } from '../money/flock-kg.ts';
import type { Leak, LeakContext } from './leak.ts';

/**
 * Feed a flock needed beyond what the farm or its breed needs for the same weight at the same age.
 * Flocks of other ages are compared by how far they are from the standard of their age.
 */
export function findFeedConversionGap(record: FlockRecord, context: LeakContext): Leak[] {
  const own = feedConversion(record, context.snapshot);
  const kg = flockKg(record);
  if (!own || own.standard === null || kg === null) return [];
  const usual = usualIndex(record, context);
  const reference = own.standard * usual.index;
  if (own.fcr <= reference) return [];
  const { feedPrice } = context.money;
  const feedKg = (own.fcr - reference) * kg;
  return [
    {
      kind: 'fcr_gap',
      flockId: record.flock.id,
      barnId: record.flock.barnId,
      amount: feedPrice === null ? null : feedKg * feedPrice,
      reference: { basis: usual.basis, value: reference },
      evidence: { fcr: own.fcr, breedFcr: own.standard, kg, feedKg, feedPricePerKg: feedPrice },
      confidence: usual.basis === 'farm' ? 0.8 : 0.6,
    },
  ];
}

function usualIndex(record: FlockRecord, { snapshot }: LeakContext) {
  const { historyFlocks, fcrReferenceFactor } = snapshot.thresholds;
  const indices = flockHistory(record, snapshot)
    .map((closed) => feedConversion(closed, snapshot)?.index ?? null)
    .filter((index) => index !== null);
  const middle = indices.length < historyFlocks ? null : median(indices);
  return middle === null
    ? ({ index: fcrReferenceFactor, basis: 'breed' } as const)
    : ({ index: middle, basis: 'farm' } as const);
}
