import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../src/cli/config/settings.ts';
import { english, renderSentences } from '../../../src/cli/output/error-hints.ts';
import { aHome } from '../../support/a-home.ts';
import { inEnglish } from '../../support/in-english.ts';

const KEY = 'fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz';

async function homeWithKeyFile(text: string, mode = 0o600) {
  const home = await aHome({ config: { profiles: { default: { keyFile: 'my.key' } } } });
  const path = join(home.home, '.config/farmctl/my.key');
  await writeFile(path, text);
  await chmod(path, mode);
  return { home, path };
}

test.each([
  ['a line', `${KEY}\n`],
  ['a line with a Windows line end', `\uFEFF${KEY}\r\nsecond`],
  ['the key without a line end', KEY],
])('a key file with %s gives its first line', async (_name, text) => {
  const { home, path } = await homeWithKeyFile(text);
  const settings = await loadSettings(home.input());
  expect(settings.key).toBe(KEY);
  expect(inEnglish(settings.sources['key'])).toBe(
    `file ${path} (profile default in ${home.configPath})`,
  );
  expect(settings.warnings).toEqual([]);
});

test('a key file readable by others causes a warning', async () => {
  const { home, path } = await homeWithKeyFile(KEY, 0o640);
  const { warnings } = await loadSettings(home.input());
  expect(warnings.map((expected) => renderSentences(english, expected))).toEqual([
    `${path} contains a key and is readable by others (mode 0640); run: chmod 600 ${path}`,
  ]);
});

test.each(['', '\n', 'two words'])('a key file with %j is rejected', async (text) => {
  const { home, path } = await homeWithKeyFile(text);
  await expect(loadSettings(home.input())).rejects.toThrow(
    `the first line of ${path} is not a key`,
  );
});

test('a missing key file is an error that names it', async () => {
  const home = await aHome();
  const input = home.input({ environment: { FARMCTL_KEY_FILE: 'none.key' } });
  await expect(loadSettings(input)).rejects.toThrow(
    'the key file of environment FARMCTL_KEY_FILE cannot be read: ENOENT',
  );
});

test('a command prints the key, and does not read standard input', async () => {
  const keyCommand = `cat; printf '%s\\n' "\${PREFIX}${KEY.slice(8)}"`;
  const home = await aHome({ config: { profiles: { default: { keyCommand } } } });
  const settings = await loadSettings(
    home.input({ environment: { ...process.env, PREFIX: 'fk_live_' } }),
  );
  expect(settings.key).toBe(KEY);
  expect(inEnglish(settings.sources['key'])).toBe(
    `command of profile default in ${home.configPath}`,
  );
});

test.each([
  ['exit 3', 'keyCommand ended with status 3'],
  ['kill -9 $$', 'keyCommand ended with SIGKILL'],
  ['true', 'the first line of the command of profile default in <config> is not a key'],
])('the command "%s" fails: %s', async (keyCommand, message) => {
  const home = await aHome({ config: { profiles: { default: { keyCommand } } } });
  await expect(loadSettings(home.input({ environment: { ...process.env } }))).rejects.toThrow(
    message.replace('<config>', home.configPath),
  );
});
