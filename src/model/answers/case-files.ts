import { CASE_FILE_FORMAT, FIRST_PREVIOUS_HASH } from '../case-file.ts';
import { contentFaults } from '../case-file-checks.ts';
import { exampleId } from '../example-id.ts';
import {
  anyObject,
  array,
  boolean,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import { limits } from '../limits.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

const exampleHead = {
  id: exampleId('casefile'),
  number: 1,
  farmId: exampleId('farm'),
  flockId: exampleId('flock'),
  title: 'Flock B1-2611, for the insurance',
  sealedAt: '2026-12-20T09:00:00.000Z',
  sealedBy: { type: 'key', id: 'k4T9vQ2mXbZ7' },
} as const;

const exampleCaseFile = {
  ...exampleHead,
  counts: { flocks: 1, 'daily-logs': 39, sales: 2 },
  previousHash: FIRST_PREVIOUS_HASH,
  hash: '2f1c9a5d0be84f6c7d3a18e95b42c06f8e7d1a3b9c5f2046e8d7c1b0a9f83e52',
} as const;

const head = {
  id: string(),
  number: integer('Its place in the chain of the organisation, from 1'),
  farmId: string(),
  flockId: string(),
  title: string(),
  sealedAt: instant(),
  sealedBy: object({ type: string(), id: string() }),
  counts: anyObject('How many rows of each resource it holds'),
  previousHash: string('The hash of the case file sealed before it; 64 zeros for the first'),
  hash: string('SHA-256 of the content as RFC 8785 writes it'),
};

/** The body of `POST /os/case-files`. */
export const sealFlockBody: OperationBody = {
  schema: object({ flockId: string('A closed flock'), title: string('At most 200 characters') }),
  examples: { flock: { flockId: exampleHead.flockId, title: exampleHead.title } },
};

/** The answer of `POST /os/case-files`. */
export const caseFileSealedAnswer: OperationAnswer = {
  name: 'SealedCaseFile',
  description: 'The new case file, without its content.',
  status: 201,
  hasLocation: true,
  schema: object(head),
  example: exampleCaseFile,
};

/** The answer of `GET /os/case-files`. */
export const caseFileListAnswer: OperationAnswer = {
  name: 'CaseFiles',
  description: 'The case files, the newest first, without their content.',
  schema: object({ data: array(ref('SealedCaseFile')), meta: ref('ListMeta') }),
  example: {
    data: [exampleCaseFile],
    meta: { total: 1, limit: 1, offset: 0, hasMore: false },
  },
};

/** The answer of `GET /os/case-files/{id}`. */
export const caseFileAnswer: OperationAnswer = {
  name: 'CaseFile',
  description: 'The case file and its content: what is hashed.',
  schema: object({
    ...head,
    content: object({
      format: string(),
      caseFile: anyObject('The head again, without `counts` and `hash`'),
      rows: anyObject('By resource, the rows as they are stored, ordered by id'),
    }),
  }),
  example: {
    ...exampleCaseFile,
    content: {
      format: CASE_FILE_FORMAT,
      caseFile: { ...exampleHead, previousHash: FIRST_PREVIOUS_HASH },
      rows: { flocks: [{ id: exampleId('flock'), code: 'B1-2611', status: 'closed' }] },
    },
  },
};

/** The answer of `GET /os/case-files/{id}/verify`. */
export const caseFileVerifyAnswer: OperationAnswer = {
  name: 'CaseFileChecks',
  description:
    'What was checked and what did not hold. A row that was changed, taken away or put in is named ' +
    `in \`differences\`, at most ${limits.caseFileDifferences} of them.`,
  schema: object({
    id: string(),
    ok: boolean(),
    checkedAt: instant(),
    hash: string(),
    checks: object({
      content: object({ ok: boolean(), fault: nullable(oneOf(contentFaults)) }),
      chain: object({
        ok: boolean(),
        fault: nullable(oneOf(['previous_missing', 'previous_differs', 'next_differs'])),
      }),
      rows: object({ ok: boolean(), checked: integer(), differing: integer() }),
    }),
    differences: rows({
      resource: string(),
      id: string(),
      change: oneOf(['changed', 'missing', 'added']),
      fields: array(string(), 'Those that differ, of a row that was changed'),
    }),
  }),
  example: {
    id: exampleHead.id,
    ok: false,
    checkedAt: '2027-01-15T08:00:00.000Z',
    hash: exampleCaseFile.hash,
    checks: {
      content: { ok: true, fault: null },
      chain: { ok: true, fault: null },
      rows: { ok: false, checked: 42, differing: 1 },
    },
    differences: [
      {
        resource: 'daily-logs',
        id: exampleId('log'),
        change: 'changed',
        fields: ['mortality'],
      },
    ],
  },
};
