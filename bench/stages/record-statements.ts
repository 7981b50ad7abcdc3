import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { composeService } from '../../src/server/core/compose-service.ts';
import { openDatabase } from '../../src/server/core/open-database.ts';
import type { Database, Statement } from '../../src/storage/core/database.ts';
import { systemClock } from '../../src/tools/clock.ts';

interface Recorded {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Requests each path from the service once, and writes the statements that read the table to a JSON
 * file with a list of statements per path.
 */
export async function recordStatements(input: {
  readonly dataDir: string;
  readonly key: string;
  readonly paths: readonly string[];
  readonly table: string;
  readonly file: string;
}): Promise<void> {
  const { dataDir, key, paths, table, file } = input;
  const requests: Recorded[][] = [];
  let current: Recorded[] = [];
  const names = new RegExp(`\\bfrom\\s+${table}\\b`);
  const opened = await openDatabase({ kind: 'sqlite', dataDir });
  const database = listenedTo(opened, ({ sql, values }) => {
    if (names.test(sql)) current.push({ sql, values: values.map(plain) });
  });
  const log = pino({ level: 'silent' });
  const service = composeService({ database, clock: systemClock, log });
  for (const path of paths) {
    current = [];
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await service.app.inject({ url: path, headers });
    if (statusCode !== 200) throw new Error(`${statusCode} from ${path}: ${body}`);
    if (current.length > 0) requests.push(current);
  }
  await service.close();
  if (requests.length < paths.length) throw new Error(`not every answer read ${table}`);
  await writeFile(file, JSON.stringify(requests));
}

/** Without caches, so that every request runs its statements. */
function listenedTo(opened: Database, hear: (statement: Statement) => void): Database {
  const { changes: _, ...database } = opened;
  return {
    ...database,
    all: (statement) => {
      hear(statement);
      return database.all(statement);
    },
    first: (statement) => {
      hear(statement);
      return database.first(statement);
    },
  };
}

function plain(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}
