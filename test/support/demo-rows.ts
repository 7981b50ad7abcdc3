import type { DemoRows } from '../../src/mock/demo-farm/demo-context.ts';
import type { Language } from '../../src/model/core/message.ts';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';
import { insertRows } from '../../src/storage/records/write-rows.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { generateDemo } from './in-one-step.ts';
import type { TestService } from './service.ts';

/** The current time of the demo farms. */
export const DEMO_NOW = '2026-11-20T06:00:00.000Z';

const SEED = 42;
/** Flocks that were in a barn then are complete. */
const DAYS = 60;
/** There are many readings and camera events, and only the newest are used. */
const SENSOR_DAYS = 3;
const SENSORS = ['env-readings', 'vision-events'] as const;

/** The rows of the three demo farms, without most of their sensors' history. */
export function demoRows(language: Language = 'he'): DemoRows {
  const { rows } = generateDemo({
    ...{ seed: SEED, now: Date.parse(DEMO_NOW), days: DAYS },
    language,
  });
  const since = addDays(DEMO_NOW.slice(0, 10), -SENSOR_DAYS);
  const newest = SENSORS.map((name) => [
    name,
    rows[name].filter(({ createdAt }) => createdAt >= since),
  ]);
  return { ...rows, ...Object.fromEntries(newest) };
}

/** Inserts demo farms into a service whose clock is at `DEMO_NOW`. */
export async function insertDemo(service: TestService, rows: DemoRows): Promise<void> {
  await service.service.runtime.database.transaction(async (transaction) => {
    for (const name of resourceNames) {
      const stored = rows[name].map((row) => ({ ...row, orgId: service.orgId, version: 1 }));
      await insertRows(transaction, getResource(name), stored);
    }
  });
}
