import { personalFields } from '../../model/personal-fields.ts';
import { getResource, type ResourceName } from '../../model/registry.ts';
import { coversScope } from '../../model/scopes.ts';
import type { Connection } from '../../storage/database.ts';
import { listRowsHolding, type PersonRow } from '../../storage/system/person-traces.ts';
import { listHistory } from '../../storage/system/row-history.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Actor } from '../access/actor.ts';
import { maskSecrets } from '../records/mask-secrets.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { findPerson, type Person, requirePersonAccess, tracesIn } from './find-person.ts';

const MOST_ROWS = 10_000;
const MOST_CHANGES = 1000;

/** `GET /os/people/{id}/export`: all that the organisation holds about a person, as one document. */
export async function exportPerson(
  { database }: Pick<Runtime, 'database'>,
  call: Call,
  id: string,
): Promise<Answer> {
  requirePersonAccess(call, id, 'read');
  operationParameters({}, call);
  const { orgId } = call.actor;
  const person = await findPerson(database, { orgId, id });
  const { records, truncated, withheld } = await recordsOf(database, person, call.actor);
  const history = await listHistory(database, {
    orgId,
    rowId: id,
    limit: MOST_CHANGES,
    offset: 0,
  });
  return jsonAnswer({
    id,
    kind: person.resource === 'users' ? 'user' : 'contact',
    name: person.row['name'] ?? null,
    exportedAt: formatInstant(call.at),
    records: { [person.resource]: [shown(person.resource, { row: person.row })], ...records },
    history: history.entries.map(({ version, at, kind, author: by, changes }) => ({
      ...{ version, at, kind, by, changes },
    })),
    truncated,
    withheld,
    others: person.others,
    namesakes: person.namesakes,
  });
}

/** Records of resources that the key may not read are withheld; the resource is named if it has any. */
async function recordsOf(connection: Connection, person: Person, actor: Actor) {
  const { orgId } = person.row;
  const records: Record<string, unknown> = {};
  const truncated: string[] = [];
  const withheld: string[] = [];
  for (const resource of Object.keys(personalFields) as ResourceName[]) {
    const rows = await listRowsHolding(connection, getResource(resource), {
      orgId,
      held: tracesIn(resource, person),
      most: MOST_ROWS + 1,
    });
    if (rows.length > 0 && !coversScope(actor.scopes, `read:${resource}`)) {
      withheld.push(resource);
      continue;
    }
    if (rows.length > MOST_ROWS) truncated.push(resource);
    const kept = rows.slice(0, MOST_ROWS);
    if (kept.length > 0) records[resource] = kept.map((found) => shown(resource, found));
  }
  return { records, truncated, withheld };
}

function shown(
  resource: ResourceName,
  { row, isDeleted }: Partial<PersonRow> & Pick<PersonRow, 'row'>,
) {
  const { orgId: _, ...record } = maskSecrets(getResource(resource), row);
  return isDeleted ? { ...record, deleted: true } : record;
}
