import type { Operation, ResourceOperation, RouteOperation } from '../../model/api/operation.ts';
import { exampleId } from '../../model/core/fields.ts';
import { type ResourceDefinition, writableFields } from '../../model/core/resource.ts';
import { exampleChange } from '../../model/resources/example-row.ts';
import { getResource } from '../../model/resources/registry.ts';
import { kebabCase, quoteWord } from '../../tools/words.ts';
import type { OperationObject } from './open-api-document.ts';

type Samples = Pick<OperationObject, 'x-codeSamples'>;

/** The farmctl samples of an operation; none if a key is not sufficient. */
export function commandSamples(operation: Operation): Samples {
  const source =
    operation.kind === 'resource' ? recordCommand(operation) : requestCommand(operation);
  if (source === undefined) return {};
  return { 'x-codeSamples': [{ lang: 'shell', label: 'farmctl', source }] };
}

function recordCommand({ resource, verb }: ResourceOperation): string {
  const definition = getResource(resource);
  const id = exampleId(definition.idPrefix);
  const command = `farmctl ${resource} ${verb}`;
  switch (verb) {
    case 'list':
      return command;
    case 'get':
      return `${command} ${id}`;
    case 'create':
      return onLines([command, ...flagsOf(definition, definition.example)]);
    case 'update':
      return onLines([`${command} ${id}`, ...flagsOf(definition, exampleChange(definition))]);
    case 'delete':
      return `${command} ${id} --yes`;
  }
}

function flagsOf(
  definition: ResourceDefinition,
  body: Readonly<Record<string, unknown>>,
): readonly string[] {
  const fields = new Map(writableFields(definition));
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'farmId' && definition.farm.kind === 'farm') return `--farm ${String(value)}`;
    const field = fields.get(name);
    if (!field || value === null) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // After a flag with an optional value, and for a value with a leading dash, only `=` assigns
    // the value.
    const joint = field.type === 'boolean' || text.startsWith('-') ? '=' : ' ';
    return `--${kebabCase(name)}${joint}${quoteWord(text)}`;
  });
}

/**
 * Undefined for operations that `farmctl api` cannot call: a non-JSON body, or a credential other
 * than a key.
 */
function requestCommand(operation: RouteOperation): string | undefined {
  const { method, path, basePath, body, credential, exampleQuery = {} } = operation;
  if (credential !== undefined || body?.mediaType !== undefined) return undefined;
  const query = Object.entries(exampleQuery).map(
    ([name, value]) => `${name}=${encodeURIComponent([value].flat().join(','))}`,
  );
  const target = `${basePath ?? ''}${path.replaceAll(/\{(\w+)\}/g, '<$1>')}`;
  const command = `farmctl api ${method} ${quoteWord([target, ...query.slice(0, 1)].join('?'))}`;
  const [example] = Object.values(body?.examples ?? {});
  if (example === undefined) return command;
  return `${command} --input - <<'EOF'\n${JSON.stringify(example, null, 2)}\nEOF`;
}

function onLines(parts: readonly string[]): string {
  return parts.join(' \\\n  ');
}
