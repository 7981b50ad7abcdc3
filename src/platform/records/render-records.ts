import type { ResourceDefinition } from '../../model/resource.ts';
import { computedFields } from '../../model/resource-fields.ts';
import type { Connection } from '../../storage/database.ts';
import type { Kept } from '../../storage/kept.ts';
import type { Scope } from '../../storage/records/scope.ts';
import { computeFields } from '../computed/compute-fields.ts';
import { type FarmZones, farmZones, zoneOf } from '../farms/farm-zone.ts';
import { maskSecretsInText } from './mask-secrets.ts';

/** Who reads the records, and when. */
export interface Reader {
  readonly scope: Scope;
  readonly now: number;
  /** The zone of the farm of all the rows, where it is known already. */
  readonly zone?: string;
  /** Where zones are kept. */
  readonly zones?: Kept<FarmZones>;
}

type Row = Readonly<Record<string, unknown>>;

/** Stored rows (JSON texts) as the API returns them, with their computed fields, still as texts. */
export async function renderRecords(
  connection: Connection,
  definition: ResourceDefinition,
  input: {
    readonly rows: readonly string[];
    /** The same rows, where they were parsed already. */
    readonly parsed?: readonly Row[];
    readonly reader: Reader;
  },
): Promise<readonly string[]> {
  const { reader } = input;
  const rows = input.rows.map((row) => maskSecretsInText(definition, row));
  if (rows.length === 0 || computedFields(definition).length === 0) return rows;
  const parsed = input.parsed ?? rows.map((row) => JSON.parse(row) as Row);
  const context = { ...reader, zoneOf: await zonesOf(connection, parsed, reader) };
  const computed = await computeFields(connection, definition, parsed, context);
  return rows.map((row, index) => appendFields(row, computed[index] ?? {}));
}

/** Narrows records to the fields asked for, in the order asked for. */
export function pickFields(
  records: readonly string[],
  fields: readonly string[] | undefined,
): readonly string[] {
  if (!fields) return records;
  return records.map((record) => {
    const row = JSON.parse(record) as Row;
    return JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name] ?? null])));
  });
}

async function zonesOf(
  connection: Connection,
  rows: readonly Row[],
  { scope: { orgId }, zone, zones: kept }: Reader,
): Promise<(farmId: string | null) => string> {
  if (zone !== undefined) return () => zone;
  const farmIds = new Set<string>();
  for (const { farmId } of rows as readonly { farmId: string | null }[]) {
    if (farmId !== null) farmIds.add(farmId);
  }
  const zones = await farmZones(connection, { orgId, farmIds: [...farmIds] }, kept);
  return (farmId) => zoneOf(zones, farmId);
}

function appendFields(row: string, fields: Row): string {
  return `${row.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}
