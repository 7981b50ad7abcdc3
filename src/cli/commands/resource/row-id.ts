import type { ResourceName } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { isIdOf, isNamedResource, resolveName } from '../../resolve-name.ts';

/** The argument of commands about one row. */
export function rowArgument({ name }: ResourceDefinition): string {
  return isNamedResource(name) ? '<id-or-name>' : '<id>';
}

/**
 * The id of the row that is meant; looked up where rows of the resource can be named. Throws
 * `notFound` for the id of a row on another farm than that of `--farm`.
 */
export async function findRowId(
  context: CommandContext,
  definition: ResourceDefinition,
  typed: string,
): Promise<string> {
  const { name } = definition;
  if (!isNamedResource(name) || isIdOf(name, typed)) {
    if (context.flags().farm !== undefined) await requireFarm(context, definition, typed);
    return typed;
  }
  const farmId = name === 'farms' ? undefined : await onlyFarm(context);
  return resolveName(await context.client(), name, { typed, farmId });
}

async function requireFarm(
  context: CommandContext,
  definition: ResourceDefinition,
  id: string,
): Promise<void> {
  // Users belong to no farm.
  if (definition.farm.kind === 'organisation') return;
  const farmId = await onlyFarm(context);
  const row: object = await (await context.client()).get(nameOf(definition), id);
  if ('farmId' in row && row.farmId === farmId) return;
  throw new CliError('notFound', `the ${definition.singular} ${id} is not on the farm ${farmId}`, {
    hint: 'Leave --farm out, or name the farm of the row',
  });
}

/** The id of the farm that is chosen; undefined when there is none, or several. */
export async function onlyFarm(context: CommandContext): Promise<string | undefined> {
  const [farm, ...others] = await context.farms();
  return others.length === 0 ? farm : undefined;
}

/** The body with the ids of the rows that it names. */
export async function resolveBody(
  context: CommandContext,
  { fields }: Pick<ResourceDefinition, 'fields'>,
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const resolved: Record<string, unknown> = { ...body };
  for (const [name, typed] of Object.entries(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof typed !== 'string' || field?.type !== 'reference') continue;
    if (!isNamedResource(field.to) || isIdOf(field.to, typed)) continue;
    const farmId = await onlyFarm(context);
    resolved[name] = await resolveName(await context.client(), field.to, { typed, farmId });
  }
  return resolved;
}

/** The resource under its name in the registry. */
export function nameOf(definition: ResourceDefinition): ResourceName {
  // A definition comes from the registry; its type there keeps the name as plain text.
  return definition.name as ResourceName;
}
