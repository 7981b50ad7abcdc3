import { describe, expect, test } from 'vitest';
import { writeCommands } from '../../src/cli/session/follow-up.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';

const { texts } = await loadLanguage('en');
const data = { dataDir: '/srv/my farm' };

describe('a suggested command line', () => {
  test.each([
    ['farmctl digest', "farmctl digest --data '/srv/my farm'"],
    [
      'List them with: farmctl tasks list --status open',
      "List them with: farmctl tasks list --data '/srv/my farm' --status open",
    ],
    ['farmctl undo last', "farmctl undo --data '/srv/my farm' last"],
    [
      'farmctl act create_task --title x',
      "farmctl act create_task --data '/srv/my farm' --title x",
    ],
    [
      'farmctl users list; or: farmctl contacts list',
      "farmctl users list --data '/srv/my farm'; or: farmctl contacts list --data '/srv/my farm'",
    ],
    ['the header is reserved; farmctl sets it', 'the header is reserved; farmctl sets it'],
    ['farmctl: failed', 'farmctl: failed'],
    ['farmctl flocks --help', 'farmctl flocks --help'],
    ['farmctl auth login --server https://a', 'farmctl auth login --server https://a'],
    ['farmctl help breeds', 'farmctl help breeds'],
  ])('%s works for the same folder', (text, expected) => {
    expect(writeCommands(text, { flags: data, texts })).toBe(expected);
  });

  test('repeats profile, server and folder as typed, if it accepts them', () => {
    const flags = { profile: 'north', server: 'https://farm.example', ...data };
    expect(writeCommands('farmctl me', { flags, texts })).toBe(
      "farmctl me --profile north --server https://farm.example --data '/srv/my farm'",
    );
    expect(writeCommands('farmctl serve', { flags, texts })).toBe(
      "farmctl serve --profile north --data '/srv/my farm'",
    );
  });

  test('is unchanged without them', () => {
    expect(writeCommands('farmctl digest', { flags: {}, texts })).toBe('farmctl digest');
  });

  test.each([
    ['es', '<número> <id o nombre> <dirección>'],
    ['he', '<מספר> <מזהה או שם> <כתובת>'],
    ['th', '<จำนวน> <รหัสหรือชื่อ> <ที่อยู่>'],
    ['zh', '<数字> <ID 或名称> <地址>'],
  ] as const)('has its placeholders in %s', async (language, expected) => {
    const { texts } = await loadLanguage(language);
    const text = '<number> <id or name> <address>';
    expect(writeCommands(text, { flags: {}, texts })).toBe(expected);
  });
});
