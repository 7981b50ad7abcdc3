import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

type Setting = TestAnswer['body'];

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(database);
    });
    afterAll(() => service.close());

    const read = async () => (await service.send('GET', '/os/settings')).body;
    const change = (body: unknown, key = service.admin) =>
      service.send('PATCH', '/os/settings', { body, key });
    const settingNamed = (settings: readonly Setting[], name: string) =>
      settings.find((setting) => setting.name === name);

    test('every setting has its value, its default and its limits', async () => {
      const settings = await read();
      expect(settings.organisation).toEqual({
        id: service.orgId,
        name: 'First',
        timezone: 'Asia/Jerusalem',
        language: 'he',
      });
      expect(settingNamed(settings.thresholds, 'densityLimitKgM2')).toEqual({
        name: 'densityLimitKgM2',
        value: 39,
        default: 39,
        min: 10,
        max: 60,
        unit: 'kg/m²',
        notAbove: 'densityCriticalKgM2',
        note: 'Live weight a barn may hold (EU Directive 2007/43: 33 kg/m², 39 or 42 under conditions)',
        source: 'Directive 2007/43/EC: 33, 39 or 42',
      });
      expect(settingNamed(settings.retention, 'chatMessagesDays')).toMatchObject({
        days: null,
        min: 1,
      });
      expect(settingNamed(settings.retention, 'deliveriesDays')).toMatchObject({
        days: 30,
        default: 30,
      });
      expect(settings.updatedAt).toBeNull();
    });

    test('settings are described in the language of the reader', async () => {
      const { body } = await service.send('GET', '/os/settings', {
        headers: { 'accept-language': 'es' },
      });
      expect(settingNamed(body.thresholds, 'densityLimitKgM2').note).toBe(
        'Peso vivo que puede alojar un galpón (Directiva europea 2007/43: 33 kg/m², 39 o 42 con condiciones)',
      );
      expect(settingNamed(body.retention, 'activityDays').note).toBe('La cronología');
    });

    test('changes are stored, and null restores the default', async () => {
      const changed = await change({
        name: 'Valley',
        timezone: 'europe/madrid',
        language: 'es',
        thresholds: { densityLimitKgM2: 33, alertOpenHours: 24 },
        retention: { envReadingsDays: 400, deliveriesDays: 7 },
      });
      expect(changed.status).toBe(200);
      expect(changed.text).toBe(JSON.stringify(await read()));
      expect(changed.body.organisation).toMatchObject({
        name: 'Valley',
        timezone: 'Europe/Madrid',
        language: 'es',
      });
      expect((await service.send('GET', '/me')).body.org).toMatchObject({
        name: 'Valley',
        timezone: 'Europe/Madrid',
        language: 'es',
      });
      await change({ thresholds: { densityLimitKgM2: null }, retention: { deliveriesDays: null } });
      const settings = await read();
      expect(settingNamed(settings.thresholds, 'densityLimitKgM2').value).toBe(39);
      expect(settingNamed(settings.thresholds, 'alertOpenHours').value).toBe(24);
      expect(settingNamed(settings.retention, 'envReadingsDays').days).toBe(400);
      expect(settingNamed(settings.retention, 'deliveriesDays').days).toBe(30);
      expect(settings.organisation.name).toBe('Valley');
    });

    test('a threshold takes effect on the next request', async () => {
      const { farmId } = await createFarm(service);
      const title = 'Water line leaks';
      await create(service, 'alerts', { title }, { farmId });
      service.clock.advance(3 * 3_600_000);
      const isGap = async () => {
        const { body } = await service.send('GET', `/gaps?farmId=${farmId}`);
        return body.gaps.some((gap: Setting) => gap.kind.startsWith('alert_'));
      };
      const before = await isGap();
      await change({ thresholds: { alertOpenHours: 2 } });
      expect([before, await isGap()]).toEqual([false, true]);
    });

    test.each([
      [
        { thresholds: { densityLimit: 33 } },
        'thresholds.densityLimit',
        'thresholds.densityLimitKgM2',
      ],
      [{ thresholds: { densityLimitKgM2: 9 } }, 'thresholds.densityLimitKgM2', undefined],
      [{ thresholds: { densityLimitKgM2: '33' } }, 'thresholds.densityLimitKgM2', undefined],
      [{ thresholds: { spikeMinimumDeaths: 5.5 } }, 'thresholds.spikeMinimumDeaths', undefined],
      [{ thresholds: [] }, 'thresholds', undefined],
      [{ retention: { chatDays: 5 } }, 'retention.chatDays', undefined],
      [{ retention: { auditDays: 5 } }, 'retention.auditDays', undefined],
      [{ retention: { chatMessagesDays: 1.5 } }, 'retention.chatMessagesDays', undefined],
      [{ timezone: 'Asia/Jerusalen' }, 'timezone', 'Asia/Jerusalem'],
      [{ timezone: '+02:00' }, 'timezone', undefined],
      [{ language: 'fr' }, 'language', undefined],
      [{ name: ' ' }, 'name', undefined],
      [{ zone: 'UTC' }, 'zone', undefined],
      [[], 'body', undefined],
    ])('%j is rejected at %s', async (body, path, suggestion) => {
      const before = await read();
      const answer = await change(body);
      expect(answer.status).toBe(400);
      expect(answer.body.issues[0].path).toBe(path);
      if (suggestion) expect(answer.body.issues[0].suggestion).toBe(suggestion);
      expect(await read()).toEqual(before);
    });

    test('a warning threshold beyond the critical one is rejected, whichever is set', async () => {
      const issueOf = async (values: object) =>
        (await change({ thresholds: values })).body.issues.map(
          ({ path, code, message }: Setting) => [path, code, message],
        );
      const before = await read();
      const body = { name: 'Lost', thresholds: { co2WarningPpm: 6000 } };
      expect((await change(body)).status).toBe(400);
      expect(await read()).toEqual(before);
      expect(await issueOf({ co2WarningPpm: 6000 })).toEqual([
        [
          'thresholds.co2WarningPpm',
          'too_large',
          'thresholds.co2WarningPpm must not be above co2CriticalPpm, which is 5000; not 6000.',
        ],
      ]);
      expect(await issueOf({ humidityTooHighPct: 70, waterFeedLow: 3 })).toEqual([
        [
          'thresholds.humidityTooHighPct',
          'too_small',
          'thresholds.humidityTooHighPct must not be below humidityHighPct, which is 75; not 70.',
        ],
        [
          'thresholds.waterFeedLow',
          'too_large',
          'thresholds.waterFeedLow must not be above waterFeedHigh, which is 2.3; not 3.',
        ],
      ]);
      const both = { co2WarningPpm: 6000, co2CriticalPpm: 6000 };
      expect((await change({ thresholds: both })).status).toBe(200);
      expect(await issueOf({ co2CriticalPpm: null })).toEqual([
        [
          'thresholds.co2CriticalPpm',
          'too_small',
          'thresholds.co2CriticalPpm must not be below co2WarningPpm, which is 6000; not 5000.',
        ],
      ]);
      expect((await change({ thresholds: { alertOpenHours: 48 } })).status).toBe(200);
      const cleared = { co2WarningPpm: null, co2CriticalPpm: null };
      expect((await change({ thresholds: cleared })).status).toBe(200);
    });

    test('only an admin reads settings, and one pinned to farms cannot change any', async () => {
      const { farmId } = await createFarm(service);
      const reader = await service.createKey({ scopes: ['read:*', 'write:*'] });
      const pinned = await service.createKey({ farmIds: [farmId] });
      const foreignKey = await service.createKey({
        orgId: await service.createOrganisation('Other'),
      });
      expect((await service.send('GET', '/os/settings', { key: reader })).status).toBe(403);
      expect((await change({ language: 'en' }, reader)).status).toBe(403);
      expect((await change({ language: 'en' }, pinned)).body.code).toBe('key_is_pinned');
      const { body } = await service.send('GET', '/os/settings', { key: foreignKey });
      expect(body.organisation.name).toBe('Other');
    });
  });
}
