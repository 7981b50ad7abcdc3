import { exampleId } from '../../../model/example-id.ts';
import { resources } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import { requiredFields, writableFields } from '../../../model/resource-fields.ts';
import { renderExamples } from '../../help-examples.ts';
import { kebabCase } from '../../kebab-case.ts';
import { quoteWord } from '../../quote-word.ts';
import { isNamedResource } from '../../resolve-name.ts';

const MOST_OPTIONAL = 2;

/** Two ways to create a row, with the values of the example in the model. */
export function createExamples(definition: ResourceDefinition): string {
  const { name, example } = definition;
  const required = requiredFields(definition).map(([field]) => field);
  const optional = writableFields(definition)
    .map(([field]) => field)
    .filter((field) => !required.includes(field) && isFlag(example[field]));
  const flags = [...required, ...optional.slice(0, MOST_OPTIONAL)];
  return renderExamples([
    `farmctl ${name} create ${flags.map((field) => flagText(field, example[field])).join(' ')}`,
    `farmctl ${name} create --input ${fileName(definition)} --jq .id`,
  ]);
}

/** Two ways to change a row. */
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

/** Two ways to list rows: those of one kind, and all of them for a sheet. */
export function listExamples(definition: ResourceDefinition): string {
  const { name, filters, fields } = definition;
  const filter = filters.find((field) => fields[field]?.type === 'word');
  const first = filter === undefined ? '--limit 10' : flagText(filter, wordOf(definition, filter));
  return renderExamples([
    `farmctl ${name} list ${first}`,
    `farmctl ${name} list --all -o csv > ${name}.csv`,
  ]);
}

/** Two ways to read a row: by its name where it has one, and one value of it for a script. */
export function getExamples(definition: ResourceDefinition): string {
  const { name } = definition;
  return renderExamples([
    `farmctl ${name} get ${quoteWord(rowLabel(definition))}`,
    `farmctl ${name} get ${anyId(definition)} --jq .updatedAt`,
  ]);
}

/** Two ways to delete a row: unasked, and only as it was last seen. */
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

/** A flag with its value as a person types it. */
export function flagText(field: string, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : rowName(String(value ?? ''));
  return `--${kebabCase(field)} ${quoteWord(text)}`;
}

/** What people type in place of the id of an example: the name of the row, or any id of its kind. */
function rowName(text: string): string {
  const definition = Object.values<ResourceDefinition>(resources).find(
    ({ idPrefix }) => text === exampleId(idPrefix),
  );
  return definition === undefined ? text : rowLabel(definition);
}
