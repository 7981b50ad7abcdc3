import { exampleId } from '../example-id.ts';
import {
  array,
  boolean,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  ref,
  string,
} from '../json-schema/json-schema.ts';
import { limits } from '../limits.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 120 };

const rateLimitPerMinute: JsonSchema = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: limits.maxRequestsPerMinute,
  description: 'Requests per minute; not more than the key that asks has.',
};

const expiresAt: JsonSchema = {
  type: ['string', 'null'],
  description: 'ISO 8601 time stamp; null: never. Not after the key that asks.',
  examples: ['2027-11-21T00:00:00Z'],
};

const scopeName: JsonSchema = {
  type: 'string',
  pattern: '^(read:\\*|write:\\*|ai:ask|actions:execute|admin:\\*|(read|write):[a-z-]+)$',
};

const exampleKey = {
  id: 'k4T9vQ2mXbZ7',
  name: 'Morning assistant',
  scopes: ['read:*', 'ai:ask', 'actions:execute'],
  farmIds: [exampleId('farm')],
  allFarms: false,
  rateLimitPerMinute: limits.requestsPerMinute,
  createdAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2027-11-21T00:00:00.000Z',
  revokedAt: null,
  last4: 'x7Qe',
};

/** The schema of a key, without its secret. */
const keySchema: JsonSchema = object({
  id: string(),
  name: string(),
  scopes: array(string()),
  farmIds: array(string(), 'The farms it is pinned to; empty when it sees all'),
  allFarms: boolean(),
  rateLimitPerMinute: nullable(integer('Null: no limit')),
  createdAt: instant(),
  expiresAt: nullable(instant()),
  revokedAt: nullable(instant()),
  last4: string('The last four characters of the key'),
});

/** The body of `POST /os/keys`. */
export const keyCreateBody: OperationBody = {
  schema: object({
    name,
    scopes: { type: 'array', items: scopeName, minItems: 1 },
    'farmIds?': {
      type: ['array', 'null'],
      items: { type: 'string' },
      minItems: 1,
      maxItems: limits.arrayItems,
      description: 'The farms it is pinned to. Default: those of the key that asks.',
    },
    'rateLimitPerMinute?': rateLimitPerMinute,
    'expiresAt?': expiresAt,
  }),
  examples: {
    assistant: {
      name: exampleKey.name,
      scopes: exampleKey.scopes,
      farmIds: exampleKey.farmIds,
      expiresAt: '2027-11-21T00:00:00Z',
    },
  },
};

/** The body of `PATCH /os/keys/{id}`. */
export const keyUpdateBody: OperationBody = {
  schema: object({
    'name?': name,
    'rateLimitPerMinute?': rateLimitPerMinute,
    'expiresAt?': expiresAt,
  }),
  examples: { slower: { rateLimitPerMinute: 60 } },
};

/** The answer of `POST /os/keys`. */
export const keyCreatedAnswer: OperationAnswer = {
  name: 'KeyCreated',
  status: 201,
  hasLocation: true,
  description: 'The key, with its text; that is shown only here.',
  schema: {
    allOf: [
      ref('Key'),
      object({ 'key?': string('Begins with fk_live_; left out when the answer is repeated') }),
    ],
  },
  example: { ...exampleKey, key: 'fk_live_k4T9vQ2mXbZ7_0000000000000000000000000000000000x7Qe' },
};

/** The answer that holds one key. */
export const keyAnswer: OperationAnswer = {
  name: 'Key',
  description: 'The key, without its text.',
  schema: keySchema,
  example: exampleKey,
};

/** The answer of `PATCH /os/keys/{id}`. */
export const keyUpdatedAnswer: OperationAnswer = {
  ...keyAnswer,
  description: 'The key as it is now; the change holds from the next request on.',
  example: { ...exampleKey, rateLimitPerMinute: 60 },
};

/** The answer of `DELETE /os/keys/{id}`. */
export const keyRevokedAnswer: OperationAnswer = {
  name: 'KeyRevoked',
  description: 'The key opens nothing from the next request on.',
  schema: object({ id: string(), revoked: { type: 'boolean', const: true }, revokedAt: instant() }),
  example: { id: exampleKey.id, revoked: true, revokedAt: '2026-11-21T09:30:00.000Z' },
};

/** The answer of `GET /os/keys`. */
export const keyListAnswer: OperationAnswer = {
  name: 'KeyList',
  description: 'The keys of the organisation, the newest first, without their texts.',
  schema: object({ data: array(ref('Key')), meta: ref('ListMeta') }),
  example: {
    data: [exampleKey],
    meta: { total: 1, limit: limits.pageSize, offset: 0, hasMore: false },
  },
};
