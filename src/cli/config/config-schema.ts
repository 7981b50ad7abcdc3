import * as z from 'zod/mini';
import { trimEndOf } from '../../tools/text.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import { parseDuration } from '../core/time.ts';
import { outputFormats } from '../output/output.ts';

const colorModes = ['auto', 'always', 'never'] as const;

export const profileName = z
  .string('must be text')
  .check(z.regex(/^[A-Za-z0-9][\w.-]{0,39}$/, 'must be up to 40 letters, digits, ".", "_" or "-"'));

const line = (max: number) =>
  z.string('must be text').check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((text) => !/\p{Cc}/u.test(text), 'must be one line'),
  );

const secret = z
  .string('must be text')
  .check(z.regex(/^[\x21-\x7e]{8,500}$/, 'must be a key: 8 to 500 visible characters, no spaces'));

const duration = z
  .string('must be text such as "30s"')
  .check(
    z.refine(
      (text) => parseDuration(text) !== undefined,
      'must be a time such as 500ms, 30s, 2m or 1h, at most 24h',
    ),
  );

const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/** Valid values of each setting, shared by files, the environment, flags and `config set`. */
export const settingShapes = {
  server: line(2000).check(
    z.refine(
      (text) => parseServerAddress(text) !== undefined,
      'must be an address such as https://farm.example.com, or "embedded"',
    ),
  ),
  dataDir: line(4000),
  key: secret,
  keyFile: line(4000),
  keyCommand: line(4000),
  cameraToken: secret,
  cameraIntegration: z
    .string('must be text')
    .check(z.regex(/^[\w-]{1,80}$/, 'must be the id of an integration')),
  farm: line(200),
  farms: z
    .array(line(200), 'must be a list of ids or names')
    .check(z.minLength(1, 'must name a farm'), z.maxLength(200, 'must have at most 200 farms')),
  output: oneOf(outputFormats),
  lang: z
    .string('must be text')
    .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en or he')),
  color: oneOf(colorModes),
  timeout: duration,
  maxWait: duration,
} as const;

const preferences = {
  output: z.optional(settingShapes.output),
  lang: z.optional(settingShapes.lang),
  color: z.optional(settingShapes.color),
  timeout: z.optional(settingShapes.timeout),
  maxWait: z.optional(settingShapes.maxWait),
} as const;

const pins = {
  farm: z.optional(settingShapes.farm),
  farms: z.optional(settingShapes.farms),
} as const;

const NOT_OBJECT = 'must be an object';

const profileSchema = z
  .strictObject(
    {
      server: z.optional(settingShapes.server),
      dataDir: z.optional(settingShapes.dataDir),
      key: z.optional(settingShapes.key),
      keyFile: z.optional(settingShapes.keyFile),
      keyCommand: z.optional(settingShapes.keyCommand),
      cameraToken: z.optional(settingShapes.cameraToken),
      cameraIntegration: z.optional(settingShapes.cameraIntegration),
      ...pins,
      ...preferences,
    },
    NOT_OBJECT,
  )
  .check(
    z.refine(
      ({ key, keyFile, keyCommand }) =>
        [key, keyFile, keyCommand].filter((value) => value !== undefined).length <= 1,
      'must have only one of key, keyFile and keyCommand',
    ),
  );

/** The user's configuration file. */
export const configSchema = z.strictObject(
  {
    currentProfile: z.optional(profileName),
    defaults: z.optional(z.strictObject(preferences, NOT_OBJECT)),
    profiles: z.optional(z.record(profileName, profileSchema, NOT_OBJECT)),
  },
  NOT_OBJECT,
);

/**
 * The project file. It cannot set a server or a key: it belongs to a directory that somebody else
 * may have written, and must not be able to send the user's key elsewhere or run a command.
 */
export const projectSchema = z.strictObject(
  {
    profile: z.optional(profileName),
    ...pins,
    ...preferences,
  },
  NOT_OBJECT,
);

export type Config = z.infer<typeof configSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type ProjectConfig = z.infer<typeof projectSchema>;

/** Server value of a profile that uses a local database without a separate server. */
export const EMBEDDED = 'embedded';

const API_PATH = /\/v1\/platform$/;

/**
 * Normalises a server for comparison and requests: `embedded`, or an http(s) URL without a trailing
 * slash or the API path. Undefined for anything else, and for a URL with user info, a query or a
 * fragment.
 */
export function parseServerAddress(text: string): string | undefined {
  if (text === EMBEDDED) return EMBEDDED;
  if (!/^https?:\/\//i.test(text) || !parseUrl(text)) return undefined;
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash) return undefined;
  const path = trimEndOf(url.pathname, '/').replace(API_PATH, '');
  return url.origin + path;
}

/** Whether two servers are the same, so that a key for one may be sent to the other. */
export function isSameServer(left: string, right: string): boolean {
  if (left === EMBEDDED || right === EMBEDDED) return left === right;
  return new URL(left).origin === new URL(right).origin;
}
