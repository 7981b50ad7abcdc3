import { exampleId } from '../../../src/model/core/fields.ts';
import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import {
  type ResourceName,
  resourceNames,
  resources,
} from '../../../src/model/resources/registry.ts';
import { exampleBody } from '../one-of-each.ts';
import type { Caller } from './caller.ts';

/** For tests that do not need every resource: the parents, and some that emit events. */
export const SMALL_STAGE = ['farms', 'barns', 'flocks', 'tasks', 'expenses', 'alerts'] as const;

const API = '/v1/platform';

/** A resource whose rows can be created repeatedly. */
export interface WritableKind {
  readonly definition: ResourceDefinition;
  /** Path and body of a POST. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** A text field that a PATCH can set; undefined where none was found. */
  readonly patched: string | undefined;
  readonly isDeletable: boolean;
}

/**
 * Creates a farm with a row of every resource that has a POST, and determines by trial which of
 * them support creating, changing and deleting more rows, so new resources are included
 * automatically. Covers all resources by default.
 */
export async function prepareStage(
  caller: Caller,
  names: readonly ResourceName[] = resourceNames,
): Promise<readonly WritableKind[]> {
  const ids: Record<string, string> = {};
  let waiting = Object.values(resources as Readonly<Record<string, ResourceDefinition>>).filter(
    ({ name, readOnly }) => !readOnly && (names as readonly string[]).includes(name),
  );
  while (waiting.length > 0) {
    const postponed: ResourceDefinition[] = [];
    for (const definition of waiting) {
      const id = isCreatable(definition, ids) ? await create(caller, definition, ids) : undefined;
      if (id === undefined) postponed.push(definition);
      else ids[definition.name] = id;
    }
    if (postponed.length === waiting.length) break;
    waiting = postponed;
  }
  const kinds = await Promise.all(
    Object.keys(ids).map((name) => tryKind(caller, resources[name as 'tasks'], ids)),
  );
  return kinds.filter((kind) => kind !== undefined);
}

function isCreatable(definition: ResourceDefinition, ids: Readonly<Record<string, string>>) {
  if (definition.farm.kind !== 'self' && ids['farms'] === undefined) return false;
  const text = JSON.stringify(definition.example);
  return Object.values(resources).every(
    ({ name, idPrefix }) => !text.includes(exampleId(idPrefix)) || ids[name] !== undefined,
  );
}

function requestOf(definition: ResourceDefinition, ids: Readonly<Record<string, string>>) {
  const query = definition.farm.kind === 'farm' ? `?farmId=${ids['farms']}` : '';
  return { path: `${API}/${definition.name}${query}`, body: exampleBody(definition, ids) };
}

async function create(
  caller: Caller,
  definition: ResourceDefinition,
  ids: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const reply = await caller.ask({ method: 'POST', ...requestOf(definition, ids) });
  return reply.status === 201 ? reply.body.id : undefined;
}

async function tryKind(
  caller: Caller,
  definition: ResourceDefinition,
  ids: Readonly<Record<string, string>>,
): Promise<WritableKind | undefined> {
  const id = await create(caller, definition, ids);
  if (id === undefined) return undefined;
  const path = `${API}/${definition.name}/${id}`;
  const patched = await findPatchable(caller, definition, path);
  const deleted = await caller.ask({ method: 'DELETE', path });
  return {
    definition,
    ...requestOf(definition, ids),
    patched,
    isDeletable: deleted.status === 200,
  };
}

async function findPatchable(caller: Caller, definition: ResourceDefinition, path: string) {
  for (const [name, { type, origin }] of Object.entries(definition.fields)) {
    if (type !== 'text' || origin !== undefined) continue;
    const reply = await caller.ask({ method: 'PATCH', path, body: { [name]: 'tried' } });
    if (reply.status === 200 && reply.body[name] === 'tried') return name;
  }
  return undefined;
}
