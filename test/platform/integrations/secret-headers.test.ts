import { expect, test } from 'vitest';
import {
  SecretRefused,
  secretHeaders,
} from '../../../src/platform/integrations/secret-references.ts';

test.each([
  ['a token', 'abc', { authorization: 'Bearer abc' }],
  ['a token with its scheme', 'Bearer abc', { authorization: 'Bearer abc' }],
  ['a custom header', 'X-Api-Key: abc', { 'x-api-key': 'abc' }],
  ['user and password', 'Basic farm:pässword', { authorization: 'Basic ZmFybTpww6Rzc3dvcmQ=' }],
  ['already encoded credentials', 'Basic ZmFybTpw', { authorization: 'Basic ZmFybTpw' }],
  ['a token with a colon', 'user:abc', { authorization: 'Bearer user:abc' }],
])('%s', (_, secret, headers) => {
  expect(secretHeaders(secret)).toEqual(headers);
});

test.each([
  'Host: elsewhere.example',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'X-Service-Signature: sha256=0',
  'schlüssel',
])('%s cannot be sent', (secret) => {
  expect(() => secretHeaders(secret)).toThrow(SecretRefused);
});
