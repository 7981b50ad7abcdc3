import { schemaName } from '../../../src/http/openapi/resource-operations.ts';
import { crudOperations, type ResourceVerb } from '../../../src/model/api/operation.ts';
import { type ResourceDefinition, requiredFields } from '../../../src/model/core/resource.ts';
import { exampleChange } from '../../../src/model/resources/example-row.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../../src/model/resources/registry.ts';

/** The way to call functions of a generated client. */
interface Dialect {
  readonly imports: string;
  /** The expression that lists rows, as an array. */
  readonly list: (called: Called) => string;
  readonly create: (called: Called, body: string) => string;
  readonly update: (called: Called, body: string) => string;
  readonly get: (called: Called) => string;
  readonly application: string;
}

interface Called {
  readonly name: ResourceName;
  readonly definition: ResourceDefinition;
  readonly ids: Readonly<Record<ResourceVerb, string>>;
}

const HEY_APPLICATION = `
export async function useApplication(scene: Scene & { token: string; integrationId: string }) {
  const { client, token, integrationId } = scene;
  const options = { client, throwOnError: true } as const;
  const { data: made } = await application.createKey({ ...options, body: { name: 'Reader', scopes: ['read:*'] } });
  const text: string | undefined = made.key;
  const { data: key } = await application.updateKey({ ...options, path: { id: made.id }, body: { name: 'Other' } });
  const { data: read } = await application.getKey({ ...options, path: { id: made.id } });
  const { data: keys } = await application.listKeys({ ...options, query: { limit: 5 } });
  const { data: ingested } = await application.ingestVisionEvents({
    ...options,
    baseUrl: scene.baseUrl + '/v1',
    auth: token,
    path: { integrationId },
    body: { events: [{ source: 'east', kind: 'count', value: 12 }] },
  });
  const stored: number = ingested.stored;
  return { text, key: key.name, read: read.name, keys: keys.data.length, stored };
}
`;

const FETCH_APPLICATION = `
export async function useApplication(client: Client<applicationPaths>) {
  const made = ok(await client.POST('/os/keys', { body: { name: 'Reader', scopes: ['read:*'] } }));
  const text: string | undefined = made.key;
  const path = { id: made.id };
  const key = ok(await client.PATCH('/os/keys/{id}', { params: { path }, body: { name: 'Other' } }));
  const read = ok(await client.GET('/os/keys/{id}', { params: { path } }));
  const keys = ok(await client.GET('/os/keys', { params: { query: { limit: 5 } } }));
  const ingested = ok(
    await client.POST('/os-ingest/{integrationId}/vision', {
      params: { path: { integrationId: 'x' } },
      body: { events: [{ source: 'east', kind: 'count', value: 12 }] },
    }),
  );
  const stored: number = ingested.stored;
  return { text, key: key.name, read: read.name, keys: keys.data.length, stored };
}
`;

const ORVAL_APPLICATION = `
export async function useApplication() {
  const made = ok(await application.createKey({ name: 'Reader', scopes: ['read:*'] }));
  const text: string | undefined = made.key;
  const key = ok(await application.updateKey(made.id, { name: 'Other' }));
  const read = ok(await application.getKey(made.id));
  const keys = ok(await application.listKeys({ limit: 5 }));
  const ingested = ok(
    await application.ingestVisionEvents('x', { events: [{ source: 'east', kind: 'count', value: 12 }] }),
  );
  const stored: number = ingested.stored;
  return { text, key: key.name, read: read.name, keys: keys.data.length, stored };
}
`;

const ofFarm = ({ definition }: Called, expression: string): string =>
  definition.farm.kind === 'farm' ? expression : '';

/** The dialects by name of the generator. */
const dialects: Readonly<Record<string, Dialect>> = {
  'hey-api': {
    imports: `import * as api from './hey-api-platform';
import * as application from './hey-api-application';
import { type Client, createClient } from './hey-api-platform/client';
export { createClient };
export interface Scene { client: Client; baseUrl: string; farmId: string; fill: Fill }
`,
    list: ({ ids }) =>
      `(await api.${ids.list}({ client, query: { limit: 200, dir: 'asc' }, throwOnError: true })).data.data`,
    create: (called, body) =>
      `(await api.${called.ids.create}({ client, ${ofFarm(called, 'query: { farmId }, ')}body: ${body}, throwOnError: true })).data`,
    update: ({ ids }, body) =>
      `(await api.${ids.update}({ client, path: { id }, body: ${body}, throwOnError: true })).data`,
    get: ({ ids }) => `(await api.${ids.get}({ client, path: { id }, throwOnError: true })).data`,
    application: HEY_APPLICATION,
  },
  'openapi-typescript': {
    imports: `import type { Client } from 'openapi-fetch';
import type { paths } from './openapi-typescript-platform';
import type { paths as applicationPaths } from './openapi-typescript-application';
export interface Scene { client: Client<paths>; farmId: string; fill: Fill }
function ok<T>(answer: { data?: T }): T {
  if (answer.data === undefined) throw new Error('refused');
  return answer.data;
}
`,
    list: ({ name }) =>
      `ok(await client.GET('/${name}', { params: { query: { limit: 200, dir: 'asc' } } })).data`,
    create: (called, body) =>
      `ok(await client.POST('/${called.name}', { ${ofFarm(called, 'params: { query: { farmId } }, ')}body: ${body} }))`,
    update: ({ name }, body) =>
      `ok(await client.PATCH('/${name}/{id}', { params: { path: { id } }, body: ${body} }))`,
    get: ({ name }) => `ok(await client.GET('/${name}/{id}', { params: { path: { id } } }))`,
    application: FETCH_APPLICATION,
  },
  orval: {
    imports: `import * as api from './orval-platform';
import * as application from './orval-application';
export interface Scene { farmId: string; fill: Fill }
type Good<A> = A extends { status: 200 | 201; data: infer D } ? D : never;
function ok<A extends { status: number; data: unknown }>(answer: A): Good<A> {
  if (answer.status !== 200 && answer.status !== 201) throw new Error('refused');
  return answer.data as Good<A>;
}
`,
    list: ({ ids }) => `ok(await api.${ids.list}({ limit: 200, dir: 'asc' })).data`,
    create: (called, body) =>
      `ok(await api.${called.ids.create}(${body}${ofFarm(called, ', { farmId }')}))`,
    update: ({ ids }, body) => `ok(await api.${ids.update}(id, ${body}))`,
    get: ({ ids }) => `ok(await api.${ids.get}(id))`,
    application: ORVAL_APPLICATION,
  },
};

/**
 * Programs by file name, one for each generator, that list, create, change and read every resource.
 * Responses must be assignable to the rows of the model, in which every field is present; bodies
 * with only the required fields must be accepted, and bodies without them must not.
 */
export function clientPrograms(modelPath: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(dialects).map(([name, dialect]) => [
      `use-${name}.ts`,
      [
        `import type { Row } from '${modelPath}';`,
        'export type Fill = <T>(body: T) => T;',
        dialect.imports,
        'export const uses = {',
        ...resourceNames.map((resource) => useOf(dialect, called(resource))),
        '};',
        dialect.application,
      ].join('\n'),
    ]),
  );
}

function called(name: ResourceName): Called {
  const definition = getResource(name);
  const operations = crudOperations(definition);
  const ids = Object.fromEntries(
    operations.map(({ verb, operationId }) => [verb, operationId]),
  ) as Called['ids'];
  return { name, definition, ids };
}

function useOf(dialect: Dialect, one: Called): string {
  const row = `Row<'${one.name}'>`;
  const unpacked = dialect === dialects['orval'] ? '{ fill, farmId }' : '{ client, fill, farmId }';
  const head = `  async '${one.name}'(scene: Scene) {\n    const ${unpacked} = scene;\n    void fill; void farmId;`;
  const read = [
    `    const read: ${row} = ${dialect.get(one)};`,
    `    const listed: readonly ${row}[] = ${dialect.list(one)};`,
  ];
  if (one.definition.readOnly) {
    return [
      head,
      `    const [first] = ${dialect.list(one)};`,
      "    const id = first?.id ?? '';",
      ...read,
      '    return { created: read, changed: read, read, listed };',
      '  },',
    ].join('\n');
  }
  return [
    head,
    `    const made = ${dialect.create(one, literal(one.definition.example))};`,
    `    const created: ${row} = made;`,
    ...Object.keys(one.definition.shownOnce ?? {}).map(
      (secret) => `    const ${secret}: string | undefined = made.${secret};\n    void ${secret};`,
    ),
    '    const { id } = created;',
    `    const changed: ${row} = ${dialect.update(one, literal(exampleChange(one.definition)))};`,
    ...read,
    `    const compiled = async () => [\n${bodiesOf(dialect, one)}\n    ];`,
    '    void compiled;',
    '    return { created, changed, read, listed };',
    '  },',
  ].join('\n');
}

/** Calls that are compiled but not run: with the minimal accepted body, and with less. */
function bodiesOf(dialect: Dialect, one: Called): string {
  const names = requiredFields(one.definition).map(([name]) => name);
  const least = Object.fromEntries(names.map((name) => [name, one.definition.example[name]]));
  const less = names.map((missing) => {
    const { [missing]: _, ...rest } = least;
    return `      // @ts-expect-error ${schemaName(one.definition)}: ${missing} is required.\n      ${dialect.create(one, JSON.stringify(rest))},`;
  });
  return [
    `      ${dialect.create(one, JSON.stringify(least))},`,
    `      ${dialect.update(one, '{}')},`,
    ...less,
  ].join('\n');
}

function literal(body: Readonly<Record<string, unknown>>): string {
  return `fill(${JSON.stringify(body)})`;
}
