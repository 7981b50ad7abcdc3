import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import {
  computeInsights,
  partsOf,
  sectionDefinitions,
} from '../../../src/farming/insights/compute-insights.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessages } from '../../../src/i18n/render-message.ts';
import { type InsightSection, insightSections } from '../../../src/model/core/insight-sections.ts';
import { isMessage, languages } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aSnapshot, NOON, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';
import { randomFarm } from '../../support/random-farm.ts';
import { logsByStandard } from '../../support/ross-308-flock.ts';

const RUNS = Number(process.env['FARMCTL_TEST_RANDOM_FARMS'] ?? 60);
const HOUR = 3_600_000;

/** Sections whose results are used by others. */
const users = (used: InsightSection) =>
  insightSections.filter((name) =>
    (sectionDefinitions[name].uses as readonly InsightSection[]).includes(used),
  );

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const listOf = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 5 });
const aDay = fc.integer({ min: -40, max: 40 }).map((offset) => addDays(TODAY, offset));
const anInstant = fc
  .integer({ min: -200, max: 0 })
  .map((hours) => new Date(NOON + hours * HOUR).toISOString());
const aBarnId = nullable(fc.constantFrom('barn_1', 'barn_2'));
const aSeverity = fc.constantFrom('info', 'warning', 'critical');
const aTemperature = fc.constantFrom(-30, 4.9, 15, 27, 35, 60);
const aHumidity = fc.constantFrom(0, 40, 80, 100);

/** The records of a farm besides its birds. */
const deskRecord = fc.record({
  place: fc.constantFrom({}, { latitude: 32.36 }, { latitude: 32.36, longitude: 34.91 }),
  tasks: listOf(
    fc.record({
      status: fc.constantFrom('open', 'in_progress', 'blocked', 'done'),
      priority: fc.constantFrom('low', 'normal', 'high', 'urgent'),
      dueDate: nullable(aDay),
      barnId: aBarnId,
    }),
  ),
  alerts: listOf(
    fc.record({
      status: fc.constantFrom('open', 'acknowledged', 'resolved'),
      severity: aSeverity,
      category: fc.constantFrom('mortality', 'climate', 'other'),
      barnId: aBarnId,
      createdAt: anInstant,
    }),
  ),
  reports: listOf(fc.record({ isQuestion: fc.boolean(), createdAt: anInstant, barnId: aBarnId })),
  papers: listOf(
    fc.record({
      status: fc.constantFrom('upcoming', 'due', 'submitted', 'approved', 'overdue', 'expired'),
      dueDate: nullable(aDay),
      expiryDate: nullable(aDay),
    }),
  ),
  orders: listOf(
    fc.record({
      status: fc.constantFrom('open', 'confirmed', 'fulfilled'),
      direction: fc.constantFrom('buy', 'sell'),
      quantity: nullable(fc.constantFrom(0.001, 1e9)),
      price: nullable(fc.constantFrom(0, 0.01, 1e9)),
      needByDate: nullable(aDay),
    }),
  ),
  devices: listOf(fc.record({ status: fc.constantFrom('online', 'offline', 'fault', 'retired') })),
  integrations: listOf(
    fc.record({
      kind: fc.constantFrom('weather', 'camera', 'erp'),
      status: fc.constantFrom('pending', 'active', 'failing', 'paused', 'disabled'),
      lastError: nullable(fc.constant('There was no answer in time.')),
    }),
  ),
  medicine: listOf(
    fc.record({
      quantity: nullable(fc.constantFrom(0, 3)),
      minQuantity: nullable(fc.constant(5)),
      expiryDate: nullable(aDay),
    }),
  ),
  weather: fc.array(fc.record({ temp: nullable(aTemperature), humidity: nullable(aHumidity) }), {
    maxLength: 100,
  }),
  hours: fc.array(fc.record({ temp: nullable(aTemperature), humidity: nullable(aHumidity) }), {
    maxLength: 14,
  }),
});

type Desk = typeof deskRecord extends fc.Arbitrary<infer D> ? D : never;

function rowsOf<N extends Parameters<typeof row>[0]>(name: N, values: readonly object[]) {
  return values.map((each, index) =>
    row(name, {
      id: `${name}_${index}`,
      title: 'T',
      name: 'N',
      kind: 'other',
      rawText: '?',
      ...each,
    }),
  );
}

function withDesk(farm: FarmSnapshot, records: Desk): FarmSnapshot {
  const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();
  return {
    ...farm,
    farm: row('farms', { id: 'farm_1', name: 'Emek Hefer', ...records.place }),
    tasks: rowsOf('tasks', records.tasks),
    alerts: rowsOf('alerts', records.alerts),
    fieldReports: rowsOf('field-reports', records.reports),
    regItems: rowsOf('reg-items', records.papers),
    marketOrders: rowsOf('market-orders', records.orders),
    devices: rowsOf('devices', records.devices),
    integrations: rowsOf('integrations', records.integrations),
    medicine: rowsOf('medicine', records.medicine),
    weather: records.weather.map((each, index) =>
      row('env-readings', { barnId: 'barn_1', ts: at(index - 20), source: 'weather', ...each }),
    ),
    barnHours: records.hours.map((each, index) => ({
      barnId: 'barn_1',
      hour: at(-24 * index),
      readings: 4,
      ...each,
    })),
  };
}

const wholeFarm = fc
  .tuple(randomFarm, deskRecord)
  .map(([farm, records]) => withDesk(farm, records));

const computeAll = (farm: FarmSnapshot, definitions = sectionDefinitions) =>
  computeInsights(farm, insightSections, definitions);

test('all 15 sections conform to their schemas for any farm, with valid figures', () => {
  fc.assert(
    fc.property(wholeFarm, (farm) => {
      const { sections, failures } = computeAll(farm);
      expect(failures).toEqual([]);
      for (const name of insightSections) {
        const section = sections[name] ?? {};
        expectToBeFinite(section);
        expectToFitSchema(name, section);
      }
    }),
    { numRuns: RUNS },
  );
});

test('all texts for people are messages, which every language has', async () => {
  const farms = fc.sample(wholeFarm, { numRuns: 20, seed: 11 });
  const sections = farms.flatMap((farm) => {
    const { actionPlan, placements, weather, risk } = computeAll(farm).sections;
    return [actionPlan, placements, weather, risk];
  });
  for (const language of languages) {
    const translator = await loadLanguage(language);
    const texts = JSON.stringify(renderMessages(translator, sections));
    expect(texts).not.toMatch(/undefined|"text":|\{\w+\}/);
  }
  for (const text of saidIn(sections)) expect(isMessage(text)).toBe(true);
});

/** The text fields for people. */
function saidIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || isMessage(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    // A call to be sent may contain the name of a thing.
    if (name === 'body') return [];
    if (name === 'why' && Array.isArray(part)) return part;
    return ['title', 'message', 'explanation'].includes(name) ? [part] : saidIn(part);
  });
}

test('risk and plan use the answers of the sections they depend on', () => {
  // A name that a section does not have would make everything unknown, whatever the farm is like.
  const reported = new Set<string>();
  const farms = fc.sample(wholeFarm, { numRuns: 200, seed: 3 });
  for (const farm of [...farms, farmOutOfFeed(), farmLosingMoney()]) {
    const { risk, actionPlan } = computeAll(farm).sections as unknown as Readonly<
      Record<string, { readonly items: readonly { key?: string; kind?: string; p?: number }[] }>
    >;
    for (const { key, p } of risk?.items ?? []) if ((p ?? 0) > 0) reported.add(`risk ${key}`);
    for (const { kind } of actionPlan?.items ?? []) reported.add(`plan ${kind}`);
  }
  expect([...reported].toSorted()).toEqual([
    'plan answer_worker',
    'plan call_vet',
    'plan check_ventilation',
    'plan complete_task',
    'plan correct_value',
    'plan file_reg_item',
    'plan fix_integration',
    'plan log_today',
    'plan order_feed',
    'plan pay_or_collect',
    'plan prepare_barn',
    'plan renew_medicine',
    'plan resolve_alert',
    'plan sell_window',
    'plan weigh_flock',
    'risk cash',
    'risk compliance',
    'risk data_blind',
    'risk disease',
    'risk equipment',
    'risk feed_out',
    'risk heat',
    'risk medicine',
    'risk overweight_or_density',
    'risk people',
    'risk price',
    'risk single_supplier',
  ]);
});

/** Its only supplier delivered little more than was eaten, and prices fall by a tenth a month. */
function farmOutOfFeed(): FarmSnapshot {
  const flock = { flockId: 'flock_1', placementDate: '2026-11-01', birds: 20_000 };
  const prices = [6, 5.4, 4.9, 4.4];
  return aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ plannedMarketDate: '2026-12-11' })],
    // 20,960 kg in all.
    liveLogs: logsByStandard(flock, { 20: { avgWeightGr: 935 } }),
    feedDeliveries: [
      row('feed-deliveries', {
        flockId: 'flock_1',
        date: '2026-10-31',
        quantityKg: 22_000,
        totalCost: 50_000,
        supplierId: 'contact_1',
      }),
    ],
    closedFlocks: [aFlock({ id: 'flock_0', barnId: 'barn_2', status: 'closed' })],
    sales: prices.map((pricePerKg, month) =>
      row('sales', {
        id: `sale_${month}`,
        flockId: 'flock_0',
        date: addDays('2026-08-01', 30 * month),
        totalWeightKg: 1000,
        totalAmount: 1000 * pricePerKg,
      }),
    ),
  });
}

/** Every month 40,000 of wages and 10,000 of other income; no flock inside. */
function farmLosingMoney(): FarmSnapshot {
  const months = ['2026-08-31', '2026-09-28', '2026-10-26', '2026-11-17'];
  return aSnapshot({
    barns: [aBarn()],
    expenses: months.map((date, month) =>
      row('expenses', { id: `expense_${month}`, date, category: 'labor', amount: 40_000 }),
    ),
    sales: months.map((date, month) =>
      row('sales', { id: `sale_${month}`, flockId: null, date, totalAmount: 10_000 }),
    ),
  });
}

describe.each(insightSections)('a fault in %s', (broken) => {
  const [farm] = fc.sample(wholeFarm, { numRuns: 1, seed: 5 });
  const fault = new Error('a fault on purpose');
  const definitions = {
    ...sectionDefinitions,
    [broken]: {
      ...sectionDefinitions[broken],
      compute: () => {
        throw fault;
      },
    },
  } as typeof sectionDefinitions;

  test('affects only that section; the 14 others are returned', () => {
    if (!farm) throw new Error('no farm was made');
    const sound = computeAll(farm).sections;
    const { sections, failures } = computeAll(farm, definitions);
    expect(failures).toEqual([{ section: broken, error: fault }]);
    expect(sections[broken]).toEqual({
      error: { message: { text: 'insights.failed', params: { section: broken } } },
    });
    for (const name of insightSections.filter((section) => section !== broken)) {
      const section = sections[name] ?? {};
      expectToFitSchema(name, section);
      if (!users(broken).includes(name)) expect(section).toEqual(sound[name]);
      else if (name === 'risk' || name === 'actionPlan')
        expect(section).toMatchObject({
          status: 'partial',
          missing: expect.arrayContaining([failed(broken)]),
        });
    }
  });
});

/** How a section reports that another could not be used. */
function failed(section: InsightSection) {
  return { code: 'section_failed', message: { text: 'insights.failed', params: { section } } };
}

test('a single section computes those it uses, and returns only itself', () => {
  const [farm] = fc.sample(wholeFarm, { numRuns: 1, seed: 5 });
  if (!farm) throw new Error('no farm was made');
  const { sections } = computeInsights(farm, ['risk'], sectionDefinitions);
  expect(Object.keys(sections)).toEqual(['risk']);
  expect(sections.risk).toEqual(computeAll(farm).sections.risk);
  expect(partsOf(['risk'], sectionDefinitions)).toContain('tenderBids');
});

/** How often all sections read one daily log, on a farm of so many barns with a flock in each. */
function readsOfALog(count: number): number {
  let reads = 0;
  const counted = <R extends object>(each: R): R =>
    new Proxy(each, {
      get(target, name) {
        reads += 1;
        return Reflect.get(target, name);
      },
    });
  const numbers = Array.from({ length: count }, (_, index) => index);
  const liveLogs = numbers.flatMap((index) =>
    logsByStandard(
      { flockId: `flock_${index}`, placementDate: '2026-11-01', birds: 20_000 },
      { 14: { avgWeightGr: 500 } },
    ).map(counted),
  );
  const farm = aSnapshot({
    barns: numbers.map((index) => aBarn({ id: `barn_${index}` })),
    liveFlocks: numbers.map((index) => aFlock({ id: `flock_${index}`, barnId: `barn_${index}` })),
    liveLogs,
  });
  expect(computeAll(farm).failures).toEqual([]);
  return reads / liveLogs.length;
}

test('the work for one flock does not grow with the number of flocks', () => {
  expect(readsOfALog(12)).toBe(readsOfALog(3));
});
