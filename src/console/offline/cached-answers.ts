import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { FarmError } from '../../model/core/errors.ts';
import { isPassing } from '../api/queries.ts';

/** A response of the service as stored on the device. */
interface CachedAnswer {
  /** The key of its query. */
  readonly hash: string;
  readonly data: unknown;
  /** Time of the response, in milliseconds. */
  readonly at: number;
}

interface Schema extends DBSchema {
  answers: { readonly key: string; readonly value: CachedAnswer; readonly indexes: { at: number } };
}

// Separate from the database of the outbox, so that unsent entries survive any failure of this one.
const NAME = 'farmctl.answers';
const VERSION = 1;
const MAX_ANSWERS = 300;
const MAX_AGE_MILLIS = 14 * 86_400_000;
/** Number of stored responses between deletions of the oldest ones. */
const PRUNE_EVERY = 50;

let stored = 0;
let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'hash' }).createIndex('at', 'at');
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/** Queries whose displayed data is from the device and not yet confirmed by the service. */
const restored = new WeakSet<Query>();

/** Whether the data of a query is from the device and not yet confirmed by the service. */
export function isRestored(query: Query): boolean {
  return restored.has(query);
}

/**
 * Stores displayed responses, and displays stored ones until newer ones arrive. A response that the
 * service refuses to return again is removed. Queries with `meta: { isPrivate: true }` are not
 * stored.
 */
export function cacheAnswers(queries: QueryClient): void {
  queries.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (query.meta?.['isPrivate'] === true) return;
    if (event.type === 'added') ignoreFailure(restore(query));
    if (event.type === 'updated') follow(query, event.action);
  });
}

type Action = Extract<QueryCacheNotifyEvent, { readonly type: 'updated' }>['action'];

function follow(query: Query, action: Action): void {
  if (action.type === 'success' && action.manual !== true) {
    restored.delete(query);
    ignoreFailure(store(query));
  }
  if (action.type !== 'error' || !(action.error instanceof FarmError)) return;
  // An ended session displays nothing.
  if (action.error.status === 401) ignoreFailure(forgetAnswers());
  else if (!isPassing(action.error)) ignoreFailure(remove(query));
}

/** Deletes all stored responses. */
export async function forgetAnswers(): Promise<void> {
  await (await database()).clear('answers');
}

async function restore(query: Query): Promise<void> {
  const storedAnswer = await (await database()).get('answers', query.queryHash);
  if (storedAnswer === undefined || query.state.data !== undefined) return;
  if (Date.now() - storedAnswer.at > MAX_AGE_MILLIS) return;
  restored.add(query);
  query.setData(storedAnswer.data, { updatedAt: storedAnswer.at, manual: true });
}

async function store({ queryHash, state }: Query): Promise<void> {
  const { data, dataUpdatedAt: at } = state;
  const db = await database();
  await db.put('answers', { hash: queryHash, data, at });
  stored += 1;
  if (stored % PRUNE_EVERY === 1) await prune(db);
}

async function remove(query: Query): Promise<void> {
  if (restored.delete(query)) query.setState({ data: undefined, status: 'error' });
  await (await database()).delete('answers', query.queryHash);
}

/** Deletes the oldest responses above the limit. */
async function prune(db: IDBPDatabase<Schema>): Promise<void> {
  const transaction = db.transaction('answers', 'readwrite');
  const excess = (await transaction.store.count()) - MAX_ANSWERS;
  let cursor = await transaction.store.index('at').openCursor();
  for (let count = 0; count < excess && cursor; count += 1) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await transaction.done;
}

/** Without storage the console works while there is a network. */
function ignoreFailure(work: Promise<void>): void {
  work.catch(() => {});
}
