import { exampleId, json, list, prose, reference, text, timestamp, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, commandMode, open } from '../core/vocabulary.ts';

const command = open([
  'set_temp',
  'set_humidity',
  'set_ventilation',
  'set_min_ventilation',
  'set_light',
  'start_heater',
  'stop_heater',
  'start_cooling',
  'stop_cooling',
  'start_feed',
  'stop_feed',
  'open_water',
  'close_water',
  'silence_alarm',
  'reboot',
  'read_now',
  'custom',
]);

const status = closed(
  ['pending', 'approved', 'sent', 'executed', 'failed', 'rejected', 'cancelled', 'expired'],
  {
    new: 'pending',
    suggested: 'pending',
    proposed: 'pending',
    accepted: 'approved',
    done: 'executed',
    completed: 'executed',
    succeeded: 'executed',
    error: 'failed',
    denied: 'rejected',
    declined: 'rejected',
    canceled: 'cancelled',
    timed_out: 'expired',
  },
);

export const controllerCommands = defineResource({
  name: 'controller-commands',
  singular: 'controller command',
  idPrefix: 'command',
  group: 'Monitoring',
  summary: 'Commands to climate, feed and light controllers, with their status',
  fields: {
    barnId: reference('barns'),
    integrationId: reference('integrations'),
    deviceId: reference('devices'),
    command: word(command, { required: true }),
    params: json({
      note: 'set_temp: c 10 to 38; set_ventilation: pct 0 to 100; set_light: pct and hours',
    }),
    mode: word(commandMode, { default: 'suggest' }),
    status: word(status, {
      note: 'Default: approved when the mode is auto or manual, else pending',
    }),
    requestedBy: text(120, { defaultFrom: 'caller' }),
    sentAt: timestamp({ origin: 'system' }),
    executedAt: timestamp({ origin: 'system' }),
    result: json({ origin: 'system', note: 'What the controller answered' }),
    error: prose(2000, { origin: 'system' }),
    reason: list(20, 500, { origin: 'system', note: 'Why the service made the command' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'integrationId', 'deviceId'] },
  label: ['command'],
  found: ['command', 'requestedBy'],
  filters: ['status', 'barnId', 'mode'],
  order: 'createdAt',
  transitions: {
    pending: ['approved', 'rejected', 'cancelled', 'expired'],
    approved: ['sent', 'cancelled', 'expired'],
    sent: ['executed', 'failed', 'expired'],
    executed: [],
    failed: ['pending'],
    rejected: [],
    cancelled: [],
    expired: [],
  },
  translated: ['error'],
  columns: ['id', 'createdAt', 'command', 'params', 'mode', 'status', 'barnId', 'requestedBy'],
  example: {
    barnId: exampleId('barn'),
    integrationId: exampleId('integration'),
    command: 'set_temp',
    params: { c: 26.5 },
    mode: 'approve',
    requestedBy: 'Dana',
  },
});
