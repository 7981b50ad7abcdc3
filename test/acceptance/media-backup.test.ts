import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupToFile } from '../../src/server/backup/backup-file.ts';
import { restoreFile } from '../../src/server/backup/restore-file.ts';
import { bootstrapDatabase } from '../../src/server/bootstrap.ts';
import { startServer } from '../../src/server/start-server.ts';
import { aPicture } from '../support/media-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Longer than the chunks in which files are stored. */
const LONG_BYTES = 600_000;

/** A server on a data folder, and requests to it. */
async function serve(dataDir: string, key: string) {
  const server = await startServer({
    ...{ host: '127.0.0.1', port: 0, logLevel: 'silent', brain: false },
    database: { kind: 'sqlite', dataDir },
  });
  const ask = (path: string, request: RequestInit = {}) =>
    fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
      ...request,
      headers: { authorization: `Bearer ${key}`, ...request.headers },
    });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ask, close };
}

test('files of media items are restored from a backup byte for byte', async () => {
  const dataDir = await temporaryFolder();
  const { key = '' } = await bootstrapDatabase({ dataDir });
  const first = await serve(dataDir, key);
  const create = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await first.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return String(((await answer.json()) as { id: unknown }).id);
  };
  const farmId = await create('/farms', { name: 'Emek' });
  const files = [
    await aPicture(640, 480),
    Buffer.from(Array.from({ length: LONG_BYTES }, (_, index) => 97 + ((index * 7) % 26))),
  ];
  const ids: string[] = [];
  for (const file of files) {
    const id = await create(`/media?farmId=${farmId}`, { name: 'File' });
    const put = { method: 'PUT', body: new Uint8Array(file) };
    expect((await first.ask(`/os/media/${id}/content`, put)).status).toBe(200);
    ids.push(id);
  }
  const file = join(await temporaryFolder(), 'farm.db');
  await backupToFile({ dataDir, file });
  // Rows written after the backup are not in it.
  await first.ask(`/media/${ids[0]}`, { method: 'DELETE' });
  await first.close();

  const restored = join(await temporaryFolder(), 'restored');
  const now = Date.parse('2026-11-20T05:30:00Z');
  const mayReplace = () => Promise.reject(new Error('nobody is to be asked'));
  expect(await restoreFile({ file, dataDir: restored, now, mayReplace })).toMatchObject({
    kept: null,
  });
  const second = await serve(restored, key);
  for (const [index, id] of ids.entries()) {
    const answer = await second.ask(`/os/media/${id}/content`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, hashOf(bytes)]).toEqual([200, hashOf(files[index] ?? Buffer.alloc(0))]);
  }
});

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
