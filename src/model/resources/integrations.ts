import { exampleId, integer, prose, reference, text, timestamp, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, open } from '../core/vocabulary.ts';

const kind = open([
  'camera',
  'controller',
  'scale',
  'weather',
  'erp',
  'accounting',
  'feed_mill',
  'slaughterhouse',
  'hatchery',
  'lab',
  'messaging',
  'webhook',
  'other',
]);

const status = closed(['pending', 'active', 'failing', 'paused', 'disabled'], {
  new: 'pending',
  connected: 'active',
  online: 'active',
  ok: 'active',
  enabled: 'active',
  error: 'failing',
  failed: 'failing',
  suspended: 'paused',
  inactive: 'disabled',
  off: 'disabled',
});

export const integrations = defineResource({
  name: 'integrations',
  singular: 'integration',
  idPrefix: 'integration',
  group: 'Monitoring',
  summary: 'Connections to other systems: cameras, controllers, weather, accounting',
  doubted: true,
  fields: {
    barnId: reference('barns'),
    name: text(120),
    kind: word(kind, { required: true }),
    vendor: text(120),
    endpoint: text(2000, {
      format: 'url',
      schemes: ['http', 'https', 'ws', 'wss', 'mqtt', 'mqtts', 'rtsp', 'rtsps', 'tcp'],
    }),
    authRef: text(200, {
      format: 'secret-reference',
      note: 'Reference to the stored secret, such as env:FARMCTL_SECRET_FEED_MILL; never the secret itself. Commands to a controller are signed with it; creating a controller without it returns a signingSecret once',
    }),
    pollMinutes: integer(1, 1440, { unit: 'min' }),
    status: word(status, { default: 'pending' }),
    notes: prose(5000),
    lastSuccessAt: timestamp({ origin: 'system' }),
    lastError: prose(2000, { origin: 'system' }),
    lastErrorAt: timestamp({ origin: 'system' }),
    consecutiveFailures: integer(0, 1_000_000, { origin: 'system', default: 0 }),
    tokenPrefix: text(40, {
      origin: 'system',
      note: 'Beginning of the camera-connection token; the answer to the create shows it once, as cameraToken',
    }),
  },
  shownOnce: {
    cameraToken:
      'The camera-connection token of a new integration of kind camera. Shown only in this answer, not when it is repeated for the same Idempotency-Key.',
    signingSecret:
      'The secret that signs commands to a new integration of kind controller without an authRef. Shown only in this answer, not when it is repeated for the same Idempotency-Key.',
  },
  farm: { kind: 'farm', parents: ['barnId'] },
  label: ['name', 'vendor', 'kind'],
  search: ['name', 'vendor'],
  filters: ['kind', 'status', 'vendor'],
  order: 'createdAt',
  transitions: {
    pending: ['active', 'failing', 'disabled'],
    active: ['failing', 'paused', 'disabled'],
    failing: ['active', 'paused', 'disabled'],
    paused: ['active', 'disabled'],
    disabled: ['pending'],
  },
  translated: ['lastError'],
  columns: ['id', 'name', 'kind', 'vendor', 'status', 'barnId', 'lastSuccessAt', 'lastError'],
  example: {
    barnId: exampleId('barn'),
    name: 'Climate controller of barn 1',
    kind: 'controller',
    vendor: 'Rotem',
    endpoint: 'https://controller.example.com/commands',
    authRef: 'env:FARMCTL_SECRET_ROTEM',
    pollMinutes: 15,
  },
});
