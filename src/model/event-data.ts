import { scanSchema } from './answers/brain.ts';
import type { EventName } from './events.ts';
import { anyObject, type JsonSchema, object } from './json-schema/json-schema.ts';
import { resources } from './registry.ts';
import type { Emission, ResourceDefinition } from './resource.ts';

/** The schemas that events have in common with answers: by reference, or whole. */
export interface SharedSchemaForms {
  record(definition: ResourceDefinition): JsonSchema;
  gap(): JsonSchema;
}

/** The schema of what an event tells, its `data`. */
export function eventDataSchema(event: EventName, shared: SharedSchemaForms): JsonSchema {
  const subject = eventSubject(event);
  if (subject !== undefined) {
    return object({
      record: shared.record(subject),
      'previous?': anyObject('For a change: the fields that changed, as they were'),
    });
  }
  if (event === 'gap.detected') return object({ gap: shared.gap() });
  return object({ scan: scanSchema(shared.gap()) });
}

/** The resource whose record an event tells of; undefined for one about the farm as a whole. */
export function eventSubject(event: EventName): ResourceDefinition | undefined {
  return emitterOf(event)?.definition;
}

/** The change of a row that emits an event; undefined for one that no change emits by itself. */
export function eventEmission(event: EventName): Emission | undefined {
  return emitterOf(event)?.emission;
}

function emitterOf(event: EventName) {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  return definitions
    .flatMap((definition) => (definition.emits ?? []).map((emission) => ({ definition, emission })))
    .find(({ emission }) => emission.event === event);
}
