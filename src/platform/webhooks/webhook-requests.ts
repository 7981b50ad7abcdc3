import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { eventNames } from '../../model/core/resource.ts';
import { objectOf } from '../../model/validation/parse-body.ts';
import { distinct } from '../../tools/collections.ts';
import { nearestWord } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import {
  type RequestContext,
  scopeOfFarm,
  singleParameter,
  unknownParameterIssues,
} from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { ALL_EVENTS, type Subscription } from '../events/publish-events.ts';
import { BlockedAddress, checkTarget, type OutboundPolicy } from '../outbound/check-target.ts';

/** The properties of a new webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly string[];
  readonly farmIds: readonly string[] | null;
  readonly description: string | null;
  readonly ordered: boolean;
}

/** The changes of a webhook; absent properties are unchanged. */
export interface WebhookChangeRequest extends Partial<WebhookRequest> {
  readonly enabled?: boolean;
  /** Whether held events are sent when it is enabled. */
  readonly replay?: 'all' | 'none';
}

type Reader<T> = (value: unknown, name: string, issues: Issue[]) => T;

const LONGEST_URL = 2000;
const LONGEST_DESCRIPTION = 200;
const LONGEST_ID = 80;
const MOST_GRACE_HOURS = 168;
const DEFAULT_GRACE_HOURS = 24;
const SUBSCRIBED: readonly string[] = [ALL_EVENTS, ...eventNames];

/** Parses the body of a new webhook. Throws `validation_failed` with all issues. */
export function parseWebhookRequest(body: unknown, policy: OutboundPolicy): WebhookRequest {
  const input = objectOf(body);
  const issues: Issue[] = [];
  const request = {
    url: readUrl(policy)(input['url'], 'url', issues),
    events: readEvents(input['events'], 'events', issues),
    farmIds: readFarmIds(input['farmIds'], 'farmIds', issues),
    description: readDescription(input['description'], 'description', issues),
    ordered: readFlag(input['ordered'] ?? false, 'ordered', issues),
  };
  if (issues.length > 0) throw validationFailed(issues);
  return request;
}

/** Parses the body of a webhook change. Throws `validation_failed` with all issues. */
export function parseWebhookChange(body: unknown, policy: OutboundPolicy): WebhookChangeRequest {
  const input = objectOf(body);
  const issues: Issue[] = [];
  const readers: { readonly [name in keyof WebhookChangeRequest]-?: Reader<unknown> } = {
    url: readUrl(policy),
    events: readEvents,
    farmIds: readFarmIds,
    description: readDescription,
    ordered: readFlag,
    enabled: readFlag,
    replay: readReplay,
  };
  const change = Object.entries(readers)
    .filter(([name]) => input[name] !== undefined)
    .map(([name, read]) => [name, read(input[name], name, issues)]);
  if (issues.length > 0) throw validationFailed(issues);
  return Object.fromEntries(change) as WebhookChangeRequest;
}

/** Parses the body of an adoption: whether held events are sent. */
export function parseAdoption(body: unknown): Required<Pick<WebhookChangeRequest, 'replay'>> {
  const input = body === undefined ? {} : objectOf(body);
  const issues: Issue[] = [];
  const replay =
    input['replay'] === undefined ? 'all' : readReplay(input['replay'], 'replay', issues);
  if (issues.length > 0) throw validationFailed(issues);
  return { replay };
}

/** Options of a secret rotation. */
export interface RotationRequest {
  readonly phase: 'start' | 'finish';
  readonly graceHours: number;
}

/** Parses the body of a rotation; the default is to start one with a day of grace. */
export function parseRotation(body: unknown): RotationRequest {
  const input = body === undefined ? {} : objectOf(body);
  const issues: Issue[] = [];
  const { phase = 'start', graceHours = DEFAULT_GRACE_HOURS } = input;
  if (phase !== 'start' && phase !== 'finish') {
    issues.push(notAmong('phase', phase, ['start', 'finish']));
  }
  if (
    !Number.isInteger(graceHours) ||
    Number(graceHours) < 0 ||
    Number(graceHours) > MOST_GRACE_HOURS
  ) {
    const message = `graceHours must be a whole number from 0 to ${MOST_GRACE_HOURS}.`;
    issues.push({ path: 'graceHours', code: 'wrong_type', message });
  }
  if (issues.length > 0) throw validationFailed(issues);
  return { phase: phase === 'finish' ? 'finish' : 'start', graceHours: Number(graceHours) };
}

/** Parses event names without duplicates; `*` must be the only one. */
export const readEvents: Reader<readonly string[]> = (value, name, issues) => {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.arrayItems) {
    const message = `${name} is required, a list of names of events, or ["${ALL_EVENTS}"] for all.`;
    const code = value === undefined || value === null ? 'required' : 'wrong_type';
    issues.push({ path: name, code, message, allowed: SUBSCRIBED });
    return [];
  }
  for (const [index, event] of value.entries()) {
    if (!SUBSCRIBED.includes(event)) issues.push(notAmong(`${name}[${index}]`, event, SUBSCRIBED));
  }
  return value.includes(ALL_EVENTS) ? [ALL_EVENTS] : distinct(value as string[]);
};

function readUrl(policy: OutboundPolicy): Reader<string> {
  return (value, name, issues) => {
    if (typeof value !== 'string' || value.trim() === '') {
      const message = `${name} is required, an address that begins with https://.`;
      const code =
        value === undefined || value === null || value === '' ? 'required' : 'wrong_type';
      issues.push({ path: name, code, message });
      return '';
    }
    const url = value.trim();
    const refusal = refusalOf(url, policy);
    if (refusal) issues.push({ path: name, ...refusal, message: `${name}: ${refusal.message}` });
    return url;
  };
}

function refusalOf(
  url: string,
  policy: OutboundPolicy,
): Pick<Issue, 'code' | 'message'> | undefined {
  if (url.length > LONGEST_URL) {
    return { code: 'too_long', message: `at most ${LONGEST_URL} characters.` };
  }
  try {
    checkTarget(url, policy);
    return undefined;
  } catch (error) {
    if (!(error instanceof BlockedAddress)) throw error;
    const code = error.reason === 'invalid_url' ? 'invalid_format' : 'not_allowed';
    return { code, message: error.message };
  }
}

const readFarmIds: Reader<readonly string[] | null> = (value, name, issues) => {
  if (value === undefined || value === null) return null;
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= limits.arrayItems &&
    value.every((id) => typeof id === 'string' && id.length <= LONGEST_ID);
  if (isList) return distinct(value as string[]);
  const message = `${name} must be a list of 1 to ${limits.arrayItems} ids of farms; leave it out for all farms of the key.`;
  issues.push({ path: name, code: 'wrong_type', message });
  return null;
};

const readDescription: Reader<string | null> = (value, name, issues) => {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value.trim().normalize('NFC') : undefined;
  if (text !== undefined && text.length <= LONGEST_DESCRIPTION) return text === '' ? null : text;
  issues.push({
    path: name,
    code: text === undefined ? 'wrong_type' : 'too_long',
    message: `${name} must be a text of at most ${LONGEST_DESCRIPTION} characters.`,
  });
  return null;
};

const readFlag: Reader<boolean> = (value, name, issues) => {
  if (typeof value === 'boolean') return value;
  issues.push({ path: name, code: 'wrong_type', message: `${name} must be true or false.` });
  return false;
};

const readReplay: Reader<'all' | 'none'> = (value, name, issues) => {
  if (value === 'all' || value === 'none') return value;
  issues.push(notAmong(name, value, ['all', 'none']));
  return 'all';
};

function notAmong(path: string, value: unknown, allowed: readonly string[]): Issue {
  const valueText = JSON.stringify(value)?.slice(0, 100);
  const suggestion = nearestWord(typeof value === 'string' ? value : '', allowed);
  return {
    path,
    code: 'not_allowed',
    message: `${path} must be one of ${allowed.slice(0, 3).join(', ')}${allowed.length > 3 ? ' …' : ''} (got ${valueText}).`,
    allowed,
    ...(suggestion ? { suggestion } : {}),
  };
}

/**
 * Parses the subscription of a stream: the query's events and farm, limited to what the key may
 * see.
 */
export async function readStreamRequest(
  { database }: Pick<Runtime, 'database'>,
  call: RequestContext,
): Promise<Subscription> {
  const { actor } = call;
  const query = call.query.parameters;
  const issues: Issue[] = unknownParameterIssues(['farmId', 'events'], query);
  if (issues.length > 0) throw validationFailed(issues);
  const farmId = singleParameter(query, 'farmId');
  if (farmId !== undefined) call.subject.farmId = farmId;
  await scopeOfFarm(database, scopeOf(actor), farmId);
  const typed = singleParameter(query, 'events');
  const events =
    typed === undefined ? [ALL_EVENTS] : readEvents(typed.split(','), 'events', issues);
  if (issues.length > 0) throw validationFailed(issues);
  return {
    events,
    farmIds: farmId === undefined ? null : [farmId],
    keyFarmIds: actor.farmIds === 'all' ? null : actor.farmIds,
    keyScopes: actor.scopes,
  };
}
