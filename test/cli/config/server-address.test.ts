import { expect, test } from 'vitest';
import { isSameServer, parseServerAddress } from '../../../src/cli/config/config-schema.ts';

test.each([
  ['embedded', 'embedded'],
  ['https://farm.example.com', 'https://farm.example.com'],
  ['https://farm.example.com/', 'https://farm.example.com'],
  ['HTTPS://Farm.Example.com:443/', 'https://farm.example.com'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['https://example.com/farm/', 'https://example.com/farm'],
  ['https://example.com/v1/platform/', 'https://example.com'],
  ['https://example.com/farm/v1/platform', 'https://example.com/farm'],
])('%s has the base URL %s', (text, address) => {
  expect(parseServerAddress(text)).toBe(address);
});

test.each([
  '',
  'Embedded',
  'localhost:8787',
  'farm.example.com',
  'ftp://farm.example.com',
  'https://',
  'https://user:word@example.com',
  'https://example.com/?a=1',
  'https://example.com/#a',
])('"%s" is not a server', (text) => {
  expect(parseServerAddress(text)).toBeUndefined();
});

test.each([
  ['https://example.com', 'https://example.com/farm', true],
  ['https://example.com', 'http://example.com', false],
  ['https://example.com', 'https://example.com:8443', false],
  ['https://example.com', 'https://example.com.evil.test', false],
  ['embedded', 'embedded', true],
  ['embedded', 'http://127.0.0.1:8787', false],
])('%s and %s are the same server: %s', (left, right, same) => {
  expect(isSameServer(left, right)).toBe(same);
});
