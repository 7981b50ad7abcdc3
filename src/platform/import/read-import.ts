import { FarmError } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { farmZone } from '../farms/farm-zone.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import { requireWritable } from '../records/require-writable.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { buildBodies } from './build-bodies.ts';
import { type ImportOptions, readImportOptions } from './import-options.ts';
import type { ImportTable } from './import-table.ts';
import { matchColumns } from './match-columns.ts';
import { decodeText } from './read/decode-text.ts';
import { readCsv } from './read/read-csv.ts';
import { readJsonRows } from './read/read-json-rows.ts';
import { readSheetRows } from './read/read-sheet.ts';
import type { ReadImport } from './run-import.ts';

/** A file as it came. */
export interface ImportFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

const KINDS: readonly (readonly [RegExp, ImportTable['kind'] | undefined])[] = [
  [/^(text\/(csv|plain|tab-separated-values)|application\/csv)\b/, 'csv'],
  [/^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json)\b/, 'json'],
  [/^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml\.sheet|ms-excel)\b/, 'sheet'],
  // Nobody knows: the first bytes tell.
  [/^(application\/octet-stream\b|$)/, undefined],
];

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
  const table = await readTable(file, options);
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

async function readTable(
  { bytes, contentType }: ImportFile,
  { encoding, sheet }: ImportOptions,
): Promise<ImportTable> {
  const kind = kindOf(contentType.trim().toLowerCase(), bytes);
  if (kind === 'sheet') return readSheetRows(bytes, sheet);
  const text = decodeText(bytes, encoding);
  return kind === 'csv' ? readCsv(text) : readJsonRows(text);
}

function kindOf(contentType: string, bytes: Uint8Array): ImportTable['kind'] {
  const found = KINDS.find(([pattern]) => pattern.test(contentType));
  if (!found) {
    throw new FarmError('unsupported_media_type', {
      message:
        'Send the file as text/csv, application/x-ndjson, application/json or ' +
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.',
    });
  }
  const [, kind] = found;
  return kind ?? sniff(bytes);
}

/** A workbook is an archive, JSON begins with a bracket, and all else is text under headings. */
function sniff(bytes: Uint8Array): ImportTable['kind'] {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (head.startsWith('PK')) return 'sheet';
  return /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head) ? 'json' : 'csv';
}
