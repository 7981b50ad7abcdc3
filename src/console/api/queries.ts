import { QueryClient, queryOptions } from '@tanstack/react-query';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { getResource, type ResourceName, type Row } from '../../model/resources/registry.ts';
import { cacheShownData } from './cached-data.ts';
import { collectPages, type Page } from './collect-pages.ts';
import { callApi, type Query, Unreachable } from './http.ts';

const RETRIES = 3;
const FRESH_MILLIS = 30_000;
const REFRESH_MILLIS = 10_000;
const MAX_WAIT_MILLIS = 30_000;

/** The query cache of the open console. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MILLIS,
        // Some changes emit no event, so displayed data is refetched periodically.
        refetchInterval: REFRESH_MILLIS,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay: (failures, error) => retryMillis(error) ?? Math.min(1000 * 2 ** failures, 8000),
        // Requests find out whether there is a network; the browser's own guess is ignored.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  cacheShownData(client);
  return client;
}

/** For data that changes daily: refetched immediately after events, and once a minute. */
export const periodicRefresh = { refetchInterval: 60_000 } as const;

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof FarmError && (error.status === 429 || error.status === 503);
}

/** The wait requested by the service. */
export function retryMillis(error: unknown): number | undefined {
  if (!(error instanceof FarmError)) return undefined;
  const seconds = Number(error.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds * 1000, MAX_WAIT_MILLIS)
    : undefined;
}

/** A page of a list. */
export interface ListPage<N extends ResourceName> {
  readonly data: readonly Row<N>[];
  readonly meta: { readonly total: number; readonly nextCursor?: string };
}

/** Records of a resource: one page, or as many pages as `limit` requires. */
export function listQuery<N extends ResourceName>(resource: N, query: Query) {
  const requestedLimit = Number(query['limit'] ?? 0);
  const isOnePage = requestedLimit <= pageSizeOf(resource);
  const limit = isOnePage ? query['limit'] : pageSizeOf(resource);
  return queryOptions({
    queryKey: [resource, 'list', query],
    queryFn: ({ signal }) =>
      collectPages(
        (cursor) =>
          callApi({
            path: `/${resource}`,
            query: { ...query, limit, ...(cursor === undefined ? {} : { cursor }) },
            signal,
          }) as Promise<ListPage<N>>,
        isOnePage ? 0 : requestedLimit,
      ),
  });
}

/** Maximum number of rows of a resource in one response. */
function pageSizeOf(resource: ResourceName): number {
  return Math.min(limits.maxPageSize, getResource(resource).maxLimit ?? limits.maxPageSize);
}

/** One record. */
export function recordQuery<N extends ResourceName>(resource: N, id: string) {
  return queryOptions({
    queryKey: [resource, 'get', id],
    queryFn: ({ signal }) =>
      callApi({ path: `/${resource}/${encodeURIComponent(id)}`, signal }) as Promise<Row<N>>,
  });
}

/** Maximum number of users read by name, so that everybody can be put on duty. */
export const MAX_USERS = 5000;
const NAMES_FRESH_MILLIS = 5 * 60_000;

/** The id and display name of a record. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

type AnyRow = Readonly<Record<string, unknown>>;

/**
 * Reads the names of records, a page of at most 200 by default; with `q` only those that match it.
 */
export async function readNames(
  resource: ResourceName,
  query: Query,
  {
    signal,
    limit: maxRows = limits.maxPageSize,
  }: { readonly signal: AbortSignal; readonly limit?: number },
): Promise<readonly NamedRecord[]> {
  const definition = getResource(resource);
  const fields = ['id', ...definition.label].join(',');
  const limit = pageSizeOf(resource);
  const readPage = (cursor: string | undefined) =>
    callApi({
      path: `/${resource}`,
      query: { limit, fields, ...query, cursor },
      signal,
    }) as Promise<Page<AnyRow>>;
  const { data } = await collectPages(readPage, maxRows);
  return data.map((row) => ({ id: String(row['id']), name: nameOf(definition, row) }));
}

/** The names of the records of a resource by id; for large resources only the newest ones. */
export function namesQuery(resource: ResourceName, query: Query = {}, limit?: number) {
  return queryOptions({
    queryKey: [resource, 'names', query, limit],
    staleTime: NAMES_FRESH_MILLIS,
    refetchInterval: false,
    queryFn: async ({ signal }) => {
      const names = await readNames(resource, query, { signal, ...(limit ? { limit } : {}) });
      return new Map(names.map(({ id, name }) => [id, name] as const));
    },
  });
}

/** The name of a record: the first of its naming fields with a value, or else its id. */
export function nameOf({ label }: ResourceDefinition, row: AnyRow): string {
  const named = label.map((name) => row[name]).find((value) => value !== null && value !== '');
  return String(named ?? row['id']);
}
