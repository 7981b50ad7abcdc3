import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fix } from '../../../src/farming/core/section.ts';
import type { ResourceName } from '../../../src/model/resources/registry.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { callFix, type FilledBody } from '../../support/call-fix.ts';
import { DATABASES } from '../../support/databases.ts';
import { DEMO_NOW, demoRows, insertDemo } from '../../support/demo-rows.ts';
import { create } from '../../support/farm.ts';
import { ask } from '../../support/farm-answers.ts';
import { type GapFarm, startGapFarm } from '../../support/gap-farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const EVERY_KIND = [
  'alert_open_over_3_days',
  'automation_blocked',
  'farm_no_contacts',
  'farm_no_coordinates',
  'flock_no_log_today',
  'flock_not_weighed_7d',
  'integration_failing',
  'integration_stale',
  'medicine_expired',
  'medicine_expiring',
  'medicine_low_stock',
  'no_recent_photos',
  'webhook_failing',
  'webhook_off',
  'worker_question_unanswered',
];
/** More than any farm of these tests requires. */
const MOST_CALLS = 120;
/** The plan of a large farm is long: completed items make room for further ones. */
const PLAN_CALLS = 12;

/** An item with its fix. */
interface Open {
  /** The same while it exists. */
  readonly key: string;
  /** The share of required data that exists. */
  readonly have: number;
  readonly fix: Fix;
}

/** Calls every fix once, and reads again after each; returns the items that remain. */
async function callEvery(
  service: TestService,
  known: FilledBody,
  readOpen: () => Promise<readonly Open[]>,
  maximumCalls = MOST_CALLS,
): Promise<{ readonly called: string[]; readonly left: string[] }> {
  const called: string[] = [];
  const left: string[] = [];
  let open = await readOpen();
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    const next = open.find(({ key }) => !called.includes(key));
    if (!next || calls === maximumCalls) return { called, left };
    called.push(next.key);
    const answer = await callFix(service, next.fix, known);
    expect([next.key, answer.status, answer.text]).toEqual([
      next.key,
      next.fix.method === 'POST' ? 201 : 200,
      answer.text,
    ]);
    open = await readOpen();
    const after = open.find(({ key }) => key === next.key);
    const isNearer = after && (after.have > next.have || isOther(after.fix, next.fix));
    if (after && !isNearer) left.push(next.key);
  }
  throw new Error(`there is always more to do: ${called.slice(-5).join(', ')}`);
}

/** Whether the next item differs from the previous one. */
function isOther(after: Fix, before: Fix): boolean {
  return JSON.stringify(after) !== JSON.stringify(before);
}

async function readGaps(service: TestService, farmId: string): Promise<Open[]> {
  const { gaps } = await ask(service, `/gaps?farmId=${farmId}`);
  // biome-ignore lint/suspicious/noExplicitAny: gaps as they are answered.
  return gaps.map((gap: any) => ({
    key: `${gap.kind} ${JSON.stringify(gap.ids)}`,
    have: 0,
    fix: gap.fix,
  }));
}

async function readMissing(service: TestService, farmId: string): Promise<Open[]> {
  const { sections } = await ask(service, `/insights?farmId=${farmId}`);
  // biome-ignore lint/suspicious/noExplicitAny: sections as they are answered.
  return Object.entries<any>(sections).flatMap(([name, { missing }]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    missing.flatMap(({ fix, code, flockId, barnId, have }: any) =>
      fix ? [{ key: [name, code, flockId, barnId].join(' '), have: have ?? 0, fix }] : [],
    ),
  );
}

for (const database of DATABASES) {
  describe(`${database}: a farm with every kind of gap`, () => {
    let farm: GapFarm;
    beforeAll(async () => {
      farm = await startGapFarm(database);
    });
    afterAll(() => farm.service.close());

    test('has all of them', async () => {
      const { gaps } = await ask(farm.service, '/gaps');
      const kinds = gaps.map(({ kind }: { kind: string }) => kind);
      expect([...new Set(kinds)].sort()).toEqual(EVERY_KIND);
    });

    test('closes each by its fix, and has none in the end', async () => {
      const { service, farmId, known } = farm;
      const fixed = await callEvery(service, known, () => readGaps(service, farmId));
      expect(fixed.left).toEqual([]);
      expect(await readGaps(service, farmId)).toEqual([]);
    });
  });

  describe(`${database}: a farm with nothing but a name`, () => {
    const known = { placementDate: '2026-11-01', date: '2026-11-02', expiryDate: '2027-05-01' };
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(database);
      await create(service, 'farms', { name: 'Emek Hefer' });
    });
    afterAll(() => service.close());

    test('is set up by the fixes of /setup, one after the other', async () => {
      let progress = -1;
      for (let steps = 0; steps < 30; steps++) {
        const { items, progressPct } = await ask(service, '/setup');
        expect(progressPct).toBeGreaterThanOrEqual(progress);
        progress = progressPct;
        const next = items.find(({ done }: { done: boolean }) => !done);
        if (!next) break;
        const answer = await callFix(service, next.fix, known);
        expect([next.key, answer.status, answer.text]).toEqual([
          next.key,
          next.fix.method === 'POST' ? 201 : 200,
          answer.text,
        ]);
      }
      expect(progress).toBe(100);
    });
  });
}

describe('data missing in /insights is complete, or more complete, after its fix', () => {
  const NOW = '2026-11-02T08:30:00.000Z';
  const HOURS_BETWEEN_FORECASTS = 35;
  let service: TestService;
  let farmId: string;
  let known: FilledBody;
  beforeEach(async () => {
    service = await startTestService('sqlite', { now: NOW });
    farmId = (await create(service, 'farms', { name: 'Emek Hefer' })).id;
    const supplier = { name: 'Ambar', kind: 'feed_supplier' };
    let forecasts = 1;
    let weeks = 0;
    known = {
      placementDate: '2026-10-13',
      supplierId: (await create(service, 'contacts', supplier, { farmId })).id,
      // The first hours of a forecast are first.
      ts: () => new Date(Date.parse(NOW) + HOURS_BETWEEN_FORECASTS * 3_600_000 * forecasts++),
      // Weeks that have no money in them yet.
      date: () => addDays('2026-10-15', -7 * weeks++),
    };
  });
  afterEach(() => service.close());

  const callAll = async () => {
    const fixed = await callEvery(service, known, () => readMissing(service, farmId));
    expect(fixed.left).toEqual([]);
    return [...new Set(fixed.called.map((key) => key.split(' ')[1]))].sort();
  };

  test('data missing in /insights is complete, or more complete, after its fix on a new farm', async () => {
    // Its chicks are placed today.
    known = { ...known, avgWeightGr: 45, totalWeightKg: 45 };
    expect(await callAll()).toEqual([
      'breed_unknown',
      'delivery_without_supplier',
      'few_money_weeks',
      'flock_without_supplier',
      'need_two_barns',
      'no_area_or_capacity',
      'no_barn_area',
      'no_barns',
      'no_birds_placed',
      'no_camera',
      'no_chick_price',
      'no_coordinates',
      'no_daily_logs',
      'no_env_readings',
      'no_feed_cost',
      'no_forecast',
      'no_labor_expenses',
      'no_live_flocks',
      'no_sale_price',
      'no_suppliers',
      'no_target_weight',
      'no_tasks',
      'no_weather_source',
      'no_weight_7d',
      'short_forecast',
    ]);
  });

  test('data missing in /insights is complete, or more complete, after its fix on a poorly recorded farm', async () => {
    // 3 kg each of the flock that was closed at 74 days.
    known = { ...known, birdsCount: 300 };
    const row = (resource: ResourceName, body: FilledBody) =>
      create(service, resource, body, { farmId });
    const first = await row('barns', { name: 'Barn 1' });
    const second = await row('barns', { name: 'Barn 2' });
    const placed = { chicksReceived: 10_000, breed: 'Ross 308' };
    const closed = await row('flocks', {
      ...placed,
      barnId: second.id,
      placementDate: '2026-08-20',
    });
    await service.send('PATCH', `/flocks/${closed.id}`, { body: { status: 'closed' } });
    const flock = await row('flocks', { ...placed, barnId: first.id, placementDate: '2026-10-13' });
    await row('daily-logs', { flockId: flock.id, date: '2026-10-14', mortality: 12 });
    await row('sales', { flockId: flock.id, date: '2026-10-30', birdsCount: 1500 });
    await row('treatments', { flockId: flock.id, date: '2026-10-20', kind: 'vitamin' });
    await row('feed-deliveries', { date: '2026-10-12', quantityKg: 9000 });
    await row('tasks', { title: 'Weigh 100 birds' });
    const source = await row('integrations', { kind: 'weather', status: 'active' });
    await service.send('PATCH', `/integrations/${source.id}`, { body: { status: 'paused' } });
    expect(await callAll()).toEqual([
      'deaths_unlogged',
      'deliveries_too_little',
      'delivery_without_supplier',
      'flock_without_supplier',
      'no_area_or_capacity',
      'no_assignees',
      'no_barn_area',
      'no_camera',
      'no_chick_price',
      'no_coordinates',
      'no_env_readings',
      'no_feed_cost',
      'no_feed_logs',
      'no_forecast',
      'no_labor_expenses',
      'no_mortality_logs',
      'no_sale_amount',
      'no_sales',
      'no_suppliers',
      'no_target_weight',
      'no_treatment_cost',
      'no_water_logs',
      'no_weight_7d',
      'sale_weight_missing',
      'short_forecast',
      'weather_source_off',
    ]);
  });
});

describe('calls proposed by /insights on the demo farms', () => {
  let service: TestService;
  let farms: readonly string[];
  let owner: string | undefined;
  beforeAll(async () => {
    service = await startTestService('sqlite', { now: DEMO_NOW });
    const rows = demoRows();
    farms = rows.farms.map(({ id }) => id);
    // The person whose channel is added.
    owner = rows.users[0]?.id;
    await insertDemo(service, rows);
  });
  afterAll(() => service.close());

  const known = {
    expiryDate: '2027-05-01',
    deadline: '2026-12-01',
    ts: '2026-11-20T12:00:00.000Z',
    userId: () => owner,
  };

  test.each([0, 1, 2])('every action in the plan of farm %i can be called', async (index) => {
    const fixed = await callEvery(
      service,
      known,
      async () => {
        const path = `/insights?farmId=${farms[index]}&include=actionPlan`;
        const { items } = (await ask(service, path)).sections.actionPlan;
        // biome-ignore lint/suspicious/noExplicitAny: items as they are answered.
        return items.map(({ kind, sourceRef, action }: any) => ({
          key: `${kind} ${sourceRef.id}`,
          have: 0,
          fix: action,
        }));
      },
      PLAN_CALLS,
    );
    expect(fixed.called.length).toBe(PLAN_CALLS);
  });

  test.each([0, 1, 2])('every fix of a risk of farm %i can be called', async (index) => {
    const path = `/insights?farmId=${farms[index]}&include=risk,weather`;
    const { risk, weather } = (await ask(service, path)).sections;
    for (const { key, code, fix } of [...risk.items, ...weather.actions]) {
      if (!fix) continue;
      const answer = await callFix(service, fix, known);
      expect([key ?? code, [200, 201].includes(answer.status), answer.text]).toEqual([
        key ?? code,
        true,
        answer.text,
      ]);
    }
  });
});
