import { describe, expect, test } from 'vitest';
import {
  buildApplicationOpenApi,
  buildOpenApi,
} from '../../../src/http/openapi/build-documents.ts';
import type {
  ExampleObject,
  MediaType,
  OpenApiDocument,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../../../src/http/openapi/open-api-document.ts';
import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import { resources } from '../../../src/model/resources/registry.ts';
import { parseCreate, parseUpdate } from '../../../src/model/validation/validation.ts';
import { createValidator } from './validator.ts';

const platform = buildOpenApi({ version: '1.0.0' });
const documents = [
  ['platform', platform],
  ['application', buildApplicationOpenApi({ version: '1.0.0' })],
] as const;

describe.each(documents)('examples of the %s document', (_, document) => {
  const validate = createValidator(document);

  test.each(bodiesOf(document))('%s fits its schema', (_place, media) => {
    const examples = Object.values(media.examples ?? {});
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(validate(media.schema, resolve<ExampleObject>(document, example).value)).toEqual([]);
    }
  });

  test('every parameter with an example takes it', () => {
    for (const parameter of parametersOf(document)) {
      if (parameter.example === undefined) continue;
      expect([parameter.name, validate(parameter.schema, parameter.example)]).toEqual([
        parameter.name,
        [],
      ]);
    }
  });
});

const definitions: readonly ResourceDefinition[] = Object.values(resources);
const writable = definitions.filter(({ readOnly }) => !readOnly);

test.each(definitions.map((definition) => [definition.name, definition] as const))(
  'the example of %s has the fields of the model and no others',
  (_, definition) => {
    const common = ['id', 'farmId', 'version', 'createdAt', 'updatedAt', 'createdBy'];
    const names = [...common, ...Object.keys(definition.fields)];
    const schemas = platform.components.schemas ?? {};
    const name = recordName(definition);
    const written = definition.doubted ? ['doubts'] : [];
    expect(Object.keys(schemas[name]?.['properties'] ?? {})).toEqual([...names, ...written]);
    expect(schemas[name]?.['required']).toEqual(names);
    expect(Object.keys(exampleValue(name))).toEqual(names);
  },
);

test.each(writable.map((definition) => [definition.name, definition] as const))(
  'the service accepts the example bodies of %s',
  (_, definition) => {
    const name = recordName(definition);
    const zone = { zone: 'Asia/Jerusalem' };
    const created = parseCreate(definition, exampleValue(`${name}Create`), zone);
    expect(exampleValue(name)).toMatchObject(created);
    const change = exampleValue(`${name}Update`);
    expect(parseUpdate(definition, change, zone)).toEqual(change);
    expect(exampleValue(`${name}Changed`)).toEqual({
      ...exampleValue(name),
      ...change,
      version: 2,
      updatedAt: '2026-11-21T09:05:00.000Z',
    });
  },
);

test('an example of another shape is detected', () => {
  const validate = createValidator(platform);
  const schema = { $ref: '#/components/schemas/Flock' };
  expect(validate(schema, { ...exampleValue('Flock'), status: 'asleep' })).toHaveLength(1);
  expect(validate(schema, { id: 'flock_1' }).length).toBeGreaterThan(20);
});

function recordName(definition: ResourceDefinition): string {
  const operation = platform.paths[`/${definition.name}/{id}`]?.get;
  const response = operation?.responses['200'] as ResponseObject;
  return String(response.content?.['application/json']?.schema['$ref']).split('/').at(-1) ?? '';
}

function exampleValue(example: string): Record<string, unknown> {
  return platform.components.examples?.[example]?.value as Record<string, unknown>;
}

/** Every body of the document with its place; shared errors of operations are listed once. */
function bodiesOf(document: OpenApiDocument): [string, MediaType][] {
  const shared = Object.entries(document.components.responses ?? {});
  const ownExamples = operationsOf(document).flatMap(({ operationId, requestBody, responses }) => [
    [`${operationId} request`, { content: requestBody?.content }] as const,
    ...Object.entries(responses).map(
      ([status, response]) => [`${operationId} ${status}`, response] as const,
    ),
  ]);
  return [...shared, ...ownExamples].flatMap(([place, response]): [string, MediaType][] => {
    const media = 'content' in response ? response.content?.['application/json'] : undefined;
    return media ? [[place, media]] : [];
  });
}

function parametersOf(document: OpenApiDocument): ParameterObject[] {
  const items = [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})];
  return [
    ...items.flatMap(({ parameters = [] }) => parameters),
    ...operationsOf(document).flatMap(({ parameters = [] }) => parameters),
  ].map((parameter) => resolve<ParameterObject>(document, parameter));
}

function operationsOf(document: OpenApiDocument) {
  return [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})].flatMap(
    (item) =>
      [item.get, item.post, item.patch, item.delete].filter((operation) => operation !== undefined),
  );
}

function resolve<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const components = document.components as Record<string, Record<string, unknown>>;
  return components[kind]?.[name] as T;
}
