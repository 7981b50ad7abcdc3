import { message } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type ResourceName, resources } from '../../model/resources/registry.ts';
import { CliError, usageError } from '../core/errors.ts';
import type { CommandContext } from './context.ts';
import { isIdOf, isNamedResource, resolveName } from './resolve-name.ts';

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
    await requireOnFarm(context, nameOf(definition), typed);
    return typed;
  }
  const farmId = name === 'farms' ? undefined : await onlyFarm(context);
  return resolveName(await context.client(), name, { typed, farmId });
}

/** Throws `notFound` for a row on another farm than that of `--farm`, where the flag was given. */
export async function requireOnFarm(
  context: CommandContext,
  name: ResourceName,
  id: string,
): Promise<void> {
  if (context.flags().farm === undefined) return;
  const row: object = await (await context.client()).get(name, id);
  await requireFarmOf(context, name, { id, farmId: 'farmId' in row ? row.farmId : undefined });
}

/** As `requireOnFarm`, where the farm of the row is known. */
export async function requireFarmOf(
  context: CommandContext,
  name: ResourceName,
  row: { readonly id: string; readonly farmId: unknown },
): Promise<void> {
  if (context.flags().farm === undefined) return;
  const farmId = await onlyFarm(context);
  if (row.farmId === farmId) return;
  const { singular } = resources[name];
  throw new CliError(
    'notFound',
    message('fault.rowOfOtherFarm', { singular, id: row.id, farmId: farmId ?? '' }),
    {
      hint: message('hint.leaveOutFarm'),
    },
  );
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

/** The id of the farm that was chosen; undefined: the only one the key sees. */
export async function oneFarm(context: CommandContext): Promise<string | undefined> {
  const [farm, ...others] = await context.farms();
  if (others.length === 0) return farm;
  throw usageError('several farms are pinned: choose one with --farm', {
    text: [message('cli.severalFarms', { flag: '--farm' })],
  });
}
