import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const LAST = {
  en: 'when was the last vet visit',
  es: 'cuándo fue la última visita del veterinario',
  he: 'מתי היה הביקור האחרון של הווטרינר',
  th: 'สัตวแพทย์มาครั้งล่าสุดเมื่อไร',
  zh: '兽医上次来是什么时候',
} as const;

// A visit of the vet is a treatment of a flock, or an event of the timeline. It is 2026-11-02.
for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const visitOnTimeline = (ts: string) =>
      create(service, 'events', {
        barnId: farm.barnId,
        kind: 'vet_visit',
        title: 'Dr. Levi looked at the flock',
        ts,
      });
    const ask = async (question: string, lang: string, key?: string) => {
      const body = { question, lang, farmId: farm.farmId };
      return (await service.send('POST', '/ask', { body, ...(key ? { key } : {}) })).body;
    };
    const daysIn = ({ facts }: { facts: readonly { value: unknown; asOf: unknown }[] }) =>
      [...JSON.stringify(facts).matchAll(/2026-1[01]-\d\d/g)].map(([day]) => day);

    test.each(Object.entries(LAST))(
      'in %s a visit on the timeline is reported',
      async (lang, question) => {
        await visitOnTimeline('2026-10-20T08:00:00Z');
        const answer = await ask(question, lang);
        expect(new Set(daysIn(answer))).toEqual(new Set(['2026-10-20']));
        expect(answer.answer).toMatch(/20/);
      },
    );

    test('the last visit is the newest of both kinds', async () => {
      const { flockId } = farm;
      await create(service, 'treatments', { flockId, kind: 'vet_visit', date: '2026-10-25' });
      expect(daysIn(await ask(LAST.en, 'en'))).toContain('2026-10-25');
      await visitOnTimeline('2026-10-28T08:00:00Z');
      const newest = await ask(LAST.en, 'en');
      expect(daysIn(newest)).toContain('2026-10-28');
      expect(daysIn(newest)).not.toContain('2026-10-25');
    });

    test('a list includes both kinds', async () => {
      const days = daysIn(await ask('which vet visits were there in october', 'en'));
      expect(days).toEqual(expect.arrayContaining(['2026-10-25', '2026-10-28']));
    });

    test('a key without read access to events gets treatments only', async () => {
      const key = await service.createKey({ scopes: ['ai:ask', 'read:treatments'] });
      const days = daysIn(await ask(LAST.en, 'en', key));
      expect([days.includes('2026-10-25'), days.includes('2026-10-28')]).toEqual([true, false]);
    });
  });
}
