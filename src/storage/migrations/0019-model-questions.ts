import { modelQuestionsPostgres } from './0019-model-questions.postgres.ts';
import { modelQuestionsSqlite } from './0019-model-questions.sqlite.ts';
import type { Migration } from './migration.ts';

/** Questions that were put to a model, for the limit of each key and day. */
export const modelQuestions: Migration = {
  version: 19,
  name: 'model-questions',
  sqlite: modelQuestionsSqlite,
  postgres: modelQuestionsPostgres,
};
