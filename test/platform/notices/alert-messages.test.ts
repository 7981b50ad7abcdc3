import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { followAlerts } from '../../../src/platform/notices/incidents.ts';
import { cleanUp } from '../../../src/server/jobs/job-table.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { type NoticeStage, startNoticeStage } from '../../support/notice-stage.ts';
import { readMail } from '../../support/read-mail.ts';
import type { TestService } from '../../support/service.ts';
import { createUser } from '../../support/signed-in.ts';

const MINUTE = 60_000;
const LINK = /https:\/\/farm\.example\.com\/acknowledge\/[\w-]+/;

// The organisation speaks Hebrew. 10,000 Ross 308 placed on 2026-10-03; it is 2026-11-02, 10:30.
describe.each(DATABASES)('%s: messages about alerts', (database) => {
  let stage: NoticeStage;
  let service: TestService;
  let farm: TestFarm;

  beforeAll(async () => {
    stage = await startNoticeStage(database);
    ({ service } = stage);
    farm = await createFarm(service, { name: 'North' });
    for (const [name, lang] of [
      ['Dana', 'en'],
      ['Ana', 'es'],
    ] as const) {
      const userId = await createUser(service, name, [{ role: 'owner' }]);
      await service.send('PATCH', `/users/${userId}`, { body: { lang } });
      await stage.verified({ kind: 'email', address: `${name}@example.com`, userId });
    }
  });
  afterEach(async () => {
    await stage.acknowledgeAll();
    await stage.pass(11 * MINUTE);
    stage.mails();
  });
  afterAll(() => stage.close());

  const raise = (title: string, more: object = {}) =>
    create(service, 'alerts', { title, severity: 'critical', ...more }, { farmId: farm.farmId });
  const change = (id: string, body: object) => service.send('PATCH', `/alerts/${id}`, { body });
  const scan = () => service.send('POST', '/os/brain/scan', { body: { farmId: farm.farmId } });
  const openCount = async () => (await service.send('GET', '/alerts?status=open')).body.data.length;
  /** The message of each recipient, by the part of the address before the @. */
  const arrived = () => {
    const mails = stage.mails().map(({ to, text }) => [to.split('@')[0], readMail(text)] as const);
    expect(mails.map(([name]) => name).sort()).toEqual(
      [...new Set(mails.map(([name]) => name))].sort(),
    );
    return Object.fromEntries(mails);
  };
  const messageCount = async () =>
    (await service.send('GET', '/os/notices?kind=alert&limit=1')).body.meta.total;

  test('name farm, barn, problem, value, normal value and time in the language of the recipient', async () => {
    const { flockId } = farm;
    const log = (date: string, mortality: number) =>
      create(service, 'daily-logs', { flockId, date, mortality });
    for (let day = 25; day <= 31; day++) await log(`2026-10-${day}`, 7);
    const { id } = await log('2026-11-01', 400);
    await scan();
    await stage.pass();
    const { Dana, Ana } = arrived();
    const [alert] = (await service.send('GET', '/alerts?status=open')).body.data;
    // Calculated manually: 49 died before; 400 of 9,951 are 4.02 %, and 7 a day is the mean of the
    // week before.
    expect(Dana?.subject).toBe(
      'Critical: Barn 1: 400 birds dead on Nov 1, 2026, far more than usual – North',
    );
    const [, link] = Dana?.plain.split('Acknowledge: ') ?? [];
    expect(Dana?.plain.split('\n')).toEqual([
      'North · Barn 1',
      'Barn 1: 400 birds dead on Nov 1, 2026, far more than usual',
      '400 birds died on Nov 1, 2026, 4.02% of the birds; the mean of the week before is 7 birds a day. Look at the birds, their water and air, and call the vet.',
      'Since Nov 2, 2026, 10:30 AM',
      '',
      `Open the alert: https://farm.example.com/records/alerts/${alert.id}`,
      expect.stringMatching(LINK),
    ]);
    expect(Dana?.html).toContain('<html lang="en" dir="ltr">');
    expect(Dana?.html).toContain(`<a href="${link}">`);
    expect(Ana?.subject).toBe(
      'Crítico: Barn 1: mortalidad muy por encima de lo habitual, 400 aves el 1 nov 2026 – North',
    );
    expect(Ana?.plain).toContain('7 aves');
    expect(Ana?.html).toContain('<html lang="es" dir="ltr">');

    // Another occurrence of the open alert sends nothing, and neither does a change of its text.
    await service.send('PATCH', `/daily-logs/${id}`, { body: { mortality: 500 } });
    await scan();
    await change(alert.id, { feedbackNote: 'seen' });
    await stage.pass(MINUTE);
    expect(arrived()).toEqual({});
    // Its cause ends: nothing is repeated, or even planned.
    await service.send('PATCH', `/daily-logs/${id}`, { body: { mortality: 7 } });
    await scan();
    expect(await openCount()).toBe(0);
    const before = await messageCount();
    await stage.pass(5 * MINUTE);
    await stage.pass(10 * MINUTE);
    expect(arrived()).toEqual({});
    expect(await messageCount()).toBe(before);
  });

  test('messages about alerts of a storm state their number and name ten of them', async () => {
    for (let count = 1; count <= 12; count++) {
      // The titles of rules begin with the barn.
      const title = count === 2 ? 'Barn 1: no power' : `Power failure ${count}`;
      await raise(title, { barnId: farm.barnId });
      service.clock.advance(10);
    }
    // Half a second after the first of them they are one message.
    await stage.pass(370);
    expect(arrived()).toEqual({});
    await stage.pass(10);
    const { Dana, Ana } = arrived();
    expect(Dana?.subject).toBe('Critical: 12 open alerts – North');
    expect(Ana?.subject).toContain('12');
    const [place, ...lines] = Dana?.plain.split('\n') ?? [];
    expect(place).toBe('North');
    const titles = Array.from({ length: 10 }, (_, n) => `- Barn 1: Power failure ${n + 1}`);
    titles[1] = '- Barn 1: no power';
    expect(lines.slice(0, 11)).toEqual([...titles, 'and 2 more alerts']);
    expect(lines[11]).toMatch(/^Since /);
  });

  test.each([
    ['was acknowledged', { status: 'acknowledged' }],
    ['was resolved', { status: 'resolved' }],
    ['is no longer critical', { severity: 'info' }],
  ])('are not sent for an alert that %s after they were planned', async (_, changes) => {
    const { id } = await raise('Heat');
    await stage.pass();
    expect(arrived()['Dana']?.subject).toBe('Critical: Heat – North');
    service.clock.advance(5 * MINUTE);
    const planner = stage.another({ mailer: undefined });
    planner.wake();
    await planner.settled();
    expect((await change(id, changes)).status).toBe(200);
    await stage.pass(MINUTE);
    await stage.pass(10 * MINUTE);
    expect(arrived()).toEqual({});
    const before = await messageCount();
    await stage.pass(10 * MINUTE);
    expect(await messageCount()).toBe(before);
  });

  test('messages about alerts that are late are replaced by those of the next step', async () => {
    const away = stage.another({ mailer: undefined });
    await raise('Heat');
    for (const minutes of [0, 5]) {
      service.clock.advance(minutes * MINUTE + 1000);
      away.wake();
      await away.settled();
    }
    const { body } = await service.send('GET', '/os/notices?kind=alert&limit=4');
    const states = body.data.map(({ step, state, failure }: Record<string, unknown>) => [
      ...[step, state, failure],
    ]);
    expect(states).toEqual([
      ...Array(2).fill([1, 'pending', 'no_mail_server']),
      ...Array(2).fill([0, 'cancelled', 'superseded']),
    ]);
    await stage.pass(MINUTE);
    expect(Object.keys(arrived()).sort()).toEqual(['Ana', 'Dana']);
  });

  test('do not wait for a step that was planned while the clock was wrong', async () => {
    const days = 100 * 24 * 60 * MINUTE;
    service.clock.advance(days);
    await raise('Heat');
    service.clock.advance(-days);
    await stage.pass();
    expect(Object.keys(arrived()).sort()).toEqual(['Ana', 'Dana']);
  });

  test('show names as text, whatever they contain', async () => {
    await raise('<b>Heat</b> "34 °C" & more');
    await stage.pass();
    const { Dana } = arrived();
    expect(Dana?.subject).toBe('Critical: <b>Heat</b> "34 °C" & more – North');
    expect(Dana?.html).toContain('<br>&lt;b&gt;Heat&lt;/b&gt; &quot;34 °C&quot; &amp; more<br>');
  });

  test('are deleted after 90 days', async () => {
    await raise('Heat');
    await stage.pass();
    await stage.acknowledgeAll();
    const total = await messageCount();
    const { runtime } = service.service;
    service.clock.advance(89 * 24 * 60 * MINUTE);
    await cleanUp(runtime);
    expect(await messageCount()).toBe(total);
    service.clock.advance(24 * 60 * MINUTE + MINUTE);
    await cleanUp(runtime);
    expect(await messageCount()).toBe(0);
    stage.mails();
  });

  test('exist only if the change of the alert is committed', async () => {
    const { id } = await raise('Heat');
    await stage.acknowledgeAll();
    const { runtime } = service.service;
    const alert = (status: string) => ({
      ...{ id, orgId: service.orgId, farmId: farm.farmId, severity: 'critical', status },
    });
    const transactionResult = runtime.database.transaction(async (transaction) => {
      const now = runtime.clock.now();
      const touch = { resource: 'alerts', before: alert('acknowledged'), after: alert('open') };
      await followAlerts(runtime, { ...touch, transaction, now } as never);
      throw new Error('not committed');
    });
    await expect(transactionResult).rejects.toThrow('not committed');
    const before = await messageCount();
    await stage.pass();
    expect(await messageCount()).toBe(before);
  });
});
