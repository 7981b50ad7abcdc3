import {
  boolean,
  instant,
  integer,
  nullable,
  number,
  object,
  oneOf,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import {
  anchorSchema,
  exampleAnchor,
  mostAnchors,
  mostPublicKeys,
  publicKeyPattern,
} from '../case-file.ts';
import { exampleId } from '../core/fields.ts';
import { shared } from './core/shared-schemas.ts';

/** The response of `GET /os/audit`. */
export const auditAnswer = declareAnswer({
  name: 'AuditLog',
  description: 'Calls, the newest first.',
  schema: object({
    data: rows({
      id: string(),
      at: instant(),
      keyId: nullable(string()),
      method: string(),
      route: string('The template of the path'),
      resource: nullable(string()),
      rowId: nullable(string()),
      farmId: nullable(string()),
      status: integer(),
      code: nullable(
        string(
          'Why it was refused; `idempotent_replay` for a repeated request, which changed nothing',
        ),
      ),
      durationMs: number(),
      ip: string(),
      requestId: string(),
      calls: integer('Number of identical refusals that the entry represents'),
      position: nullable(integer('In the chain; null until it is sealed, within moments')),
      hash: nullable(string('SHA-256 over this entry and the hash before it')),
    }),
    meta: shared('ListMeta'),
  }),
  example: {
    data: [
      {
        id: exampleId('audit'),
        at: '2026-11-21T09:00:00.000Z',
        keyId: 'k4T9vQ2mXbZ7',
        method: 'POST',
        route: '/v1/platform/daily-logs',
        resource: 'daily-logs',
        rowId: exampleId('log'),
        farmId: exampleId('farm'),
        status: 201,
        code: null,
        durationMs: 3.412,
        ip: '203.0.113.7',
        requestId: exampleId('req'),
        calls: 1,
        position: 4182,
        hash: '9f2c6d1f0a7b4e83b5a1c07d9e6f32a4418be0c75d29f6031c8aa7e4b2d51f60',
      },
    ],
    meta: { total: 38, limit: 1, offset: 0, hasMore: true },
  },
});

const problemCodes = [
  'anchor_forged',
  'anchor_missing',
  'anchor_unreadable',
  'entries_missing',
  'entries_rewritten',
  'key_missing',
  'key_unknown',
  'log_empty',
] as const;

/** The response of `GET` and `POST /os/audit/verify`. */
export const auditVerifyAnswer = declareAnswer({
  name: 'AuditVerification',
  description:
    'Whether every sealed entry still has the hash that follows from the one before, and every call has its entry.',
  schema: object({
    ok: boolean(),
    checked: integer('Entries that were looked at'),
    firstBroken: nullable(
      object({ position: integer(), id: string() }, 'The first entry that does not fit'),
    ),
    unsealed: integer('Entries that could not be given a place in the chain'),
    unwritten: integer('Calls whose entries could not be written'),
    gaps: integer('Entries that replace entries refused by the database'),
    'lostCommits?': object(
      { commits: integer(), lastAcknowledgedAt: instant() },
      'Acknowledged commits that are missing from the database, until an operator accepts the loss',
    ),
    'unmarkedSince?': instant(
      'When it was noticed that the mark of earlier commits was missing: whether acknowledged commits are missing is unknown, until an operator accepts it',
    ),
    'pruned?': object({ entries: integer(), lastAt: instant() }, 'Removed entries'),
    problems: rows(
      { code: oneOf(problemCodes), message: string() },
      'What the signed anchors contradict; ok is false while there are any',
    ),
    anchors: object({
      checked: integer('Distinct anchors that were compared with the log'),
      provenUpTo: nullable(
        object(
          { number: integer(), position: integer(), at: instant() },
          'The newest anchor that is signed with an accepted key and matches: entries up to its position are those that were signed',
        ),
      ),
      unanchored: integer('Sealed entries after that position, which only the chain protects'),
      pruned: integer('Anchors of removed entries'),
      otherKey: integer('Anchors signed with a key that is not accepted'),
      publicKey: nullable(string('The Ed25519 public key of this service, base64url')),
      latest: nullable(anchorSchema),
    }),
  }),
  example: {
    ok: true,
    checked: 4182,
    firstBroken: null,
    unsealed: 0,
    unwritten: 0,
    gaps: 0,
    problems: [],
    anchors: {
      checked: 12,
      provenUpTo: { number: 12, position: 4182, at: '2026-11-21T09:00:00.000Z' },
      unanchored: 0,
      pruned: 0,
      otherKey: 0,
      publicKey: exampleAnchor.key,
      latest: exampleAnchor,
    },
  },
});

/** The request body of `POST /os/audit/verify`. */
export const auditVerifyBody: OperationBody = {
  schema: {
    type: 'object',
    properties: {
      anchors: {
        type: 'array',
        minItems: 1,
        maxItems: mostAnchors,
        items: anchorSchema,
        description: 'Externally stored anchors',
      },
      publicKeys: {
        type: 'array',
        maxItems: mostPublicKeys,
        items: { type: 'string', pattern: publicKeyPattern },
        description: 'Public keys accepted in addition to that of the service',
      },
    },
    required: ['anchors'],
  },
  examples: { anchors: { anchors: [exampleAnchor] } },
};
