import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { FarmError } from '../../model/core/errors.ts';
import { newKey, Unreachable } from '../api/http.ts';
import { Outbox, type OutboxEntry, type OutboxStore } from './outbox.ts';
import { sendEntry } from './send-entry.ts';

interface Schema extends DBSchema {
  entries: { readonly key: string; readonly value: OutboxEntry };
}

const NAME = 'farmctl';
const VERSION = 1;
const LOCK = 'farmctl.outbox';
const DURABLE = { durability: 'strict' } as const;

const queues = new Map<string, Promise<unknown>>();

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'id' });
    },
  });
  return opened;
}

/** The entries in the database of the browser, which outlives the window. */
const store: OutboxStore = {
  async all() {
    return (await database()).getAll('entries');
  },
  async put(entry) {
    const transaction = (await database()).transaction('entries', 'readwrite', DURABLE);
    await Promise.all([transaction.store.put(entry), transaction.done]);
  },
  async replace(id, entry) {
    const transaction = (await database()).transaction('entries', 'readwrite', DURABLE);
    const { store: entries } = transaction;
    await Promise.all([entries.delete(id), entries.put(entry), transaction.done]);
  },
  async remove(id) {
    await (await database()).delete('entries', id);
  },
};

/** A request with the same key is still running, or the service is temporarily unavailable. */
const PASSING = [408, 409, 429];

/** The outbox of this browser; all its windows share the entries, and only one of them sends. */
export const outbox = new Outbox({
  store,
  send: sendEntry,
  isPassing: (error) =>
    error instanceof Unreachable ||
    (error instanceof FarmError && (error.status >= 500 || PASSING.includes(error.status))),
  exclusively,
  newId: newKey,
  now: () => new Date(),
});

/** Serialises work: between windows where the browser has locks, otherwise within this one. */
function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Browsers have locks only on https and localhost.
  if (navigator.locks) return navigator.locks.request(`${LOCK}.${name}`, work) as Promise<T>;
  const done = (queues.get(name) ?? Promise.resolve()).then(work, work);
  queues.set(
    name,
    done.catch(() => {}),
  );
  return done;
}
