import { exampleId } from '../example-id.ts';
import { anyObject, integer, nullable, object, rows, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `GET /search`. */
export const searchAnswer: OperationAnswer = {
  name: 'SearchResult',
  description: 'At most 50 rows of all modules the key may read, the best first.',
  schema: object({
    data: rows({
      resource: string(),
      id: string(),
      title: string(),
      snippet: nullable(string('The place where it was found')),
      farmId: nullable(string()),
      score: integer('0 to 120'),
    }),
    'meta?': anyObject(),
  }),
  example: {
    data: [
      {
        resource: 'tasks',
        id: exampleId('task'),
        title: 'Weigh 100 birds',
        snippet: 'Weigh 100 birds',
        farmId: exampleId('farm'),
        score: 100,
      },
    ],
  },
};
