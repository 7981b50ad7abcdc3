import type { FlockRecord } from '../flocks/flock-record.ts';
import type { MissingData } from '../insights/section.ts';
import { type Performance, type UnknownFcr, YOUNGEST_DAYS } from '../performance/performance.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';
import { aboutFlock, missingInFlock, missingInLog } from './missing-of-flock.ts';
import { missingPopulation } from './missing-population.ts';

/**
 * Why the feed conversion and the production efficiency of a flock are not known, with what to do
 * about it; empty where they are, and for hens.
 */
export function missingForConversion(
  record: FlockRecord,
  performance: Performance | null,
  { today }: Pick<FarmFrame, 'today'>,
): readonly MissingData[] {
  const why = performance ? performance.unknown : unweighed(record);
  const log = { today, need: 1, have: 0 } as const;
  switch (why) {
    case null:
    case 'not_for_hens':
      return [];
    case 'too_young':
      return missingAge(record);
    case 'sale_weight_missing':
      return [missingSaleWeight(record)];
    case 'no_birds_placed':
      return record.placed === null
        ? [missingInFlock(record, 'no_birds_placed', 'chicksReceived')]
        : missingPopulation(record);
    case 'no_weight':
      return [missingInLog(record, { ...log, code: 'no_weight_7d', field: 'avgWeightGr' })];
    case 'no_feed':
      return [missingInLog(record, { ...log, code: 'no_feed_logs', field: 'feedKg' })];
  }
}

/** Before day 7 nothing is graded, and there is no feed conversion. */
export function missingAge(record: FlockRecord): MissingData[] {
  const isYoung = (record.ageDays ?? 0) < YOUNGEST_DAYS;
  return isYoung ? [aboutFlock(record, 'too_young', { resource: 'flocks' })] : [];
}

function unweighed({ kind, totals, isLive, ageDays }: FlockRecord): UnknownFcr {
  if (kind === 'layer') return 'not_for_hens';
  if ((ageDays ?? 0) < YOUNGEST_DAYS) return 'too_young';
  return !isLive && totals.soldKg === null ? 'sale_weight_missing' : 'no_weight';
}

/** A sale whose weight is not known or cannot be believed. */
export function missingSaleWeight(record: FlockRecord): MissingData {
  const suspect = record.suspects.find(({ field }) => field === 'totalWeightKg');
  const sale = record.sales.find(({ id, totalWeightKg }) =>
    suspect ? id === suspect.id : !totalWeightKg,
  );
  const code = suspect ? 'sale_weight_suspect' : 'sale_weight_missing';
  const path = `/sales/${sale?.id ?? ''}`;
  const isOpen = sale !== undefined && !record.flock.sealed;
  return aboutFlock(record, code, {
    resource: 'sales',
    field: 'totalWeightKg',
    // The rows of a sealed flock can no longer be changed.
    ...(isOpen ? { fix: { method: 'PATCH', path, body: { totalWeightKg: null } } } : {}),
  });
}
