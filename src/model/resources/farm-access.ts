import { list, reference, text, timestamp, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, role } from '../core/vocabulary.ts';

export const farmAccess = defineResource({
  name: 'farm-access',
  singular: 'farm access',
  idPrefix: 'access',
  group: 'People and system',
  summary: 'Roles of users on single farms (not organisation-wide roles)',
  readOnly: true,
  fields: {
    userId: reference('users', { origin: 'system' }),
    role: word(role, { origin: 'system' }),
    scopes: list(100, 80, { origin: 'system', note: 'Such as read:* or write:tasks' }),
    status: word(closed(['active', 'invited', 'revoked', 'expired']), { origin: 'system' }),
    grantedBy: text(120, { origin: 'system' }),
    grantedAt: timestamp({ origin: 'system' }),
    expiresAt: timestamp({ origin: 'system' }),
    revokedAt: timestamp({ origin: 'system' }),
  },
  farm: { kind: 'farm', parents: [] },
  label: ['role'],
  filters: ['userId', 'role', 'status'],
  order: 'createdAt',
  columns: ['id', 'farmId', 'userId', 'role', 'status', 'grantedAt', 'expiresAt'],
  example: {},
});
