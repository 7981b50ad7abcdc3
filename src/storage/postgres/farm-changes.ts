import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { FarmError } from '../../model/core/errors.ts';
import { coalesceQueries } from '../../tools/concurrency.ts';
import type { Connection, FarmChanges, Statement } from '../core/database.ts';

/** With more changes, counted per table and farm, all rows count as changed. */
const MOST_REMEMBERED = 200_000;
/** Minimum retention of changes; an instance that did not poll for longer discards its state. */
const KEPT_MINUTES = 30;
const MOST_TEXTS = 200;
/** The farm of a change without a single farm. */
const ANY_FARM = '';

/**
 * Selects the changes committed since a snapshot: unlike numbers or times, snapshots also cover
 * transactions that commit in another order than they began. The `source` identifies the table of
 * changes: a crash, a failover and a file-level restore empty unlogged tables, and no two servers
 * start in the same microsecond. A copy that replaces the database has the same mark but another
 * oid, and a restored table has another file.
 */
const LOOK = `
  select pg_current_snapshot()::text as snapshot,
    concat_ws(' ', extract(epoch from pg_postmaster_start_time()), mark,
      (select oid from pg_database where datname = current_database()),
      pg_relation_filenode('farm_change_marks')) as source,
    kept_from <= pg_snapshot_xmin($1::pg_snapshot) as "isComplete",
    (select json_agg(json_build_array(changed.table_name, changed.farm_ids)) from (
      select change.table_name, json_agg(distinct change.farm_id) as farm_ids
      from farm_changes change
      where change.xid >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(change.xid, $1::pg_snapshot)
      group by change.table_name) changed) as changed
  from farm_change_marks`;

const MARK = `
  insert into farm_change_marks (id, mark, kept_from, kept_next, pruned_at)
  values (1, gen_random_uuid(), pg_snapshot_xmin(pg_current_snapshot()),
    pg_snapshot_xmin(pg_current_snapshot()), now())
  on conflict do nothing`;

/** All relations, and whether triggers record every kind of change of their rows. */
const RELATIONS = `
  select relation.relname as name, (
      select count(distinct noted.tgtype) from pg_trigger noted
      where noted.tgrelid = relation.oid and noted.tgenabled in ('O', 'A')
        and noted.tgfoid = to_regproc('note_farm_changes')) = 4 as "isNoted"
  from pg_class relation
  where relation.relnamespace = to_regnamespace(quote_ident(current_schema()))
    and relation.relkind in ('r', 'p', 'v', 'm', 'f')`;

/** Older changes may be deleted from now on; instances that polled before discard their state. */
const MOVE_START = `
  update farm_change_marks
  set kept_from = kept_next, kept_next = pg_snapshot_xmin(pg_current_snapshot()), pruned_at = now()
  where pruned_at < now() - make_interval(mins => ${KEPT_MINUTES})`;

const FORGOTTEN_AT_ONCE = 20_000;
const FORGET = `
  delete from farm_changes where (xid, table_name, farm_id) in (
    select old.xid, old.table_name, old.farm_id from farm_changes old
    where old.xid < (select kept_from from farm_change_marks) limit ${FORGOTTEN_AT_ONCE})`;

type Changed = readonly (readonly [table: string, farmIds: readonly string[]])[];

interface Look {
  readonly snapshot: string;
  readonly source: string;
  readonly isComplete: boolean | null;
  readonly changed: Changed | null;
}

function statement(text: string, ...values: readonly unknown[]): Statement {
  return { sql: '', text, values };
}

/** Deletes recorded changes older than the retention. PostgreSQL only. */
export async function forgetFarmChanges(connection: Connection): Promise<void> {
  await connection.run(statement(MOVE_START));
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE; ) {
    forgotten = await connection.run(statement(FORGET));
  }
}

/**
 * Tracks the changes that triggers record in the database, for this instance and all others. Cached
 * values are read from `primary` too: a replica may be behind the preceding poll.
 */
export function createFarmChanges(primary: Connection): FarmChanges {
  const seenChanges = createSeenChanges();
  const relations = createRelations(primary);
  let last: Look | undefined;
  let isBlind = true;
  const ask = () => primary.first<Look>(statement(LOOK, last?.snapshot ?? null));
  const poll = async (): Promise<void> => {
    let changes = await ask();
    if (!changes) {
      last = undefined;
      await primary.run(statement(MARK));
      changes = await ask();
    }
    if (!changes) throw new Error('the mark of the changes of farms is not there');
    const isNext = last?.source === changes.source && changes.isComplete === true;
    if (isNext) seenChanges.add(changes.changed ?? []);
    else {
      seenChanges.forget();
      await relations.read();
    }
    last = changes;
    isBlind = false;
  };
  // Not on behalf of a caller, who may disconnect while others wait for the same poll.
  const runInSnapshot = AsyncLocalStorage.snapshot();
  const lookAfterCall = coalesceQueries(() => runInSnapshot(poll));
  return {
    async look() {
      try {
        await lookAfterCall();
      } catch (error) {
        if (error instanceof FarmError) throw error;
        // A server that is itself a replica cannot read the table: everything counts as changed.
        isBlind = true;
      }
    },
    last: seenChanges.last,
    lastOf(tables, farmId) {
      if (isBlind) return Number.POSITIVE_INFINITY;
      let newest = seenChanges.floor();
      for (const table of tables) {
        if (!relations.isNoted(table)) return Number.POSITIVE_INFINITY;
        newest = Math.max(newest, seenChanges.lastOf(table, farmId));
      }
      return newest;
    },
    watch() {
      const tables = new Set<string>();
      const recordTables = (query: Statement): Statement => {
        for (const name of relations.namedIn(query.text)) tables.add(name);
        return query;
      };
      const connection: Connection = {
        ...primary,
        all: (query) => primary.all(recordTables(query)),
        first: (query) => primary.first(recordTables(query)),
        run: (query) => primary.run(recordTables(query)),
      };
      return { connection, tables };
    },
    named() {},
  };
}

/** The changes found by polls, by table and farm, each with the number of its last poll. */
function createSeenChanges() {
  const ofTable = new Map<string, number>();
  const ofFarm = new Map<string, Map<string, number>>();
  let remembered = 0;
  let number = 0;
  let floor = 0;
  const forget = () => {
    ofTable.clear();
    ofFarm.clear();
    remembered = 0;
    floor = ++number;
  };
  return {
    forget,
    last: () => number,
    /** Changes before this poll are unknown. */
    floor: () => floor,
    add(changed: Changed) {
      if (changed.length === 0) return;
      if (remembered > MOST_REMEMBERED) forget();
      else number += 1;
      for (const [table, farmIds] of changed) {
        ofTable.set(table, number);
        const farms = ofFarm.get(table) ?? new Map<string, number>();
        ofFarm.set(table, farms);
        remembered -= farms.size;
        for (const farmId of farmIds) farms.set(farmId, number);
        remembered += farms.size;
      }
    },
    lastOf(table: string, farmId?: string): number {
      if (farmId === undefined) return ofTable.get(table) ?? 0;
      const farms = ofFarm.get(table);
      return Math.max(farms?.get(farmId) ?? 0, farms?.get(ANY_FARM) ?? 0);
    },
  };
}

/** The relations of the database: those that a statement names, and those with change tracking. */
function createRelations(connection: Connection) {
  let tableNames: ReadonlyMap<string, boolean> = new Map();
  const ofTexts = new LRUCache<string, readonly string[]>({ max: MOST_TEXTS });
  return {
    async read() {
      const rows = await connection.all<{ name: string; isNoted: boolean }>(statement(RELATIONS));
      tableNames = new Map(rows.map(({ name, isNoted }) => [name, isNoted]));
      ofTexts.clear();
    },
    isNoted: (name: string) => tableNames.get(name) ?? false,
    /**
     * Every relation whose name occurs as a word outside of literals: possibly more than are used,
     * never fewer.
     */
    namedIn(text: string): readonly string[] {
      const cached = ofTexts.get(text);
      if (cached) return cached;
      const words = text
        .replaceAll(/'[^']*'/g, '')
        .toLowerCase()
        .match(/\w+/g);
      const tables = [...new Set(words)].filter((word) => tableNames.has(word));
      ofTexts.set(text, tables);
      return tables;
    },
  };
}
