import { describe, expect, test } from 'vitest';
import { placementsSection } from '../../../src/farming/insights/placements-section.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';

interface PlacementsAnswer {
  readonly status: string;
  readonly missing: readonly { readonly code: string; readonly fix?: object }[];
  readonly plannedDowntimeDays: number;
  readonly barns: readonly Readonly<Record<string, unknown>>[];
}

const compute = (parts: object) =>
  placementsSection.compute(aSnapshot(parts), {}) as unknown as PlacementsAnswer;
const onlyBarn = (parts: object) => compute(parts).barns[0] ?? {};

/** A flock of barn 2 that was sold whole on a day. */
function soldFlock(id: string, placementDate: string, soldOn: string) {
  const flock = aFlock({
    id,
    barnId: 'barn_2',
    status: 'closed',
    placementDate,
    closedAt: `${soldOn}T15:00:00.000Z`,
    supplierId: 'contact_1',
  });
  return { flock, sale: row('sales', { id: `sale_${id}`, flockId: id, date: soldOn }) };
}

/** Logs of a flock on the 41 days after its placement; all its deaths are on day 5. */
const logsOf = (flockId: string, placementDate: string, mortality: number) =>
  logsFrom(
    addDays(placementDate, 1),
    Array.from({ length: 41 }, (_, index) => ({
      id: `log_${flockId}_${index}`,
      flockId,
      mortality: index === 4 ? mortality : 0,
    })),
  );

const older = soldFlock('flock_a', '2026-07-20', '2026-08-30');
const newer = soldFlock('flock_b', '2026-09-20', '2026-10-31');

const farm = {
  barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2', areaSqm: 800, capacity: 14_000 })],
  liveFlocks: [aFlock({ plannedMarketDate: '2026-12-11', targetWeightKg: 2.4 })],
  // The standard of Ross 308 on day 20.
  liveLogs: [aLog(TODAY, { mortality: 0, avgWeightGr: 935 })],
  closedFlocks: [newer.flock, older.flock],
  closedLogs: [...logsOf('flock_a', '2026-07-20', 1000), ...logsOf('flock_b', '2026-09-20', 600)],
  sales: [older.sale, newer.sale],
  contacts: [row('contacts', { id: 'contact_1', name: 'Dan', company: 'Hatchery North' })],
};

test('a barn with birds and an empty barn before its next flock', () => {
  const section = compute(farm);
  expect(section).toEqual({
    status: 'partial',
    asOf: TODAY,
    missing: [
      {
        code: 'no_target_weight',
        message: {
          text: 'placements.no_target_weight',
          params: { barn: 'Barn 2', weight: { quantity: 2.3, unit: 'kg' } },
        },
        resource: 'flocks',
        field: 'targetWeightKg',
        barnId: 'barn_2',
        need: 1,
        have: 0,
        fix: {
          method: 'POST',
          path: '/flocks',
          body: { barnId: 'barn_2', placementDate: TODAY, targetWeightKg: null },
          action: 'create_flock',
        },
      },
    ],
    // From 30 August to 20 September; longer than the 14 days of cleaning.
    usualDowntimeDays: 21,
    plannedDowntimeDays: 21,
    barns: [
      {
        barnId: 'barn_1',
        name: 'Barn 1',
        state: 'occupied',
        flockId: 'flock_1',
        ageDays: 20,
        expectedOut: '2026-12-11',
        emptySince: null,
        downtimeDays: null,
        // 21 days after the birds leave.
        readyDate: '2027-01-01',
        suggestedPlacementDate: '2027-01-01',
        planned: null,
        // 20,000 × 0.935 kg on 1,000 m².
        densityKgM2: 18.7,
        densityReason: null,
        densityLimitKgM2: 39,
        targetWeightKg: 2.4,
        targetWeightAssumed: false,
        // 39 × 1,000 / 2.4.
        maxBirdsByDensity: 16_250,
        // Between the 95 and 97 % of the two flocks before.
        expectedLivabilityPct: 96,
        // 16,250 / 0.96.
        maxBirds: 16_927,
        // Day 32: 19,931 birds of 1,999 g are 39.8 kg/m²; the day before 19,939 of 1,901 g, 37.9.
        overcrowdedAt: '2026-12-03',
        supplierHistory: [],
      },
      {
        barnId: 'barn_2',
        name: 'Barn 2',
        state: 'ready',
        flockId: null,
        ageDays: null,
        expectedOut: null,
        emptySince: '2026-10-31',
        downtimeDays: 21,
        readyDate: TODAY,
        suggestedPlacementDate: TODAY,
        planned: null,
        densityKgM2: null,
        densityReason: null,
        densityLimitKgM2: 39,
        targetWeightKg: 2.3,
        targetWeightAssumed: true,
        // 39 × 800 / 2.3 = 13,565.2, which is less than the 14,000 places.
        maxBirdsByDensity: 13_565,
        expectedLivabilityPct: 96,
        // 13,565 / 0.96 would be more than the places.
        maxBirds: 14_000,
        overcrowdedAt: null,
        supplierHistory: [
          {
            supplierId: 'contact_1',
            name: 'Hatchery North',
            flocks: 2,
            lastPlacement: '2026-09-20',
            // 3 % and 5 % of 20,000.
            firstWeekMortalityPct: 4,
            livabilityPct: 96,
          },
        ],
      },
    ],
  });
  expectToFitSchema('placements', section);
});

describe('the state of an empty barn', () => {
  const empty = (soldOn: string, status = 'active') => {
    const { flock, sale } = soldFlock('flock_a', '2026-09-20', soldOn);
    const barns = [aBarn({ id: 'barn_2', name: 'Barn 2', status })];
    return onlyBarn({ barns, closedFlocks: [flock], sales: [sale] });
  };

  test.each([
    ['2026-11-08', 'active', 'cleaning', '2026-11-22', '2026-11-22'],
    ['2026-11-07', 'active', 'ready', '2026-11-21', '2026-11-21'],
    ['2026-10-01', 'active', 'ready', '2026-10-15', '2026-11-21'],
    ['2026-10-01', 'cleaning', 'cleaning', '2026-10-15', '2026-11-21'],
    ['2026-10-01', 'maintenance', 'maintenance', null, null],
    ['2026-10-01', 'inactive', 'maintenance', null, null],
  ])('sold on %s and %s: %s, ready on %s, next flock on %s', (soldOn, status, ...expected) => {
    const { state, readyDate, suggestedPlacementDate } = empty(soldOn, status);
    expect([state, readyDate, suggestedPlacementDate]).toEqual(expected);
  });

  test('a barn that never had a flock is ready, unless it is being cleaned', () => {
    expect(onlyBarn({ barns: [aBarn()] })).toMatchObject({ state: 'ready', readyDate: TODAY });
    expect(onlyBarn({ barns: [aBarn({ status: 'cleaning' })] })).toMatchObject({
      state: 'cleaning',
      readyDate: null,
      suggestedPlacementDate: null,
    });
  });

  test('a week is the minimum, however fast the farm usually places again', () => {
    const thresholds = { ...defaultThresholds, cleaningDays: 0 };
    expect(compute({ barns: [aBarn()], thresholds }).plannedDowntimeDays).toBe(7);
  });
});

test('a flock planned before the barn is ready is reported as too early', () => {
  const { flock, sale } = soldFlock('flock_a', '2026-09-20', '2026-11-14');
  const next = aFlock({ id: 'flock_2', barnId: 'barn_2', status: 'planned' });
  const planned = (placementDate: string) =>
    onlyBarn({
      barns: [aBarn({ id: 'barn_2', name: 'Barn 2' })],
      closedFlocks: [flock],
      sales: [sale],
      liveFlocks: [{ ...next, placementDate }],
    })['planned'];
  expect(planned('2026-11-27')).toEqual({
    flockId: 'flock_2',
    date: '2026-11-27',
    isTooEarly: true,
    warning: {
      text: 'placements.too_early',
      params: { barn: 'Barn 2', day: { day: '2026-11-27' }, ready: { day: '2026-11-28' } },
    },
  });
  expect(planned('2026-11-28')).toMatchObject({ isTooEarly: false, warning: null });
});

describe('the day a barn becomes overcrowded', () => {
  const on = (densityLimitKgM2: number, flock: object = {}) =>
    onlyBarn({
      barns: [aBarn()],
      liveFlocks: [aFlock({ plannedMarketDate: '2026-12-11', ...flock })],
      liveLogs: [aLog(TODAY, { mortality: 0, avgWeightGr: 935 })],
      thresholds: { ...defaultThresholds, densityLimitKgM2 },
    })['overcrowdedAt'];

  test.each<[string, number, object, string | null]>([
    ['today, above the limit', 18.69, {}, TODAY],
    ['tomorrow, when today is at the limit', 18.7, {}, '2026-11-22'],
    ['on the day of sale', 39, { plannedMarketDate: '2026-12-03' }, '2026-12-03'],
    ['never, when it is sold the day before', 39, { plannedMarketDate: '2026-12-02' }, null],
    ['unknown, for an unknown breed', 39, { breed: 'unheard of' }, null],
  ])('%s', (_, limit, flock, day) => {
    expect(on(limit, flock)).toBe(day);
  });
});

test('without a target weight, the birds have the weight of the planned sale', () => {
  const [barn] = compute({
    ...farm,
    liveFlocks: [aFlock({ plannedMarketDate: '2026-12-11', targetWeightKg: null })],
  }).barns;
  // The standard of Ross 308 on day 40; 39 × 1,000 / 2.8.
  expect(barn).toMatchObject({
    targetWeightKg: 2.8,
    targetWeightAssumed: false,
    maxBirdsByDensity: 13_928,
  });
});

test('a barn with two flocks is empty once the last of them has left', () => {
  const second = aFlock({
    id: 'flock_2',
    code: 'B1-2',
    placementDate: '2026-11-05',
    plannedMarketDate: '2026-12-08',
  });
  const [first] = farm.liveFlocks;
  const barnWith = (flocks: readonly unknown[]) => onlyBarn({ ...farm, liveFlocks: flocks });
  expect(barnWith([first, second])).toMatchObject({ expectedOut: '2026-12-11' });
  const later = { ...second, plannedMarketDate: '2026-12-15' };
  expect(barnWith([first, later])).toMatchObject({ expectedOut: '2026-12-15' });
});

test('hens have places, and no weight limit', () => {
  const section = compute({
    barns: [aBarn({ barnType: 'layer', areaSqm: null })],
    liveFlocks: [aFlock({ breed: 'Hy-Line Brown', arrivalAgeDays: 120 })],
  });
  expect(section.status).toBe('ok');
  expect(section.barns).toMatchObject([
    {
      state: 'occupied',
      expectedOut: null,
      readyDate: null,
      densityLimitKgM2: null,
      targetWeightKg: null,
      maxBirdsByDensity: null,
      maxBirds: 20_000,
    },
  ]);
});

test('a barn without an area reports this, with the call to set it', () => {
  const { status, missing } = compute({ barns: [aBarn({ areaSqm: null, capacity: null })] });
  expect(status).toBe('partial');
  expect(missing[0]).toMatchObject({
    code: 'no_area_or_capacity',
    message: { params: { what: 'both', barn: 'Barn 1' } },
    need: 2,
    fix: { method: 'PATCH', path: '/barns/barn_1', body: { areaSqm: null, capacity: null } },
  });
});

test('without barns there are no placements', () => {
  const section = compute({});
  expect(section).toMatchObject({ status: 'not_enough_data', missing: [{ code: 'no_barns' }] });
  expectToFitSchema('placements', section);
});
