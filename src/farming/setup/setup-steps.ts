import { barnSteps } from './barn-steps.ts';
import { farmSteps } from './farm-steps.ts';
import { flockSteps } from './flock-steps.ts';
import { peopleSteps } from './people-steps.ts';
import type { SetupStep } from './setup-step.ts';
import { storeSteps } from './store-steps.ts';

/** The steps of setting up a farm by their keys, in the order in which they are taken. */
export const setupSteps = {
  ...farmSteps,
  ...barnSteps,
  ...flockSteps,
  ...peopleSteps,
  ...storeSteps,
} as const satisfies Readonly<Record<string, SetupStep>>;

export type SetupKey = keyof typeof setupSteps;
