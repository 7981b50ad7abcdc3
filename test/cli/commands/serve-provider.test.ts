import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseProvider } from '../../../src/cli/commands/serve/provider-options.ts';
import { CliError } from '../../../src/cli/core/errors.ts';
import { checkProvider } from '../../../src/server/doctor/host-checks.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { startIdentityProvider, type TestProvider } from '../../support/identity-provider.ts';

const environment = {
  FARMCTL_OIDC_ISSUER: 'https://login.example.com',
  FARMCTL_OIDC_CLIENT_ID: 'farmctl',
  FARMCTL_OIDC_SECRET: 'env:FARMCTL_SECRET_OIDC',
};

describe('the provider of the environment', () => {
  const settings = {
    issuer: 'https://login.example.com',
    clientId: 'farmctl',
    secretRef: 'env:FARMCTL_SECRET_OIDC',
  };
  test.each([
    [{}, undefined],
    [{ FARMCTL_OIDC_NAME: 'Emek' }, undefined],
    [environment, settings],
    [
      { ...environment, FARMCTL_OIDC_NAME: 'Emek' },
      { ...settings, name: 'Emek' },
    ],
  ])('%j', (variables, provider) => {
    expect(parseProvider(variables)).toEqual(provider);
  });

  test.each([
    [{ ...environment, FARMCTL_OIDC_SECRET: '' }, 'belong together'],
    [{ ...environment, FARMCTL_OIDC_ISSUER: '' }, 'belong together'],
    [{ ...environment, FARMCTL_OIDC_SECRET: 'a-secret' }, 'must name the place of the secret'],
    [{ ...environment, FARMCTL_OIDC_ISSUER: 'login' }, 'FARMCTL_OIDC_ISSUER must be an address'],
    [{ ...environment, FARMCTL_OIDC_NAME: 'a\u001b[31m' }, 'plain texts of at most 120'],
  ])('%j is rejected, and the secret not repeated', (variables, message) => {
    const read = () => parseProvider(variables);
    expect(read).toThrow(CliError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('a-secret');
  });

  test.each([
    ['http://login.example.com', 'must begin with https://'],
    ['https://login.example.com/.well-known/openid-configuration', 'without /.well-known/'],
    ['https://user:word@login.example.com', 'must not hold a user name'],
  ])('serve does not start with the issuer %s', async (issuer, message) => {
    const argv = ['serve', '--mock', 'empty', '--port', '0', '--log-level', 'silent'];
    const { stderr, exitCode } = await runInHome(await aHome(), argv, {
      environment: { ...environment, FARMCTL_OIDC_ISSUER: issuer },
    });
    expect(stderr).toContain(message);
    expect(exitCode).not.toBe(0);
  });
});

describe('doctor', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider([]);
  });
  afterAll(() => provider.close());

  const check = (secret: string, issuer = provider.issuer) =>
    checkProvider(
      { issuer, clientId: provider.clientId, secretRef: 'env:FARMCTL_SECRET_OIDC' },
      { environment: { FARMCTL_SECRET_OIDC: secret }, folder: undefined },
    );

  test('reports whether the provider responds and its secret exists', async () => {
    expect(await check(provider.boundSecret)).toMatchObject({
      check: 'signIn',
      state: 'ok',
      finding: `the sign-in provider ${provider.issuer} answers, and its secret is there`,
    });
    expect(await check('a-secret')).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('is bound to no host'),
      whatToDo: expect.stringContaining('FARMCTL_OIDC_SECRET'),
    });
    expect(await check(provider.boundSecret, `${provider.issuer}/elsewhere`)).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('unexpected HTTP response status code'),
    });
    expect(await check(provider.boundSecret, 'http://login.example.com')).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('must begin with https://'),
    });
  });

  test('checks the provider of the environment', async () => {
    const { stdout } = await runInHome(await aHome(), ['doctor', '-o', 'json'], {
      environment: {
        ...environment,
        FARMCTL_OIDC_ISSUER: provider.issuer,
        FARMCTL_SECRET_OIDC: provider.boundSecret,
        FARMCTL_SERVER: 'embedded',
      },
    });
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ check: 'signIn', state: 'ok' }),
    );
  });
});
