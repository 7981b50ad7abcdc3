import { AsyncLocalStorage } from 'node:async_hooks';
import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { composeService } from '../../src/server/core/compose-service.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/core/open-database.ts';
import type {
  Connection,
  Database,
  Statement,
  TableChanges,
  Transaction,
} from '../../src/storage/core/database.ts';
import { systemClock } from '../../src/tools/clock.ts';
import type { LoadRequest } from '../load/load-server.ts';

/** A statement executed by the service, in the dialects of both databases. */
export interface RecordedStatement {
  readonly sql: string;
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/** Statements that ran together: in one transaction, or individually. */
export interface RecordedUnit {
  readonly isTransaction: boolean;
  readonly statements: RecordedStatement[];
}

/** The statements that a service executed for one request, in order. */
export type RecordedRequest = readonly RecordedUnit[];

/**
 * Sends requests to the service one by one and writes the statements of each to a JSON file. The
 * first ones warm the caches of the service and are omitted.
 */
export async function recordRequests(input: {
  readonly location: DatabaseLocation;
  readonly key: string;
  readonly requests: readonly LoadRequest[];
  /** Number of initial requests that are not recorded. */
  readonly warmUp: number;
  readonly file: string;
}): Promise<void> {
  const { location, key, requests, warmUp, file } = input;
  const ofRequest = new AsyncLocalStorage<RecordedUnit[]>();
  const database = listenedTo(await openDatabase(location), () => ofRequest.getStore());
  const log = pino({ level: 'silent' });
  const service = composeService({ database, clock: systemClock, log });
  const recorded: RecordedRequest[] = [];
  for (const [index, { method, path, body }] of requests.entries()) {
    const units: RecordedUnit[] = [];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const asked = { method, url: path, headers, ...(body ? { payload: body } : {}) };
    // The request is sent when its response is awaited, which must happen within its context.
    const answer = await ofRequest.run(units, async () => await service.app.inject(asked));
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} from ${path}`);
    // Work that runs later in its context, such as the sealing of the audit log, is excluded.
    if (index < warmUp) continue;
    if (units.length === 0) throw new Error(`no statement was recorded of ${path}`);
    recorded.push(units.slice());
  }
  await service.close();
  await writeFile(file, JSON.stringify(recorded));
}

type Units = RecordedUnit[] | undefined;

function listenedTo(opened: Database, present: () => Units): Database {
  const note = (statement: Statement) =>
    present()?.push({ isTransaction: false, statements: [plain(statement)] });
  return {
    ...opened,
    ...(opened.changes ? { changes: heardChanges(opened.changes, note) } : {}),
    all: (statement) => {
      note(statement);
      return opened.all(statement);
    },
    first: (statement) => {
      note(statement);
      return opened.first(statement);
    },
    run: (statement) => {
      note(statement);
      return opened.run(statement);
    },
    transaction: (work, ...options) => {
      const units = present();
      return opened.transaction(
        (transaction) => {
          const statements: RecordedStatement[] = [];
          units?.push({ isTransaction: true, statements });
          return work(heard(transaction, (statement) => statements.push(plain(statement))));
        },
        ...options,
      );
    },
  };
}

/** Cached values are read on separate connections. */
function heardChanges(changes: TableChanges, note: (statement: Statement) => void): TableChanges {
  const watched = new WeakMap<Connection, Connection>();
  return {
    ...changes,
    watch() {
      const { connection, tables } = changes.watch();
      const listening: Connection = {
        ...connection,
        all: (statement) => {
          note(statement);
          return connection.all(statement);
        },
        first: (statement) => {
          note(statement);
          return connection.first(statement);
        },
      };
      watched.set(listening, connection);
      return { connection: listening, tables };
    },
    named: (connection, tables) => changes.named(watched.get(connection) ?? connection, tables),
  };
}

function heard(transaction: Transaction, note: (statement: Statement) => void): Transaction {
  // Without `defer`, deferred changes are written, and thus recorded, immediately.
  const { defer: _, post, ...rest } = transaction;
  return {
    ...rest,
    all: (statement) => {
      note(statement);
      return transaction.all(statement);
    },
    first: (statement) => {
      note(statement);
      return transaction.first(statement);
    },
    run: (statement) => {
      note(statement);
      return transaction.run(statement);
    },
    ...(post
      ? {
          post: (statement: Statement) => {
            note(statement);
            return post(statement);
          },
          tryLock: (name: string) => {
            note(sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`);
            return transaction.tryLock(name);
          },
        }
      : {}),
  };
}

function plain({ sql: marked, text, values }: Statement): RecordedStatement {
  return {
    sql: marked,
    text,
    values: values.map((value) =>
      typeof value === 'boolean' ? Number(value) : (value as string | number | null),
    ),
  };
}
