import { queryOptions } from '@tanstack/react-query';
import type { Sent } from '../../model/api/json-schema.ts';
import { limits } from '../../model/core/limits.ts';
import type { applicationRoutes } from '../../model/routes/application-routes.ts';
import type { operations } from '../../model/routes/operations.ts';
import { collectAt } from './collect-pages.ts';
import { type Call, callApi } from './http.ts';
import { periodicRefresh } from './queries.ts';

type Route = (typeof operations | typeof applicationRoutes)[number];

type NameOf<R> = R extends { readonly method: infer M; readonly path: infer P }
  ? `${M & string} ${P & string}`
  : never;

/** A route of the service: its method and path, such as `GET /os/dashboard`. */
type RouteName = NameOf<Route>;

type RouteNamed<N extends RouteName, R = Route> = R extends Route
  ? NameOf<R> extends N
    ? R
    : never
  : never;

/** The response of a route, derived from the schema that the service declares for it. */
export type AnswerOf<N extends RouteName> = Sent<RouteNamed<N>['answer']['schema']>;

type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Parameters of a call of a route; the placeholders of its path are required. */
type RouteCall<N extends RouteName> = Omit<Call, 'method' | 'path'> &
  ([Placeholders<N>] extends [never]
    ? unknown
    : { readonly params: Readonly<Record<Placeholders<N>, string>> });

/** Calls a route of the service; resolves with its response. */
export async function callRoute<N extends RouteName>(
  name: N,
  call: RouteCall<N>,
): Promise<AnswerOf<N>> {
  const { params = {}, ...rest }: RouteValues = call;
  const [method, template = ''] = name.split(' ') as [Method, string];
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  return (await callApi({ ...rest, method, path })) as AnswerOf<N>;
}

type Method = NonNullable<Call['method']>;
type RouteValues = Omit<Call, 'method' | 'path'> & {
  readonly params?: Readonly<Record<string, string>>;
};

export type Dashboard = AnswerOf<'GET /os/dashboard'>;
export type Digest = AnswerOf<'GET /digest'>;
export type PlannedAction = Dashboard['todo'][number];
export type DueTask = Dashboard['tasks'][number];
export type BarnState = Dashboard['barns'][number];
export type FarmSummary = AnswerOf<'GET /portfolio'>['farms'][number];

/**
 * Dashboard of one farm; refetched immediately after events, and twice a minute for sensor
 * readings.
 */
export const dashboardQuery = (farmId: string, language: string) =>
  queryOptions({
    queryKey: ['dashboard', farmId, language],
    queryFn: ({ signal }) =>
      callRoute('GET /os/dashboard', { query: { farmId, lang: language }, signal }),
    refetchInterval: 30_000,
  });

/** The morning briefing of one farm. */
export const digestQuery = (farmId: string, language: string) =>
  queryOptions({
    queryKey: ['digest', farmId, language],
    queryFn: ({ signal }) =>
      callRoute('GET /digest', { query: { farmId, lang: language }, signal }),
    ...periodicRefresh,
  });

/**
 * All farms the caller has access to. Of 2,000 farms it has 1 MB: besides events, it is refetched
 * once a minute only.
 */
export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => callRoute('GET /portfolio', { signal }),
  refetchInterval: 60_000,
});

/** Deaths of all farms by day. */
export const trendsQuery = queryOptions({
  queryKey: ['farm-trends'],
  queryFn: ({ signal }) => callRoute('GET /os/charts/farms', { signal }),
  refetchInterval: 60_000,
});

export type Me = AnswerOf<'GET /me'>;

const ME_FRESH_MILLIS = 5 * 60_000;

/** Identity, scopes and the first farms of the caller, with the total number of farms. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => callRoute('GET /me', { query: { farms: limits.firstFarms }, signal }),
  staleTime: ME_FRESH_MILLIS,
});

/** A farm that is not among the first ones; empty where the caller cannot access it. */
export const farmQuery = (farm: string) =>
  queryOptions({
    queryKey: ['me', 'farm', farm],
    queryFn: ({ signal }) => callRoute('GET /me', { query: { farms: 0, farm }, signal }),
    staleTime: ME_FRESH_MILLIS,
    refetchInterval: false,
  });

/** All farms of the caller. */
export const allFarmsQuery = queryOptions({
  queryKey: ['me', 'farms'],
  queryFn: ({ signal }) => callRoute('GET /me', { signal }),
  staleTime: ME_FRESH_MILLIS,
  refetchInterval: false,
});

/** API keys of the organisation, the newest first, up to a maximum number. */
export const keysQuery = (most: number) =>
  queryOptions({
    queryKey: ['keys', 'list', most],
    queryFn: ({ signal }) =>
      collectAt((query) => callRoute('GET /os/keys', { query, signal }), most),
    meta: { isPrivate: true },
  });
