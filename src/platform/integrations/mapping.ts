import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import {
  findPreset,
  type IntegrationMapping,
  mappingSchema,
  presetNames,
} from '../../model/integration-presets.ts';
import { type FeedMeasure, feedMeasures, meteredMeasures } from '../../model/measures.ts';
import { barns } from '../../model/resources/barns.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { joinPath, parseBody } from '../../model/validation/parse-body.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { findFeed, type IntegrationFeed, storeMapping } from '../../storage/system/integrations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { nearestWord } from '../../tools/words.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfRequest,
} from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { type FieldReading, unitsOf } from './payload-values.ts';
import { knownDevice, resolveMapping } from './read-payload.ts';

const MINUTE_MILLIS = 60_000;

/**
 * `GET /os/integrations/{id}/mapping`: how its payload is converted to readings, and the reading
 * position.
 */
export async function getMapping(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const integration = await findOwnIntegration(database, call, { id });
  return jsonResult(await describeFeed(database, call, integration));
}

/** `PUT /os/integrations/{id}/mapping`: sets the mapping of the integration from now on. */
export async function setMapping(
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string; readonly body: () => unknown },
): Promise<Result> {
  const { call, id } = input;
  const query = { id, forUpdate: true } as const;
  const integration = await findOwnIntegration(transaction, call, query);
  const mapping = parseMapping(input.body());
  await requireBarns(transaction, { integration, orgId: call.actor.orgId, mapping });
  await storeMapping(transaction, {
    integrationId: id,
    orgId: call.actor.orgId,
    farmId: integration.farmId,
    mapping: JSON.stringify(mapping),
    updatedAt: formatInstant(call.at),
  });
  return jsonResult(await describeFeed(transaction, call, integration));
}

/** Throws issues for mapped barns that do not belong to the integration's farm. */
export async function requireBarns(
  connection: Connection,
  input: {
    readonly integration: OwnIntegration;
    readonly orgId: string;
    readonly mapping: IntegrationMapping;
  },
): Promise<void> {
  const { integration, orgId, mapping } = input;
  const barnIds = [
    ['barnId', mapping.barnId] as const,
    ...Object.keys(mapping.devices ?? {}).map(
      (name) => [`devices.${name}`, knownDevice(mapping, name)?.barnId] as const,
    ),
  ];
  const texts = distinct(barnIds.map(([, barnId]) => barnId ?? null)).filter(isPossible);
  const scope = narrowScope({ orgId, farmIds: 'all' }, integration.farmId);
  const rows = await listRowsByText(connection, barns, { scope, field: 'id', texts });
  const existingIds = new Set(rows.map((json) => (JSON.parse(json) as { readonly id: string }).id));
  const issues = barnIds.flatMap(([path, barnId]): Issue[] => {
    if (barnId === undefined || existingIds.has(barnId)) return [];
    const message = `${path} names no barn of the farm of the integration.`;
    return [{ path, code: 'not_found', message }];
  });
  if (issues.length > 0) throw validationFailed(issues);
}

function isPossible(text: string): boolean {
  return !text.includes('\0');
}

async function describeFeed(
  connection: Connection,
  call: RequestContext,
  integration: OwnIntegration,
) {
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

/** The time of the next poll; null for integrations that receive messages or are disabled. */
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

/** Parses a mapping. Throws `validation_failed` with all issues. */
export function parseMapping(body: unknown, at = ''): IntegrationMapping {
  const mapping = parseBody(mappingSchema, body, at);
  const issues = [...sizeIssues(mapping), ...contentIssues(mapping)];
  if (issues.length === 0) return mapping;
  throw validationFailed(issues.map((issue) => ({ ...issue, path: joinPath(at, [issue.path]) })));
}

function sizeIssues(mapping: IntegrationMapping): readonly Issue[] {
  if (JSON.stringify(mapping).length <= limits.jsonFieldBytes) return [];
  const message = `The mapping must not be longer than ${limits.jsonFieldBytes} characters.`;
  return [{ path: 'devices', code: 'too_long', message }];
}

function contentIssues(mapping: IntegrationMapping): readonly Issue[] {
  const { preset } = mapping;
  if (preset !== undefined && !findPreset(preset)) {
    const suggestion = nearestWord(preset, presetNames);
    const message = `preset must be one of ${presetNames.join(', ')}.`;
    const allowed = presetNames;
    const hint = suggestion === undefined ? {} : { suggestion };
    return [{ path: 'preset', code: 'not_allowed', message, allowed, ...hint }];
  }
  const resolved = resolveMapping(mapping);
  return [...measureIssues(resolved), ...readingIssues(resolved)];
}

/** A mapping must contain a measure: fields of a row, or the value of a row by device. */
function measureIssues({ fields = {}, value, device, devices = {} }: IntegrationMapping): Issue[] {
  if (value === undefined) {
    if (Object.keys(fields).length > 0) return [];
    const message = 'fields must say where the measures stand, or value where the one is.';
    return [{ path: 'fields', code: 'required', message }];
  }
  if (device === undefined) {
    const message = 'device is required beside value: it says what the value measures.';
    return [{ path: 'device', code: 'required', message }];
  }
  const isMeasured = Object.values(devices).some(
    (device) => typeof device !== 'string' && device.measure !== undefined,
  );
  if (isMeasured) return [];
  const message = 'devices must name the measure of at least one device, since value is used.';
  return [{ path: 'devices', code: 'required', message }];
}

function readingIssues(mapping: IntegrationMapping): Issue[] {
  const { fields = {}, devices = {} } = mapping;
  const ofFields = feedMeasures.flatMap((measure) => {
    const field = fields[measure];
    const isPlain = field === undefined || typeof field === 'string';
    return isPlain
      ? []
      : [field].flat().flatMap((place) => unitIssues(`fields.${measure}`, measure, place));
  });
  const ofDevices = Object.keys(devices).flatMap((name) => {
    const device = knownDevice(mapping, name);
    return device?.measure ? unitIssues(`devices.${name}`, device.measure, device) : [];
  });
  return [...ofFields, ...ofDevices];
}

function unitIssues(path: string, measure: FeedMeasure, reading: FieldReading): Issue[] {
  const issues: Issue[] = [];
  const units = Object.keys(unitsOf(measure));
  const { unit, meter } = reading;
  if (unit !== undefined && !units.includes(unit)) {
    const message = `${path}.unit must be one of ${units.join(', ')}.`;
    issues.push({ path: `${path}.unit`, code: 'not_allowed', message, allowed: units });
  }
  if (meter && !meteredMeasures.includes(measure)) {
    const message = `${path}.meter: only ${meteredMeasures.join(' and ')} are counted by meters.`;
    issues.push({ path: `${path}.meter`, code: 'not_allowed', message });
  }
  return issues;
}

export type OwnIntegration = StoredOf<'integrations'> & { readonly farmId: string };

/**
 * The integration of a call, if visible to the caller; throws `insufficient_scope` and `not_found`.
 */
export async function findOwnIntegration(
  connection: Connection,
  call: RequestContext,
  requested: { readonly id: string; readonly forUpdate?: true },
): Promise<OwnIntegration> {
  const { id } = requested;
  const scope = await scopeOfRequest(connection, call);
  const forUpdate = requested.forUpdate ?? false;
  const json = id.includes('\0')
    ? undefined
    : await findRow(connection, integrations, { id, scope, forUpdate });
  const row = json === undefined ? undefined : (JSON.parse(json) as StoredOf<'integrations'>);
  if (row === undefined || row.farmId === null) throw new FarmError('not_found');
  call.subject.farmId = row.farmId;
  return { ...row, farmId: row.farmId };
}

/** Whether an endpoint is a broker that sends messages, instead of being polled. */
export function isMqtt(endpoint: string): boolean {
  return /^mqtts?:/i.test(endpoint);
}

/** Whether an endpoint is polled by HTTP. */
export function isHttp(endpoint: string): boolean {
  return /^https?:/i.test(endpoint);
}
