import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { SecretTarget } from '../../model/core/secrets.ts';
import { version } from '../../model/core/vocabulary.ts';
import type { IntegrationMapping } from '../../model/integration-presets.ts';
import { feedSources } from '../../model/measures.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  type IntegrationFeed,
  listFeeds,
  recordPoll,
  storeChannel,
} from '../../storage/system/integrations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import { integrationActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { BlockedAddress, type OutboundPolicy, targetOf } from '../outbound/check-target.ts';
import type { Resolve } from '../outbound/guarded-connections.ts';
import { type OutboundClient, OutboundFailed } from '../outbound/outbound-client.ts';
import { insertRecord } from '../records/write-record.ts';
import { markDevice } from './device-status.ts';
import { findWorking, markFeed } from './integration-status.ts';
import { type FeedPlan, listDevices, mappingOf, type Payload, planFeed } from './plan-feed.ts';
import { PayloadRefused, resolveMapping } from './read-payload.ts';
import {
  resolveSecret,
  type SecretPlaces,
  SecretRefused,
  secretHeaders,
} from './secret-references.ts';

/** The result of processing payloads, for reports. */
export interface FeedResult {
  /** The failure; null when something was read. */
  readonly error: string | null;
  readonly plan: FeedPlan | null;
}

/** The payloads of a feed, or the failure. */
export type FeedContent =
  | { readonly payloads: readonly Payload[] }
  | { readonly payloads: null; readonly error: string };

const UNKNOWN = 'The integration could not be read.';

/** A readable reason why a feed could not be read; internal errors are not described. */
export function reasonOf(error: unknown): string {
  const isKnown = [BlockedAddress, OutboundFailed, SecretRefused, PayloadRefused].some(
    (kind) => error instanceof kind,
  );
  return isKnown ? (error as Error).message : UNKNOWN;
}

/**
 * Stores the payloads of a feed and records the outcome on its integration, in the transaction;
 * undefined when the integration was deleted or disabled meanwhile.
 */
export async function storeFeed(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly feed: IntegrationFeed;
    readonly received: FeedContent;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly gapMillis?: number;
    /** Whether the failure is not counted, because one was counted shortly before. */
    readonly isQuiet?: boolean;
  },
): Promise<FeedResult | undefined> {
  const { feed, now } = input;
  await lockRules({ transaction, farmId: feed.farmId });
  const before = await findWorking(transaction, feed);
  if (!before) return undefined;
  const result = await storeHeard(runtime, transaction, input);
  if (result.plan === null) {
    const at = formatInstant(now);
    const { integrationId, orgId } = feed;
    const emptyPoll = { stored: 0, dropped: 0, problems: [] };
    await recordPoll(transaction, { integrationId, orgId, at, ...emptyPoll });
  }
  const [problem] = result.plan?.problems ?? [];
  const outcome = result.error === null ? { error: null, problem } : { error: result.error };
  if (outcome.error === null || !input.isQuiet) {
    await markFeed(runtime, transaction, { before, outcome, now });
  }
  return result;
}

async function storeHeard(
  runtime: Runtime,
  transaction: Transaction,
  input: Parameters<typeof storeFeed>[2],
): Promise<FeedResult> {
  const { feed, received, now, gapMillis = 0 } = input;
  if (received.payloads === null) return { error: received.error, plan: null };
  const { payloads } = received;
  try {
    const mapping = mappingOf(feed);
    const plan = await planFeed(transaction, { feed, mapping, payloads, now, gapMillis });
    await transaction.savepoint(() =>
      storePlan(runtime, transaction, { feed, mapping, plan, now }),
    );
    return { error: failureOf(plan), plan };
  } catch (error) {
    const isRefusal = error instanceof FarmError && error.status < 500;
    if (!isRefusal && !(error instanceof PayloadRefused)) throw error;
    return { error: error.message, plan: null };
  }
}

/** A payload whose parts are all invalid is a failure; one without new data is not. */
function failureOf(plan: FeedPlan): string | null {
  const { readings, channels, known, waiting, problems } = plan;
  const isUseful = readings.length + channels.length + known + waiting > 0;
  return isUseful ? null : (problems[0] ?? null);
}

/** Describes the mapping and its result, for testing an integration. */
export async function tryOut(
  runtime: Pick<Runtime, 'database'>,
  input: {
    readonly feed: Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'farmId' | 'barnId'>;
    readonly mapping: IntegrationMapping;
    readonly received: FeedContent;
    readonly now: number;
  },
): Promise<FeedResult> {
  const { received, ...rest } = input;
  if (received.payloads === null) return { error: received.error, plan: null };
  try {
    const plan = await planFeed(runtime.database, { ...rest, payloads: received.payloads });
    return { error: failureOf(plan), plan };
  } catch (error) {
    if (!(error instanceof PayloadRefused)) throw error;
    return { error: error.message, plan: null };
  }
}

/** A plan to be stored, and its integration. */
export interface PlannedFeed {
  readonly feed: Pick<IntegrationFeed, 'integrationId' | 'label' | 'orgId' | 'farmId'>;
  readonly mapping: IntegrationMapping;
  readonly plan: FeedPlan;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const [DEFAULT_SOURCE] = feedSources;

/** Stores the planned readings like API calls, and the read position of the devices. */
async function storePlan(
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
  for (const channel of plan.channels) await storeChannel(transaction, feed, channel);
  const sendingDevices = distinct(plan.readings.flatMap(({ devices }) => devices));
  for (const device of await listDevices(transaction, feed, sendingDevices)) {
    await markDevice(context, device);
  }
  const stored = plan.readings.length;
  const { dropped, problems } = plan;
  const at = formatInstant(now);
  await recordPoll(transaction, { integrationId, orgId, stored, dropped, problems, at });
}

/** The devices of a reading; the integration if the payload names none. */
function sensorName(devices: readonly string[], label: string): string {
  const name = devices.length === 0 ? label : devices.join(', ');
  return name.slice(0, envReadings.fields.sensor.max);
}

/** Dependencies and options of a poll. */
export interface FeedPoll {
  readonly runtime: Runtime;
  readonly connections: Connections;
  /** Aborts the poll. */
  readonly signal: AbortSignal;
  /** Called for every integration that could not be read. */
  readonly onFailure: (integrationId: string, error: unknown) => void;
  /** Called for every integration that was read. */
  readonly onSuccess?: (integrationId: string) => void;
}

const MINUTE_MILLIS = 60_000;
/** Schedule runs are a minute apart, approximately. */
const SLACK_MILLIS = 20_000;

/**
 * Polls all due integrations, a few at a time, and stores new data; returns the number polled.
 * Failures are recorded on the integration; throws only for database errors.
 */
export async function pollFeeds(poll: FeedPoll): Promise<number> {
  const { runtime, signal } = poll;
  const now = runtime.clock.now();
  const waiting = (await listFeeds(runtime.database, 'http')).filter((feed) => isDue(feed, now));
  let polled = 0;
  const work = async () => {
    for (let feed = waiting.shift(); feed && !signal.aborted; feed = waiting.shift()) {
      polled++;
      await pollOne(poll, feed);
    }
  };
  await Promise.all(Array.from({ length: limits.integrationsAtOnce }, work));
  return polled;
}

/** Whether its interval has passed since the last poll, successful or not. */
function isDue(
  { lastPollAt, pollMinutes }: Pick<IntegrationFeed, 'lastPollAt' | 'pollMinutes'>,
  now: number,
): boolean {
  if (lastPollAt === null) return true;
  const passed = now - Date.parse(lastPollAt);
  const interval = (pollMinutes ?? limits.integrationPollMinutes) * MINUTE_MILLIS;
  // A clock that was set back must not delay it.
  return passed < 0 || passed >= interval - SLACK_MILLIS;
}

async function pollOne(poll: FeedPoll, feed: IntegrationFeed): Promise<void> {
  const { runtime, signal } = poll;
  const received = await readFeed(poll, feed);
  // An aborted attempt is no evidence about the endpoint.
  if (signal.aborted) return;
  const now = runtime.clock.now();
  const claimed = await runtime.database.transaction((transaction) =>
    storeFeed(runtime, transaction, { feed, received, now }),
  );
  if (received.payloads === null || !claimed) return;
  if (claimed.error === null) poll.onSuccess?.(feed.integrationId);
  else poll.onFailure(feed.integrationId, new Error(claimed.error));
}

async function readFeed(poll: FeedPoll, feed: IntegrationFeed): Promise<FeedContent> {
  const { runtime, connections, signal, onFailure } = poll;
  try {
    const text = await fetchPayload(connections, feed, signal);
    return { payloads: [{ text, at: runtime.clock.now() }] };
  } catch (error) {
    if (!signal.aborted) onFailure(feed.integrationId, error);
    return { payloads: null, error: reasonOf(error) };
  }
}

/**
 * Fetches the current payload of an integration. Throws `OutboundFailed` without an answer,
 * `SecretRefused` for an unavailable secret, `PayloadRefused` for an invalid answer.
 */
export async function fetchPayload(
  { client, secrets }: Connections,
  { endpoint, authRef }: Pick<IntegrationFeed, 'endpoint' | 'authRef'>,
  signal?: AbortSignal,
): Promise<string> {
  if (endpoint === null) throw new PayloadRefused('The integration has no endpoint.');
  const authorization =
    authRef === null
      ? {}
      : secretHeaders(
          await resolveSecret(authRef, { places: secrets, ...secretTargetOf(endpoint) }),
        );
  const answer = await client.send({
    method: 'GET',
    url: endpoint,
    headers: {
      accept: 'application/json',
      'user-agent': `farmctl/${version}`,
      ...authorization,
    },
    timeoutMs: limits.integrationPollMillis,
    maxBytes: limits.integrationPollBytes,
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.status !== OK) {
    const hint = answer.status >= 300 && answer.status < 400 ? '; redirects are not followed' : '';
    throw new PayloadRefused(`The endpoint answered with status ${answer.status}${hint}.`);
  }
  if (answer.isCut) {
    throw new PayloadRefused(
      `The answer of the endpoint is longer than ${limits.integrationPollBytes} bytes.`,
    );
  }
  return answer.body;
}

const OK = 200;

/** The target that secrets are sent to; matches no host for an invalid endpoint. */
function secretTargetOf(endpoint: string): SecretTarget {
  const url = parseUrl(endpoint);
  return url ? targetOf(url) : { host: '', port: 0 };
}

/** Dependencies for connections of integrations to external systems. */
export interface Connections {
  readonly client: OutboundClient;
  readonly policy: OutboundPolicy;
  readonly secrets: SecretPlaces;
  /** Resolves broker host names; defaults to the system resolver. */
  readonly resolve?: Resolve;
}
