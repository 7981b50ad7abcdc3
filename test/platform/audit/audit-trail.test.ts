import { describe, expect, test } from 'vitest';
import { FarmError } from '../../../src/model/errors.ts';
import { createAuditTrail } from '../../../src/platform/audit/audit-trail.ts';
import type { Database } from '../../../src/storage/database.ts';
import { DATABASES } from '../../support/databases.ts';
import { startTestService } from '../../support/service.ts';

/** A database whose transactions fail while the switch is on. */
function faulty(fault: { kind: 'none' | 'refuses' | 'forgets to answer' }) {
  return (database: Database): Database => ({
    ...database,
    async transaction(work) {
      if (fault.kind === 'refuses') throw new FarmError('unavailable');
      const result = await database.transaction(work);
      if (fault.kind === 'forgets to answer') throw new FarmError('unavailable');
      return result;
    },
  });
}

describe.each(DATABASES)('%s: the audit log of a database that fails for a while', (name) => {
  test('has every read of that time once it is back, and its chain is whole', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'none' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    fault.kind = 'refuses';
    for (let index = 0; index < 30; index++) {
      await service.send('GET', '/tasks', { headers: { 'x-request-id': `away-${index}` } });
    }
    await new Promise((resolve) => setTimeout(resolve, 120));
    fault.kind = 'none';
    const seen = async () =>
      (await service.send('GET', '/os/audit?path=/v1/platform/tasks&limit=1')).body.meta.total;
    await expect.poll(seen, { timeout: 5000 }).toBe(30);
    expect((await service.send('GET', '/os/audit/verify')).body.ok).toBe(true);
    await service.close();
  });

  test('has an entry once whose commit was done but never answered', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'forgets to answer' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    await service.send('GET', '/tasks');
    await new Promise((resolve) => setTimeout(resolve, 200));
    fault.kind = 'none';
    await service.service.runtime.database.ping();
    await expect
      .poll(
        async () => {
          const { body } = await service.send('GET', '/os/audit?path=/v1/platform/tasks');
          return [body.meta.total, body.data[0]?.position];
        },
        { timeout: 5000 },
      )
      .toEqual([1, 1]);
    await service.close();
  });

  test('does not keep a service from ending', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'none' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    await service.send('GET', '/tasks');
    fault.kind = 'refuses';
    const start = performance.now();
    await service.close();
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

test('a call that ends after the log was closed is told of, and starts nothing that would go on', async () => {
  const { service, close } = await startTestService();
  const told: unknown[] = [];
  const audit = createAuditTrail(service.runtime, (error) => told.push(error));
  await audit.close();
  const stranger = { method: 'GET', route: '/x', ip: '::1', requestId: 'r', status: 401 };
  audit.noteStranger({ ...stranger, code: null, orgId: null, keyId: null, durationMs: 1 });
  expect(told.map(String)).toEqual(['Error: the audit log is closed without 1 calls']);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(told).toHaveLength(1);
  await close();
});
