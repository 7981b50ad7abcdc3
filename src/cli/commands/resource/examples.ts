import type { ResourceDefinition } from '../../../model/resource.ts';
import { requiredFields, writableFields } from '../../../model/resource-fields.ts';
import { kebabCase } from '../../kebab-case.ts';
import { quoteWord } from '../../quote-word.ts';

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
  const id = `${definition.idPrefix}_01K…`;
  return renderExamples([
    `farmctl ${name} update ${id} ${flagText(field, example[field])}`,
    `farmctl ${name} update ${id} --input ${fileName(definition)} --if-match 3`,
  ]);
}

/** Command lines as the help shows them. */
export function renderExamples(lines: readonly string[]): string {
  return ['Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}

function fileName({ singular }: ResourceDefinition): string {
  return `${singular.replaceAll(' ', '-')}.json`;
}

function isFlag(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A flag with its value as a person types it. */
export function flagText(field: string, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  return `--${kebabCase(field)} ${quoteWord(text)}`;
}
