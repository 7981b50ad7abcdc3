import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import type { Language } from '../../model/core/message.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import { findFarmOfRow } from '../../storage/records/find-rows.ts';
import { nearestWord } from '../../tools/words.ts';
import { type Actor, scopeOf } from './actor.ts';

/** One request of an authenticated caller, with the properties that use cases need. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** Arrival time, milliseconds since 1970, by the service's clock. */
  readonly at: number;
  readonly ip: string;
  readonly method: string;
  /** Route template, for the audit log. */
  readonly route: string;
  /** Milliseconds since arrival, on the monotonic clock. */
  readonly elapsedMillis: () => number;
  readonly query: Query;
  /** `Idempotency-Key` with the hash of its request. */
  readonly idempotency?: { readonly key: string; readonly requestHash: string };
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  /** `Prefer: handling=strict`: refuse values that are otherwise accepted and marked as suspect. */
  readonly isStrict?: boolean;
  /** Receives the issues that `isStrict` would refuse, for rows that are stored nevertheless. */
  readonly collectDoubts?: (doubts: readonly Issue[]) => void;
  /** The service's language that best matches `Accept-Language`. */
  readonly language?: Language;
  /** The subject of the call, filled in during processing, for the audit log. */
  readonly subject: CallSubject;
}

/** All of a call but its caller, who is unknown until a link has been read. */
export type UnsignedRequest = Omit<RequestContext, 'actor'>;

/** The subject of a call. */
export interface CallSubject {
  resource?: string;
  rowId?: string;
  farmId?: string;
}

/** The result sent to the caller. */
export interface Result<Body extends string | Buffer = string> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The body for repeated requests, when the original contains a secret that is shown once. */
  readonly replayBody?: string;
}

/** An answer with a JSON body. */
export function jsonResult(
  body: unknown,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Result {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    body: JSON.stringify(body),
  };
}

/** Query parameters in the order sent, including repeated ones. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

/** The query of a request. */
export interface Query {
  /** As sent, without the `?`. */
  readonly text: string;
  readonly parameters: QueryParameters;
}

/** Wraps a query; its parameters are parsed on demand. */
export function queryOfText(text: string): Query {
  let parameters: QueryParameters | undefined;
  return {
    text,
    get parameters() {
      parameters ??= text === '' ? [] : [...new URLSearchParams(text)];
      return parameters;
    },
  };
}

/** A query with the parameters. */
export function queryOf(parameters: QueryParameters): Query {
  return queryOfText(String(new URLSearchParams(parameters as [string, string][])));
}

/** The value of a query parameter; throws when it is repeated. */
export function singleParameter(parameters: QueryParameters, name: string): string | undefined {
  const values = parameters.filter(([parameter]) => parameter === name).map(([, value]) => value);
  if (values.length <= 1) return values[0];
  throw validationFailed([
    {
      path: name,
      code: 'repeated_parameter',
      message: `${name} is given more than once; give it once.`,
    },
  ]);
}

/** The issues of unknown and repeated parameter names. */
export function unknownParameterIssues(
  allowed: readonly string[],
  parameters: QueryParameters,
): Issue[] {
  const issues: Issue[] = [];
  const seenNames = new Set<string>();
  for (const [name] of parameters) {
    if (!allowed.includes(name)) issues.push(unknownParameter(name, allowed));
    else if (seenNames.has(name)) {
      issues.push({
        path: name,
        code: 'repeated_parameter',
        message: `${name} is given more than once; give it once.`,
      });
    }
    seenNames.add(name);
  }
  return issues;
}

function unknownParameter(name: string, allowed: readonly string[]): Issue {
  const suggestion = nearestWord(name, allowed);
  const hint = suggestion ? `; did you mean ${suggestion}?` : '.';
  return {
    path: name.slice(0, 100),
    code: 'unknown_parameter',
    message: `${JSON.stringify(name.slice(0, 100))} is not a parameter here${hint}`,
    allowed,
    ...(suggestion ? { suggestion } : {}),
  };
}

/** The error body: `{ error, message, code?, issues?, requestId }`. */
export function errorBody(error: FarmError, requestId: string): string {
  return JSON.stringify({
    error: error.slug,
    message: error.message,
    code: error.code,
    issues: error.issues,
    requestId,
  });
}

/**
 * The scope narrowed to the farm that a request names, if any. Throws `farm_forbidden` alike for
 * missing farms and those invisible to the caller.
 */
export async function scopeOfFarm(
  connection: Connection,
  scope: Scope,
  farmId: string | undefined,
): Promise<Scope> {
  if (farmId === undefined) return scope;
  if (await isVisibleFarm(connection, scope, farmId)) return narrowScope(scope, farmId);
  throw new FarmError('farm_forbidden', {
    message: 'farmId names no farm that the key may touch.',
  });
}

/** Whether an ID is that of a farm in the scope. */
export async function isVisibleFarm(
  connection: Connection,
  scope: Scope,
  farmId: string,
): Promise<boolean> {
  if (farmId.includes('\0')) return false;
  if (scope.farmIds !== 'all' && !scope.farmIds.includes(farmId)) return false;
  return (await findFarmOfRow(connection, farms, { id: farmId, scope })) !== undefined;
}

/**
 * The scope of a request on a single row: the caller's, narrowed by `?farmId=`.
 * Other query parameters are refused.
 */
export async function scopeOfRequest(connection: Connection, call: RequestContext): Promise<Scope> {
  const { parameters } = call.query;
  const issues = unknownParameterIssues(['farmId'], parameters);
  if (issues.length > 0) throw validationFailed(issues);
  return scopeOfFarm(connection, scopeOf(call.actor), singleParameter(parameters, 'farmId'));
}
