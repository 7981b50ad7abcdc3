import { exampleId } from '../example-id.ts';
import {
  array,
  boolean,
  instant,
  integer,
  nullable,
  object,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import { limits } from '../limits.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `GET /me`. */
export const meAnswer: OperationAnswer = {
  name: 'Identity',
  description: 'Who the key is, what it may do and which farms it sees.',
  schema: object({
    key: object({
      id: string(),
      name: string(),
      last4: string('The last four characters of the key'),
      createdAt: instant(),
      expiresAt: nullable(instant()),
      rateLimitPerMinute: nullable(integer('Null: no limit')),
    }),
    org: object({
      id: string(),
      name: string(),
      timezone: string('Such as Asia/Jerusalem'),
      language: string(),
    }),
    scopes: array(string()),
    farms: rows({ id: string(), name: string() }),
    allFarms: boolean('The key sees all farms of the organisation, later ones too'),
  }),
  example: {
    key: {
      id: 'k4T9vQ2mXbZ7',
      name: 'Morning assistant',
      last4: 'x7Qe',
      createdAt: '2026-11-01T06:00:00.000Z',
      expiresAt: null,
      rateLimitPerMinute: limits.requestsPerMinute,
    },
    org: {
      id: exampleId('org'),
      name: 'Emek Hefer Poultry',
      timezone: 'Asia/Jerusalem',
      language: 'he',
    },
    scopes: ['read:*', 'ai:ask', 'actions:execute'],
    farms: [{ id: exampleId('farm'), name: 'Emek Hefer broilers' }],
    allFarms: true,
  },
};
