import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  noSecrets,
  resolveSecret,
  SecretRefused,
} from '../../../src/platform/integrations/secret-references.ts';

const root = mkdtempSync(join(tmpdir(), 'farmctl-secrets-'));
const folder = join(root, 'secrets');
mkdirSync(join(folder, 'barns'), { recursive: true });
mkdirSync(join(root, 'secrets-of-others'));
writeFileSync(join(root, 'farmctl.key'), 'the key of the database');
writeFileSync(join(root, 'secrets-of-others', 'a'), 'of others');
writeFileSync(join(folder, 'rotem'), 'host=api.example.com abc123\n');
writeFileSync(join(folder, 'barns', 'north'), 'host=api.example.com X-Api-Key: deep');
writeFileSync(join(folder, 'long'), 'x'.repeat(10_000));
writeFileSync(join(folder, 'empty'), '  \n');
writeFileSync(join(folder, 'lines'), 'host=api.example.com one\ntwo');
symlinkSync(join(root, 'farmctl.key'), join(folder, 'link'));
symlinkSync(root, join(folder, 'up'));
symlinkSync(join(folder, 'rotem'), join(folder, 'alias'));
afterAll(() => rmSync(root, { recursive: true }));

const environment = {
  FARMCTL_SECRET_ROTEM: ' host=api.example.com t0ken ',
  FARMCTL_SECRET_UNBOUND: 't0ken',
  FARMCTL_SECRET_NO_HOSTS: 'host= t0ken',
  FARMCTL_SECRET_BOUND: 'host=api.example.com,10.0.0.8 bound',
  FARMCTL_SECRET_SPACED: 'host=api.example.com, 10.0.0.8:8443 spaced secret',
  FARMCTL_SECRET_BINDING_ONLY: 'host=api.example.com ',
  FARMCTL_SECRET_EMPTY: '',
  FARMCTL_SECRET_KEY: 'the key of the database',
  FARMCTL_SECRET_KEY_OLD: 'the key before',
  FARMCTL_KEY: 'fk_live_x',
  PATH: '/usr/bin',
};
const places = { environment, folder };
const resolve = (reference: string, host = 'api.example.com', port = 443) =>
  resolveSecret(reference, { places, host, port });

test.each([
  ['a variable', 'env:FARMCTL_SECRET_ROTEM', 't0ken'],
  ['a variable bound to the host', 'env:FARMCTL_SECRET_BOUND', 'bound'],
  ['a file', 'file:rotem', 'abc123'],
  ['a file by its absolute path', `file:${folder}/rotem`, 'abc123'],
  ['a file in a subfolder', 'file:barns/north', 'X-Api-Key: deep'],
  ['a path that returns to the folder', 'file:barns/../rotem', 'abc123'],
  ['a link inside the folder', 'file:alias', 'abc123'],
])('%s is resolved', async (_, reference, secret) => {
  expect(await resolve(reference)).toBe(secret);
});

test.each([
  ['a variable of the system', 'env:PATH', /must begin with FARMCTL_SECRET_/],
  ['the key of the command line', 'env:FARMCTL_KEY', /must begin with/],
  ['the key of the database', 'env:FARMCTL_SECRET_KEY', /must begin with/],
  ['a previous key of the database', 'env:FARMCTL_SECRET_KEY_OLD', /must begin with/],
  ['a name in lower case', 'env:farmctl_secret_rotem', /must begin with/],
  ['an inherited property', 'env:__proto__', /must begin with/],
  ['a missing variable', 'env:FARMCTL_SECRET_OTHER', /was started without/],
  ['an empty variable', 'env:FARMCTL_SECRET_EMPTY', /is empty/],
  ['a secret without a host', 'env:FARMCTL_SECRET_UNBOUND', /is bound to no host/],
  ['an empty binding', 'env:FARMCTL_SECRET_NO_HOSTS', /is bound to no host/],
  ['a binding without a secret', 'env:FARMCTL_SECRET_BINDING_ONLY', /is empty/],
  ['a file beside the folder', 'file:../farmctl.key', /must lie in the folder/],
  ['an absolute path elsewhere', 'file:/etc/passwd', /must lie in the folder/],
  ['a folder with the same prefix', 'file:../secrets-of-others/a', /must lie in the folder/],
  ['a link to the outside', 'file:link', /must lie in the folder/],
  ['a folder link to the outside', 'file:up/farmctl.key', /must lie in the folder/],
  ['the folder itself', 'file:.', /must lie in the folder/],
  ['a folder', 'file:barns', /There is no secret/],
  ['a missing file', 'file:nothing', /There is no secret/],
  ['a file that is too long', 'file:long', /There is no secret/],
  ['a NUL in the path', 'file:rotem\0', /must lie in the folder/],
  ['an empty file', 'file:empty', /is empty/],
  ['several lines', 'file:lines', /not one line/],
  ['a plain name', 'the usual token', /names no place/],
])('%s is rejected', async (_, reference, message) => {
  await expect(resolve(reference)).rejects.toThrow(SecretRefused);
  await expect(resolve(reference)).rejects.toThrow(message);
});

test('a secret bound to hosts is sent to no other, and not shown in the error', async () => {
  expect(await resolve('env:FARMCTL_SECRET_BOUND', '10.0.0.8')).toBe('bound');
  expect(await resolve('env:FARMCTL_SECRET_BOUND', 'API.example.com')).toBe('bound');
  const refusal = resolve('env:FARMCTL_SECRET_BOUND', 'evil.example');
  await expect(refusal).rejects.toThrow(
    'The secret env:FARMCTL_SECRET_BOUND is bound to other hosts and is not sent to evil.example.',
  );
});

test('hosts may be separated by spaces, and a host with a port is bound to that port', async () => {
  const reference = 'env:FARMCTL_SECRET_SPACED';
  expect(await resolve(reference)).toBe('spaced secret');
  expect(await resolve(reference, 'api.example.com', 8080)).toBe('spaced secret');
  expect(await resolve(reference, '10.0.0.8', 8443)).toBe('spaced secret');
  await expect(resolve(reference, '10.0.0.8', 443)).rejects.toThrow('bound to other hosts');
});

test('a server without a secrets folder reads no file', async () => {
  const request = { places: noSecrets, host: 'api.example.com', port: 443 };
  await expect(resolveSecret('file:rotem', request)).rejects.toThrow('--secrets-dir');
});
