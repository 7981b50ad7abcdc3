import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presetNames } from '../../../src/model/integration-presets.ts';
import { feedMeasures, feedUnits } from '../../../src/model/measures.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/integrations.md'), 'utf8');

/** The examples of the page: a mapping, a payload with its topic, and the readings they make. */
const examples = [
  ...page.matchAll(
    /```json mapping\n(.*?)```.*?```json payload ?(\S*)\n(.*?)```.*?```json readings\n(.*?)```/gs,
  ),
].map(([, mapping = '', topic = '', payload = '', readings = '']) => {
  return { mapping, topic, payload, readings };
});

let service: TestService;
let farm: TestFarm;
let secondBarn: string;
let id: string;

beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service);
  const barn = { name: 'Barn 2' };
  secondBarn = (await create(service, 'barns', barn, { farmId: farm.farmId })).id;
  const body = { kind: 'controller', barnId: farm.barnId };
  id = (await create(service, 'integrations', body)).id;
});
afterAll(() => service.close());

function fillIds(text: string) {
  const withBarnId = text.replaceAll('"barn_1"', JSON.stringify(farm.barnId));
  return JSON.parse(withBarnId.replaceAll('"barn_2"', JSON.stringify(secondBarn)));
}

test('the page has its four examples', () => {
  expect(examples).toHaveLength(4);
});

test.each(examples)('$mapping gives the readings shown on the page', async (example) => {
  const { status, body } = await service.send('POST', `/os/integrations/${id}/test`, {
    body: {
      mapping: fillIds(example.mapping),
      payload: JSON.parse(example.payload),
      ...(example.topic === '' ? {} : { topic: example.topic }),
    },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ok: true, stored: 0, problems: [] });
  const readings = body.readings.map(
    ({ devices: _, ...reading }: { devices: string[] }) => reading,
  );
  expect(readings).toEqual(fillIds(example.readings));
});

test('the page names every unit', () => {
  const line = page.replaceAll('\n', ' ');
  for (const measure of feedMeasures) {
    expect(line).toContain(`\`${measure}\` (${Object.keys(feedUnits[measure]).join(', ')})`);
  }
});

test('the service accepts the included presets', async () => {
  for (const preset of presetNames) {
    const mapping = { preset, devices: { x: { measure: 'temp' } } };
    const body = { mapping, payload: [] };
    const answer = await service.send('POST', `/os/integrations/${id}/test`, { body });
    expect([preset, answer.status]).toEqual([preset, 200]);
  }
});
