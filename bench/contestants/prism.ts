import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { idsOf, type PeerInput, startPeer } from './peer.ts';

/** Prism with one page as its example: its response is always the same. */
export async function startPrism({ bench, page, installed }: PeerInput): Promise<Contestant> {
  const file = join(await bench.workshop.makeFolder(), 'openapi.json');
  await writeFile(file, JSON.stringify(documentOf(page.text)));
  const port = await freePort();
  const program = installed('node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [program, 'mock', file, '-p', String(port), '-v', 'silent'];
  return {
    ...(await startPeer(bench, { name: 'Prism, a constant', args, port, path: '/tasks' })),
    listPath: ({ status, order, direction, offset }) =>
      `/tasks?status=${status}&order=${order}&dir=${direction}&offset=${offset}`,
    readPage: ({ body }) => ({ total: body.meta.total, ids: idsOf(body.data) }),
    nearest: () => page.query,
  };
}

function documentOf(page: string): unknown {
  const content = { 'application/json': { example: JSON.parse(page) } };
  const get = { responses: { 200: { description: 'A page', content } } };
  return { openapi: '3.1.0', info: { title: 'Tasks', version: '1' }, paths: { '/tasks': { get } } };
}
