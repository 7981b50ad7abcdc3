import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/model/api/operation.ts';
import { exampleId } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, storedFields } from '../../src/model/core/resource.ts';
import { exampleRow } from '../../src/model/resources/example-row.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { platformOperations } from '../../src/model/routes/operations.ts';
import type { StoredRow } from '../../src/storage/core/stored-row.ts';
import { insertRows } from '../../src/storage/records/write-rows.ts';
import {
  answerValidator,
  apiDocument,
  resolve,
  undocumentedFields,
} from '../support/api-document.ts';
import { DATABASES, type DatabaseName } from '../support/databases.ts';
import { EXAMPLES_NOW } from '../support/one-of-each.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A service whose database contains the example row of every resource, with its example id. */
async function startWithExamples(name: DatabaseName = 'sqlite'): Promise<TestService> {
  const service = await startTestService(name, { now: EXAMPLES_NOW });
  const { database } = service.service.runtime;
  await database.transaction(async (transaction) => {
    for (const definition of Object.values(resources) as readonly ResourceDefinition[]) {
      await insertRows(transaction, definition, [storedExample(definition, service.orgId)]);
    }
  });
  return service;
}

function storedExample(definition: ResourceDefinition, orgId: string): StoredRow {
  const row = exampleRow(definition) as unknown as StoredRow;
  const stored = storedFields(definition).map(([name]) => [name, row[name] ?? null]);
  const { id, farmId, version: rowVersion, createdAt, updatedAt, createdBy } = row;
  const common = { id, orgId, farmId, version: rowVersion, createdAt, updatedAt, createdBy };
  return { ...Object.fromEntries(stored), ...common };
}

interface Example {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly body: unknown;
  readonly tag: string;
}

const examples: Example[] = platformOperations.flatMap((operation) => {
  const described = apiDocument.paths[operation.path][operation.method.toLowerCase()];
  const content = described.requestBody?.content['application/json'].examples ?? { none: {} };
  const prefix = Object.values(resources).find(({ name }) =>
    operation.path.startsWith(`/${name}/`),
  )?.idPrefix;
  return Object.entries(content).map(([name, example]) => ({
    operationId: operation.operationId,
    method: operation.method,
    path: operation.path.replace('{id}', exampleId(prefix ?? 'none')) + exampleQuery(operation),
    name,
    body: resolve(example).value,
    tag: operation.tag,
  }));
});

function exampleQuery(operation: Operation): string {
  const values = operation.kind === 'route' ? Object.entries(operation.exampleQuery ?? {}) : [];
  const query = new URLSearchParams(
    values.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size === 0 ? '' : `?${query}`;
}

const reading = examples.filter(({ method }) => method === 'GET');
const writing = examples.filter(({ method }) => method !== 'GET');

async function expectDocumented(service: TestService, example: Example): Promise<void> {
  const answer = await service.send(example.method, example.path, {
    ...(example.body === undefined ? {} : { body: example.body }),
  });
  const template = platformOperations.find((one) => one.operationId === example.operationId);
  const described = apiDocument.paths[template?.path ?? ''][example.method.toLowerCase()];
  const response = resolve(described.responses[String(answer.status)]);
  expect([200, 201], answer.text).toContain(answer.status);
  expect(response, `${answer.status} is not documented`).toBeDefined();
  const validate = answerValidator(template?.path ?? '', example.method, answer.status);
  expect(validate?.(answer.body), JSON.stringify(validate?.errors)).toBe(true);
  const { schema } = response.content['application/json'];
  expect(undocumentedFields(schema, answer.body)).toEqual([]);
  for (const header of Object.keys(response.headers)) {
    const isOptional = ['Idempotent-Replayed'].includes(header);
    if (!isOptional) expect(answer.headers, header).toHaveProperty(header.toLowerCase());
  }
}

describe.each(DATABASES)('%s: every example of a read', (name) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startWithExamples(name);
  });
  afterAll(() => service.close());

  test.each(reading)('$method $path ($operationId) is answered as documented', (example) =>
    expectDocumented(service, example),
  );
});

describe('every example of a write', () => {
  const deletes = writing.filter(({ method }) => method === 'DELETE');
  const others = writing.filter(({ method }) => method !== 'DELETE');

  test.each(others)('$operationId ($name) is accepted as documented', async (example) => {
    const service = await startWithExamples();
    if (example.method === 'POST') await removeTwin(service, example.path);
    if (example.name === 'create_flock') await emptyBarn(service);
    await expectDocumented(service, await withDescriptor(service, example));
    await service.close();
  });

  test.each(deletes)('$operationId succeeds as documented', async (example) => {
    const service = await startWithExamples();
    await removeReferrers(service, example.tag);
    await expectDocumented(service, example);
    await service.close();
  });
});

/** The example row of these would conflict with the example of POST. */
async function removeTwin(service: TestService, path: string): Promise<void> {
  const sibling = (['daily-logs', 'devices'] as const).find((name) => path === `/${name}`);
  if (sibling) await service.send('DELETE', `${path}/${exampleId(resources[sibling].idPrefix)}`);
}

/** The example flock is in the barn in which another is placed. */
async function emptyBarn(service: TestService): Promise<void> {
  const path = `/flocks/${exampleId('flock')}`;
  await service.send('PATCH', path, { body: { status: 'closed' } });
}

/** An undo requires an action: the descriptor of the example is replaced by a real one. */
async function withDescriptor(service: TestService, example: Example): Promise<Example> {
  if (example.operationId !== 'undoAction') return example;
  const { body } = await service.send('POST', '/actions', {
    body: { type: 'create_task', title: 'Call the vet', farmId: exampleId('farm') },
  });
  const isWrapped = 'undo' in (example.body as object);
  return { ...example, body: isWrapped ? { undo: body.undo } : body.undo };
}

/** Rows that still refer to the row deleted by the example. */
async function removeReferrers(service: TestService, tag: string): Promise<void> {
  const referrers = ['daily-logs', 'sales', 'flocks', 'feed-orders', 'market-orders'] as const;
  if (!/Flocks|Barns|Contacts/.test(tag)) return;
  for (const name of referrers) {
    if (tag === 'Flocks' && name === 'flocks') continue;
    await service.send('DELETE', `/${name}/${exampleId(resources[name].idPrefix)}`);
  }
}
