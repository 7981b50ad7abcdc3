import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const NOW = '2026-11-21T08:30:00.000Z';

for (const database of DATABASES) {
  describe(`${database}: side effects of changes`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeEach(async () => {
      service = await startTestService(database, { now: NOW });
      farm = await createFarm(service);
    });
    afterEach(() => service.close());

    const list = async (path: string) => (await service.send('GET', path)).body.data;
    const patch = async (path: string, body: Readonly<Record<string, unknown>>) => {
      const answer = await service.send('PATCH', path, { body });
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      return answer.body;
    };
    const events = async () => {
      const rows = await service.service.runtime.database.all<{ event: string }>({
        sql: 'select event from outbox_events order by sequence',
        text: 'select event from outbox_events order by sequence',
        values: [],
      });
      return rows.map(({ event }) => event);
    };
    const newTask = (body: Readonly<Record<string, unknown>>) =>
      create(service, 'tasks', body, { farmId: farm.farmId });

    describe('a completed task', () => {
      test.each([
        ['daily', '2026-11-22'],
        ['weekly', '2026-11-28'],
        ['biweekly', '2026-12-05'],
        ['monthly', '2026-12-21'],
      ])('a completed task that recurs %s is due again on %s', async (frequency, dueDate) => {
        const weigh = { title: 'Weigh', assignee: 'Dana', priority: 'high', details: 'Ten birds' };
        const barnId = farm.barnId;
        const first = await newTask({ ...weigh, barnId, dueDate: '2026-11-21', frequency });
        await patch(`/tasks/${first.id}`, { status: 'done' });
        const [next] = await list('/tasks?status=open');
        expect(next).toMatchObject({ ...weigh, barnId, frequency, dueDate, completedAt: null });
        expect(next.seriesId).toBe(first.id);
        expect((await events()).slice(-2)).toEqual(['task.completed', 'task.created']);
        await patch(`/tasks/${next.id}`, { status: 'done' });
        expect(
          (await list('/tasks?status=open')).map((one: { seriesId: string }) => one.seriesId),
        ).toEqual([first.id]);
      });

      test('completing a one-off task creates no follow-up', async () => {
        const { id } = await newTask({ title: 'Call', dueDate: '2026-11-21' });
        await patch(`/tasks/${id}`, { status: 'done' });
        expect(await list('/tasks?status=open')).toEqual([]);
      });

      test('creates one follow-up even if completed twice', async () => {
        const { id } = await newTask({ title: 'W', dueDate: '2026-11-21', frequency: 'daily' });
        await patch(`/tasks/${id}`, { status: 'done' });
        await patch(`/tasks/${id}`, { status: 'open' });
        await patch(`/tasks/${id}`, { status: 'done' });
        expect(await list('/tasks?status=open')).toHaveLength(1);
      });

      test('a completed task without a day is due again, counted from today', async () => {
        const { id } = await newTask({ title: 'Walk', frequency: 'weekly' });
        await patch(`/tasks/${id}`, { status: 'done' });
        expect((await list('/tasks?status=open'))[0].dueDate).toBe('2026-11-28');
      });
    });

    describe('a feed order that arrives', () => {
      const order = { quantityKg: 16_000, feedType: 'finisher', pricePerTon: 2000 };
      const newOrder = (body: object = {}) =>
        create(service, 'feed-orders', { ...order, ...body }, { farmId: farm.farmId });
      const newDelivery = (body: Readonly<Record<string, unknown>>) =>
        create(service, 'feed-deliveries', body, { farmId: farm.farmId });

      test('creates one delivery and emits the event once', async () => {
        const { id } = await newOrder();
        const delivered = await patch(`/feed-orders/${id}`, { status: 'delivered' });
        const [delivery, ...others] = await list('/feed-deliveries');
        expect(others).toEqual([]);
        expect(delivery).toMatchObject({
          ...order,
          date: '2026-11-21',
          totalCost: 32_000,
          feedOrderId: id,
          id: delivered.deliveryId,
        });
        expect(delivered.deliveredAt).toBe('2026-11-21');
        expect((await events()).filter((event) => event === 'feed.delivered')).toHaveLength(1);
      });

      test('creates a delivery even if it is created as delivered', async () => {
        const { id } = await newOrder({ status: 'delivered', deliveredAt: '2026-11-19' });
        expect(await list('/feed-deliveries')).toMatchObject([
          { date: '2026-11-19', feedOrderId: id },
        ]);
      });

      test.each([
        ['the same day and kg', { date: '2026-11-21', quantityKg: 16_000 }, 1],
        ['two days before and 1 % less', { date: '2026-11-19', quantityKg: 15_840 }, 1],
        ['1.1 % more', { date: '2026-11-21', quantityKg: 16_176 }, 2],
        ['three days before', { date: '2026-11-18', quantityKg: 16_000 }, 2],
      ])(
        'a feed order that arrives in addition to a delivery of %s makes %o deliveries in all',
        async (_, written, count) => {
          const before = await newDelivery(written);
          const { id } = await newOrder();
          const { deliveryId } = await patch(`/feed-orders/${id}`, { status: 'delivered' });
          const deliveries = await list('/feed-deliveries');
          expect(deliveries).toHaveLength(count);
          expect(deliveryId === before.id).toBe(count === 1);
          const { feedOrderId } = (await service.send('GET', `/feed-deliveries/${deliveryId}`))
            .body;
          expect(feedOrderId).toBe(id);
        },
      );

      test('a feed order that arrives from another supplier is a separate delivery', async () => {
        const supplier = await create(
          service,
          'contacts',
          { name: 'Mill' },
          { farmId: farm.farmId },
        );
        await newDelivery({ date: '2026-11-21', quantityKg: 16_000, supplierId: supplier.id });
        const { id } = await newOrder();
        await patch(`/feed-orders/${id}`, { status: 'delivered' });
        expect(await list('/feed-deliveries')).toHaveLength(2);
      });

      test('can be reverted once its delivery is deleted, and arrive again', async () => {
        const { id } = await newOrder();
        const { deliveryId } = await patch(`/feed-orders/${id}`, { status: 'delivered' });
        const refused = await service.send('PATCH', `/feed-orders/${id}`, {
          body: { status: 'ordered' },
        });
        expect(refused.status).toBe(400);
        await service.send('DELETE', `/feed-deliveries/${deliveryId}`);
        await patch(`/feed-orders/${id}`, { status: 'ordered' });
        await patch(`/feed-orders/${id}`, { status: 'delivered' });
        expect(await list('/feed-deliveries')).toHaveLength(1);
      });
    });

    test('an accepted bid rejects the other bids and awards the tender', async () => {
      const { farmId } = farm;
      const tender = await create(service, 'tenders', { title: 'Feed' }, { farmId });
      const bid = (price: number, status = 'submitted') =>
        create(service, 'tender-bids', { tenderId: tender.id, price, status });
      const [best, shortlisted, withdrawn, other] = [
        await bid(1),
        await bid(2, 'shortlisted'),
        await bid(3, 'withdrawn'),
        await bid(4),
      ];
      await patch(`/tender-bids/${best.id}`, { status: 'accepted' });
      const bids = await list(`/tender-bids?tenderId=${tender.id}`);
      const statusOf = (id: string) => bids.find((one: { id: string }) => one.id === id).status;
      expect([best, shortlisted, withdrawn, other].map(({ id }) => statusOf(id))).toEqual([
        'accepted',
        'rejected',
        'withdrawn',
        'rejected',
      ]);
      expect((await service.send('GET', `/tenders/${tender.id}`)).body.status).toBe('awarded');
    });

    describe('a flock', () => {
      const newFlock = (body: object) =>
        create(service, 'flocks', { barnId: farm.barnId, code: 'B1-2611', ...body });

      test('a flock that is placed is on the timeline once', async () => {
        const flock = await newFlock({ placementDate: '2026-11-21', chicksReceived: 20_000 });
        await patch(`/flocks/${flock.id}`, { status: 'selling' });
        await patch(`/flocks/${flock.id}`, { status: 'active' });
        expect(await list(`/events?flockId=${flock.id}`)).toMatchObject([
          {
            kind: 'placement',
            flockId: flock.id,
            barnId: farm.barnId,
            title: expect.stringContaining('B1-2611'),
            details: expect.stringContaining('20,000'),
            ts: NOW,
          },
        ]);
      });

      test('a flock with a corrected placement date is on the timeline on that date', async () => {
        const flock = await newFlock({ placementDate: '2026-11-21' });
        const second = { kind: 'placement', title: 'More chicks', ts: '2026-11-20T08:00:00.000Z' };
        await create(service, 'events', { ...second, flockId: flock.id, barnId: farm.barnId });
        await patch(`/flocks/${flock.id}`, { placementDate: '2026-11-11' });
        const found = await list(`/events?flockId=${flock.id}`);
        // Midnight in Jerusalem; the event of another day remains.
        expect(found.map(({ ts }: { ts: string }) => ts).sort()).toEqual([
          '2026-11-10T22:00:00.000Z',
          second.ts,
        ]);
      });

      test('a flock that is planned is on the timeline from its placement date', async () => {
        const flock = await newFlock({ placementDate: '2026-11-20', status: 'planned' });
        const timeline = () => list(`/events?flockId=${flock.id}`);
        expect(await timeline()).toEqual([]);
        await patch(`/flocks/${flock.id}`, { status: 'active' });
        // Midnight in Jerusalem.
        expect(await timeline()).toMatchObject([{ ts: '2026-11-19T22:00:00.000Z' }]);
      });
    });

    test('undoing an action also undoes its cascading changes', async () => {
      const first = await newTask({ title: 'W', dueDate: '2026-11-21', frequency: 'daily' });
      const body = { farmId: farm.farmId, type: 'complete_task', taskId: first.id };
      const done = await service.send('POST', '/actions', { body });
      expect(await list('/tasks')).toHaveLength(2);
      const undone = await service.send('POST', '/actions/undo', { body: done.body.undo });
      expect([undone.status, await list('/tasks')]).toMatchObject([
        200,
        [{ id: first.id, status: 'open', completedAt: null }],
      ]);
    });
  });
}
