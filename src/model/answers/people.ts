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
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';
import { ERASED } from '../personal-fields.ts';

const kind = oneOf(['user', 'contact']);
const others = array(string(), 'Users and contacts with the same number or address');

/** The answer of `GET /os/people/{id}/export`. */
export const personExportAnswer: OperationAnswer = {
  name: 'PersonExport',
  description: 'What the organisation holds about the person.',
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
    others,
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
};

/** The body of `POST /os/people/{id}/erase`. */
export const personEraseBody: OperationBody = {
  schema: object({ 'dryRun?': boolean('Only report what would be erased. Default: true.') }),
  examples: { trial: { dryRun: true }, forGood: { dryRun: false } },
};

/** The answer of `POST /os/people/{id}/erase`. */
export const personErasedAnswer: OperationAnswer = {
  name: 'PersonErased',
  description: 'What was changed, or would be, and what stays, with the reason.',
  schema: object({
    id: string(),
    kind,
    dryRun: boolean('Whether nothing was changed'),
    changed: rows({ what: string(), rows: integer() }),
    kept: rows({ what: string(), rows: nullable(integer()), reason: string() }),
    others,
  }),
  example: {
    id: exampleId('contact'),
    kind: 'contact',
    dryRun: true,
    changed: [{ what: 'contacts', rows: 1 }],
    kept: [{ what: 'treatments', rows: 2, reason: 'part of a sealed case file' }],
    others: [],
  },
};

/** What the reference documents say of the name that is left. */
export const erasedNote = `Names become "${ERASED}", phone numbers and addresses go.`;
