import { join } from 'node:path';
import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Bench } from '../work.ts';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { idsOf, startPeer } from './peer.ts';
import { makePlainTable } from './peers.ts';

const SECRET = 'bench-secret';

/** The plain server with hashed keys, scopes, limits, audit, events and idempotency. */
export async function startDuties(bench: Bench, ours: Contestant): Promise<Contestant> {
  const port = await freePort();
  const program = join(bench.root, 'bench/contestants/duties-server.mjs');
  const args = [program, await makePlainTable(bench, ours), String(port), SECRET];
  const name = 'fastify, obvious, with the same duties';
  return {
    ...(await startPeer(bench, { name, args, port, path: '/ready' })),
    headers: [{ authorization: `Bearer bench.${SECRET}` }],
    listPath: ({ status, order, direction, offset }) =>
      `/tasks?status=${status}&order=${order}&dir=${direction}&limit=${PAGE_ROWS}&offset=${offset}`,
    recordPath: (id) => `/tasks/${id}`,
    createPath: '/tasks',
    readPage: ({ body }) => ({ total: body.total, ids: idsOf(body.data) }),
  };
}
