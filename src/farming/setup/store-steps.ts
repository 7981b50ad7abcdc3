import { parseInstant } from '../../tools/calendar.ts';
import { firstBarnFix } from './barn-steps.ts';
import type { SetupStep } from './setup-step.ts';

const DAY_MILLIS = 86_400_000;

/** What measures in the barns, and what stands in the medicine store. */
export const storeSteps = {
  integration_or_camera: {
    weight: 5,
    optional: true,
    isDone: ({ integrations, devices }) =>
      integrations.length > 0 ||
      devices.some(({ kind, status }) => kind === 'camera' && status !== 'retired'),
    fix: ({ farm }) => ({
      method: 'POST',
      path: '/integrations',
      body: { farmId: farm.id, kind: 'camera', name: null },
    }),
  },
  env_reading_24h: {
    weight: 3,
    isDone: ({ newestReadings, now }) =>
      newestReadings.some(({ ts }) => (parseInstant(ts ?? '') ?? 0) >= now - DAY_MILLIS),
    fix(snapshot) {
      const [barn] = snapshot.barns;
      if (!barn) return firstBarnFix(snapshot);
      const body = { barnId: barn.id, temp: null, humidity: null, source: 'manual' };
      return { method: 'POST', path: '/env-readings', body };
    },
  },
  medicine_list: {
    weight: 3,
    isDone: ({ medicine }) => medicine.length > 0,
    fix: ({ farm }) => ({
      method: 'POST',
      path: '/medicine',
      body: { farmId: farm.id, name: null, quantity: null, expiryDate: null },
      action: 'create_medicine',
    }),
  },
} as const satisfies Readonly<Record<string, SetupStep>>;
