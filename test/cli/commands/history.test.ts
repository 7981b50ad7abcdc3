import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOperations } from '../../../src/cli/commands/api/run-api.ts';
// Errors get their English from the module that reports them.
import '../../../src/cli/output/error-hints.ts';
import { openShell, type Shell } from '../../support/shell.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let shell: Shell;
let taskId: string;

beforeAll(async () => {
  shell = await openShell({ content: 'empty' });
  await json('farmctl farms create --name North');
  taskId = (await json('farmctl tasks create --farm North --title Clean')).id;
  await json(`farmctl tasks update ${taskId} --priority high --details 'a b'`);
});
afterAll(() => shell.close());

async function json(line: string) {
  const { stdout, stderr, code } = await shell.run(`${line} -o json`);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('history', () => {
  test('prints a page: when, who, and each field before and after', async () => {
    const { stdout, stderr, code } = await shell.run(`farmctl history tasks ${taskId} --lang en`);
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toContain(`tasks · ${taskId} · 2 changes\n`);
    expect(stdout).toMatch(/ · \S.* · changed\n/);
    expect(stdout).toMatch(/Priority +normal → high\n/);
    expect(stdout).toMatch(/Details +– → a b\n/);
    expect(stdout).toMatch(/ · created\n$/);
  });

  test.each([
    ['he', 'שונה'],
    ['es', 'cambiado'],
    ['th', 'แก้ไข'],
    ['zh', '修改'],
  ])('is in the language %s', async (language, word) => {
    const { stdout } = await shell.run(`farmctl history tasks ${taskId} --lang ${language}`);
    expect(stdout).toContain(word);
  });

  test('gives one field, or the changes as rows', async () => {
    const answer = await json(`farmctl history tasks ${taskId} --field priority`);
    expect(answer.data).toHaveLength(1);
    const line = `farmctl history tasks ${taskId} -o tsv --fields version,kind`;
    expect((await shell.run(line)).stdout).toBe('2\tchanged\n1\tcreated\n');
  });

  test('accepts the name of a row, and reports an unknown row', async () => {
    const byName = await shell.run('farmctl history farms North --lang en');
    expect(byName.stdout).toContain('1 change\n');
    const { code } = await shell.run('farmctl history tasks task_nowhere');
    expect(code).toBe(3);
  });
});

describe('batch', () => {
  const inFile = async (text: string) => {
    const file = join(await temporaryFolder(), 'batch.txt');
    await writeFile(file, text);
    return file;
  };

  test('runs the operations of a YAML file, and prints the result of each', async () => {
    const file = await inFile(
      [
        '- {id: barn, method: POST, path: /barns, body: {name: B7}}',
        '- method: POST',
        '  path: /flocks',
        '  body: {barnId: $barn.id, placementDate: 2026-11-01}',
      ].join('\n'),
    );
    const { stdout, stderr, code } = await shell.run(`farmctl batch ${file} --farm North -o csv`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^operation,method,path,status,id,name\n0,POST,\/barns\S*,201,barn_\w+,barn\n1,POST,\/flocks\S*,201,flock_\w+,\n$/,
    );
    expect(stderr).toContain('done: 2 of 2 operations\n');
  });

  test('reports the failed operation, prints nothing else and exits with 5', async () => {
    const file = await inFile(
      '{"method":"POST","path":"/barns","body":{}}\n{"method":"POST","path":"/farms","body":{"name":"x"}}\n',
    );
    const { stdout, stderr, code } = await shell.run(`farmctl batch ${file} --farm North`);
    expect([stdout, code]).toEqual(['', 5]);
    expect(stderr).toContain('Operation 0: ');
  });

  test.each([
    ['a list', '[{"method":"POST"}]', 1],
    ['an object', '{"operations":[{"method":"POST"},{}]}', 2],
    ['lines', '{"method":"POST"}\n\n{"method":"PATCH"}\n', 2],
    ['one operation', 'method: DELETE\npath: /tasks/x\n', 1],
  ])('%s is parsed', (_name, text, count) => {
    expect(readOperations(text, 'x')).toHaveLength(count);
  });

  test.each(['', '[]', 'x', '[1]', '{', '{"operations":3}'])('%j is invalid', (text) => {
    expect(() => readOperations(text, 'x')).toThrow(/x/);
  });
});

describe('settings', () => {
  test('can be set, read and reset', async () => {
    const set = await shell.run('farmctl settings set densityLimitKgM2 33');
    expect([set.code, set.stderr]).toEqual([0, 'changed densityLimitKgM2\n']);
    await shell.run('farmctl settings set envReadingsDays 730');
    const changed = await shell.run('farmctl settings list --changed -o tsv --fields name,value');
    expect(changed.stdout).toBe('densityLimitKgM2\t33\nenvReadingsDays\t730\n');
    await shell.run('farmctl settings reset densityLimitKgM2 envReadingsDays');
    expect((await json('farmctl settings get densityLimitKgM2')).value).toBe(39);
    expect((await json('farmctl settings get timezone')).value).toBe('Asia/Jerusalem');
  });

  test('an unknown setting is a usage error that suggests the closest', async () => {
    const { code, stderr } = await shell.run('farmctl settings set densityLimit 33');
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean densityLimitKgM2?');
  });

  test('a value out of range is rejected by the service', async () => {
    const { code } = await shell.run('farmctl settings set densityLimitKgM2 5');
    expect(code).toBe(5);
  });
});

describe('people', () => {
  test('a contact is exported, and erased after a dry run', async () => {
    const { id } = await json('farmctl contacts create --farm North --name Noa --phone 0501234567');
    expect((await json(`farmctl people export ${id}`)).records.contacts).toHaveLength(1);
    expect((await json('farmctl people export Noa')).records.contacts).toMatchObject([{ id }]);
    const trial = await shell.run('farmctl people erase Noa --dry-run -o tsv');
    expect(trial.stdout).toBe('contacts\t1\n');
    expect(trial.stderr).toContain('would be changed; nothing was\n');
    const refused = await shell.run(`farmctl people erase ${id}`);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    const erased = await shell.run(`farmctl people erase ${id} --yes -o tsv`);
    expect([erased.code, erased.stdout]).toEqual([0, 'contacts\t1\n']);
    expect((await json(`farmctl contacts get ${id}`)).name).toBe('erased person');
  });
});
