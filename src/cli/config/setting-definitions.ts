import type { Profile } from './config-schema.ts';

/** What a configuration file, the environment or a flag can set. */
export type SettingName = keyof Profile & string;

/** Where a setting may stand besides the profile it is always allowed in. */
export type SettingPlace = 'defaults' | 'project';

/** One setting: what it means and the names it goes by. */
export interface SettingDefinition {
  readonly meaning: string;
  readonly environment?: string;
  readonly flag?: string;
  readonly places?: readonly SettingPlace[];
  /** Never printed whole and never taken from an argument. */
  readonly secret?: true;
  /** Outside a file, values are separated by commas. */
  readonly list?: true;
  /** The value where nothing sets one. */
  readonly fallback?: string;
}

const everywhere: readonly SettingPlace[] = ['defaults', 'project'];

/** Every setting, in the order people read them. */
export const settingDefinitions: Readonly<Record<SettingName, SettingDefinition>> = {
  server: {
    meaning: 'Address of the server, or "embedded" for the database on this machine',
    environment: 'FARMCTL_SERVER',
    flag: '--server',
    fallback: 'http://127.0.0.1:8787',
  },
  dataDir: {
    meaning: 'Folder of the database on this machine',
    environment: 'FARMCTL_DATA',
    flag: '--data',
  },
  key: { meaning: 'The API key', environment: 'FARMCTL_KEY', secret: true },
  keyFile: {
    meaning: 'File that holds the API key on its first line',
    environment: 'FARMCTL_KEY_FILE',
  },
  keyCommand: { meaning: 'Command that prints the API key' },
  cameraToken: {
    meaning: 'Camera-connection token for "vision push"',
    environment: 'FARMCTL_CAMERA_TOKEN',
    secret: true,
  },
  cameraIntegration: {
    meaning: 'Id of the camera connection for "vision push"',
    environment: 'FARMCTL_CAMERA_INTEGRATION',
  },
  farm: {
    meaning: 'The farm meant where none is named: id or name',
    environment: 'FARMCTL_FARM',
    flag: '--farm',
    places: ['project'],
  },
  farms: { meaning: 'The farms worked with: ids or names', places: ['project'], list: true },
  output: {
    meaning: 'Output format',
    environment: 'FARMCTL_OUTPUT',
    flag: '--output',
    places: everywhere,
  },
  lang: {
    meaning: 'Language of texts',
    environment: 'FARMCTL_LANG',
    flag: '--lang',
    places: everywhere,
  },
  color: {
    meaning: 'When colour is used: auto, always or never',
    environment: 'FARMCTL_COLOR',
    flag: '--color',
    places: everywhere,
  },
  timeout: {
    meaning: 'Longest time one request may take',
    environment: 'FARMCTL_TIMEOUT',
    flag: '--timeout',
    places: everywhere,
    fallback: '30s',
  },
  maxWait: {
    meaning: 'Longest time to wait between retries, all waits together',
    environment: 'FARMCTL_MAX_WAIT',
    flag: '--max-wait',
    places: everywhere,
    fallback: '60s',
  },
};

/** The names of all settings, in the order people read them. */
export const settingNames = Object.keys(settingDefinitions) as readonly SettingName[];
