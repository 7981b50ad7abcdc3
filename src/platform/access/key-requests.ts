import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { coversScope, fullScopes } from '../../model/core/vocabulary.ts';
import { farms } from '../../model/resources/farms.ts';
import { resourceNames } from '../../model/resources/registry.ts';
import { objectOf } from '../../model/validation/parse-body.ts';
import type { Connection } from '../../storage/core/database.ts';
import { findFarmOfRow } from '../../storage/records/find-rows.ts';
import type { KeyChange } from '../../storage/system/api-keys.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import { nearestWord } from '../../tools/words.ts';
import { type Actor, scopeOf } from '../core/actor.ts';

/** The properties of a key to be created. */
export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly farmIds: readonly string[] | null;
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: string | null;
}

type Body = Readonly<Record<string, unknown>>;

const LONGEST_NAME = 120;
const MOST_FARMS = 200;

/** All scopes a key may have: the five general ones, plus read and write per module. */
export const grantableScopes: readonly string[] = [
  ...fullScopes,
  ...resourceNames.flatMap((name) => [`read:${name}`, `write:${name}`]),
];

/** Parses the request body for a new key; rights that exceed those of the minter are issues. */
export function parseKeyRequest(body: unknown, minter: Minter): KeyRequest {
  const input = objectOf(body);
  const issues: Issue[] = [];
  const request = {
    name: nameOf(input, issues),
    scopes: scopesOf(input, minter, issues),
    farmIds: farmsOf(input, minter, issues),
    rateLimitPerMinute: rateOf(input, minter, issues) ?? defaultRate(minter),
    expiresAt: expiryOf(input, minter, issues) ?? minter.expiresAt,
  };
  if (issues.length > 0) throw validationFailed(issues);
  return request;
}

/** Parses the request body for a key change: name, rate limit and expiry. */
export function parseKeyChange(body: unknown, minter: Minter, key: ChangedKey): KeyChange {
  const input = objectOf(body);
  const issues: Issue[] = [];
  const rate = rateOf(input, minter, issues);
  const expiry = expiryOf(input, minter, issues);
  const missing = key.scopes.find((scope) => !coversScope(minter.actor.scopes, scope));
  if (missing !== undefined) {
    if (isMore(rate, key.rateLimitPerMinute)) issues.push(widerKey('rateLimitPerMinute', missing));
    if (isMore(timeOf(expiry), timeOf(key.expiresAt))) issues.push(widerKey('expiresAt', missing));
  }
  const change: KeyChange = {
    ...(input['name'] === undefined ? {} : { name: nameOf(input, issues) }),
    ...(rate === undefined ? {} : { rateLimitPerMinute: rate }),
    ...(expiry === undefined ? {} : { expiresAt: expiry }),
  };
  if (issues.length > 0) throw validationFailed(issues);
  return change;
}

/** The creator or changer of a key, and the time. */
export interface Minter {
  readonly actor: Actor;
  readonly expiresAt: string | null;
  readonly now: number;
}

/** The existing key's properties that limit the change. */
type ChangedKey = Readonly<
  Required<Pick<KeyRequest, 'scopes' | 'rateLimitPerMinute' | 'expiresAt'>>
>;

/** Whether a limit is higher than before; undefined: unchanged, null: no limit. */
function isMore(requested: number | null | undefined, before: number | null): boolean {
  if (requested === undefined || before === null) return false;
  return requested === null || requested > before;
}

function timeOf<Absent extends null | undefined>(instant: string | Absent): number | Absent {
  return typeof instant === 'string' ? Date.parse(instant) : instant;
}

/** The issue for extending a key that has more rights than the caller. */
function widerKey(path: string, scope: string): Issue {
  const message = `${path} cannot be raised: the key holds ${scope}, which the calling key does not hold.`;
  return { path, code: 'not_allowed', message };
}

function nameOf(body: Body, issues: Issue[]): string {
  const name = typeof body['name'] === 'string' ? body['name'].trim().normalize('NFC') : undefined;
  if (name !== undefined && name !== '' && name.length <= LONGEST_NAME) return name;
  issues.push({
    path: 'name',
    code: name === undefined || name === '' ? 'required' : 'too_long',
    message: `name is required, a text of at most ${LONGEST_NAME} characters.`,
  });
  return '';
}

function scopesOf(body: Body, { actor }: Minter, issues: Issue[]): readonly string[] {
  const requested = body['scopes'];
  if (!Array.isArray(requested) || requested.length === 0) {
    issues.push({
      path: 'scopes',
      code: 'required',
      message: `scopes is required, a list of ${fullScopes.join(', ')} or one module, such as read:tasks.`,
      allowed: grantableScopes,
    });
    return [];
  }
  for (const [index, scope] of requested.entries()) {
    const issue = scopeIssue(scope, `scopes[${index}]`, actor);
    if (issue) issues.push(issue);
  }
  return [...new Set(requested as string[])];
}

function scopeIssue(scope: unknown, path: string, actor: Actor): Issue | undefined {
  if (typeof scope !== 'string' || !grantableScopes.includes(scope)) {
    const suggestion = nearestWord(JSON.stringify(scope), grantableScopes);
    return {
      path,
      code: 'not_allowed',
      message: `${path} is not a scope: ${JSON.stringify(scope)?.slice(0, 100)}.`,
      allowed: grantableScopes,
      ...(suggestion ? { suggestion } : {}),
    };
  }
  if (coversScope(actor.scopes, scope)) return undefined;
  return {
    path,
    code: 'not_allowed',
    message: `${path}: a key cannot grant ${scope}, which it does not hold itself.`,
    allowed: actor.scopes,
  };
}

function farmsOf(body: Body, { actor }: Minter, issues: Issue[]): readonly string[] | null {
  const requested = body['farmIds'];
  const ownFarmIds = actor.farmIds === 'all' ? null : actor.farmIds;
  if (requested === undefined || requested === null) return ownFarmIds;
  const isList =
    Array.isArray(requested) &&
    requested.length > 0 &&
    requested.length <= MOST_FARMS &&
    requested.every((id) => typeof id === 'string' && id.length <= 80);
  if (!isList) {
    issues.push({
      path: 'farmIds',
      code: 'wrong_type',
      message: `farmIds must be a list of 1 to ${MOST_FARMS} ids of farms; leave it out for all farms.`,
    });
    return [];
  }
  const foreignFarmId =
    ownFarmIds && (requested as string[]).find((id) => !ownFarmIds.includes(id));
  if (foreignFarmId) issues.push(foreignFarm((requested as string[]).indexOf(foreignFarmId)));
  return [...new Set(requested as string[])];
}

/** The issue for a farm that does not exist or is not visible to the minter. */
function foreignFarm(index: number): Issue {
  const path = `farmIds[${index}]`;
  return { path, code: 'not_found', message: `${path} names no farm that the key may see.` };
}

function rateOf(body: Body, { actor }: Minter, issues: Issue[]): number | null | undefined {
  const requested = body['rateLimitPerMinute'];
  if (requested === undefined || requested === null) return undefined;
  const maximum = actor.rateLimitPerMinute ?? limits.maxRequestsPerMinute;
  if (
    Number.isInteger(requested) &&
    (requested as number) >= 1 &&
    (requested as number) <= maximum
  ) {
    return requested as number;
  }
  issues.push({
    path: 'rateLimitPerMinute',
    code: typeof requested === 'number' && requested > maximum ? 'too_large' : 'wrong_type',
    message: `rateLimitPerMinute must be a whole number from 1 to ${maximum}.`,
  });
  return undefined;
}

function defaultRate({ actor }: Minter): number {
  return Math.min(limits.requestsPerMinute, actor.rateLimitPerMinute ?? limits.requestsPerMinute);
}

function expiryOf(body: Body, minter: Minter, issues: Issue[]): string | null | undefined {
  const requested = body['expiresAt'];
  if (requested === undefined) return undefined;
  if (requested === null && minter.expiresAt === null) return null;
  const millis = typeof requested === 'string' ? parseInstant(requested) : undefined;
  const latest = minter.expiresAt === null ? undefined : Date.parse(minter.expiresAt);
  const isInRange =
    millis !== undefined && millis > minter.now && (latest === undefined || millis <= latest);
  if (isInRange) return formatInstant(millis);
  const bound = minter.expiresAt === null ? '' : ` and not later than ${minter.expiresAt}`;
  issues.push({
    path: 'expiresAt',
    code: millis === undefined ? 'invalid_date' : 'not_allowed',
    message: `expiresAt must be a time stamp such as 2027-01-31T00:00:00Z, in the future${bound}.`,
  });
  return undefined;
}

/** Throws `validation_failed` for farms that are not visible to the caller. */
export async function requireFarms(
  connection: Connection,
  actor: Actor,
  farmIds: readonly string[] | null,
): Promise<void> {
  for (const [index, id] of (farmIds ?? []).entries()) {
    const farm = await findFarmOfRow(connection, farms, { id, scope: scopeOf(actor) });
    if (farm === undefined) throw validationFailed([foreignFarm(index)]);
  }
}
