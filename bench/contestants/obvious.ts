import { join } from 'node:path';
import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { idsOf, type PeerInput, startPeer } from './peer.ts';

/** A typical plain fastify server with the same driver, on the plain table. */
export async function startObvious({ bench, makeTable }: PeerInput): Promise<Contestant> {
  const port = await freePort();
  const program = join(bench.root, 'bench/contestants/obvious-server.mjs');
  const args = [program, await makeTable(), String(port)];
  return {
    ...(await startPeer(bench, { name: 'fastify, obvious', args, port, path: '/tasks' })),
    listPath: ({ status, order, direction, offset }) =>
      `/tasks?status=${status}&order=${order}&dir=${direction}&limit=${PAGE_ROWS}&offset=${offset}`,
    recordPath: (id) => `/tasks/${id}`,
    readPage: ({ body }) => ({ total: body.total, ids: idsOf(body.data) }),
  };
}
