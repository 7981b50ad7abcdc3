import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { contacts } from '../../src/model/resources/contacts.ts';
import { queryOf, type RequestContext } from '../../src/platform/core/request-context.ts';
import { exportRecords } from '../../src/platform/records/export-records.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ROWS = 2 * limits.exportPageRows + 1;

let service: TestService;
let pages = 0;
let breaksAt = Number.POSITIVE_INFINITY;

/** Counts the pages that are read, and fails to read one. */
function watched(database: Database): Database {
  return {
    ...database,
    async all(query) {
      if (query.sql.includes(`limit ${limits.exportPageRows}`)) {
        pages += 1;
        if (pages === breaksAt) throw new Error('the database is gone');
      }
      return database.all(query);
    },
  };
}

beforeAll(async () => {
  service = await startTestService('sqlite', { wrap: watched });
  const { farmId } = await createFarm(service);
  const names = Array.from({ length: ROWS }, (_, index) => `Contact ${index}`);
  const answer = await service.send('POST', `/os/import/contacts?farmId=${farmId}&onError=skip`, {
    body: ['name', ...names].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expect(answer.body).toMatchObject({ stored: ROWS });
});
afterAll(() => service.close());

function aCall(): RequestContext {
  const actor = {
    keyId: 'key_1',
    name: 'test',
    orgId: service.orgId,
    scopes: ['read:contacts'],
    farmIds: 'all',
    rateLimitPerMinute: null,
  } as const;
  return {
    actor,
    requestId: 'req_1',
    at: service.clock.now(),
    ip: '127.0.0.1',
    method: 'GET',
    route: '/os/export/:resource',
    elapsedMillis: () => 0,
    query: queryOf([['fields', 'name']]),
    subject: {},
  };
}

test('a page is read when the previous one was consumed, and none after the reader has disconnected', async () => {
  pages = 0;
  const { parts } = await exportRecords(service.service.runtime, contacts, aCall());
  expect(await parts.next()).toEqual({ done: false, value: 'name\r\n' });
  expect(pages).toBe(0);
  const { value } = await parts.next();
  expect([String(value).split('\r\n').length - 1, pages]).toEqual([limits.exportPageRows, 1]);
  await parts.return(undefined);
  expect(pages).toBe(1);
});

test('an export that cannot be completed is cut off together with its connection', async () => {
  const { app } = service.service;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1/platform/os/export/contacts?fields=name`;
  const headers = { authorization: `Bearer ${service.admin}` };
  const complete = await fetch(url, { headers });
  expect((await complete.text()).trim().split('\r\n')).toHaveLength(ROWS + 1);
  pages = 0;
  breaksAt = 3;
  const cut = await fetch(url, { headers });
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow();
  pages = 0;
  breaksAt = 1;
  expect((await fetch(url, { headers })).status).toBe(500);
  breaksAt = Number.POSITIVE_INFINITY;
});
