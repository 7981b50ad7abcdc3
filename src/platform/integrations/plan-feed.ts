import { type IntegrationMapping, mappingSchema } from '../../model/integration-presets.ts';
import { barns } from '../../model/resources/barns.ts';
import { devices } from '../../model/resources/devices.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { type IntegrationFeed, listChannels } from '../../storage/system/integrations.ts';
import { distinct } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { farmZone } from '../core/farm-zone.ts';
import { placeSamples, planReadings, type ReadingPlan } from './plan-readings.ts';
import {
  knownDevice,
  PayloadRefused,
  type ReadPayload,
  readPayload,
  resolveMapping,
} from './read-payload.ts';

/** A payload sent by an integration. */
export interface Payload {
  readonly text: string;
  /** Arrival time, milliseconds since 1970. */
  readonly at: number;
  /** Topic of an MQTT message. */
  readonly topic?: string | undefined;
  /**
   * Whether the broker retained it from earlier: it is current only if its own timestamp says so.
   */
  readonly isRetained?: boolean;
}

/** Payloads of a feed, with their mapping and farm. */
export interface FeedPayloads {
  readonly feed: Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'farmId' | 'barnId'>;
  /** As sent. */
  readonly mapping: IntegrationMapping;
  readonly payloads: readonly Payload[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Minimum time between two readings of a device. */
  readonly gapMillis?: number;
}

/** The readings planned from payloads, with the number of samples found. */
export interface FeedPlan extends ReadingPlan {
  readonly samples: number;
  /** Number of values and rows dropped. */
  readonly dropped: number;
}

/** The mapping of a feed; throws `PayloadRefused` if this version does not support it. */
export function mappingOf({ mapping }: Pick<IntegrationFeed, 'mapping'>): IntegrationMapping {
  const parsed = mappingSchema.safeParse(JSON.parse(mapping));
  if (parsed.success) return parsed.data;
  throw new PayloadRefused('The mapping is none that this version knows; send it again.');
}

/**
 * Plans the readings to be stored from payloads; writes nothing. Throws `PayloadRefused` when none
 * of the payloads could be read.
 */
export async function planFeed(connection: Connection, input: FeedPayloads): Promise<FeedPlan> {
  const { feed, now, gapMillis } = input;
  const mapping = resolveMapping(input.mapping);
  const zone = await farmZone(connection, feed);
  const read = readAll(input.payloads, { mapping, zone });
  const deviceNames = distinct(read.samples.map(({ device }) => device || null));
  const registered = await barnsOfDevices(connection, feed, deviceNames);
  const barnIds = distinct([
    ...deviceNames.map((device) => knownDevice(mapping, device)?.barnId ?? null),
    ...registered.values(),
    mapping.barnId ?? null,
    feed.barnId,
  ]);
  const placed = placeSamples(read.samples, {
    mapping,
    registered,
    barnId: feed.barnId,
    barnIds: await knownBarns(connection, feed, barnIds),
    now,
  });
  const names = distinct(placed.drafts.map(({ channel }) => channel));
  const channels = await listChannels(connection, feed, names);
  const plan = planReadings(placed.drafts, channels, { now, ...(gapMillis ? { gapMillis } : {}) });
  const problems = [...read.problems, ...distinct(placed.problems), ...plan.problems];
  const droppedCount = read.dropped + placed.problems.length + plan.problems.length;
  return { ...plan, problems, samples: read.samples.length, dropped: droppedCount };
}

function readAll(
  payloads: readonly Payload[],
  { mapping, zone }: { readonly mapping: IntegrationMapping; readonly zone: string },
): ReadPayload {
  const refusalTexts: string[] = [];
  const all = payloads.flatMap(({ text, at, topic, isRetained }) => {
    try {
      const { samples, problems, dropped } = readPayload(text, { mapping, zone, topic, now: at });
      const current = isRetained ? samples.filter((sample) => sample.at !== null) : samples;
      const timed = current.map((sample) => ({ ...sample, at: sample.at ?? at }));
      return [{ samples: timed, problems, dropped }];
    } catch (error) {
      if (!(error instanceof PayloadRefused)) throw error;
      refusalTexts.push(error.message);
      return [];
    }
  });
  if (all.length === 0 && refusalTexts[0] !== undefined) throw new PayloadRefused(refusalTexts[0]);
  return {
    samples: all.flatMap(({ samples }) => samples),
    problems: [...distinct(refusalTexts), ...all.flatMap(({ problems }) => problems)],
    dropped: refusalTexts.length + sum(all.map(({ dropped }) => dropped)),
  };
}

type Owner = FeedPayloads['feed'];

/** The barns of devices that are registered under their names in the payload. */
async function barnsOfDevices(
  connection: Connection,
  feed: Owner,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const devices = await listDevices(connection, feed, names);
  return new Map(
    devices.flatMap(({ sourceKey, barnId }) =>
      sourceKey !== null && barnId !== null ? [[sourceKey, barnId]] : [],
    ),
  );
}

/** The devices of the farm that are registered under these names, except retired ones. */
export async function listDevices(
  connection: Connection,
  { orgId, farmId }: Pick<Owner, 'orgId' | 'farmId'>,
  names: readonly string[],
): Promise<readonly StoredOf<'devices'>[]> {
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const rows = await listRowsByText(connection, devices, {
    scope,
    field: 'sourceKey',
    texts: names,
  });
  return rows
    .map((json) => JSON.parse(json) as StoredOf<'devices'>)
    .filter(({ status }) => status !== 'retired');
}

async function knownBarns(
  connection: Connection,
  { orgId, farmId }: Owner,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const rows = await listRowsByText(connection, barns, { scope, field: 'id', texts });
  return new Set(rows.map((json) => (JSON.parse(json) as StoredOf<'barns'>).id));
}
