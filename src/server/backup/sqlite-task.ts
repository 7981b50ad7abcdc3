import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { getResource, resourceNames } from '../../model/registry.ts';
import { columnName, tableName } from '../../storage/dialect.ts';
import { columnsOf } from '../../storage/records/stored-row.ts';
import { FIRST_COMMIT } from '../../storage/sqlite/condition.ts';
import { APPLICATION_ID } from '../../storage/sqlite/file-header.ts';
import { randomIdentity } from '../../storage/sqlite/mark-file.ts';

/** Long work on a database file, done by a process of its own. */
export type SqliteTask =
  /** Writes all that is committed into an empty file, and checks the whole of that file. */
  | { readonly kind: 'copy'; readonly source: string; readonly target: string }
  /** Checks the whole of a file; the values of these columns too. */
  | { readonly kind: 'check'; readonly source: string; readonly values?: JsonColumns }
  /**
   * Checks a file that is in use, table by table with a pause after each, at the lowest priority:
   * so the log can be given back in between, and the server is hardly slowed down.
   */
  | { readonly kind: 'slices'; readonly source: string; readonly values?: JsonColumns };

/** The columns of each table whose values SQLite reads as JSON. */
export type JsonColumns = Readonly<Record<string, readonly string[]>>;

/** The JSON columns of all resources; nothing else that is stored is read as JSON by SQLite. */
export function jsonColumns(): JsonColumns {
  const tables = resourceNames.map((name) => {
    const definition = getResource(name);
    const columns = columnsOf(definition).filter(([, { type }]) => /^(?:json|list)$/.test(type));
    return [tableName(name), columns.map(([name]) => columnName(name))] as const;
  });
  return Object.fromEntries(tables);
}

const MOST_OUTPUT_BYTES = 64 * 1024;

/**
 * VACUUM INTO takes one consistent state while others write; the backup interface of SQLite would
 * begin again with every write. It holds a thread for as long as it runs, and cannot be stopped but
 * with its process.
 */
const SCRIPT = `
const { driver, task, applicationId, identity, firstCommit } = JSON.parse(process.argv[1]);
const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? require(driver);
const check = (database, scope = '1') => {
  const [row] = database.prepare('pragma integrity_check(' + scope + ')').all();
  const said = String(Object.values(row)[0]);
  if (said !== 'ok') throw Object.assign(new Error(said), { errcode: 11 });
};
const checkValues = (database, table) => {
  const names = database.prepare('select name from pragma_table_info(?)').all(table);
  const stored = names.map(({ name }) => name);
  for (const column of (task.values?.[table] ?? []).filter((name) => stored.includes(name))) {
    const wrong = '"' + column + '" is not null and not json_valid("' + column + '")';
    const row = database.prepare('select id from "' + table + '" where ' + wrong + ' limit 1').get();
    if (row) throw Object.assign(new Error('malformed JSON in ' + table + '.' + column + ' of ' + row.id), { errcode: 11 });
  }
};
const checkSlices = (database) => {
  require('node:os').setPriority(19);
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const tables = database.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
  );
  for (const { name } of tables.all()) {
    const start = performance.now();
    check(database, '"' + name.replaceAll('"', '""') + '"');
    checkValues(database, name);
    Atomics.wait(idle, 0, 0, performance.now() - start);
  }
};
try {
  const source = new DatabaseSync(task.source, { readOnly: true });
  source.exec('pragma busy_timeout = 10000');
  if (task.kind === 'copy') {
    source.prepare('vacuum into ?').run(task.target);
    const copy = new DatabaseSync(task.target);
    copy.exec('pragma application_id = ' + applicationId + '; pragma user_version = ' + identity);
    // A copy has no mark of its commits, so that it counts them from the start.
    const counter = copy.prepare("select 1 from sqlite_master where name = 'commit_counter'").get();
    if (counter) copy.exec('update commit_counter set commits = ' + firstCommit);
    check(copy);
    copy.close();
  } else if (task.kind === 'slices') checkSlices(source);
  else {
    check(source);
    for (const table of Object.keys(task.values ?? {})) checkValues(source, table);
  }
  source.close();
} catch (error) {
  const code = (error.errcode ?? error.sqliteCode ?? 0) & 255;
  const isDamage = code === 11 || code === 26;
  process.stdout.write(error.message);
  // A server in use may be busy: that is no finding about its file.
  process.exitCode = task.kind === 'slices' && !isDamage ? 1 : 3;
}`;

const FAILED = 3;

/** Runs the task; returns the fault that SQLite found, if any. Throws the reason of the signal. */
export async function runSqliteTask(
  task: SqliteTask,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const job = {
    driver,
    task,
    applicationId: APPLICATION_ID,
    identity: randomIdentity(),
    firstCommit: FIRST_COMMIT,
  };
  const argv = ['--no-warnings', '-e', SCRIPT, JSON.stringify(job)];
  signal?.throwIfAborted();
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  let said = '';
  const listen = (chunk: string) => {
    if (said.length < MOST_OUTPUT_BYTES) said += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  const status = await new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, killedBy) => resolve(code ?? `stopped by ${killedBy}`));
  });
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (status === 0) return undefined;
  const reason = said.trim().split('\n').join(', ') || String(status);
  if (status === FAILED) return reason;
  throw new Error(`the process that works on ${task.source} failed: ${reason}`);
}
