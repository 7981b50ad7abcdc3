import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Statement } from '../core/database.ts';

/** A statement as sent to the server. */
export type SentStatement = Pick<Statement, 'text' | 'values'>;

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  /** The command tag without its numbers, such as `COMMIT`. */
  readonly command: string;
  readonly rowCount: number;
}

/** Maximum number of prepared statements per connection; the least recently used one is closed. */
const MOST_PREPARED = 128;
/** Maximum number of remembered texts; a text gets a name on its second use. */
const MOST_TEXTS = 2000;
/** Longer texts are not prepared: plans of large multi-row inserts take memory and save little. */
const LONGEST_PREPARED = 16_384;
/**
 * After this many lost names, an intermediate pooler is assumed not to support prepared statements.
 */
const MOST_LOST = 20;

/** Names of prepared statements, shared by the connections of a pool. */
export interface StatementNames {
  /** The name of a text; undefined if it is sent unnamed. */
  nameOf(text: string): string | undefined;
  /** Incremented when all connections must prepare their statements again. */
  readonly epoch: number;
  /** Records that the server did not know a name, or rejected its plan. */
  lost(error: unknown): void;
}

/** Creates the names of a pool; without `isOn` all statements are unnamed. */
export function createStatementNames(isOn: boolean): StatementNames {
  const texts = new LRUCache<string, { name: string | undefined }>({ max: MOST_TEXTS });
  let epoch = 0;
  let lostNames = 0;
  return {
    nameOf(text) {
      if (!isOn || lostNames >= MOST_LOST || text.length > LONGEST_PREPARED) return undefined;
      const cached = texts.get(text);
      if (cached) {
        cached.name ??= hashName(text);
        return cached.name;
      }
      // First use: rare texts, such as arbitrary filter combinations, take no memory of the server.
      texts.set(text, { name: undefined });
      return undefined;
    },
    get epoch() {
      return epoch;
    },
    lost(error) {
      epoch += 1;
      if (!isChangedPlan(error)) lostNames += 1;
    },
  };
}

function hashName(text: string): string {
  return `farmctl_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
}

/** Whether a statement failed only because of its name and would have run without it. */
export function isLostStatement(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  // invalid_sql_statement_name after DISCARD ALL, duplicate_prepared_statement with old poolers.
  return code === '26000' || code === '42P05' || isChangedPlan(error);
}

/** Whether the result columns changed with the schema after the statement was prepared. */
function isChangedPlan(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === '0A000' && message === 'cached plan must not change result type';
}

type Parser = (text: string) => unknown;

interface Column {
  readonly name: string;
  readonly parse: Parser;
}

/** A prepared statement of a connection. */
interface Prepared {
  readonly name: string;
  /** Known after the first run; none for a statement without rows. */
  columns: readonly Column[] | undefined;
}

interface PreparedStatements {
  epoch: number;
  readonly byText: LRUCache<string, Prepared>;
  /** Names to close with the next exchange. */
  readonly closing: string[];
}

const ofClients = new WeakMap<object, PreparedStatements>();

function preparedOf(client: object, epoch: number): PreparedStatements {
  let clientTexts = ofClients.get(client);
  if (!clientTexts) {
    const closing: string[] = [];
    const byText = new LRUCache<string, Prepared>({
      // The evicted statement is closed before the next one is prepared.
      max: MOST_PREPARED - 1,
      dispose: ({ name }) => closing.push(name),
    });
    clientTexts = { epoch, byText, closing };
    ofClients.set(client, clientTexts);
  }
  if (clientTexts.epoch !== epoch) clientTexts.byText.clear();
  clientTexts.epoch = epoch;
  return clientTexts;
}

/** A client whose connection query objects may write to, as `pg` documents for cursors. */
type Client = Pick<pg.PoolClient, 'query'>;

/**
 * Sends statements in one message and resolves with their results, in a single round trip. If one
 * fails, later ones are not run; outside of a transaction none is committed.
 */
export function exchange(
  client: Client,
  names: StatementNames,
  statements: readonly SentStatement[],
): Promise<StatementResult[]> {
  return new Promise((resolve, reject) => {
    const prepared = preparedOf(client, names.epoch);
    client.query(
      new Exchange(statements, { names, prepared }, (error, results) => {
        if (!error) return resolve(results ?? []);
        Error.captureStackTrace(error);
        reject(error);
      }),
    );
  });
}

/** The `pg` connection methods for writing; its types describe an older version. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
  /** Sends a text without parameters, in the simple protocol. */
  query(text: string): void;
}

interface Running {
  readonly statement: SentStatement;
  readonly prepared: Prepared | undefined;
  columns: readonly Column[];
  readonly rows: Record<string, unknown>[];
}

type Done = (error: Error | null, results?: StatementResult[]) => void;

/** The query object that `pg` runs: several statements followed by one Sync. */
class Exchange implements pg.Submittable {
  /** Replaced by `pg`, which adds a timeout. */
  callback: Done;
  readonly #statements: readonly SentStatement[];
  readonly #names: StatementNames;
  readonly #prepared: PreparedStatements;
  readonly #running: Running[] = [];
  readonly #results: StatementResult[] = [];
  #fault: Error | undefined;

  constructor(
    statements: readonly SentStatement[],
    { names, prepared }: { names: StatementNames; prepared: PreparedStatements },
    done: Done,
  ) {
    this.#statements = statements;
    this.#names = names;
    this.#prepared = prepared;
    this.callback = done;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const [only, ...others] = this.#statements;
    const isPlain = only && others.length === 0 && only.values.length === 0;
    if (isPlain && this.#names.nameOf(only.text) === undefined) {
      this.#running.push({ statement: only, prepared: undefined, columns: [], rows: [] });
      wire.query(only.text);
      return;
    }
    wire.stream.cork();
    for (const statement of this.#statements) this.#send(wire, statement);
    wire.sync();
    wire.stream.uncork();
  }

  #send(wire: Wire, statement: SentStatement): void {
    const { text } = statement;
    const name = this.#names.nameOf(text);
    let prepared = name === undefined ? undefined : this.#prepared.byText.get(text);
    if (!prepared) {
      // Must precede the reuse of a name closed within this exchange.
      for (const closed of this.#prepared.closing.splice(0))
        wire.close({ type: 'S', name: closed });
      wire.parse({ name: name ?? '', text });
      if (name !== undefined) {
        prepared = { name, columns: undefined };
        this.#prepared.byText.set(text, prepared);
      }
    }
    wire.bind({ statement: prepared?.name ?? '', values: statement.values.map(boundValue) });
    if (!prepared?.columns) wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '', rows: 0 });
    this.#running.push({ statement, prepared, columns: prepared?.columns ?? [], rows: [] });
  }

  /** The statement that the server is processing. */
  get #current(): Running | undefined {
    return this.#running[this.#results.length];
  }

  handleRowDescription({
    fields,
  }: {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  }): void {
    const current = this.#current;
    if (!current) return;
    current.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as Parser,
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const current = this.#current;
    if (!current || this.#fault) return;
    try {
      const row: Record<string, unknown> = {};
      for (const [index, { name, parse }] of current.columns.entries()) {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parse(text);
      }
      current.rows.push(row);
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const current = this.#current;
    if (current?.prepared) current.prepared.columns = current.columns;
    const [, command = '', first, second] =
      /^([A-Za-z ]+?)(?: (\d+))?(?: (\d+))?$/.exec(text) ?? [];
    const rowCount = Number(second ?? first ?? 0);
    this.#results.push({ rows: current?.rows ?? [], command, rowCount });
  }

  handleEmptyQuery(): void {
    this.#results.push({ rows: [], command: '', rowCount: 0 });
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(wire: { sendCopyFail(message: string): void }): void {
    wire.sendCopyFail('there is nothing to copy');
  }

  handleCopyData(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#fault ?? null, this.#results);
  }

  handleError(error: Error): void {
    // It is unknown whether these were prepared before the failure; closing an unknown name is
    // harmless.
    for (const { statement, prepared } of this.#running.slice(this.#results.length)) {
      if (prepared) this.#prepared.byText.delete(statement.text);
    }
    if (isLostStatement(error)) this.#names.lost(error);
    this.callback(error);
  }
}

/** Converts a value to text as `pg` does; bytes are unchanged. */
function boundValue(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (Array.isArray(value)) return `{${value.map(arrayItem).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayItem(value: unknown): string {
  return value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}
