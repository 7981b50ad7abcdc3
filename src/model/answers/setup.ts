import { exampleId } from '../example-id.ts';
import {
  boolean,
  integer,
  nullable,
  number,
  object,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';
import { fixSchema } from './shared-schemas.ts';

/** The answer of `GET /setup`. */
export const setupAnswer: OperationAnswer = {
  name: 'Setup',
  description: 'How far the farm is set up, and what is left to do.',
  schema: object({
    progressPct: number(),
    done: integer('Steps that are done'),
    total: integer('Steps that apply; an optional one does once it is done'),
    items: rows({
      key: string(),
      title: string(),
      weight: integer(),
      done: boolean(),
      optional: boolean(),
      fix: nullable(fixSchema),
    }),
    next: nullable(string('The key of the step to take now; null when all is done')),
  }),
  example: {
    progressPct: 92,
    done: 16,
    total: 18,
    items: [
      {
        key: 'farm_location',
        title: 'The farm has coordinates',
        weight: 8,
        done: true,
        optional: false,
        fix: null,
      },
      {
        key: 'vet_contact',
        title: 'A vet is among the contacts',
        weight: 5,
        done: false,
        optional: false,
        fix: {
          method: 'POST',
          path: '/contacts',
          body: { farmId: exampleId('farm'), kind: 'vet', name: null, phone: null },
          action: 'create_contact',
        },
      },
      {
        key: 'medicine_list',
        title: 'The medicine store is listed',
        weight: 3,
        done: false,
        optional: false,
        fix: {
          method: 'POST',
          path: '/medicine',
          body: { farmId: exampleId('farm'), name: null, quantity: null, expiryDate: null },
          action: 'create_medicine',
        },
      },
    ],
    next: 'vet_contact',
  },
};
