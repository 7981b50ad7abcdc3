import type { Column } from '../../output/output.ts';

/** What tables of keys show. */
export const keyColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'name' },
  { name: 'scopes' },
  { name: 'allFarms' },
  { name: 'farmIds' },
  { name: 'rateLimitPerMinute', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'expiresAt', kind: 'time' },
  { name: 'revokedAt', kind: 'time' },
  { name: 'last4' },
];
