import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '../../../src/model/core/fields.ts';
import { actionFields, actions, actionTypes } from '../../../src/model/resources/actions.ts';
import { DATABASES, type DatabaseName } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { farmContent } from '../../support/farm-content.ts';
import { startTestService, type TestAnswer, type TestService } from '../../support/service.ts';

/** FARMCTL_ACTION_RUNS raises how many farms are tried. */
const RUNS: Readonly<Record<DatabaseName, number>> = {
  sqlite: Number(process.env['FARMCTL_ACTION_RUNS'] ?? 25),
  postgres: Number(process.env['FARMCTL_ACTION_RUNS'] ?? 8),
};
const MOST_ACTIONS = 6;
const TITLES = ['Weigh 100 birds', 'Call the vet', 'שקילה', '1'];

/** The records of a farm besides a barn with a flock in it. */
const environments = fc.record({
  emptyBarns: fc.integer({ min: 0, max: 2 }),
  tasks: fc.array(
    fc.record({
      title: fc.constantFrom(...TITLES),
      status: fc.constantFrom('open', 'in_progress', 'blocked', 'done', 'cancelled'),
      frequency: fc.constantFrom('once', 'daily', 'monthly'),
      dueDate: fc.constantFrom('2026-10-30', '2026-11-05'),
    }),
    { maxLength: 4 },
  ),
  logs: fc.uniqueArray(fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-02'), { maxLength: 3 }),
  suppliers: fc.integer({ min: 0, max: 2 }),
});

/** An action: its type, and a number from which each of its fields is made. */
const action = fc.record({
  type: fc.constantFrom(...actionTypes),
  seeds: fc.array(fc.nat(1000), { minLength: 16, maxLength: 16 }),
});

for (const database of DATABASES) {
  describe(`${database}: undoing`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(database);
    });
    afterAll(() => service.close());

    test('actions undone in reverse order restore every farm to its previous states', async () => {
      const ran = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          environments,
          fc.array(action, { minLength: 1, maxLength: MOST_ACTIONS }),
          async (environment, planned) => {
            const { orgId, key, ids } = await aFarm(service, environment);
            const content = () => farmContent(service.service.runtime.database, orgId);
            const performed: { before: unknown; answer: TestAnswer }[] = [];
            for (const { type, seeds } of planned) {
              const before = await content();
              const body = { type, ...fieldsOf(type, seeds, ids) };
              const answer = await service.send('POST', '/actions', { key, body });
              expect([200, 400, 422]).toContain(answer.status);
              if (answer.status === 200) {
                ran.add(type);
                performed.push({ before, answer });
              } else expect(await content()).toEqual(before);
            }
            for (const { before, answer } of performed.toReversed()) {
              const { body } = answer;
              const undone = await service.send('POST', '/actions/undo', { key, body });
              expect([undone.status, undone.text]).toEqual([200, undone.text]);
              expect(await content()).toEqual(before);
            }
          },
        ),
        { numRuns: RUNS[database], seed: 42 },
      );
      // Otherwise nothing of it would be proved.
      expect(ran.size).toBeGreaterThan(RUNS[database] >= 10 ? 11 : 5);
    }, 120_000);
  });
}

type Ids = Readonly<Record<string, readonly string[]>>;

async function aFarm(
  service: TestService,
  environment: Parameters<Parameters<typeof environments.map>[0]>[0],
): Promise<{ readonly orgId: string; readonly key: string; readonly ids: Ids }> {
  const orgId = await service.createOrganisation('Random');
  const key = await service.createKey({ orgId });
  const { barnId, flockId } = await createFarm(service, { key });
  const make = async (
    ...input: Parameters<typeof create> extends [unknown, ...infer R] ? R : never
  ) => (await create(service, input[0], input[1], { key })).id as string;
  const barns = [barnId];
  for (let index = 0; index < environment.emptyBarns; index++) {
    barns.push(await make('barns', { name: `Empty ${index}` }));
  }
  const tasks: string[] = [];
  for (const task of environment.tasks) tasks.push(await make('tasks', task));
  for (const date of environment.logs) await make('daily-logs', { flockId, date, mortality: 3 });
  const contacts: string[] = [];
  for (let index = 0; index < environment.suppliers; index++) {
    contacts.push(await make('contacts', { name: `Supplier ${index}`, kind: 'supplier' }));
  }
  return { orgId, key, ids: { barns, flocks: [flockId], tasks, contacts } };
}

/** Most of the fields, with values that are mostly right. */
function fieldsOf(
  type: (typeof actionTypes)[number],
  seeds: readonly number[],
  ids: Ids,
): Readonly<Record<string, unknown>> {
  const values = actionFields(actions[type]).flatMap(([name, field], index) => {
    const seed = seeds[index % seeds.length] ?? 0;
    const isSent = field.required || seed % 3 !== 0;
    const value = isSent ? sampleOf(name, field, { seed, ids }) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  const fields = Object.fromEntries(values);
  // An order of both kinds is no order.
  return type === 'create_order' && 'quantityKg' in fields
    ? { quantityKg: fields.quantityKg, feedType: fields.feedType, dueDate: fields.dueDate }
    : fields;
}

function sampleOf(
  name: string,
  field: Field,
  { seed, ids }: { readonly seed: number; readonly ids: Ids },
): unknown {
  const pick = <T>(values: readonly T[]) => values[seed % Math.max(1, values.length)];
  switch (field.type) {
    case 'reference':
      return pick(ids[field.to] ?? []);
    case 'word':
      return pick(field.vocabulary.words);
    case 'date':
      return pick(['2026-10-31', '2026-11-01', '2026-11-02']);
    case 'integer':
      return Math.max(field.min ?? 0, seed % 50);
    case 'number':
    case 'money':
      return (field.min ?? 1) + (seed % 20) + 0.25;
    default:
      return name === 'path'
        ? pick(['/flocks', '/digest', '/nowhere'])
        : textOf(field, pick(TITLES));
  }
}

function textOf(field: Field, fallback: string | undefined): string | undefined {
  const format = field.type === 'text' ? field.format : undefined;
  if (format === 'email') return 'dana@example.com';
  return format === 'phone' ? '+972 54 555 1200' : fallback;
}
