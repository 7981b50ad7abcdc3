import { type Command, Option } from 'commander';
import type { Query } from '../../../client/client.ts';
import { exampleId } from '../../../model/core/fields.ts';
import {
  filterNames,
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../../model/core/resource.ts';
import { resources } from '../../../model/resources/registry.ts';
import { kebabCase, quoteWord } from '../../../tools/words.ts';
import { renderExamples, suggestWords } from '../../core/command-line.ts';
import { dateKindOf, dateOption } from '../../input/date-flags.ts';
import { describeFieldValues, placeholder, wordsOf } from '../../input/field-flags.ts';
import type { CommandContext } from '../../session/context.ts';
import { isNamedResource, resolveName } from '../../session/resolve-name.ts';

/** The filter flags of a list. */
interface TypedFilters {
  readonly definition: ResourceDefinition;
  readonly filters: Readonly<Record<string, string>>;
}

/** Adds a flag for every filter of a resource's lists. */
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
  // Every row has timestamps in addition to its own fields.
  return ranged?.type === 'date' ? 'day' : 'day or time';
}

function describeFilter({ fields, search = [] }: ResourceDefinition, name: string): string {
  if (name === 'q') return `text in ${search.join(', ')}`;
  const [, field = '', end] = RANGE.exec(name) ?? [];
  if (end) return `${field} at or ${end === 'from' ? 'after' : 'before'}`;
  const ownField = fields[name];
  return ownField ? describeFieldValues(ownField) : '';
}

/** The given filters, by API name. */
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

/** The filters with row names replaced by IDs. */
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

const MOST_OPTIONAL = 2;

/** Two examples of creating a row, with the model's example values. */
export function createExamples(definition: ResourceDefinition): string {
  const { name, example } = definition;
  const required = requiredFields(definition).map(([field]) => field);
  const optional = writableFields(definition)
    .map(([field]) => field)
    .filter((field) => !required.includes(field) && isFlag(example[field]));
  const flags = [...required, ...optional.slice(0, MOST_OPTIONAL)];
  // Gives a new user access to the farm.
  const into = name === 'users' ? ' --farm North' : '';
  return renderExamples([
    `farmctl ${name} create ${flags.map((field) => flagText(field, example[field])).join(' ')}${into}`,
    `farmctl ${name} create --input ${fileName(definition)} --jq .id`,
  ]);
}

/** Two examples of updating a row. */
export function updateExamples(definition: ResourceDefinition): string {
  const { name, example } = definition;
  const field =
    writableFields(definition).find(([field]) => isFlag(example[field]))?.[0] ?? 'notes';
  const id = anyId(definition);
  return renderExamples([
    `farmctl ${name} update ${id} ${flagText(field, example[field])}`,
    `farmctl ${name} update ${id} --input ${fileName(definition)} --if-match 1`,
  ]);
}

/** Two examples of listing rows: those of one kind, and all of them for a spreadsheet. */
export function listExamples(definition: ResourceDefinition): string {
  const { name, filters, fields } = definition;
  const filter = filters.find((field) => fields[field]?.type === 'word');
  const first = filter === undefined ? '--limit 10' : flagText(filter, wordOf(definition, filter));
  return renderExamples([
    `farmctl ${name} list ${first}`,
    `farmctl ${name} list --all -o csv > ${name}.csv`,
  ]);
}

/** Two examples of reading a row: by name, if it has one, and a single value for a script. */
export function getExamples(definition: ResourceDefinition): string {
  const { name } = definition;
  return renderExamples([
    `farmctl ${name} get ${quoteWord(rowLabel(definition))}`,
    `farmctl ${name} get ${anyId(definition)} --jq .updatedAt`,
  ]);
}

/** Two examples of deleting a row: without confirmation, and only at the last known version. */
export function deleteExamples(definition: ResourceDefinition): string {
  const { name } = definition;
  return renderExamples([
    `farmctl ${name} delete ${quoteWord(rowLabel(definition))} --yes`,
    `farmctl ${name} delete ${anyId(definition)} --if-match 1 --yes`,
  ]);
}

function wordOf({ fields, example }: ResourceDefinition, name: string): unknown {
  const field = fields[name];
  if (field?.type !== 'word') return undefined;
  return example[name] ?? field.default ?? field.vocabulary.words[0];
}

function rowLabel(definition: ResourceDefinition): string {
  const { name, label, example } = definition;
  const called = isNamedResource(name) ? example[label[0] ?? ''] : undefined;
  return called === undefined ? anyId(definition) : String(called);
}

function anyId({ idPrefix }: ResourceDefinition): string {
  return `${idPrefix}_01K…`;
}

function fileName({ singular }: ResourceDefinition): string {
  return `${singular.replaceAll(' ', '-')}.json`;
}

function isFlag(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A flag with its value as typed. */
export function flagText(field: string, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : rowName(String(value ?? ''));
  return `--${kebabCase(field)} ${quoteWord(text)}`;
}

/** Replaces an example ID with what a user would type: the row's name, or any ID of its kind. */
function rowName(text: string): string {
  const definition = Object.values<ResourceDefinition>(resources).find(
    ({ idPrefix }) => text === exampleId(idPrefix),
  );
  return definition === undefined ? text : rowLabel(definition);
}
