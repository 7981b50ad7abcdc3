import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShell, type Shell } from '../support/shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell({ language: 'he' });
});
afterAll(() => shell.close());

const FARM = "--farm 'לול שדה נגב'";

function changeFaults(method: 'POST' | 'DELETE', rule?: string): Promise<unknown> {
  return fetch(`${shell.server.ready.baseUrl}/v1/platform/os/mock/faults`, {
    method,
    headers: {
      authorization: `Bearer ${shell.server.ready.keys['admin']}`,
      'content-type': 'application/json',
    },
    ...(rule === undefined ? {} : { body: JSON.stringify({ rule }) }),
  });
}

describe('in a pipe', () => {
  test('a list is tab-separated, without a heading, colour or truncation', async () => {
    const { stdout, stderr, code } = await shell.run(
      'farmctl flocks list --status active --fields code,breed,live | head -2',
    );
    expect({ stdout, stderr, code }).toEqual({
      stdout: 'B2-261109\tCobb 500\t20472\nS1-261103\tRoss 308\t7471\n',
      stderr: '',
      code: 0,
    });
  });

  test('a reader that stops early is not an error', async () => {
    const { stdout, stderr, code } = await shell.run(
      'set -o pipefail; farmctl env-readings list --all -o jsonl | head -1 | wc -l',
    );
    expect({ lines: stdout.trim(), stderr, code }).toEqual({ lines: '1', stderr: '', code: 0 });
  });

  test('a large answer is complete with a slow reader', async () => {
    const { stdout } = await shell.run(
      'farmctl env-readings list --all -o json 2> /dev/null | (sleep 1; node -e \'let s="";process.stdin.on("data",(d)=>{s+=d}).on("end",()=>console.log(JSON.parse(s).length, s.length>3e6))\')',
    );
    const total = await shell.run('farmctl env-readings list --limit 1 2>&1 >/dev/null');
    const expected = Number(/of ([\d,]+)/.exec(total.stderr + total.stdout)?.[1]?.replace(',', ''));
    expect(stdout).toBe(`${expected} true\n`);
  });

  test('an empty list is nothing in TSV, [] in JSON, and exit 3 on request', async () => {
    const emptyList = 'farmctl tasks list --q there-is-none';
    expect(await shell.run(emptyList)).toMatchObject({ stdout: '', code: 0 });
    expect(await shell.run(`${emptyList} -o json`)).toMatchObject({ stdout: '[]\n', code: 0 });
    expect(await shell.run(`${emptyList} --fail-empty`)).toMatchObject({ stdout: '', code: 3 });
  });

  test('destructive commands require --yes', async () => {
    const created = await shell.run(
      `farmctl tasks create ${FARM} --title keep --fields id --no-header`,
    );
    const id = /task_\w{26}/.exec(created.stdout)?.[0];
    const refused = await shell.run(`farmctl tasks delete ${id}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await shell.run(`farmctl tasks get ${id}`)).code).toBe(0);
    expect((await shell.run(`farmctl tasks delete ${id} --yes`)).code).toBe(0);
    expect((await shell.run(`farmctl tasks get ${id}`)).code).toBe(3);
  });
});

describe('exit statuses', () => {
  test.each([
    ['farmctl flocks list --no-such-flag', 2],
    ['farmctl flocks get no-such-flock', 3],
    [`FARMCTL_KEY=fk_live_wrong farmctl me`, 4],
    ['farmctl api POST /tasks --input - <<< "[]"', 5],
    ['FARMCTL_SERVER=http://127.0.0.1:9 farmctl me --max-wait 1s', 8],
  ])('%s exits with %i', async (line, code) => {
    const result = await shell.run(line);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).not.toBe('');
  });
});

test('a response lost after the commit leaves exactly one row', async () => {
  await changeFaults('POST', 'POST /tasks drop-after-commit');
  const creating = shell.run(`farmctl -v tasks create ${FARM} --title lost-answer`);
  const count = 'farmctl tasks list --q lost-answer --fields title';
  // The row is there while the command is still waiting for its first answer.
  while ((await shell.run(count)).stdout === '');
  await changeFaults('DELETE');
  const { code, stderr } = await creating;
  expect(code).toBe(0);
  expect(stderr).toMatch(/-> broken in \d+ ms, again in/);
  expect((await shell.run(count)).stdout).toBe('lost-answer\n');
});
