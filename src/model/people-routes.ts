import {
  erasedNote,
  personEraseBody,
  personErasedAnswer,
  personExportAnswer,
} from './answers/people.ts';
import type { RouteOperation } from './operation.ts';

const base = { kind: 'route', scope: 'admin:*', tag: 'People' } as const;

/** The routes of the application about what is held of a person. */
export const peopleRoutes = [
  {
    ...base,
    operationId: 'exportPerson',
    method: 'GET',
    path: '/os/people/{id}/export',
    summary: 'Read all that is held about a user or contact',
    description:
      'By the id of a user or contact, in their rows and wherever they are named exactly. Needs ' +
      'read:users or read:contacts as well; records of other resources that the key may not read ' +
      'are withheld.',
    answer: personExportAnswer,
  },
  {
    ...base,
    operationId: 'erasePerson',
    method: 'POST',
    path: '/os/people/{id}/erase',
    summary: 'Erase a user or contact, for good',
    description:
      `${erasedNote} Also in the history, the timeline and the actions; ids stay and lead to ` +
      'nobody. Sealed case files stay as they are. Nothing is changed without dryRun: false. The ' +
      'key needs the write scope of every resource in which records change.',
    body: personEraseBody,
    answer: personErasedAnswer,
  },
] as const satisfies readonly RouteOperation[];
