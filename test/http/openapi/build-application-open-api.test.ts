import { expect, test } from 'vitest';
import { buildApplicationOpenApi } from '../../../src/http/openapi/build-application-open-api.ts';
import { actionTypes } from '../../../src/model/actions.ts';
import { actionSchemaName } from '../../../src/model/answers/actions.ts';

const document = buildApplicationOpenApi({ version: '1.2.3' });

test('the document has the routes that exist', () => {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((method) => `${method} ${path}`),
  );
  expect(routes).toEqual([
    'get /os/keys',
    'post /os/keys',
    'get /os/keys/{id}',
    'patch /os/keys/{id}',
    'delete /os/keys/{id}',
    'get /os/audit',
    'get /os/audit/verify',
    'get /os/webhooks/{id}',
    'patch /os/webhooks/{id}',
    'delete /os/webhooks/{id}',
    'post /os/webhooks/{id}/test',
    'post /os/webhooks/{id}/rotate-secret',
    'post /os/webhooks/{id}/replay',
    'get /os/webhooks/{id}/deliveries',
    'get /os/webhooks/deliveries/{id}',
    'post /os/webhooks/deliveries/{id}/resend',
    'get /os/cameras',
    'post /os/cameras/adopt',
    'post /os/cameras/{id}/token',
    'get /os/actions',
    'post /os/actions/check',
    'get /os/events/stream',
    'post /os/brain/scan',
    'get /os/measures',
    'get /os/measures/{id}',
  ]);
});

test('it holds no component that nothing refers to', () => {
  expect(Object.keys(document.components.schemas ?? {})).toEqual([
    'Error',
    'Issue',
    'ListMeta',
    'MissingData',
    'Gap',
    'Webhook',
    'KeyList',
    'KeyCreated',
    'Key',
    'KeyRevoked',
    'AuditLog',
    'AuditVerification',
    'WebhookDeleted',
    'WebhookDelivery',
    'WebhookRotated',
    'WebhookReplay',
    'WebhookDeliveryList',
    'WebhookDeliveryLog',
    'Cameras',
    'CameraAdopted',
    'CameraToken',
    'ActionHistory',
    'ActionCheck',
    'EventStream',
    'BrainScans',
    'MeasureList',
    'MeasureAnswer',
    ...actionTypes.map(actionSchemaName),
  ]);
  expect(document).not.toHaveProperty('webhooks');
});

test('every route that manages something needs the admin scope', () => {
  const { '/os/events/stream': _, '/os/actions': __, ...others } = document.paths;
  const { '/os/cameras': ___, '/os/cameras/adopt': ____, ...more } = others;
  const { '/os/actions/check': _____, '/os/brain/scan': ________, ...rest } = more;
  const { '/os/measures': ______, '/os/measures/{id}': _______, ...managing } = rest;
  const operations = Object.values(managing).flatMap((item) =>
    [item.get, item.post, item.patch, item.delete].filter((operation) => operation !== undefined),
  );
  expect(operations).toHaveLength(17);
  for (const { security } of operations) expect(security).toEqual([{ bearer: ['admin:*'] }]);
});

test('a key that is not there is a 404, and a change of one is not conditional', () => {
  const statuses = Object.keys(document.paths['/os/keys/{id}']?.patch?.responses ?? {});
  expect(statuses.join(' ')).toBe('200 400 401 403 404 408 409 413 415 422 429 500 503');
});

test('the stream of events is described as one, with the header that goes on', () => {
  const operation = document.paths['/os/events/stream']?.get;
  expect(operation?.responses['200']).toMatchObject({
    content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/EventStream' } } },
  });
  expect(operation?.parameters).toContainEqual({
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last message; the stream goes on behind it.',
    schema: { type: 'string' },
    example: expect.stringMatching(/^evt_/),
  });
});
