import { message } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type ResourceName, resources } from '../../model/resources/registry.ts';
import { CliError, usageError } from '../core/errors.ts';
import type { CommandContext } from './context.ts';
import { isIdOf, isNamedResource, resolveName } from './resolve-name.ts';

/** The row argument of commands about one row. */
export function rowArgument({ name }: ResourceDefinition): string {
  return isNamedResource(name) ? '<id-or-name>' : '<id>';
}

/**
 * The ID of the addressed row, looked up if rows of the resource have names. Throws `notFound` for
 * the ID of a row on a farm other than `--farm`.
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

/** Throws `notFound` for a row on a farm other than `--farm`, if given. */
export async function requireOnFarm(
  context: CommandContext,
  name: ResourceName,
  id: string,
): Promise<void> {
  if (context.flags().farm === undefined) return;
  const row: object = await (await context.client()).get(name, id);
  await requireFarmOf(context, name, { id, farmId: 'farmId' in row ? row.farmId : undefined });
}

/** Like `requireOnFarm`, for a row whose farm is known. */
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

/** The ID of the selected farm; undefined when none or several are selected. */
export async function onlyFarm(context: CommandContext): Promise<string | undefined> {
  const [farm, ...others] = await context.farms();
  return others.length === 0 ? farm : undefined;
}

/** The body with row names replaced by IDs. */
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

/** Name of the resource in the registry. */
export function nameOf(definition: ResourceDefinition): ResourceName {
  // The definition is from the registry, where the type of the name is a plain string.
  return definition.name as ResourceName;
}

/** The ID of the selected farm; undefined: the only one that the key can access. */
export async function oneFarm(context: CommandContext): Promise<string | undefined> {
  const [farm, ...others] = await context.farms();
  if (others.length === 0) return farm;
  throw usageError('several farms are pinned: choose one with --farm', {
    text: [message('cli.severalFarms', { flag: '--farm' })],
  });
}
