import { sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import {
  type EventBody,
  eventSchema,
  exampleEvent,
  type SharedSchemaForms,
} from '../../model/answers/events.ts';
import type { JsonSchema } from '../../model/api/json-schema.ts';
import type { RouteOperation } from '../../model/api/operation.ts';
import { recordSchema } from '../../model/api/read-schema.ts';
import { errorSlugs, errors } from '../../model/core/errors.ts';
import { type Field, originOf } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { languages } from '../../model/core/message.ts';
import {
  type EventName,
  eventNames,
  events,
  filterNames,
  type NamedField,
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../model/core/resource.ts';
import { apiVersion, scopes } from '../../model/core/vocabulary.ts';
import { type ActionDefinition, actionFields, actions } from '../../model/resources/actions.ts';
import { resources } from '../../model/resources/registry.ts';
import { roles } from '../../model/resources/roles.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import { operations } from '../../model/routes/operations.ts';
import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import { detectionOrigins, ingestRoute } from '../../model/routes/webhook-routes.ts';

/** All capabilities of the service in one object. */
export interface Capabilities {
  /** API version. */
  readonly version: string;
  /** Program version. */
  readonly serviceVersion: string;
  readonly resources: readonly ResourceDescription[];
  readonly intelligence: readonly {
    readonly path: string;
    readonly summary: string;
    readonly scope: string;
    readonly query: readonly FieldDescription[];
  }[];
  readonly ask: {
    readonly path: string;
    readonly scope: string;
    readonly languages: readonly string[];
  };
  readonly cameraIngest: {
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly credential: string;
    /** The OpenAPI document of the operation. */
    readonly document: string;
    readonly eventFields: readonly FieldDescription[];
    /** An event must have at least one of these fields. */
    readonly anyOf: readonly string[];
  };
  readonly actions: readonly ActionDescription[];
  readonly webhookEvents: readonly EventDescription[];
  readonly scopes: readonly { readonly scope: string; readonly allows: string }[];
  /** Permissions of signed-in users by role. */
  readonly roles: readonly {
    readonly role: string;
    readonly summary: string;
    readonly scopes: readonly string[];
  }[];
  readonly limits: Readonly<Record<string, number>>;
  readonly errors: readonly {
    readonly error: string;
    readonly status: number;
    readonly message: string;
  }[];
}

/** An action as described by the API. */
export interface ActionDescription {
  readonly type: string;
  readonly summary: string;
  readonly fields: readonly FieldDescription[];
  /** At least one of these fields must be sent. */
  readonly anyOf?: readonly string[];
}

/** An event as described by the API. */
export interface EventDescription {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of the whole body of a delivery. */
  readonly schema: JsonSchema;
  readonly example: EventBody;
}

/** Limits that affect callers. */
const PUBLIC_LIMITS = [
  'pageSize',
  'maxPageSize',
  'maxPageSizeOfMeasurements',
  'requestsPerMinute',
  'bodyBytes',
  'ingestBodyBytes',
  'stringLength',
  'arrayItems',
  'jsonDepth',
  'jsonFieldBytes',
  'queryBytes',
  'questionLength',
  'idempotencyHours',
  'visionEventsPerCall',
  'webhookFailures',
] as const satisfies readonly (keyof typeof limits)[];

/** The answer of `GET /capabilities`. */
export function capabilities({ version }: { readonly version: string }): Capabilities {
  return {
    version: apiVersion,
    serviceVersion: version,
    resources: resourcesDescription().data,
    intelligence: describeIntelligence(),
    ask: { path: routeOf('ask').path, scope: scopeOfRoute('ask'), languages },
    cameraIngest: describeIngest(),
    actions: Object.entries(actions).map(([type, action]) => describeAction(type, action)),
    webhookEvents: eventNames.map(describeEvent),
    scopes: Object.entries(scopes).map(([scope, allows]) => ({ scope, allows })),
    roles: Object.entries(roles).map(([role, definition]) => ({ role, ...definition })),
    limits: Object.fromEntries(PUBLIC_LIMITS.map((name) => [name, limits[name]])),
    errors: errorSlugs.map((error) => ({ error, ...errors[error] })),
  };
}

function describeIngest(): Capabilities['cameraIngest'] {
  const { operationId, method, basePath, path } = ingestRoute;
  return {
    operationId,
    method,
    path: `${basePath}${path}`,
    credential: 'camera-connection token',
    document: '/v1/platform/os/openapi.json',
    eventFields: writableFields(visionEvents).map(describeNamedField),
    anyOf: detectionOrigins,
  };
}

function describeIntelligence(): Capabilities['intelligence'] {
  const routes: readonly RouteOperation[] = operations;
  return routes
    .filter(({ tag }) => tag === 'Intelligence')
    .map(({ path, summary, scope = '', query = {} }) => ({
      path,
      summary,
      scope,
      query: Object.entries(query).map(describeParameter),
    }));
}

/** Values of query parameters are a closed set. */
function describeParameter(parameter: NamedField): FieldDescription {
  const description = describeNamedField(parameter);
  return description.values ? { ...description, open: false } : description;
}

/** Schemas are inlined, so that a receiver needs no other document. */
const wholeSchemas: SharedSchemaForms = {
  record: (definition) => withoutReferences(recordSchema(definition)) as JsonSchema,
  gap: () => withoutReferences(sharedSchemas.Gap) as JsonSchema,
};

const POINTER = '#/components/schemas/';

/** Replaces references to shared schemas by the schemas themselves. */
function withoutReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) {
    const name = String(schema.$ref).slice(POINTER.length);
    return withoutReferences(sharedSchemas[name as keyof typeof sharedSchemas]);
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withoutReferences(value)]),
  );
}

function describeEvent(name: EventName): EventDescription {
  return {
    name,
    summary: events[name],
    schema: eventSchema(name, wholeSchemas),
    example: exampleEvent(name),
  };
}

function describeAction(type: string, action: ActionDefinition): ActionDescription {
  return {
    type,
    summary: action.summary,
    fields: actionFields(action).map(describeNamedField),
    ...(action.anyOf ? { anyOf: action.anyOf } : {}),
  };
}

/** A field as described by the API. */
export interface FieldDescription {
  readonly name: string;
  readonly type: Field['type'];
  readonly required: boolean;
  readonly writable: boolean;
  /** `computed`: derived when the row is read; `system`: stored by the service. */
  readonly origin: 'writable' | 'system' | 'computed';
  readonly unit: string | null;
  /** The accepted values or, when `open`, the documented ones. */
  readonly values?: readonly string[];
  /** Whether undocumented values are accepted too. */
  readonly open?: boolean;
  readonly default?: string | number | boolean;
  /** The source of the default: `now`, `today`, or `caller` for the name of the key. */
  readonly defaultFrom?: string;
  /** The largest number, the longest text in characters, or the most items. */
  readonly max?: number;
  readonly min?: number;
  readonly note?: string;
  /** The resource that the field refers to. */
  readonly references?: string;
}

/** Describes a field of a resource, of an action or of a query. */
function describeNamedField([name, field]: NamedField): FieldDescription {
  const origin = originOf(field);
  return {
    name,
    type: field.type,
    required: field.required === true,
    writable: origin === 'writable',
    origin,
    unit: field.unit ?? null,
    ...valuesOf(field),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.defaultFrom === undefined ? {} : { defaultFrom: field.defaultFrom }),
    ...boundsOf(field),
    ...(field.note === undefined ? {} : { note: field.note }),
    ...(field.type === 'reference' ? { references: field.to } : {}),
  };
}

function valuesOf(field: Field): Pick<FieldDescription, 'values' | 'open'> {
  if (field.type === 'word') {
    return { values: field.vocabulary.words, open: field.vocabulary.open };
  }
  return field.type === 'list' && field.words ? { values: field.words, open: true } : {};
}

function boundsOf(field: Field): Pick<FieldDescription, 'min' | 'max'> {
  switch (field.type) {
    case 'text':
      return { max: field.max };
    case 'list':
      return { max: field.maxItems };
    case 'integer':
    case 'number':
    case 'money':
      return { max: field.max, min: field.above ?? field.min ?? 0 };
    default:
      return {};
  }
}

/** A resource as described by the API. */
export interface ResourceDescription {
  readonly name: string;
  readonly singular: string;
  readonly path: string;
  readonly summary: string;
  /** POST, PATCH and DELETE return 405. */
  readonly readOnly: boolean;
  readonly writable: readonly string[];
  readonly required: readonly string[];
  /** Query parameters of the list besides those common to all lists. */
  readonly filters: readonly string[];
  readonly defaultOrder: string;
  readonly maxLimit: number;
  readonly fields: readonly FieldDescription[];
}

/** The answer of `GET /resources`: all 32, in the order of the documents. */
export function resourcesDescription(): { readonly data: readonly ResourceDescription[] } {
  return { data: Object.values(resources).map(describeResource) };
}

function describeResource(definition: ResourceDefinition): ResourceDescription {
  const { name, singular, summary, readOnly = false, order, maxLimit } = definition;
  return {
    name,
    singular,
    path: `/${name}`,
    summary,
    readOnly,
    writable: writableFields(definition).map(([field]) => field),
    required: requiredFields(definition).map(([field]) => field),
    filters: filterNames(definition),
    defaultOrder: order,
    maxLimit: maxLimit ?? limits.maxPageSize,
    fields: Object.entries(definition.fields).map(describeNamedField),
  };
}
