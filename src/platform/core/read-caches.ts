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
import type { FarmZones, ZonesAhead } from './farm-zone.ts';

/** A list or a record as it is sent. */
export interface CachedAnswer {
  /** JSON in UTF-8. */
  readonly body: Buffer;
  readonly etag: string;
  /** The farm of a record, or the one that a list was asked for. */
  readonly farmId?: string | null;
}

/** A key with the user who made it, where a user did; `key` is undefined where there is no such key. */
export interface KeyWithMaker {
  readonly key: KnownKey | undefined;
  readonly maker: UserRights | undefined;
}

/** A session with its user; `session` is undefined where no session has the token. */
export interface KnownSession {
  readonly session: StoredSession | undefined;
  readonly user: UserRights | undefined;
}

/** A text as it is kept: memory of its own, not a part of a slab that would be kept with it. */
export function encodeBody(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** What portfolios know of their farms. */
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

/** What is asked for again and again, kept until a row that it was read from changes. */
export interface ReadCaches {
  readonly answers: QueryCache<CachedAnswer>;
  readonly keys: QueryCache<KeyWithMaker>;
  /** Sessions with their users, by the hash of the token. */
  readonly sessions: QueryCache<KnownSession>;
  /** How many rows a list has on all its pages. */
  readonly totals: QueryCache<{ readonly total: number }>;
  /** The zones of the farms of an answer. */
  readonly zones: QueryCache<FarmZones>;
  readonly portfolios: PortfolioCaches;
}

/** A farm with its calendar and the JSON texts of what the queries found of it. */
export interface FarmTexts {
  readonly farm: StoredOf<'farms'>;
  readonly zone: string;
  readonly today: CalendarDay;
  /** The lists are empty where nothing was found. */
  readonly texts: Readonly<Record<FarmPart | 'farm', readonly string[]>>;
}

/** What queries find of a farm. */
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
 * The rows of portfolios, each with all that it was made from. A row is made again as soon as any
 * of that differs, so that none can be of the past.
 */
export interface RememberedRows {
  rowsOf(farms: readonly FarmTexts[], thresholds: Thresholds): Promise<readonly PortfolioRow[]>;
}

/** A page of a list; plain data where its total is known and nothing is told, for a thread. */
export interface PageRequest {
  /** The name of the resource. */
  readonly resource: string;
  readonly query: RowQuery;
  /** The fields to return; undefined: all. */
  readonly fields: readonly string[] | undefined;
  /** How many rows all pages have together; a promise where it is counted at the same time. */
  readonly total: number | Promise<number>;
  /** The moment that computed fields are computed for, milliseconds since 1970. */
  readonly now: number;
  /** Tells a record (JSON text) in the language that was asked for; undefined: as it is stored. */
  readonly tell?: ((record: string) => string) | undefined;
  /** Zones that were asked for with the total. */
  readonly ahead?: ZonesAhead | undefined;
}

/** Makes pages, by whatever thread; the tables that one is read from count as named by `connection`. */
export type PageMaker = (connection: Connection, request: PageRequest) => Promise<CachedAnswer>;
