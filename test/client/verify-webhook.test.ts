import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, type WebhookHeaders } from '../../src/client/verify-webhook.ts';
import { createMovableClock } from '../../src/tools/clock.ts';
import { serviceSignature, standardSignature } from '../../src/tools/webhook-signature.ts';
import { fastestMillis } from '../support/fastest-millis.ts';

// Signatures worked out with `openssl dgst -sha256 -hmac`, see the comment of verifyWebhook.
const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const other = 'whsec_YW5vdGhlci1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDI=';
const body =
  '{"id":"evt_1","data":{"he":"שאלה","en":"question","th":"คำถาม","es":"¿pregunta?","zh":"问题"}}';
const timestamp = '1795251600';
const signedAt = 1_795_251_600_000;
const clock = createMovableClock(signedAt);
const serviceHeaders = {
  'x-service-timestamp': timestamp,
  'x-service-signature': 'sha256=a532364a67e07292389f2fd8ec82e84aafaf2b8c9bebb5b685354ca44a5fb3e1',
};
const standardHeaders = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': 'v1,uDeYlAGBeel3cdqoFcopvRN6uSFa+vSNA//l/uTgfZo=',
};
const headers = { ...serviceHeaders, ...standardHeaders };

function faultsOf(
  delivery: { readonly headers?: WebhookHeaders; readonly body?: string | Uint8Array },
  options: { readonly secret?: string | readonly string[]; readonly now?: number } = {},
) {
  const verdict = verifyWebhook(
    { headers, body, ...delivery },
    { secret: options.secret ?? secret, clock: createMovableClock(options.now ?? signedAt) },
  );
  return { isValid: verdict.isValid, faults: verdict.checks.map(({ fault }) => fault) };
}

const genuine = { isValid: true, faults: [undefined, undefined] };

test('a genuine delivery is accepted by both checks', () => {
  expect(verifyWebhook({ headers, body }, { secret, clock })).toEqual({
    isValid: true,
    message: 'x-service-signature holds.',
    checks: [
      { check: 'service', fault: undefined, message: 'x-service-signature holds.' },
      { check: 'standard', fault: undefined, message: 'webhook-signature holds.' },
    ],
  });
});

test.each<[string, WebhookHeaders]>([
  ['of the Fetch API', new Headers(headers)],
  ['of Node', { ...headers, host: 'brain.example.com', 'set-cookie': ['a', 'b'] }],
  [
    'in capitals',
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ],
  ['in lists', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
])('headers %s are parsed', (_, headers) => {
  expect(faultsOf({ headers })).toEqual(genuine);
});

test('the body may be bytes, even if they are not text', () => {
  expect(faultsOf({ body: Buffer.from(body) })).toEqual(genuine);
  const bytes = Uint8Array.of(0xff, 0x00, 0xfe);
  const signed = {
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(secret, timestamp, bytes),
  };
  expect(faultsOf({ headers: signed, body: bytes })).toMatchObject({ isValid: true });
});

test('one signature is sufficient', () => {
  expect(faultsOf({ headers: serviceHeaders })).toEqual({
    isValid: true,
    faults: [undefined, 'headers_missing'],
  });
  expect(faultsOf({ headers: standardHeaders })).toEqual({
    isValid: true,
    faults: ['headers_missing', undefined],
  });
});

test('a delivery signed by the library of Standard Webhooks is accepted, and the other way round', () => {
  const library = new Webhook(secret);
  const signature = library.sign('evt_2', new Date(signedAt), body);
  const signed = { ...standardHeaders, 'webhook-id': 'evt_2', 'webhook-signature': signature };
  expect(faultsOf({ headers: signed }).isValid).toBe(true);
  const now = String(Math.floor(Date.now() / 1000));
  const ownHeaders = {
    'webhook-id': 'evt_3',
    'webhook-timestamp': now,
    'webhook-signature': standardSignature(secret, { id: 'evt_3', timestamp: now }, body),
  };
  expect(library.verify(body, ownHeaders)).toEqual(JSON.parse(body));
});

test('during a rotation either secret is accepted', () => {
  const event = { id: 'evt_1', timestamp };
  const both = [standardSignature(other, event, body), standardSignature(secret, event, body)];
  const rotating = {
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(other, timestamp, body),
    ...standardHeaders,
    'webhook-signature': both.join(' '),
  };
  expect(faultsOf({ headers: rotating })).toEqual({
    isValid: true,
    faults: ['signature_differs', undefined],
  });
  expect(faultsOf({ headers: rotating }, { secret: other })).toEqual(genuine);
  expect(faultsOf({}, { secret: [other, secret] })).toEqual(genuine);
});

test('signatures of future versions are ignored', () => {
  const later = {
    ...standardHeaders,
    'webhook-signature': `v1a,AAAA ${standardHeaders['webhook-signature']} v2,BBBB`,
  };
  expect(faultsOf({ headers: later }).isValid).toBe(true);
});

test.each<[string, number, boolean]>([
  ['300 s ago', 300, true],
  ['300 s ahead', -300, true],
  ['301 s ago', 301, false],
  ['301 s ahead', -301, false],
])('a delivery signed %s is rejected', (_, age, isValid) => {
  const fault = isValid ? undefined : 'clock';
  expect(faultsOf({}, { now: signedAt + age * 1000 })).toEqual({ isValid, faults: [fault, fault] });
});

test.each([
  [
    7200,
    'signed 7200 s ago, more than 300 s off: the clock of this machine is ahead, or an old delivery was sent again by somebody else.',
  ],
  [-7200, 'signed 7200 s in the future, more than 300 s off: the clock of this machine is behind.'],
])('a clock that is %i s off is reported', (seconds, reason) => {
  const wrong = createMovableClock(signedAt + seconds * 1000);
  const { message } = verifyWebhook({ headers, body }, { secret, clock: wrong });
  expect(message).toBe(`x-service-signature: ${reason}`);
});

const value: unknown = JSON.parse(body);
const ascii = (text: string) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

test.each<[string, string]>([
  ['indented', JSON.stringify(value, null, 2)],
  ['in ASCII', ascii(body)],
  ['with spaces', body.replaceAll('":', '": ').replaceAll(',"', ', "')],
  ['with a line end', `${body}\n`],
  ['with a byte order mark', `\uFEFF${body}`],
  ['with spaces around it', ` ${body} `],
])('a body serialised again %s is reported as the cause', (_, written) => {
  expect(faultsOf({ body: written })).toEqual({
    isValid: false,
    faults: ['body_rewritten', 'body_rewritten'],
  });
  const { message } = verifyWebhook({ headers, body: written }, { secret, clock });
  expect(message).toMatch(/Give the raw body of the request\.$/);
});

test.each<[string, string]>([
  ['as JSON indented by two spaces', JSON.stringify({ a: [1, { b: 'é/' }], c: {} }, null, 2)],
  ['as JSON indented by four spaces', JSON.stringify({ a: [1, { b: 'é/' }], c: {} }, null, 4)],
  ['as JSON indented by tabs', JSON.stringify({ a: [1, { b: 'é/' }], c: {} }, null, '\t')],
  ['as JSON in one line with spaces', '{"a": [1, {"b": "é/"}], "c": {}}'],
  ['as compact JSON in ASCII', '{"a":[1,{"b":"\\u00e9/"}],"c":{}}'],
  ['as JSON in ASCII with spaces', '{"a": [1, {"b": "\\u00e9/"}], "c": {}}'],
  ['as compact JSON in ASCII with slashes escaped', '{"a":[1,{"b":"\\u00e9\\/"}],"c":{}}'],
  ['with a line end behind it', '{"a":[1,{"b":"é/"}],"c":{}}\n'],
])('a signature over the body %s is recognised', (how, signed) => {
  const compact = '{"a":[1,{"b":"é/"}],"c":{}}';
  const claim = {
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(secret, timestamp, signed),
  };
  const { message } = verifyWebhook({ headers: claim, body: compact }, { secret, clock });
  expect(message).toContain(`changed on the way: ${how} it is the one`);
});

test('a parsed body is reported as the cause', () => {
  const parsed = { headers, body: value as string };
  expect(verifyWebhook(parsed, { secret, clock }).checks[0]).toEqual({
    check: 'service',
    fault: 'body_not_raw',
    message:
      'x-service-signature: the body must be the text or bytes that came in, before it is parsed.',
  });
});

test.each<[string, string, readonly (string | undefined)[]]>([
  ['another one', other, ['signature_differs', 'signature_differs']],
  ['without its prefix', secret.slice(6), ['secret_differs', undefined]],
  ['with a line end', `${secret}\n`, ['secret_differs', 'secret_differs']],
  ['in quotes', `"${secret}"`, ['secret_differs', 'secret_differs']],
  ['empty', '', ['secret_malformed', 'secret_malformed']],
  ['not base64', 'whsec_***', ['signature_differs', 'secret_malformed']],
])('a secret that is %s is reported as the cause', (_, secret, faults) => {
  const isValid = faults.includes(undefined);
  expect(faultsOf({}, { secret })).toEqual({ isValid, faults });
});

test('an empty secret is rejected', () => {
  const forged = {
    ...serviceHeaders,
    'x-service-signature': serviceSignature('', timestamp, body),
  };
  expect(faultsOf({ headers: forged }, { secret: '' }).isValid).toBe(false);
  expect(faultsOf({ headers: forged }, { secret: [] }).isValid).toBe(false);
});

test('a request without signatures is reported as such', () => {
  const verdict = verifyWebhook({ headers: {}, body }, { secret, clock });
  expect(verdict.message).toBe('The request carries no signature of a webhook.');
  expect(verdict.checks.map(({ message }) => message)).toEqual([
    'x-service-signature: the request must carry x-service-timestamp and x-service-signature.',
    'webhook-signature: the request must carry webhook-id and webhook-timestamp and webhook-signature.',
  ]);
});

test.each<[string, Record<string, string>]>([
  [
    'hex in upper case',
    {
      ...serviceHeaders,
      'x-service-signature': serviceHeaders['x-service-signature'].toUpperCase(),
    },
  ],
  [
    'a truncated signature',
    {
      ...serviceHeaders,
      'x-service-signature': serviceHeaders['x-service-signature'].slice(0, -1),
    },
  ],
  [
    'a timestamp in milliseconds and a fraction',
    { ...serviceHeaders, 'x-service-timestamp': '1795251600000.5' },
  ],
  ['a timestamp in words', { ...serviceHeaders, 'x-service-timestamp': 'now' }],
  ['a negative timestamp', { ...serviceHeaders, 'x-service-timestamp': '-1795251600' }],
  [
    'two signatures in one header',
    {
      ...serviceHeaders,
      'x-service-signature': `${serviceHeaders['x-service-signature']}, ${serviceHeaders['x-service-signature']}`,
    },
  ],
  [
    'no version',
    { ...standardHeaders, 'webhook-signature': standardHeaders['webhook-signature'].slice(3) },
  ],
])('%s is malformed', (_, headers) => {
  const { isValid, faults } = faultsOf({ headers });
  expect([isValid, faults.includes('headers_malformed')]).toEqual([false, true]);
});

test('a changed delivery is rejected, whatever the change', () => {
  const where = fc.integer({ min: 0, max: Buffer.byteLength(body) - 1 });
  fc.assert(
    fc.property(where, fc.integer({ min: 1, max: 255 }), (index, flip) => {
      const bytes = Buffer.from(body);
      bytes[index] = (bytes[index] ?? 0) ^ flip;
      expect(faultsOf({ body: bytes }).isValid).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('no delivery causes an exception', () => {
  const names = Object.keys(headers);
  const text = fc.oneof(fc.string(), fc.constantFrom(...Object.values(headers)));
  const anyHeaders = fc.dictionary(fc.constantFrom(...names, '__proto__', 'get'), text);
  const anyBody = fc.oneof(fc.string(), fc.uint8Array(), fc.json());
  fc.assert(
    fc.property(anyHeaders, anyBody, (headers, anything) => {
      expect(faultsOf({ headers, body: anything }).isValid).toBe(false);
    }),
  );
});

test.each<[string, string]>([
  ['nested 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['nested 12 deep, repeatedly', `[${Array(2500).fill('['.repeat(11) + ']'.repeat(11))}]`],
  ['of many megabytes', JSON.stringify(Array.from({ length: 200_000 }, (_, n) => `entry ${n}`))],
])('garbage %s is rejected quickly', (_, rubbish) => {
  const faults: unknown[] = [];
  const millis = fastestMillis(() => faults.push(faultsOf({ body: rubbish }).faults), 3);
  expect(faults).toEqual(Array(3).fill(['signature_differs', 'signature_differs']));
  expect(millis).toBeLessThan(2000);
});
