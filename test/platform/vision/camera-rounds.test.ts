import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCameraRound } from '../../../src/platform/vision/evaluate-events.ts';
import { type CameraStage, cameraStage, minutesAgo } from '../../support/camera-stage.ts';
import { DATABASES } from '../../support/databases.ts';

const HOUR_MILLIS = 3_600_000;

for (const name of DATABASES) {
  describe(`${name}: the hourly camera job`, () => {
    let stage: CameraStage;
    beforeEach(async () => {
      stage = await cameraStage(name);
    });
    afterEach(() => stage.service.close());

    test('reports a missing log of deaths seen by cameras from 20:00 on, and only once', async () => {
      const { service, push, rows } = stage;
      const dead = { source: 'east', kind: 'mortality', value: 9, ts: minutesAgo(5) };
      await push([dead]);
      await runCameraRound(service.service.runtime);
      expect(await rows('alerts')).toEqual([]);
      // The clock of the stage is at 10:30 of the farm.
      service.clock.advance(10 * HOUR_MILLIS);
      expect(await runCameraRound(service.service.runtime)).toBe(1);
      await runCameraRound(service.service.runtime);
      expect(await rows('alerts')).toMatchObject([
        { category: 'mortality', severity: 'warning', flockId: stage.flockId },
      ]);
    });

    test('weighs the flocks for a day without data so far', async () => {
      const { service, push, flockId } = stage;
      const weight = { source: 'east', kind: 'weight', value: 1500, ts: minutesAgo(5) };
      expect((await push([weight])).status).toBe(200);
      const weigh = async () =>
        (await service.send('GET', `/flocks/${flockId}`)).body.smartWeightG as number;
      const first = await weigh();
      expect(first).toBeGreaterThan(1400);
      service.clock.advance(24 * HOUR_MILLIS);
      await runCameraRound(service.service.runtime);
      expect(await weigh()).toBeGreaterThan(first);
      // Nothing was seen for three days by then.
      service.clock.advance(49 * HOUR_MILLIS);
      await runCameraRound(service.service.runtime);
      expect(await weigh()).toBeNull();
    });
  });
}
