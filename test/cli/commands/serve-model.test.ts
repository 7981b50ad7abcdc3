import { describe, expect, test } from 'vitest';
import { parseModel } from '../../../src/cli/commands/serve/provider-options.ts';
import { renderReady } from '../../../src/cli/commands/serve/serve.ts';
import { CliError } from '../../../src/cli/core/errors.ts';
import { createPaint } from '../../../src/cli/core/io.ts';
import { en } from '../../../src/i18n/en.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

const plain = createPaint({ mode: 'never', environment: {}, isTerminal: false });
const view = { paint: plain, translator: { language: 'en', texts: en } } as const;
const environment = {
  FARMCTL_MODEL_URL: 'https://models.example.com/v1',
  FARMCTL_MODEL: 'small-1',
  FARMCTL_MODEL_KEY: 'sk-secret',
  FARMCTL_MODEL_DAILY: '20',
};

describe('the model of the environment', () => {
  test.each([
    [{}, undefined],
    [{ FARMCTL_MODEL_KEY: 'sk-secret' }, undefined],
    [
      environment,
      { url: 'https://models.example.com/v1', model: 'small-1', key: 'sk-secret', daily: 20 },
    ],
    [
      { FARMCTL_MODEL_URL: 'http://127.0.0.1:11434/v1', FARMCTL_MODEL: 'small-1' },
      { url: 'http://127.0.0.1:11434/v1', model: 'small-1' },
    ],
  ])('%j', (variables, model) => {
    expect(parseModel(variables)).toEqual(model);
  });

  test.each([
    [{ ...environment, FARMCTL_MODEL: '' }, 'belong together'],
    [{ FARMCTL_MODEL: 'small-1' }, 'belong together'],
    [{ ...environment, FARMCTL_MODEL_URL: 'sk-secret' }, 'FARMCTL_MODEL_URL must be an address'],
    [{ ...environment, FARMCTL_MODEL: 'a\u001b[31m' }, 'FARMCTL_MODEL must be the name'],
    [{ ...environment, FARMCTL_MODEL_KEY: 'sk-secret\nb' }, 'FARMCTL_MODEL_KEY must be a key'],
    [{ ...environment, FARMCTL_MODEL_DAILY: '-1' }, 'FARMCTL_MODEL_DAILY must be a whole number'],
  ])('%j is rejected, and no value repeated', (variables, message) => {
    const read = () => parseModel(variables);
    expect(read).toThrow(CliError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('secret');
  });
});

test('serve reports which model is used, and where', () => {
  const ready = {
    ...{ event: 'ready' as const, baseUrl: 'http://127.0.0.1:8787', orgId: 'org_1', pid: 1 },
    ...{ farms: [], keys: {}, cameras: [] },
  };
  const model = { name: 'small-1', host: 'models.example.com' };
  expect(renderReady(ready, { place: '/data', isMock: false, model }, view)).toContain(
    '\nOpen questions are put to small-1 at models.example.com: farm data is sent there.\n',
  );
});

test('serve reports it to programs too, without the key', async () => {
  const stopping = new AbortController();
  const argv = ['serve', '--mock', 'empty', '--json', '--port', '0', '--log-level', 'silent'];
  const { stdout, stderr, exitCode } = await runInHome(await aHome(), argv, {
    environment,
    interruption: stopping.signal,
    onStdout: () => stopping.abort(new CliError('terminated', '')),
  });
  expect(JSON.parse(stdout).model).toEqual({ name: 'small-1', host: 'models.example.com' });
  expect(stdout + stderr).not.toContain('sk-secret');
  expect(exitCode).toBe(0);
});

test('a remote model without TLS is rejected before anything is opened', async () => {
  const argv = ['serve', '--data', 'db', '--port', '0'];
  const open = { ...environment, FARMCTL_MODEL_URL: 'http://models.example.com/v1' };
  const { stderr, exitCode } = await runInHome(await aHome(), argv, { environment: open });
  expect(stderr).toContain('FARMCTL_MODEL_URL: The address must begin with https://');
  expect(stderr).not.toContain('sk-secret');
  expect(exitCode).toBe(2);
});

test.each([[['config', 'explain']], [['doctor', '--data', 'db']], [['help', 'environment']]])(
  '%j does not show the key, and does not warn about the variables',
  async (argv) => {
    const { stdout, stderr } = await runInHome(await aHome(), argv, { environment });
    expect(stdout + stderr).not.toContain('sk-secret');
    expect(stderr).not.toContain('FARMCTL_MODEL');
  },
);
