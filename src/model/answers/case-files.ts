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
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { CASE_FILE_FORMAT, contentFaults, FIRST_PREVIOUS_HASH } from '../case-file.ts';
import { importParameters } from '../core/errors.ts';
import { exampleId, exportTypes } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { issueRange, issueReason, shared } from './core/shared-schemas.ts';

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
  counts: anyObject('Number of rows of each resource'),
  previousHash: string('The hash of the case file sealed before it; 64 zeros for the first'),
  hash: string('SHA-256 of the content as RFC 8785 writes it'),
};

const sealedCaseFile = object(head);

/** By reference, because lists contain many. */
const sealedByName: typeof sealedCaseFile = ref('SealedCaseFile');

/** The request body of `POST /os/case-files`. */
export const sealFlockBody: OperationBody = {
  schema: object({ flockId: string('A closed flock'), title: string('At most 200 characters') }),
  examples: { flock: { flockId: exampleHead.flockId, title: exampleHead.title } },
};

/** The response of `POST /os/case-files`. */
export const caseFileSealedAnswer = declareAnswer({
  name: 'SealedCaseFile',
  description: 'The new case file, without its content.',
  status: 201,
  hasLocation: true,
  schema: sealedCaseFile,
  example: exampleCaseFile,
});

/** The response of `GET /os/case-files`. */
export const caseFileListAnswer = declareAnswer({
  name: 'CaseFiles',
  description: 'The case files, the newest first, without their content.',
  schema: object({ data: array(sealedByName), meta: shared('ListMeta') }),
  example: {
    data: [exampleCaseFile],
    meta: { total: 1, limit: 1, offset: 0, hasMore: false },
  },
});

/** The response of `GET /os/case-files/{id}`. */
export const caseFileAnswer = declareAnswer({
  name: 'CaseFile',
  description: 'The case file and its hashed content.',
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
});

/** The response of `GET /os/case-files/{id}/verify`. */
export const caseFileVerifyAnswer = declareAnswer({
  name: 'CaseFileChecks',
  description:
    'The checks and their results. Changed, removed or added rows are listed ' +
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
});

const sheet =
  'flock,date,mortality,feedKg\r\nB1-2611,2026-11-20,12,2140\r\nB2-2611,2026-11-20,7,1980\r\n';

const lines = '{"flock":"B1-2611","date":"2026-11-20","mortality":12}\n';

/** The request body of `POST /os/import/{resource}`. */
export const importBody: OperationBody = {
  mediaType: 'text/csv',
  schema: string(),
  examples: { sheet },
  others: {
    'application/x-ndjson': { schema: string('A JSON object a line.'), example: lines },
    'application/json': {
      schema: array({ type: 'object', additionalProperties: true }),
      example: [JSON.parse(lines)],
    },
    [exportTypes.xlsx]: { schema: {} },
  },
};

const finding = object({
  row: integer('Counted from 1 below the headings.'),
  line: integer('The line of the file, or the row of the sheet.'),
  path: string('The field.'),
  'column?': string('The heading of its column.'),
  code: string(),
  message: string(),
  'suggestion?': string(),
  'range?': issueRange,
  'existingId?': string('The existing row, or the stored one.'),
  'rows?': array(integer(), 'For duplicate: the two rows of the file about the same.'),
  'parameters?': array(oneOf(importParameters), 'Parameters that resolve it.'),
  'reason?': issueReason,
});

/** The response of `POST /os/import/{resource}`. */
export const importAnswer = declareAnswer({
  name: 'ImportReport',
  description:
    'The result of the import. With `Accept: application/x-ndjson` it is the last of several ' +
    'lines: `{"columns"}`, repeated `{"progress"}`, `{"rejected"}` with the cells of each ' +
    'rejected row, and `{"report"}` or `{"error"}`.',
  schema: object({
    resource: string(),
    dryRun: boolean(),
    ok: boolean('Whether every row is valid.'),
    rows: integer(),
    stored: integer('New rows; with dryRun, rows that would be created.'),
    updated: integer('Existing rows with other values; with dryRun, rows that would change.'),
    skipped: integer('Existing rows that were not changed, or have the same values.'),
    rejected: integer(),
    earlier: object(
      { stored: integer(), updated: integer() },
      'Rows of stored and updated that an earlier request with this Idempotency-Key wrote and that still exist',
    ),
    warnings: array(
      object({
        code: oneOf(['other_farm', 'implausible', 'left_out']),
        message: string(),
        rows: integer(),
      }),
      'About accepted or skipped rows',
    ),
    doubts: array(
      finding,
      'Doubtful values of accepted rows, which `Prefer: handling=strict` would refuse. `existingId` is the stored row.',
    ),
    leftOut: rows({
      line: integer(),
      kind: oneOf(['total', 'headings', 'note']),
      text: string('The beginning of the row.'),
    }),
    columns: rows({
      heading: string(),
      field: { type: ['string', 'null'], description: 'Null: ignored.' },
      'unit?': string('The unit in the heading, if values are converted from it.'),
    }),
    issues: array(finding, 'Why rows were rejected, in the order of the file.'),
    issuesOmitted: integer('Number of findings not listed.'),
  }),
  example: {
    resource: 'daily-logs',
    dryRun: false,
    ok: false,
    rows: 2,
    stored: 1,
    updated: 0,
    skipped: 0,
    rejected: 1,
    earlier: { stored: 0, updated: 0 },
    warnings: [],
    doubts: [],
    leftOut: [],
    columns: [
      { heading: 'flock', field: 'flockId' },
      { heading: 'date', field: 'date' },
      { heading: 'mortality', field: 'mortality' },
      { heading: 'feedKg', field: 'feedKg' },
    ],
    issues: [
      {
        row: 2,
        line: 3,
        path: 'date',
        column: 'date',
        code: 'duplicate',
        message: `date already has a daily log of this flock, ${exampleId('log')}; change that one.`,
        existingId: exampleId('log'),
      },
    ],
    issuesOmitted: 0,
  },
});

/** The response of `GET /os/export/{resource}`. */
export const exportAnswer = declareAnswer({
  name: 'ExportedRows',
  description:
    'All rows, as they are read. An answer that cannot be finished is cut off: it has no last chunk.',
  mediaType: exportTypes.csv,
  schema: string(),
  example: 'id,flockId,date,mortality\r\nlog_01K…,flock_01K…,2026-11-20,12\r\n',
  others: {
    [exportTypes.jsonl]: { schema: string('A JSON object a line.'), example: lines },
    [exportTypes.xlsx]: { schema: {} },
  },
});
