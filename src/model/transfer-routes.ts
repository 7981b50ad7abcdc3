import { exportAnswer, importAnswer, importBody } from './answers/transfer.ts';
import { exportParameters } from './export-parameters.ts';
import { text } from './fields.ts';
import { importParameters } from './import-parameters.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

/** The routes of the application that take rows out and in. */
export const transferRoutes = [
  {
    kind: 'route',
    operationId: 'exportRows',
    method: 'GET',
    path: '/os/export/{resource}',
    scope: 'read:any',
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
    scope: 'write:any',
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
