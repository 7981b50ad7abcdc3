import { type Issue, validationFailed } from '../../model/errors.ts';
import type { IntegrationMapping } from '../../model/integration-mapping.ts';
import { limits } from '../../model/limits.ts';
import { barns } from '../../model/resources/barns.ts';
import type { Connection, Transaction } from '../../storage/database.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import {
  findFeed,
  type IntegrationFeed,
  keepMapping,
} from '../../storage/system/integration-feeds.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { isMqtt } from './feed-kind.ts';
import { findOwnIntegration, type OwnIntegration } from './find-own-integration.ts';
import { parseMapping } from './parse-mapping.ts';
import { knownDevice } from './read-payload.ts';
import { resolveMapping } from './resolve-mapping.ts';

const MINUTE_MILLIS = 60_000;

/** `GET /os/integrations/{id}/mapping`: how its payload becomes readings, and how far it is read. */
export async function getMapping({ database }: Runtime, call: Call, id: string): Promise<Answer> {
  const integration = await findOwnIntegration(database, call, { id, scope: 'read:*' });
  return jsonAnswer(await describeFeed(database, call, integration));
}

/** `PUT /os/integrations/{id}/mapping`: from now on the integration is read by this mapping. */
export async function setMapping(
  transaction: Transaction,
  input: { readonly call: Call; readonly id: string; readonly body: () => unknown },
): Promise<Answer> {
  const { call, id } = input;
  const asked = { id, scope: 'write:*', forUpdate: true } as const;
  const integration = await findOwnIntegration(transaction, call, asked);
  const mapping = parseMapping(input.body());
  await requireBarns(transaction, { integration, orgId: call.actor.orgId, mapping });
  await keepMapping(transaction, {
    integrationId: id,
    orgId: call.actor.orgId,
    farmId: integration.farmId,
    mapping: JSON.stringify(mapping),
    updatedAt: formatInstant(call.at),
  });
  return jsonAnswer(await describeFeed(transaction, call, integration));
}

/** Throws the issues of barns that the mapping names and the farm of the integration has not. */
export async function requireBarns(
  connection: Connection,
  input: {
    readonly integration: OwnIntegration;
    readonly orgId: string;
    readonly mapping: IntegrationMapping;
  },
): Promise<void> {
  const { integration, orgId, mapping } = input;
  const named = [
    ['barnId', mapping.barnId] as const,
    ...Object.keys(mapping.devices ?? {}).map(
      (name) => [`devices.${name}`, knownDevice(mapping, name)?.barnId] as const,
    ),
  ];
  const texts = distinct(named.map(([, barnId]) => barnId ?? null)).filter(isPossible);
  const scope = narrowScope({ orgId, farmIds: 'all' }, integration.farmId);
  const rows = await listRowsByText(connection, barns, { scope, field: 'id', texts });
  const known = new Set(rows.map((json) => (JSON.parse(json) as { readonly id: string }).id));
  const issues = named.flatMap(([path, barnId]): Issue[] => {
    if (barnId === undefined || known.has(barnId)) return [];
    const message = `${path} names no barn of the farm of the integration.`;
    return [{ path, code: 'not_found', message }];
  });
  if (issues.length > 0) throw validationFailed(issues);
}

function isPossible(text: string): boolean {
  return !text.includes('\0');
}

async function describeFeed(connection: Connection, call: Call, integration: OwnIntegration) {
  const scope = { orgId: call.actor.orgId, farmIds: [integration.farmId] };
  const feed = await findFeed(connection, { integrationId: integration.id, scope });
  const mapping = feed ? (JSON.parse(feed.mapping) as IntegrationMapping) : null;
  return {
    integrationId: integration.id,
    mapping,
    effective: mapping === null ? null : resolveMapping(mapping),
    lastPollAt: feed?.lastPollAt ?? null,
    nextPollAt: feed ? nextPoll(feed, call.at) : null,
    stored: feed?.stored ?? 0,
    dropped: feed?.dropped ?? 0,
    lastDroppedAt: feed?.lastDroppedAt ?? null,
    lastProblems: JSON.parse(feed?.lastProblems ?? '[]') as readonly string[],
    updatedAt: feed?.updatedAt ?? null,
  };
}

/** When it is polled next; null for one that is not: messages are awaited, or it is switched off. */
function nextPoll(
  { endpoint, status, pollMinutes, lastPollAt }: IntegrationFeed,
  now: number,
): string | null {
  const isOff = status === 'paused' || status === 'disabled';
  if (isOff || endpoint === null || isMqtt(endpoint)) return null;
  const interval = (pollMinutes ?? limits.integrationPollMinutes) * MINUTE_MILLIS;
  const next = lastPollAt === null ? now : Date.parse(lastPollAt) + interval;
  return formatInstant(Math.max(now, next));
}
