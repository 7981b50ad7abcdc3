import { devices } from '../../model/resources/devices.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { listSilentDevices, type SilentDevice } from '../../storage/system/silent-devices.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { systemActor } from '../access/system-actor.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import { writeContext } from '../records/write-context.ts';
import { changeRecord } from '../records/write-record.ts';
import type { Runtime } from '../runtime.ts';

/** What reports more often than every 20 minutes is missed no sooner than what does not. */
const SHORTEST_SILENCE_MINUTES = 60;
const MISSED_POLLS = 3;
const MINUTE_MILLIS = 60_000;
const MOST_AT_ONCE = 1000;

/**
 * Puts devices offline that were heard once and are silent for an hour, or three times the interval
 * they are read at where that is longer; returns how many. Data puts them online again.
 */
export async function sweepDevices(runtime: Runtime, signal?: AbortSignal): Promise<number> {
  const now = runtime.clock.now();
  const before = formatInstant(now - SHORTEST_SILENCE_MINUTES * MINUTE_MILLIS);
  const listed = await listSilentDevices(runtime.database, { before, limit: MOST_AT_ONCE });
  const silent = [...groupBy(listed, ({ deviceId }) => deviceId).values()].flatMap((rows) =>
    rows.every((row) => isSilent(row, now)) ? rows.slice(0, 1) : [],
  );
  let swept = 0;
  for (const device of silent) {
    if (signal?.aborted) break;
    if (await putOffline(runtime, device, now)) swept++;
  }
  return swept;
}

function isSilent({ lastSeenAt, pollMinutes }: SilentDevice, now: number): boolean {
  const minutes = Math.max(SHORTEST_SILENCE_MINUTES, MISSED_POLLS * (pollMinutes ?? 0));
  return now - Date.parse(lastSeenAt) > minutes * MINUTE_MILLIS;
}

function putOffline(runtime: Runtime, silent: SilentDevice, now: number): Promise<boolean> {
  const { deviceId: id, orgId, farmId, lastSeenAt } = silent;
  return runtime.database.transaction(async (transaction) => {
    const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
    const json = await findRow(transaction, devices, { id, scope, forUpdate: true });
    const before = json === undefined ? undefined : storedFromJson(json, orgId);
    // It may have been heard, or seen to, in the meantime.
    if (before?.['status'] !== 'online' || before['lastSeenAt'] !== lastSeenAt) return false;
    const call = { actor: systemActor(orgId, 'devices'), at: now };
    const context = await writeContext(runtime, transaction, { call, farmId });
    await changeRecord(devices, { before, changes: { status: 'offline' } }, context);
    return true;
  });
}
