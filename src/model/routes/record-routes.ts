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
    summary: 'List executed actions',
    description:
      'Undoing an action requires the descriptor from its response, which is not repeated ' +
      'here.',
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
      'The body is that of POST /actions. The response contains it completed, with its ' +
      'farm and defaults. Conflicts with the state of the farm are detected only when the ' +
      'action is run.',
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
    summary: 'Run several operations in one transaction',
    description:
      `Up to ${limits.batchOperations} operations in one transaction, in order. Each needs ` +
      'the scope of the equivalent call and is audited as that call. A text such as $0.id ' +
      'or $barn.id refers to a field of the response of an earlier operation, by number or ' +
      'id; $$0.id is the literal text. If an operation fails, all are rolled back: the ' +
      'response has its status and error, its number in `failed`, and 424 in `results` for ' +
      'all others.',
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
      'Requires read access to the resource, and accepts the filters, `order`, `dir` and ' +
      '`fields` of its list. Rows are sorted by id unless `order` is given; pages are read ' +
      'by separate queries. Text that a spreadsheet would run as a formula is prefixed ' +
      'with an apostrophe, which an import removes. In a workbook all text is text; days ' +
      'and times are date cells, times in the time zone of the farm in `farmId`, or else ' +
      `of the organisation. A workbook has at most ${limits.exportSheetRows} rows; more ` +
      'are refused with 400.',
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
      'Requires write access to the resource. Accepts CSV, JSON Lines, a JSON array or the ' +
      `sheet of an Excel workbook with at most ${limits.importRows} rows, each equivalent ` +
      'to the body of `POST /{resource}`. Headings are field names, their common names, or ' +
      'mapped by `map`; barns, flocks and contacts may be given by name. Ambiguous numbers ' +
      'and days are refused with the parameter that resolves them. Nothing is stored if a ' +
      'row is invalid, unless `onError=skip`. Rows are written in transactions of ' +
      `${limits.importRowsPerCommit}; repeating the request with its Idempotency-Key ` +
      'resumes an interrupted import.',
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
    summary: 'Read the history of a row',
    description:
      'Lists changed fields with time, author, previous and new value, and the request or ' +
      'action. Requires read access to the module of the row. The history of a deleted row ' +
      'remains. Applied to the last version, the previous values of each change give every ' +
      'earlier version. Automatic updates by the service, such as the time of the last ' +
      'message of a camera, are not recorded.',
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
    summary: 'Upload the file of a media item',
    description:
      `The body is an image (at most ${limits.imageBytes / MIB} MiB), a video ` +
      `(${limits.videoBytes / MIB} MiB), a recording (${limits.audioBytes / MIB} MiB) or a ` +
      `document (${limits.documentBytes / MIB} MiB). The type is detected from the bytes; ` +
      'a contradicting Content-Type is refused, and so are executable types: HTML, SVG, ' +
      'scripts, programs, archives. An existing file is replaced. The ETag is that of the ' +
      'file: `If-Match` replaces only the file that was read, `If-None-Match: *` only ' +
      'creates one. `Content-Digest: sha-256=:…:` is verified.',
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
    summary: 'Analyse an image with the language model',
    description:
      'Sets aiSeverity, aiSummary and analyzedAt, emits `media.analyzed` and leaves a row of ' +
      'agent-runs of kind vision. Refused with 422 `no_model` where the service has no model.',
    answer: mediaAnalyzedAnswer,
  },
] as const satisfies readonly RouteOperation[];
