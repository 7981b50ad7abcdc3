import type { FeedMeasure } from '../../model/feed-measures.ts';
import { limits } from '../../model/limits.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { IntegrationChannel } from '../../storage/system/integration-channels.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { Draft } from './place-samples.ts';

/** A reading to be stored. */
export interface PlannedReading {
  readonly barnId: string;
  /** ISO 8601. */
  readonly ts: string;
  readonly values: Draft['values'];
  readonly devices: readonly string[];
}

/** What a payload comes to. */
export interface ReadingPlan {
  readonly readings: readonly PlannedReading[];
  /** How far each device has been read then. */
  readonly channels: readonly IntegrationChannel[];
  /** What was read before. */
  readonly known: number;
  /** What is more than fits; it is read the next time. */
  readonly waiting: number;
  readonly problems: readonly string[];
}

type Counted = {
  readonly values: Draft['values'];
  readonly counters: IntegrationChannel['counters'];
};

const DECIMALS = 3;
const MOST_AHEAD_MILLIS = 5 * 60_000;

/**
 * What is stored of readings, the oldest first: of each device only what is newer than what was
 * taken of it before, at least `gapMillis` apart; of meters, what they have counted since. A meter
 * that is seen for the first time, or that began anew, tells nothing yet.
 */
export function planReadings(
  drafts: readonly Draft[],
  known: readonly IntegrationChannel[],
  { now, gapMillis = 0 }: { readonly now: number; readonly gapMillis?: number },
): ReadingPlan {
  // What lies in the future was noted by a clock that has been set back since.
  const past = known.filter(({ lastTs }) => Date.parse(lastTs) <= now + MOST_AHEAD_MILLIS);
  const channels = new Map(past.map((channel) => [channel.channel, channel]));
  const touched = new Set<string>();
  const readings: PlannedReading[] = [];
  const problems: string[] = [];
  let old = 0;
  let waiting = 0;
  for (const draft of drafts.toSorted((left, right) => left.at - right.at)) {
    const before = channels.get(draft.channel);
    if (before && isKnown(draft.at, before, gapMillis)) old++;
    else if (readings.length >= limits.integrationReadings) waiting++;
    else {
      const { values, counters } = countFlow(draft, before, problems);
      const ts = formatInstant(draft.at);
      channels.set(draft.channel, { channel: draft.channel, lastTs: ts, counters });
      touched.add(draft.channel);
      const { barnId, devices } = draft;
      if (Object.keys(values).length > 0) readings.push({ barnId, ts, values, devices });
    }
  }
  const moved = [...channels.values()].filter(({ channel }) => touched.has(channel));
  return { readings, channels: moved, known: old, waiting, problems };
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
