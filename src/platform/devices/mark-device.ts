import type { StoredOf } from '../../model/registry.ts';
import { devices } from '../../model/resources/devices.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import { changeRecord } from '../records/write-record.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** How old what is known of a device may be before it is written anew. */
const FRESH_MILLIS = 60_000;
/** States that end when something is heard of the device. */
const WAKING = ['unknown', 'offline'];

/** Notes that a device was heard, and that it is online then, at most once a minute. */
export async function markDevice(
  context: RuleContext & { readonly farmId: string },
  known: StoredOf<'devices'>,
): Promise<void> {
  const { transaction, actor, farmId, now } = context;
  const isAsleep = WAKING.includes(known.status ?? '');
  if (known.status === 'retired' || !(isAsleep || isStale(known.lastSeenAt, now))) return;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, devices, { id: known.id, scope, forUpdate: true });
  if (json === undefined) return;
  const before = storedFromJson(json, actor.orgId);
  const changes = {
    lastSeenAt: formatInstant(now),
    ...(WAKING.includes(String(before['status'])) ? { status: 'online' } : {}),
  };
  await changeRecord(devices, { before, changes }, context);
}

/** Whether what was noted at an instant is too old, or of a clock that has been set back since. */
export function isStale(at: string | null, now: number): boolean {
  return at === null || Math.abs(now - Date.parse(at)) >= FRESH_MILLIS;
}
