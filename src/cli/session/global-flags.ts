import { languages } from '../../model/core/message.ts';
import type { SettingFlags } from '../config/resolve-settings.ts';
import { outputFormats } from '../output/output.ts';

export interface GlobalFlag {
  /** In commander's syntax: `-o, --output <format>`. */
  readonly flags: string;
  readonly summary: string;
  /** Values for shell completion. */
  readonly words?: readonly string[];
}

/** The global flags, by the name of their value. */
export const globalFlags = {
  profile: { flags: '--profile <name>', summary: 'profile of the configuration to use' },
  server: {
    flags: '--server <url>',
    summary: 'server URL, or "embedded" for the database on this machine',
  },
  dataDir: { flags: '--data <folder>', summary: 'folder of the embedded database' },
  farm: { flags: '--farm <id or name>', summary: 'farm to work with: id or name' },
  output: {
    flags: '-o, --output <format>',
    summary: 'output format: table, tsv, json, jsonl, csv or yaml',
    words: outputFormats,
  },
  fields: { flags: '--fields <names>', summary: 'fields to print, separated by commas' },
  header: { flags: '--no-header', summary: 'omit the header row and field names' },
  jq: { flags: '--jq <filter>', summary: 'apply a jq filter to the JSON output' },
  failEmpty: { flags: '--fail-empty', summary: 'exit with status 3 if a list is empty' },
  lang: {
    flags: '--lang <language>',
    summary: 'language of the output: he, en, th, es or zh',
    words: languages,
  },
  color: {
    flags: '--color <when>',
    summary: 'colour output: auto, always or never',
    words: ['auto', 'always', 'never'],
  },
  pager: { flags: '--no-pager', summary: 'do not use a pager for long output' },
  timeout: {
    flags: '--timeout <duration>',
    summary: 'time limit of the whole command, such as 30s',
  },
  maxWait: {
    flags: '--max-wait <duration>',
    summary: 'maximum total time to wait between retries, such as 2m',
  },
  yes: { flags: '--yes', summary: 'answer yes to every question' },
  verbose: { flags: '-v, --verbose', summary: 'log one line per request' },
  debugHttp: { flags: '--debug-http', summary: 'log requests and responses, without secrets' },
} as const satisfies Readonly<Record<string, GlobalFlag>>;

export type GlobalFlagName = keyof typeof globalFlags;

/** Values of the global flags on the command line. */
export interface GlobalFlagValues extends SettingFlags {
  readonly fields?: string | undefined;
  /** False with `--no-header`. */
  readonly header?: boolean | undefined;
  readonly jq?: string | undefined;
  readonly failEmpty?: boolean | undefined;
  /** False with `--no-pager`. */
  readonly pager?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** Flags of a command that contacts the server. */
const SERVER = [
  'profile',
  'server',
  'dataDir',
  'timeout',
  'maxWait',
  'verbose',
  'debugHttp',
] as const;
/** Flags of a command that prints a value, and of one that prints a list or a page of rows. */
const VALUE = ['output', 'fields', 'header', 'jq'] as const;
const ROWS = [...VALUE, 'failEmpty'] as const;

type Flags = readonly GlobalFlagName[];

const onServer: Flags = SERVER;
const reads: Flags = [...SERVER, ...VALUE];
const lists: Flags = [...SERVER, ...ROWS];
const readsOfFarm: Flags = [...reads, 'farm'];
const listsOfFarm: Flags = [...lists, 'farm'];
const confirmed: Flags = [...reads, 'yes'];
const asks: Flags = [...readsOfFarm, 'yes'];

/**
 * Honoured by every command: errors, prompts and headings are coloured and localised; help is
 * paged.
 */
const ALWAYS: Flags = ['color', 'lang', 'pager'];

/**
 * Global flags that each command honours in addition to those of all commands; others are rejected.
 */
export const byCommand: Readonly<Record<string, Flags>> = {
  init: [...reads.filter((name) => name !== 'server'), 'yes'],
  demo: [],
  serve: ['profile', 'dataDir'],
  backup: ['profile', 'dataDir', ...VALUE],
  restore: ['profile', 'dataDir', 'yes', ...VALUE],
  doctor: lists,
  digest: listsOfFarm,
  dashboard: listsOfFarm,
  'weekly-summary': listsOfFarm,
  context: listsOfFarm,
  insights: listsOfFarm,
  'risk ledger': listsOfFarm,
  'chart growth': listsOfFarm,
  'chart mortality': listsOfFarm,
  'chart feed': listsOfFarm,
  'chart laying': listsOfFarm,
  'chart climate': listsOfFarm,
  gaps: listsOfFarm,
  portfolio: lists,
  activity: listsOfFarm,
  search: lists,
  setup: listsOfFarm,
  'brain scan': listsOfFarm,
  'cameras list': listsOfFarm,
  'cameras adopt': readsOfFarm,
  'cameras token': [...confirmed, 'farm'],
  'vision push': reads,
  'vision simulate': [...onServer, 'farm'],
  ask: asks,
  chat: asks,
  mcp: [...onServer, 'farm'],
  act: readsOfFarm,
  undo: confirmed,
  'undo list': listsOfFarm,
  'case-files list': listsOfFarm,
  'case-files get': lists,
  'case-files create': [...confirmed, 'farm'],
  'case-files verify': lists,
  'auth login': reads,
  'auth status': reads,
  'auth logout': ['profile', 'output'],
  'profile list': ['profile', ...ROWS],
  'profile use': ['output'],
  'profile add': ['server', 'dataDir', 'farm', 'output'],
  'profile remove': ['yes', 'output'],
  'config get': listsOfFarm,
  'config list': listsOfFarm,
  'config explain': listsOfFarm,
  'config path': ['profile', ...VALUE],
  'config set': ['profile', 'output'],
  'config unset': ['profile', 'output'],
  console: reads,
  'keys list': lists,
  'keys get': reads,
  'keys create': readsOfFarm,
  'keys update': reads,
  'keys revoke': confirmed,
  'sessions list': lists,
  'sessions end': reads,
  'webhook add': readsOfFarm,
  'webhook list': lists,
  'webhook get': reads,
  'webhook update': readsOfFarm,
  'webhook adopt': reads,
  'webhook remove': confirmed,
  'webhook test': reads,
  'webhook deliveries': lists,
  'webhook deliveries get': reads,
  'webhook resend': reads,
  'webhook replay': reads,
  'webhook rotate': confirmed,
  'webhook listen': readsOfFarm,
  'webhook trigger': readsOfFarm,
  'webhook verify': VALUE,
  'notices list': listsOfFarm,
  'notices test': reads,
  'notices simulate': listsOfFarm,
  'notices digest': reads,
  'notices channels list': lists,
  'notices channels add': reads,
  'notices channels verify': reads,
  'notices channels send-code': reads,
  'notices channels remove': confirmed,
  'duties list': listsOfFarm,
  'duties get': listsOfFarm,
  'duties set': listsOfFarm,
  'duties add': listsOfFarm,
  'duties exception': listsOfFarm,
  'duties escalate': listsOfFarm,
  'duties clear': [...listsOfFarm, 'yes'],
  'duties remove': [...listsOfFarm, 'yes'],
  'settings list': lists,
  'settings get': reads,
  'settings set': lists,
  'settings reset': lists,
  'people export': reads,
  'people erase': [...lists, 'yes'],
  history: listsOfFarm,
  'audit list': listsOfFarm,
  'audit verify': reads,
  me: reads,
  resources: lists,
  capabilities: reads,
  openapi: reads,
  api: lists,
  batch: listsOfFarm,
  'fixtures apply': [...listsOfFarm, 'yes'],
  'fixtures destroy': [...lists, 'yes'],
  os: listsOfFarm,
  'clock get': reads,
  'clock set': reads,
  'clock advance': reads,
  'fault list': lists,
  'fault add': lists,
  'fault clear': lists,
  'snapshot save': [...onServer, 'output'],
  'snapshot load': [...onServer, 'output', 'yes'],
  'completion bash': [],
  'completion zsh': [],
  'completion fish': [],
  help: VALUE,
  'automations run': listsOfFarm,
  'automations test': listsOfFarm,
  'users invite': readsOfFarm,
  'users access': [...listsOfFarm, 'yes'],
  'users email': readsOfFarm,
  'controller-commands approve': reads,
  'controller-commands reject': reads,
  'controller-commands cancel': reads,
  'events tail': readsOfFarm,
  'integrations mapping get': readsOfFarm,
  'integrations mapping set': readsOfFarm,
  'integrations mapping presets': ROWS,
  'integrations test': listsOfFarm,
  'integrations poll': listsOfFarm,
  'media upload': readsOfFarm,
  'media download': [...onServer, 'output'],
  'media analyze': reads,
  // A farm does not belong to a farm, and a user belongs to all of them. Lists of users can be
  // filtered by farm, and a new user may be given access to one.
  'farms create': reads,
  'users get': reads,
  'users create': readsOfFarm,
  'users update': reads,
  'users delete': confirmed,
  'users import': reads,
  'farms import': reads,
};

/** Flags of resource commands, by verb. */
const byVerb: Readonly<Record<string, Flags>> = {
  list: listsOfFarm,
  get: readsOfFarm,
  export: [...onServer, 'farm', 'output', 'fields', 'header'],
  create: readsOfFarm,
  update: readsOfFarm,
  delete: [...readsOfFarm, 'yes'],
  import: readsOfFarm,
};

/** Global flags that a command honours, by its path after `farmctl`; empty for a noun. */
export function honouredFlags(path: readonly string[]): readonly GlobalFlagName[] {
  const declared = declaredFlags(path);
  return declared ? [...declared, ...ALWAYS] : [];
}

/** The declared flags; undefined for an undeclared command. */
export function declaredFlags(path: readonly string[]): readonly GlobalFlagName[] | undefined {
  const [noun = '', verb = ''] = path;
  const command = noun === 'act' ? noun : path.join(' ');
  if (Object.hasOwn(byCommand, command)) return byCommand[command];
  // Nouns other than resources declare all their commands, so the verb is sufficient.
  return path.length === 2 && Object.hasOwn(byVerb, verb) ? byVerb[verb] : undefined;
}
