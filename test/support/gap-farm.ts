import { insertChannel } from '../../src/storage/system/notice-channels.ts';
import { insertWebhook } from '../../src/storage/webhooks/webhooks.ts';
import { aChannel } from './a-channel.ts';
import { insertRowsOf } from './a-row.ts';
import type { FilledBody } from './call-fix.ts';
import type { DatabaseName } from './databases.ts';
import { create, createFarm } from './farm.ts';
import { startTestService, type TestService } from './service.ts';
import { createUser } from './signed-in.ts';

/** A separate farm, with the values that its fixes leave to the caller. */
export interface GapFarm {
  readonly service: TestService;
  readonly farmId: string;
  readonly known: FilledBody;
}

const DAY_MILLIS = 86_400_000;
/** Number of days since the last entry on the farm. */
const DAYS_BACK = 5;

/** Creates a farm with every kind of gap at noon of 2026-11-02; its birds are 30 days old. */
export async function startGapFarm(database: DatabaseName): Promise<GapFarm> {
  const service = await startTestService(database, { now: '2026-11-02T10:00:00.000Z' });
  const { clock } = service;
  clock.advance(-DAYS_BACK * DAY_MILLIS);
  const { farmId, barnId, flockId } = await createFarm(service);
  const row = (resource: Parameters<typeof create>[1], body: Record<string, unknown>) =>
    create(service, resource, body, { farmId });
  await row('alerts', { title: 'Fan 3 is broken', severity: 'critical', barnId });
  await row('field-reports', { rawText: 'How much vitamin today?', isQuestion: true });
  await row('medicine', { name: 'Tylosin', quantity: 2, minQuantity: 5, expiryDate: '2026-10-30' });
  await row('medicine', { name: 'Vitamin C', quantity: 9, expiryDate: '2026-11-12' });
  await row('medicine', { name: 'ND LaSota', quantity: 0, minQuantity: 20, unit: 'vials' });
  await row('integrations', { name: 'Climate', kind: 'controller', barnId, status: 'active' });
  clock.advance(DAYS_BACK * DAY_MILLIS);
  // Only the service itself records integration failures.
  await insertRowsOf(service.service.runtime.database, 'integrations', [
    failing(service, farmId, { id: 'integration_a', status: 'failing' }),
    failing(service, farmId, { id: 'integration_b', status: 'active', pollMinutes: 15 }),
    failing(service, farmId, { id: 'integration_c', status: 'pending', lastSuccessAt: null }),
  ]);
  await insertTroubledWebhooks(service);
  await insertReachable(service);
  const narrow = await service.createKey({ scopes: ['write:automations'] });
  await service.send('POST', `/automations?farmId=${farmId}`, {
    key: narrow,
    body: {
      name: 'Cooling',
      trigger: { metric: 'temp', op: '>', value: 31 },
      action: { command: 'start_cooling' },
      mode: 'auto',
    },
  });
  const known = { flockId, barnId, expiryDate: '2027-05-01' };
  return { service, farmId, known };
}

/**
 * Creates an owner who can be notified: a channel is verified by a delivered code, not by a fix.
 */
async function insertReachable(service: TestService): Promise<void> {
  const userId = await createUser(service, 'Dana', [{ role: 'owner' }]);
  const made = '2026-10-30T08:00:00.000Z';
  await insertChannel(service.service.runtime.database, {
    ...aChannel,
    id: 'channel_dana',
    orgId: service.orgId,
    userId,
    verifiedAt: made,
    createdAt: made,
    updatedAt: made,
  });
}

/** One disabled by the service, one that fails, and one disabled by a user. */
async function insertTroubledWebhooks({ service, orgId, admin }: TestService): Promise<void> {
  const made = '2026-10-30T08:00:00.000Z';
  const webhook = {
    orgId,
    url: 'https://brain.example.com/hooks/farm?token=hush',
    events: ['*'],
    farmIds: null,
    description: null,
    ordered: false,
    enabled: false,
    secret: 'sealed',
    previousSecret: null,
    previousSecretUntil: null,
    consecutiveFailures: 20,
    disabledReason: 'failures',
    disabledAt: '2026-11-01T06:00:00.000Z',
    dropped: 0,
    createdBy: 'key',
    ownerKeyId: admin.split('_')[2] ?? null,
    keyFarmIds: null,
    keyScopes: ['read:*'],
    createdAt: made,
    updatedAt: made,
  } as const;
  const failing = { enabled: true, disabledReason: null, disabledAt: null, consecutiveFailures: 7 };
  const { database } = service.runtime;
  await insertWebhook(database, { ...webhook, id: 'webhook_off' });
  await insertWebhook(database, { ...webhook, ...failing, id: 'webhook_failing' });
  await insertWebhook(database, { ...webhook, id: 'webhook_by_hand', disabledReason: 'by_hand' });
}

function failing(
  { orgId }: TestService,
  farmId: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    orgId,
    farmId,
    kind: 'weather',
    name: 'Weather',
    lastSuccessAt: '2026-11-01T06:00:00.000Z',
    lastErrorAt: '2026-11-02T09:00:00.000Z',
    lastError: 'HTTP 401',
    consecutiveFailures: 12,
    ...values,
  };
}
