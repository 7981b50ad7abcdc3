import { oncePerObject } from '../tools/once-per-object.ts';
import { type Field, type Origin, originOf } from './fields.ts';
import type { ResourceDefinition } from './resource.ts';

/** A field with its name. */
export type NamedField = readonly [name: string, field: Field];

interface Selection {
  readonly origins: readonly Origin[];
  readonly picked: WeakMap<ResourceDefinition, readonly NamedField[]>;
}

// Every request asks for them; they are picked once for each definition.
const writable: Selection = { origins: ['writable'], picked: new WeakMap() };
const stored: Selection = { origins: ['writable', 'system'], picked: new WeakMap() };
const computed: Selection = { origins: ['computed'], picked: new WeakMap() };

/** The fields a caller may send, in the order of their declaration. */
export function writableFields(definition: ResourceDefinition): readonly NamedField[] {
  return pick(definition, writable);
}

/** The fields a new row cannot do without. */
export function requiredFields(definition: ResourceDefinition): readonly NamedField[] {
  return writableFields(definition).filter(([, field]) => field.required === true);
}

/** The fields that are kept at rest: those of the caller and those of the service. */
export function storedFields(definition: ResourceDefinition): readonly NamedField[] {
  return pick(definition, stored);
}

/** The fields that are derived when a row is read. */
export function computedFields(definition: ResourceDefinition): readonly NamedField[] {
  return pick(definition, computed);
}

/** The query parameters of a list besides the common ones: `q`, equality filters, date ranges. */
export function filterNames(definition: ResourceDefinition): readonly string[] {
  return [
    ...(definition.search ? ['q'] : []),
    ...definition.filters,
    ...(definition.ranges ?? []).flatMap((field) => [`${field}_from`, `${field}_to`]),
  ];
}

/** The fields that the search over all modules looks into. */
export function searchedFields(definition: ResourceDefinition): readonly string[] {
  return definition.search ?? definition.found ?? [];
}

/** The stored fields that may hold credentials: shown masked, and never sorted by. */
export const maskedFields = oncePerObject((definition: ResourceDefinition): readonly string[] =>
  storedFields(definition)
    .filter(
      ([, field]) =>
        field.type === 'text' && (field.format === 'url' || field.format === 'secret-reference'),
    )
    .map(([name]) => name),
);

function pick(definition: ResourceDefinition, { origins, picked }: Selection) {
  const known = picked.get(definition);
  if (known) return known;
  const fields = Object.entries(definition.fields).filter(([, field]) =>
    origins.includes(originOf(field)),
  );
  picked.set(definition, fields);
  return fields;
}
