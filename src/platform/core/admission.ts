import type { Admission } from '../../model/api/operation.ts';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { getResource } from '../../model/resources/registry.ts';
import { parseParameters } from '../../model/validation/validation.ts';
import type { Actor } from './actor.ts';
import { type RequestContext, unknownParameterIssues } from './request-context.ts';

/** The resource and row named by a path. */
export interface PathParameters {
  readonly resource?: string;
  readonly id?: string;
}

/**
 * Authorises a call to an operation: records its subject for the audit log, and throws
 * `insufficient_scope` unless the key has the scope that the operation declares. Called by the
 * router for every request, and by use cases that run another operation on behalf of a caller.
 */
export function admit(call: RequestContext, operation: Admission, path: PathParameters = {}): void {
  const { scope, subject, operationId } = operation;
  const resource = path.resource === undefined ? undefined : getResource(path.resource).name;
  const fillResource = (text: string) => text.replace('{resource}', resource ?? '');
  call.subject.resource = fillResource(subject ?? operationId);
  if (subject !== undefined && path.id !== undefined) call.subject.rowId = path.id;
  if (scope !== undefined) requireScope(call.actor, fillResource(scope));
}

/** Throws `insufficient_scope` with the scope unless the actor has it. */
export function requireScope(actor: Actor, scope: string): void {
  if (coversNeed(actor.scopes, scope)) return;
  const description = scope === 'modules:any' ? 'read:any or write:any' : scope;
  const granted = actor.scopes.join(', ') || 'none';
  const message = actor.user
    ? `Your role needs the scope ${description}; it holds ${granted}.`
    : `The key needs the scope ${description}; it holds ${granted}.`;
  throw new FarmError('insufficient_scope', { code: 'insufficient_scope', message });
}

/** Whether scopes cover a required scope, or one of several for `read:any` and `modules:any`. */
export function coversNeed(granted: readonly string[], required: string): boolean {
  if (required === 'read:any') return granted.some((scope) => scope.startsWith('read:'));
  if (required === 'write:any') return granted.some((scope) => scope.startsWith('write:'));
  if (required === 'modules:any') return granted.some((scope) => /^(?:read|write):/.test(scope));
  return coversScope(granted, required);
}

/** The values of the query parameters of an operation, by name; absent ones are undefined. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Parses the query of a request by the declaration of its operation; unknown names are issues. */
export function operationParameters(
  { query = {} }: { readonly query?: Readonly<Record<string, Field>> },
  call: RequestContext,
  zone = 'UTC',
): ParameterValues {
  const issues = unknownParameterIssues(Object.keys(query), call.query.parameters);
  if (issues.length > 0) throw validationFailed(issues);
  return parseParameters(query, new Map(call.query.parameters), { zone });
}
