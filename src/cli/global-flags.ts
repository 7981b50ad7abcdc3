import { languages } from '../model/languages.ts';
import type { SettingFlags } from './config/setting-layers.ts';
import { outputFormats } from './output/output-format.ts';

/** One flag that every command takes. */
export interface GlobalFlag {
  /** As commander reads it: `-o, --output <format>`. */
  readonly flags: string;
  readonly summary: string;
  /** What may follow, for the completion of shells. */
  readonly words?: readonly string[];
}

/** The flags that every command takes, by the name of their value. */
export const globalFlags = {
  profile: { flags: '--profile <name>', summary: 'use this profile of the configuration' },
  server: { flags: '--server <url>', summary: 'ask this server, or "embedded"' },
  dataDir: { flags: '--data <folder>', summary: 'folder of the database of "embedded"' },
  farm: { flags: '--farm <id or name>', summary: 'work with this farm' },
  output: {
    flags: '-o, --output <format>',
    summary: 'print as table, tsv, json, jsonl, csv or yaml',
    words: outputFormats,
  },
  fields: { flags: '--fields <names>', summary: 'print these fields, with commas between them' },
  header: { flags: '--no-header', summary: 'leave out the names of columns and fields' },
  jq: { flags: '--jq <filter>', summary: 'run a jq filter over what -o json prints' },
  failEmpty: { flags: '--fail-empty', summary: 'end with exit status 3 when a list is empty' },
  lang: {
    flags: '--lang <language>',
    summary: 'language of texts: he, en, th, es or zh',
    words: languages,
  },
  color: {
    flags: '--color <when>',
    summary: 'use colour: auto, always or never',
    words: ['auto', 'always', 'never'],
  },
  pager: { flags: '--no-pager', summary: 'write long pages and help without a pager' },
  timeout: {
    flags: '--timeout <duration>',
    summary: 'time limit of the whole command, such as 30s',
  },
  maxWait: {
    flags: '--max-wait <duration>',
    summary: 'longest time to wait for retries, such as 2m',
  },
  yes: { flags: '--yes', summary: 'answer yes to every question' },
  verbose: { flags: '-v, --verbose', summary: 'say a line about every request' },
  debugHttp: { flags: '--debug-http', summary: 'show requests and answers, without secrets' },
} as const satisfies Readonly<Record<string, GlobalFlag>>;

export type GlobalFlagName = keyof typeof globalFlags;

/** What was typed for the global flags. */
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
