import type { OpenApiDocument, Reference } from '../openapi/open-api-document.ts';

/** What a reference of the document points at; anything else is returned as it is. */
export function resolveReference<T extends object>(
  document: OpenApiDocument,
  value: T | Reference,
): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    ...(document.components as object),
  };
  // The builder has checked that every reference leads to a component of its kind.
  return components[kind]?.[name] as T;
}
