import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HEBREW = 'Barn 1: תמותה גבוהה, 400 עופות ב-1 בנוב׳ 2026';

// The organisation speaks Hebrew. 10,000 Ross 308 placed on 2026-10-03; it is 2026-11-02.
for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const { flockId } = farm;
      await create(service, 'daily-logs', { flockId, date: '2026-11-01', mortality: 400 });
      await scan();
    });
    afterAll(() => service.close());

    const read = async (path: string, language?: string) =>
      service.send('GET', path, language ? { headers: { 'accept-language': language } } : {});
    const change = async (id: string, body: object, language: string) =>
      service.send('PATCH', `/alerts/${id}`, { body, headers: { 'accept-language': language } });
    const scan = () => service.send('POST', '/os/brain/scan', { body: { farmId: farm.farmId } });
    const newest = async (language?: string) =>
      (await read(`/alerts?farmId=${farm.farmId}`, language)).body.data[0];

    test.each([
      ['en-GB, en;q=0.9', 'Barn 1: 400 birds dead on Nov 1, 2026'],
      ['th', 'Barn 1: ไก่ตาย 400 ตัว วันที่ 1 พ.ย. 2026'],
      ['es', 'Barn 1: mortalidad alta, 400 aves el 1 nov 2026'],
      ['zh', 'Barn 1：2026年11月1日死亡400只'],
      ['he', HEBREW],
      ['fr', HEBREW],
      [undefined, HEBREW],
    ])('an alert of a rule is shown in the reader’s language: %s', async (language, title) => {
      const listed = await read(`/alerts?farmId=${farm.farmId}`, language);
      const alert = listed.body.data.find(
        ({ category }: { category: string }) => category === 'mortality',
      );
      const { body, headers } = await read(`/alerts/${alert.id}`, language);
      const { body: chosen } = await read(`/alerts?farmId=${farm.farmId}&fields=title`, language);
      const changed = await change(
        alert.id,
        { feedbackNote: `seen ${language}` },
        language ?? 'fr',
      );
      expect([alert, body, chosen.data[0], changed.body].map((expected) => expected.title)).toEqual(
        Array(4).fill(title),
      );
      expect([listed.headers['vary'], headers['vary']]).toEqual(Array(2).fill('accept-language'));
      expect(body.message).toContain('400');
    });

    test('an answer cached in one language is not returned in another', async () => {
      const [spanish, thai] = [await read('/alerts', 'es'), await read('/alerts', 'th')];
      expect(thai.headers['etag']).not.toBe(spanish.headers['etag']);
      const again = await service.send('GET', '/alerts', {
        headers: { 'accept-language': 'th', 'if-none-match': String(spanish.headers['etag']) },
      });
      expect(again.status).toBe(200);
    });

    test.each([
      ['/digest', 'openAlerts', '0', 'title'],
      ['/digest', 'headline', '1'],
      ['/context', 'alerts', 'open', '0', 'title'],
      ['/context', 'narrative'],
      ['/ask', 'answer'],
    ])('%s returns it in the requested language', async (path, ...place) => {
      const { farmId } = farm;
      const { body } =
        path === '/ask'
          ? await service.send('POST', path, {
              body: { question: 'open alerts?', lang: 'es', farmId },
            })
          : await read(`${path}?farmId=${farmId}&lang=es`);
      const reported = place.reduce<unknown>((part, name) => Object(part)[name], body);
      expect(reported).toContain('mortalidad alta, 400 aves el 1 nov 2026');
    });

    test.each([
      ['th', /ไก่ตาย 400 ตัว/, /[ก-๙]/],
      ['es', /mortalidad alta, 400 aves/, /^[^ก-๙א-ת一-龥]*$/],
      ['zh', /死亡400只/, /[一-龥]/],
      ['he', /תמותה גבוהה/, /[א-ת]/],
    ])('a scan and the activity log report it in %s', async (language, title, gapTitle) => {
      const activity = await read(`/activity?farmId=${farm.farmId}&kinds=alert&lang=${language}`);
      const activities = activity.body.data.map((entry: { title: string }) => entry.title);
      expect(activities.join('\n')).toMatch(title);
      const other = await createFarm(service, { name: `Other ${language}` });
      const { flockId } = other;
      await create(service, 'daily-logs', { flockId, date: '2026-11-01', mortality: 400 });
      const { body } = await service.send('POST', '/os/brain/scan', {
        body: { farmId: other.farmId },
        headers: { 'accept-language': language },
      });
      const [scan] = body.scans;
      expect(JSON.stringify(scan.alerts.map((alert: { title: string }) => alert.title))).toMatch(
        title,
      );
      for (const gap of scan.gaps.new)
        expect(gap.title.replace(`Other ${language}`, '')).toMatch(gapTitle);
    });

    test('text written by people is shown unchanged', async () => {
      const { id } = await newest();
      const changed = await change(id, { title: 'נפלו עופות' }, 'en');
      expect(changed.body).toMatchObject({
        title: 'נפלו עופות',
        message: expect.stringContaining('400 birds died'),
      });
      expect(await newest('th')).toMatchObject({
        title: 'נפלו עופות',
        message: expect.stringContaining('ตาย 400 ตัว'),
      });
      expect((await read(`/digest?farmId=${farm.farmId}&lang=th`)).body.openAlerts[0].title).toBe(
        'נפלו עופות',
      );
    });

    test('the note of a rule that closes an alert is shown in the language of the reader', async () => {
      const log = (mortality: number) =>
        create(service, 'daily-logs', { flockId: farm.flockId, date: '2026-11-02', mortality });
      await log(4);
      await scan();
      const [english, hebrew] = [await newest('en'), await newest()];
      expect([english.status, hebrew.status]).toEqual(['resolved', 'resolved']);
      expect(english.resolutionNote).toMatch(/^[ -~]+$/);
      expect(hebrew.resolutionNote).toMatch(/[א-ת]/);
    });

    test('a person who writes an alert gets the same text in every language', async () => {
      const body = { farmId: farm.farmId, title: 'Ventilator 3 steht' };
      await create(service, 'alerts', body);
      expect(await newest('th')).toMatchObject({ title: body.title, source: null });
    });
  });
}
