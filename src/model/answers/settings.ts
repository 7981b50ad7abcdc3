import {
  boolean,
  instant,
  integer,
  type JsonSchema,
  nullable,
  number,
  object,
  oneOf,
  rows,
  spoken,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { languages } from '../core/message.ts';
import { retention } from '../retention.ts';
import { thresholds } from '../thresholds.ts';
import { fixSchema } from './core/shared-schemas.ts';

const byName = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: { type: ['number', 'null'] },
  description,
});

/** The request body of `PATCH /os/settings`. */
export const settingsBody: OperationBody = {
  schema: object({
    'name?': { type: 'string', minLength: 1, maxLength: 120 },
    'timezone?': string('IANA zone of farms without coordinates'),
    'language?': oneOf(languages),
    'thresholds?': byName('Values by name; null for the default'),
    'retention?': byName('Days by name; null for the default'),
  }),
  examples: {
    stricter: {
      timezone: 'Asia/Jerusalem',
      thresholds: { densityLimitKgM2: 33, alertOpenHours: null },
      retention: { chatMessagesDays: 365 },
    },
  },
};

/** The response of `GET` and `PATCH /os/settings`. */
export const settingsAnswer = declareAnswer({
  name: 'Settings',
  description: 'Every setting with its value, default and allowed values.',
  schema: object({
    organisation: object({
      id: string(),
      name: string(),
      timezone: string(),
      language: oneOf(languages),
    }),
    thresholds: rows({
      name: string(),
      value: number(),
      default: number(),
      min: number(),
      max: number(),
      'notAbove?': string('The threshold that it must not exceed'),
      unit: string(),
      note: string('Its meaning; in the language preferred by Accept-Language, else English'),
      source: string('Source of the default'),
    }),
    retention: rows({
      name: string(),
      days: nullable(number('Null: stored indefinitely')),
      default: nullable(number()),
      min: number(),
      max: number(),
      note: string('The data deleted after this time; in the same language'),
    }),
    updatedAt: nullable(instant()),
  }),
  example: {
    organisation: {
      id: exampleId('org'),
      name: 'My farms',
      timezone: 'Asia/Jerusalem',
      language: 'he',
    },
    thresholds: [
      {
        name: 'densityLimitKgM2',
        value: 33,
        ...thresholds.densityLimitKgM2,
        note: 'Maximum live weight per area',
      },
    ],
    retention: [
      {
        name: 'chatMessagesDays',
        days: 365,
        ...retention.chatMessagesDays,
        note: 'Questions to the service and its answers',
      },
    ],
    updatedAt: '2026-11-21T09:00:00.000Z',
  },
});

/** The response of `GET /setup`. */
export const setupAnswer = declareAnswer({
  name: 'Setup',
  description: 'The setup progress of the farm, and the remaining steps.',
  schema: object({
    progressPct: number('Weight of the steps that are done, of the weight of those that apply'),
    done: integer('Steps that are done'),
    total: integer('Steps that apply; an optional one does once it is done'),
    items: rows({
      key: string(),
      title: spoken(),
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
        title: 'Add a vet to the contacts',
        weight: 5,
        done: false,
        optional: false,
        fix: {
          operation: 'createContact',
          resource: 'contacts',
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
          operation: 'createMedicine',
          resource: 'medicine',
          method: 'POST',
          path: '/medicine',
          body: { farmId: exampleId('farm'), name: null, quantity: null, expiryDate: null },
          action: 'create_medicine',
        },
      },
    ],
    next: 'vet_contact',
  },
});
