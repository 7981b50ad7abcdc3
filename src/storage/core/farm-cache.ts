import { LRUCache } from 'lru-cache';
import type { Connection, Database } from './database.ts';
import type { CacheFigures } from './query-cache.ts';

/** What a query found of a farm, as texts. */
type Texts = readonly string[];

/** A farm of which something is asked. */
export interface AskedFarm {
  readonly id: string;
  /** What decides what is found beside the farm and its rows, such as the day. */
  readonly on: string;
}

/** What a query found of a farm. */
export interface FoundOfFarm {
  readonly texts: Texts;
  /** Until when time alone does not change it; milliseconds since 1970. */
  readonly until: number;
}

/** Reads something of farms by a connection. */
export type ReadOfFarms<Farm> = (
  connection: Connection,
  farms: readonly Farm[],
) => Promise<ReadonlyMap<string, FoundOfFarm>>;

/** What queries found of farms, each part of a farm kept for as long as none of its rows changes. */
export interface FarmCache<Part extends string> {
  /**
   * What is kept of the farms, and what is read of the others: each part in the order of the farms.
   * Nothing but the farm, what it is asked `on`, the rows that are read by the connection and, as far
   * as is told, the time may decide what is found.
   */
  find<Farm extends AskedFarm>(
    asked: { readonly farms: readonly Farm[]; readonly now: number },
    reads: Readonly<Record<Part, ReadOfFarms<Farm>>>,
  ): Promise<Readonly<Record<Part, readonly Texts[]>>>;
  figures(): CacheFigures;
}

interface CachedPart extends FoundOfFarm {
  /** When it was read. */
  readonly at: number;
  /** The last commit that was there for the reader to see, or that has not changed it since. */
  commit: number;
}

interface Entry<Part extends string> {
  readonly on: string;
  readonly parts: Partial<Record<Part, CachedPart>>;
}

const NOTHING: FoundOfFarm = { texts: [], until: Number.POSITIVE_INFINITY };
/** About what a part of an entry takes beside its texts. */
const FIXED_BYTES = 150;

/**
 * Makes a store of texts of so many bytes; those of farms unused for longest make room. On PostgreSQL
 * whoever asks has looked at the changes before (`farmChanges.look`).
 */
export function createFarmCache<Part extends string>(
  database: Connection & Pick<Database, 'changes' | 'farmChanges'>,
  maxBytes: number,
): FarmCache<Part> {
  const changes = database.changes ?? database.farmChanges;
  const tablesOf = new Map<Part, Set<string>>();
  const kept = new LRUCache<string, Entry<Part>>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  let hits = 0;
  let misses = 0;

  /** What decides whether a part of a farm is as it would be read now. */
  const lookAt = (tables: ReadonlySet<string>, now: number) => {
    const commit = changes?.last() ?? 0;
    const newest = changes?.lastOf(tables) ?? 0;
    const isCurrent = (part: CachedPart, farmId: string): boolean => {
      if (!changes || !isTimely(part, now)) return false;
      if (part.commit >= newest) return true;
      if (part.commit < changes.lastOf(tables, farmId)) return false;
      part.commit = commit;
      return true;
    };
    return { commit, isCurrent };
  };

  return {
    async find({ farms, now }, reads) {
      const entries = farms.map(({ id, on }): Entry<Part> => {
        const known = kept.get(id);
        return known?.on === on ? known : { on, parts: {} };
      });
      const changed = new Set<number>();
      const findPart = async (name: Part): Promise<readonly Texts[]> => {
        const tables = tablesOf.get(name) ?? new Set<string>();
        tablesOf.set(name, tables);
        const { commit, isCurrent } = lookAt(tables, now);
        const missing: number[] = [];
        const texts = farms.map(({ id }, index) => {
          const part = entries[index]?.parts[name];
          if (part && isCurrent(part, id)) return part.texts;
          missing.push(index);
          return NOTHING.texts;
        });
        hits += farms.length - missing.length;
        misses += missing.length;
        if (missing.length === 0) return texts;
        const { connection = database, tables: named = [] } = changes?.watch() ?? {};
        const asked = missing.flatMap((index) => farms[index] ?? []);
        const found = await reads[name](connection, asked);
        for (const table of named) tables.add(table);
        for (const index of missing) {
          const own = found.get(farms[index]?.id ?? '') ?? NOTHING;
          texts[index] = own.texts;
          const { parts = {} } = entries[index] ?? {};
          Object.assign(parts, { [name]: { ...own, at: now, commit } });
          changed.add(index);
        }
        return texts;
      };
      const names = Object.keys(reads) as Part[];
      const found = await Promise.all(names.map(async (name) => [name, await findPart(name)]));
      for (const index of changes ? changed : []) {
        const [entry, farm] = [entries[index], farms[index]];
        if (entry && farm) kept.set(farm.id, entry);
      }
      return Object.fromEntries(found) as Record<Part, readonly Texts[]>;
    },
    figures: () => ({ hits, misses, bytes: kept.calculatedSize, maxBytes }),
  };
}

function isTimely({ at, until }: CachedPart, now: number): boolean {
  return until === Number.POSITIVE_INFINITY || (at <= now && now <= until);
}

function bytesOf({ parts }: Entry<string>): number {
  return Object.values(parts).reduce(
    (sum, part) => (part?.texts ?? []).reduce((all, { length }) => all + length, sum + FIXED_BYTES),
    FIXED_BYTES,
  );
}
