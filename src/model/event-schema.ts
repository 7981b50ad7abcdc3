import { eventDataSchema, type SharedSchemaForms } from './event-data.ts';
import type { EventName } from './events.ts';
import { instant, type JsonSchema, nullable, object, string } from './json-schema/json-schema.ts';

/** The schema of the body of a delivery. */
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
