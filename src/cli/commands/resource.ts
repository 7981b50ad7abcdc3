import type { Command } from 'commander';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { CommandContext } from '../context.ts';
import { addCreate } from './resource/create.ts';
import { addDelete } from './resource/delete.ts';
import { addExport } from './resource/export.ts';
import { addGet } from './resource/get.ts';
import { addImport } from './resource/import.ts';
import { addList } from './resource/list.ts';
import { addUpdate } from './resource/update.ts';

const readingVerbs = { list: addList, get: addGet, export: addExport };
const verbs = {
  ...readingVerbs,
  create: addCreate,
  update: addUpdate,
  delete: addDelete,
  import: addImport,
};

/**
 * Adds the commands of a resource, `flocks list`, `flocks create` and so on; returns its noun.
 * With the verb of one of them only that one: the flags of all take longer than the rest of a start.
 */
export function addResource(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
  verb?: string,
): Command {
  const noun = parent.command(definition.name).description(definition.summary);
  const all = new Map(Object.entries(definition.readOnly ? readingVerbs : verbs));
  const asked = verb === undefined ? undefined : all.get(verb);
  for (const add of asked ? [asked] : all.values()) add(noun, context, definition);
  return noun;
}
