import { parse } from 'node:path';
import type { FarmClient } from '../../../client/client.ts';
import type { ReadyLine } from '../../../server/running-server.ts';
import { loadSettings } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { neutralise } from '../../output/neutralise.ts';
import { type StartServer, startReal } from '../serve/start-real.ts';
import { type DemoSubject, demoSteps } from './demo-steps.ts';

const SEED = 42;

const HINTS = [
  '',
  'That was it; nothing is left behind. What to try next:',
  '  farmctl serve --mock       the same farm, for as long as you like',
  '  farmctl init               a database of your own on this machine',
  '  farmctl flocks --help      what can be done with a resource',
  '  farmctl help formats       json, csv and others for scripts',
] as const;

/** `demo`: starts a mock service in this process and makes the morning round on it, then ends. */
export async function runDemo(
  context: CommandContext,
  start: StartServer = startReal,
): Promise<void> {
  const server = await start({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: SEED },
    logLevel: 'error',
  });
  try {
    const io = demoIo(context.io, server.ready);
    const subject = await chooseSubject(context, io);
    await say(io, ['A generated farm, served from the memory of this process. A morning on it:']);
    for (const { purpose, argv } of demoSteps(subject))
      await runStep(context, io, { purpose, argv });
    await say(io, HINTS);
  } finally {
    await server.close();
  }
}

/** The same streams in surroundings without a configuration, so that the demo is the same anywhere. */
function demoIo(io: Io, { baseUrl, keys }: ReadyLine): Io {
  const { FARMCTL_LANG, FARMCTL_COLOR, ...rest } = io.environment;
  const others = Object.entries(rest).filter(([name]) => !name.startsWith('FARMCTL_'));
  const root = parse(io.cwd).root;
  return {
    ...io,
    cwd: root,
    environment: {
      ...Object.fromEntries(others),
      ...{ FARMCTL_LANG, FARMCTL_COLOR },
      FARMCTL_CONFIG: `${root}.farmctl-demo-has-no-configuration`,
      FARMCTL_SERVER: baseUrl,
      FARMCTL_KEY: keys['admin'],
    },
  };
}

/** The flock whose log is the most behind: the one the person on the round would write. */
async function chooseSubject(context: CommandContext, io: Io): Promise<DemoSubject> {
  const { environment, cwd, home } = io;
  const client = await context.connect(await loadSettings({ flags: {}, environment, cwd, home }));
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
    throw new CliError('bug', 'the demo farm has no active flock with a daily log');
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
  { purpose, argv }: { readonly purpose: string; readonly argv: readonly string[] },
): Promise<void> {
  const paint = io.paint(io.stdout, undefined);
  const line = ['farmctl', ...argv.map(quote)].join(' ');
  await say(io, ['', paint.dim(`# ${purpose}`), paint.bold(`$ ${neutralise(line)}`)]);
  const exitCode = await context.run(argv, io);
  if (io.interruption.aborted) throw io.interruption.reason;
  if (exitCode !== 0) throw new CliError('bug', `the demo stops: ${line} ended with ${exitCode}`);
}

function quote(word: string): string {
  return /^[\w.,/:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function say({ stdout }: Io, lines: readonly string[]): Promise<void> {
  return stdout.write(lines.map((line) => `${line}\n`).join(''));
}
