import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Contestant } from './contestant.ts';
import { freePort } from './free-port.ts';
import { idsOf, type PeerInput, startPeer, type TaskRecord } from './peer.ts';
import { wholePage } from './whole-page.ts';

/** Mockoon with the records in a data bucket behind its CRUD route. */
export async function startMockoon({ bench, records, installed }: PeerInput): Promise<Contestant> {
  const file = join(await bench.workshop.makeFolder(), 'mockoon.json');
  const port = await freePort();
  await writeFile(file, JSON.stringify(environmentOf(records, port)));
  const program = installed('node_modules/@mockoon/cli/bin/run.js');
  const quiet = ['--disable-admin-api', '--disable-log-to-file', '--repair'];
  const args = [program, 'start', '--data', file, '--hostname', '127.0.0.1', ...quiet];
  return {
    ...(await startPeer(bench, { name: 'Mockoon', args, port, path: '/tasks?limit=1&page=1' })),
    listPath: ({ status, order, direction, offset }) =>
      `/tasks?status_eq=${status}&sort=${order}&order=${direction}&limit=${PAGE_ROWS}&page=${offset / PAGE_ROWS + 1}`,
    recordPath: (id) => `/tasks/${id}`,
    creation: { path: '/tasks', status: 201, body: (fields, id) => ({ id, ...fields }) },
    readPage: ({ headers, body }) => ({
      total: Number(headers.get('x-filtered-count')),
      ids: idsOf(body),
    }),
    nearest: wholePage,
  };
}

function environmentOf(records: readonly TaskRecord[], port: number): unknown {
  const databucket = { uuid: randomUUID(), id: 'task', name: 'tasks', documentation: '' };
  const response = {
    uuid: randomUUID(),
    statusCode: 200,
    label: '',
    headers: [],
    body: '{}',
    bodyType: 'DATABUCKET',
    databucketID: databucket.id,
    latency: 0,
    filePath: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: false,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  };
  const route = {
    uuid: randomUUID(),
    type: 'crud',
    documentation: '',
    method: '',
    endpoint: 'tasks',
    responses: [response],
    responseMode: null,
  };
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'bench',
    endpointPrefix: '',
    latency: 0,
    port,
    hostname: '127.0.0.1',
    folders: [],
    routes: [route],
    rootChildren: [{ type: 'route', uuid: route.uuid }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: false,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [{ ...databucket, value: JSON.stringify(records) }],
    callbacks: [],
  };
}
