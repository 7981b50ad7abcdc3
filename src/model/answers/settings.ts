import { exampleId } from '../example-id.ts';
import {
  instant,
  type JsonSchema,
  nullable,
  number,
  object,
  oneOf,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import { languages } from '../languages.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';
import { retention } from '../retention.ts';
import { thresholds } from '../thresholds.ts';

const byName = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: { type: ['number', 'null'] },
  description,
});

/** The body of `PATCH /os/settings`. */
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

/** The answer of `GET` and `PATCH /os/settings`. */
export const settingsAnswer: OperationAnswer = {
  name: 'Settings',
  description: 'Every setting with its value, its default and what it may be.',
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
      note: string('What it decides'),
      source: string('Where the default comes from'),
    }),
    retention: rows({
      name: string(),
      days: nullable(number('Null: kept for good')),
      default: nullable(number()),
      min: number(),
      max: number(),
      note: string('What goes when it is older'),
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
    thresholds: [{ name: 'densityLimitKgM2', value: 33, ...thresholds.densityLimitKgM2 }],
    retention: [{ name: 'chatMessagesDays', days: 365, ...retention.chatMessagesDays }],
    updatedAt: '2026-11-21T09:00:00.000Z',
  },
};
