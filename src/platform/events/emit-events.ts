import type { ResourceDefinition } from '../../model/resource.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';
import { emissionsOf, previousValues } from './emissions.ts';
import { publishEvents } from './publish-events.ts';

type Row = Readonly<Record<string, unknown>>;

/** A change of a row as its events tell of it. */
export interface RowChange {
  readonly definition: ResourceDefinition;
  readonly orgId: string;
  readonly before?: Row;
  /** The row as the API returns it, computed fields included. */
  readonly after: Row;
  readonly at: number;
}

/** Tells of a change: its events and their deliveries are written in the transaction of the change. */
export async function emitEvents(
  runtime: Runtime,
  transaction: Transaction,
  change: RowChange,
): Promise<void> {
  const { definition, before, after, orgId } = change;
  const createdAt = formatInstant(change.at);
  const farmId = typeof after['farmId'] === 'string' ? after['farmId'] : null;
  const data = before
    ? { record: after, previous: previousValues(before, after) }
    : { record: after };
  const events = emissionsOf(definition, before, after).map((event) => {
    const id = runtime.ids.create('evt');
    const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data });
    const about = { resource: definition.name, rowId: String(after['id']) };
    return { id, event, orgId, farmId, ...about, createdAt, body };
  });
  await publishEvents(runtime, transaction, events);
}
