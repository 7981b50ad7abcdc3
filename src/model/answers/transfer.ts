import { exampleId } from '../example-id.ts';
import { exportTypes } from '../export-parameters.ts';
import {
  array,
  boolean,
  integer,
  type JsonSchema,
  object,
  oneOf,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

const sheet =
  'flock,date,mortality,feedKg\r\nB1-2611,2026-11-20,12,2140\r\nB2-2611,2026-11-20,7,1980\r\n';

const lines = '{"flock":"B1-2611","date":"2026-11-20","mortality":12}\n';

/** The body of `POST /os/import/{resource}`. */
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

const finding: JsonSchema = object({
  row: integer('Counted from 1 below the headings.'),
  line: integer('The line of the file, or the row of the sheet.'),
  path: string('The field.'),
  'column?': string('The heading of its column.'),
  code: string(),
  message: string(),
  'suggestion?': string(),
  'existingId?': string('The row that stands already.'),
});

/** The answer of `POST /os/import/{resource}`. */
export const importAnswer: OperationAnswer = {
  name: 'ImportReport',
  description:
    'What came of the rows. Asked for with `Accept: application/x-ndjson`, it comes as the last of ' +
    'many lines: `{"columns"}`, `{"progress"}` now and then, `{"rejected"}` with the cells of every ' +
    'row that was not taken, and `{"report"}` or `{"error"}`.',
  schema: object({
    resource: string(),
    dryRun: boolean(),
    ok: boolean('Whether every row is valid.'),
    rows: integer(),
    stored: integer('New rows; with dryRun, those that would be.'),
    updated: integer(),
    skipped: integer('Rows that stand already.'),
    rejected: integer(),
    earlier: object(
      { stored: integer(), updated: integer() },
      'Those of stored and updated that an earlier request with this Idempotency-Key wrote and that are still there',
    ),
    warnings: array(
      object({ code: oneOf(['other_farm']), message: string(), rows: integer() }),
      'About rows that were taken',
    ),
    columns: rows({
      heading: string(),
      field: { type: ['string', 'null'], description: 'Null: left out.' },
    }),
    issues: array(finding, 'Why rows were not taken, in the order of the file.'),
    issuesOmitted: integer('Findings beyond those that are listed.'),
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
};

/** The answer of `GET /os/export/{resource}`. */
export const exportAnswer: OperationAnswer = {
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
};
