import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import type { Command } from 'commander';
import type { FarmClient } from '../../../client/client.ts';
import { loadLanguage } from '../../../i18n/load-language.ts';
import type { Translator } from '../../../i18n/render-message.ts';
import { isLanguage, type Language, languages, message } from '../../../model/core/message.ts';
import type { ReadyLine, RunningServer } from '../../../server/jobs/running-server.ts';
import { addDays, type CalendarDay } from '../../../tools/calendar.ts';
import { quoteWord } from '../../../tools/words.ts';
import { renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import type { Io } from '../../core/io.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { ownerLink } from '../organisation/sign-in-link.ts';
import { aborted, type StartServer, startReal } from '../serve/serve.ts';

/** Adds `demo`: runs a few real commands on a generated farm. */
export function addDemo(parent: Command, context: CommandContext): void {
  parent
    .command('demo')
    .description(
      'Try farmctl on a generated farm, in the language of --lang (default: en); it exits on its own and leaves nothing behind',
    )
    .addHelpText(
      'after',
      renderExamples([
        'farmctl demo',
        'farmctl demo --lang es',
        'farmctl demo --open',
        'farmctl demo --color always | less -R',
      ]),
    )
    .option('--open', 'open the farm in the browser instead, until Ctrl-C')
    .action((flags: DemoFlags) => runDemo(context, flags));
}

interface DemoFlags {
  readonly open?: boolean;
}

/** Subject of the demo steps. */
export interface DemoSubject {
  readonly farmName: string;
  readonly flockCode: string;
  /** The latest daily log of the flock; the demo writes the next day's. */
  readonly lastLog: {
    readonly date: CalendarDay;
    readonly feedKg: number;
    readonly waterL: number;
  };
}

/** One command of the demo. */
export interface DemoStep {
  /** Purpose of the command, for display. */
  readonly purpose: string;
  readonly argv: readonly string[];
}

/** The commands of the morning round, in the user's language. */
export function demoSteps(
  { farmName, flockCode, lastLog }: DemoSubject,
  translator: Translator,
  other: Translator,
): readonly DemoStep[] {
  const day = addDays(lastLog.date, 1);
  const farm = ['--farm', farmName];
  const flock = [...farm, '--flock-id', flockCode];
  const page = [...farm, '--lang', translator.language];
  const { texts } = translator;
  return [
    { purpose: texts['demo.digest'], argv: ['digest', ...page] },
    {
      purpose: texts['demo.gaps'],
      argv: ['gaps', ...page, '--fields', FIELDS.gaps, ...TABLE],
    },
    {
      purpose: texts['demo.flocks'],
      argv: list('flocks', FIELDS.flocks, ...farm, '--status', 'active'),
    },
    { purpose: texts['demo.logs'], argv: list('daily-logs', FIELDS.log, ...flock, '--limit', '5') },
    {
      purpose: texts['demo.write'],
      argv: ['daily-logs', 'create', ...flock, '--date', day, ...valuesOf(lastLog), ...TABLE],
    },
    {
      purpose: texts['demo.act'],
      argv: [
        ...['act', 'create_task', ...farm, '--title', texts['demo.task'], '--due-date', day],
        ...['--priority', 'high', '--fields', FIELDS.task, ...TABLE],
      ],
    },
    { purpose: texts['demo.undo'], argv: ['undo', 'last', '--fields', FIELDS.undone, ...TABLE] },
    { purpose: texts['demo.ask'], argv: ['ask', texts['demo.question'], ...page] },
    {
      purpose: texts['demo.askOther'],
      argv: ['ask', other.texts['demo.question'], ...farm, '--lang', other.language],
    },
  ];
}

const FIELDS = {
  gaps: 'severity,title',
  flocks: 'code,breed,ageDays,live,cumMortalityPct,deviationPct,lastLogDate',
  log: 'date,mortality,culls,feedKg,waterL,feedPerBirdG,waterFeedRatio',
  task: 'title,dueDate,priority,status',
  undone: 'id,deleted',
} as const;

// Used in a pipe too: demo output is for people.
const TABLE = ['-o', 'table'] as const;

function list(resource: string, fields: string, ...filters: readonly string[]): readonly string[] {
  return [resource, 'list', ...filters, '--fields', fields, ...TABLE];
}

/** Values of the previous day, adjusted for one day of growth. */
function valuesOf({ feedKg, waterL }: DemoSubject['lastLog']): readonly string[] {
  const nextWeight = (value: number) => String(Math.round((value * 1.04) / 10) * 10);
  const values = ['--mortality', '9', '--culls', '1', '--feed-kg', nextWeight(feedKg)];
  return [...values, '--water-l', nextWeight(waterL), '--fields', FIELDS.log];
}

const SEED = 42;

/** Default language of the farm and its pages. */
const LANGUAGE = 'en';

/** Suggestions after the demo, with the keys of their explanations. */
const HINTS = [
  ['farmctl demo --open', 'demo.open'],
  ['farmctl serve --mock', 'demo.serve'],
  ['farmctl init', 'demo.init'],
  ['farmctl gaps', 'demo.gapsHint'],
  ['farmctl help formats', 'demo.formats'],
] as const;

/** `demo`: starts a mock service in this process, runs the morning round on it, and exits. */
export async function runDemo(
  context: CommandContext,
  { open = false }: DemoFlags = {},
  start: StartServer = startReal,
): Promise<void> {
  const language = languageOf(context);
  const server = await start({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: SEED, language },
    logLevel: 'error',
  });
  if (open) return inBrowser(context, server, language);
  const stateDir = await mkdtemp(join(tmpdir(), 'farmctl-demo-'));
  try {
    const io = demoIo(context.io, server.ready, { stateDir, language });
    const translator = await loadLanguage(language);
    const other = await loadLanguage(language === 'he' ? 'en' : 'he');
    const subject = await chooseSubject(server.ready);
    await writeLines(io, [translator.texts['demo.begin']]);
    for (const step of demoSteps(subject, translator, other)) await runStep(context, io, step);
    await writeLines(io, ['', translator.texts['demo.end'], ...hintsIn(translator)]);
  } finally {
    await server.close();
    await rm(stateDir, { recursive: true, force: true });
  }
}

/** Serves the farm until interrupted, and opens it in the browser. */
async function inBrowser(
  { io }: CommandContext,
  server: RunningServer,
  language: Language,
): Promise<void> {
  try {
    const { texts } = await loadLanguage(language);
    const link = await ownerLink(server.ready);
    if (link === undefined) throw new CliError('bug', message('fault.noOwner'));
    await writeLines(io, [texts['demo.browser'], `  ${link}`, texts['demo.stop']]);
    // Without a browser on this machine, the link can be copied.
    await io.openBrowser(link).catch(() => {});
    await Promise.race([aborted(io.interruption), server.closed]);
  } finally {
    await server.close();
  }
}

function hintsIn({ language, texts }: Translator): readonly string[] {
  const flag = language === LANGUAGE ? '' : ` --lang ${language}`;
  return HINTS.map(([command, text]) => {
    const line =
      command.startsWith('farmctl demo') || text === 'demo.serve' ? `${command}${flag}` : command;
    return `  ${line.padEnd(31)}${texts[text]}`;
  });
}

function languageOf({ flags, io }: CommandContext): Language {
  const language = flags().lang ?? (io.environment['FARMCTL_LANG'] || LANGUAGE);
  if (isLanguage(language)) return language;
  throw usageError(message('fault.oneOf', { flag: '--lang', words: languages.join(', ') }));
}

/** The same streams in an environment without configuration, so that the demo is reproducible. */
function demoIo(
  io: Io,
  { baseUrl, keys }: ReadyLine,
  { stateDir, language }: { readonly stateDir: string; readonly language: Language },
): Io {
  const { FARMCTL_COLOR, ...rest } = io.environment;
  const otherVariables = Object.entries(rest).filter(([name]) => !name.startsWith('FARMCTL_'));
  const root = parse(io.cwd).root;
  return {
    ...io,
    cwd: root,
    environment: {
      ...Object.fromEntries(otherVariables),
      ...{ FARMCTL_LANG: language, FARMCTL_COLOR },
      FARMCTL_CONFIG: `${root}.farmctl-demo-has-no-configuration`,
      // Undo descriptors are stored between commands.
      XDG_STATE_HOME: stateDir,
      FARMCTL_SERVER: baseUrl,
      FARMCTL_KEY: keys['admin'],
    },
  };
}

/**
 * The flock with the oldest latest log: the one a user would log next. Uses a separate client: the
 * context's client caches names for completion.
 */
async function chooseSubject({ baseUrl, keys }: ReadyLine): Promise<DemoSubject> {
  const { createClient } = await import('../../../client/client.ts');
  const client = createClient({ server: baseUrl, key: keys['admin'] });
  try {
    return await findSubject(client);
  } finally {
    await client.close();
  }
}

async function findSubject(client: FarmClient): Promise<DemoSubject> {
  const { data: flocks } = await client.list('flocks', { status: 'active' });
  const [flock] = flocks
    .filter(({ lastLogDate }) => lastLogDate !== null)
    .sort((left, right) => ((left.lastLogDate ?? '') < (right.lastLogDate ?? '') ? -1 : 1));
  if (!flock?.farmId || !flock.code) {
    throw new CliError('bug', message('fault.demoFarmWithoutLogs'));
  }
  const farm = await client.get('farms', flock.farmId);
  const { data: logs } = await client.list('daily-logs', { flockId: flock.id, limit: 1 });
  const { date = '', feedKg = null, waterL = null } = logs[0] ?? {};
  const lastLog = { date, feedKg: feedKg ?? 0, waterL: waterL ?? 0 };
  return { farmName: farm.name, flockCode: flock.code, lastLog };
}

async function runStep(
  context: CommandContext,
  io: Io,
  { purpose, argv }: DemoStep,
): Promise<void> {
  const paint = io.paint(io.stdout, undefined);
  const line = ['farmctl', ...argv.map(quoteWord)].join(' ');
  await writeLines(io, ['', paint.dim(`# ${purpose}`), paint.bold(`$ ${neutralise(line)}`)]);
  const exitCode = await context.run(argv, io);
  if (io.interruption.aborted) throw io.interruption.reason;
  if (exitCode !== 0)
    throw new CliError('bug', message('fault.demoStepFailed', { line, exitCode }));
}

function writeLines({ stdout }: Io, lines: readonly string[]): Promise<void> {
  return stdout.write(lines.map((line) => `${line}\n`).join(''));
}
