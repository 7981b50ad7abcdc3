import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const environment = {
  FARMCTL_SERVER: 'http://127.0.0.1:9',
  FARMCTL_CAMERA_TOKEN: 'cam_test_0123456789',
  FARMCTL_CAMERA_INTEGRATION: 'integ_1',
};

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryFolder();
  await writeFile(join(cwd, 'events.jsonl'), '{"source": "c", "kind": "count"}\n');
});

test.each([
  [['no-such-file.jsonl'], {}, 'no-such-file.jsonl cannot be read'],
  [['.'], {}, 'is a folder'],
  [['events.jsonl', '--token-file', 'none'], {}, 'cannot be read'],
  [['events.jsonl', '--token-file', 'events.jsonl'], {}, 'is not a key'],
  [['events.jsonl'], { FARMCTL_CAMERA_TOKEN: '' }, 'the camera token is missing'],
  [['events.jsonl'], { FARMCTL_CAMERA_INTEGRATION: '' }, 'the camera connection is missing'],
  [['events.jsonl', '--integration', 'a/b'], {}, '--integration "a/b" is not an id'],
  [['events.jsonl', '--concurrency', '0'], {}, '--concurrency must be a whole number from 1 to 8'],
  [['events.jsonl', '--concurrency', '9'], {}, '--concurrency must be a whole number from 1 to 8'],
  [['events.jsonl', '--token', 'cam_x'], {}, 'unknown option "--token"'],
  [['-', '--follow'], {}, '--follow needs a file'],
  [['-', '--resume'], {}, 'standard input cannot be resumed'],
  [['events.jsonl', '--rejects', '-'], {}, '--rejects must name a separate file'],
  [['events.jsonl', '--rejects', 'events.jsonl'], {}, '--rejects must name a separate file'],
])('vision push %j with %j is a usage error', async (words, more, message) => {
  const { code, stdout, stderr } = await runProgram(['vision', 'push', ...words], {
    cwd,
    environment: { ...environment, ...more },
  });
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});

describe('vision simulate', () => {
  const simulate = (words: readonly string[], more = {}) =>
    runProgram(['vision', 'simulate', ...words], { cwd, environment, ...more });

  test.each([
    [['--breed', 'dodo'], 'no breed table is known for dodo'],
    [['--age', '400'], 'ends before 400 days of age'],
    [['--bias', 'much'], '--bias must be a number from -90 to 200'],
    [['--until', 'noon'], '--until must be a time such as'],
    [['--barn', 'Barn 1'], '--barn "Barn 1" is not an id'],
    [['--source', ' , '], '--source must name 1 to 64 cameras'],
    [['--from-api'], '--from-api needs --barn'],
  ])('%j is a usage error', async (words, message) => {
    const { code, stdout, stderr } = await simulate(words);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  test('ends with the present time, and uses the given names of cameras and barn', async () => {
    const words = ['--hours', '1', '--lines', '2', '--source', 'a, b', '--barn', 'barn_1'];
    const { code, stdout } = await simulate(words);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, events]).toMatchObject([
      0,
      [
        { source: 'a', barnId: 'barn_1', kind: 'count', ts: '2026-11-21T07:00:00.000Z' },
        { source: 'a', barnId: 'barn_1', kind: 'weight', ts: '2026-11-21T07:30:00.000Z' },
      ],
    ]);
  });

  test('a reader that closes the pipe is not an error', async () => {
    const { code, stderr } = await simulate(['--lines', '5000'], { closesAfter: 1 });
    expect([code, stderr]).toEqual([0, '']);
  });

  test('reads age, birds, breed and cameras of the flock in the barn from the server', async () => {
    const barnId = 'barn_01KE6M5Y0RE02R7SR3D2N900FA';
    const meta = { total: 1, limit: 50, offset: 0, hasMore: false };
    const flock = { status: 'active', ageDays: 7, live: 500, breed: 'Cobb 500' };
    const closed = { ...flock, status: 'closed', live: 9 };
    const { code, stdout } = await simulate(['--barn', barnId, '--from-api', '--lines', '1'], {
      exchanges: [
        {
          on: `GET /v1/platform/flocks?barnId=${barnId}`,
          reply: { data: [closed, flock], meta },
        },
        {
          on: 'GET /v1/platform/me',
          reply: {},
        },
        {
          on: 'GET /v1/platform/os/mock/clock',
          reply: { now: '2021-01-01T06:00:00.000Z' },
        },
        {
          on: `GET /v1/platform/devices?barnId=${barnId}&kind=camera`,
          reply: { data: [{ sourceKey: 'cam-b1' }, { sourceKey: null }], meta },
        },
      ],
    });
    expect(code).toBe(0);
    const { source, value, ts } = JSON.parse(stdout);
    expect([source, Math.abs(value - 500) < 25]).toEqual(['cam-b1', true]);
    // A mock server has a fixed date, and rejects later days.
    expect(ts.slice(0, 10)).toBe('2020-12-31');
  });
});
