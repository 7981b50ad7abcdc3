import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextOf, narrativeOf } from '../../../src/farming/context/build-context.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { severityRank } from '../../../src/farming/core/open-items.ts';
import { digestOf } from '../../../src/farming/digest/digest.ts';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { setupOf } from '../../../src/farming/setup/setup.ts';
import { languages } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row, TODAY } from '../../support/a-snapshot.ts';
import { gapsOf } from '../../support/in-one-step.ts';
import { rendered } from '../../support/rendered.ts';

const RUNS = 60;
const HOUR = 3_600_000;

const count = fc.option(fc.integer({ min: 0, max: 30_000 }));
const instant = fc
  .integer({ min: -400, max: 2 })
  .map((h) => new Date(NOON + h * HOUR).toISOString());
const day = fc.integer({ min: -60, max: 2 }).map((days) => addDays(TODAY, days));
const text = fc.option(fc.constantFrom('', 'Ross 308', 'Lohmann Brown', 'x', "it's {odd} <b>"));
const word = (...words: string[]) => fc.constantFrom(...words);
const flockId = word('flock_0', 'flock_1', 'flock_2');
const barnId = fc.option(word('barn_0', 'barn_1'));

function rows<T>(values: Record<string, fc.Arbitrary<unknown>>, make: (values: object) => T) {
  const numbered = (list: object[]) =>
    list.map((each, index) => make({ id: `id_${index}`, ...each }));
  return fc.array(fc.record(values), { maxLength: 6 }).map(numbered);
}

const logs = fc
  .uniqueArray(
    fc.record({
      flockId,
      date: day,
      mortality: count,
      feedKg: count,
      waterL: count,
      avgWeightGr: count,
    }),
    { selector: ({ flockId: id, date }) => `${id} ${date}`, maxLength: 40 },
  )
  .map((list) =>
    list
      .toSorted((left, right) => (left.date < right.date ? -1 : 1))
      .map((log, index) => aLog(log.date, { id: `log_${index}`, ...log })),
  );

const farm: fc.Arbitrary<FarmSnapshot> = fc
  .record({
    now: fc.integer({ min: 0, max: 20 }).map((hours) => NOON - (10 - hours / 2) * HOUR),
    barns: fc.constantFrom([], [aBarn({ id: 'barn_0' }), aBarn({ areaSqm: null })]),
    liveFlocks: fc
      .array(
        fc.record({
          barnId: word('barn_0', 'barn_1'),
          code: text,
          breed: text,
          chicksReceived: count,
          placementDate: day,
          status: word('planned', 'active', 'selling'),
        }),
        { maxLength: 3 },
      )
      .map((list) => list.map((flock, index) => aFlock({ id: `flock_${index}`, ...flock }))),
    liveLogs: logs,
    alerts: rows(
      {
        createdAt: instant,
        severity: word('info', 'warning', 'critical'),
        status: word('open', 'in_progress', 'resolved', 'dismissed'),
        barnId,
      },
      (each) => row('alerts', { ...each }),
    ),
    fieldReports: rows(
      {
        createdAt: instant,
        isQuestion: fc.boolean(),
        replyText: text,
        authorName: text,
        rawText: fc.string(),
      },
      (each) => row('field-reports', { ...each }),
    ),
    medicine: rows(
      { quantity: count, minQuantity: count, expiryDate: fc.option(day), unit: text },
      (each) => row('medicine', { ...each }),
    ),
    integrations: rows(
      {
        status: word('pending', 'active', 'failing', 'paused', 'disabled'),
        kind: word('camera', 'erp'),
        lastSuccessAt: fc.option(instant),
        lastErrorAt: fc.option(instant),
        barnId,
      },
      (each) => row('integrations', { ...each }),
    ),
    tasks: rows({ dueDate: fc.option(day), status: word('open', 'blocked', 'done') }, (each) =>
      row('tasks', { ...each }),
    ),
    seenDeaths: rows({ ts: instant, value: count, barnId }, (each) =>
      row('vision-events', { kind: 'mortality', ...each }),
    ),
    newestReadings: rows(
      {
        barnId: word('barn_0', 'barn_1'),
        ts: instant,
        temp: fc.option(fc.double({ min: -30, max: 60, noNaN: true })),
        humidity: count.map((n) => n && n % 100),
      },
      (each) => row('env-readings', { ...each }),
    ),
  })
  .map((parts) => aSnapshot(parts));

/** The path where an answer contains an invalid number, or undefined. */
function brokenPaths(value: unknown, path = ''): string[] {
  if (value === undefined) return [path];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => brokenPaths(each, `${path}.${name}`));
}

test('all answers for any farm are valid: no NaN, nothing undefined, and every text can be rendered', async () => {
  await fc.assert(
    fc.asyncProperty(farm, word(...languages), async (snapshot, language) => {
      const context = contextOf(snapshot, { depth: 'full' });
      const narrative = narrativeOf(context);
      const digest = digestOf(snapshot);
      const gaps = gapsOf(snapshot);
      const setup = setupOf(snapshot);
      expect(brokenPaths({ context, narrative, digest, gaps, setup })).toEqual([]);
      const texts = await rendered(language as (typeof languages)[number], [
        ...narrative,
        ...digest.headline,
        ...gaps.gaps.flatMap(({ title, message }) => [title, message]),
        ...gaps.dataQuality.issues.map(({ message }) => message),
      ]);
      expect(texts.every((line) => line.length > 0 && !/NaN|undefined|\[object/.test(line))).toBe(
        true,
      );
      expect(narrative.length).toBeLessThanOrEqual(60);
      expect(digest.headline.length).toBeGreaterThan(0);
      expect(digest.headline.length).toBeLessThanOrEqual(5);
      expect(setup.progressPct).toBeGreaterThanOrEqual(0);
      expect(setup.progressPct).toBeLessThanOrEqual(100);
    }),
    { numRuns: RUNS },
  );
});

test('gaps of any farm are sorted by severity, and each has a unique key', () => {
  fc.assert(
    fc.property(farm, (snapshot) => {
      const gaps = findGaps(snapshot);
      const ranks = gaps.map(({ severity }) => severityRank(severity));
      expect(ranks).toEqual(ranks.toSorted((left, right) => right - left));
      expect(new Set(gaps.map(({ key }) => key)).size).toBe(gaps.length);
      const { score } = gapsOf(snapshot).dataQuality;
      expect(score === null || (score >= 0 && score <= 100)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});
