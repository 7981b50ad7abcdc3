import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { sweepExpired } from '../../../src/platform/records/sweep-expired.ts';
import { formatInstant } from '../../../src/tools/calendar.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-02T08:30:00.000Z');

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    beforeEach(() => service.clock.set(NOW));
    afterAll(() => service.close());

    const runSweep = () =>
      sweepExpired(service.service.runtime, {
        onFailure: (_, error) => {
          throw error;
        },
      });
    const statusOf = async (resource: string, id: string) =>
      (await service.send('GET', `/${resource}/${id}`)).body.status;
    const add = (resource: Parameters<typeof create>[1], body: object) =>
      create(service, resource, { ...body }, { farmId: farm.farmId });

    test('a command that is not approved within 30 minutes expires', async () => {
      const { id } = await add('controller-commands', { command: 'reboot' });
      service.clock.advance(30 * MINUTE);
      expect([await runSweep(), await statusOf('controller-commands', id)]).toEqual([0, 'pending']);
      service.clock.advance(1);
      expect([await runSweep(), await statusOf('controller-commands', id)]).toEqual([1, 'expired']);
      expect(await runSweep()).toBe(0);
    });

    test('a command cannot be approved between its expiry and the sweep', async () => {
      const { id } = await add('controller-commands', { command: 'reboot' });
      service.clock.advance(31 * MINUTE);
      const answer = await service.send('PATCH', `/controller-commands/${id}`, {
        body: { status: 'approved' },
      });
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        400,
        'forbidden_transition',
        'status cannot go from expired to approved; from expired it can go to nothing.',
      ]);
      await runSweep();
      expect(await statusOf('controller-commands', id)).toBe('expired');
    });

    test('a tender expires after its last day at the farm, not before', async () => {
      const places = { Apia: [-13.83, -171.77], Honolulu: [21.3, -157.86] } as const;
      const ids: Record<string, string> = {};
      for (const [name, [latitude, longitude]] of Object.entries(places)) {
        const { id: farmId } = await create(service, 'farms', { name, latitude, longitude });
        const tender = { title: `Feed for ${name}`, deadline: '2026-11-09' };
        ids[name] = (await create(service, 'tenders', tender, { farmId })).id;
      }
      // The tenth has begun in Samoa an hour ago; in Hawaii the ninth has.
      service.clock.set(Date.parse('2026-11-09T11:30:00.000Z'));
      expect(await runSweep()).toBe(1);
      expect(await statusOf('tenders', String(ids['Apia']))).toBe('expired');
      expect(await statusOf('tenders', String(ids['Honolulu']))).toBe('open');
      service.clock.set(Date.parse('2026-11-10T10:30:00.000Z'));
      expect(await runSweep()).toBe(1);
      expect(await statusOf('tenders', String(ids['Honolulu']))).toBe('expired');
    });

    test('bids are rejected after the deadline of the tender', async () => {
      const tender = await add('tenders', { title: 'Litter', deadline: '2026-11-03' });
      const bid = await add('tender-bids', { tenderId: tender.id, price: 100 });
      service.clock.set(Date.parse('2026-11-04T08:00:00.000Z'));
      const path = `/tender-bids/${bid.id}`;
      const refused = await service.send('PATCH', path, { body: { status: 'accepted' } });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'status cannot go from submitted to accepted: the tender is expired, neither open nor closed.',
      ]);
      const body = { status: 'open', deadline: '2026-11-09' };
      const reopened = await service.send('PATCH', `/tenders/${tender.id}`, { body });
      expect([reopened.status, reopened.body.status]).toEqual([200, 'open']);
      const accepted = await service.send('PATCH', path, { body: { status: 'accepted' } });
      expect(accepted.status).toBe(200);
    });

    test('a regulation item passes through its states by its dates, in one sweep', async () => {
      const late = await add('reg-items', { title: 'Levy', dueDate: '2026-11-04' });
      const today = await add('reg-items', { title: 'Sampling', dueDate: '2026-11-05' });
      const granted = await add('reg-items', {
        title: 'Licence',
        status: 'approved',
        expiryDate: '2026-11-04',
      });
      service.clock.set(Date.parse('2026-11-05T08:00:00.000Z'));
      expect(await runSweep()).toBe(3);
      const statuses = [late, today, granted].map(({ id }) => statusOf('reg-items', id));
      expect(await Promise.all(statuses)).toEqual(['overdue', 'due', 'expired']);
      const list = await service.send('GET', `/reg-items?farmId=${farm.farmId}&status=expired`);
      expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([granted.id]);
    });

    test('all rows are found, whatever their number', async () => {
      const { runtime } = service.service;
      const many = limits.expiredRowsPerPage + 3;
      const at = formatInstant(NOW);
      await insertRowsOf(
        runtime.database,
        'controller-commands',
        Array.from({ length: many }, (_, index) => ({
          ...{ id: `command_${index}`, orgId: service.orgId, farmId: farm.farmId },
          ...{ command: 'reboot', status: 'pending', createdAt: at, updatedAt: at },
        })),
      );
      service.clock.advance(31 * MINUTE);
      expect(await runSweep()).toBe(many);
      expect(await runSweep()).toBe(0);
    });
  });
}
