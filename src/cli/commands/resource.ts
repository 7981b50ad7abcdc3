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

/** Adds the commands of a resource, `flocks list`, `flocks create` and so on; returns its noun. */
export function addResource(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): Command {
  const noun = parent.command(definition.name).description(definition.summary);
  addList(noun, context, definition);
  addGet(noun, context, definition);
  addExport(noun, context, definition);
  if (definition.readOnly) return noun;
  addCreate(noun, context, definition);
  addUpdate(noun, context, definition);
  addDelete(noun, context, definition);
  addImport(noun, context, definition);
  return noun;
}
