import type { Field } from '../core/fields.ts';
import type { ResourceDefinition } from '../core/resource.ts';
import type { Scope } from '../core/vocabulary.ts';
import type { JsonSchema, Sent } from './json-schema.ts';

/** The methods of the service. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The scope that a key needs: a scope; `read:any` to read at least one module; `modules:any` to
 * read or write at least one module; `read:{resource}` or `write:{resource}` for the module in the
 * path.
 */
export type NeededScope = Scope | 'read:any' | 'modules:any' | `${'read' | 'write'}:{resource}`;

/** The fields of a route that authorization depends on. */
export interface Admission {
  /** Unique among all operations; used by handlers, documents and clients. */
  readonly operationId: string;
  readonly method: Method;
  /** Relative to the base path (`/v1/platform` by default), with placeholders: `/flocks/{id}`. */
  readonly path: string;
  /** Undefined: any valid key is accepted. */
  readonly scope?: NeededScope;
  /**
   * The resource of its audit entries, `{resource}` for the one in the path; defaults to the
   * operation ID.
   */
  readonly subject?: string;
}

interface OperationBase extends Admission {
  /** Heading in the reference documents. */
  readonly tag: string;
  readonly summary: string;
  /** One to three sentences for reference documents. */
  readonly description: string;
}

/** The five operations of a resource; read-only resources have two of them. */
export type ResourceVerb = 'list' | 'get' | 'create' | 'update' | 'delete';

/**
 * An operation on a resource; its parameters, bodies and responses are derived from the resource.
 */
export interface ResourceOperation extends OperationBase {
  readonly kind: 'resource';
  readonly resource: string;
  readonly verb: ResourceVerb;
}

/** An individual operation, with everything that the reference documents need. */
export interface RouteOperation extends OperationBase {
  readonly kind: 'route';
  /**
   * `cameraToken` for routes that take a camera-connection token, `session` for routes about the
   * session of a signed-in user, `none` for public routes; absent: an API key or a session.
   */
  readonly credential?: 'cameraToken' | 'session' | 'none';
  /** Base path of the route if it is not `/v1/platform`. */
  readonly basePath?: '/v1';
  /** Query parameters by name. */
  readonly query?: Readonly<Record<string, Field>>;
  /** Values of query parameters in the worked example. */
  readonly exampleQuery?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Additional request headers, by name. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly example: string }>
  >;
  readonly body?: OperationBody;
  readonly answer: OperationAnswer;
  /** Statuses in addition to those derived from its method, path and body. */
  readonly alsoAnswers?: readonly (206 | 304 | 403 | 404 | 405 | 412 | 416 | 422)[];
}

/** The request body of an operation; JSON by default. */
export interface OperationBody {
  /** The wildcard is for a file of any accepted type. */
  readonly mediaType?: '*/*' | 'text/csv';
  readonly schema: JsonSchema;
  /** Examples by name, each a valid body. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** Other accepted media types. */
  readonly others?: Readonly<Record<string, OtherBody>>;
}

/** A body of another media type; binary bodies have neither a schema nor an example. */
export interface OtherBody {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** The response body of an operation; JSON by default. */
export interface OperationAnswer<S extends JsonSchema = JsonSchema> {
  /** The name of the schema in the API document. */
  readonly name: string;
  readonly schema: S;
  readonly example: NoInfer<Sent<S>>;
  readonly description: string;
  readonly mediaType?: 'text/event-stream' | '*/*' | 'text/csv';
  /** Other media types that clients can request. */
  readonly others?: Readonly<Record<string, OtherBody>>;
  /** Defaults to 200. */
  readonly status?: 200 | 201;
  /** Whether the `Location` header gives the address of the created resource. */
  readonly hasLocation?: true;
  /** Whether the `ETag` header identifies the current version, for `If-Match`. */
  readonly hasTag?: true;
}

/** A route outside the OpenAPI documents: health checks, documents, controls of mock servers. */
export interface ServiceRoute extends Admission {
  readonly kind: 'service';
  /** `none` for routes without authentication; absent: an API key. */
  readonly credential?: 'none';
  /** Base path of the route if it is not `/v1/platform`. */
  readonly basePath?: '';
  /** Server capability that the route requires. */
  readonly needs?: 'mock' | 'snapshots';
}

/**
 * Declares a response: its example, and the code that computes and reads it, are typed by its
 * schema.
 */
export function declareAnswer<S extends JsonSchema>(
  answer: OperationAnswer<S>,
): OperationAnswer<S> {
  return answer;
}

/** An operation of the service. */
export type Operation = ResourceOperation | RouteOperation;

interface Form {
  readonly verb: ResourceVerb;
  readonly method: Method;
  readonly isOfOne: boolean;
  readonly summary: (plural: string, singular: string) => string;
  readonly description: (definition: ResourceDefinition) => string;
}

const forms: readonly Form[] = [
  {
    verb: 'list',
    method: 'GET',
    isOfOne: false,
    summary: (plural) => `List ${plural}`,
    description: ({ order }) =>
      `Returns one page of the rows that the key may read, ordered by \`${order}\` unless \`order\` names another field.`,
  },
  {
    verb: 'create',
    method: 'POST',
    isOfOne: false,
    summary: (_, singular) => `Create ${singular}`,
    description: ({ shownOnce }) =>
      [
        'Returns the new record with the defaults filled in.',
        ...Object.entries(shownOnce ?? {}).map(([name, note]) => `\`${name}\`: ${note}`),
      ].join(' '),
  },
  {
    verb: 'get',
    method: 'GET',
    isOfOne: true,
    summary: (_, singular) => `Read ${singular}`,
    description: () => 'Returns the record with all its fields.',
  },
  {
    verb: 'update',
    method: 'PATCH',
    isOfOne: true,
    summary: (_, singular) => `Change ${singular}`,
    description: () =>
      'Changes the fields that the body contains; null clears an optional field. Returns the record.',
  },
  {
    verb: 'delete',
    method: 'DELETE',
    isOfOne: true,
    summary: (_, singular) => `Delete ${singular}`,
    description: describeDelete,
  },
];

function describeDelete({ deletesWith = [], deleteGuards = [] }: ResourceDefinition): string {
  const children = [...new Set(deletesWith.map(({ resource }) => `\`${resource}\``))];
  const blockers = [...new Set(deleteGuards.map(({ resource }) => `\`${resource}\``))];
  return [
    children.length === 0
      ? 'Deletes the record.'
      : `Deletes the record and its ${children.join(', ')}.`,
    ...(blockers.length === 0
      ? []
      : [`Answers 422 while rows of ${blockers.join(', ')} refer to it.`]),
  ].join(' ');
}

/**
 * The operations of a resource: all five, or the two read operations if only the service writes it.
 */
export function crudOperations(definition: ResourceDefinition): readonly ResourceOperation[] {
  return operationsOf(definition, ({ method }) => method === 'GET' || !definition.readOnly);
}

/** The write routes of a read-only resource: they respond with 405 and are not documented. */
export function refusedOperations(definition: ResourceDefinition): readonly ResourceOperation[] {
  return operationsOf(definition, ({ method }) => method !== 'GET' && definition.readOnly === true);
}

function operationsOf(
  definition: ResourceDefinition,
  isWanted: (form: Form) => boolean,
): readonly ResourceOperation[] {
  const { name, singular } = definition;
  const plural = name.replaceAll('-', ' ');
  return forms.filter(isWanted).map(({ verb, method, isOfOne, summary, description }) => ({
    kind: 'resource',
    resource: name,
    verb,
    operationId: `${verb}${pascalCase(verb === 'list' ? plural : singular)}`,
    method,
    path: isOfOne ? `/${name}/{id}` : `/${name}`,
    scope: method === 'GET' ? `read:${name}` : `write:${name}`,
    subject: name,
    tag: titleOf(definition),
    summary: summary(plural, withArticle(singular)),
    description: description(definition),
  }));
}

/** The heading of a resource: `Daily logs`. */
export function titleOf({ name }: ResourceDefinition): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Joins words into an identifier: `daily log` becomes `DailyLog`. */
export function pascalCase(words: string): string {
  return words.replace(/(?:^|[ -])(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
}

function withArticle(singular: string): string {
  if (['medicine', 'farm access'].includes(singular)) return singular;
  return `${/^[aeio]/.test(singular) ? 'an' : 'a'} ${singular}`;
}
