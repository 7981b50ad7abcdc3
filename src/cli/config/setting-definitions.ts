import type * as z from 'zod/mini';
import { limits } from '../../model/core/limits.ts';
import { type Message, message } from '../../model/core/message.ts';
import { nearestWord } from '../../tools/words.ts';
import { didYouMean, usageError } from '../core/errors.ts';
import {
  configSchema,
  type Profile,
  profileName,
  projectSchema,
  settingShapes,
} from './config-schema.ts';

/** Settings that a configuration file, the environment or a flag can set. */
export type SettingName = keyof Profile & string;

/** Where a setting is allowed in addition to profiles, which accept all settings. */
export type SettingPlace = 'defaults' | 'project';

/** One setting: its meaning and its names. */
export interface SettingDefinition {
  readonly meaning: string;
  readonly environment?: string;
  readonly flag?: string;
  readonly places?: readonly SettingPlace[];
  /** Never printed in full and never accepted as an argument. */
  readonly secret?: true;
  /** Outside a file, values are separated by commas. */
  readonly list?: true;
  /** Default value. */
  readonly fallback?: string;
}

const sharedPlaces: readonly SettingPlace[] = ['defaults', 'project'];

/** All settings, in display order. */
export const settingDefinitions: Readonly<Record<SettingName, SettingDefinition>> = {
  server: {
    meaning: 'URL of the server, or "embedded" for the database on this machine',
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
    meaning: 'File with the API key on its first line',
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
    meaning: 'Default farm (id or name)',
    environment: 'FARMCTL_FARM',
    flag: '--farm',
    places: ['project'],
  },
  farms: { meaning: 'The farms worked with: ids or names', places: ['project'], list: true },
  output: {
    meaning: 'Output format',
    environment: 'FARMCTL_OUTPUT',
    flag: '--output',
    places: sharedPlaces,
  },
  lang: {
    meaning: 'Language of texts',
    environment: 'FARMCTL_LANG',
    flag: '--lang',
    places: sharedPlaces,
  },
  color: {
    meaning: 'Colour output: auto, always or never',
    environment: 'FARMCTL_COLOR',
    flag: '--color',
    places: sharedPlaces,
  },
  timeout: {
    meaning: 'Time limit of a command',
    environment: 'FARMCTL_TIMEOUT',
    flag: '--timeout',
    places: sharedPlaces,
    fallback: '30s',
  },
  maxWait: {
    meaning: 'Maximum total time to wait between retries',
    environment: 'FARMCTL_MAX_WAIT',
    flag: '--max-wait',
    places: sharedPlaces,
    fallback: '60s',
  },
};

/** Names of all settings, in display order. */
export const settingNames = Object.keys(settingDefinitions) as readonly SettingName[];

/** An environment variable that farmctl reads. */
export interface EnvironmentName {
  readonly name: string;
  readonly meaning: string;
}

/** All environment variables that are read, as listed by `farmctl help environment`. */
export const environmentNames: readonly EnvironmentName[] = [
  { name: 'FARMCTL_PROFILE', meaning: 'Profile to use' },
  { name: 'FARMCTL_CONFIG', meaning: 'Path of the configuration file' },
  ...settingNames.flatMap((setting) => {
    const { environment: name, meaning } = settingDefinitions[setting];
    return name === undefined ? [] : [{ name, meaning }];
  }),
  {
    name: 'FARMCTL_DATABASE',
    meaning:
      'URL of the PostgreSQL database of serve, backup, restore and doctor; may contain a password',
  },
  {
    name: 'FARMCTL_REPLICA_URL',
    meaning:
      'URL of a streaming replica of that database, used by serve for reads while it is up to date',
  },
  {
    name: 'FARMCTL_SECRET_KEY',
    meaning:
      'Encryption key of the secrets in the database, 32 bytes as hex or base64; required with PostgreSQL (default: a file next to the embedded database)',
  },
  {
    name: 'FARMCTL_MODEL_URL',
    meaning:
      'Base URL of the language model that serve uses for open questions: https://api.openai.com/v1',
  },
  { name: 'FARMCTL_MODEL', meaning: 'Name of that model' },
  { name: 'FARMCTL_MODEL_KEY', meaning: 'API key of that model, if it needs one' },
  {
    name: 'FARMCTL_MODEL_DAILY',
    meaning: `Daily question limit per key (default ${limits.modelQuestionsPerDay})`,
  },
  {
    name: 'FARMCTL_MODEL_IMAGES',
    meaning: 'on: serve sends every uploaded image to that model (default: off)',
  },
  {
    name: 'FARMCTL_OIDC_ISSUER',
    meaning: 'Issuer URL of the OpenID Connect provider for sign-in: https://login.example.com',
  },
  { name: 'FARMCTL_OIDC_CLIENT_ID', meaning: 'Client id of serve at that provider' },
  {
    name: 'FARMCTL_OIDC_SECRET',
    meaning:
      'Reference to the client secret for that provider: env:FARMCTL_SECRET_<NAME> or file:<name>',
  },
  {
    name: 'FARMCTL_OIDC_NAME',
    meaning: 'Name of that provider on the sign-in page; default: its host',
  },
  {
    name: 'FARMCTL_SMTP_URL',
    meaning:
      'Mail server of serve for notifications: smtps://user:password@host, or smtp:// with STARTTLS',
  },
  { name: 'FARMCTL_MAIL_FROM', meaning: 'Sender of these messages' },
  {
    name: 'FARMCTL_PUBLIC_URL',
    meaning: 'Public URL of serve, for links in notifications: https://farm.example.com',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'OTLP/HTTP collector for traces of serve: http://127.0.0.1:4318',
  },
  {
    name: 'FARMCTL_PAGER',
    meaning: 'Pager for output longer than the terminal; "cat" for none (default: PAGER, or less)',
  },
  { name: 'NO_COLOR', meaning: 'Disables colour when set and not empty' },
  { name: 'CLICOLOR_FORCE', meaning: 'Forces colour even in a pipe, unless 0' },
  { name: 'CLICOLOR', meaning: 'Disables colour when 0' },
  { name: 'TERM', meaning: 'Disables colour when "dumb"' },
  { name: 'XDG_CONFIG_HOME', meaning: 'Folder of configuration files (default: ~/.config)' },
  { name: 'XDG_DATA_HOME', meaning: 'Folder of local data (default: ~/.local/share)' },
  {
    name: 'XDG_CACHE_HOME',
    meaning: 'Folder of the compile cache (default: ~/.cache)',
  },
  { name: 'NODE_DISABLE_COMPILE_CACHE', meaning: '1: disables the compile cache' },
  { name: 'NODE_EXTRA_CA_CERTS', meaning: 'Extra CA certificates to trust (PEM file)' },
];

export type SettingValue = string | readonly string[];

/**
 * Parses the text of a setting that was set as `--output`, `FARMCTL_OUTPUT` or similar. Throws a
 * usage error that includes that name but never the value.
 */
export function parseSetting(name: SettingName, text: string, place: string): SettingValue {
  const checked = settingShapes[name].safeParse(toValue(name, text), { reportInput: true });
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw usageError(`${place} ${issue ? describeIssue(issue) : 'is not valid'}`, {
    text: settingInvalid(place, issue),
  });
}

function toValue(name: SettingName, text: string): SettingValue {
  if (!settingDefinitions[name].list) return text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** One problem, with its description and location. */
export interface ConfigIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type SchemaIssue = z.core.$ZodIssue;

/** Describes schema errors, with the name of the setting and the nearest existing name. */
export function describeIssues(
  issues: readonly SchemaIssue[],
  kind: 'config' | 'project',
): readonly ConfigIssue[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: describeUnknown(key, issue.path, kind),
        }))
      : [{ path: issue.path, message: `${subjectOf(issue)}${describeIssue(issue)}` }],
  );
}

/**
 * Describes an invalid value without naming the setting: `must be one of …; did you mean "json"?`
 */
function describeIssue(issue: SchemaIssue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return issue.message;
  return issue.message + suggestion(nearestWord(issue.input, issue.values.map(String)));
}

/** The localised message: location, allowed words and nearest match. */
function settingInvalid(place: string, issue: SchemaIssue | undefined): readonly Message[] {
  const text = message('fault.settingInvalid', { place });
  if (issue?.code !== 'invalid_value') return [text];
  const words = issue.values.map(String);
  const suggestion = typeof issue.input === 'string' ? nearestWord(issue.input, words) : undefined;
  return [text, message('issue.allowed', { allowed: words.join(', ') }), ...didYouMean(suggestion)];
}

function subjectOf({ path }: SchemaIssue): string {
  return path.length === 0 ? 'the file ' : `${path.map(String).join('.')} `;
}

function describeUnknown(
  key: string,
  path: readonly PropertyKey[],
  kind: 'config' | 'project',
): string {
  const place = [...path, key].map(String).join('.');
  const isSettingName = settingNames.some((name) => name === key);
  if (isSettingName && kind === 'project') {
    return `${place} may not stand in a project file; name a profile that has it: "profile": "…"`;
  }
  if (isSettingName)
    return `${place} belongs into a profile: "profiles": { "default": { "${key}": … } }`;
  return `${place} is not a setting${suggestion(nearestWord(key, namesAt(path, kind)))}`;
}

function namesAt(path: readonly PropertyKey[], kind: 'config' | 'project'): readonly string[] {
  if (kind === 'project') return Object.keys(projectSchema.shape);
  const { defaults, profiles } = configSchema.shape;
  if (path[0] === 'defaults') return Object.keys(defaults.def.innerType.shape);
  if (path[0] === 'profiles') return Object.keys(profiles.def.innerType.def.valueType.shape);
  return Object.keys(configSchema.shape);
}

function suggestion(word: string | undefined): string {
  return word === undefined ? '' : `; did you mean "${word}"?`;
}

/** Validates the profile name that was typed; throws a usage error for an invalid name. */
export function parseProfileName(typed: string): string {
  if (profileName.safeParse(typed).success) return typed;
  throw usageError(message('fault.profileNameInvalid', { typed }), {
    hint: message('hint.profileNameRule'),
  });
}
