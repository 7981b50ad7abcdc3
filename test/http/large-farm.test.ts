import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertLargeFarm } from '../support/large-farm.ts';
import { costOf } from '../support/longest-slice.ts';
import { startTestService, type TestService } from '../support/service.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const FARM = { farmId: 'farm_large', now: NOW, flocks: 50, days: 300, readings: 2000 };
/**
 * How long one step of a request may block everything else. Some machines work at half of the usual
 * speed for minutes; the service must respond within 500 ms.
 */
const MOST_MILLIS = 350;
/** A slow step is slow each time; other work of the process is not. */
const TRIES = 8;

const READS = [
  ...['/insights', '/context', '/digest', '/gaps', '/setup', '/activity', '/portfolio'],
  ...['/search?q=barn', '/os/dashboard', '/os/weekly-summary', '/os/risk/ledger', '/os/cameras'],
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService('sqlite', { now: new Date(NOW).toISOString() });
  const { database } = service.service.runtime;
  await insertLargeFarm(database, { ...FARM, orgId: service.orgId });
});
afterAll(() => service.close());

const { farmId } = FARM;
/** A rule that each reading meets, so that each of them is judged back to the first. */
const RULE = { trigger: { metric: 'temp', op: '>', value: 0 }, action: { command: 'read_now' } };
const WRITES = [
  ['/os/brain/scan', { farmId }],
  ['/ask', { farmId, question: 'How is the air in barn 7?' }],
  [`/os/automations/test?farmId=${farmId}`, { rule: RULE, day: '2026-11-21' }],
] as const;

test.each([
  ...READS.map((path) => ['GET', path, undefined] as const),
  ...WRITES.map(([path, body]) => ['POST', path, body] as const),
])(
  '%s %s for a farm of 50 flocks and 100,000 readings runs in slices',
  async (method, path, body) => {
    let shortest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < TRIES && shortest > MOST_MILLIS; count++) {
      const { longest } = await costOf(async () => {
        const { status } = await service.send(method, path, body ? { body } : {});
        expect(status).toBe(200);
      });
      shortest = Math.min(shortest, longest);
    }
    expect(shortest).toBeLessThan(MOST_MILLIS);
  },
);
