import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutputClosed } from '../../src/cli/core/io.ts';
import { outputFormats } from '../../src/cli/output/output.ts';
import { type GlobalFlagName, honouredFlags } from '../../src/cli/session/global-flags.ts';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { type CliResult, type CliRun, runInHome } from '../support/a-cli.ts';
import { aHome, type Home } from '../support/a-home.ts';
import { writeExampleFiles } from '../support/example-files.ts';
import { stageOf } from '../support/example-stages.ts';
import { type ExampleFarm, type ExampleWorld, openExampleWorld } from '../support/example-world.ts';
import {
  type KnownAnswers,
  LAW_KEY,
  type LawCase,
  lawCases,
  readingTransport,
  realWords,
  runAgainst,
  type StubbornServer,
  startStubbornServer,
  withHostileTexts,
  withMoreRows,
  withoutRows,
} from '../support/law-runs.ts';

/** Generous, for machines under load. */
const PATIENCE_MILLIS = 120_000;

const patient = { timeout: PATIENCE_MILLIS };

/** One example of each command; commands that run continuously never end on a failing server. */
const cases = (await lawCases()).filter(({ path, line }) => !stageOf(path).endless?.test(line));

/** Commands that send no request, or continue without a response. */
const LOCAL =
  /^(init|demo|backup|restore|doctor|profile|config|completion|help|auth|chat|undo|fixtures destroy|snapshot|resources|capabilities|openapi|vision simulate|webhook (trigger|verify)|case-files verify|integrations mapping presets)( |$)/;

let home: Home;

beforeEach(async () => {
  home = await aHome();
  for (const { line } of cases) await writeExampleFiles(line, home.cwd, {});
});

/** The finding of each case; undefined if the law is satisfied. */
async function walk(
  all: readonly LawCase[],
  check: (one: LawCase) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const one of all) {
    const finding = await check(one);
    if (finding !== undefined) findings.push(`${one.path}: ${finding}`);
  }
  return findings;
}

function honoursFlag({ path }: LawCase, flag: GlobalFlagName): boolean {
  return honouredFlags(path.split(' ')).includes(flag);
}

/** `--yes` for the commands that ask for confirmation. */
function agreed(one: LawCase): readonly string[] {
  return honoursFlag(one, 'yes') ? ['--yes'] : [];
}

/** `-o json`; exports use a file format instead. */
function asJson({ path }: LawCase): readonly string[] {
  return ['-o', path.endsWith(' export') ? 'jsonl' : 'json'];
}

test('law 5: an unknown flag exits with 2, and nothing is sent', patient, async () => {
  const findings = await walk(await lawCases(), async ({ path }) => {
    const { exitCode, stderr } = await runInHome(home, [...path.split(' '), '--no-such-flag']);
    return exitCode === 2 ? undefined : `${exitCode} ${stderr}`;
  });
  expect(findings).toEqual([]);
});

test('law 5: no connection exits with 8', patient, async () => {
  const findings = await walk(cases, async (one) => {
    if (LOCAL.test(one.path)) return undefined;
    const words = [...realWords(one, {}), ...agreed(one)];
    const { exitCode, stdout, stderr } = await runAgainst('http://127.0.0.1:1', home, words);
    return exitCode === 8 && stdout === '' ? undefined : `${exitCode} ${stderr}${stdout}`;
  });
  expect(findings).toEqual([]);
});

describe('a server that rejects', patient, () => {
  const servers = new Map<number, StubbornServer>();

  beforeAll(async () => {
    servers.set(401, await startStubbornServer(401, 'unauthorized'));
    servers.set(500, await startStubbornServer(500, 'internal'));
  });
  afterAll(async () => {
    for (const server of servers.values()) await server.close();
  });

  /** The finding for a command with such a server; undefined if it sends no request. */
  async function askRefusing(status: number, one: LawCase, words: readonly string[]) {
    const server = servers.get(status);
    const logged = honoursFlag(one, 'verbose') ? ['-v', '--debug-http'] : [];
    const more = [...asJson(one), ...logged];
    const result = await runAgainst(server?.url ?? '', home, [...words, ...more]);
    return { ...result, sent: server?.taken() ?? [] };
  }

  function findingOf(
    one: LawCase,
    { exitCode, stdout, stderr, sent }: CliResult & { readonly sent: readonly string[] },
    expected: number,
  ): string | undefined {
    if (`${stdout}${stderr}`.includes(LAW_KEY)) return `shows the key: ${stderr}`;
    if (LOCAL.test(one.path)) return undefined;
    if (sent.length === 0) return `sent nothing: ${stderr}`;
    const isReported = stdout === '' && lastObject(stderr)['exitCode'] === expected;
    return exitCode === expected && isReported ? undefined : `${exitCode} ${stderr}${stdout}`;
  }

  test('laws 5, 6 and 13: forbidden exits with 4, one JSON object, no output, and no key', async () => {
    const findings = await walk(cases, async (one) => {
      const words = [...realWords(one, {}), ...agreed(one)];
      return findingOf(one, await askRefusing(401, one, words), 4);
    });
    expect(findings).toEqual([]);
  });

  test('laws 5, 6 and 10: a failure exits with 7; destructive commands ask for confirmation, otherwise send nothing', async () => {
    const confirming: string[] = [];
    const findings = await walk(cases, async (one) => {
      const words = realWords(one, {}).filter((word) => word !== '--yes');
      const result = await askRefusing(500, one, words);
      if (!result.stderr.includes('not an interactive terminal')) return findingOf(one, result, 7);
      confirming.push(one.path);
      const isRight = result.exitCode === 2 && result.stderr.includes('give --');
      return isRight && result.sent.length === 0 ? undefined : `${result.stderr}${result.sent}`;
    });
    expect(findings).toEqual([]);
    const destroying = cases.filter(({ path }) => /(^| )(delete|remove|revoke|erase)$/.test(path));
    expect(destroying.filter(({ path }) => !confirming.includes(path))).toEqual([]);
  });
});

function lastObject(stderr: string): Readonly<Record<string, unknown>> {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(last);
  } catch {
    return {};
  }
}

/** The same list as its last page, with another first row. */
function lastPage(body: string): string {
  const { data, ...list } = JSON.parse(body);
  const rows = data.map((row: object) => ({ ...row, page: 2 }));
  return JSON.stringify({ ...list, data: rows }).replace(MORE, '"hasMore":false');
}

describe('commands that read', patient, () => {
  let world: ExampleWorld;
  let farm: ExampleFarm;
  let reads: readonly LawCase[] | undefined;
  const answered = new Map<string, CliResult>();
  const known: KnownAnswers = new Map();

  type Change = Parameters<typeof readingTransport>[2];

  function run(one: LawCase, more: readonly string[], options: CliRun & { change?: Change } = {}) {
    const { change, ...rest } = options;
    return runInHome(home, [...realWords(one, farm.ids), ...more], {
      ...rest,
      environment: { FARMCTL_SERVER: world.url, FARMCTL_KEY: farm.key, ...rest.environment },
      clock: world.clock,
      transport: () => readingTransport(farm, known, change),
    });
  }

  /** Commands whose example only reads, and prints something. */
  async function findReads(): Promise<readonly LawCase[]> {
    const lawCases: LawCase[] = [];
    for (const one of cases) {
      if (WRITES.test(one.path)) continue;
      const result = await run(one, []);
      if (result.exitCode !== 0 || result.stdout === '') continue;
      answered.set(one.path, result);
      lawCases.push(one);
    }
    return lawCases;
  }

  beforeAll(async () => {
    world = await openExampleWorld();
    farm = await world.openFarm(resourceNames);
    await farm.send('PATCH', `/farms/${farm.ids.farms}`, { name: 'North' });
  });
  beforeEach(async () => {
    reads ??= await findReads();
  });
  afterAll(() => world.close());

  test('are most of the commands', () => {
    expect(reads?.length).toBeGreaterThan(MOST_READS);
  });

  test('law 2: -o json is one document, and the same on a terminal', async () => {
    const findings = await walk(reads ?? [], async (one) => {
      if (OWN_FORM.test(one.path)) return undefined;
      const piped = await run(one, ['-o', 'json']);
      const output = await run(one, ['-o', 'json'], { answers: [] });
      if (output.stdout !== piped.stdout) return `on a terminal: ${output.stdout.slice(0, SHOWN)}`;
      return isJson(piped.stdout) ? undefined : `${piped.exitCode} ${piped.stdout.slice(0, SHOWN)}`;
    });
    expect(findings).toEqual([]);
  });

  test.each(outputFormats)('law 2: -o %s is accepted, without escapes', async (format) => {
    const findings = await walk(reads ?? [], async (one) => {
      if (OWN_FORM.test(one.path)) return undefined;
      const rows = ROWS_OF[one.path] ?? [];
      const { exitCode, stdout, stderr } = await run(one, [...rows, '-o', format]);
      if (stdout.includes('\x1b')) return 'escapes';
      return exitCode === 0 ? undefined : `${exitCode} ${stderr}`;
    });
    expect(findings).toEqual([]);
  });

  test('law 7: no escape is written to a pipe, nor to a terminal with NO_COLOR', async () => {
    const findings = await walk(reads ?? [], async (one) => {
      if (answered.get(one.path)?.stdout.includes('\x1b')) return 'in a pipe';
      const environment = { NO_COLOR: '1' };
      const { stdout } = await run(one, [], { environment, answers: [] });
      return stdout.includes('\x1b') ? 'with NO_COLOR' : undefined;
    });
    expect(findings).toEqual([]);
  });

  test.each([
    ['in a pipe', {}],
    ['on a terminal', { answers: [], environment: { NO_COLOR: '1' } }],
  ] as const)('law 8: hostile text is neutralised %s', async (_, options) => {
    const findings = await walk(reads ?? [], async (one) => {
      if (OWN_FORM.test(one.path)) return undefined;
      const { exitCode, stdout } = await run(one, [], { ...options, change: withHostileTexts });
      if (exitCode === 1) return 'a fault of farmctl';
      const [match] = HOSTILE.exec(stdout) ?? [];
      return match === undefined ? undefined : JSON.stringify(stdout.slice(0, SHOWN));
    });
    expect(findings).toEqual([]);
  });

  test('law 3: a list without rows is empty in each format, and a condition on request', async () => {
    const empty = { json: '[]\n', jsonl: '', tsv: '' } as const;
    const lists: LawCase[] = [];
    for (const one of reads ?? []) {
      if (!one.path.endsWith(' list')) continue;
      const { stdout } = await run(one, ['-o', 'json']);
      if (Array.isArray(JSON.parse(stdout)) && !LOCAL.test(one.path)) lists.push(one);
    }
    const findings = await walk(lists, async (one) => {
      for (const [format, text] of Object.entries(empty)) {
        const result = await run(one, ['-o', format], { change: withoutRows });
        if (result.exitCode !== 0 || result.stdout !== text) {
          return `${format} ${result.exitCode} ${result.stderr}${result.stdout.slice(0, SHOWN)}`;
        }
      }
      const { exitCode } = await run(one, ['--fail-empty'], { change: withoutRows });
      return exitCode === 3 ? undefined : `--fail-empty: ${exitCode}`;
    });
    expect(findings).toEqual([]);
    expect(lists.length).toBeGreaterThanOrEqual(resourceNames.length);
  });

  /** The command alone: its example may name a count, a form or a part. */
  function plainWords({ words }: LawCase): readonly string[] {
    const first = words.findIndex((word) => /^(-.|\d)/.test(word) && !ARGUMENT.test(word));
    return first === -1 ? words : words.slice(0, first);
  }

  test.each([
    ['in a pipe', {}],
    ['on a terminal', { answers: [] }],
  ] as const)('law 4: a truncated list reports this %s', async (_, options) => {
    // The activity log has no total; its page says how to read earlier entries.
    const lists = (reads ?? []).filter(
      ({ path, flags }) => flags.includes('--limit') && path !== 'activity',
    );
    const findings = await walk(lists, async (one) => {
      const plain = { ...one, words: plainWords(one) };
      const { stderr } = await run(plain, ['--limit', '1'], { ...options, change: withMoreRows });
      const hint = one.flags.includes('--all') ? '--all for the rest' : '--limit for more';
      return stderr.endsWith(`1 of 1,234; ${hint}\n`) ? undefined : stderr;
    });
    expect(findings).toEqual([]);
    expect(lists.length).toBeGreaterThanOrEqual(resourceNames.length);
  });

  test('law 4: a list without --limit is requested as a whole', async () => {
    const lists = (reads ?? []).filter(
      ({ path, flags }) => path.endsWith(' list') && !flags.includes('--limit'),
    );
    const findings = await walk(lists, async (one) => {
      let isPaged = false;
      const change: Change = (response) => {
        isPaged ||= withMoreRows(response) !== response;
        return response;
      };
      await run(one, [], { change });
      return isPaged ? 'has pages' : undefined;
    });
    expect(findings).toEqual([]);
  });

  test('law 4: --all -o jsonl writes a page before it requests the next', async () => {
    const lists = (reads ?? []).filter(
      ({ path, flags }) => flags.includes('--all') && flags.includes('--limit') && path !== 'ask',
    );
    const findings = await walk(lists, async (one) => {
      const steps: string[] = [];
      let first: ReturnType<typeof withMoreRows> | undefined;
      const change: Change = (response) => {
        const list = withMoreRows(response);
        if (list === response) return response;
        steps.push('asked');
        // The second page is the last one. Its row differs, since a repeated page is an error.
        const last = first && { ...first, body: lastPage(first.body) };
        first ??= list;
        return last ?? list;
      };
      const onStdout = () => steps.push('wrote');
      const plain = { ...one, words: plainWords(one) };
      await run(plain, ['--all', '-o', 'jsonl'], { change, onStdout });
      const written = steps.join(' ');
      return written === 'asked wrote asked wrote' ? undefined : written;
    });
    expect(findings).toEqual([]);
  });

  test('law 9: a reader that stops at the first line is not an error', async () => {
    const findings = await walk(reads ?? [], async (one) => {
      const onStdout = () => {
        throw new OutputClosed();
      };
      const { exitCode, stderr } = await run(one, [], { onStdout });
      const isQuiet = exitCode === 0 && !stderr.includes('farmctl:');
      return isQuiet ? undefined : `${exitCode} ${stderr}`;
    });
    expect(findings).toEqual([]);
  });

  test('law 13: the key is not printed', async () => {
    const findings = await walk(reads ?? [], async (one) => {
      const { stdout, stderr } = await run(one, ['-v', '--debug-http']);
      return `${stdout}${stderr}`.includes(farm.key) ? 'shows the key' : undefined;
    });
    expect(findings).toEqual([]);
  });
});

const MORE = '"hasMore":true';
/** Words after a command that begin like a flag or a number. */
const ARGUMENT = /^\d+-|^$/;
const MOST_READS = 120;
const SHOWN = 200;
/**
 * The example of these changes the folder or the configuration, which would affect the next one.
 */
const WRITES =
  /^(init|demo|backup|restore|auth|profile|doctor|config (set|unset)|vision)( |$)| import$/;
/** Flags required for rows: the sections of insights have no common rows. */
const ROWS_OF: Readonly<Record<string, readonly string[]>> = { insights: ['--include', 'health'] };
/** These print a file or a script of one form: bytes, CSV or shell code. */
const OWN_FORM = /^completion | export$|^media download$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const HOSTILE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.endsWith('\n');
  } catch {
    return false;
  }
}
