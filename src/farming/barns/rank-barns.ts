import { mean, standardDeviation } from '../../tools/statistics.ts';
import type { ComparedBarn } from './compared-barn.ts';

/** Where a barn stands among those that keep the same birds. */
export interface BarnRank {
  readonly rank: number | null;
  /** Standard deviations above the mean of the farm; null of fewer than three barns. */
  readonly z: number | null;
}

/** What barns are ranked by. */
export type RankedBy = 'epef' | 'henDayPct';

const BARNS_FOR_Z = 3;

/** What barns with birds of a kind are ranked by: hens by their eggs, others by their efficiency. */
export function rankedBy({ kind }: ComparedBarn): RankedBy {
  return kind === 'layer' ? 'henDayPct' : 'epef';
}

/** Ranks barns among those that keep the same kind of birds, the best first; by barn. */
export function rankBarns(barns: readonly ComparedBarn[]): ReadonlyMap<string, BarnRank> {
  return new Map(
    barns.map((barn) => {
      const by = rankedBy(barn);
      const own = barn[by];
      const values = barns
        .filter(({ kind }) => kind === barn.kind)
        .map((other) => other[by])
        .filter((value) => value !== null);
      return [barn.barn.id, own === null ? { rank: null, z: null } : rankAmong(own, values)];
    }),
  );
}

function rankAmong(own: number, values: readonly number[]): BarnRank {
  const [middle, deviation] = [mean(values), standardDeviation(values)];
  const isSpread = values.length >= BARNS_FOR_Z && deviation !== null && deviation > 0;
  return {
    rank: values.filter((value) => value > own).length + 1,
    z: isSpread && middle !== null ? (own - middle) / deviation : null,
  };
}
