import type { Fix } from '../insights/section.ts';
import type { SetupSnapshot, SetupStep } from './setup-step.ts';

/** What is known of the farm itself. */
export const farmSteps = {
  farm_named: {
    weight: 5,
    isDone: ({ farm }) => farm.name.trim() !== '',
    fix: (snapshot) => farmFix(snapshot, { name: null }),
  },
  farm_location: {
    weight: 8,
    isDone: ({ farm }) => farm.latitude !== null && farm.longitude !== null,
    fix: (snapshot) => ({
      ...farmFix(snapshot, { latitude: null, longitude: null }),
      action: 'set_farm_location',
    }),
  },
  farm_area: {
    weight: 3,
    isDone: ({ farm }) => farm.areaDunam !== null,
    fix: (snapshot) => farmFix(snapshot, { areaDunam: null }),
  },
  currency: {
    weight: 2,
    isDone: ({ farm }) => farm.currency !== null,
    fix: (snapshot) => farmFix(snapshot, { currency: null }),
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

function farmFix({ farm }: SetupSnapshot, body: Readonly<Record<string, null>>): Fix {
  return { method: 'PATCH', path: `/farms/${farm.id}`, body };
}
