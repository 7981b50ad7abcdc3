import type { ResourceRules } from '../resource-rules.ts';

/** What is not read by an integration is told apart by who sends it. */
export const envReadingRules: ResourceRules = {
  fill: ({ before, after }, { actor }) =>
    before === undefined && after['sensor'] === null ? { sensor: actor.name } : {},
};
