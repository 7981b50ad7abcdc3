import { validationFailed } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import type { QueryParameters } from '../requests/query.ts';
import { isIssue, wholeNumberOf } from './list-query.ts';
import { unknownParameterIssues } from './parameters.ts';

/** `limit` and `offset` of a list that is not of a resource; other parameters by name are allowed. */
export function readPage(
  parameters: QueryParameters,
  others: readonly string[] = [],
): { readonly limit: number; readonly offset: number } {
  const issues = unknownParameterIssues(['limit', 'offset', ...others], parameters);
  const values = new Map(parameters);
  const limit = wholeNumberOf('limit', values.get('limit'), { min: 1, max: limits.maxPageSize });
  const offset = wholeNumberOf('offset', values.get('offset'), { min: 0, max: limits.maxOffset });
  const failed = [...issues, ...[limit, offset].filter(isIssue)];
  if (failed.length > 0) throw validationFailed(failed);
  return { limit: Number(limit ?? limits.pageSize), offset: Number(offset ?? 0) };
}
