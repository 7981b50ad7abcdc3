import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  decodeSecret,
  serviceSignature,
  standardSignature,
} from '../../src/tools/webhook-signature.ts';

// Worked out with `openssl dgst -sha256 -hmac`, see the comment of verifyWebhook.
const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const body =
  '{"id":"evt_1","data":{"he":"שאלה","en":"question","th":"คำถาม","es":"¿pregunta?","zh":"问题"}}';
const timestamp = '1795251600';
const documented = 'sha256=a532364a67e07292389f2fd8ec82e84aafaf2b8c9bebb5b685354ca44a5fb3e1';
const standard = 'v1,uDeYlAGBeel3cdqoFcopvRN6uSFa+vSNA//l/uTgfZo=';

test('x-service-signature is keyed with the text of the secret', () => {
  expect(serviceSignature(secret, timestamp, body)).toBe(documented);
});

test('webhook-signature is keyed with the bytes of the secret', () => {
  expect(standardSignature(secret, { id: 'evt_1', timestamp }, body)).toBe(standard);
});

test('text and its bytes have the same signature', () => {
  const bytes = new TextEncoder().encode(body);
  expect(serviceSignature(secret, timestamp, bytes)).toBe(documented);
  expect(standardSignature(secret, { id: 'evt_1', timestamp }, bytes)).toBe(standard);
});

test('the library of Standard Webhooks gives the same signature', () => {
  const signed = new Webhook(secret).sign('evt_1', new Date(1_795_251_600_000), body);
  expect(signed).toBe(standard);
});

test.each([
  ['whsec_YWI=', 'ab'],
  ['whsec_YWI', 'ab'],
  ['YWJj', 'abc'],
])('the bytes of %s are those of %s', (text, bytes) => {
  expect(decodeSecret(text)).toEqual(Buffer.from(bytes));
});

test.each(['', 'whsec_', 'whsec_*', 'whsec_abc-', 'whsec_YWI= ', 'whsec_Y', 'whsec_YWI=='])(
  '%j is not a secret',
  (text) => {
    expect(decodeSecret(text)).toBeUndefined();
    expect(() => standardSignature(text, { id: 'evt_1', timestamp }, body)).toThrow(RangeError);
  },
);
