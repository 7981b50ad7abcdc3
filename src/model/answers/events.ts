import {
  anyObject,
  instant,
  type JsonSchema,
  nullable,
  object,
  string,
} from '../api/json-schema.ts';
import { exampleId } from '../core/fields.ts';
import type { Emission, EventName, ResourceDefinition } from '../core/resource.ts';
import { exampleRow, exampleTimes } from '../resources/example-row.ts';
import { resources } from '../resources/registry.ts';
import { exampleScan, scanSchemaWith } from './automations.ts';
import { exampleGap } from './digest.ts';

/** Schemas shared by events and responses: by reference or inline. */
export interface SharedSchemaForms {
  record(definition: ResourceDefinition): JsonSchema;
  gap(): JsonSchema;
}

function eventDataSchema(event: EventName, shared: SharedSchemaForms): JsonSchema {
  const subject = eventSubject(event);
  if (subject !== undefined) {
    return object({
      record: shared.record(subject),
      'previous?': anyObject('For a change: the fields that changed, as they were'),
    });
  }
  if (event === 'gap.detected') return object({ gap: shared.gap() });
  return object({ scan: scanSchemaWith(shared.gap()) });
}

/** The resource whose record an event is about; undefined for events about a whole farm. */
export function eventSubject(event: EventName): ResourceDefinition | undefined {
  return emitterOf(event)?.definition;
}

/** The row change that emits an event; undefined for events not emitted by a row change. */
export function eventEmission(event: EventName): Emission | undefined {
  return emitterOf(event)?.emission;
}

function emitterOf(event: EventName) {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  return definitions
    .flatMap((definition) => (definition.emits ?? []).map((emission) => ({ definition, emission })))
    .find(({ emission }) => emission.event === event);
}

/** The schema of a delivery's body. */
export function eventSchema(event: EventName, shared: SharedSchemaForms): JsonSchema {
  return object({
    id: string('The same in every attempt'),
    event: { type: 'string', const: event },
    orgId: string(),
    farmId: nullable(string()),
    createdAt: instant(),
    data: eventDataSchema(event, shared),
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The body of a delivery: the event, its farm and its time. */
export interface EventBody {
  readonly id: string;
  readonly event: string;
  readonly orgId: string;
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly data: Values;
}

interface ExampleChange {
  /** Values written by the change in addition to the field that triggers the event. */
  readonly after?: Values;
  /** Previous values of the changed fields. */
  readonly previous: Values;
}

/** Events whose example is a row change; the examples of the others are new rows. */
const exampleChanges: { readonly [E in EventName]?: ExampleChange } = {
  'alert.resolved': {
    after: { resolvedAt: exampleTimes.changed, resolutionNote: 'The two fans run again' },
    previous: { status: 'open', resolvedAt: null, resolutionNote: null },
  },
  'task.completed': {
    after: { completedAt: exampleTimes.changed },
    previous: { status: 'open', completedAt: null },
  },
  'flock.placed': { previous: { status: 'planned' } },
  'flock.closed': {
    after: { closedAt: exampleTimes.changed },
    previous: { status: 'selling', closedAt: null },
  },
};

/** The example of an event, used in every document. */
export function exampleEvent(event: EventName): EventBody {
  return {
    id: exampleId('evt'),
    event,
    orgId: exampleId('org'),
    farmId: exampleId('farm'),
    createdAt: exampleChanges[event] ? exampleTimes.changed : exampleTimes.created,
    data: exampleData(event),
  };
}

function exampleData(event: EventName): Values {
  const definition = eventSubject(event);
  if (definition) {
    const { field, value } = eventEmission(event) ?? {};
    const record = {
      ...exampleRow(definition),
      ...(field && value !== undefined ? { [field]: value } : {}),
    };
    const change = exampleChanges[event];
    return change ? changed(record, change) : { record };
  }
  if (event === 'gap.detected') return { gap: exampleGap };
  return { scan: exampleScan };
}

function changed(record: Values, { after = {}, previous }: ExampleChange): Values {
  const updated = { version: 2, updatedAt: exampleTimes.changed };
  return { record: { ...record, ...after, ...updated }, previous };
}
