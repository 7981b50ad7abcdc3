import { LRUCache } from 'lru-cache';
import { type PortfolioRow, portfolioRow } from '../../farming/portfolio/portfolio-row.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { mapInSlices } from '../../storage/in-slices.ts';
import type { FarmTexts } from './portfolio-texts.ts';
import { readPortfolioFarm } from './read-portfolio-farm.ts';

/**
 * The rows of portfolios, each with all that it was made from. A row is made again as soon as any
 * of that differs, so that none can be of the past.
 */
export interface RememberedRows {
  rowsOf(farms: readonly FarmTexts[], thresholds: Thresholds): Promise<readonly PortfolioRow[]>;
}

interface RememberedRow {
  readonly madeFrom: readonly (string | number)[];
  readonly row: PortfolioRow;
}

/** Makes an empty memory of so many farms at most; those unused for longest make room. */
export function createRememberedRows(mostFarms: number): RememberedRows {
  const remembered = new LRUCache<string, RememberedRow>({ max: mostFarms });
  return {
    rowsOf(farms, thresholds) {
      const judgedBy = JSON.stringify(thresholds);
      return mapInSlices(farms, (farm) => {
        const { id } = farm.farm;
        const madeFrom = [judgedBy, ...inputsOf(farm)];
        const known = remembered.get(id);
        const row =
          known && isSame(known.madeFrom, madeFrom)
            ? known.row
            : portfolioRow(readPortfolioFarm(farm), thresholds);
        // The texts just read, which are kept elsewhere too, in place of others that say the same.
        remembered.set(id, { madeFrom, row });
        return row;
      });
    },
  };
}

function inputsOf({ zone, today, texts }: FarmTexts): readonly (string | number)[] {
  const found = Object.values(texts);
  return [zone, today, ...found.map(({ length }) => length), ...found.flat()];
}

function isSame(left: readonly (string | number)[], right: readonly (string | number)[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
