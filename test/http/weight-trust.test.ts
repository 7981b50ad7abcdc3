import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardWeightG } from '../../src/farming/standards/standard-values.ts';
import { type CameraStage, cameraFarm } from '../support/camera-stage.ts';
import { DATABASES } from '../support/databases.ts';
import { create } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const SOURCES = ['east', 'middle', 'west'];
/** Birds placed on 2026-10-03 weigh the standard; cameras read 3 % too low. */
const AGES = { '2026-10-26': 23, '2026-11-01': 29 } as const;
const standardOn = (day: keyof typeof AGES) => standardWeightG('ross_308', AGES[day]) ?? Number.NaN;

for (const name of DATABASES) {
  describe(`${name}: how far a weight can be trusted`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(name);
    });
    afterAll(() => service.close());

    test('cameras never compared with scales give an uncalibrated weight', async () => {
      const stage = await cameraFarm(service);
      await pushWeights(stage, '2026-11-01');
      const answers = await answersOf(stage);
      expect(answers.flock).toMatchObject({ weightUncalibrated: true });
      expect(answers.context).toMatchObject({
        weightUncalibrated: true,
        weight: { source: 'smart', uncalibrated: true },
      });
      expect(answers.weights).toMatchObject({
        smart: { uncalibrated: true, levelPct: 90 },
        weightUncalibrated: true,
      });
      expect(answers.missing).toContain('weight_uncalibrated');
      expect(answers.market).toMatchObject({ weightUncalibrated: true });
      const avgWeightGr = Math.round(standardOn('2026-11-01'));
      await create(service, 'daily-logs', {
        ...{ flockId: stage.flockId, date: '2026-11-01' },
        avgWeightGr,
      });
      const weighed = await answersOf(stage);
      expect(weighed.flock).toMatchObject({ weightUncalibrated: false });
      expect(weighed.weights).toMatchObject({ smart: { uncalibrated: false } });
      expect(weighed.missing).not.toContain('weight_uncalibrated');
    });

    test('a weighing that three calibrated cameras contradict is suspect until it is corrected', async () => {
      const stage = await cameraFarm(service);
      const { barnId } = stage;
      await create(service, 'devices', { kind: 'camera', barnId, sourceKey: 'middle' });
      await weigh(stage, '2026-10-26', 1);
      await pushWeights(stage, '2026-10-26');
      const wrong = await weigh(stage, '2026-11-01', 0.8);
      await pushWeights(stage, '2026-11-01');
      const read = () => service.send('GET', `/daily-logs/${wrong.id}`);
      const { body: log } = await read();
      // One comparison applies half of 3 %: the cameras are 1.5 % too low.
      const expected = standardOn('2026-11-01') * 0.985;
      expect(log.suspect).toEqual(['avgWeightGr']);
      expect(log.camerasWeightGr / expected).toBeCloseTo(1, 2);
      expect(log.version).toBe(1);
      const answers = await answersOf(stage);
      expect(answers.gaps).toEqual([expect.stringContaining('calibrated cameras')]);
      expect(answers.flock.weightG / (standardOn('2026-11-01') * 1.03)).toBeCloseTo(1, 1);
      await service.send('PATCH', `/daily-logs/${wrong.id}`, {
        body: { avgWeightGr: Math.round(standardOn('2026-11-01')) },
      });
      expect((await read()).body).toMatchObject({ suspect: [], camerasWeightGr: null });
      expect((await answersOf(stage)).gaps).toEqual([]);
    });

    async function weigh(stage: CameraStage, date: keyof typeof AGES, factor: number) {
      const avgWeightGr = Math.round(standardOn(date) * factor);
      return create(service, 'daily-logs', { flockId: stage.flockId, date, avgWeightGr });
    }
  });
}

async function pushWeights(stage: CameraStage, day: keyof typeof AGES): Promise<void> {
  const events = SOURCES.flatMap((source) =>
    [9, 10, 11].map((hour) => ({
      ...{ source, kind: 'weight', barnId: stage.barnId },
      value: standardOn(day) * 0.97,
      ts: `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`,
    })),
  );
  const answer = await stage.push(events);
  if (answer.status !== 200) throw new Error(answer.text);
}

async function answersOf({ service, farmId, flockId }: CameraStage) {
  const query = `farmId=${farmId}`;
  const [flock, context, insights, gaps] = await Promise.all([
    service.send('GET', `/flocks/${flockId}`),
    service.send('GET', `/context?${query}`),
    service.send('GET', `/insights?${query}&include=weights,market`),
    service.send('GET', `/gaps?${query}&lang=en`),
  ]);
  const { weights, market } = insights.body.sections;
  return {
    flock: flock.body,
    context: context.body.flocks[0],
    weights: weights.flocks[0],
    missing: weights.missing.map(({ code }: { code: string }) => code),
    market: market.sellWindow[0],
    gaps: gaps.body.gaps
      .filter(({ kind }: { kind: string }) => kind === 'value_suspect')
      .map(({ message }: { message: string }) => message),
  };
}
