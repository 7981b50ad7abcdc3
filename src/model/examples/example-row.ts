import { exampleId } from '../example-id.ts';
import type { DefaultName } from '../fields.ts';
import { isResourceName } from '../registry.ts';
import type { ResourceDefinition } from '../resource.ts';
import { exampleTimes } from './example-times.ts';
import { exampleChanges, exampleValues } from './example-values.ts';

type Row = Readonly<Record<string, unknown>>;

const defaultValues: Readonly<Record<DefaultName, string>> = {
  now: exampleTimes.created,
  today: exampleTimes.today,
  caller: 'Morning assistant',
};

/** The example row of a resource as the API returns it after the example of POST. */
export function exampleRow(definition: ResourceDefinition): Row {
  const { name: resource } = definition;
  const known = isResourceName(resource) ? exampleValues[resource] : undefined;
  const own = Object.entries(definition.fields).map(([name, field]) => {
    const preset = field.defaultFrom ? defaultValues[field.defaultFrom] : field.default;
    return [name, definition.example[name] ?? known?.[name] ?? preset ?? null];
  });
  return {
    id: exampleId(definition.idPrefix),
    farmId: definition.farm.kind === 'organisation' ? null : exampleId('farm'),
    version: 1,
    createdAt: exampleTimes.created,
    updatedAt: exampleTimes.created,
    createdBy: { type: 'key', id: 'k4T9vQ2mXbZ7' },
    ...Object.fromEntries(own),
  };
}

/** The example of a body for PATCH: one harmless change. */
export function exampleChange({ name }: ResourceDefinition): Row {
  const change = isResourceName(name) ? exampleChanges[name] : undefined;
  return change ?? { notes: 'Looked at together with the vet' };
}

/** The example row after the example of PATCH. */
export function exampleChangedRow(definition: ResourceDefinition): Row {
  return {
    ...exampleRow(definition),
    ...exampleChange(definition),
    version: 2,
    updatedAt: exampleTimes.changed,
  };
}
