import { devices } from '../../model/resources/devices.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listSilentDevices, type SilentDevice } from '../../storage/system/devices.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { type RuleContext, writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { changeRecord } from '../records/write-record.ts';

/** Maximum age of a device's stored state before it is written again. */
const FRESH_MILLIS = 60_000;
/** States that end when a device sends data. */
const WAKING = ['unknown', 'offline'];

/** Records that a device sent data and is online, at most once a minute. */
export async function markDevice(
  context: RuleContext & { readonly farmId: string },
  device: StoredOf<'devices'>,
): Promise<void> {
  const { transaction, actor, farmId, now } = context;
  const isAsleep = WAKING.includes(device.status ?? '');
  if (device.status === 'retired' || !(isAsleep || isStale(device.lastSeenAt, now))) return;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, devices, { id: device.id, scope, forUpdate: true });
  if (json === undefined) return;
  const before = storedFromJson(json, actor.orgId);
  const changes = {
    lastSeenAt: formatInstant(now),
    ...(WAKING.includes(String(before['status'])) ? { status: 'online' } : {}),
  };
  await changeRecord(devices, { before, changes }, context);
}

/** Whether a recorded instant is too old, or in the future because the clock was set back. */
export function isStale(at: string | null, now: number): boolean {
  return at === null || Math.abs(now - Date.parse(at)) >= FRESH_MILLIS;
}

/** Devices that report more often than every 20 minutes get the same minimum timeout. */
const SHORTEST_SILENCE_MINUTES = 60;
const MISSED_POLLS = 3;
const MINUTE_MILLIS = 60_000;
const MOST_AT_ONCE = 1000;

/**
 * Marks devices as offline that have sent data before and are silent for an hour, or for three
 * times their polling interval if that is longer; returns their number. New data marks them online
 * again.
 */
export async function sweepDevices(runtime: Runtime, signal?: AbortSignal): Promise<number> {
  const now = runtime.clock.now();
  const before = formatInstant(now - SHORTEST_SILENCE_MINUTES * MINUTE_MILLIS);
  const listed = await listSilentDevices(runtime.database, { before, limit: MOST_AT_ONCE });
  const silent = [...groupBy(listed, ({ deviceId }) => deviceId).values()].flatMap((rows) =>
    rows.every((row) => isSilent(row, now)) ? rows.slice(0, 1) : [],
  );
  let sweptCount = 0;
  for (const device of silent) {
    if (signal?.aborted) break;
    if (await putOffline(runtime, device, now)) sweptCount++;
  }
  return sweptCount;
}

function isSilent({ lastSeenAt, pollMinutes }: SilentDevice, now: number): boolean {
  const minutes = Math.max(SHORTEST_SILENCE_MINUTES, MISSED_POLLS * (pollMinutes ?? 0));
  return now - Date.parse(lastSeenAt) > minutes * MINUTE_MILLIS;
}

function putOffline(runtime: Runtime, silent: SilentDevice, now: number): Promise<boolean> {
  const { deviceId: id, orgId, farmId, lastSeenAt } = silent;
  return runtime.database.transaction(async (transaction) => {
    const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
    await lockRules({ transaction, farmId });
    const json = await findRow(transaction, devices, { id, scope, forUpdate: true });
    const before = json === undefined ? undefined : storedFromJson(json, orgId);
    // It may have sent data or been changed in the meantime.
    if (before?.['status'] !== 'online' || before['lastSeenAt'] !== lastSeenAt) return false;
    const call = { actor: systemActor(orgId, 'devices'), at: now };
    const context = await writeContext(runtime, transaction, { call, farmId });
    await changeRecord(devices, { before, changes: { status: 'offline' } }, context);
    return true;
  });
}
