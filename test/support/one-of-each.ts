import { exampleId } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, storedFields } from '../../src/model/core/resource.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
  resources,
} from '../../src/model/resources/registry.ts';
import type { StoredRow } from '../../src/storage/core/stored-row.ts';
import { insertRow } from '../../src/storage/records/write-rows.ts';
import { formatInstant } from '../../src/tools/calendar.ts';
import type { TestService } from './service.ts';

/** An instant at which every date of the examples is valid. */
export const EXAMPLES_NOW = '2026-11-30T08:30:00.000Z';

/** The id of one row of each resource. */
export type OneOfEach = Readonly<Record<ResourceName, string>>;

interface ForWhom {
  readonly key?: string;
  readonly orgId?: string;
}

/** Creates a farm with one row of every resource, from the examples, through the API. */
export async function createOneOfEach(
  service: TestService,
  options: ForWhom = {},
): Promise<OneOfEach> {
  return (await createOneOf(service, resourceNames, options)) as OneOfEach;
}

/** Creates one row of each of the resources, with the rows that their examples reference. */
export async function createOneOf(
  service: TestService,
  names: readonly ResourceName[],
  options: ForWhom = {},
): Promise<Partial<OneOfEach>> {
  const ids = new Map<string, string>();
  let waiting: readonly ResourceName[] = withNamed(names);
  while (waiting.length > 0) {
    const postponed: ResourceName[] = [];
    for (const name of waiting) {
      const isReady = isCreatable(getResource(name), ids);
      if (isReady) ids.set(name, await createOne(service, { name, ids, ...options }));
      else postponed.push(name);
    }
    if (postponed.length === waiting.length) throw new Error(`circular: ${postponed.join(', ')}`);
    waiting = postponed;
  }
  return Object.fromEntries(ids);
}

/** The resources and the ones that their examples reference, in the order of the registry. */
function withNamed(names: readonly ResourceName[]): readonly ResourceName[] {
  const all = new Set<ResourceName>(names);
  // The loop includes elements added during it.
  for (const name of all) for (const named of namedBy(getResource(name))) all.add(named);
  return resourceNames.filter((name) => all.has(name));
}

/** The resources referenced in the example of a resource, except itself. */
export function namedRows(name: ResourceName): readonly ResourceName[] {
  return namedBy(getResource(name)).filter((named) => named !== name);
}

function namedBy(definition: ResourceDefinition): readonly ResourceName[] {
  const text = JSON.stringify(definition.example);
  const named = resourceNames.filter((name) => text.includes(exampleId(resources[name].idPrefix)));
  return [
    ...named,
    ...(definition.farm.kind === 'self' ? [] : (['farms'] as const)),
    ...(definition.readOnly ? (['users'] as const) : []),
  ];
}

/** The example body of a resource with the ids of existing rows. */
export function exampleBody(
  definition: ResourceDefinition,
  ids: Readonly<Partial<Record<string, string>>>,
): Record<string, unknown> {
  const text = JSON.stringify(definition.example);
  const replaced = Object.values(resources).reduce(
    (body, { name, idPrefix }) => body.replaceAll(exampleId(idPrefix), ids[name] ?? 'missing'),
    text,
  );
  return JSON.parse(replaced);
}

interface CreateOne {
  readonly name: ResourceName;
  readonly ids: ReadonlyMap<string, string>;
  readonly key?: string;
  readonly orgId?: string;
}

function isCreatable(definition: ResourceDefinition, ids: ReadonlyMap<string, string>): boolean {
  if (definition.farm.kind !== 'self' && !ids.has('farms')) return false;
  if (definition.readOnly) return ids.has('users');
  const text = JSON.stringify(definition.example);
  return Object.values(resources).every(
    ({ name, idPrefix }) => !text.includes(exampleId(idPrefix)) || ids.has(name),
  );
}

async function createOne(service: TestService, input: CreateOne): Promise<string> {
  const definition = getResource(input.name);
  if (definition.readOnly) return insertOne(service, definition, input);
  const farmId = input.ids.get('farms');
  const query = definition.farm.kind === 'farm' ? `?farmId=${farmId}` : '';
  const answer = await service.send('POST', `/${input.name}${query}`, {
    body: exampleBody(definition, Object.fromEntries(input.ids)),
    ...(input.key === undefined ? {} : { key: input.key }),
  });
  if (answer.status !== 201) throw new Error(`${input.name}: ${answer.status} ${answer.text}`);
  return answer.body.id;
}

/** Inserts a row of a resource that only the service writes directly into the database. */
async function insertOne(
  service: TestService,
  definition: ResourceDefinition,
  { ids, orgId }: CreateOne,
): Promise<string> {
  const { runtime } = service.service;
  const id = runtime.ids.create(definition.idPrefix);
  const at = formatInstant(service.clock.now());
  const fields = storedFields(definition).map(([name, field]) => {
    if (name === 'userId') return [name, ids.get('users')];
    if (name === 'status')
      return [name, definition.name === 'farm-access' ? 'active' : 'succeeded'];
    if (field.type === 'word') return [name, field.vocabulary.words[0]];
    if (field.type === 'timestamp') return [name, at];
    if (field.type === 'text') return [name, 'text'];
    return [name, null];
  });
  const row: StoredRow = {
    ...Object.fromEntries(fields),
    id,
    orgId: orgId ?? service.orgId,
    farmId: ids.get('farms') ?? null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    createdBy: { type: 'system', id: 'test' },
  };
  await runtime.database.transaction((transaction) => insertRow(transaction, definition, row));
  return id;
}
