import { list, text, timestamp, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, language, role } from '../core/vocabulary.ts';

export const users = defineResource({
  name: 'users',
  singular: 'user',
  idPrefix: 'user',
  group: 'People and system',
  summary: 'People who use the service',
  fields: {
    name: text(120),
    phone: text(40, { format: 'phone' }),
    lang: word(language),
    status: word(
      closed(['invited', 'active', 'suspended', 'disabled'], {
        pending: 'invited',
        enabled: 'active',
        blocked: 'suspended',
        inactive: 'disabled',
      }),
      { default: 'active' },
    ),
    role: word(role, { default: 'worker' }),
    email: text(254, { origin: 'system', format: 'email' }),
    phoneE164: text(20, { origin: 'system', note: 'The phone in international form' }),
    lastSeenAt: timestamp({ origin: 'system' }),
    farms: list(10_000, 80, { origin: 'computed', note: 'Ids of the farms the person may enter' }),
    accessRoles: list(10, 40, {
      origin: 'computed',
      words: role.words,
      note: 'Roles on the farms in view and in the whole organisation, the most powerful first',
    }),
  },
  farm: { kind: 'organisation' },
  label: ['name', 'email'],
  search: ['name', 'email'],
  filters: ['role', 'status'],
  order: 'createdAt',
  transitions: {
    invited: ['active', 'disabled'],
    active: ['suspended', 'disabled'],
    suspended: ['active', 'disabled'],
    disabled: ['active'],
  },
  columns: ['id', 'name', 'accessRoles', 'status', 'email', 'phone', 'lastSeenAt'],
  example: {
    name: 'Dana Mizrahi',
    phone: '+972 52 765 4321',
    lang: 'he',
    status: 'active',
    role: 'manager',
  },
});
