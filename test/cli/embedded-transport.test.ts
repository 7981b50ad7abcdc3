import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbeddedTransport } from '../../src/cli/session/transports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const options = { timeoutMs: 1000 };
const me = { method: 'GET', path: '/v1/platform/me', headers: {} };

test('the service runs in this process', async () => {
  const folder = await temporaryFolder();
  const transport = await openEmbeddedTransport(folder, options);
  const answer = await transport.send(me);
  await transport.close();
  expect(transport.server).toBe(`embedded ${folder}`);
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body)).toMatchObject({ error: 'unauthorized', code: 'missing_key' });
});

test('a server that uses the database is used instead', async () => {
  const folder = await temporaryFolder();
  const note = { pid: process.ppid, baseUrl: 'http://127.0.0.1:9' };
  await writeFile(join(folder, 'server.json'), JSON.stringify(note));
  const transport = await openEmbeddedTransport(folder, options);
  expect(transport.server).toBe('http://127.0.0.1:9');
  await transport.close();
});

test('a database that cannot be opened is a connection error, with the reason', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'farmctl.db'), 'this is no database, but a text file');
  await expect(openEmbeddedTransport(folder, options)).rejects.toMatchObject({
    outcome: 'noConnection',
    message: expect.stringContaining(`the database in ${folder} cannot be opened: `),
  });
});
