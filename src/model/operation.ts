import type { Field } from './fields.ts';
import type { JsonSchema } from './json-schema/json-schema.ts';
import type { Scope } from './scopes.ts';

/** The methods of the service. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a key must hold: a scope; `read:any` or `write:any` for at least one module; `modules:any` for
 * reading or writing at least one module.
 */
export type NeededScope = Scope | 'read:any' | 'write:any' | 'modules:any';

interface OperationBase {
  /** Unique among all operations; handlers, documents and clients go by it. */
  readonly operationId: string;
  readonly method: Method;
  /** Behind `/v1/platform`, with `{id}` for what varies: `/flocks/{id}`. */
  readonly path: string;
  /** Undefined: any key will do. */
  readonly scope?: NeededScope;
  /** Heading under which reference documents list it. */
  readonly tag: string;
  readonly summary: string;
  /** One to three sentences for reference documents. */
  readonly description: string;
}

/** The five operations that every resource has, or the two of one that is only read. */
export type ResourceVerb = 'list' | 'get' | 'create' | 'update' | 'delete';

/** An operation on a resource; its parameters, bodies and answers follow from the resource. */
export interface ResourceOperation extends OperationBase {
  readonly kind: 'resource';
  readonly resource: string;
  readonly verb: ResourceVerb;
}

/** An operation of its own, with all that reference documents tell of it. */
export interface RouteOperation extends OperationBase {
  readonly kind: 'route';
  /** `cameraToken` for routes that take a camera-connection token; absent: an API key. */
  readonly credential?: 'cameraToken';
  /** Base path of the route where it is not `/v1/platform`. */
  readonly basePath?: '/v1';
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, Field>>;
  /** Values of query parameters in the worked example. */
  readonly exampleQuery?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Request headers of its own, by name. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly example: string }>
  >;
  readonly body?: OperationBody;
  readonly answer: OperationAnswer;
  /** Statuses beside those that follow from its method, path and body. */
  readonly alsoAnswers?: readonly (206 | 304 | 403 | 404 | 405 | 412 | 416 | 422)[];
}

/** The body an operation takes: JSON, unless it says otherwise. */
export interface OperationBody {
  /** Any for a file of any of the types that are taken. */
  readonly mediaType?: '*/*' | 'text/csv';
  readonly schema: JsonSchema;
  /** Worked examples by name, each a body the service takes. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** The other types that are taken. */
  readonly others?: Readonly<Record<string, OtherBody>>;
}

/** A body of another type than the first; bytes have neither a schema nor an example. */
export interface OtherBody {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** The body an operation answers with: JSON, unless it says otherwise. */
export interface OperationAnswer {
  /** The name of the schema in the document. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
  readonly description: string;
  readonly mediaType?: 'text/event-stream' | '*/*' | 'text/csv';
  /** The other types that can be asked for. */
  readonly others?: Readonly<Record<string, OtherBody>>;
  /** 200 where absent. */
  readonly status?: 200 | 201;
  /** Whether the header `Location` names what was made. */
  readonly hasLocation?: true;
}

/** An operation of the service. */
export type Operation = ResourceOperation | RouteOperation;
