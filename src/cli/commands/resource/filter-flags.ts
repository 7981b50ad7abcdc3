import { type Command, Option } from 'commander';
import type { Query } from '../../../client/client.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import { filterNames } from '../../../model/resource-fields.ts';
import { suggestWords } from '../../completed-option.ts';
import type { CommandContext } from '../../context.ts';
import { dateKindOf, dateOption } from '../../date-flags.ts';
import { describeFieldValues, placeholder, wordsOf } from '../../field-flags.ts';
import { kebabCase } from '../../kebab-case.ts';
import { isNamedResource, resolveName } from '../../resolve-name.ts';

/** The filters of a list as they were typed. */
interface TypedFilters {
  readonly definition: ResourceDefinition;
  readonly filters: Readonly<Record<string, string>>;
}

/** Adds a flag for every filter of the lists of a resource. */
export function addFilterFlags(command: Command, definition: ResourceDefinition): void {
  for (const name of filterNames(definition)) {
    command.addOption(filterOption(definition, name).helpGroup('Filters:'));
  }
}

function filterOption(definition: ResourceDefinition, name: string): Option {
  const field = definition.fields[name];
  const flags = `--${kebabCase(name)} <${filterPlaceholder(definition, name)}>`;
  const summary = describeFilter(definition, name);
  const isDate = field ? dateKindOf(field.type) !== undefined : name !== 'q';
  if (isDate) return dateOption(flags, summary, { isField: true });
  return suggestWords(new Option(flags, summary), field ? wordsOf(field) : []);
}

const RANGE = /^(.*)_(from|to)$/;

function filterPlaceholder({ fields }: ResourceDefinition, name: string): string {
  const field = fields[name];
  if (field) return placeholder(field);
  if (name === 'q') return 'text';
  const ranged = fields[RANGE.exec(name)?.[1] ?? ''];
  // Every row has timestamps that are not among its own fields.
  return ranged?.type === 'date' ? 'day' : 'day or time';
}

function describeFilter({ fields, search = [] }: ResourceDefinition, name: string): string {
  if (name === 'q') return `text in ${search.join(', ')}`;
  const [, field = '', end] = RANGE.exec(name) ?? [];
  if (end) return `${field} at or ${end === 'from' ? 'after' : 'before'}`;
  const own = fields[name];
  return own ? describeFieldValues(own) : '';
}

/** The filters that were typed, by the names of the API. */
export function filtersOf(
  command: Command,
  definition: ResourceDefinition,
): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const name of filterNames(definition)) {
    const option = command.options.find(({ long }) => long === `--${kebabCase(name)}`);
    const value: unknown = option && command.getOptionValue(option.attributeName());
    if (typeof value === 'string') filters[name] = value;
  }
  return filters;
}

/** The filters with the ids of the rows that they name. */
export async function resolveFilters(
  context: CommandContext,
  { definition, filters }: TypedFilters,
  farms: readonly string[],
): Promise<Query> {
  const resolved: Record<string, string> = { ...filters };
  const [farmId, ...others] = farms;
  for (const [name, typed] of Object.entries(filters)) {
    const field = definition.fields[name];
    if (field?.type !== 'reference' || !isNamedResource(field.to)) continue;
    const place = { typed, farmId: others.length === 0 ? farmId : undefined };
    resolved[name] = await resolveName(await context.client(), field.to, place);
  }
  return resolved;
}
