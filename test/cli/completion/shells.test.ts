import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasTerminal,
  isInstalled,
  openTerminal,
  type TestTerminal,
} from '../../support/terminal.ts';

const SCRIPTS = join(import.meta.dirname, '../../../completions');
const PATIENCE_MILLIS = 60_000;

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmctl-shells-'));
  const names = join(folder, 'state/farmctl/names');
  await mkdir(names, { recursive: true });
  await writeFile(join(names, 'farms'), 'North Farm\nSouth\n');
  await mkdir(join(folder, 'work/sheets'), { recursive: true });
  await writeFile(join(folder, 'work/logs of May.csv'), '');
  await writeFile(join(folder, 'work/birds.jsonl'), '');
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    COLUMNS: '400',
    XDG_STATE_HOME: join(folder, 'state'),
  };
});

// Shells may still write their history.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The text typed up to Tab, and the arguments that the program then gets. */
const COMPLETED: readonly (readonly [typed: string, run: readonly string[]])[] = [
  ['farmctl portf', ['portfolio']],
  ['farmctl flocks cre', ['flocks', 'create']],
  ['farmctl digest -o ya', ['digest', '-o', 'yaml']],
  ['farmctl digest --output ya', ['digest', '--output', 'yaml']],
  ['farmctl digest --lang t', ['digest', '--lang', 'th']],
  ['farmctl activity --from yest', ['activity', '--from', 'yesterday']],
  ['farmctl digest --farm So', ['digest', '--farm', 'South']],
  ['farmctl digest --farm N', ['digest', '--farm', 'North Farm']],
  ['farmctl daily-logs import log', ['daily-logs', 'import', 'logs of May.csv']],
  ['farmctl vision push bi', ['vision', 'push', 'birds.jsonl']],
  ['farmctl daily-logs import --rejects bi', ['daily-logs', 'import', '--rejects', 'birds.jsonl']],
];

interface ShellSetup {
  readonly start: string;
  /** Lines typed first: the program prints its arguments, and completion is loaded. */
  readonly lines: readonly string[];
}

const ARGUMENTS = 'farmctl() { printf \'[%s]\' "$@"; echo END; }';

const SHELLS: Readonly<Record<'bash' | 'zsh' | 'fish', ShellSetup>> = {
  bash: {
    start: 'bash --norc --noprofile -i',
    lines: ["bind 'set bell-style none'", `source ${SCRIPTS}/farmctl.bash`, ARGUMENTS],
  },
  zsh: {
    start: 'zsh -f -i',
    lines: [
      'autoload -Uz compinit && compinit -u -D',
      `source ${SCRIPTS}/farmctl.zsh`,
      'unsetopt beep',
      ARGUMENTS,
    ],
  },
  fish: {
    start: 'fish -N -i',
    lines: [
      `source ${SCRIPTS}/farmctl.fish`,
      // Without the suggestion after the cursor.
      'set -g fish_autosuggestion_enabled 0',
      "function farmctl; printf '[%s]' $argv; echo END; end",
    ],
  },
};

describe.each(Object.entries(SHELLS))('%s at a terminal', (name, { start, lines }) => {
  const isThere = isInstalled(name) && hasTerminal();
  if (!isThere) {
    test.skip(`${name} or the program script is not installed here`, () => {});
    return;
  }
  let terminal: TestTerminal;

  beforeAll(async () => {
    terminal = openTerminal(`cd '${join(folder, 'work')}' && ${start}`, env);
    for (const line of lines) terminal.type(`${line}\r`);
    // Differs from the typed text, so that the echo is not mistaken for the answer.
    terminal.type('echo REA""DY\r');
    await terminal.until('READY');
  }, PATIENCE_MILLIS);
  afterAll(() => terminal.close());

  test.each(COMPLETED)('%s', async (typed, run) => {
    terminal.type(`${typed}\t\r`);
    const screen = await terminal.until('END');
    expect(screen).toContain(`${run.map((word) => `[${word}]`).join('')}END`);
    expect(screen).not.toMatch(/unknown option|command not found|bad option/);
  });

  test('lists what may follow', async () => {
    // bash lists with the second Tab, zsh with the first.
    terminal.type(`farmctl flocks ${name === 'bash' ? '\t\t' : '\t'}`);
    const screen = await terminal.until('update');
    expect(screen).toContain('create');
    terminal.type('\r');
    await terminal.until('[flocks]END');
  });

  test('inserts nothing if only flags may follow', async () => {
    if (name === 'bash') return;
    terminal.type('farmctl digest \t');
    // zsh lists the flags; fish waits for a dash.
    if (name === 'zsh') await terminal.until('--lang');
    terminal.type('\r');
    expect(await terminal.until('END')).toContain('[digest]END');
  });

  test('completes a flag from its dashes', async () => {
    terminal.type('farmctl digest --lan\tth\r');
    expect(await terminal.until('END')).toContain('[digest][--lang][th]END');
  });
});

describe('completions offered by fish', () => {
  if (!isInstalled('fish')) {
    test.skip('fish is not installed here', () => {});
    return;
  }

  const complete = async (line: string) => {
    const quoted = line.replaceAll("'", String.raw`\'`);
    const script = `source ${SCRIPTS}/farmctl.fish; complete -C '${quoted}'`;
    const options = { env, cwd: join(folder, 'work') };
    const { stdout, stderr } = await promisify(execFile)('fish', ['-N', '-c', script], options);
    return { stderr, words: stdout.split('\n').flatMap((word) => word.split('\t')[0] || []) };
  };

  test.each(COMPLETED)('%s', async (typed, run) => {
    const { stderr, words } = await complete(typed);
    expect(stderr).toBe('');
    expect(words).toEqual([run.at(-1)]);
  });

  test('flags, names and words that begin with a dash cause no error', async () => {
    const { stderr, words } = await complete('farmctl flocks list --');
    expect(stderr).toBe('');
    expect(words).toEqual(expect.arrayContaining(['--status', '--farm']));
    expect(await complete('farmctl flocks get ')).toMatchObject({ stderr: '' });
    expect((await complete('farmctl digest --lang=t')).words).toEqual(['--lang=th']);
  });
});
