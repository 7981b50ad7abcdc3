import { crudOperations } from './crud-operations.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { resources } from './registry.ts';

/** Every operation of the platform API, in the order in which documents list them. */
export const platformOperations: readonly Operation[] = [
  ...operations,
  ...Object.values(resources).flatMap((definition) => crudOperations(definition)),
];
