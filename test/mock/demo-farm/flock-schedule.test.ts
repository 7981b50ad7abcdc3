import { expect, test } from 'vitest';
import { type BarnPlan, farmPlans, type Situation } from '../../../src/mock/demo-farm/farm-plan.ts';
import { scheduleFlocks } from '../../../src/mock/demo-farm/flocks.ts';
import { daysBetween } from '../../../src/tools/calendar.ts';
import { createDemoRandom } from '../../../src/tools/random.ts';

const TODAY = '2026-11-21';
const FIRST_DAY = '2026-07-24';

function aBarn(situation: Situation | undefined, ageDays: number): BarnPlan {
  const barn = farmPlans[0]?.barns[0];
  if (!barn) throw new Error('the first farm has a barn');
  const { situation: _, ...plan } = barn;
  return situation === undefined ? { ...plan, ageDays } : { ...plan, ageDays, situation };
}

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'seed %d keeps cycles of 36 to 42 days with 12 to 22 empty days between them',
  (seed) => {
    const slots = scheduleFlocks(createDemoRandom(seed), aBarn(undefined, 20), FIRST_DAY, TODAY);
    expect(slots.at(-1)).toMatchObject({ status: 'active', placementDay: '2026-11-01' });
    slots.slice(0, -1).forEach((slot, index) => {
      const cycle = daysBetween(slot.placementDay, slot.lastDay);
      const downtime = daysBetween(slot.lastDay, slots[index + 1]?.placementDay ?? TODAY);
      expect(cycle >= 36 && cycle <= 42).toBe(true);
      expect(downtime >= 12 && downtime <= 22).toBe(true);
      expect(slot.sales.get(slot.lastDay)).toBe(1);
    });
    // The first flock reaches into the history.
    expect(slots[0] && slots[0].lastDay > FIRST_DAY).toBe(true);
  },
);

test('a flock being sold has the next one on order', () => {
  const slots = scheduleFlocks(createDemoRandom(1), aBarn('selling', 38), FIRST_DAY, TODAY);
  expect(slots.slice(-2).map(({ status }) => status)).toEqual(['selling', 'planned']);
  expect(slots.at(-1)?.placementDay.localeCompare(TODAY)).toBe(1);
});

test('an empty barn was emptied according to its plan', () => {
  const slots = scheduleFlocks(createDemoRandom(1), aBarn('empty', 8), FIRST_DAY, TODAY);
  expect(slots.slice(-2).map(({ status, lastDay }) => [status, lastDay])[0]).toEqual([
    'closed',
    '2026-11-13',
  ]);
});

test('hens stay longer than the history and have one flock', () => {
  const hens = farmPlans.find(({ key }) => key === 'layers')?.barns ?? [];
  const stays = hens.map((barn) => scheduleFlocks(createDemoRandom(1), barn, FIRST_DAY, TODAY));
  expect(
    stays.map((slots) => slots.map(({ status, placementDay }) => [status, placementDay])),
  ).toEqual([[['active', '2026-07-18']], [['active', '2026-01-03']]]);
});
