import { limits } from '../../model/core/limits.ts';
import type { IntegrationMapping } from '../../model/integration-presets.ts';
import { type FeedMeasure, feedMeasures, meteredMeasures } from '../../model/measures.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { IntegrationChannel } from '../../storage/system/integrations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { roundForStorage, roundTo, sum } from '../../tools/statistics.ts';
import { knownDevice, type Sample } from './read-payload.ts';

/** A reading to be stored. */
export interface PlannedReading {
  readonly barnId: string;
  /** ISO 8601. */
  readonly ts: string;
  readonly values: Draft['values'];
  readonly devices: readonly string[];
}

/** The readings planned from a payload. */
export interface ReadingPlan {
  readonly readings: readonly PlannedReading[];
  /** The resulting read position of each device. */
  readonly channels: readonly IntegrationChannel[];
  /** Number of samples read before. */
  readonly known: number;
  /** Number of samples above the limit; they are read the next time. */
  readonly waiting: number;
  readonly problems: readonly string[];
}

type Counted = {
  readonly values: Draft['values'];
  readonly counters: IntegrationChannel['counters'];
};

const DECIMALS = 3;
const MAX_FUTURE_MILLIS = 5 * 60_000;

/**
 * Plans the readings to be stored, oldest first: per device only samples newer than the last stored
 * one, at least `gapMillis` apart; for meters the increase since then. The first sample of a meter,
 * or the first after a reset, sets only its state.
 */
export function planReadings(
  drafts: readonly Draft[],
  stored: readonly IntegrationChannel[],
  { now, gapMillis = 0 }: { readonly now: number; readonly gapMillis?: number },
): ReadingPlan {
  // A time in the future was recorded before the clock was set back.
  const pastChannels = stored.filter(({ lastTs }) => Date.parse(lastTs) <= now + MAX_FUTURE_MILLIS);
  const channels = new Map(pastChannels.map((channel) => [channel.channel, channel]));
  const changedChannels = new Set<string>();
  const readings: PlannedReading[] = [];
  const problems: string[] = [];
  let oldCount = 0;
  let waiting = 0;
  for (const draft of drafts.toSorted((left, right) => left.at - right.at)) {
    const before = channels.get(draft.channel);
    if (before && isKnown(draft.at, before, gapMillis)) oldCount++;
    else if (readings.length >= limits.integrationReadings) waiting++;
    else {
      const { values, counters } = countFlow(draft, before, problems);
      const ts = formatInstant(draft.at);
      channels.set(draft.channel, { channel: draft.channel, lastTs: ts, counters });
      changedChannels.add(draft.channel);
      const { barnId, devices } = draft;
      if (Object.keys(values).length > 0) readings.push({ barnId, ts, values, devices });
    }
  }
  const movedChannels = [...channels.values()].filter(({ channel }) =>
    changedChannels.has(channel),
  );
  return { readings, channels: movedChannels, known: oldCount, waiting, problems };
}

function isKnown(at: number, { lastTs }: IntegrationChannel, gapMillis: number): boolean {
  const last = Date.parse(lastTs);
  return at <= last || at < last + gapMillis;
}

function countFlow(
  { values, counters }: Draft,
  before: IntegrationChannel | undefined,
  problems: string[],
): Counted {
  const flow: Partial<Record<FeedMeasure, number>> = { ...values };
  const states: Record<string, number> = { ...before?.counters };
  for (const [meter, { measure, state }] of Object.entries(counters)) {
    const last = Object.hasOwn(states, meter) ? states[meter] : undefined;
    states[meter] = state;
    if (last === undefined || state < last) continue;
    const passed = roundTo(state - last, DECIMALS);
    if (passed > envReadings.fields[measure].max) {
      problems.push(`the meter ${meter.trim()} has jumped by ${passed}`);
    } else flow[measure] = roundTo((flow[measure] ?? 0) + passed, DECIMALS);
  }
  return { values: flow, counters: states };
}

/** The states of the meters in a reading, by meter. */
export type Counters = Readonly<
  Record<string, { readonly measure: FeedMeasure; readonly state: number }>
>;

/** A reading to be stored, without the increase of its meters since the last one. */
export interface Draft {
  /** The series it continues: a device, or all single-measure devices of a barn. */
  readonly channel: string;
  readonly barnId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: Readonly<Partial<Record<FeedMeasure, number>>>;
  readonly counters: Counters;
  readonly devices: readonly string[];
}

/** The locations of devices. */
export interface Places {
  readonly mapping: IntegrationMapping;
  /** The barns of registered devices by their source key. */
  readonly registered: ReadonlyMap<string, string>;
  /** The barn of the integration. */
  readonly barnId: string | null;
  /** The barns of the integration's farm. */
  readonly barnIds: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Finds the barn of every sample; those of single-measure devices become one reading, except that a
 * second device with the same climate measure starts another.
 */
export function placeSamples(
  samples: readonly Sample[],
  places: Places,
): { readonly drafts: readonly Draft[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const drafts = samples.flatMap((sample) => {
    const barnId = barnOf(sample.device, places);
    const label = sample.device === '' ? 'the reading' : sample.device;
    if (barnId === null) problems.push(`nothing says in which barn ${label} is`);
    else if (!places.barnIds.has(barnId)) problems.push(`the barn of ${label} is gone`);
    else return [draftOf(sample, barnId, places.now)];
    return [];
  });
  const isOneEach = places.mapping.value !== undefined;
  return { drafts: isOneEach ? joinByBarn(drafts) : drafts, problems };
}

function barnOf(device: string, { mapping, registered, barnId }: Places): string | null {
  return knownDevice(mapping, device)?.barnId ?? registered.get(device) ?? mapping.barnId ?? barnId;
}

function draftOf({ device, at, values, counters }: Sample, barnId: string, now: number): Draft {
  const states = Object.entries(counters).map(([measure, state]) => [
    `${device} ${measure}`,
    { measure, state },
  ]);
  return {
    channel: device,
    barnId,
    at: at ?? now,
    values,
    counters: Object.fromEntries(states),
    devices: device === '' ? [] : [device],
  };
}

function joinByBarn(drafts: readonly Draft[]): readonly Draft[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { barnId, values } = draft;
    const valuesTaken = (group: readonly Draft[]) =>
      group.some((other) => airOf(other.values).some((measure) => measure in values));
    let number = 1;
    for (; valuesTaken(groups.get(channelOf(barnId, number)) ?? []); number++);
    const channel = channelOf(barnId, number);
    groups.set(channel, [...(groups.get(channel) ?? []), draft]);
  }
  return [...groups].map(([channel, drafts]) => ({
    channel,
    barnId: drafts[0]?.barnId ?? '',
    at: Math.max(...drafts.map(({ at }) => at)),
    values: joinValues(drafts.map(({ values }) => values)),
    counters: Object.assign({}, ...drafts.map(({ counters }) => counters)),
    devices: drafts.flatMap(({ devices }) => devices),
  }));
}

function channelOf(barnId: string, number: number): string {
  return number === 1 ? `barn ${barnId}` : `barn ${barnId} ${number}`;
}

/** The climate measures, which come from one sensor each; flows are added up. */
function airOf(values: Draft['values']): readonly FeedMeasure[] {
  return feedMeasures.filter((name) => name in values && !meteredMeasures.includes(name));
}

/** Climate measures occur once; flows are added up. */
function joinValues(all: readonly Draft['values'][]): Draft['values'] {
  const entries = all.flatMap((values) => Object.entries(values) as [FeedMeasure, number][]);
  const means = [...groupBy(entries, ([measure]) => measure)].map(([measure, measured]) => [
    measure,
    roundForStorage(sum(measured.map(([, value]) => value))),
  ]);
  return Object.fromEntries(means);
}
