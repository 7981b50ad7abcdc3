import { coversScope, fullScopes, role as roleWords, type Scope } from '../core/vocabulary.ts';
import type { ResourceName } from './registry.ts';

/** The role of a person on a farm, or in the whole organisation. */
export type Role = (typeof roleWords.words)[number];

/** A role and its rights. */
interface RoleDefinition {
  /** One sentence for reference documents. */
  readonly summary: string;
  readonly scopes: readonly Scope[];
}

/** Resources with amounts of money as their subject. */
const FINANCES = [
  'expenses',
  'sales',
  'feed-deliveries',
  'feed-orders',
  'market-orders',
  'tenders',
  'tender-bids',
] as const satisfies readonly ResourceName[];

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
  'chat-messages',
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

/** The roles and their scopes; the only place where a role gets rights. */
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
      ...writing([
        'daily-logs',
        'tasks',
        'task-comments',
        'field-reports',
        'media',
        'chat-messages',
      ]),
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

/** The role of that name; undefined for any other text. */
export function roleOf(name: unknown): Role | undefined {
  return roleWords.words.find((word) => word === name);
}

/** The scopes among the wanted ones that are not covered by the held ones. */
export function uncoveredScopes(
  held: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  return wanted.filter((scope) => !coversScope(held, scope));
}

/** The scopes that both lists cover, without repetition. */
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
