import type { Components, OpenApiDocument, Reference } from '../openapi/open-api-document.ts';

/** What a reference of the document points at; anything else is returned as it is. */
export function resolveReference<T extends object>(
  document: OpenApiDocument,
  value: T | Reference,
): T {
  if (!isReference(value)) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  // The builder has checked that every reference leads to a component of its kind.
  const ofKind = document.components[kind as keyof Components];
  return ofKind?.[name] as T;
}

function isReference(value: object): value is Reference {
  return '$ref' in value && typeof value.$ref === 'string';
}
