import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { idsOf, type PeerInput, startPeer } from './peer.ts';

/** json-server on a file with the records. */
export async function startJsonServer({
  bench,
  records,
  installed,
}: PeerInput): Promise<Contestant> {
  const file = join(await bench.workshop.makeFolder(), 'db.json');
  await writeFile(file, JSON.stringify({ tasks: records }));
  const port = await freePort();
  const program = installed('node_modules/json-server/lib/cli/bin.js');
  const args = [program, '--quiet', '--host', '127.0.0.1', '--port', String(port), file];
  return {
    ...(await startPeer(bench, { name: 'json-server', args, port, path: '/tasks?_limit=1' })),
    listPath: ({ status, order, direction, offset }) =>
      `/tasks?status=${status}&_sort=${order}&_order=${direction}&_start=${offset}&_limit=${PAGE_ROWS}`,
    recordPath: (id) => `/tasks/${id}`,
    creation: { path: '/tasks', status: 201, body: (fields, id) => ({ id, ...fields }) },
    readPage: ({ headers, body }) => ({
      total: Number(headers.get('x-total-count')),
      ids: idsOf(body),
    }),
  };
}
