import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { openSqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { installPeers } from './install-peers.ts';
import { idsOf, type PeerInput, startPeer } from './peer.ts';

const SETUP_MILLIS = 120_000;

/** Directus on the plain table, asked with a static token: it knows no caller without one. */
export async function startDirectus({
  bench,
  makeTable,
  installed,
}: PeerInput): Promise<Contestant> {
  const failure = await installPeers(bench, 'bench/directus');
  if (failure !== undefined) throw new Error(failure);
  const program = installed('directus/node_modules/directus/cli.js');
  const port = await freePort();
  const [file, token] = [await makeTable(), randomUUID()];
  const env = {
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: file,
    HOST: '127.0.0.1',
    PORT: String(port),
    KEY: randomUUID(),
    SECRET: randomUUID(),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomUUID(),
    TELEMETRY: 'false',
    LOG_LEVEL: 'silent',
    RATE_LIMITER_ENABLED: 'false',
  };
  await promisify(execFile)(process.execPath, [program, 'bootstrap'], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: await bench.workshop.makeFolder(),
    timeout: SETUP_MILLIS,
  });
  const database = await openSqliteHandle(file);
  database.prepare('update directus_users set token = ?').run(token);
  database.close();
  const path = '/server/ping';
  const peer = await startPeer(bench, {
    name: 'Directus',
    args: [program, 'start'],
    port,
    path,
    env,
  });
  return {
    ...peer,
    headers: [{ authorization: `Bearer ${token}` }],
    listPath: ({ status, order, direction, offset }) => {
      const sort = `${direction === 'asc' ? '' : '-'}${order}`;
      const page = `limit=${PAGE_ROWS}&offset=${offset}&meta=filter_count`;
      return `/items/tasks?filter[status][_eq]=${status}&sort=${sort}&${page}`;
    },
    recordPath: (id) => `/items/tasks/${id}`,
    creation: { path: '/items/tasks', status: 200, body: (fields, id) => ({ id, ...fields }) },
    readPage: ({ body }) => ({ total: body.meta.filter_count, ids: idsOf(body.data) }),
  };
}
