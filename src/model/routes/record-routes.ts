import {
  actionBody,
  actionCheckAnswer,
  actionHistoryAnswer,
  batchAnswer,
  batchBody,
} from '../answers/actions.ts';
import { exportAnswer, importAnswer, importBody } from '../answers/case-files.ts';
import { historyAnswer } from '../answers/history.ts';
import {
  mediaAnalyzedAnswer,
  mediaContentAnswer,
  mediaStoredAnswer,
} from '../answers/integrations.ts';
import type { RouteOperation } from '../api/operation.ts';
import {
  boolean,
  exportParameters,
  importParameters,
  integer,
  text,
  word,
} from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { closed } from '../core/vocabulary.ts';
import { actionTypes } from '../resources/actions.ts';

/** The application routes about actions: their history, and checks before running one. */
export const actionRoutes = [
  {
    kind: 'route',
    operationId: 'listActions',
    method: 'GET',
    path: '/os/actions',
    scope: 'read:*',
    subject: 'actions',
    tag: 'Actions',
    summary: 'List what was done by actions',
    description:
      'An action is undone with the descriptor of its answer, which is not told again here.',
    query: {
      farmId: text(80, { note: 'Only actions of this farm' }),
      // The list is never empty; its type does not show that.
      type: word(closed(actionTypes as readonly [string, ...string[]]), {
        note: 'Only actions of this type',
      }),
      undone: boolean({ note: 'Only those that were undone, or only the others' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { type: 'create_task', undone: 'false', limit: 1 },
    answer: actionHistoryAnswer,
  },
  {
    kind: 'route',
    operationId: 'checkAction',
    method: 'POST',
    path: '/os/actions/check',
    scope: 'modules:any',
    subject: 'actions',
    tag: 'Actions',
    summary: 'Check an action without running it',
    description:
      'The body is that of POST /actions. The answer has it complete, with its farm and defaults; ' +
      'what the state of the farm forbids is told only by running it.',
    body: actionBody,
    answer: actionCheckAnswer,
  },
] as const satisfies readonly RouteOperation[];

/** The application route for batches. */
export const batchRoutes = [
  {
    kind: 'route',
    operationId: 'runBatch',
    method: 'POST',
    path: '/os/batch',
    subject: 'batch',
    tag: 'Batch',
    summary: 'Do several things at once, all of them or none',
    description:
      `Up to ${limits.batchOperations} operations in one transaction, in their order. Each needs ` +
      'the scope of the call that it stands for, and is audited as that. A text such as $0.id or ' +
      '$barn.id stands for a field of the answer of an earlier operation, by number or id; $$0.id ' +
      'for itself. Where one fails nothing is done: the answer has its status and error, its ' +
      'number under failed, and under results 424 for every other.',
    body: batchBody,
    answer: batchAnswer,
    // The status of the failed operation.
    alsoAnswers: [403, 404, 405, 412],
  },
] as const satisfies readonly RouteOperation[];

/** The application routes for export and import. */
export const transferRoutes = [
  {
    kind: 'route',
    operationId: 'exportRows',
    method: 'GET',
    path: '/os/export/{resource}',
    scope: 'read:{resource}',
    subject: '{resource}',
    tag: 'Export and import',
    summary: 'Export all rows of a resource',
    description:
      'Needs the reading of the resource, and takes the filters, `order`, `dir` and `fields` of its ' +
      'list. Rows come by id unless an order is asked for, page after page, each a query of its own. ' +
      'Text that a spreadsheet would run as a formula gets an apostrophe, which an import takes off ' +
      'again; in a workbook all text is text, and days and times are cells of their own, times by the ' +
      'clocks of the farm in `farmId`, else of the organisation. A workbook takes at most ' +
      `${limits.exportSheetRows} rows; more are refused with 400.`,
    query: { farmId: text(80, { note: 'Only rows of this farm' }), ...exportParameters },
    exampleQuery: { format: 'csv' },
    answer: exportAnswer,
  },
  {
    kind: 'route',
    operationId: 'importRows',
    method: 'POST',
    path: '/os/import/{resource}',
    scope: 'write:{resource}',
    subject: '{resource}',
    tag: 'Export and import',
    summary: 'Import rows from a file',
    description:
      'Needs the writing of the resource. CSV, JSON lines, a JSON list or the sheet of an Excel ' +
      `workbook, at most ${limits.importRows} rows: each is what \`POST /{resource}\` takes. Headings ` +
      'are names of fields, what people call them, or what `map` says; barns, flocks and contacts ' +
      'may stand there by name. Numbers and days that could mean two things are refused with the ' +
      'parameter that decides. While a row is not valid nothing is stored, unless `onError=skip`. ' +
      `Rows are written ${limits.importRowsPerCommit} at a time; the same request sent again with its ` +
      'Idempotency-Key goes on where it was cut off.',
    query: importParameters,
    exampleQuery: { onError: 'skip' },
    body: importBody,
    answer: importAnswer,
  },
] as const satisfies readonly RouteOperation[];

/** The application route for the history of rows. */
export const historyRoutes = [
  {
    kind: 'route',
    operationId: 'readHistory',
    method: 'GET',
    path: '/os/history/{resource}/{id}',
    scope: 'read:{resource}',
    subject: '{resource}',
    tag: 'History',
    summary: 'Read what a row was before',
    description:
      'Who changed which field, when, from what to what, by which request or action. Needs the ' +
      'reading of the module of the row. A deleted row keeps its history. Set on the last version, ' +
      'the values before each change give every earlier one; what the service notes by itself, ' +
      'such as when a camera was last heard, is not kept.',
    query: {
      farmId: text(80, { note: 'The farm that the row must be of' }),
      field: text(80, { note: 'Only changes of this field' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { limit: 1 },
    answer: historyAnswer,
  },
] as const satisfies readonly RouteOperation[];

const MIB = 1024 * 1024;

/** The application routes about the files of media rows. */
export const mediaRoutes = [
  {
    kind: 'route',
    operationId: 'putMediaContent',
    method: 'PUT',
    path: '/os/media/{id}/content',
    scope: 'write:media',
    subject: 'media',
    tag: 'Media',
    summary: 'Send the file of a media item',
    description:
      `An image (${limits.imageBytes / MIB} MiB at most), a video (${limits.videoBytes / MIB} MiB), ` +
      `a recording (${limits.audioBytes / MIB} MiB) or a document (${limits.documentBytes / MIB} MiB), ` +
      'as the body itself. What it is, is recognised from its bytes; a Content-Type that says ' +
      'something else is refused, and so is what could run: HTML, SVG, scripts, programs, archives. ' +
      'A file that is there already is replaced. The ETag is that of the file: `If-Match` replaces ' +
      'only the file that was read, `If-None-Match: *` only where there is none. ' +
      '`Content-Digest: sha-256=:…:` is compared with what arrived.',
    body: {
      mediaType: '*/*',
      schema: { type: 'string', format: 'binary', description: 'The bytes of the file.' },
      examples: {},
    },
    answer: mediaStoredAnswer,
    alsoAnswers: [412],
  },
  {
    kind: 'route',
    operationId: 'getMediaContent',
    method: 'GET',
    path: '/os/media/{id}/content',
    scope: 'read:media',
    subject: 'media',
    tag: 'Media',
    summary: 'Read the file of a media item',
    description:
      '`Range` asks for a part. `variant=thumbnail` gives a picture of an image of at most ' +
      `${limits.thumbnailPixels} px, upright and without what the camera wrote into the file.`,
    query: {
      variant: word(closed(['original', 'thumbnail']), { default: 'original' }),
    },
    exampleQuery: { variant: 'thumbnail' },
    answer: mediaContentAnswer,
    alsoAnswers: [206, 304, 416, 422],
  },
  {
    kind: 'route',
    operationId: 'analyzeMedia',
    method: 'POST',
    path: '/os/media/{id}/analyze',
    scope: 'write:media',
    subject: 'media',
    tag: 'Media',
    summary: 'Have the language model look at an image',
    description:
      'Sets aiSeverity, aiSummary and analyzedAt, emits `media.analyzed` and leaves a row of ' +
      'agent-runs of kind vision. Refused with 422 `no_model` where the service has no model.',
    answer: mediaAnalyzedAnswer,
  },
] as const satisfies readonly RouteOperation[];
