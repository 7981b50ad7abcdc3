import { describe, expect, test } from 'vitest';
import {
  buildApplicationOpenApi,
  buildOpenApi,
} from '../../../src/http/openapi/build-documents.ts';
import type { OpenApiDocument } from '../../../src/http/openapi/open-api-document.ts';
import type { JsonSchema } from '../../../src/model/api/json-schema.ts';
import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import { resourceNames, resources } from '../../../src/model/resources/registry.ts';

const platform = buildOpenApi({ version: '1.0.0' });
const application = buildApplicationOpenApi({ version: '1.0.0' });

/** Keywords that describe the members of an object. */
const SHAPES = ['properties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'const'];

describe.each([
  ['platform', platform],
  ['application', application],
])('the schemas of the %s document', (_, document) => {
  const placed = schemasOf(document);

  test('an array type has items', () => {
    const lists = placed.filter(([, { type }]) => [type].flat().includes('array'));
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter(([, schema]) => !('items' in schema)).map(([place]) => place)).toEqual([]);
  });

  test('an object lists its properties, or allows any', () => {
    const objects = placed.filter(([, { type }]) => [type].flat().includes('object'));
    const shapeless = objects.filter(([, schema]) => !SHAPES.some((shape) => shape in schema));
    expect(shapeless.map(([place]) => place)).toEqual([]);
  });

  test('no property has the keyword default, which some generators take for always present', () => {
    const defaulted = placed.flatMap(([place, { properties = {} }]) =>
      Object.entries(properties as Readonly<Record<string, JsonSchema>>)
        .filter(([, property]) => 'default' in property)
        .map(([name]) => `${place}.${name}`),
    );
    expect(defaulted).toEqual([]);
  });

  test('every required name is a property', () => {
    const unknown = placed.flatMap(([place, { properties, required }]) =>
      (Array.isArray(required) ? required : [])
        .filter((name) => properties && !Object.hasOwn(properties, name))
        .map((name) => `${place}.${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

test.each(resourceNames)('%s has a schema to read, one to create, one to update', (name) => {
  const definition: ResourceDefinition = resources[name];
  const { get } = platform.paths[`/${name}/{id}`] ?? {};
  const read = answerSchema(get?.responses['200']);
  const { properties, required } = platform.components.schemas?.[read] ?? {};
  const written = definition.doubted ? ['doubts'] : [];
  expect([...(required as string[]), ...written]).toEqual(Object.keys(properties ?? {}));
  const { get: list, post } = platform.paths[`/${name}`] ?? {};
  expect(platform.components.schemas?.[answerSchema(list?.responses['200'])]).toMatchObject({
    properties: { data: { items: { $ref: `#/components/schemas/${read}` } } },
    required: ['data', 'meta'],
  });
  if (definition.readOnly) return;
  const { patch } = platform.paths[`/${name}/{id}`] ?? {};
  const bodies = [post, patch].map(
    (operation) => operation?.requestBody?.content['application/json']?.schema['$ref'],
  );
  expect(bodies).toEqual([
    `#/components/schemas/${read}Create`,
    `#/components/schemas/${read}Update`,
  ]);
  expect(platform.components.schemas?.[`${read}Update`]).not.toHaveProperty('required');
});

test('the response to the create of an integration has the secrets that are shown once', () => {
  const created = answerSchema(platform.paths['/integrations']?.post?.responses['201']);
  const schema = platform.components.schemas?.[created] ?? {};
  expect(created).toBe('IntegrationCreated');
  expect(schema['properties']).toMatchObject({
    cameraToken: { type: 'string' },
    signingSecret: { type: 'string' },
    tokenPrefix: {},
  });
  expect(schema['required']).not.toContain('cameraToken');
  expect(platform.components.schemas?.['Integration']?.['properties']).not.toHaveProperty(
    'cameraToken',
  );
});

function answerSchema(response: object | undefined): string {
  const { content } = response as {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  return String(content['application/json']?.schema['$ref']).split('/').at(-1) ?? '';
}

/**
 * The schemas of the components and bodies of a document, including nested ones, and their place.
 */
function schemasOf(document: OpenApiDocument): [place: string, schema: JsonSchema][] {
  const schemas: [string, JsonSchema][] = [];
  const visit = (part: unknown, place: string) => {
    if (typeof part !== 'object' || part === null) return;
    schemas.push([place, part as JsonSchema]);
    for (const [key, value] of Object.entries(part)) {
      // Examples are data, not schemas; so are the allowed values of a parameter.
      if (!['examples', 'example', 'enum', 'parameters'].includes(key)) {
        visit(value, `${place}/${key}`);
      }
    }
  };
  visit(document.components.schemas, 'schemas');
  visit(document.paths, 'paths');
  visit(document.webhooks, 'webhooks');
  return schemas.filter(([place]) => !place.endsWith('/properties'));
}
