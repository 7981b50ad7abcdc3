import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Statement, type Transaction, tableName } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { groupBy } from '../../tools/collections.ts';
import type { RequestContext } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { ChangedRow, FollowTogether, RowEvent, Runtime } from '../core/runtime.ts';
import { type WrittenRow, writeCollected } from '../records/write-record.ts';
import type { PreloadedLogs } from './preload-logs.ts';

/** Writes a row with the given runtime and transaction. */
type Write = (runtime: Runtime, transaction: Transaction) => Promise<unknown>;

/**
 * Collects the rows of an import batch. A row without side effects on other rows is validated
 * individually and written in bulk; queries for its table see it.
 */
export interface CollectedRows {
  /** Writes one row or collects it; when it throws, nothing of the row remains. */
  create(work: Write): Promise<void>;
  /** Changes the row with an ID or collects the change; when it throws, nothing of it remains. */
  change(id: string, work: Write): Promise<void>;
  /** Writes the collected rows. */
  settle(): Promise<void>;
}

/**
 * Thrown by a row that writes other rows too: it is then written individually, like a separate
 * call.
 */
const WRITES_MORE = new Error('the row cannot be written together with others');

const WRITING = /\b(?:insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i;

interface StoredImportRow extends WrittenRow {
  readonly definition: ResourceDefinition;
}

interface Postponed {
  readonly follow: FollowTogether;
  readonly touch: RowEvent;
}

/** Starts collecting the rows that a call writes in a transaction. */
export function collectRows(
  transaction: Transaction,
  {
    runtime,
    call,
    logs,
  }: {
    readonly runtime: Runtime;
    readonly call: RequestContext;
    /** Preloaded days, when daily logs are written. */
    readonly logs: PreloadedLogs | undefined;
  },
): CollectedRows {
  const collected: StoredImportRow[] = [];
  const postponed: Postponed[] = [];
  let mayCollect = true;

  const follow = async () => {
    const ofFollow = groupBy(postponed.splice(0), (item) => item.follow);
    for (const [follow, items] of ofFollow) {
      await follow(
        runtime,
        items.map(({ touch }) => ({ ...touch, transaction })),
      );
    }
  };

  const settleAll = async () => {
    const [first] = collected;
    if (!first) return;
    const rows = collected.splice(0);
    const farmIds = new Set(rows.map(({ row: { farmId } }) => farmId));
    const farmId = farmIds.size === 1 ? (first.row.farmId ?? undefined) : undefined;
    const context = await writeContext(runtime, transaction, { call, farmId });
    await writeCollected(first.definition, rows, { context, follow });
  };

  /** The row to be collected; undefined when it must be written individually. */
  const attempt = async (work: Write): Promise<StoredImportRow | undefined> => {
    const added: StoredImportRow[] = [];
    const actions: (() => void)[] = [];
    const following: Postponed[] = [];
    const addRow = (row: StoredImportRow) => {
      const [other] = collected;
      if (added.length > 0 || (other && other.definition !== row.definition)) throw WRITES_MORE;
      added.push(row);
    };
    const collector = {
      add: (definition: ResourceDefinition, row: StoredRow) =>
        addRow({ definition, before: undefined, row }),
      change: (definition: ResourceDefinition, { before, after: row }: ChangedRow) =>
        addRow({ definition, before, row }),
      standing: (id: string) => logs?.standing(id),
      postpone: (follow: FollowTogether, rowEvent: RowEvent) =>
        following.push({ follow, touch: rowEvent }),
      logsOf: (flockId: string, date: string) => logs?.of(flockId, date),
    };
    const reading = readingOnly(transaction, {
      async beforeQuery({ text }) {
        if (added.some(({ definition }) => isNamed(definition, text))) throw WRITES_MORE;
        if (collected[0] && isNamed(collected[0].definition, text)) await settleAll();
      },
      afterCommit: (action) => actions.push(action),
    });
    try {
      await work({ ...runtime, collector }, reading);
    } catch (error) {
      if (error === WRITES_MORE) return undefined;
      throw error;
    }
    for (const action of actions) transaction.afterCommit(action);
    postponed.push(...following);
    return added[0];
  };

  const writeAlone = async (work: Write) => {
    await settleAll();
    logs?.forget();
    await transaction.savepoint(() => work(runtime, transaction));
  };

  const create = async (work: Write) => {
    const row = mayCollect ? await attempt(work) : undefined;
    if (row) {
      collected.push(row);
      logs?.add(row);
      return;
    }
    // Rows of one file are alike, so collecting the next ones would fail too.
    mayCollect = false;
    await writeAlone(work);
  };

  return {
    create,
    async change(id, work) {
      if (collected.some(({ row }) => row.id === id)) await settleAll();
      await (logs?.standing(id) ? create(work) : writeAlone(work));
    },
    settle: settleAll,
  };
}

function isNamed({ name }: ResourceDefinition, text: string): boolean {
  return text.includes(tableName(name));
}

/** The transaction for reading and locking; any write throws `WRITES_MORE`. */
function readingOnly(
  transaction: Transaction,
  hooks: {
    beforeQuery(query: Statement): Promise<void>;
    afterCommit(action: () => void): void;
  },
): Transaction {
  const rejectWrite = () => Promise.reject(WRITES_MORE);
  const reading = async (query: Statement) => {
    if (WRITING.test(query.text)) throw WRITES_MORE;
    await hooks.beforeQuery(query);
  };
  const { defer, post } = transaction;
  return {
    ...transaction,
    async all<T extends object>(query: Statement) {
      await reading(query);
      return transaction.all<T>(query);
    },
    async first<T extends object>(query: Statement) {
      await reading(query);
      return transaction.first<T>(query);
    },
    run: rejectWrite,
    runScript: rejectWrite,
    savepoint: rejectWrite,
    ...(defer ? { defer: refuseNow } : {}),
    ...(post ? { post: rejectWrite } : {}),
    afterCommit: hooks.afterCommit,
  };
}

function refuseNow(): never {
  throw WRITES_MORE;
}
