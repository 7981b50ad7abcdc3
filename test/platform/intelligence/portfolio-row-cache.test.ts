import { expect, test } from 'vitest';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import type { FarmTexts } from '../../../src/platform/core/read-caches.ts';
import { createRememberedRows } from '../../../src/platform/intelligence/portfolio-rows.ts';
import { row } from '../../support/a-snapshot.ts';

/** Room for the row of one farm without data. */
const ONE_ROW_BYTES = 4000;

/** A farm with only the data of these texts. */
function aFarm(id: string, texts: Partial<FarmTexts['texts']> = {}): FarmTexts {
  const farm = row('farms', { id, name: id });
  const emptyTexts = {
    ...{ counts: [], activity: [], flocks: [], logs: [], fresh: [], money: [] },
    climate: [],
  };
  return {
    farm,
    zone: 'Asia/Jerusalem',
    today: '2026-11-21',
    texts: { farm: [JSON.stringify(farm)], lastFlock: [], ...emptyTexts, ...texts },
  };
}

function counted(overdueTasks: number): string {
  return JSON.stringify({
    id: 'farm_1',
    barns: [1, null, 0],
    contacts: 0,
    openAlerts: [0, 0, 0],
    criticalAlerts: null,
    overdueTasks,
    unansweredQuestions: 0,
  });
}

test('an unchanged farm keeps its cached row', async () => {
  const rows = createRememberedRows();
  const read = () => rows.rowsOf([aFarm('farm_1', { counts: [counted(2)] })], defaultThresholds);
  const [first] = await read();
  expect(first).toMatchObject({ farmId: 'farm_1', overdueTasks: 2 });
  expect((await read())[0]).toBe(first);
});

const BEFORE = aFarm('farm_1', { counts: [counted(2)] });

test.each([
  ['the counts', { ...BEFORE, texts: { ...BEFORE.texts, counts: [counted(3)] } }],
  ['a missing value', { ...BEFORE, texts: { ...BEFORE.texts, counts: [] } }],
  [
    'data of another part',
    { ...BEFORE, texts: { ...BEFORE.texts, counts: [], activity: [counted(2)] } },
  ],
  ['the day', { ...BEFORE, today: '2026-11-22' }],
  ['the zone', { ...BEFORE, zone: 'Asia/Bangkok' }],
])('a row is computed again if this differs: %s', async (_what, after) => {
  const rows = createRememberedRows();
  const [first] = await rows.rowsOf([BEFORE], defaultThresholds);
  const [second] = await rows.rowsOf([after], defaultThresholds);
  expect(second).not.toBe(first);
  const [fresh] = await createRememberedRows().rowsOf([after], defaultThresholds);
  expect(second).toEqual(fresh);
});

test('a row is computed again if a threshold differs', async () => {
  const rows = createRememberedRows();
  const [first] = await rows.rowsOf([BEFORE], defaultThresholds);
  const [second] = await rows.rowsOf([BEFORE], { ...defaultThresholds, weighingDays: 99 });
  expect(second).not.toBe(first);
});

test('more farms than are cached are answered too', async () => {
  const rows = createRememberedRows(ONE_ROW_BYTES);
  const farms = [aFarm('farm_1'), aFarm('farm_2'), aFarm('farm_3')];
  for (let time = 0; time < 2; time++) {
    const answered = await rows.rowsOf(farms, defaultThresholds);
    expect(answered.map(({ farmId }) => farmId)).toEqual(['farm_1', 'farm_2', 'farm_3']);
  }
});
