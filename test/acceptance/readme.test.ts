import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShell, type Shell } from '../support/shell.ts';

const README = join(import.meta.dirname, '../../README.md');
const CONSOLE_BLOCK = /```console\n([\s\S]*?)```/g;

let shell: Shell;

beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

async function print(command: string): Promise<string> {
  const { stdout } = await shell.run(`{ ${command}\n} 2>&1`);
  return withoutAccidents(stdout);
}

/** The port, the ids of requests and the ids of new rows differ from run to run. */
function withoutAccidents(text: string): string {
  return text
    .replaceAll(shell.server.ready.baseUrl, 'http://127.0.0.1:8787')
    .replaceAll(/req_[0-9a-f-]{36}/g, 'req_…')
    .replaceAll(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_…');
}

test('every command of the tour prints what the README shows', async () => {
  const readme = await readFile(README, 'utf8');
  let renewed = readme;
  for (const [block, text = ''] of readme.matchAll(CONSOLE_BLOCK)) {
    const commands = text.split('\n').filter((line) => line.startsWith('$ '));
    let shown = '';
    for (const command of commands) shown += `${command}\n${await print(command.slice(2))}`;
    renewed = renewed.replace(block, () => `\`\`\`console\n${shown}\`\`\``);
  }
  // FARMCTL_UPDATE_README=1 writes what was printed into the README, to be read before it is kept.
  if (process.env['FARMCTL_UPDATE_README']) await writeFile(README, renewed);
  else expect(renewed).toBe(readme);
}, 120_000);

test('the key in the README is the one the mock server of seed 42 takes', async () => {
  const readme = await readFile(README, 'utf8');
  expect(readme).toContain(`FARMCTL_KEY=${shell.server.ready.keys['admin']}`);
});
