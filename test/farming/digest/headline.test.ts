import { expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { digestOf, type WeatherOutlook } from '../../../src/farming/digest/digest.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';
import { aTidyFarm } from '../../support/a-tidy-farm.ts';
import { rendered } from '../../support/rendered.ts';

function headlineOf(snapshot: FarmSnapshot, weather?: WeatherOutlook): Promise<string[]> {
  return rendered('en', digestOf(snapshot, weather).headline);
}

function aForecast(values: Partial<WeatherOutlook>): WeatherOutlook {
  return { status: 'ok', asOf: '2026-11-21', missing: [], ...values };
}

/** A flock with 10 deaths on each of seven days and then this many today. */
function aFlockWith(deaths: number, id: string) {
  const flock = aFlock({ id, code: id.toUpperCase() });
  const days = [...Array.from({ length: 7 }, () => 10), deaths];
  const logs = logsFrom(
    '2026-11-14',
    days.map((mortality) => ({ mortality, flockId: id })),
  );
  return { flock, logs };
}

test('a farm without birds is reported as such', async () => {
  expect(await headlineOf(aSnapshot())).toEqual(['No active flocks']);
});

test('the headline of a quiet night states that there are no warnings and no sudden rise in deaths', async () => {
  expect(await headlineOf(aTidyFarm())).toEqual([
    'No open warnings or critical alerts, and no sudden rise in deaths',
  ]);
});

test('a quiet night may include a task, but not a warning', async () => {
  const tasks = [row('tasks', { title: 'Weigh', dueDate: '2026-11-21' })];
  const alerts = [row('alerts', { title: 'Fan 3 is slow', createdAt: '2026-11-21T01:00:00.000Z' })];
  expect(await headlineOf(aTidyFarm({ tasks }))).toEqual([
    '1 task for today',
    'No open warnings or critical alerts, and no sudden rise in deaths',
  ]);
  expect(await headlineOf(aTidyFarm({ tasks, alerts }))).toEqual([
    '1 task for today',
    'Warning: Fan 3 is slow',
  ]);
});

test('an older alert that is still open is news', async () => {
  const alerts = [
    row('alerts', {
      ...{ id: 'a1', title: 'Water is lost', severity: 'critical', status: 'acknowledged' },
      createdAt: '2026-11-12T01:00:00.000Z',
    }),
  ];
  const digest = digestOf(aTidyFarm({ alerts }));
  expect(digest.overnightAlerts).toEqual([]);
  expect(digest.openAlerts.map(({ id }) => id)).toEqual(['a1']);
  expect(await headlineOf(aTidyFarm({ alerts }))).toEqual(['Critical alert: Water is lost']);
});

test('alerts raised and resolved in the same night are not news', async () => {
  const at = { severity: 'critical', createdAt: '2026-11-21T01:00:00.000Z' };
  const alerts = [
    row('alerts', { id: 'a1', title: 'Power failure', status: 'resolved', ...at }),
    row('alerts', { id: 'a2', title: 'A false one', status: 'dismissed', ...at }),
  ];
  const digest = digestOf(aTidyFarm({ alerts }));
  expect(digest.overnightAlerts.map(({ id }) => id)).toEqual(['a1']);
  expect(await headlineOf(aTidyFarm({ alerts }))).toEqual([
    'No open warnings or critical alerts, and no sudden rise in deaths',
  ]);
});

test('the two most severe of many spikes are named, the others counted', async () => {
  const flocks = [
    aFlockWith(40, 'a'),
    aFlockWith(150, 'b'),
    aFlockWith(60, 'c'),
    aFlockWith(45, 'd'),
  ];
  const snapshot = aTidyFarm({
    liveFlocks: flocks.map(({ flock }) => flock),
    liveLogs: flocks.flatMap(({ logs }) => logs),
  });
  expect(await headlineOf(snapshot)).toEqual([
    'B: 150 birds died today, 15 times the average of the week',
    'C: 60 birds died today, 6 times the average of the week',
    'High mortality in 2 more flocks',
  ]);
});

test('for repeated daily deaths, the share of the flock is stated', async () => {
  const liveLogs = logsFrom(
    '2026-11-14',
    Array.from({ length: 8 }, () => ({ mortality: 60 })),
  );
  expect(await headlineOf(aTidyFarm({ liveLogs }))).toEqual([
    'B1-2611: 60 birds died today, 0.31% of the flock',
  ]);
});

test('deaths in the first days are compared with the usual ones at that age', async () => {
  const liveFlocks = [aFlock({ placementDate: '2026-11-20' })];
  const liveLogs = logsFrom('2026-11-20', [{ mortality: 20 }, { mortality: 80 }]);
  // 0.1 % of 20,000 chicks are expected on day 1.
  expect(await headlineOf(aTidyFarm({ liveFlocks, liveLogs }))).toEqual([
    'B1-2611: 80 chicks died today, 4 times what is usual at this age',
  ]);
});

test('dangerous heat is placed before questions, other weather after tasks', async () => {
  const fieldReports = [
    row('field-reports', { isQuestion: true, createdAt: '2026-11-21T08:00:00.000Z' }),
  ];
  const tasks = [row('tasks', { title: 'Weigh', dueDate: '2026-11-20' })];
  const farm = aTidyFarm({ fieldReports, tasks });
  expect(await headlineOf(farm, aForecast({ heatRisk: 'critical', maxThi: 31.24 }))).toEqual([
    'Dangerous heat ahead: feels like up to 31.2°C for the birds',
    'A worker waits for an answer, asked 2 hours ago',
    'no task for today, 1 overdue',
  ]);
  expect(await headlineOf(farm, aForecast({ heatRisk: 'warning', maxThi: 27.5 }))).toEqual([
    'A worker waits for an answer, asked 2 hours ago',
    'no task for today, 1 overdue',
    'Heat ahead: feels like up to 27.5°C for the birds',
  ]);
  expect(
    await headlineOf(farm, aForecast({ heatRisk: 'mild', maxThi: 25, coldRisk: true })),
  ).toEqual([
    'A worker waits for an answer, asked 2 hours ago',
    'no task for today, 1 overdue',
    'Cold weather ahead while chicks are in the barn',
  ]);
});

test('the section weather is included unchanged', () => {
  const weather = aForecast({ heatRisk: null, maxThi: null, coldRisk: null });
  expect(digestOf(aTidyFarm(), weather).weather).toBe(weather);
  expect(digestOf(aTidyFarm())).not.toHaveProperty('weather');
});

test('from noon on flocks without a log are news, all of them named', async () => {
  const ids = ['a', 'b', 'c', 'd'];
  const liveFlocks = ids.map((id) => aFlock({ id, code: id.toUpperCase() }));
  const liveLogs = ids.flatMap((flockId) => logsFrom('2026-11-20', [{ flockId, mortality: 4 }]));
  const parts = { barns: [aBarn()], liveFlocks, liveLogs };
  expect(await headlineOf(aTidyFarm(parts))).toEqual(['4 flocks without a log: A, B, C …']);
});
