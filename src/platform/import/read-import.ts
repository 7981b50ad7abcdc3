import { loadLabels } from '../../i18n/labels.ts';
import { languages } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listCurrencies } from '../../storage/records/farms.ts';
import { scopeOf } from '../core/actor.ts';
import { farmZone } from '../core/farm-zone.ts';
import { type RequestContext, scopeOfFarm } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import type { ImportFile } from '../table-files/read-table.ts';
import { buildBodies, resolveColumns } from './build-bodies.ts';
import { readImportOptions } from './import-report.ts';
import { matchColumns } from './match-columns.ts';
import type { ReadImport } from './run-import.ts';
import { setAside } from './set-aside.ts';

/**
 * Converts the file of `POST /os/import/{resource}` to bodies of new rows. Throws
 * `validation_failed` for an invalid file, heading or parameter; issues of a row are stored with
 * the row.
 */
export async function readImport(
  runtime: Runtime,
  definition: ResourceDefinition,
  input: { readonly call: RequestContext; readonly file: ImportFile },
): Promise<ReadImport> {
  const { call, file } = input;
  const options = readImportOptions(call);
  const { farmId } = options;
  const { database } = runtime;
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const table = await runtime.readTable(file, options);
  const labels = await Promise.all(languages.map(loadLabels));
  const currencies = await currenciesOf(database, definition, scope);
  const columns = matchColumns(definition, table.headings, {
    map: options.map,
    labels,
    currencies,
  });
  const zone = await farmZone(database, { orgId: scope.orgId, farmId });
  const { kind } = table;
  // A file whose headings are the field names was written by a program, or from the template.
  const isOfProgram = columns.every(({ heading, name }) => heading === (name ?? heading));
  const style = {
    kind,
    mayUseComma: table.mayUseComma || !isOfProgram,
    zone,
    currencies,
    decimal: options.decimal,
    dateFormat: options.dateFormat,
  };
  const { rows, omitted } = setAside(definition, table, columns);
  const resolved = resolveColumns(columns, { kind, rows });
  const { actor } = call;
  const bodies = await buildBodies(
    database,
    definition,
    { table: { ...table, rows }, columns, style, settled: resolved },
    { actor, scope },
  );
  return { definition, call, options, columns, bodies, omitted };
}

/** The currencies of an import's farms; empty when rows name their own. */
async function currenciesOf(
  connection: Connection,
  { fields }: ResourceDefinition,
  scope: Scope,
): Promise<readonly string[]> {
  const isMoney = Object.values(fields).some(({ type }) => type === 'money');
  return isMoney && !fields['currency'] ? listCurrencies(connection, scope) : [];
}
