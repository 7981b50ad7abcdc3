import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { cacheShownData } from '../../src/console/api/cached-data.ts';

// Its types include those of a browser, which the tests do not have.
const { QueryClient, QueryObserver } = createRequire(import.meta.url)('@tanstack/react-query');

type QueryKey = readonly unknown[];

/** The data shown under one key while that of another one is loading. */
async function shownMeanwhile(before: QueryKey, after: QueryKey): Promise<unknown> {
  const client = new QueryClient();
  cacheShownData(client);
  client.setQueryData(before, 'data of before');
  const never = () => new Promise<never>(() => {});
  const options = (queryKey: QueryKey) =>
    client.defaultQueryOptions({ queryKey, queryFn: never, refetchInterval: false });
  const observer = new QueryObserver(client, options(before));
  const end = observer.subscribe(() => {});
  expect(observer.getCurrentResult().data).toBe('data of before');
  observer.setOptions(options(after));
  const { data } = observer.getCurrentResult();
  end();
  client.clear();
  return data;
}

const listKey = (query: Record<string, string | number>): QueryKey => ['alerts', 'list', query];

test.each<[string, QueryKey, QueryKey]>([
  ['flock', ['charts', 'growth', 'flock_a', {}], ['charts', 'growth', 'flock_b', {}]],
  ['barn', ['charts', 'climate', 'barn_a', { range: '7d' }], ['charts', 'climate', 'barn_b', {}]],
  ['farm', ['dashboard', 'farm_a', 'en'], ['dashboard', 'farm_b', 'en']],
  ['record', ['flocks', 'get', 'flock_a'], ['flocks', 'get', 'flock_b']],
  ['list', listKey({ farmId: 'farm_a' }), listKey({ farmId: 'farm_b' })],
  ['resource', ['tasks', 'list', { farmId: 'a' }], ['alerts', 'list', { farmId: 'a' }]],
  [
    'choice of sections',
    ['insights', { farmId: 'farm_a', include: 'feed' }, 'en'],
    ['insights', { farmId: 'farm_a', include: 'market' }, 'en'],
  ],
])('data of another %s is not shown while loading', async (_, before, after) => {
  expect(await shownMeanwhile(before, after)).toBeUndefined();
});

test.each<[string, QueryKey, QueryKey]>([
  ['period', ['charts', 'climate', 'barn_a', { range: '7d' }], ['charts', 'climate', 'barn_a', {}]],
  ['language', ['dashboard', 'farm_a', 'en'], ['dashboard', 'farm_a', 'he']],
  ['longer list', listKey({ farmId: 'a', limit: 50 }), listKey({ farmId: 'a', limit: 100 })],
  ['page', ['audit', 'list', 0], ['audit', 'list', 50]],
  ['filter', listKey({ farmId: 'a', status: 'open' }), listKey({ farmId: 'a', status: 'done' })],
])('the shown %s remains until the next one is loaded', async (_, before, after) => {
  expect(await shownMeanwhile(before, after)).toBe('data of before');
});
