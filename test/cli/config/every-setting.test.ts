import { expect, test } from 'vitest';
import { readConfigFiles } from '../../../src/cli/config/config-file.ts';
import { resolveSettings } from '../../../src/cli/config/resolve-settings.ts';
import {
  type SettingDefinition,
  type SettingName,
  settingDefinitions,
  settingNames,
} from '../../../src/cli/config/setting-definitions.ts';
import { aHome } from '../../support/a-home.ts';
import { inEnglish } from '../../support/in-english.ts';

type Value = string | readonly string[];

/** Two values for each setting, as resolved: from a place of higher and of lower priority. */
const values: Readonly<Record<SettingName, readonly [Value, Value]>> = {
  server: ['https://a.example', 'https://b.example'],
  dataDir: ['/srv/a', '/srv/b'],
  key: ['fk_live_aaaaaaaa', 'fk_live_bbbbbbbb'],
  keyFile: ['/srv/key-a', '/srv/key-b'],
  keyCommand: ['pass a', 'pass b'],
  cameraToken: ['cam_aaaaaaaa', 'cam_bbbbbbbb'],
  cameraIntegration: ['integration_a', 'integration_b'],
  farm: ['North', 'South'],
  farms: [
    ['North', 'East'],
    ['South', 'West'],
  ],
  output: ['json', 'csv'],
  lang: ['he', 'th'],
  color: ['always', 'never'],
  timeout: ['10s', '20s'],
  maxWait: ['30s', '40s'],
};

/** The places of the law, the strongest first: how a setting is put there, and how that is called. */
const places = {
  flag: ({ flag }: SettingDefinition) => flag && `flag ${flag}`,
  environment: ({ environment }: SettingDefinition) => environment && `environment ${environment}`,
  project: ({ places = [] }: SettingDefinition) =>
    places.includes('project') ? 'project file <home>/work/.farmctl.json' : undefined,
  profile: () => 'profile default in <home>/.config/farmctl/config.json',
  defaults: ({ places = [] }: SettingDefinition) =>
    places.includes('defaults') ? 'defaults in <home>/.config/farmctl/config.json' : undefined,
} as const;

type Place = keyof typeof places;
const order = Object.keys(places) as readonly Place[];

/** The places a setting may be in. */
function placesOf(name: SettingName): readonly Place[] {
  return order.filter((place) => places[place](settingDefinitions[name]) !== undefined);
}

/** The resolved value of a setting with these values in these places. */
async function resolve(name: SettingName, values: Readonly<Partial<Record<Place, Value>>>) {
  const at = (place: Place) => (values[place] === undefined ? {} : { [name]: values[place] });
  const home = await aHome({
    config: { defaults: at('defaults'), profiles: { default: at('profile') } },
    project: at('project'),
  });
  const { environment = '' } = settingDefinitions[name];
  const variable =
    values.environment === undefined ? {} : { [environment]: String(values.environment) };
  const { settings } = await resolveSettings(
    home.input({ flags: at('flag'), environment: variable }),
  );
  const { value, source } = settings[name];
  return { value, source: String(inEnglish(source)).replaceAll(home.home, '<home>') };
}

const pairs = settingNames.flatMap((name) =>
  placesOf(name).map((place, index) => [name, place, placesOf(name).slice(index + 1)] as const),
);

test.each(pairs)('%s: %s takes precedence over %j', async (name, place, weaker) => {
  const [strong, weakValue] = values[name];
  const held = Object.fromEntries(weaker.map((one) => [one, weakValue]));
  const source = places[place](settingDefinitions[name]);
  expect(await resolve(name, { ...held, [place]: strong })).toEqual({ value: strong, source });
});

test.each(settingNames)('%s has its built-in value or none if nothing sets it', async (name) => {
  const { fallback } = settingDefinitions[name];
  const builtIn = name === 'dataDir' ? '<home>/.local/share/farmctl' : fallback;
  const { value, source } = await resolve(name, {});
  expect([
    typeof value === 'string' ? value.replace(/^\/.*?(?=\/\.local)/, '<home>') : value,
    source,
  ]).toEqual(builtIn === undefined ? [undefined, 'not set'] : [builtIn, 'default']);
});

/** The error for a file with one misplaced line. */
async function complaint(file: 'config' | 'project', text: string): Promise<string> {
  const home = await aHome({ [file]: text });
  const { message } = await readConfigFiles(home.input()).then(
    () => new Error('nothing'),
    (error: Error) => error,
  );
  return message.slice(message.lastIndexOf('.json:'));
}

const misspelt = (name: string) => `${name}x`;

test.each(settingNames)(
  '%s, misspelt, is an error with its line and a suggestion',
  async (name) => {
    const typed = misspelt(name);
    const inProfile = `{\n  "profiles": {\n    "default": {\n      "${typed}": "a"\n    }\n  }\n}`;
    expect(await complaint('config', inProfile)).toBe(
      `.json:4:7: profiles.default.${typed} is not a setting; did you mean "${name}"?`,
    );
    const { places = [] } = settingDefinitions[name];
    if (places.includes('defaults')) {
      const text = `{\n  "defaults": {\n    "${typed}": "a"\n  }\n}`;
      expect(await complaint('config', text)).toBe(
        `.json:3:5: defaults.${typed} is not a setting; did you mean "${name}"?`,
      );
    }
    if (places.includes('project')) {
      expect(await complaint('project', `{\n  "${typed}": "a"\n}`)).toBe(
        `.json:2:3: ${typed} is not a setting; did you mean "${name}"?`,
      );
    }
  },
);

test.each(settingNames.filter((name) => !placesOf(name).includes('project')))(
  '%s is rejected in a project file, which others may have written',
  async (name) => {
    expect(await complaint('project', `{\n  "${name}": "a"\n}`)).toBe(
      `.json:2:3: ${name} may not stand in a project file; name a profile that has it: "profile": "…"`,
    );
  },
);
