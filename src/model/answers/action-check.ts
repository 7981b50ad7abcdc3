import { exampleId } from '../example-id.ts';
import { anyObject, nullable, object, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `POST /os/actions/check`. */
export const actionCheckAnswer: OperationAnswer = {
  name: 'ActionCheck',
  description: 'The action is well formed; nothing of it has run.',
  schema: object({
    ok: { type: 'boolean', const: true },
    type: string(),
    farmId: nullable(string('Null where the action finds its farm when it runs')),
    fields: anyObject('The complete body that POST /actions takes'),
  }),
  example: {
    ok: true,
    type: 'create_expense',
    farmId: exampleId('farm'),
    fields: {
      farmId: exampleId('farm'),
      type: 'create_expense',
      date: '2026-11-21',
      amount: 1240,
      category: 'vet',
    },
  },
};
