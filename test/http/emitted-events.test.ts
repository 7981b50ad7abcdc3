import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventEmission } from '../../src/model/answers/events.ts';
import { eventNames } from '../../src/model/core/resource.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Events that are not emitted by the change of a row. */
const OTHERS = ['media.analyzed', 'gap.detected', 'brain.scan'];

interface Described {
  readonly name: string;
  readonly schema: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of every event.
  readonly example: any;
}

let service: TestService;
let described: readonly Described[];
// biome-ignore lint/suspicious/noExplicitAny: as above.
const emitted = new Map<string, any>();
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

beforeAll(async () => {
  service = await startTestService();
  described = (await service.send('GET', '/capabilities')).body.webhookEvents;
  await liveThrough(service);
  for (const { event, body } of await service.events()) emitted.set(event, body);
});
afterAll(() => service.close());

/** A farm on which everything happens that emits an event. */
async function liveThrough(service: TestService): Promise<void> {
  const { farmId, barnId, flockId } = await createFarm(service);
  const row = (resource: Parameters<typeof create>[1], body: Record<string, unknown>) =>
    create(service, resource, body, { farmId });
  const change = async (path: string, body: object) => {
    const { status, text } = await service.send('PATCH', path, { body });
    expect([status, text]).toEqual([200, text]);
  };
  const alert = await row('alerts', { title: 'Fan 3 is broken', severity: 'warning', barnId });
  await change(`/alerts/${alert.id}`, { severity: 'critical' });
  await change(`/alerts/${alert.id}`, { status: 'resolved', resolutionNote: 'Repaired' });
  const task = await row('tasks', { title: 'Check the fans', barnId });
  await change(`/tasks/${task.id}`, { status: 'done' });
  const report = { rawText: 'How much vitamin?', isQuestion: true, severity: 'critical' };
  await row('field-reports', report);
  await row('daily-logs', { flockId, date: '2026-11-02', mortality: 3, feedKg: 900 });
  const sold = { flockId, date: '2026-11-02', birdsCount: 900, totalWeightKg: 2300 };
  await row('sales', { ...sold, pricePerKg: 7.5 });
  await row('expenses', { category: 'gas', amount: 900, date: '2026-11-01' });
  await row('feed-deliveries', { date: '2026-11-01', quantityKg: 12_000 });
  await change(`/flocks/${flockId}`, { status: 'closed' });
}

describe('the 17 events of /capabilities', () => {
  test('are complete, each with a schema and an example', () => {
    expect(described.map(({ name }) => name)).toEqual(eventNames);
  });

  test.each(eventNames)('%s: the example fits the schema', (event) => {
    const { schema, example } =
      described.find(({ name }) => name === event) ?? expect.unreachable();
    expect([ajv.validate(schema, example), ajv.errors]).toEqual([true, null]);
    const { field, value } = eventEmission(event) ?? {};
    if (field !== undefined && value !== undefined) expect(example.data.record[field]).toBe(value);
  });

  test.each(eventNames.filter((event) => !OTHERS.includes(event)))(
    '%s: an emitted event fits the schema, and has the fields of the example',
    (event) => {
      const { schema, example } =
        described.find(({ name }) => name === event) ?? expect.unreachable();
      const body = emitted.get(event);
      expect([ajv.validate(schema, body), ajv.errors]).toEqual([true, null]);
      expect(Object.keys(body)).toEqual(Object.keys(example));
      expect(Object.keys(body.data.record).sort()).toEqual(Object.keys(example.data.record).sort());
    },
  );

  test('a body of another shape does not fit the schema', () => {
    const [first] = described;
    const body = { ...first?.example, event: 'alert.closed' };
    expect(ajv.validate(first?.schema ?? {}, body)).toBe(false);
    const { record, ...rest } = first?.example.data ?? {};
    const bare = { ...first?.example, data: { ...rest, record: { id: record.id } } };
    expect(ajv.validate(first?.schema ?? {}, bare)).toBe(false);
  });
});
