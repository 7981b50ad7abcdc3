import {
  boolean,
  exampleId,
  integer,
  json,
  reference,
  text,
  timestamp,
  word,
} from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, deviceKind } from '../core/vocabulary.ts';

export const automations = defineResource({
  name: 'automations',
  singular: 'automation',
  idPrefix: 'automation',
  group: 'Monitoring',
  summary: 'Rules that run an action when a measure meets a condition',
  fields: {
    barnId: reference('barns', { note: 'Null: every barn of the farm' }),
    name: text(120, { required: true }),
    deviceKind: word(deviceKind),
    mode: word(
      closed(['suggest', 'approve', 'auto', 'alert_only'], {
        suggestion: 'suggest',
        automatic: 'auto',
        alert: 'alert_only',
      }),
      { default: 'suggest' },
    ),
    trigger: json({
      note: 'metric, op (>, >=, <, <=, between, stale), value, forMinutes, ageFrom, ageTo',
    }),
    action: json({ note: 'command and params, or alert, or task' }),
    enabled: boolean({ default: true }),
    lastRunAt: timestamp({ origin: 'system' }),
    lastResult: text(500, { origin: 'system' }),
    runs: integer(0, 1_000_000_000, { origin: 'system', default: 0 }),
  },
  farm: { kind: 'farm', parents: ['barnId'] },
  label: ['name'],
  found: ['name'],
  filters: ['enabled', 'barnId', 'deviceKind'],
  order: 'createdAt',
  columns: ['id', 'name', 'barnId', 'deviceKind', 'mode', 'enabled', 'lastRunAt', 'runs'],
  example: {
    barnId: exampleId('barn'),
    name: 'More air when ammonia is high',
    deviceKind: 'fan',
    mode: 'approve',
    trigger: { metric: 'nh3', op: '>', value: 20, forMinutes: 15 },
    action: { command: 'set_min_ventilation', params: { pct: 25 } },
    enabled: true,
  },
});
