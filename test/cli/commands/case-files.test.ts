import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseFileHash } from '../../../src/model/case-file.ts';
import { canonicalJson } from '../../../src/tools/hash.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { createClosedFlock } from '../../support/a-closed-flock.ts';
import { aHome } from '../../support/a-home.ts';
import { createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/case-files.md'), 'utf8');

let service: TestService;
let folder: string;
let flocks: readonly string[];
let ids: string[];

beforeAll(async () => {
  service = await startTestService();
  const farm = await createFarm(service, { name: 'North' });
  const closed = [await createClosedFlock(service, farm), await createClosedFlock(service, farm)];
  flocks = closed.map((rows) => rows.flocks);
  folder = mkdtempSync(join(tmpdir(), 'farmctl-case-files-'));
  ids = [];
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function run(argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  const args = ['case-files', ...argv];
  return runInHome(await aHome(), args, { environment, transport, ...options });
}

const seal = (flock: string, ...flags: readonly string[]) =>
  run(['create', flock, '--title', `File of ${flock}`, ...flags]);
const save = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('nothing is sealed without confirmation', async () => {
  const { exitCode, stderr } = await seal(String(flocks[0]));
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('give --yes')]);
  const answer = await run(['create', String(flocks[0]), '--title', 'x'], {
    answers: [['Seal flock', 'n\n']],
  });
  expect(answer.stderr).toContain('nothing was changed');
  expect((await run(['list'])).stdout).toBe('');
});

test('a flock is sealed, listed and shown', async () => {
  for (const flock of flocks) {
    const sealed = await seal(flock, '--yes', '-o', 'json');
    expect(sealed.exitCode).toBe(0);
    const { id } = JSON.parse(sealed.stdout);
    expect(sealed.stderr).toBe(`sealed flock ${flock} in ${id}\n`);
    ids.push(id);
  }
  const list = await run(['list', '--fields', 'number,flockId', '--farm', 'North']);
  expect(list.stdout).toBe(`2\t${flocks[1]}\n1\t${flocks[0]}\n`);
  const one = await run(['list', '--fields', 'id', '--flock', String(flocks[0])]);
  expect(one.stdout).toBe(`${ids[0]}\n`);
  const page = await run(['get', String(ids[0]), '--lang', 'en']);
  expect(page.stdout).toContain(`Case file 1 · File of ${flocks[0]}\n`);
  expect(page.stdout).toMatch(/Flock +Barn 1-261003-2\n/);
  expect(page.stdout).toMatch(/Daily logs +1\n/);
  for (const name of ['1', `File of ${flocks[0]}`]) {
    const byName = await run(['get', name, '-o', 'json']);
    expect(JSON.parse(byName.stdout)).toMatchObject({ id: ids[0] });
  }
  const rows = await run(['get', String(ids[0]), '-o', 'tsv', '--no-header']);
  expect(rows.stdout.split('\n').length).toBe(12);
  const again = await seal(String(flocks[0]), '--yes');
  expect([again.exitCode, again.stderr]).toEqual([5, expect.stringContaining('sealed already')]);
});

test('an intact chain is reported in the language of the reader', async () => {
  const english = await run(['verify', String(ids[0]), '--lang', 'en']);
  expect([english.exitCode, english.stdout]).toEqual([
    0,
    'The case file matches its seal\n' +
      '  [x] The content has its hash\n' +
      '  [x] The chain to the adjacent case files is valid\n' +
      '  [x] 11 rows are as sealed\n',
  ]);
  const hebrew = await run(['verify', String(ids[0]), '--lang', 'he']);
  expect(hebrew.stdout).toContain('התיק זהה למה שנחתם');
});

describe('saved case files', () => {
  const paths: string[] = [];

  test('equal the JSON output of the command', async () => {
    for (const id of ids) {
      const { stdout } = await run(['get', id, '-o', 'json']);
      expect(JSON.parse(stdout)).toMatchObject({ id, content: { caseFile: { id } } });
      paths.push(save(`${id}.json`, stdout));
    }
  });

  test('can be verified without a server, including the chain between them', async () => {
    const transport = () => {
      throw new Error('no server is to be asked');
    };
    const files = paths.flatMap((path) => ['--file', path]);
    const flags = ['-o', 'tsv', '--fields', 'number,content,chain', '--no-header'];
    const complete = await run(['verify', ...files, ...flags], { transport });
    expect([complete.exitCode, complete.stdout]).toEqual([0, '1\tok\tok\n2\tok\tok\n']);
    const partial = await run(['verify', '--file', String(paths[1]), ...flags], { transport });
    expect(partial.stdout).toBe('2\tok\t\n');
  });

  test.each([
    ['a row', '"mortality": 3', '"mortality": 2', 'hash_differs'],
    ['the title', '"title": "File of', '"title": "Papers of', 'hash_differs'],
  ])('saved case files with %s changed are detected', async (_, field, by, fault) => {
    const text = readFileSync(String(paths[0]), 'utf8').replaceAll(field, by);
    const path = save('changed.json', text);
    const { exitCode, stdout, stderr } = await run([
      ...['verify', '--file', path, '-o', 'tsv', '--fields', 'content', '--no-header'],
    ]);
    expect([exitCode, stdout]).toEqual([5, `${fault}\n`]);
    expect(stderr).toContain('is not what was sealed');
  });

  test('saved case files that are invalid are rejected before anything is verified', async () => {
    const path = save('none.json', '{"hash": 1}');
    const { exitCode, stderr } = await run(['verify', '--file', path]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is not a case file')]);
  });

  test('can be verified by the shell lines of the document, without farmctl', () => {
    const lines = /```sh\n(jq -cjS [\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? '';
    for (const path of paths) {
      writeFileSync(join(folder, 'case-file.json'), readFileSync(path));
      const reported = execFileSync('bash', ['-c', lines], { cwd: folder, encoding: 'utf8' });
      const [computed, claimed] = reported.trim().split('\n');
      expect(computed).toBe(`${claimed}  -`);
      expect(claimed).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

test('the worked example of the document is correct', async () => {
  const example =
    /saved as `case-file.json`:\n\n```json\n([\s\S]*?)\n```/.exec(DOCUMENT)?.[1] ?? '';
  const text = /```text\n([\s\S]*?)\n```/.exec(DOCUMENT)?.[1] ?? '';
  const hash = /SHA-256 is `(\w+)`/.exec(DOCUMENT)?.[1] ?? '';
  expect(canonicalJson(JSON.parse(example).content)).toBe(text);
  expect([caseFileHash(text), JSON.parse(example).hash]).toEqual([hash, hash]);
  const { exitCode } = await run(['verify', '--file', save('example.json', example)]);
  expect(exitCode).toBe(0);
});

test('tampering behind the service is reported, with exit status 5', async () => {
  const { runtime } = service.service;
  await runtime.database.run(
    sql`update daily_logs set mortality = 0 where flock_id = ${flocks[0]}`,
  );
  const broken = await run(['verify', String(ids[0]), '--lang', 'en']);
  expect([broken.exitCode, broken.stderr]).toEqual([
    5,
    expect.stringContaining('The case file differs from its seal; 1 row differs.'),
  ]);
  expect(broken.stdout).toContain('The case file differs from its seal\n');
  expect(broken.stdout).toMatch(/Daily logs +log_\w+ +changed +mortality\n/);
  const rows = await run(['verify', String(ids[0]), '-o', 'tsv', '--no-header']);
  expect(rows.stdout).toMatch(/^daily-logs\tlog_\w+\tchanged\tmortality\n$/);
});
