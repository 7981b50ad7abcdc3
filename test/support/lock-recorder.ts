import type { Database, Statement, Transaction } from '../../src/storage/core/database.ts';

/** A lock granted by PostgreSQL to a transaction. */
export interface Lock {
  /** `rules`, or the table of the row. */
  readonly kind: string;
  /** The full name of an advisory lock, or the table and the id of the row. */
  readonly key: string;
  /** Locks that only prevent deletion of a row do not conflict with each other. */
  readonly isShared: boolean;
  /** Acquired only if available: nobody waits for it while holding other locks. */
  readonly isTried?: boolean;
}

/** The locks of a transaction in the order in which it first waited for them. */
interface LockedTransaction {
  readonly title: string;
  readonly locks: readonly Lock[];
}

/** Records the locks of all transactions on a database. */
export interface LockRecorder {
  readonly wrap: (database: Database) => Database;
  /** The operation that the next transactions belong to. */
  title: string;
  readonly transactions: readonly LockedTransaction[];
}

const ID = /^[a-z]+_[0-9A-Z]{26}$/;

/**
 * Creates a recorder between a service and SQLite, which has no locks: the service requests them,
 * the recorder stores the requests, and SQLite is called without them. No transaction waits, so the
 * result depends only on the code.
 */
export function createLockRecorder(): LockRecorder {
  const transactions: LockedTransaction[] = [];
  const recorder: LockRecorder = {
    title: 'setup',
    transactions,
    wrap: (database) => ({
      ...database,
      async transaction(work) {
        const trace = createTrace();
        const { title } = recorder;
        try {
          return await database.transaction((transaction) => {
            trace.clear();
            return work(recorded(transaction, trace));
          });
        } finally {
          // Also for a failed transaction, which held its locks until then.
          transactions.push({ title, locks: trace.locks });
        }
      },
    }),
  };
  return recorder;
}

/**
 * No transaction waits for these: counts are written in a fixed order just before the commit,
 * entries of the audit log under new ids.
 */
const NEVER_WAITED_FOR: ReadonlySet<string> = new Set(['row_counts', 'audit_log']);

type Trace = ReturnType<typeof createTrace>;

function createTrace() {
  const locks: Lock[] = [];
  const created = new Set<string>();
  const add = (lock: Lock) => {
    const isKnown = locks.some(
      ({ kind, key, isShared }) =>
        (key === lock.key || key === `${lock.kind} *`) &&
        kind === lock.kind &&
        (!isShared || lock.isShared),
    );
    if (!isKnown && !created.has(lock.key) && !NEVER_WAITED_FOR.has(lock.kind)) locks.push(lock);
  };
  return {
    locks,
    clear() {
      locks.length = 0;
      created.clear();
    },
    name: (name: string) => add({ kind: kindOf(name), key: name, isShared: false }),
    /** `rows`: the result of a query; it locks nothing else. */
    statement(statement: Statement, rows?: readonly object[]) {
      for (const key of createdBy(statement)) created.add(key);
      if (rows?.length !== 0) for (const lock of locksOf(statement, rows)) add(lock);
    },
  };
}

const LOCKING = / for (?:update|key share)(?: of \w+)?(?: skip locked)?/g;

/** The transaction, with its lock requests recorded. */
function recorded(transaction: Transaction, trace: Trace): Transaction {
  const bare = ({ sql, text, values }: Statement): Statement => {
    return { sql: sql.replaceAll(LOCKING, ''), text, values };
  };
  return {
    ...transaction,
    dialect: { ...transaction.dialect, lockRows: ' for update', lockRowsShared: ' for key share' },
    async all(query) {
      const rows = await transaction.all(bare(query));
      trace.statement(query, rows);
      return rows as never;
    },
    async first(query) {
      const row = await transaction.first(bare(query));
      trace.statement(query, row ? [row] : []);
      return row as never;
    },
    async run(query) {
      const count = await transaction.run(bare(query));
      if (count > 0) trace.statement(query);
      return count;
    },
    // Several names are locked in text order.
    async lock(...names) {
      for (const name of names.toSorted()) trace.name(name);
    },
  };
}

/** The words of a name before its ids. */
function kindOf(name: string): string {
  const words = name.split(' ');
  const end = words.findIndex((word) => ID.test(word));
  return words.slice(0, end === -1 ? words.length : end).join(' ');
}

function createdBy({ text, values }: Statement): readonly string[] {
  const [, table = '', columns = ''] = /^\s*insert into (\w+) \(([^)]*)\)/.exec(text) ?? [];
  const names = columns.split(', ');
  const place = names.indexOf('id');
  if (place === -1) return [];
  return values.filter((_, index) => index % names.length === place).map((id) => `${table} ${id}`);
}

function locksOf(
  { text, values }: Statement,
  rows: readonly { readonly id?: unknown }[] = [],
): readonly Lock[] {
  const locked = lockedTable(text);
  if (!locked) return [];
  const { table: kind, isShared, isTried = false } = locked;
  const named = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const ids = named.length > 0 ? named : idsIn(text, values);
  const keys = ids.length === 0 ? [`${kind} *`] : ids.map((id) => `${kind} ${id}`);
  if (/order by record\.id/.test(text)) keys.sort();
  return keys.map((key) => ({ kind, key, isShared, isTried }));
}

function lockedTable(
  text: string,
): (Pick<Lock, 'isShared' | 'isTried'> & { readonly table: string }) | undefined {
  const changed = /^\s*(?:update|delete from) (\w+)/.exec(text)?.[1];
  if (changed) return { table: changed, isShared: false };
  const stored = /^\s*insert into (\w+) .*on conflict/s.exec(text)?.[1];
  if (stored) return { table: stored, isShared: false };
  const strength = /\bfor (update|key share)\b/.exec(text)?.[1];
  if (!strength) return undefined;
  // If it is named, the locked table is not the first one: others are in subqueries.
  const alias = /\bfor (?:update|key share) of (\w+)/.exec(text)?.[1] ?? 'record';
  const aliased = new RegExp(`\\bfrom (\\w+) ${alias}\\b`).exec(text);
  const table = (aliased ?? /\bfrom (\w+)/.exec(text))?.[1];
  const isTried = text.includes('skip locked');
  return table ? { table, isShared: strength === 'key share', isTried } : undefined;
}

/** The ids in the condition of a statement. */
function idsIn(text: string, values: readonly unknown[]): string[] {
  const where = text.slice(text.lastIndexOf(' where ') === -1 ? 0 : text.indexOf(' where '));
  const [, one, several] =
    /(?<![\w.])(?:record\.)?id (?:= (\$\d+)|in \(([^)]*)\))/.exec(where) ?? [];
  const marks = (one ?? several ?? '').split(',').filter((mark) => mark.trim() !== '');
  return marks.map((mark) => String(values[Number(mark.trim().slice(1)) - 1]));
}

interface AppDependencies {
  readonly from: Lock;
  readonly to: Lock;
  /** Locks acquired before both. */
  readonly gates: ReadonlySet<string>;
  readonly title: string;
}

/**
 * Possible deadlocks between transactions: kinds of locks that are acquired in different orders,
 * unless a lock acquired before serialises them.
 */
export function findLockCircles(transactions: readonly LockedTransaction[]): readonly string[] {
  const edges = edgesOf(transactions);
  const circles = new Set<string>();
  for (const deps of edges) {
    for (const path of circlesFrom([deps], edges)) circles.add(describe(path));
  }
  return [...circles].sort();
}

const LONGEST_CIRCLE = 3;

function* circlesFrom(
  path: readonly AppDependencies[],
  edges: readonly AppDependencies[],
): Generator<readonly AppDependencies[]> {
  const [first] = path as [AppDependencies];
  const last = path.at(-1) as AppDependencies;
  // Rows of one kind are safe while all transactions lock them in the order of their ids.
  const isOrdered = path.every((deps) => isWithin(deps) && !isDescending(deps));
  if (path.length > 1 && meets(last, first) && !isOrdered) yield path;
  if (path.length === (isWithin(first) ? 2 : LONGEST_CIRCLE)) return;
  for (const deps of edges) {
    const isNext = meets(last, deps) && isWithin(deps) === isWithin(first);
    // Each circle is reported once, from its first kind.
    if (!isNext || deps.from.kind < first.from.kind) continue;
    if (path.every(({ gates }) => isDisjoint(gates, deps.gates))) {
      yield* circlesFrom([...path, deps], edges);
    }
  }
}

/** Rows of one kind. */
function isWithin({ from, to }: AppDependencies): boolean {
  return from.kind === to.kind;
}

function isDescending({ from, to }: AppDependencies): boolean {
  return from.key > to.key;
}

/** Whether one waits for a lock that the other holds. */
function meets({ to }: AppDependencies, { from }: AppDependencies): boolean {
  return to.kind === from.kind && !(to.isShared && from.isShared);
}

function isDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const gate of one) if (other.has(gate)) return false;
  return true;
}

function edgesOf(transactions: readonly LockedTransaction[]): readonly AppDependencies[] {
  const edges = new Map<string, AppDependencies>();
  for (const deps of transactions.flatMap(pairsOf)) {
    const { from, to, gates } = deps;
    const order = isWithin(deps) && isDescending(deps);
    const ends = [from.kind, from.isShared, to.kind, to.isShared, order];
    const key = JSON.stringify([...ends, ...gates]);
    if (!edges.has(key)) edges.set(key, deps);
  }
  return [...edges.values()];
}

function pairsOf({ title, locks }: LockedTransaction): readonly AppDependencies[] {
  return locks.flatMap((from, index) => {
    const gates = new Set(locks.slice(0, index).flatMap(gateOf));
    // A held row may be locked for a change later; nobody waits for try-locks.
    const later = locks.slice(index + 1).filter(({ key, isTried }) => key !== from.key && !isTried);
    return later.map((to) => ({ from, to, gates, title }));
  });
}

/** All transactions are assumed to be about the same farm; other locks are assumed to differ. */
function gateOf({ kind, key, isShared }: Lock): readonly string[] {
  if (isShared) return [];
  return [kind === 'rules' ? kind : key];
}

function describe(path: readonly AppDependencies[]): string {
  return path.map(({ from, to, title }) => `${title}: ${from.kind} > ${to.kind}`).join(' | ');
}
