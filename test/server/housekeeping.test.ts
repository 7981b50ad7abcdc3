import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/server/housekeeping.ts';
import { findKeptAnswer } from '../../src/storage/system/idempotency.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('answers kept for repeated requests are forgotten after 24 hours, not before', async () => {
  const { runtime } = service.service;
  const headers = { 'idempotency-key': 'once' };
  await service.send('POST', '/farms', { body: { name: 'Kept' }, headers });
  const { body } = await service.send('GET', '/me');
  const kept = () =>
    findKeptAnswer(runtime.database, {
      keyId: body.key.id,
      idempotencyKey: 'once',
      since: '2000-01-01T00:00:00.000Z',
    });
  service.clock.advance(24 * 3_600_000);
  await cleanUp(runtime);
  expect((await kept())?.status).toBe(201);
  service.clock.advance(1);
  await cleanUp(runtime);
  expect(await kept()).toBeUndefined();
});
