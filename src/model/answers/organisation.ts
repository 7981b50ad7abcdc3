import {
  anyObject,
  array,
  boolean,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { ERASED } from '../resources/registry.ts';
import { shared } from './core/shared-schemas.ts';

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
const keySchema = object({
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

const namedKey: typeof keySchema = ref('Key');

/** The request body of `POST /os/keys`. */
export const keyCreateBody: OperationBody = {
  schema: object({
    name,
    scopes: { type: 'array', items: scopeName, minItems: 1 },
    'farmIds?': {
      type: ['array', 'null'],
      items: { type: 'string' },
      minItems: 1,
      maxItems: limits.arrayItems,
      description: 'The farms it is pinned to. Default: the farms of the calling key.',
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

/** The request body of `PATCH /os/keys/{id}`. */
export const keyUpdateBody: OperationBody = {
  schema: object({
    'name?': name,
    'rateLimitPerMinute?': rateLimitPerMinute,
    'expiresAt?': expiresAt,
  }),
  examples: { slower: { rateLimitPerMinute: 60 } },
};

/** The response of `POST /os/keys`. */
export const keyCreatedAnswer = declareAnswer({
  name: 'KeyCreated',
  status: 201,
  hasLocation: true,
  description: 'The key, with its text; that is shown only here.',
  schema: {
    allOf: [
      ref('Key'),
      object({ 'key?': string('Begins with fk_live_; absent in repeated responses') }),
    ],
  },
  example: { ...exampleKey, key: 'fk_live_k4T9vQ2mXbZ7_0000000000000000000000000000000000x7Qe' },
});

/** The response with one key. */
export const keyAnswer = declareAnswer({
  name: 'Key',
  description: 'The key without its secret.',
  schema: keySchema,
  example: exampleKey,
});

/** The response of `PATCH /os/keys/{id}`. */
export const keyUpdatedAnswer = declareAnswer({
  ...keyAnswer,
  description: 'The updated key; the change takes effect with the next request.',
  example: { ...exampleKey, rateLimitPerMinute: 60 },
});

/** The response of `DELETE /os/keys/{id}`. */
export const keyRevokedAnswer = declareAnswer({
  name: 'KeyRevoked',
  description: 'The key opens nothing from the next request on.',
  schema: object({ id: string(), revoked: { type: 'boolean', const: true }, revokedAt: instant() }),
  example: { id: exampleKey.id, revoked: true, revokedAt: '2026-11-21T09:30:00.000Z' },
});

/** The response of `GET /os/keys`. */
export const keyListAnswer = declareAnswer({
  name: 'KeyList',
  description: 'The keys of the organisation, the newest first, without their texts.',
  schema: object({ data: array(namedKey), meta: shared('ListMeta') }),
  example: {
    data: [exampleKey],
    meta: { total: 1, limit: limits.pageSize, offset: 0, hasMore: false },
  },
});

const kind = oneOf(['user', 'contact']);
const namesakes = array(string(), 'Users and contacts with the same number or address');

/** The response of `GET /os/people/{id}/export`. */
export const personExportAnswer = declareAnswer({
  name: 'PersonExport',
  description: 'The stored data about the person.',
  schema: object({
    id: string(),
    kind,
    name: nullable(string()),
    exportedAt: instant(),
    records: {
      type: 'object',
      additionalProperties: array(anyObject()),
      description: 'Rows by resource, deleted ones with deleted: true',
    },
    history: array(anyObject(), 'Changes of the row of the person'),
    truncated: array(string(), 'Resources of which not all rows are here'),
    withheld: array(string(), 'Resources with records that the key may not read'),
    others: namesakes,
    namesakes: array(string(), 'Users and contacts with the same name'),
  }),
  example: {
    id: exampleId('contact'),
    kind: 'contact',
    name: 'Yossi Feed',
    exportedAt: '2026-11-21T09:00:00.000Z',
    records: { contacts: [{ id: exampleId('contact'), name: 'Yossi Feed' }] },
    history: [],
    truncated: [],
    withheld: [],
    others: [],
    namesakes: [],
  },
});

/** The request body of `POST /os/people/{id}/erase`. */
export const personEraseBody: OperationBody = {
  schema: object({ 'dryRun?': boolean('Only report what would be erased. Default: true.') }),
  examples: { trial: { dryRun: true }, forGood: { dryRun: false } },
};

/** The response of `POST /os/people/{id}/erase`. */
export const personErasedAnswer = declareAnswer({
  name: 'PersonErased',
  description:
    'The changed rows (in a dry run: those that would change), and retained rows with the reason.',
  schema: object({
    id: string(),
    kind,
    dryRun: boolean('Whether nothing was changed'),
    changed: rows({ what: string(), rows: integer() }),
    kept: rows({ what: string(), rows: nullable(integer()), reason: string() }),
    others: namesakes,
  }),
  example: {
    id: exampleId('contact'),
    kind: 'contact',
    dryRun: true,
    changed: [{ what: 'contacts', rows: 1 }],
    kept: [{ what: 'treatments', rows: 2, reason: 'part of a sealed case file' }],
    others: [],
  },
});

/** Note in the reference documents about names after an erasure. */
export const erasedNote = `Names become "${ERASED}", phone numbers and addresses go.`;

/** The response of `GET /me`. */
export const meAnswer = declareAnswer({
  name: 'Identity',
  description: 'The key, its scopes and its farms.',
  schema: object({
    'user?': object({ id: string(), name: string() }, 'The signed-in user'),
    'key?': object({
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
    farms: rows({
      id: string(),
      name: string(),
      'timezone?': string('Of its coordinates, else of the organisation'),
    }),
    farmCount: integer('How many farms the caller sees; `farms` may be fewer'),
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
    farms: [{ id: exampleId('farm'), name: 'Emek Hefer broilers', timezone: 'Asia/Jerusalem' }],
    farmCount: 1,
    allFarms: true,
  },
});
