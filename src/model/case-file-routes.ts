import {
  caseFileAnswer,
  caseFileListAnswer,
  caseFileSealedAnswer,
  caseFileVerifyAnswer,
  sealFlockBody,
} from './answers/case-files.ts';
import { exampleId } from './example-id.ts';
import { integer, reference, text } from './fields.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

/** The routes of the application about case files. */
export const caseFileRoutes = [
  {
    kind: 'route',
    operationId: 'listCaseFiles',
    method: 'GET',
    path: '/os/case-files',
    scope: 'read:*',
    tag: 'Case files',
    summary: 'List case files',
    description: 'Returns one page of case files without their content.',
    query: {
      farmId: reference('farms', { note: 'Only those of this farm' }),
      flockId: text(80, { note: 'Only that of this flock' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { farmId: exampleId('farm'), limit: 1 },
    answer: caseFileListAnswer,
  },
  {
    kind: 'route',
    operationId: 'sealCaseFile',
    method: 'POST',
    path: '/os/case-files',
    scope: 'write:*',
    tag: 'Case files',
    summary: 'Seal the dossier of a closed flock, for ever',
    description:
      'The flock, its daily logs, treatments, sales, deliveries, expenses, alerts, events, media ' +
      'and regulation items are written out and hashed, the hash is chained to the case file ' +
      'before. From then on changing, deleting or undoing any of these rows, or adding one, answers ' +
      '422 sealed_case_file. A flock that is not closed is refused with flock_not_closed.',
    body: sealFlockBody,
    answer: caseFileSealedAnswer,
  },
  {
    kind: 'route',
    operationId: 'getCaseFile',
    method: 'GET',
    path: '/os/case-files/{id}',
    scope: 'read:*',
    tag: 'Case files',
    summary: 'Read a case file with its content',
    description: 'Returns the case file with the sealed rows and the hash over them.',
    answer: caseFileAnswer,
  },
  {
    kind: 'route',
    operationId: 'verifyCaseFile',
    method: 'GET',
    path: '/os/case-files/{id}/verify',
    scope: 'read:*',
    tag: 'Case files',
    summary: 'Check a case file: its hash, the chain, and the rows of today',
    description:
      'Finds what was changed in the database behind the service: each row that is not what was ' +
      'sealed is named.',
    answer: caseFileVerifyAnswer,
  },
] as const satisfies readonly RouteOperation[];
