import { describe, expect, test } from 'vitest';
import { addDays, dayInZone } from '../../../src/tools/calendar.ts';
import { drawAlarmFlock } from '../../support/alarm-flocks.ts';
import { judgeEvenings } from '../../support/alarm-runs.ts';
import { troubleCases } from '../../support/alarm-troubles.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService } from '../../support/service.ts';

const DAY_MILLIS = 86_400_000;
const NUMBER = 2;
const FROM_AGE = 14;
const ZONE = 'Asia/Jerusalem';

/** The simulation applies the rules to separate snapshots: the service must find the same. */
describe.each(DATABASES)('%s: a simulated flock with an outbreak', (name) => {
  test('raises its alert on the day on which the simulation does', async () => {
    const outbreak = troubleCases[0];
    if (!outbreak) throw new Error('there is no outbreak');
    const { days, birds } = drawAlarmFlock(NUMBER, outbreak.plant(FROM_AGE));
    const alarm = judgeEvenings(drawAlarmFlock(NUMBER, outbreak.plant(FROM_AGE))).find(
      ({ rule, at }) => rule === outbreak.rule && at >= FROM_AGE,
    );
    const expected = Math.floor(alarm?.at ?? Number.NaN);
    expect(expected).toBe(
      outbreak.crossing(drawAlarmFlock(NUMBER, outbreak.plant(FROM_AGE)), FROM_AGE),
    );
    const service = await startTestService(name);
    try {
      const { farmId, barnId } = await createFarm(service);
      const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId });
      const today = dayInZone(service.clock.now(), ZONE);
      const placementDate = addDays(today, -(FROM_AGE - 1));
      const placed = { placementDate, breed: 'Ross 308', chicksReceived: birds };
      const flock = await create(service, 'flocks', { barnId: barn['id'], ...placed });
      expect(barn['id']).not.toBe(barnId);
      const logDay = async (age: number) => {
        const { deaths: mortality, feedKg, waterL } = days[age] ?? {};
        const date = addDays(placementDate, age);
        const log = { flockId: flock['id'], date, mortality, feedKg, waterL };
        await create(service, 'daily-logs', log);
      };
      for (let age = 1; age < FROM_AGE; age++) await logDay(age);
      const alarmDays: number[] = [];
      for (let age = FROM_AGE; age <= expected; age++) {
        service.clock.advance(DAY_MILLIS);
        await logDay(age);
        const { body } = await service.send('POST', '/os/brain/scan', { body: { farmId } });
        const rules = body.scans[0].alerts.map(({ rule }: { readonly rule: string }) => rule);
        if (rules.includes(outbreak.rule)) alarmDays.push(age);
      }
      expect(alarmDays).toEqual([expected]);
    } finally {
      await service.close();
    }
  });
});
