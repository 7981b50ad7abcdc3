import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addConsole } from '../../src/http/console.ts';
import { servicePaths, serviceRoutes } from '../../src/model/routes/service-routes.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(50);
const META = '<meta name="base-path" content="/">';
const PAGE = `<head>${META}</head><script src="./assets/a-1.js"></script>`;

describe('console files', () => {
  let app: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farmctl-console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'assets/a-1.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'service-worker.js.br'), brotliCompressSync('1'));
    app = fastify();
    addConsole(app, { folder, basePath: '/farm/' });
    for (const screen of ['/tasks', '/sign-in']) app.get(screen, (_, reply) => reply.sendConsole());
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, accepted?: string) =>
    app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['BR;q=0.1', 'br', brotliDecompressSync],
    ['identity', undefined, (body: Buffer) => body],
    [undefined, undefined, (body: Buffer) => body],
  ] as const)('are sent to clients that accept %s', async (accepted, encoding, unpack) => {
    for (let times = 0; times < 2; times += 1) {
      const { statusCode, headers, rawPayload } = await get('/assets/a-1.js', accepted);
      expect(statusCode).toBe(200);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['vary']).toBe('accept-encoding');
      expect(headers['cache-control']).toContain('immutable');
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(unpack(rawPayload).toString()).toBe(SCRIPT);
    }
  });

  test('exist or return 404', async () => {
    for (const name of ['a-2.js', 'a-1.js.br', '..%2findex.html', '%2e%2e%2findex.html', '']) {
      const { statusCode, headers } = await get(`/assets/${name}`);
      expect(statusCode).toBe(404);
      expect(headers['cache-control']).toBeUndefined();
    }
  });

  test('change with the version: the page and the service worker', async () => {
    for (const url of ['/', '/service-worker.js']) {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
    }
  });

  test('are requested by the page below the path of the proxy, with the program in the first request', async () => {
    const meta = '<meta name="base-path" content="/farm/">';
    const script = '<script src="/farm/assets/a-1.js"></script>';
    const earlyScript =
      '<link rel="preload" as="fetch" crossorigin href="/farm/v1/platform/me?farms=40">';
    for (const url of ['/', '/tasks?farm=1']) {
      expect((await get(url)).body).toBe(`<head>${meta}${earlyScript}</head>${script}`);
    }
    // There is no signed-in user there.
    expect((await get('/sign-in?next=%2F')).body).toBe(`<head>${meta}</head>${script}`);
  });
});

test('pages of the service are neither screens of the console nor handled by its service worker', () => {
  const pages = serviceRoutes.flatMap((route) => ('basePath' in route ? [route.path] : []));
  expect(pages).toContain('/acknowledge/{token}');
  expect(pages.filter((path) => !servicePaths.test(path.slice(1)))).toEqual([]);
});
