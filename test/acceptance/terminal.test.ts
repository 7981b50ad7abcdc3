import { execFileSync, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShell, type Shell } from '../support/shell.ts';

/** `script` of util-linux gives a program a terminal; elsewhere it takes other flags. */
const hasScript = (() => {
  try {
    return execFileSync('script', ['--version']).toString().includes('util-linux');
  } catch {
    return false;
  }
})();

let shell: Shell;

beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

/** Runs a line at a separate terminal; input is typed when a question is shown. */
function atTerminal(line: string, typed = ''): Promise<{ shown: string; code: number | null }> {
  return new Promise((resolve) => {
    const env = { ...shell.env, TERM: 'xterm-256color', COLUMNS: '120', FARMCTL_PAGER: 'cat' };
    const child = spawn('script', ['-qec', line, '/dev/null'], { env });
    let shown = '';
    let isTyped = false;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (isTyped || typed === '' || !shown.includes('?')) return;
      isTyped = true;
      child.stdin.write(`${typed}\r`);
    });
    child.once('close', (code) => resolve({ shown, code }));
  });
}

describe.runIf(hasScript)('at a terminal', () => {
  test('a list is a table in columns, with colour', async () => {
    const { shown, code } = await atTerminal('farmctl barns list --limit 3');
    expect(code).toBe(0);
    expect(shown).toContain('\x1b[');
    const plain = stripVTControlCharacters(shown);
    const lines = plain.split('\r\n').filter((line) => line.includes('  '));
    // A long heading takes two lines; the names of the columns end on the last one.
    const heading = lines.findIndex((line) => /name/i.test(line));
    expect(heading).toBeLessThan(2);
    expect(lines.slice(heading + 1)).toHaveLength(3);
    expect(heading).not.toBe(-1);
  });

  test('NO_COLOR removes the colour, a format gives the bytes of a pipe', async () => {
    const { shown } = await atTerminal('NO_COLOR=1 farmctl barns list --limit 3');
    expect(shown).not.toContain('\x1b[');
    const csv = await atTerminal('farmctl barns list --limit 3 -o csv 2> /dev/null');
    const piped = await shell.run('farmctl barns list --limit 3 -o csv');
    // The terminal itself writes a line end as two characters.
    expect(csv.shown.replaceAll(/\r+\n/g, '\n')).toBe(piped.stdout.replaceAll('\r\n', '\n'));
  });

  test('destructive commands ask for confirmation, and n keeps the row', async () => {
    const farm = shell.server.ready.farms[0]?.id;
    const created = await shell.run(`farmctl contacts create --name Stays --farm ${farm} --jq .id`);
    const id = created.stdout.trim();
    const { shown, code } = await atTerminal(`farmctl contacts delete ${id}`, 'n');
    expect(shown).toContain(`Delete contact Stays (${id})?`);
    expect(code).toBe(0);
    const stored = await shell.run(`farmctl contacts get ${id} --jq .name`);
    expect(stored.stdout).toBe('Stays\n');
    const deletion = await atTerminal(`farmctl contacts delete ${id}`, 'y');
    expect(deletion.code).toBe(0);
    expect((await shell.run(`farmctl contacts get ${id}`)).code).toBe(3);
  });
});
