import { actionFields } from '../../model/action-fields.ts';
import { type ActionDefinition, actions } from '../../model/actions.ts';
import { sharedSchemas } from '../../model/answers/shared-schemas.ts';
import { errorSlugs, errors } from '../../model/errors.ts';
import type { SharedSchemaForms } from '../../model/event-data.ts';
import { eventSchema } from '../../model/event-schema.ts';
import { type EventName, eventNames, events } from '../../model/events.ts';
import { type EventBody, exampleEvent } from '../../model/examples/example-event.ts';
import { detectionOrigins, ingestRoute } from '../../model/ingest-route.ts';
import type { JsonSchema } from '../../model/json-schema/json-schema.ts';
import { recordSchema } from '../../model/json-schema/record-schema.ts';
import { languages } from '../../model/languages.ts';
import { limits } from '../../model/limits.ts';
import type { RouteOperation } from '../../model/operation.ts';
import { operations } from '../../model/operations.ts';
import { type NamedField, writableFields } from '../../model/resource-fields.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import { scopes } from '../../model/scopes.ts';
import { apiVersion } from '../../model/version.ts';
import { describeNamedField, type FieldDescription } from './field-description.ts';
import { type ResourceDescription, resourcesDescription } from './resources-description.ts';

/** All that the service can do, in one object. */
export interface Capabilities {
  /** The version of the API. */
  readonly version: string;
  /** The version of the program that serves it. */
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
    /** The OpenAPI document that describes the operation. */
    readonly document: string;
    readonly eventFields: readonly FieldDescription[];
    /** An event must have at least one of these fields. */
    readonly anyOf: readonly string[];
  };
  readonly actions: readonly ActionDescription[];
  readonly webhookEvents: readonly EventDescription[];
  readonly scopes: readonly { readonly scope: string; readonly allows: string }[];
  readonly limits: Readonly<Record<string, number>>;
  readonly errors: readonly {
    readonly error: string;
    readonly status: number;
    readonly message: string;
  }[];
}

/** An action as the API tells of it. */
export interface ActionDescription {
  readonly type: string;
  readonly summary: string;
  readonly fields: readonly FieldDescription[];
  /** At least one of these fields must be sent. */
  readonly anyOf?: readonly string[];
}

/** An event as the API tells of it. */
export interface EventDescription {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of the whole body of a delivery. */
  readonly schema: JsonSchema;
  readonly example: EventBody;
}

/** The limits a caller can run into. */
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
    ask: { path: '/ask', scope: 'ai:ask', languages },
    cameraIngest: describeIngest(),
    actions: Object.entries(actions).map(([type, action]) => describeAction(type, action)),
    webhookEvents: eventNames.map(describeEvent),
    scopes: Object.entries(scopes).map(([scope, allows]) => ({ scope, allows })),
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

/** The words of a query parameter are all that is taken. */
function describeParameter(parameter: NamedField): FieldDescription {
  const description = describeNamedField(parameter);
  return description.values ? { ...description, open: false } : description;
}

/** Told whole, so that a receiver needs no other document. */
const wholeSchemas: SharedSchemaForms = { record: recordSchema, gap: () => sharedSchemas.Gap };

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
