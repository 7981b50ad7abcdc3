import type { ResourceDefinition } from '../../model/resource.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { farmZone } from '../farms/farm-zone.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import { requireWritable } from '../records/require-writable.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { buildBodies } from './build-bodies.ts';
import { readImportOptions } from './import-options.ts';
import { matchColumns } from './match-columns.ts';
import type { ImportFile } from './read/read-table.ts';
import type { ReadImport } from './run-import.ts';

/** Who may import is let in before the file is read; throws what a create of one row would. */
export function requireImport(definition: ResourceDefinition, call: Call): void {
  call.subject.resource = definition.name;
  requireScope(call.actor, `write:${definition.name}`);
  requireWritable(definition);
}

/**
 * Reads the file of `POST /os/import/{resource}` as bodies of new rows. Throws `validation_failed` for
 * a file, headings or parameters that mean nothing; what is wrong with a row is kept with the row.
 */
export async function readImport(
  runtime: Runtime,
  definition: ResourceDefinition,
  input: { readonly call: Call; readonly file: ImportFile },
): Promise<ReadImport> {
  const { call, file } = input;
  requireImport(definition, call);
  const options = readImportOptions(call);
  const { farmId } = options;
  const { database } = runtime;
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const table = await runtime.readTable(file, options);
  const columns = matchColumns(definition, table.headings, options.map);
  const zone = await farmZone(database, { orgId: scope.orgId, farmId });
  const { kind, mayUseComma } = table;
  const style = {
    kind,
    mayUseComma,
    zone,
    decimal: options.decimal,
    dateFormat: options.dateFormat,
  };
  const { actor } = call;
  const bodies = await buildBodies(
    database,
    definition,
    { table, columns, style },
    { actor, scope },
  );
  return { definition, call, options, columns, bodies };
}
