import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VisionReading } from '../../../src/farming/vision/vision-reading.ts';
import type { VisionBarn } from '../../../src/farming/vision/vision-rules.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { loadActivity, readingOf } from '../../../src/platform/vision/evaluate-sightings.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { listVisionHistory } from '../../../src/storage/records/vision-history.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { NOON } from '../../support/a-snapshot.ts';
import { evaluateInBarn } from '../../support/a-vision-barn.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const HOUR_MILLIS = 3_600_000;
const SCOPE = { orgId: 'org_1', farmIds: ['farm_1'] };
const CAMERA = { deviceId: 'device_1', source: null };

interface Seen {
  /** Hours before noon. */
  readonly ago: number;
  readonly value: number | null;
  readonly flockId: string | null;
}

const EVERY_HOURS = 0.5;
const aValue = fc.oneof(
  { arbitrary: fc.constantFrom(0.2, 0.4, 0.5, 0.6), weight: 10 },
  { arbitrary: fc.constantFrom(null, 0), weight: 1 },
);
const aFlock = fc.oneof(
  { arbitrary: fc.constant('flock_1'), weight: 30 },
  { arbitrary: fc.constantFrom('flock_0', null), weight: 1 },
);
/** Four days, with gaps of any length, of one flock or of the one before it too. */
const aHistory = fc
  .tuple(
    fc.array(fc.record({ value: aValue, isSeen: fc.boolean() }), {
      minLength: 192,
      maxLength: 192,
    }),
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 0, max: 250 }),
  )
  .map(([times, gap, change]): Seen[] =>
    times.flatMap(({ value, isSeen }, index) => {
      const flockId = index < change ? 'flock_1' : 'flock_0';
      const isGap = index > gap && index < gap + 30;
      return isSeen && !isGap ? [{ ago: (index + 0.5) * EVERY_HOURS, value, flockId }] : [];
    }),
  );
const aSeen = fc.record({
  ago: fc.double({ min: 0, max: 30, noNaN: true }),
  value: aValue,
  flockId: aFlock,
});
const aCase = fc.record({
  stored: aHistory,
  call: fc.array(aSeen, { minLength: 1, maxLength: 4 }),
});

for (const name of DATABASES) {
  describe(`${name}: the activity of a camera`, () => {
    let database: Database;
    let barns = 0;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    async function judgedBoth(stored: readonly Seen[], call: readonly Seen[]) {
      const barnId = `barn_${barns++}`;
      const rows = [...stored, ...call].map((event, index) => rowOf(barnId, event, index));
      await insertRowsOf(database, 'vision-events', rows);
      const part = { barnId, kind: 'behavior', unit: 'activity', camera: CAMERA };
      const [read, all] = await database.transaction(async (transaction) => {
        const wholeSpan = { ...part, since: '2020-01-01T00:00:00.000Z', until: null, limit: 1000 };
        const history = (await listVisionHistory(transaction, SCOPE, [wholeSpan])).map(readingOf);
        const fresh = history.filter(({ id }) => Number(id.split('_')[2]) >= stored.length);
        const farm = { transaction, scope: SCOPE, thresholds: defaultThresholds, now: NOON };
        return [{ ...(await loadActivity(farm, part, fresh)), fresh }, history] as const;
      });
      const inBarn = (readings: readonly VisionReading[], barn: Partial<VisionBarn> = {}) =>
        evaluateInBarn(read.fresh.map(inFirst), { readings: readings.map(inFirst), ...barn })
          .verdicts;
      const { readings, history } = read;
      const activity = new Map(history ? [[CAMERA.deviceId, history]] : []);
      const rowsRead = readings.length + (history?.at.length ?? 0);
      return { read: inBarn(readings, { activity }), all: inBarn(all), rows: rowsRead };
    }

    test('is evaluated equally from the rows read and from all stored rows', async () => {
      await fc.assert(
        fc.asyncProperty(aCase, async ({ stored, call }) => {
          const { read, all } = await judgedBoth(stored, call);
          expect(read).toEqual(all);
        }),
        { numRuns: 60 },
      );
    });

    test('is read for the same hour of the day where sufficient', async () => {
      const stored = Array.from({ length: 72 }, (_, hours) => seenAgo(hours + 1));
      const { read, all, rows } = await judgedBoth(stored, [{ ...seenAgo(0), value: 0.1 }]);
      expect(read).toEqual(all);
      expect(read).toMatchObject([{ severity: 'warning', evidence: { basis: 'same_hour' } }]);
      expect(rows).toBeLessThan(40);
    });
  });
}

function seenAgo(ago: number): Seen {
  return { ago, value: 0.5, flockId: 'flock_1' };
}

function rowOf(barnId: string, { ago, value, flockId }: Seen, index: number) {
  const ts = new Date(Math.round(NOON - ago * HOUR_MILLIS)).toISOString();
  const [kind, unit, deviceId] = ['behavior', 'activity', CAMERA.deviceId];
  return { id: `${barnId}_${index}`, barnId, kind, unit, deviceId, value, flockId, ts };
}

function inFirst(reading: VisionReading): VisionReading {
  return { ...reading, barnId: 'barn_1' };
}
