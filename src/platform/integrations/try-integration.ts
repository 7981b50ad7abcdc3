import { type Issue, refused, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { IntegrationMapping } from '../../model/integration-presets.ts';
import { findFeed, type IntegrationFeed } from '../../storage/system/integrations.ts';
import { findStoredAnswer } from '../../storage/system/request-state.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { WriteWork } from '../audit/audited-requests.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  findOwnIntegration,
  isHttp,
  isMqtt,
  type OwnIntegration,
  parseMapping,
  requireBarns,
} from './mapping.ts';
import { mappingOf } from './plan-feed.ts';
import {
  type Connections,
  type FeedContent,
  type FeedResult,
  fetchPayload,
  reasonOf,
  storeFeed,
  tryOut,
} from './poll-feeds.ts';

/** Input for testing or polling an integration. */
export interface IntegrationCall {
  readonly call: RequestContext;
  readonly connections: Connections;
  readonly id: string;
}

interface TestBody {
  readonly mapping?: IntegrationMapping;
  readonly payload?: unknown;
  readonly topic?: string;
}

const HOUR_MILLIS = 3_600_000;
const LONGEST_TOPIC = 1000;
const BODY_MEMBERS = ['mapping', 'payload', 'topic'];

/**
 * `POST /os/integrations/{id}/test`: shows the readings that would be stored from the current
 * payload of the endpoint or a supplied one, using the stored or a supplied mapping. Nothing is
 * stored.
 */
export async function testIntegration(
  runtime: Runtime,
  { call, connections, id }: IntegrationCall,
  body: () => unknown,
): Promise<WriteWork> {
  const { database, clock } = runtime;
  const integration = await findOwnIntegration(database, call, { id });
  const { mapping: sent, payload, topic } = parseTest(body());
  const { orgId } = call.actor;
  const mapping = sent ?? mappingOf(await requireFeed(runtime, call, integration));
  await requireBarns(database, { integration, orgId, mapping });
  const { endpoint, authRef, barnId, farmId } = integration;
  const received: FeedContent =
    payload === undefined
      ? await readFeed(runtime, connections, { call, endpoint, authRef })
      : { payloads: [{ text: JSON.stringify(payload), at: clock.now(), topic }] };
  const feed = { integrationId: id, orgId, farmId, barnId };
  const result = await tryOut(runtime, { feed, mapping, received, now: clock.now() });
  return async () => describeResult(result, { stored: 0 });
}

/**
 * `POST /os/integrations/{id}/poll`: polls the endpoint now and stores new data, like the scheduled
 * poll. A repeated request gets the first answer without another poll.
 */
export async function pollIntegration(
  runtime: Runtime,
  { call, connections, id }: IntegrationCall,
): Promise<WriteWork> {
  const integration = await findOwnIntegration(runtime.database, call, { id });
  if (await isAnswered(runtime, call)) return async () => jsonResult({});
  const feed = await requireFeed(runtime, call, integration);
  const received = await readFeed(runtime, connections, { call, ...feed });
  const now = runtime.clock.now();
  return async (transaction) => {
    const result = await storeFeed(runtime, transaction, { feed, received, now });
    if (!result) throw refused('switched_off', 'The integration is paused or disabled.');
    return describeResult(result, { stored: result.plan?.readings.length ?? 0 });
  };
}

async function requireFeed(
  { database }: Runtime,
  call: RequestContext,
  { id, farmId }: OwnIntegration,
): Promise<IntegrationFeed> {
  const scope = { orgId: call.actor.orgId, farmIds: [farmId] };
  const feed = await findFeed(database, { integrationId: id, scope });
  if (feed) return feed;
  throw refused(
    'no_mapping',
    'The integration has no mapping yet, so the meaning of its payload is not known.',
  );
}

async function readFeed(
  { clock }: Runtime,
  connections: Connections,
  requested: { readonly call: RequestContext } & Pick<IntegrationFeed, 'endpoint' | 'authRef'>,
): Promise<FeedContent> {
  const { endpoint } = requested;
  if (endpoint === null) throw refused('no_endpoint', 'The integration has no endpoint.');
  if (isMqtt(endpoint)) {
    throw refused('not_polled', 'Messages of a broker are awaited, not fetched; test a payload.');
  }
  if (!isHttp(endpoint)) {
    throw refused('not_polled', 'Only endpoints of http and https are polled.');
  }
  try {
    const text = await fetchPayload(connections, requested);
    return { payloads: [{ text, at: clock.now() }] };
  } catch (error) {
    return { payloads: null, error: reasonOf(error) };
  }
}

async function isAnswered({ database, clock }: Runtime, call: RequestContext): Promise<boolean> {
  if (!call.idempotency) return false;
  const since = formatInstant(clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  const { key: idempotencyKey } = call.idempotency;
  const { keyId } = call.actor;
  return (await findStoredAnswer(database, { keyId, idempotencyKey, since })) !== undefined;
}

function parseTest(body: unknown): TestBody {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationFailed([
      { path: 'body', code: 'wrong_type', message: 'body must be a JSON object.' },
    ]);
  }
  const { mapping, payload, topic } = body as Readonly<Record<string, unknown>>;
  const issues: Issue[] = Object.keys(body)
    .filter((name) => !BODY_MEMBERS.includes(name))
    .map((path) => ({ path, code: 'not_allowed', message: `${path} is no member of a test.` }));
  const isTopic =
    topic === undefined || (typeof topic === 'string' && topic.length <= LONGEST_TOPIC);
  if (!isTopic)
    issues.push({ path: 'topic', code: 'wrong_type', message: 'topic must be a text.' });
  if (issues.length > 0) throw validationFailed(issues);
  return {
    ...(mapping === undefined ? {} : { mapping: parseMapping(mapping, 'mapping') }),
    ...(payload === undefined ? {} : { payload }),
    ...(typeof topic === 'string' ? { topic } : {}),
  };
}

function describeResult(
  { error, plan }: FeedResult,
  { stored }: { readonly stored: number },
): Result {
  return jsonResult({
    ok: error === null,
    error,
    stored,
    samples: plan?.samples ?? 0,
    known: plan?.known ?? 0,
    waiting: plan?.waiting ?? 0,
    readings: (plan?.readings ?? []).map(({ barnId, ts, values, devices }) => ({
      barnId,
      ts,
      ...values,
      devices,
    })),
    dropped: plan?.dropped ?? 0,
    problems: plan?.problems ?? [],
  });
}
