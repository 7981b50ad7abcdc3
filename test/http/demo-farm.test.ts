import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';
import type { RunningServer } from '../../src/server/jobs/running-server.ts';
import { startServer } from '../../src/server/start-server.ts';
import { answerValidator } from '../support/api-document.ts';

const RESOURCES = resourceNames.map((name) => ({ name }));

describe('the demo farm over the API', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'memory' },
      mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T06:00:00Z') },
      logLevel: 'silent',
    });
  });
  afterAll(() => server.close());

  // biome-ignore lint/suspicious/noExplicitAny: bodies of every resource.
  const read = async (path: string): Promise<any> => {
    const response = await fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
      headers: { authorization: `Bearer ${server.ready.keys['admin']}` },
    });
    expect(response.status).toBe(200);
    return response.json();
  };

  test.each(RESOURCES)('every page of $name is as the document says', async ({ name }) => {
    const validate = answerValidator(`/${name}`, 'GET', 200);
    const limit = getResource(name).maxLimit ?? 200;
    let cursor = '';
    let seen = 0;
    let total = 0;
    do {
      const page = await read(`/${name}?limit=${limit}${cursor}`);
      expect(validate?.(page), JSON.stringify(validate?.errors?.slice(0, 3))).toBe(true);
      seen += page.data.length;
      total = page.meta.total;
      cursor = page.meta.nextCursor ? `&cursor=${page.meta.nextCursor}` : '';
    } while (cursor !== '');
    expect(seen).toBe(total);
  });

  test.each(RESOURCES)('a single row of $name is as the document says', async ({ name }) => {
    const { data } = await read(`/${name}?limit=1`);
    const record = await read(`/${name}/${data[0].id}`);
    const validate = answerValidator(`/${name}/{id}`, 'GET', 200);
    expect(validate?.(record), JSON.stringify(validate?.errors)).toBe(true);
    expect(record).toEqual(data[0]);
  });
});
