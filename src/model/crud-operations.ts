import type { Method, ResourceOperation, ResourceVerb } from './operation.ts';
import type { ResourceDefinition } from './resource.ts';

interface Form {
  readonly verb: ResourceVerb;
  readonly method: Method;
  readonly isOfOne: boolean;
  readonly summary: (plural: string, singular: string) => string;
  readonly description: (definition: ResourceDefinition) => string;
}

const forms: readonly Form[] = [
  {
    verb: 'list',
    method: 'GET',
    isOfOne: false,
    summary: (plural) => `List ${plural}`,
    description: ({ order }) =>
      `Returns one page of the rows that the key may read, ordered by \`${order}\` unless \`order\` names another field.`,
  },
  {
    verb: 'create',
    method: 'POST',
    isOfOne: false,
    summary: (_, one) => `Create ${one}`,
    description: ({ shownOnce }) =>
      [
        'Returns the new record with the defaults filled in.',
        ...Object.entries(shownOnce ?? {}).map(([name, note]) => `\`${name}\`: ${note}`),
      ].join(' '),
  },
  {
    verb: 'get',
    method: 'GET',
    isOfOne: true,
    summary: (_, one) => `Read ${one}`,
    description: () => 'Returns the record with all its fields.',
  },
  {
    verb: 'update',
    method: 'PATCH',
    isOfOne: true,
    summary: (_, one) => `Change ${one}`,
    description: () =>
      'Changes the fields that the body contains; null clears an optional field. Returns the record.',
  },
  {
    verb: 'delete',
    method: 'DELETE',
    isOfOne: true,
    summary: (_, one) => `Delete ${one}`,
    description: describeDelete,
  },
];

function describeDelete({ deletesWith = [], deleteGuards = [] }: ResourceDefinition): string {
  const children = [...new Set(deletesWith.map(({ resource }) => `\`${resource}\``))];
  const blockers = [...new Set(deleteGuards.map(({ resource }) => `\`${resource}\``))];
  return [
    children.length === 0
      ? 'Deletes the record.'
      : `Deletes the record and its ${children.join(', ')}.`,
    ...(blockers.length === 0
      ? []
      : [`Answers 422 while rows of ${blockers.join(', ')} refer to it.`]),
  ].join(' ');
}

/** The operations on a resource: five, or the two that read for one written by the service alone. */
export function crudOperations(definition: ResourceDefinition): readonly ResourceOperation[] {
  const { name, singular, readOnly = false } = definition;
  const plural = name.replaceAll('-', ' ');
  return forms
    .filter(({ method }) => method === 'GET' || !readOnly)
    .map(({ verb, method, isOfOne, summary, description }) => ({
      kind: 'resource',
      resource: name,
      verb,
      operationId: `${verb}${pascalCase(verb === 'list' ? plural : singular)}`,
      method,
      path: isOfOne ? `/${name}/{id}` : `/${name}`,
      scope: method === 'GET' ? `read:${name}` : `write:${name}`,
      tag: titleOf(definition),
      summary: summary(plural, withArticle(singular)),
      description: description(definition),
    }));
}

/** The heading of a resource: `Daily logs`. */
export function titleOf({ name }: ResourceDefinition): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words as one name: `daily log` becomes `DailyLog`. */
export function pascalCase(words: string): string {
  return words.replace(/(?:^|[ -])(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
}

function withArticle(singular: string): string {
  if (['medicine', 'farm access'].includes(singular)) return singular;
  return `${/^[aeio]/.test(singular) ? 'an' : 'a'} ${singular}`;
}
