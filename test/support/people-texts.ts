import { type FieldName, resources } from '../../src/model/resources/registry.ts';
import { applicationRoutes } from '../../src/model/routes/application-routes.ts';
import { platformOperations } from '../../src/model/routes/operations.ts';

const compound = Object.values(resources)
  .flatMap(({ fields }) => Object.keys(fields) as FieldName[])
  .filter((name) => /[a-z][A-Z]/.test(name));

const operationIds = [...platformOperations, ...applicationRoutes]
  .map(({ operationId }) => operationId)
  .filter((id) => /[a-z][A-Z]/.test(id));

/**
 * Content that is forbidden in texts for people: addresses of the API, paths and names in its
 * responses.
 */
export const forbiddenInTexts = {
  route: /\b(?:GET|POST|PUT|PATCH|DELETE)\s+\/|\/(?:v1|os)\/|\/[a-z]+(?:-[a-z]+)+\b/,
  answerPath: /\b(?:action|data|meta|fix|answer|facts|missing|issues)\.[a-z]+\b/i,
  fieldName: new RegExp(`\\b(?:${[...new Set(compound)].join('|')})\\b`),
  operationId: new RegExp(`\\b(?:${operationIds.join('|')})\\b`),
} as const;

/** The first of them that a text contains. */
export function forbiddenIn(text: string): string | undefined {
  return Object.entries(forbiddenInTexts).find(([, pattern]) => pattern.test(text))?.[0];
}
