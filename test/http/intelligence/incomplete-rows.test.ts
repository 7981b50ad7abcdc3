import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insightSections } from '../../../src/model/core/insight-sections.ts';
import type { ResourceName } from '../../../src/model/resources/registry.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES } from '../../support/databases.ts';
import { create } from '../../support/farm.ts';
import { ask, FARM_QUESTIONS } from '../../support/farm-answers.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type Values = Readonly<Record<string, unknown>>;

const NOW = '2026-11-21T10:00:00.000Z';
const FAR_AHEAD = '2199-12-31T23:59:59.999Z';
const LONG_AGO = '1900-01-01T00:00:00.000Z';
const HUGE = 1e9;
/** Text that is long, breaks lines or has a meaning elsewhere. */
const ODD_TEXT = '{count, plural, other {#}} <b>"\'\\ %_* 🐔\n\u202e';

/** Rows that may exist, though no form would accept most of them. */
const BROKEN: readonly (readonly [what: string, resource: ResourceName, values: Values])[] = [
  ['more dead than placed', 'daily-logs', { date: '2026-11-20', mortality: 900_000 }],
  ['a log before placement', 'daily-logs', { date: '2025-01-01', mortality: 3, feedKg: 1 }],
  ['a log of tomorrow', 'daily-logs', { date: '2026-12-01', mortality: 3 }],
  ['a second log of a day', 'daily-logs', { date: '2026-11-18', mortality: 8 }],
  ['a log of nothing', 'daily-logs', { date: '2026-11-20' }],
  ['a log of zeros', 'daily-logs', { date: '2026-11-20', mortality: 0, feedKg: 0, waterL: 0 }],
  ['a huge log', 'daily-logs', { date: '2026-11-20', feedKg: HUGE, avgWeightGr: 35_000 }],
  ['a flock of nobody knows how many', 'flocks', { chicksReceived: null, chicksOrdered: null }],
  ['a flock of none', 'flocks', { chicksReceived: 0, orderTotal: HUGE }],
  ['a flock to come, active', 'flocks', { placementDate: '2027-03-01' }],
  ['an ancient flock', 'flocks', { placementDate: '1900-01-01' }],
  ['a flock of an odd breed', 'flocks', { breed: ODD_TEXT, code: ODD_TEXT }],
  ['a flock in no barn', 'flocks', { barnId: 'barn_gone' }],
  ['a closed flock without its end', 'flocks', { status: 'closed', closedAt: null }],
  ['a flock closed before it came', 'flocks', { status: 'closed', closedAt: LONG_AGO }],
  ['a barn of no size', 'barns', { areaSqm: 0.000_001, capacity: 0 }],
  ['a sale of nothing', 'sales', { date: '2026-11-20' }],
  ['a sale of more than there were', 'sales', { date: '2026-11-20', birdsCount: 900_000 }],
  ['a sale to come', 'sales', { date: '2027-01-01', birdsCount: 5, totalAmount: HUGE }],
  ['a credit', 'expenses', { date: '2026-11-20', category: 'feed', amount: -HUGE }],
  ['a delivery of nothing', 'feed-deliveries', { date: '2026-11-20', quantityKg: 0.001 }],
  ['a reading of no time', 'env-readings', { barnId: 'barn', ts: null, temp: 25 }],
  ['a reading to come', 'env-readings', { barnId: 'barn', ts: FAR_AHEAD, temp: 99, humidity: 0 }],
  ['a camera that counts below 0', 'vision-events', { ts: NOW, kind: 'mortality', value: -5 }],
  ['a camera of no source', 'vision-events', { ts: NOW, kind: 'count', value: null }],
  ['an alert to come', 'alerts', { title: ODD_TEXT, createdAt: FAR_AHEAD, severity: null }],
  ['an alert of long ago', 'alerts', { title: ODD_TEXT, createdAt: LONG_AGO, status: 'open' }],
  ['a task of nobody', 'tasks', { title: ODD_TEXT, dueDate: '1900-01-01', assignee: 'user_gone' }],
  ['a question without words', 'field-reports', { rawText: '', isQuestion: true }],
  ['a question of long ago', 'field-reports', { isQuestion: true, createdAt: LONG_AGO }],
  ['a silent integration', 'integrations', { kind: 'weather', lastSuccessAt: FAR_AHEAD }],
  [
    'an integration that never worked',
    'integrations',
    { status: 'failing', lastErrorAt: LONG_AGO },
  ],
  ['medicine without a name', 'medicine', { name: '', quantity: 0, minQuantity: HUGE }],
  ['medicine of long ago', 'medicine', { expiryDate: '1900-01-01', quantity: null }],
  ['a bid for nothing', 'tender-bids', { tenderId: 'tender_gone', price: null }],
  ['an order of no quantity', 'market-orders', { status: 'confirmed', needByDate: '1900-01-01' }],
  ['a paper of no date', 'reg-items', { title: ODD_TEXT, status: 'overdue' }],
  ['a treatment of no kind', 'treatments', { date: '2026-11-20', product: null, cost: HUGE }],
];

for (const database of DATABASES) {
  describe(`${database}: every request is answered`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(database, { now: NOW });
    });
    afterAll(() => service.close());

    test('every request is answered for a farm with nothing but a name', async () => {
      const farm = await create(service, 'farms', { name: 'Empty' });
      await expectAnswers(service, farm.id);
      const { sections } = await ask(service, `/insights?farmId=${farm.id}`);
      for (const name of insightSections) {
        expect([name, sections[name].status]).toEqual([name, 'not_enough_data']);
        expect(sections[name].missing.length).toBeGreaterThan(0);
      }
    });

    test.each(BROKEN.map(([what], index) => ({ what, index })))(
      'every request is answered with $what',
      async ({ index }) => {
        const [, resource, values] = BROKEN[index] ?? ['', 'farms', {}];
        const farmId = `farm_broken_${index}`;
        await insertFarm(service, farmId);
        const ownIds = { farmId, orgId: service.orgId, flockId: `flock_${farmId}` };
        const placed = { barnId: `barn_${farmId}`, placementDate: '2026-10-20', status: 'active' };
        const barn = values['barnId'] === 'barn' ? { barnId: `barn_${farmId}` } : {};
        const broken = { id: `broken_${index}`, ...ownIds, ...placed, ...values, ...barn };
        await insertRowsOf(service.service.runtime.database, resource, [broken]);
        await expectAnswers(service, farmId);
      },
    );

    test('every request for all farms at once, in a portfolio, is answered', async () => {
      const { farms } = await ask(service, '/portfolio');
      expect(farms.length).toBe(BROKEN.length + 1);
    });
  });
}

/** Every answer conforms to the document, and no section of `/insights` fails. */
async function expectAnswers(service: TestService, farmId: string): Promise<void> {
  const path = (name: string) => `/${name}?farmId=${farmId}&lang=en`;
  for (const name of FARM_QUESTIONS) {
    const { sections } = await ask(service, path(name));
    const failed = sections && insightSections.filter((section) => 'error' in sections[section]);
    expect(failed ?? []).toEqual([]);
  }
}

/** A farm with a barn and a flock of 32 days that is logged on three days. */
async function insertFarm(service: TestService, farmId: string): Promise<void> {
  const { database } = service.service.runtime;
  const ownIds = { farmId, orgId: service.orgId };
  const flockId = `flock_${farmId}`;
  const barnId = `barn_${farmId}`;
  await insertRowsOf(database, 'farms', [{ ...ownIds, id: farmId, name: farmId, currency: 'ILS' }]);
  await insertRowsOf(database, 'barns', [
    { ...ownIds, id: barnId, name: 'Barn 1', areaSqm: 800, capacity: 12_000 },
  ]);
  await insertRowsOf(database, 'flocks', [
    {
      ...ownIds,
      id: flockId,
      barnId,
      breed: 'Ross 308',
      status: 'active',
      placementDate: '2026-10-20',
      chicksReceived: 10_000,
    },
  ]);
  const logs = ['2026-11-17', '2026-11-18', '2026-11-19'].map((date) => ({
    ...ownIds,
    id: `log_${farmId}_${date}`,
    flockId,
    date,
    mortality: 4,
    feedKg: 1500,
    waterL: 2700,
    avgWeightGr: 1900,
  }));
  await insertRowsOf(database, 'daily-logs', logs);
}
