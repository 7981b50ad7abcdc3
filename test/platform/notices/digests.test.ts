import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planDigests } from '../../../src/platform/notices/digests.ts';
import { DATABASES } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import { type NoticeStage, startNoticeStage } from '../../support/notice-stage.ts';
import type { TestService } from '../../support/service.ts';
import { createUser, signInUser } from '../../support/signed-in.ts';

const HOUR = 3_600_000;
const PATH = '/os/notices/digest';

describe.each(DATABASES)('%s: the morning briefing', (database) => {
  let stage: NoticeStage;
  let service: TestService;
  let north: string;
  let dana: string;

  beforeAll(async () => {
    stage = await startNoticeStage(database);
    ({ service } = stage);
    north = (await createFarm(service, { name: 'North' })).farmId;
    await createFarm(service, { name: 'South' });
    dana = await createUser(service, 'Dana', [{ role: 'owner' }]);
    await service.send('PATCH', `/users/${dana}`, { body: { lang: 'es' } });
    await stage.verified({ kind: 'email', address: 'dana@example.com', userId: dana });
  });
  afterAll(() => stage.close());

  const choose = (userId: string, body: object) =>
    service.send('PUT', `${PATH}?userId=${userId}`, { body });
  const read = async (userId: string) =>
    (await service.send('GET', `${PATH}?userId=${userId}`)).body;
  /** Sets the clock to that time and sends due messages. */
  const passTo = (instant: string) => stage.pass(Date.parse(instant) - service.clock.now());

  test('is sent once a day at the chosen hour, in the language of the user', async () => {
    await passTo('2027-01-10T10:00:00Z');
    stage.mails();
    expect(await read(dana)).toMatchObject({
      hour: null,
      nextAt: null,
      hasChannel: true,
      timezone: 'Asia/Jerusalem',
    });
    const chosen = await choose(dana, { hour: 6 });
    expect(chosen.body).toMatchObject({
      hour: 6,
      via: 'email',
      nextAt: '2027-01-11T04:00:00.000Z',
    });
    await stage.raise(north, 'Fan 3 is broken', 'warning');
    await passTo('2027-01-11T03:59:59Z');
    expect(stage.mails()).toEqual([]);
    // Two instances look at the same time.
    const other = stage.another({});
    service.clock.advance(1000);
    other.wake();
    stage.dispatcher.wake();
    await Promise.all([other.settled(), stage.dispatcher.settled()]);
    await other.stop();
    const [mail, ...more] = stage.mails();
    expect(more).toEqual([]);
    expect(mail?.to).toBe('dana@example.com');
    const text = decoded(mail?.text ?? '');
    expect(text).toContain('Resumen de la mañana');
    expect(text).toContain('North\n');
    expect(text).toContain('- Fan 3 is broken');
    expect(text).toContain('South\n');
    expect(text).toContain('https://farm.example.com/');
    expect(text).toContain('<html lang="es" dir="ltr">');
    expect(await read(dana)).toMatchObject({
      lastDay: '2027-01-11',
      nextAt: '2027-01-12T04:00:00.000Z',
    });
    // Another hour on the same day does not cause a second one.
    expect((await choose(dana, { hour: 9 })).body.nextAt).toBe('2027-01-12T07:00:00.000Z');
    await passTo('2027-01-11T20:00:00Z');
    expect(stage.mails()).toEqual([]);
  });

  test('is skipped when the service was down all morning, and when it is disabled', async () => {
    await passTo('2027-01-12T13:00:01Z');
    expect(stage.mails()).toEqual([]);
    expect((await read(dana)).nextAt).toBe('2027-01-13T07:00:00.000Z');
    await choose(dana, { hour: null });
    await passTo('2027-01-13T12:00:00Z');
    expect(stage.mails()).toEqual([]);
  });

  test('covers only farms whose briefing the user may read', async () => {
    const noa = await createUser(service, 'Noa', [{ role: 'manager', farmIds: [north] }]);
    await stage.verified({ kind: 'email', address: 'noa@example.com', userId: noa });
    const manager = await signInUser(service, noa);
    expect((await manager.send('PUT', PATH, { body: { hour: 5 } })).status).toBe(200);
    expect((await manager.send('GET', `${PATH}?userId=${dana}`)).status).toBe(403);
    await passTo('2027-01-14T03:00:00Z');
    const [mail] = stage.mails();
    expect(decoded(mail?.text ?? '')).toContain('North\n');
    expect(mail?.text).not.toContain('South');
    // A worker may not read briefings, and a suspended user gets none.
    const tom = await createUser(service, 'Tom', [{ role: 'worker', farmIds: [north] }]);
    const worker = await signInUser(service, tom);
    expect((await worker.send('PUT', PATH, { body: { hour: 5 } })).status).toBe(403);
    await service.send('PATCH', `/users/${noa}`, { body: { status: 'disabled' } });
    await passTo('2027-01-15T03:00:00Z');
    expect(stage.mails()).toEqual([]);
  });

  test('two instances that plan concurrently write one message', async () => {
    await choose(dana, { hour: 6 });
    const { runtime } = service.service;
    // Nothing was sent for two days, and today's is due.
    service.clock.advance(Date.parse('2027-01-17T04:30:00Z') - service.clock.now());
    const plan = () => runtime.database.transaction((at) => planDigests(runtime, at, 5));
    await Promise.all([plan(), plan(), plan()]);
    await stage.pass(HOUR);
    expect(stage.mails()).toHaveLength(1);
    const query = `userId=${dana}&kind=digest`;
    const { body } = await service.send('GET', `/os/notices?${query}`);
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent']);
  });

  test.each([[{ hour: 24 }], [{ hour: 6.5 }], [{ hour: 6, via: 'telegram' }], [{}]])(
    '%j is rejected',
    async (body) => {
      expect((await choose(dana, body)).status).toBe(400);
    },
  );
});

/** The parts of a message that are quoted-printable or base64, as text. */
function decoded(mail: string): string {
  const quoted = mail
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
    );
  return quoted.replaceAll(/^[A-Za-z\d+/=\n]{200,}$/gm, (block) =>
    Buffer.from(block, 'base64').toString('utf8'),
  );
}
