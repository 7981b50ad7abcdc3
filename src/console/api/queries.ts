import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { FarmError } from '../../model/core/errors.ts';
import { getResource, type ResourceName, type Row } from '../../model/resources/registry.ts';
import { callApi, type Query, Unreachable } from './http.ts';

const RETRIES = 3;
const FRESH_MILLIS = 30_000;
const REFRESH_MILLIS = 10_000;
const LONGEST_WAIT_MILLIS = 30_000;

/** The answers that are kept while the console is open. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MILLIS,
        // Not every change is an event; what is on the screen is asked for again.
        refetchInterval: REFRESH_MILLIS,
        // What is shown stays until newer data has come.
        placeholderData: keepPreviousData,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay: (failures, error) => retryMillis(error) ?? Math.min(1000 * 2 ** failures, 8000),
        // Whether there is a network is for requests to find out, not for the browser to guess.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether the same request may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof FarmError && (error.status === 429 || error.status === 503);
}

/** What the service asks to wait. */
export function retryMillis(error: unknown): number | undefined {
  if (!(error instanceof FarmError)) return undefined;
  const seconds = Number(error.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds * 1000, LONGEST_WAIT_MILLIS)
    : undefined;
}

/** A page of a list. */
export interface ListPage<N extends ResourceName> {
  readonly data: readonly Row<N>[];
  readonly meta: { readonly total: number; readonly nextCursor: string | null };
}

/** A page of the records of a resource. */
export function listQuery<N extends ResourceName>(resource: N, query: Query) {
  return queryOptions({
    queryKey: [resource, 'list', query],
    queryFn: ({ signal }) =>
      callApi({ path: `/${resource}`, query, signal }) as Promise<ListPage<N>>,
  });
}

/** One record. */
export function recordQuery<N extends ResourceName>(resource: N, id: string) {
  return queryOptions({
    queryKey: [resource, 'get', id],
    queryFn: ({ signal }) =>
      callApi({ path: `/${resource}/${encodeURIComponent(id)}`, signal }) as Promise<Row<N>>,
  });
}

const MOST_NAMES = 200;
const NAMES_FRESH_MILLIS = 5 * 60_000;

/** What people call the records of a resource, by their ids; of large resources the newest ones. */
export function namesQuery(resource: ResourceName) {
  const { label } = getResource(resource);
  return queryOptions({
    queryKey: [resource, 'names'],
    staleTime: NAMES_FRESH_MILLIS,
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_NAMES };
      const page = (await callApi({ path: `/${resource}`, query, signal })) as {
        readonly data: readonly Readonly<Record<string, unknown>>[];
      };
      return new Map(
        page.data.flatMap((row) => {
          const name = label.map((field) => row[field]).find((value) => value !== null);
          return name === undefined ? [] : [[String(row['id']), String(name)] as const];
        }),
      );
    },
  });
}
