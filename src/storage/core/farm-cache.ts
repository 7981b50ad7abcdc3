import { LRUCache } from 'lru-cache';
import type { Connection, Database } from './database.ts';
import type { CacheFigures } from './query-cache.ts';

/** Query results of a farm, as texts. */
type Texts = readonly string[];

/** A farm to look up. */
export interface RequestedFarmRow {
  readonly id: string;
  /** Determines the result besides the farm and its rows, such as the day. */
  readonly on: string;
}

/** A query result of a farm. */
export interface FoundOfFarm {
  readonly texts: Texts;
  /** Time at which the result expires even without changes; milliseconds since 1970. */
  readonly until: number;
}

/** Reads results of farms on a connection. */
export type ReadOfFarms<Farm> = (
  connection: Connection,
  farms: readonly Farm[],
) => Promise<ReadonlyMap<string, FoundOfFarm>>;

/** Cache of query results by farm and part; a part is valid while none of its rows changes. */
export interface FarmCache<Part extends string> {
  /**
   * Returns cached results of the farms and reads the missing ones: each part in the order of the
   * farms. A result may depend only on the farm, its `on` value, the rows read on the connection
   * and, within its expiry, the time.
   */
  find<Farm extends RequestedFarmRow>(
    query: { readonly farms: readonly Farm[]; readonly now: number },
    reads: Readonly<Record<Part, ReadOfFarms<Farm>>>,
  ): Promise<Readonly<Record<Part, readonly Texts[]>>>;
  figures(): CacheFigures;
}

interface CachedPart extends FoundOfFarm {
  /** When it was read. */
  readonly at: number;
  /** The last commit visible to the reader, or a later one known not to have changed the result. */
  commit: number;
}

interface Entry<Part extends string> {
  readonly on: string;
  readonly parts: Partial<Record<Part, CachedPart>>;
}

const NOTHING: FoundOfFarm = { texts: [], until: Number.POSITIVE_INFINITY };
/** Approximate overhead of a part of an entry, besides its texts. */
const FIXED_BYTES = 150;

/**
 * Creates a cache with a maximum size in bytes; the least recently used farms are evicted. On
 * PostgreSQL callers must poll for changes first (`farmChanges.look`).
 */
export function createFarmCache<Part extends string>(
  database: Connection & Pick<Database, 'changes' | 'farmChanges'>,
  maxBytes: number,
): FarmCache<Part> {
  const changes = database.changes ?? database.farmChanges;
  const tablesOf = new Map<Part, Set<string>>();
  const cache = new LRUCache<string, Entry<Part>>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  let hits = 0;
  let misses = 0;

  /** Determines whether a cached part of a farm is still valid. */
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
        const cached = cache.get(id);
        return cached?.on === on ? cached : { on, parts: {} };
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
        const missingFarms = missing.flatMap((index) => farms[index] ?? []);
        const partsByFarm = await reads[name](connection, missingFarms);
        for (const table of named) tables.add(table);
        for (const index of missing) {
          const ownPart = partsByFarm.get(farms[index]?.id ?? '') ?? NOTHING;
          texts[index] = ownPart.texts;
          const { parts = {} } = entries[index] ?? {};
          Object.assign(parts, { [name]: { ...ownPart, at: now, commit } });
          changed.add(index);
        }
        return texts;
      };
      const names = Object.keys(reads) as Part[];
      const loadedParts = await Promise.all(
        names.map(async (name) => [name, await findPart(name)]),
      );
      for (const index of changes ? changed : []) {
        const [entry, farm] = [entries[index], farms[index]];
        if (entry && farm) cache.set(farm.id, entry);
      }
      return Object.fromEntries(loadedParts) as Record<Part, readonly Texts[]>;
    },
    figures: () => ({ hits, misses, bytes: cache.calculatedSize, maxBytes }),
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
