import type { ResourceDefinition } from '../core/resource.ts';
import { coversScope, fullScopes, role as roleWords, type Scope } from '../core/vocabulary.ts';
import type { ResourceName } from './registry.ts';

/** The role of a person on a farm, or in the whole organisation. */
export type Role = (typeof roleWords.words)[number];

interface RoleDefinition {
  /** One sentence for reference documents. */
  readonly summary: string;
  readonly scopes: readonly Scope[];
}

/** Resources about amounts of money. */
const FINANCES = [
  'expenses',
  'sales',
  'feed-deliveries',
  'feed-orders',
  'market-orders',
  'tenders',
  'tender-bids',
] as const satisfies readonly ResourceName[];

/** Without `chat-messages`, which include the answers of /ask and so may be about money. */
const BARN_WORK = [
  'farms',
  'barns',
  'flocks',
  'daily-logs',
  'alerts',
  'tasks',
  'task-comments',
  'field-reports',
  'events',
  'media',
  'devices',
  'env-readings',
  'vision-events',
  'medicine',
] as const satisfies readonly ResourceName[];

const HEALTH = [
  'farms',
  'barns',
  'flocks',
  'daily-logs',
  'alerts',
  'tasks',
  'task-comments',
  'field-reports',
  'events',
  'media',
  'env-readings',
  'vision-events',
  'treatments',
  'medicine',
] as const satisfies readonly ResourceName[];

/** The roles and their scopes; the only place that defines a role's rights. */
export const roles: Readonly<Record<Role, RoleDefinition>> = {
  owner: {
    summary: 'Has every right, and alone can grant or revoke the owner role',
    scopes: fullScopes,
  },
  admin: {
    summary: 'Has every right except granting or revoking the owner role',
    scopes: fullScopes,
  },
  manager: {
    summary: 'Reads and writes all farm data, asks questions and runs actions',
    scopes: ['read:*', 'write:*', 'ai:ask', 'actions:execute'],
  },
  worker: {
    summary: 'Writes daily logs, tasks, field reports and media; sees no finances',
    scopes: [
      ...reading(BARN_WORK),
      ...writing(['daily-logs', 'tasks', 'task-comments', 'field-reports', 'media']),
    ],
  },
  vet: {
    summary: 'Reads health data; writes treatments, medicine and health events',
    scopes: [
      ...reading(HEALTH),
      ...writing(['treatments', 'medicine', 'events', 'field-reports', 'task-comments', 'media']),
    ],
  },
  advisor: {
    summary: 'Reads all farm data, asks questions and comments on tasks',
    scopes: ['read:*', 'ai:ask', ...writing(['task-comments'])],
  },
  accountant: {
    summary: 'Writes finances and contacts; reads all other farm data',
    scopes: ['read:*', ...writing([...FINANCES, 'contacts'])],
  },
  viewer: {
    summary: 'Reads all farm data and changes nothing',
    scopes: ['read:*'],
  },
};

/**
 * The fields of a resource that people with these scopes are not shown: amounts of money, unless
 * they read finances or write the resource themselves. Undefined: a key of the organisation, whose
 * scopes name whole modules.
 */
export function hiddenFields(
  scopes: readonly string[] | undefined,
  { name, fields }: ResourceDefinition,
): readonly string[] {
  if (scopes === undefined || coversScope(scopes, `write:${name}`)) return [];
  if (FINANCES.some((finance) => coversScope(scopes, `read:${finance}`))) return [];
  return Object.keys(fields).filter((field) => fields[field]?.type === 'money');
}

/** The role with that name; undefined if there is none. */
export function roleOf(name: unknown): Role | undefined {
  return roleWords.words.find((word) => word === name);
}

/** The wanted scopes that the held scopes do not cover. */
export function uncoveredScopes(
  granted: readonly string[],
  requiredScopes: readonly string[],
): readonly string[] {
  return requiredScopes.filter((scope) => !coversScope(granted, scope));
}

/** The scopes covered by both lists, without duplicates. */
export function commonScopes(first: readonly string[], second: readonly string[]): string[] {
  const common = [
    ...first.filter((scope) => coversScope(second, scope)),
    ...second.filter((scope) => coversScope(first, scope)),
  ];
  return [...new Set(common)];
}

function reading(names: readonly ResourceName[]): Scope[] {
  return names.map((name) => `read:${name}` as const);
}

function writing(names: readonly ResourceName[]): Scope[] {
  return names.map((name) => `write:${name}` as const);
}

/** A role on one farm, or in the whole organisation if `farmId` is null. */
export interface Grant {
  readonly farmId: string | null;
  readonly role: string;
  readonly expiresAt: string | null;
}

/** A user with its unrevoked grants. */
export interface GrantedUser<G extends Grant = Grant> {
  readonly role: string;
  readonly status: string;
  readonly grants: readonly G[];
}

/** A user's rights: the union of the scopes of all its roles, by where they apply. */
export interface UserRightsNow {
  /** Undefined: no role in the whole organisation. */
  readonly everywhere: readonly string[] | undefined;
  /** By farm, including the scopes of organisation-wide roles. */
  readonly byFarm: ReadonlyMap<string, readonly string[]>;
}

/** The grants of a user that are in effect at an instant; none unless the user is active. */
export function effectiveGrants<G extends Grant>(user: GrantedUser<G>, now: number): readonly G[] {
  if (user.status !== 'active') return [];
  // A role in the whole organisation is in effect only while it is the user's role.
  return possibleGrants(user, now).filter(
    ({ farmId, role }) => farmId !== null || role === user.role,
  );
}

/** The unexpired grants of a user, including those without effect due to its status or role. */
export function possibleGrants<G extends Grant>(
  { grants }: Pick<GrantedUser<G>, 'grants'>,
  now: number,
): readonly G[] {
  return grants.filter(
    ({ role, expiresAt }) =>
      roleOf(role) !== undefined && (expiresAt === null || Date.parse(expiresAt) > now),
  );
}

/** The rights given by grants. */
export function rightsOf(grants: readonly Grant[]): UserRightsNow {
  const ofOrganisation = grants.filter(({ farmId }) => farmId === null);
  const organisationScopes = unionOf(ofOrganisation.map(scopesOf));
  const byFarm = new Map<string, readonly string[]>();
  for (const grant of grants) {
    if (grant.farmId === null) continue;
    const farmScopes = byFarm.get(grant.farmId) ?? organisationScopes;
    byFarm.set(grant.farmId, unionOf([farmScopes, scopesOf(grant)]));
  }
  return { everywhere: ofOrganisation.length === 0 ? undefined : organisationScopes, byFarm };
}

/** The rights of a key bound to a user: the intersection of both. */
export function sharedRights(
  {
    scopes,
    farmIds,
  }: { readonly scopes: readonly string[]; readonly farmIds: readonly string[] | null },
  rights: UserRightsNow,
): UserRightsNow {
  const { everywhere } = rights;
  const isBound = farmIds !== null || everywhere === undefined;
  const byFarm = (farmIds ?? [...rights.byFarm.keys()])
    .map((farmId) => [farmId, commonScopes(scopes, scopesOnFarm(rights, farmId))] as const)
    .filter(([, shared]) => shared.length > 0);
  return {
    everywhere: isBound ? undefined : commonScopes(scopes, everywhere),
    byFarm: new Map(byFarm),
  };
}

/** The scopes of a user on one farm. */
export function scopesOnFarm({ everywhere, byFarm }: UserRightsNow, farmId: string) {
  return byFarm.get(farmId) ?? everywhere ?? [];
}

function scopesOf({ role }: Grant): readonly string[] {
  const name = roleOf(role);
  return name === undefined ? [] : roles[name].scopes;
}

function unionOf(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
