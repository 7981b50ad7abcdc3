import { validationFailed } from '../../model/errors.ts';
import type { Field } from '../../model/fields.ts';
import { parseParameters } from '../../model/validation.ts';
import { unknownParameterIssues } from '../records/parameters.ts';
import type { Call } from './call.ts';

/** The values of the query parameters of an operation, by name; absent ones are undefined. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Reads the query of a request as its operation declares it; nothing is dropped silently. */
export function operationParameters(
  { query = {} }: { readonly query?: Readonly<Record<string, Field>> },
  call: Call,
  zone = 'UTC',
): ParameterValues {
  const issues = unknownParameterIssues(Object.keys(query), call.query.parameters);
  if (issues.length > 0) throw validationFailed(issues);
  return parseParameters(query, new Map(call.query.parameters), { zone });
}
