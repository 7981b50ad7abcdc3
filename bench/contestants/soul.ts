import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { idsOf, type PeerInput, startPeer } from './peer.ts';
import { wholePage } from './whole-page.ts';

const ROWS = '/api/tables/tasks/rows';

/** Soul on the plain table. */
export async function startSoul({ bench, makeTable, installed }: PeerInput): Promise<Contestant> {
  const port = await freePort();
  const program = installed('node_modules/soul-cli/src/server.js');
  const args = [program, '--database', await makeTable(), '--port', String(port)];
  return {
    ...(await startPeer(bench, { name: 'soul-cli', args, port, path: `${ROWS}?_limit=1` })),
    listPath: ({ status, order, direction, offset }) => {
      const sort = `${direction === 'asc' ? '' : '-'}${order}`;
      const page = `_limit=${PAGE_ROWS}&_page=${offset / PAGE_ROWS + 1}`;
      return `${ROWS}?_filters=status:${status}&_ordering=${sort}&${page}`;
    },
    recordPath: (id) => `${ROWS}/${id}`,
    creation: { path: ROWS, status: 201, body: (fields, id) => ({ fields: { id, ...fields } }) },
    readPage: ({ body }) => ({ total: body.total, ids: idsOf(body.data) }),
    nearest: wholePage,
  };
}
