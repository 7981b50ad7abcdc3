import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { resolveSettings } from '../../../src/cli/config/resolve-settings.ts';
import { english, renderSentences } from '../../../src/cli/output/error-hints.ts';
import { aHome } from '../../support/a-home.ts';
import { inEnglish } from '../../support/in-english.ts';

const KEY = 'fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz';
const OTHER_KEY = 'fk_live_ZZZZEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzz9999';

const all = {
  flags: { output: 'json' },
  environment: { FARMCTL_OUTPUT: 'csv' },
  project: { output: 'yaml' },
  profile: { output: 'tsv' },
  defaults: { output: 'jsonl' },
} as const;

test.each([
  [['flags', 'environment', 'project', 'profile', 'defaults'], 'json', 'flag --output'],
  [['environment', 'project', 'profile', 'defaults'], 'csv', 'environment FARMCTL_OUTPUT'],
  [['project', 'profile', 'defaults'], 'yaml', 'project file <home>/work/.farmctl.json'],
  [['profile', 'defaults'], 'tsv', 'profile default in <home>/.config/farmctl/config.json'],
  [['defaults'], 'jsonl', 'defaults in <home>/.config/farmctl/config.json'],
  [[], undefined, 'not set'],
])('the first of %j takes precedence: %s from %s', async (places, value, source) => {
  const has = (place: keyof typeof all) => places.some((name) => name === place);
  const home = await aHome({
    config: {
      ...(has('defaults') ? { defaults: all.defaults } : {}),
      ...(has('profile') ? { profiles: { default: all.profile } } : {}),
    },
    ...(has('project') ? { project: all.project } : {}),
  });
  const { settings } = await resolveSettings(
    home.input({
      flags: has('flags') ? all.flags : {},
      environment: has('environment') ? all.environment : {},
    }),
  );
  expect(inEnglish(settings.output)).toEqual({
    value,
    source: source.replace('<home>', home.home),
  });
});

test('without any file the built-in values apply', async () => {
  const home = await aHome();
  const { settings, profile } = await resolveSettings(home.input());
  expect(inEnglish(profile)).toEqual({ value: 'default', source: 'default' });
  expect(inEnglish(settings.server)).toEqual({ value: 'http://127.0.0.1:8787', source: 'default' });
  expect(settings.dataDir.value).toBe(`${home.home}/.local/share/farmctl`);
  expect(settings.timeout.value).toBe('30s');
  expect(settings.maxWait.value).toBe('60s');
  expect(inEnglish(settings.key)).toEqual({ value: undefined, source: 'not set' });
});

test('an empty variable counts as not set', async () => {
  const home = await aHome();
  const { settings } = await resolveSettings(home.input({ environment: { FARMCTL_OUTPUT: '' } }));
  expect(settings.output.value).toBeUndefined();
});

test('a relative folder is relative to the place that names it', async () => {
  const home = await aHome({ config: { profiles: { default: { dataDir: 'data' } } } });
  const stored = await resolveSettings(home.input());
  const typed = await resolveSettings(home.input({ flags: { dataDir: 'data' } }));
  expect(stored.settings.dataDir.value).toBe(`${home.home}/.config/farmctl/data`);
  expect(typed.settings.dataDir.value).toBe(`${home.home}/work/data`);
});

test.each([
  ['flag --profile', { flags: { profile: 'flag' }, environment: { FARMCTL_PROFILE: 'env' } }],
  ['environment FARMCTL_PROFILE', { environment: { FARMCTL_PROFILE: 'env' } }],
  ['project file <home>/work/.farmctl.json', {}],
])('%s names the profile', async (source, given) => {
  const config = {
    currentProfile: 'current',
    profiles: { flag: {}, env: {}, project: {}, current: {} },
  };
  const home = await aHome({ config, project: { profile: 'project' } });
  const { profile } = await resolveSettings(home.input(given));
  expect(inEnglish(profile.source)).toBe(source.replace('<home>', home.home));
});

test('currentProfile names the profile if nothing else does', async () => {
  const home = await aHome({
    config: { currentProfile: 'north', profiles: { north: { farm: 'A' }, default: { farm: 'B' } } },
  });
  const { profile, settings } = await resolveSettings(home.input());
  expect(profile.value).toBe('north');
  expect(settings.farm.value).toBe('A');
});

test('an unknown profile is an error with the closest name', async () => {
  const home = await aHome({ config: { profiles: { north: {}, south: {} } } });
  const resolving = resolveSettings(home.input({ flags: { profile: 'nort' } }));
  await expect(resolving).rejects.toThrow(
    'there is no profile "nort" (from flag --profile); did you mean "north"?',
  );
});

test.each([
  [{ flags: { output: 'jsn' } }, '--output must be one of', 'did you mean "json"?'],
  [{ environment: { FARMCTL_OUTPUT: 'xml' } }, 'FARMCTL_OUTPUT must be one of', 'yaml'],
  [{ environment: { FARMCTL_TIMEOUT: 'soon' } }, 'FARMCTL_TIMEOUT must be a time such as', '30s'],
  [{ flags: { server: 'localhost:8787' } }, '--server must be an address such as', 'embedded'],
  [{ environment: { FARMCTL_KEY: 'with space' } }, 'FARMCTL_KEY must be a key', '8 to 500'],
  [{ flags: { farm: '' } }, '--farm must not be empty', ''],
])('%j is rejected: %s … %s', async (given, start, rest) => {
  const home = await aHome();
  const error = await resolveSettings(home.input(given)).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(start), outcome: 'usage' });
  expect(error).toMatchObject({ message: expect.stringContaining(rest) });
});

test('a rejected key is not repeated', async () => {
  const home = await aHome();
  const environment = { FARMCTL_KEY: `${KEY} and more` };
  const error = await resolveSettings(home.input({ environment })).catch(String);
  expect(error).not.toContain('AbCdEfGh');
});

test('the highest-priority source with a key determines it, and its other forms are ignored', async () => {
  const home = await aHome({ config: { profiles: { default: { keyCommand: 'pass farm' } } } });
  const { settings } = await resolveSettings(home.input({ environment: { FARMCTL_KEY: KEY } }));
  expect(inEnglish(settings.key)).toEqual({ value: KEY, source: 'environment FARMCTL_KEY' });
  expect(settings.keyCommand.value).toBeUndefined();
});

test('the key of a profile is not sent to any other server', async () => {
  const home = await aHome({
    config: {
      profiles: { default: { server: 'https://a.example', key: KEY, cameraToken: 'cam_12345678' } },
    },
  });
  const { settings } = await resolveSettings(
    home.input({ flags: { server: 'https://b.example' } }),
  );
  const withheld = {
    value: undefined,
    source: 'not sent: the key of profile default belongs to https://a.example',
  };
  expect(inEnglish(settings.key)).toEqual(withheld);
  expect(inEnglish(settings.cameraToken)).toEqual(withheld);
});

test('the farm and the camera connection of a profile do not apply to another server', async () => {
  const server = 'https://a.example';
  const home = await aHome({
    config: {
      profiles: { default: { server, farm: 'North', cameraIntegration: 'integration_1' } },
    },
  });
  const environment = { FARMCTL_SERVER: 'https://b.example', FARMCTL_KEY: OTHER_KEY };
  const { settings } = await resolveSettings(home.input({ environment }));
  expect([settings.farm.value, settings.cameraIntegration.value]).toEqual([undefined, undefined]);
  expect(inEnglish(settings.farm.source)).toBe(
    `not sent: the key of profile default belongs to ${server}`,
  );
  const resolved = await resolveSettings(home.input({ environment, flags: { farm: 'South' } }));
  expect(resolved.settings.farm.value).toBe('South');
});

test('pinned farms of a profile apply to any server', async () => {
  const profile = { server: 'https://a.example', farms: ['North'] };
  const home = await aHome({ config: { profiles: { default: profile } } });
  const flags = { server: 'https://b.example' };
  const { settings } = await resolveSettings(home.input({ flags }));
  expect([settings.farm.value, settings.farms.value]).toEqual(['North', ['North']]);
});

test('the key of a profile is sent to its server in any spelling', async () => {
  const home = await aHome({
    config: { profiles: { default: { server: 'https://a.example', key: KEY } } },
  });
  const flags = { server: 'https://A.example:443/v1/platform/' };
  const { settings } = await resolveSettings(home.input({ flags }));
  expect(settings.key.value).toBe(KEY);
});

test('a key of the environment is sent to the named server', async () => {
  const home = await aHome({
    config: { profiles: { default: { server: 'https://a.example', key: KEY } } },
  });
  const { settings } = await resolveSettings(
    home.input({
      flags: { server: 'https://b.example' },
      environment: { FARMCTL_KEY: OTHER_KEY },
    }),
  );
  expect(inEnglish(settings.key)).toEqual({ value: OTHER_KEY, source: 'environment FARMCTL_KEY' });
});

test('a single pinned farm is the default farm', async () => {
  const home = await aHome({ project: { farms: ['North'] } });
  const { settings } = await resolveSettings(home.input());
  expect(inEnglish(settings.farm)).toEqual({
    value: 'North',
    source: `the only one of farms, project file ${home.projectPath}`,
  });
});

test('a farm of lower priority does not override pins of higher priority', async () => {
  const home = await aHome({
    config: { profiles: { default: { farm: 'West' } } },
    project: { farms: ['North', 'South'] },
  });
  const { settings } = await resolveSettings(home.input());
  expect(settings.farm.value).toBeUndefined();
  expect(settings.farms.value).toEqual(['North', 'South']);
});

test('a file with a key that others may read causes a warning', async () => {
  const home = await aHome({ config: { profiles: { default: { key: KEY } } } });
  await chmod(home.configPath, 0o644);
  const { warnings } = await resolveSettings(home.input());
  expect(warnings.map((expected) => renderSentences(english, expected))).toEqual([
    `${home.configPath} contains a key and is readable by others (mode 0644); run: chmod 600 ${home.configPath}`,
  ]);
});

test('a variable with a similar name causes a warning', async () => {
  const home = await aHome();
  const { warnings } = await resolveSettings(
    home.input({
      environment: {
        FARMCTL_SEVER: 'https://a.example',
        FARMCTL_VERSION: '1.2.0',
        SERVER: 'x',
      },
    }),
  );
  expect(warnings.map((expected) => renderSentences(english, expected))).toEqual([
    'FARMCTL_SEVER is set, but farmctl reads no such variable; did you mean FARMCTL_SERVER?',
  ]);
});
