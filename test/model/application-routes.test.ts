import { expect, test } from 'vitest';
import { applicationRoutes, applicationTags } from '../../src/model/routes/application-routes.ts';

test.each([
  ['listKeys', 'GET', '/os/keys'],
  ['createKey', 'POST', '/os/keys'],
  ['getKey', 'GET', '/os/keys/{id}'],
  ['updateKey', 'PATCH', '/os/keys/{id}'],
  ['revokeKey', 'DELETE', '/os/keys/{id}'],
  ['listAuditEntries', 'GET', '/os/audit'],
  ['verifyAuditLog', 'GET', '/os/audit/verify'],
  ['verifyAuditLogAgainst', 'POST', '/os/audit/verify'],
  ['getWebhook', 'GET', '/os/webhooks/{id}'],
  ['updateWebhook', 'PATCH', '/os/webhooks/{id}'],
  ['deleteWebhook', 'DELETE', '/os/webhooks/{id}'],
  ['testWebhook', 'POST', '/os/webhooks/{id}/test'],
  ['rotateWebhookSecret', 'POST', '/os/webhooks/{id}/rotate-secret'],
  ['replayWebhook', 'POST', '/os/webhooks/{id}/replay'],
  ['listWebhookDeliveries', 'GET', '/os/webhooks/{id}/deliveries'],
  ['getWebhookDelivery', 'GET', '/os/webhooks/deliveries/{id}'],
  ['resendWebhookDelivery', 'POST', '/os/webhooks/deliveries/{id}/resend'],
  ['listActions', 'GET', '/os/actions'],
  ['checkAction', 'POST', '/os/actions/check'],
  ['streamEvents', 'GET', '/os/events/stream'],
  ['readHistory', 'GET', '/os/history/{resource}/{id}'],
  ['runBatch', 'POST', '/os/batch'],
  ['readSettings', 'GET', '/os/settings'],
  ['changeSettings', 'PATCH', '/os/settings'],
  ['listBackups', 'GET', '/os/backups'],
  ['makeBackup', 'POST', '/os/backups'],
  ['exportPerson', 'GET', '/os/people/{id}/export'],
  ['erasePerson', 'POST', '/os/people/{id}/erase'],
  ['listMeasures', 'GET', '/os/measures'],
  ['readMeasure', 'GET', '/os/measures/{id}'],
  ['putMediaContent', 'PUT', '/os/media/{id}/content'],
  ['getMediaContent', 'GET', '/os/media/{id}/content'],
  ['analyzeMedia', 'POST', '/os/media/{id}/analyze'],
])('%s is %s %s', (operationId, method, path) => {
  const route = applicationRoutes.find((candidate) => candidate.operationId === operationId);
  expect(route).toMatchObject({ method, path });
});

test('every tag is described', () => {
  expect(Object.keys(applicationTags)).toEqual([
    ...new Set(applicationRoutes.map(({ tag }) => tag)),
  ]);
});

test('the audit log has the filters named by the design', () => {
  const audit = applicationRoutes.find(({ operationId }) => operationId === 'listAuditEntries');
  expect(audit && 'query' in audit ? Object.keys(audit.query) : []).toEqual([
    'keyId',
    'farmId',
    'method',
    'path',
    'status',
    'from',
    'to',
    'limit',
    'offset',
  ]);
});
