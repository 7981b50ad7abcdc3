import { access, appendFile, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type IngestReceiver, startIngestReceiver } from '../support/ingest-receiver.ts';
import { type ProgramSurroundings, startFarmctl } from '../support/push-process.ts';
import { openShell, type Shell } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** More with FARMCTL_PUSH_CUTS. */
const CUTS = Number(process.env['FARMCTL_PUSH_CUTS'] ?? 2);
const CUT_LINES = 6000;
/** More with FARMCTL_PUSH_LINES. */
const MANY_LINES = Number(process.env['FARMCTL_PUSH_LINES'] ?? 30_000);
/** The text of so many lines does not fit into it. */
const HEAP_MEGABYTES = 24;

let home: string;
let file: string;
beforeEach(async () => {
  home = await temporaryFolder();
  file = join(home, 'events.jsonl');
});

const NOW = Date.now();

function eventLine(index: number, more: Readonly<Record<string, unknown>> = {}): string {
  const ts = new Date(NOW - 3_600_000 + index).toISOString();
  return `${JSON.stringify({ source: 'cam-1', kind: 'weight', value: 1000 + (index % 500), ts, ...more })}\n`;
}

/**
 * Without a time stamp the service cannot recognise an event: only the key of its call prevents
 * duplicates.
 */
function bareLine(index: number): string {
  return `${JSON.stringify({ source: 'cam-1', kind: 'count', value: index })}\n`;
}

function linesOf(count: number, line = eventLine): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

function push(
  { url }: Pick<IngestReceiver, 'url'>,
  words: readonly string[] = [file],
  more: Partial<ProgramSurroundings> = {},
) {
  const argv = ['vision', 'push', ...words, '-o', 'json'];
  return startFarmctl(argv, { home, server: url, ...more });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function valuesOf(receiver: IngestReceiver): readonly unknown[] {
  return receiver.stored
    .map(({ value }) => value)
    .toSorted((one, other) => Number(one) - Number(other));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the input', () => {
  const text = linesOf(450);

  test('the input as a file is pushed completely, in calls of 200, and leaves no other files', async () => {
    const receiver = await startIngestReceiver();
    await writeFile(file, text);
    const { stdout, stderr, end } = await push(receiver).ended;
    expect([end, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^pushed 450 lines: 450 stored, 0 stored already, 0 rejected, in 3 calls in [\d.]+ s\n$/,
      ),
    ]);
    expect(JSON.parse(stdout)).toEqual({
      lines: 450,
      sent: 450,
      stored: 450,
      duplicates: 0,
      rejected: 0,
      calls: 3,
      seconds: expect.any(Number),
    });
    expect(receiver.calls.map(({ events }) => events.length).toSorted()).toEqual([200, 200, 50]);
    expect(receiver.calls[0]).toMatchObject({
      path: '/v1/os-ingest/integ_1/vision',
      authorization: 'Bearer cam_test_0123456789',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await exists(`${file}.farmctl-push`)).toBe(false);
    expect(await exists(`${file}.farmctl-push.lock`)).toBe(false);
  });

  test.each([
    ['a gzip file', 'file', gzipSync(text)],
    [
      'a gzip file of two members',
      'file',
      Buffer.concat([gzipSync(text.slice(0, 999)), gzipSync(text.slice(999))]),
    ],
    ['standard input', 'stdin', Buffer.from(text)],
    ['gzip on standard input', 'stdin', gzipSync(text)],
  ])('the input as %s gives the same events', async (_what, place, bytes) => {
    const receiver = await startIngestReceiver();
    await writeFile(file, bytes);
    const running = place === 'file' ? push(receiver) : push(receiver, ['-'], { input: bytes });
    expect((await running.ended).end).toBe(0);
    expect(receiver.stored.map(({ ts }) => ts).toSorted()).toEqual(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).ts),
    );
  });

  test('may have a byte order mark, CRLF, blank lines and a last line without its end', async () => {
    const receiver = await startIngestReceiver();
    await writeFile(
      file,
      `\uFEFF${bareLine(0).trim()}\r\n\r\n  \n${bareLine(1)}\n${bareLine(2).trim()}`,
    );
    expect((await push(receiver).ended).end).toBe(0);
    expect(valuesOf(receiver)).toEqual([0, 1, 2]);
  });

  test('the input as a broken gzip file is pushed as far as it can be read, with a corresponding exit status', async () => {
    const receiver = await startIngestReceiver();
    const archive = gzipSync(linesOf(20_000));
    await writeFile(file, archive.subarray(0, archive.length / 2));
    const { end, stderr } = await push(receiver).ended;
    expect([end, stderr]).toEqual([
      9,
      expect.stringContaining('the gzip data is damaged or incomplete'),
    ]);
    expect(receiver.stored.length).toBeGreaterThan(1000);
  });

  test('does not increase the heap, however many lines there are', async () => {
    let stored = 0;
    const receiver = await startIngestReceiver({
      answer: (_call, events) => {
        stored += events.length;
        return { status: 200, body: { ok: true, stored: events.length, duplicates: 0 } };
      },
    });
    const words = ['vision', 'simulate', '--lines', `${MANY_LINES}`];
    await writeFile(file, (await startFarmctl(words, { home, server: receiver.url }).ended).stdout);
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` };
    const { end, stdout } = await push(receiver, [file], { env }).ended;
    expect([end, JSON.parse(stdout).stored, stored]).toEqual([0, MANY_LINES, MANY_LINES]);
  });
});

describe('an interrupted push', () => {
  test('a push interrupted by kill -9 at random points is resumed, and nothing is stored twice', async () => {
    const receiver = await startIngestReceiver({ delayMs: 15 });
    const rejects = join(home, 'rejects.jsonl');
    const lines = upTo(CUT_LINES).map((index) =>
      index % 100 === 50 ? 'no event\n' : bareLine(index),
    );
    await writeFile(file, lines.join(''));
    const words = [file, '--resume', '--rejects', rejects];
    for (let cut = 0; cut < CUTS; cut++) {
      const already = receiver.calls.length;
      const running = push(receiver, words);
      const goal = already + Math.ceil(Math.random() * 6);
      await vi.waitUntil(() => receiver.calls.length >= goal, { timeout: 20_000, interval: 5 });
      running.child.kill('SIGKILL');
      expect((await running.ended).end).toBe('SIGKILL');
    }
    const { stdout, end } = await push(receiver, words).ended;
    const isGood = (index: number) => index % 100 !== 50;
    expect(end).toBe(9);
    expect(valuesOf(receiver)).toEqual(upTo(CUT_LINES).filter(isGood));
    const { lines: read, stored, rejected } = JSON.parse(stdout);
    expect({ read, stored, rejected }).toEqual({
      read: CUT_LINES,
      stored: (CUT_LINES * 99) / 100,
      rejected: CUT_LINES / 100,
    });
    const written = (await readFile(rejects, 'utf8')).trim().split('\n');
    const numbers = written
      .map((line) => JSON.parse(line).line)
      .toSorted((one, other) => one - other);
    expect(numbers).toEqual(upTo(CUT_LINES / 100).map((index) => index * 100 + 51));
    expect(await exists(`${file}.farmctl-push`)).toBe(false);
  });

  test('a completed push with --resume stores nothing, and reports this', async () => {
    const receiver = await startIngestReceiver();
    await writeFile(file, linesOf(300, bareLine));
    const first = await push(receiver, [file, '--resume']).ended;
    expect(JSON.parse(first.stdout)).toMatchObject({ stored: 300, duplicates: 0 });
    const again = await push(receiver, [file, '--resume']).ended;
    expect([again.end, JSON.parse(again.stdout)]).toMatchObject([
      0,
      { stored: 0, duplicates: 300 },
    ]);
    expect(valuesOf(receiver)).toEqual(upTo(300));
  });

  test('an interrupted push of a gzip file is resumed in the middle of it', async () => {
    const receiver = await startIngestReceiver({ delayMs: 30 });
    await writeFile(file, gzipSync(linesOf(4000, bareLine)));
    const running = push(receiver);
    await vi.waitUntil(() => receiver.calls.length >= 4, { timeout: 20_000 });
    running.child.kill('SIGINT');
    const first = await running.ended;
    expect([first.end, first.stdout, first.stderr]).toEqual([
      130,
      '',
      expect.stringContaining('--resume'),
    ]);
    const before = receiver.calls.length;
    expect((await push(receiver, [file, '--resume']).ended).end).toBe(0);
    expect(valuesOf(receiver)).toEqual(upTo(4000));
    // Batches in progress are finished before the end, and not sent again.
    expect([before < 20, receiver.calls.length]).toEqual([true, 20]);
  });

  test('is not restarted by accident, nor resumed with another file or for another connection', async () => {
    const receiver = await startIngestReceiver({
      answer: (call) => (call === 1 ? { status: 500 } : undefined),
    });
    await writeFile(file, linesOf(1000));
    const first = await push(receiver, [file, '--concurrency', '1']).ended;
    expect([first.end, first.stdout]).toEqual([7, '']);
    expect((await stat(`${file}.farmctl-push`)).mode & 0o777).toBe(0o600);

    const again = await push(receiver).ended;
    expect([again.end, again.stderr]).toEqual([
      2,
      expect.stringContaining('stopped after line 200'),
    ]);
    const other = await push(receiver, [file, '--resume', '--integration', 'integ_2']).ended;
    expect([other.end, other.stderr]).toEqual([2, expect.stringContaining('integ_1')]);

    await writeFile(`${file}.kept`, await readFile(file));
    await writeFile(file, linesOf(1000).split('\n').reverse().join('\n'));
    const shuffled = await push(receiver, [file, '--resume']).ended;
    expect([shuffled.end, shuffled.stderr]).toEqual([2, expect.stringContaining('another file')]);

    await rename(`${file}.kept`, file);
    expect((await push(receiver, [file, '--resume']).ended).end).toBe(0);
    expect(receiver.stored.length).toBe(1000);
  });

  test('an interrupted push of standard input cannot be resumed', async () => {
    const { end, stderr } = await push({ url: 'http://127.0.0.1:9' }, ['-', '--resume']).ended;
    expect([end, stderr]).toEqual([2, expect.stringContaining('cannot be resumed')]);
  });
});

describe('a repeated push', () => {
  test('stores nothing again, in the same order or another one', async () => {
    const receiver = await startIngestReceiver();
    const text = linesOf(300);
    await writeFile(file, text);
    await push(receiver).ended;
    const again = await push(receiver).ended;
    expect(JSON.parse(again.stdout)).toMatchObject({ sent: 300, stored: 0, duplicates: 300 });
    await writeFile(file, text.trim().split('\n').reverse().join('\n'));
    const reversedRun = await push(receiver).ended;
    expect(JSON.parse(reversedRun.stdout)).toMatchObject({ sent: 300, stored: 0, duplicates: 300 });
    expect(receiver.stored.length).toBe(300);
  });

  test('a repeated push of equal events without a time stamp in one file stores all of them', async () => {
    const receiver = await startIngestReceiver();
    await writeFile(
      file,
      linesOf(600, () => bareLine(7)),
    );
    const { stdout } = await push(receiver).ended;
    expect(JSON.parse(stdout)).toMatchObject({ sent: 600, stored: 600, duplicates: 0 });
  });

  test('a second push of the same file at the same time is rejected', async () => {
    let answer = () => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const receiver = await startIngestReceiver({ until });
    await writeFile(file, linesOf(2000));
    const first = push(receiver);
    await vi.waitUntil(() => receiver.calls.length > 0, { timeout: 60_000 });
    const second = await push(receiver, [file, '--resume']).ended;
    expect([second.end, second.stderr]).toEqual([
      2,
      expect.stringContaining('another farmctl is pushing'),
    ]);
    answer();
    expect((await first.ended).end).toBe(0);
    expect(receiver.stored.length).toBe(2000);
  });
});

describe('a followed file', () => {
  test('is pushed as it grows, even if it is truncated or moved, until a signal', async () => {
    const receiver = await startIngestReceiver();
    const arrived = (count: number) =>
      vi.waitUntil(() => receiver.stored.length >= count, { timeout: 20_000 });
    await writeFile(file, linesOf(3, bareLine));
    const running = push(receiver, [file, '--follow']);
    await arrived(3);
    // A line that is still being written is waited for.
    await appendFile(file, bareLine(3).slice(0, 10));
    await appendFile(file, `${bareLine(3).slice(10)}${bareLine(4)}`);
    await arrived(5);
    await truncate(file, 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await appendFile(file, bareLine(5));
    await arrived(6);
    await appendFile(file, bareLine(6));
    await rename(file, `${file}.1`);
    await appendFile(`${file}.1`, bareLine(7));
    await writeFile(file, bareLine(8));
    await arrived(9);
    running.child.kill('SIGTERM');
    expect((await running.ended).end).toBe(143);
    expect(valuesOf(receiver)).toEqual(upTo(9));

    await appendFile(file, bareLine(9));
    const next = push(receiver, [file, '--follow', '--resume']);
    await arrived(10);
    next.child.kill('SIGINT');
    expect((await next.ended).end).toBe(130);
    expect(valuesOf(receiver)).toEqual(upTo(10));
  });
});

describe('rejected lines', () => {
  const hostile = '{"source":"cam-1","kind":"\u001b]0;owned\u0007\u202e"}\n';

  test('are written to a file of the owner, with the field and the reason; the rest is pushed', async () => {
    const receiver = await startIngestReceiver();
    const long = `{"source":"${'x'.repeat(100_000)}"}\n`;
    const parts = [
      'no json\n',
      Buffer.from([0xff, 0x0a]),
      eventLine(0),
      long,
      '[1]\n',
      eventLine(1, { ts: 'yesterday' }),
    ];
    await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part))));
    const rejects = join(home, 'rejects.jsonl');
    const { end, stderr } = await push(receiver, [file, '--rejects', rejects]).ended;
    expect([end, stderr]).toEqual([9, expect.stringContaining('5 lines were rejected')]);
    const written = (await readFile(rejects, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written.map(({ line, field, code }) => [line, field, code])).toEqual([
      [1, 'line', 'invalid_json'],
      [2, 'line', 'not_utf8'],
      [4, 'line', 'too_long'],
      [5, 'line', 'wrong_type'],
      [6, 'ts', 'invalid_date'],
    ]);
    expect(written[3].text).toBe('[1]');
    expect((await stat(rejects)).mode & 0o777).toBe(0o600);
    expect(receiver.stored.length).toBe(1);
  });

  test('are explained in the language of the command without such a file', async () => {
    const receiver = await startIngestReceiver();
    await writeFile(file, `no json\n${eventLine(0)}[1]\n${eventLine(1, { ts: 'yesterday' })}`);
    const { end, stderr } = await push(receiver, [file, '--lang', 'es']).ended;
    expect(end).toBe(9);
    expect(stderr).toContain('farmctl: línea 1: Los datos no son JSON válido.\n');
    expect(stderr).toContain('farmctl: línea 3: Línea: el tipo del valor no es correcto.\n');
    expect(stderr).toContain('farmctl: línea 4: ts: no es una fecha. El valor es «yesterday».\n');
  });

  test('are neutralised on stderr and in the file', async () => {
    const receiver = await startIngestReceiver();
    await writeFile(file, hostile.repeat(9));
    const rejects = join(home, 'rejects.jsonl');
    const result = await push(receiver).ended;
    expect(result.end).toBe(5);
    expect(result.stderr).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
    expect(result.stderr.match(/^farmctl: line \d+:/gm)?.length).toBe(5);
    expect(result.stderr).toContain('--rejects FILE stores all of them');
    await push(receiver, [file, '--rejects', rejects]).ended;
    expect(await readFile(rejects, 'utf8')).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
  });

  test('rejected only by the service are found, and the others sent again', async () => {
    const isRefused = ({ value }: Readonly<Record<string, unknown>>) =>
      Number(value) % 100 === 0 ? 'this camera is switched off' : undefined;
    const receiver = await startIngestReceiver({ refuse: isRefused });
    await writeFile(file, linesOf(300, bareLine));
    const { end, stdout, stderr } = await push(receiver).ended;
    expect([end, JSON.parse(stdout)]).toMatchObject([9, { sent: 297, stored: 297, rejected: 3 }]);
    expect(stderr).toContain('farmctl: line 101: this camera is switched off');
  });

  test('are found by bisection if the service does not name them', async () => {
    const vague = {
      status: 400,
      body: { error: 'validation_failed', message: 'something is wrong' },
    };
    const receiver = await startIngestReceiver({
      answer: (call) => (call < 3 ? vague : undefined),
    });
    await writeFile(file, linesOf(4, bareLine));
    const { end, stdout } = await push(receiver, [file, '--concurrency', '1']).ended;
    // The call of 4 and its first 2 are rejected, then the first alone.
    expect([end, JSON.parse(stdout)]).toMatchObject([9, { sent: 3, stored: 3, rejected: 1 }]);
  });
});

describe('the exit status', () => {
  test.each([
    [4, 401, 'unauthorized'],
    [3, 404, 'not_found'],
    [7, 500, 'internal'],
    [6, 429, 'rate_limited'],
  ])('is %i for %i', async (code, status, slug) => {
    const receiver = await startIngestReceiver({
      answer: () => ({
        status,
        body: { error: slug, message: 'no' },
        headers: { 'retry-after': '5' },
      }),
    });
    await writeFile(file, linesOf(10));
    const { end, stdout } = await push(receiver, [file, '--max-wait', '1s']).ended;
    expect([end, stdout]).toEqual([code, '']);
    // Nothing was pushed, so there is nothing to resume.
    expect(await exists(`${file}.farmctl-push`)).toBe(false);
  });

  test('is 0 after waiting for a busy service', async () => {
    const overloaded = {
      status: 429,
      body: { error: 'rate_limited', message: 'no' },
      headers: { 'retry-after': '1' },
    };
    const receiver = await startIngestReceiver({
      answer: (call) => (call === 0 ? overloaded : undefined),
    });
    await writeFile(file, linesOf(10));
    const start = performance.now();
    const { end, stdout } = await push(receiver).ended;
    expect([end, JSON.parse(stdout)]).toMatchObject([0, { stored: 10, duplicates: 0, calls: 1 }]);
    expect(performance.now() - start).toBeGreaterThan(1000);
  });

  test('is 0 for an empty file, 8 if nothing listens', async () => {
    await writeFile(file, '');
    const unreachable = { url: 'http://127.0.0.1:9' };
    expect((await push(unreachable).ended).end).toBe(0);
    await writeFile(file, linesOf(1));
    expect((await push(unreachable, [file, '--max-wait', '0s']).ended).end).toBe(8);
  });
});

describe('the service', () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await openShell();
  });
  afterAll(() => shell.close());

  test('stores detections of cameras over a separate flock once', async () => {
    const [camera] = shell.server.ready.cameras;
    await writeFile(join(home, 'token'), `${camera?.token}\n`, { mode: 0o600 });
    const make = `farmctl vision simulate --from-api --barn ${camera?.barnId} --until 2026-11-20T06:00:00Z --hours 3`;
    const created = await shell.run(
      `${make} > ${file}; wc -l < ${file}; grep -c '"source":"${camera?.source}"' ${file}`,
    );
    expect(created.stdout).toBe('288\n288\n');
    const words = `--integration ${camera?.integrationId} --token-file ${home}/token -o json`;
    const first = await shell.run(`farmctl vision push ${file} ${words}`);
    expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
      0,
      { stored: 288, duplicates: 0 },
    ]);
    const reversedPush = await shell.run(`tac ${file} | gzip | farmctl vision push - ${words}`);
    expect(JSON.parse(reversedPush.stdout)).toMatchObject({
      sent: 288,
      stored: 0,
      duplicates: 288,
    });
    const events = await shell.run(
      `farmctl vision-events list --source ${camera?.source} --all --jq '[.[] | select(.meta.model == "farmctl-simulate")] | length'`,
    );
    expect(events.stdout).toBe('288\n');
  });

  test('names the rejected events, which become rejects; the token of another connection is rejected', async () => {
    const [camera, other] = shell.server.ready.cameras;
    const event = { source: camera?.source, kind: 'count', value: 5 };
    const lines = [
      event,
      { ...event, barnId: 'barn_none' },
      { ...event, ts: '2001-01-01T00:00:00Z' },
    ];
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const words = `${file} --integration ${camera?.integrationId} -o json`;
    const { code, stdout, stderr } = await shell.run(
      `FARMCTL_CAMERA_TOKEN=${camera?.token} farmctl vision push ${words}`,
    );
    expect([code, JSON.parse(stdout)]).toMatchObject([9, { stored: 1, rejected: 2 }]);
    expect(stderr).toMatch(/line 2: barnId .*\n.*line 3: ts must not be more than 30 days ago/);
    const refused = await shell.run(
      `FARMCTL_CAMERA_TOKEN=${other?.token} farmctl vision push ${words}`,
    );
    expect([refused.code, refused.stderr]).toEqual([
      4,
      expect.stringContaining('Check that the camera token'),
    ]);
  });
});

describe('simulated cameras', () => {
  const simulate = (...words: readonly string[]) =>
    startFarmctl(['vision', 'simulate', '--until', new Date(NOW).toISOString(), ...words], {
      home,
      server: 'http://127.0.0.1:9',
    }).ended;

  test('give the same bytes for the same seed, all of which a service accepts', async () => {
    const receiver = await startIngestReceiver();
    const first = await simulate('--hours', '2', '--seed', '7', '--broken');
    expect(await simulate('--hours', '2', '--seed', '7', '--broken')).toEqual(first);
    expect((await simulate('--hours', '2', '--seed', '8', '--broken')).stdout).not.toBe(
      first.stdout,
    );
    const { stdout } = await push(receiver, ['-'], { input: first.stdout }).ended;
    expect(JSON.parse(stdout)).toMatchObject({ lines: 384, stored: 384, rejected: 0 });
  });
});
