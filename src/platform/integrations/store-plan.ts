import { feedSources } from '../../model/feed-measures.ts';
import type { IntegrationMapping } from '../../model/integration-mapping.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Transaction } from '../../storage/database.ts';
import { keepChannel } from '../../storage/system/integration-channels.ts';
import { type IntegrationFeed, notePoll } from '../../storage/system/integration-feeds.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { markDevice } from '../devices/mark-device.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Runtime } from '../runtime.ts';
import { integrationActor } from './integration-actor.ts';
import { type FeedPlan, listDevices } from './plan-feed.ts';
import { resolveMapping } from './resolve-mapping.ts';

/** What is stored, and for whom. */
export interface PlannedFeed {
  readonly feed: Pick<IntegrationFeed, 'integrationId' | 'label' | 'orgId' | 'farmId'>;
  readonly mapping: IntegrationMapping;
  readonly plan: FeedPlan;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const [DEFAULT_SOURCE] = feedSources;

/** Stores the readings of a plan as calls of the API do, and how far the devices have been read. */
export async function storePlan(
  runtime: Runtime,
  transaction: Transaction,
  { feed, mapping, plan, now }: PlannedFeed,
): Promise<void> {
  const { integrationId, orgId, farmId } = feed;
  const { source = DEFAULT_SOURCE } = resolveMapping(mapping);
  const actor = integrationActor(orgId, integrationId);
  const call = { actor, at: now };
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  for (const { barnId, ts, values, devices } of plan.readings) {
    const sensor = sensorName(devices, feed.label);
    const reading = { barnId, ts, ...values, source, sensor };
    await insertRecord(envReadings, { values: reading, farmId }, context);
  }
  for (const channel of plan.channels) await keepChannel(transaction, feed, channel);
  const heard = distinct(plan.readings.flatMap(({ devices }) => devices));
  for (const device of await listDevices(transaction, feed, heard)) {
    await markDevice(context, device);
  }
  const stored = plan.readings.length;
  const { dropped, problems } = plan;
  const at = formatInstant(now);
  await notePoll(transaction, { integrationId, orgId, stored, dropped, problems, at });
}

/** The devices of a reading; where the payload names none, the integration. */
function sensorName(devices: readonly string[], label: string): string {
  const name = devices.length === 0 ? label : devices.join(', ');
  return name.slice(0, envReadings.fields.sensor.max);
}
