import type { PortfolioRow } from '../../farming/portfolio/portfolio.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { FarmCache } from '../../storage/core/farm-cache.ts';
import type { QueryCache } from '../../storage/core/query-cache.ts';
import type { RowQuery } from '../../storage/records/list-rows.ts';
import type { KnownKey } from '../../storage/system/api-keys.ts';
import type { StoredSession, UserRights } from '../../storage/system/sign-in.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { FarmZones, PrefetchedZones } from './farm-zone.ts';

/** A list or record in its sent form. */
export interface CachedAnswer {
  /** JSON in UTF-8. */
  readonly body: Buffer;
  readonly etag: string;
  /** The farm of a record, or the requested farm of a list. */
  readonly farmId?: string | null;
}

/** A key with the user who created it, if any; `key` is undefined when it does not exist. */
export interface KeyWithMaker {
  readonly key: KnownKey | undefined;
  readonly maker: UserRights | undefined;
}

/** A session with its user; `session` is undefined for an unknown token. */
export interface KnownSession {
  readonly session: StoredSession | undefined;
  readonly user: UserRights | undefined;
}

/** Encodes a text for a cache in separate memory: a pooled slab would be retained as a whole. */
export function encodeBody(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Caches of farm data for portfolios. */
export interface PortfolioCaches {
  /** The farms of a scope, by name. */
  readonly farms: QueryCache<{ readonly listed: readonly ListedFarm[] }>;
  readonly parts: FarmCache<FarmPart>;
  readonly rows: RememberedRows;
}

/** A farm with its JSON text. */
export interface ListedFarm {
  readonly farm: StoredOf<'farms'>;
  readonly text: string;
}

/** Caches of frequent queries, valid until one of the rows read changes. */
export interface ReadCaches {
  readonly answers: QueryCache<CachedAnswer>;
  readonly keys: QueryCache<KeyWithMaker>;
  /** Sessions with their users, by the hash of the token. */
  readonly sessions: QueryCache<KnownSession>;
  /** The total number of rows of a list. */
  readonly totals: QueryCache<{ readonly total: number }>;
  /** The zones of the farms in an answer. */
  readonly zones: QueryCache<FarmZones>;
  readonly portfolios: PortfolioCaches;
}

/** A farm with its calendar and the JSON texts of its query results. */
export interface FarmTexts {
  readonly farm: StoredOf<'farms'>;
  readonly zone: string;
  readonly today: CalendarDay;
  /** The lists are empty for empty results. */
  readonly texts: Readonly<Record<FarmPart | 'farm', readonly string[]>>;
}

/** Query results of a farm. */
export type FarmPart =
  | 'counts'
  | 'activity'
  | 'flocks'
  | 'logs'
  | 'fresh'
  | 'climate'
  | 'money'
  | 'lastFlock';

/**
 * Cached portfolio rows, each with all its inputs. A row is rebuilt as soon as an input differs, so
 * it is never stale.
 */
export interface RememberedRows {
  rowsOf(farms: readonly FarmTexts[], thresholds: Thresholds): Promise<readonly PortfolioRow[]>;
}

/**
 * A page of a list; plain data, for a worker thread, if its total is known and `tell` is absent.
 */
export interface PageRequest {
  /** Resource name. */
  readonly resource: string;
  readonly query: RowQuery;
  /** The fields to return; undefined: all. */
  readonly fields: readonly string[] | undefined;
  /** The total number of rows; a promise when it is counted concurrently. */
  readonly total: number | Promise<number>;
  /** The reference time of computed fields, milliseconds since 1970. */
  readonly now: number;
  /** Translates a record (JSON text) into the requested language; undefined: as stored. */
  readonly translate?: ((record: string) => string) | undefined;
  /** Zones that were queried with the total. */
  readonly ahead?: PrefetchedZones | undefined;
}

/** Renders pages on any thread; `connection` records the tables they read. */
export type PageMaker = (connection: Connection, request: PageRequest) => Promise<CachedAnswer>;
