import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CameraStage, cameraFarm, minutesAgo } from '../support/camera-stage.ts';
import { DATABASES } from '../support/databases.ts';
import { create } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const RUNS = Number(process.env['FARMCTL_TEST_VISION_ORDERS'] ?? 4);

/** Detections of cameras, in the calls in which they were sent. */
const CALLS = [
  [
    { source: 'east', kind: 'weight', value: 1480, confidence: 0.9, ts: minutesAgo(300) },
    { source: 'west', kind: 'weight', value: 1390, ts: minutesAgo(290) },
  ],
  [
    { source: 'east', kind: 'weight', value: 1510, ts: minutesAgo(200) },
    { source: 'east', kind: 'behavior', unit: 'panting', value: 1, ts: minutesAgo(199) },
  ],
  [
    { source: 'east', kind: 'count', value: 9_600, ts: minutesAgo(190) },
    { source: 'west', kind: 'count', value: 9_200, ts: minutesAgo(189) },
    { source: 'west', kind: 'weight', value: 1405, confidence: 0.5, ts: minutesAgo(188) },
  ],
  [{ source: 'east', kind: 'behavior', unit: 'panting', value: 3, ts: minutesAgo(100) }],
  [
    { source: 'west', kind: 'count', value: 9_300, ts: minutesAgo(90) },
    { source: 'east', kind: 'weight', value: 1495, ts: minutesAgo(89) },
  ],
  [{ source: 'east', kind: 'count', value: 9_500, ts: minutesAgo(60) }],
] as const;

for (const name of DATABASES) {
  describe(`${name}: detections in any order, repeated and concurrent`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(name);
    });
    afterAll(() => service.close());

    test('give the same weights, calibrations and alerts', async () => {
      const inOrder = await awaitAll(CALLS.map((call) => [call]));
      expect(inOrder.alerts).toHaveLength(3);
      expect(inOrder.weights).toHaveLength(1);
      const batches = fc
        .tuple(
          fc.shuffledSubarray([...CALLS], { minLength: CALLS.length }),
          fc.integer({ min: 1, max: 6 }),
        )
        .map(([calls, together]) =>
          Array.from({ length: Math.ceil(calls.length / together) }, (_, index) =>
            calls.slice(index * together, (index + 1) * together),
          ),
        );
      await fc.assert(
        fc.asyncProperty(batches, async (calls) => {
          expect(await awaitAll(calls)).toEqual(inOrder);
        }),
        { numRuns: RUNS },
      );
    });

    /** Sends groups of calls one after the other, those of a group concurrently and twice. */
    async function awaitAll(groups: readonly (readonly unknown[])[]) {
      const stage = await cameraFarm(service);
      const log = { flockId: stage.flockId, date: '2026-11-02', avgWeightGr: 1600 };
      await create(service, 'daily-logs', log);
      for (const group of groups) {
        const answers = await Promise.all([...group, ...group].map((call) => stage.push(call)));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      }
      return stateOf(stage);
    }

    async function stateOf({ farmId, devices, rows }: CameraStage) {
      const { database } = service.service.runtime;
      const plain = (text: string) =>
        text.replaceAll(devices.east, 'east').replaceAll(devices.west, 'west');
      const read = async (statement: string) =>
        (await database.all<object>({ sql: statement, text: statement, values: [] })).map((row) =>
          plain(JSON.stringify(row)),
        );
      const alerts = await rows('alerts', '&order=title');
      const events = await rows('vision-events');
      return {
        events: events.length,
        alerts: alerts
          .map(({ severity, title, message, status, occurrences }) =>
            plain(JSON.stringify({ severity, title, message, status, occurrences })),
          )
          .sort(),
        weights: await read(
          `select weight_g, low_g, high_g, sources from flock_weights where farm_id = '${farmId}'`,
        ),
        factors: (
          await read(
            `select camera, factor, pairs from camera_calibrations where farm_id = '${farmId}'`,
          )
        ).sort(),
      };
    }
  });
}
