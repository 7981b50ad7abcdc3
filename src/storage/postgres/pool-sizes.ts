import { UnusableDatabase } from '../unusable-database.ts';

/** How many connections an instance opens at most. */
export interface PoolSizes {
  readonly reads: number;
  /** Transactions that wait for a lock must not take the connections that reads need. */
  readonly transactions: number;
}

const PARAMETER = 'pool_max_conns';
const DEFAULT_SIZE = 14;
const SMALLEST_SIZE = 2;
const LARGEST_SIZE = 200;
const READING_PART = 3 / 7;

/**
 * The sizes of an instance's two pools, together `pool_max_conns` of the database's address, 14
 * unless it says. Throws UnusableDatabase for anything but a whole number from 2 to 200.
 */
export function poolSizes(url: string): PoolSizes {
  const size = sizeOf(new URL(url).searchParams.get(PARAMETER) ?? String(DEFAULT_SIZE));
  const reads = Math.max(1, Math.floor(size * READING_PART));
  return { reads, transactions: size - reads };
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= SMALLEST_SIZE && size <= LARGEST_SIZE) return size;
  throw new UnusableDatabase(
    `${PARAMETER} in the address of the database is ${JSON.stringify(text.slice(0, 20))}`,
    `give a whole number from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`,
  );
}
