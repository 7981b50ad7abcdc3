import { expect, test } from 'vitest';
import { buildApplicationOpenApi } from '../../../src/http/openapi/build-documents.ts';

const document = buildApplicationOpenApi({ version: '1.2.3' });

/** Every route, with the scope documented for it; undefined: none, or determined by the body. */
const routes: Readonly<Record<string, string | undefined>> = {
  'get /os/dashboard': 'read:*',
  'get /os/weekly-summary': 'read:*',
  'get /os/risk/ledger': 'read:*',
  'get /os/charts/growth/{id}': 'read:*',
  'get /os/charts/mortality/{id}': 'read:*',
  'get /os/charts/feed/{id}': 'read:*',
  'get /os/charts/laying/{id}': 'read:*',
  'get /os/charts/climate/{id}': 'read:*',
  'get /os/charts/farms': 'read:*',
  'get /os/keys': 'admin:*',
  'post /os/keys': 'admin:*',
  'get /os/keys/{id}': 'admin:*',
  'patch /os/keys/{id}': 'admin:*',
  'delete /os/keys/{id}': 'admin:*',
  'get /os/audit': 'admin:*',
  'get /os/audit/verify': 'admin:*',
  'post /os/audit/verify': 'admin:*',
  'get /os/webhooks/{id}': 'admin:*',
  'patch /os/webhooks/{id}': 'admin:*',
  'delete /os/webhooks/{id}': 'admin:*',
  'post /os/webhooks/{id}/test': 'admin:*',
  'post /os/webhooks/{id}/rotate-secret': 'admin:*',
  'post /os/webhooks/{id}/adopt': 'admin:*',
  'post /os/webhooks/{id}/replay': 'admin:*',
  'get /os/webhooks/{id}/deliveries': 'admin:*',
  'get /os/webhooks/deliveries/{id}': 'admin:*',
  'post /os/webhooks/deliveries/{id}/resend': 'admin:*',
  'get /os/cameras': 'read:*',
  'post /os/cameras/adopt': 'write:*',
  'post /os/cameras/{id}/token': 'admin:*',
  'get /os/case-files': 'read:*',
  'post /os/case-files': 'write:*',
  'get /os/case-files/{id}': 'read:*',
  'get /os/case-files/{id}/verify': 'read:*',
  'get /os/actions': 'read:*',
  'post /os/actions/check': 'read:*',
  'get /os/events/stream': 'read:*',
  'post /os/brain/scan': 'actions:execute',
  'get /os/measures': 'read:*',
  'get /os/measures/{id}': 'read:*',
  'put /os/media/{id}/content': 'write:*',
  'get /os/media/{id}/content': 'read:*',
  'post /os/media/{id}/analyze': 'write:*',
  'get /os/history/{resource}/{id}': 'read:*',
  'post /os/batch': undefined,
  'get /os/settings': 'admin:*',
  'patch /os/settings': 'admin:*',
  'get /os/backups': 'admin:*',
  'post /os/backups': 'admin:*',
  'get /os/people/{id}/export': 'admin:*',
  'post /os/people/{id}/erase': 'admin:*',
  'get /os/integrations/{id}/mapping': 'read:*',
  'put /os/integrations/{id}/mapping': 'write:*',
  'post /os/integrations/{id}/test': 'write:*',
  'post /os/integrations/{id}/poll': 'write:*',
  'get /os/automations/{id}/run': 'read:*',
  'post /os/automations/{id}/run': 'write:*',
  'post /os/automations/test': 'read:*',
  'get /os/session': undefined,
  'delete /os/session': undefined,
  'post /os/session/link': undefined,
  'post /os/session/passkey/options': undefined,
  'post /os/session/passkey': undefined,
  'post /os/session/passkey/registration/options': undefined,
  'post /os/session/passkey/registration': undefined,
  'get /os/passkeys': undefined,
  'patch /os/passkeys/{id}': undefined,
  'delete /os/passkeys/{id}': undefined,
  'get /os/session/oidc': undefined,
  'post /os/session/oidc/start': undefined,
  'post /os/session/oidc/callback': undefined,
  'put /os/users/{id}/email': 'admin:*',
  'get /os/sessions': undefined,
  'delete /os/sessions/{id}': undefined,
  'post /os/users/{id}/invite': 'admin:*',
  'get /os/users/{id}/access': undefined,
  'put /os/users/{id}/access': 'admin:*',
  'delete /os/users/{id}/access': 'admin:*',
  'get /os/notices': 'read:*',
  'post /os/notices/test': undefined,
  'get /os/notices/simulation': 'read:*',
  'get /os/notices/channels': undefined,
  'get /os/notices/push-key': undefined,
  'get /os/notices/digest': 'read:*',
  'put /os/notices/digest': 'read:*',
  'post /os/notices/channels': undefined,
  'post /os/notices/channels/{id}/verify': undefined,
  'post /os/notices/channels/{id}/send-code': undefined,
  'delete /os/notices/channels/{id}': undefined,
  'get /os/duties': 'read:*',
  'get /os/duties/{id}': 'read:*',
  'put /os/duties/{id}': 'write:*',
  'delete /os/duties/{id}': 'write:*',
  'get /os/export/{resource}': 'read:*',
  'post /os/import/{resource}': 'write:*',
  'post /os-ingest/{integrationId}/vision': undefined,
};

test('the document has exactly the existing routes, each with the scope it requires', () => {
  const operations = Object.entries(document.paths).flatMap(
    ([path, { parameters: _, servers: __, ...item }]) =>
      Object.entries(item).map(([method, operation]) => [
        `${method} ${path}`,
        operation['x-required-scopes']?.[0],
      ]),
  );
  expect(Object.fromEntries(operations)).toEqual(routes);
});

test('every component is referenced, and every reference exists', () => {
  const referred = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  const names = new Set([...referred].map(([, name]) => name));
  expect([...names].toSorted()).toEqual(Object.keys(document.components.schemas ?? {}).toSorted());
  expect(document).not.toHaveProperty('webhooks');
});

test('a missing key is a 404, and a change of a key is not conditional', () => {
  const statuses = Object.keys(document.paths['/os/keys/{id}']?.patch?.responses ?? {});
  expect(statuses.join(' ')).toBe('200 400 401 403 404 408 409 413 415 422 429 500 503');
});

test('a batch answers with any error of its operations', () => {
  const statuses = Object.keys(document.paths['/os/batch']?.post?.responses ?? {});
  expect(statuses.join(' ')).toBe('200 400 401 403 404 405 408 409 412 413 415 422 429 500 503');
});

test('the event stream has an event-stream response and the Last-Event-ID header', () => {
  const operation = document.paths['/os/events/stream']?.get;
  expect(operation?.responses['200']).toMatchObject({
    content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/EventStream' } } },
  });
  expect(operation?.parameters).toContainEqual({
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last message; the stream continues after it.',
    schema: { type: 'string' },
    example: expect.stringMatching(/^evt_/),
  });
});

test('the camera ingest route has its own base path, credential and answers', () => {
  const item = document.paths['/os-ingest/{integrationId}/vision'];
  const { security, responses, requestBody } = item?.post ?? {};
  expect(item?.servers?.map(({ url }) => url)).toEqual(['/v1']);
  expect(security).toEqual([{ cameraToken: [] }]);
  expect(document.components.securitySchemes).toHaveProperty('cameraToken.scheme', 'bearer');
  expect(Object.keys(responses ?? {}).join(' ')).toBe(
    '200 400 401 408 409 413 415 422 429 500 503',
  );
  expect(requestBody?.content['application/json']?.schema).toMatchObject({
    required: ['events'],
    properties: { events: { maxItems: 200, items: { required: ['kind'] } } },
  });
});
