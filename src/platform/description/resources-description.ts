import { limits } from '../../model/limits.ts';
import { resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { filterNames, requiredFields, writableFields } from '../../model/resource-fields.ts';
import { describeNamedField, type FieldDescription } from './field-description.ts';

/** A resource as the API tells of it. */
export interface ResourceDescription {
  readonly name: string;
  readonly singular: string;
  readonly path: string;
  readonly summary: string;
  /** POST, PATCH and DELETE answer 405. */
  readonly readOnly: boolean;
  readonly writable: readonly string[];
  readonly required: readonly string[];
  /** Query parameters of the list besides those that all lists have. */
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
