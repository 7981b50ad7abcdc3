import type { Transport } from '../../client/errors.ts';
import type { Operation } from '../../model/api/operation.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { allColumns, type Column, parseFields, selectColumns } from '../output/output.ts';
import type { GlobalFlagValues } from './global-flags.ts';

/** Flags whose `--fields` a command has validated against its own columns. */
const validated = new WeakSet<GlobalFlagValues>();

/**
 * Validates `--fields` before anything is sent, as a completed write cannot be undone: throws a
 * usage error that lists the available fields.
 */
export function requireFields(
  { flags }: { flags(): GlobalFlagValues },
  columnNames: readonly (Column | string)[],
): void {
  const names = parseFields(flags().fields);
  if (!names) return;
  const columns = columnNames.map((column) =>
    typeof column === 'string' ? { name: column } : column,
  );
  selectColumns(names, columns);
  validated.add(flags());
}

/**
 * The transport, refusing the first write of a command whose `--fields` names no field of the
 * answer, unless the command has validated the fields itself.
 */
export function guardFields(transport: Transport, flags: () => GlobalFlagValues): Transport {
  return {
    ...transport,
    async send(request) {
      const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
      if (isWrite && flags().fields !== undefined && !validated.has(flags())) {
        const { findOperation } = await import('../../model/routes/route-table.ts');
        const operation = findOperation(request.method, request.path);
        const columns = operation ? await columnsOf(operation) : [];
        if (columns.length > 0) requireFields({ flags }, columns);
      }
      return transport.send(request);
    },
  };
}

/** The part of an answer's schema that defines its fields. */
interface AnswerSchema {
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly items?: AnswerSchema;
  readonly allOf?: readonly AnswerSchema[];
  readonly anyOf?: readonly AnswerSchema[];
  readonly oneOf?: readonly AnswerSchema[];
  readonly $ref?: string;
}

/** `requireFields` for a command that prints the answer of an operation, before it reads anything. */
export async function requireAnswerFields(
  context: { flags(): GlobalFlagValues },
  operationId: RouteId,
  extraNames: readonly string[] = [],
): Promise<void> {
  if (context.flags().fields === undefined) return;
  const { routeOf } = await import('../../model/routes/route-table.ts');
  requireFields(context, [...(await columnsOf(routeOf(operationId))), ...extraNames]);
}

/**
 * The fields of an operation's answer and of the rows in it; empty if they are not all known: those
 * of a schema that is not declared here.
 */
async function columnsOf(operation: Operation): Promise<readonly Column[]> {
  const { routeTable } = await import('../../model/routes/route-table.ts');
  const { resources } = await import('../../model/resources/registry.ts');
  const { sharedSchemas } = await import('../../model/answers/core/shared-schemas.ts');
  const definitions = Object.values(resources);
  if (operation.kind === 'resource') {
    const definition = definitions.find(({ name }) => name === operation.resource);
    return definition ? [...allColumns(definition), { name: 'deleted' }] : [];
  }
  const shared = sharedSchemas as Readonly<Record<string, object>>;
  const find = (name: string): AnswerSchema | undefined => {
    const route = routeTable.find((other) => other.kind === 'route' && other.answer.name === name);
    if (route?.kind === 'route') return route.answer.schema;
    const definition = definitions.find(
      ({ singular }) => singular.replaceAll(' ', '') === name.toLowerCase(),
    );
    return shared[name] ?? (definition && { properties: definition.fields });
  };
  const names = namesIn(operation.answer.schema, find);
  return names === undefined ? [] : names.map((name) => ({ name }));
}

/**
 * The property names of a schema and of the rows in it, which commands print, without those of
 * objects inside; undefined if a schema is not found.
 */
function namesIn(
  schema: AnswerSchema,
  find: (name: string) => AnswerSchema | undefined,
): readonly string[] | undefined {
  const names = new Set<string>();
  const visit = (schema: AnswerSchema | undefined, isRow: boolean): boolean => {
    if (schema === undefined) return false;
    const { properties = {}, allOf = [], anyOf = [], oneOf = [], $ref } = schema;
    for (const name of Object.keys(properties)) names.add(name);
    const areRows = [...allOf, ...anyOf, ...oneOf].map((part) => visit(part, isRow));
    const lists = [schema, ...(isRow ? [] : Object.values(properties))];
    const rows = isRow ? [] : lists.flatMap((list) => (list.items ? [list.items] : []));
    const isKnown = $ref === undefined || visit(find($ref.split('/').at(-1) ?? ''), isRow);
    return [...areRows, ...rows.map((row) => visit(row, true)), isKnown].every(Boolean);
  };
  return visit(schema, false) ? [...names] : undefined;
}
