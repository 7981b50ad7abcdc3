import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type DatabaseName } from '../../support/databases.ts';
import { DEMO_NOW, demoRows, insertDemo } from '../../support/demo-rows.ts';
import { ask, FARM_QUESTIONS, readFarm } from '../../support/farm-answers.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { sharedNumbers } from '../../support/shared-numbers/shared-numbers.ts';

interface PlanItem {
  readonly severity: 'critical' | 'warning' | 'info';
  readonly score: number;
}

describe('the demo farms', () => {
  const services = new Map<DatabaseName, TestService>();
  let farmIds: readonly string[];
  beforeAll(async () => {
    const rows = demoRows();
    farmIds = rows.farms.map(({ id }) => id);
    for (const database of DATABASES) {
      const service = await startTestService(database, { now: DEMO_NOW });
      services.set(database, service);
      await insertDemo(service, rows);
    }
  });
  afterAll(async () => {
    for (const service of services.values()) await service.close();
  });

  /** The answers of all databases, each validated against the document. */
  const askAll = (path: string) =>
    Promise.all([...services.values()].map((service) => ask(service, path)));

  // Before any question, since questions are stored.
  test.each(['/portfolio', '/search?q=לול', '/activity'])('%s fits its schema', async (path) => {
    const [first, ...others] = await askAll(path);
    for (const other of others) expect(other).toEqual(first);
  });

  describe.each([0, 1, 2])('farm %i', (index) => {
    test.each(FARM_QUESTIONS)(
      '/%s conforms to its schema and is the same on all databases',
      async (name) => {
        const [first, ...others] = await askAll(`/${name}?farmId=${farmIds[index]}`);
        for (const other of others) expect(other).toEqual(first);
      },
    );

    test('a number in several answers is the same in all of them', async () => {
      const service = services.get('sqlite');
      if (!service) throw new Error('no service');
      const answers = await readFarm(service, `${farmIds[index]}`);
      for (const { name, told } of sharedNumbers({ ...answers, isMoneyYoung: false })) {
        const [first] = told;
        expect([name, told]).toEqual([name, told.map(([place]) => [place, first?.[1]])]);
      }
    });
  });

  test('an item of the plan names the farm, the flock or the barn it is about', async () => {
    const [answer] = await askAll(`/insights?farmId=${farmIds[0]}&include=actionPlan&lang=en`);
    const { items } = answer.sections.actionPlan;
    expect(items.length).toBe(10);
    const ranks = { critical: 2, warning: 1, info: 0 };
    const order = items.map(({ severity, score }: PlanItem) => ranks[severity] * 1000 + score);
    expect(order).toEqual(order.toSorted((left: number, right: number) => right - left));
  });
});
