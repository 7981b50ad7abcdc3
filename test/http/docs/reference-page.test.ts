import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startTestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SCRIPT = 'globalThis.Scalar = {};';

test('the page loads the viewer and its start script from this service, and no other script', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'viewer-1a2b.js.br'), brotliCompressSync(SCRIPT));
  const { service, close } = await startTestService('sqlite', { app: { reference: { folder } } });
  const get = (url: string) => service.app.inject({ url });
  const { body, headers } = await get('/docs');
  expect([...body.matchAll(/<script[^>]*>/g)].map(String)).toEqual([
    '<script src="docs/viewer-1a2b.js" defer>',
    '<script src="docs/start.js" defer>',
  ]);
  expect(body).not.toMatch(/ on\w+=/);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
  const viewer = await get('/docs/viewer-1a2b.js');
  expect(viewer.body).toBe(SCRIPT);
  expect(viewer.headers['cache-control']).toContain('immutable');
  expect((await get('/docs/start.js')).headers['cache-control']).not.toContain('immutable');
  expect((await get('/docs/platform.json')).json().info.title).toContain('Platform');
  expect((await get('/docs/application.json')).json().info.title).toContain('application');
  expect((await get('/docs/viewer-9.js')).statusCode).toBe(404);
  await close();
});

test('without a viewer the page links to the documents', async () => {
  const { service, close } = await startTestService('sqlite');
  const { body } = await service.app.inject({ url: '/docs' });
  expect(body).not.toContain('<script');
  const links = [...body.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '');
  expect(links).toEqual(['v1/platform/openapi.json', 'v1/platform/os/openapi.json']);
  for (const link of links) {
    const document = await service.app.inject({ url: `/${link}` });
    expect(document.json().openapi).toBe('3.1.1');
    expect(document.headers['content-security-policy']).toBe("default-src 'none'");
  }
  await close();
});
