import { expect, test } from 'vitest';
import { loadSettings } from '../../../src/cli/config/settings.ts';
import { aHome } from '../../support/a-home.ts';
import { inEnglish } from '../../support/in-english.ts';

const KEY = 'fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz';

test('all settings are returned with their sources', async () => {
  const home = await aHome({
    config: {
      currentProfile: 'north',
      defaults: { lang: 'he' },
      profiles: { north: { server: 'https://farm.example/', key: KEY, timeout: '5s' } },
    },
    project: { farms: ['North', 'South'] },
  });
  const file = home.configPath;
  const settings = await loadSettings(
    home.input({
      flags: { farm: 'North', verbose: true },
      environment: { FARMCTL_COLOR: 'never', FARMCTL_DATA: 'd' },
    }),
  );
  expect(inEnglish(settings)).toEqual({
    profile: 'north',
    server: 'https://farm.example',
    dataDir: `${home.cwd}/d`,
    key: KEY,
    farm: 'North',
    farms: ['North', 'South'],
    lang: 'he',
    color: 'never',
    timeoutMs: 5000,
    maxWaitMs: 60_000,
    verbose: true,
    debugHttp: false,
    sources: {
      profile: `currentProfile in ${file}`,
      server: `profile north in ${file}`,
      dataDir: 'environment FARMCTL_DATA',
      key: `profile north in ${file}`,
      keyFile: 'not set',
      keyCommand: 'not set',
      cameraToken: 'not set',
      cameraIntegration: 'not set',
      farm: 'flag --farm',
      farms: `project file ${home.projectPath}`,
      output: 'not set',
      lang: `defaults in ${file}`,
      color: 'environment FARMCTL_COLOR',
      timeout: `profile north in ${file}`,
      maxWait: 'default',
    },
    warnings: [],
  });
});
