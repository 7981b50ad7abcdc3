import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import { getResource, resources } from '../../../src/model/resources/registry.ts';
import { columnName, tableName } from '../../../src/storage/core/database.ts';
import type { Place, Row } from './place.ts';
import type { Ledger } from './write-load.ts';

const definitions: readonly ResourceDefinition[] = Object.values(resources);

/** The data for one check, read once. */
interface Snapshot {
  readonly rows: ReadonlyMap<
    string,
    { readonly definition: ResourceDefinition; readonly row: Row }
  >;
  /** Successful changes in the audit log, without repeated requests, which change nothing. */
  readonly audit: readonly Row[];
  readonly auditByRequest: ReadonlyMap<string, Row>;
  readonly auditByRow: ReadonlyMap<string, readonly Row[]>;
  readonly events: readonly Row[];
  readonly eventsByRow: ReadonlyMap<string, readonly Row[]>;
  readonly idempotency: ReadonlyMap<string, Row>;
  readonly rowCounts: readonly Row[];
}

/**
 * Contradictions in a database: acknowledged changes that are missing, rows without their audit
 * entry or event, and entries, events, stored responses or counts without their row. Covers all
 * resources; an empty list means that everything is consistent.
 */
export async function findContradictions(place: Place, ledger: Ledger): Promise<string[]> {
  const snapshot = await readSnapshot(place);
  const checks: readonly ((snapshot: Snapshot, ledger: Ledger) => string[])[] = [
    missingAcknowledged,
    rowsWithoutAudit,
    auditWithoutRows,
    rowsWithoutEvents,
    eventsWithoutRows,
    keptAnswersWithoutRows,
    requestsDoneTwice,
    wrongCounts,
  ];
  const found = checks.flatMap((check) => check(snapshot, ledger));
  return [...found, ...(await damage(place))];
}

async function readSnapshot(place: Place): Promise<Snapshot> {
  const answers = await place.queryTogether({
    ...Object.fromEntries(
      definitions.map(({ name }) => [`rows of ${name}`, `select * from ${tableName(name)}`]),
    ),
    audit: `
      select method, route, row_id, request_id, status from audit_log
      where method in ('POST', 'PATCH', 'DELETE') and status < 300 and row_id is not null
        and code is null`,
    idempotency: 'select * from idempotency where status < 300',
    events: 'select event, resource, row_id from outbox_events',
    rowCounts: 'select * from row_counts',
  });
  const of = (name: string) => answers[name] ?? [];
  const [audit, events] = [of('audit'), of('events')];
  const rows = new Map<string, { definition: ResourceDefinition; row: Row }>();
  for (const definition of definitions) {
    const listed = of(`rows of ${definition.name}`);
    for (const row of listed) rows.set(String(row['id']), { definition, row });
  }
  return {
    rows,
    audit,
    auditByRequest: new Map(audit.map((entry) => [String(entry['request_id']), entry])),
    auditByRow: groupBy(audit, 'row_id'),
    events,
    eventsByRow: groupBy(events, 'row_id'),
    idempotency: new Map(of('idempotency').map((row) => [String(row['idempotency_key']), row])),
    rowCounts: of('rowCounts'),
  };
}

function groupBy(rows: readonly Row[], column: string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = String(row[column]);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

/**
 * Every acknowledged change with its audit entry, its stored response and its effect on its row.
 */
function missingAcknowledged(snapshot: Snapshot, { acknowledged }: Ledger): string[] {
  return acknowledged.flatMap((write) => {
    const { requestId, action, rowId = '', idempotencyKey } = write;
    const reported = `acknowledged ${action} ${rowId} (${requestId})`;
    const row = snapshot.rows.get(rowId)?.row;
    const isKept = idempotencyKey === undefined || snapshot.idempotency.has(idempotencyKey);
    return [
      ...(row ? [] : [`${reported}: no row`]),
      ...(row && action === 'delete' && row['deleted_at'] === null
        ? [`${reported}: still there`]
        : []),
      ...(row && action === 'patch' && Number(row['version']) < 2
        ? [`${reported}: not changed`]
        : []),
      ...(snapshot.auditByRequest.get(requestId)?.['row_id'] === rowId
        ? []
        : [`${reported}: no audit`]),
      ...(isKept ? [] : [`${reported}: no kept answer`]),
    ];
  });
}

/** The row whose change created a row by cascade, if any. */
const BRINGERS: Readonly<Record<string, (row: Row) => unknown>> = {
  events: (row) => (row['kind'] === 'placement' ? row['flock_id'] : null),
  tasks: (row) => (row['series_id'] === row['id'] ? null : row['series_id']),
  'feed-deliveries': (row) => row['feed_order_id'],
};

/** A row has one entry for its creation, one for each further version, and one for its deletion. */
function rowsWithoutAudit({ rows, auditByRow }: Snapshot): string[] {
  return [...rows].flatMap(([id, { definition, row }]) => {
    // Cascading writes of the service have no separate call.
    if (definition.readOnly || creatorOf(row) === 'system') return [];
    const bringer = BRINGERS[definition.name]?.(row) ?? null;
    if (bringer !== null && !auditByRow.has(id)) {
      return auditByRow.has(String(bringer)) ? [] : [`${id}: no audit of ${bringer}`];
    }
    const entries = auditByRow.get(id) ?? [];
    const count = (method: string) => entries.filter((entry) => entry['method'] === method).length;
    const found = [count('POST'), count('PATCH'), count('DELETE')].join();
    const expected = [1, Number(row['version']) - 1, row['deleted_at'] === null ? 0 : 1].join();
    return found === expected ? [] : [`${id}: audit has ${found}, the row says ${expected}`];
  });
}

/** The creator of a row: a key, an automation, or the service itself, as with alerts of a scan. */
function creatorOf(row: Row): unknown {
  const creator = row['created_by'];
  return (typeof creator === 'string' ? JSON.parse(creator) : creator)?.type;
}

function auditWithoutRows({ rows, audit }: Snapshot): string[] {
  const routes = new Set(definitions.map(({ name }) => `/v1/platform/${name}`));
  return audit
    .filter(({ route }) => routes.has(String(route).replace('/:id', '')))
    .filter((entry) => !rows.has(String(entry['row_id'])))
    .map((entry) => `audit of ${entry['row_id']}: no row`);
}

/** An event that every new row emits is emitted exactly once per row. */
function rowsWithoutEvents({ rows, eventsByRow }: Snapshot): string[] {
  return [...rows].flatMap(([id, { definition, row }]) => {
    const reported = (eventsByRow.get(id) ?? []).map(({ event }) => event);
    const owed = (definition.emits ?? []).filter(({ on, field, value }) => {
      if (field === undefined) return on === 'create';
      const stored = row[columnName(field)];
      return on === 'create' && (typeof value === 'boolean' ? Boolean(stored) : stored) === value;
    });
    return owed
      .filter(({ event }) => reported.filter((name) => name === event).length !== 1)
      .map(({ event }) => `${id}: ${event} is not told once`);
  });
}

function eventsWithoutRows({ rows, events }: Snapshot): string[] {
  const names = new Set(definitions.map(({ name }) => name));
  return events
    .filter(({ resource }) => names.has(String(resource)))
    .filter((event) => !rows.has(String(event['row_id'])))
    .map((event) => `${event['event']} of ${event['row_id']}: no row`);
}

function keptAnswersWithoutRows({ rows, idempotency }: Snapshot): string[] {
  return [...idempotency].flatMap(([key, answer]) => {
    const { id } = JSON.parse(String(answer['body'])) as { id?: string };
    return id !== undefined && !rows.has(id) ? [`kept answer ${key}: no row ${id}`] : [];
  });
}

/** A request repeated with its key took effect once. */
function requestsDoneTwice({ audit }: Snapshot): string[] {
  const done = groupBy(audit, 'request_id');
  return [...done]
    .filter(([id, entries]) => id.startsWith('load-') && entries.length > 1)
    .map(([id]) => `${id}: done more than once`);
}

function wrongCounts({ rows, rowCounts }: Snapshot): string[] {
  const counted = new Map<string, number>();
  const place = (row: Row, { name, countedBy = [] }: ResourceDefinition) => {
    const more = countedBy.map((field) => row[columnName(field)] ?? '');
    return [row['org_id'], name, row['farm_id'] ?? '', ...more].join(' ');
  };
  for (const { definition, row } of rows.values()) {
    if (row['deleted_at'] !== null) continue;
    const where = place(row, definition);
    counted.set(where, (counted.get(where) ?? 0) + 1);
  }
  const stored = new Map(
    rowCounts.map((row) => [
      place(row, getResource(String(row['resource']))),
      Number(row['total']),
    ]),
  );
  return [...new Set([...counted.keys(), ...stored.keys()])]
    .filter((where) => (counted.get(where) ?? 0) !== (stored.get(where) ?? 0))
    .map((where) => `${where}: counted ${counted.get(where)}, kept ${stored.get(where)}`);
}

async function damage(place: Place): Promise<string[]> {
  if (place.name === 'postgres') return [];
  const found = await place.query('pragma integrity_check');
  const text = found.map((row) => row['integrity_check']).join('; ');
  return text === 'ok' ? [] : [`integrity_check: ${text}`];
}
