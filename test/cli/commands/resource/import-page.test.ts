import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transport } from '../../../../src/client/transport.ts';
import { inject, injectDownload } from '../../../../src/server/embedded.ts';
import { type CliRun, runInHome } from '../../../support/a-cli.ts';
import { aHome, type Home } from '../../../support/a-home.ts';
import { create } from '../../../support/farm.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const SERVER = 'http://farm.test';
/** What the page shows of stderr: findings about rows and refusals, not how long it took. */
const SHOWN = /^farmctl: (row|No field)/;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const farm = await create(service, 'farms', { name: 'משק כהן' });
  for (const [index, name] of ['לול 1', 'לול 2', 'לול 3'].entries()) {
    const barn = await create(service, 'barns', { name }, { farmId: farm.id });
    if (index === 2) continue;
    const flock = { barnId: barn.id, placementDate: '2026-10-03', chicksReceived: 20_000 };
    await create(service, 'flocks', { ...flock, code: `B${index + 1}-2610` });
  }
});
afterAll(() => service.close());

function transport(): Transport {
  const { app } = service.service;
  return {
    server: SERVER,
    send: (request) => inject(app, request),
    download: (request) => injectDownload(app, request),
    close: async () => {},
  };
}

function run(home: Home, argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: service.admin };
  return runInHome(home, argv, { environment, transport, ...options });
}

interface Step {
  readonly words: readonly string[];
  readonly shown: string;
}

/** The commands of a page with what it shows of their ends. */
function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/```console\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [line = '', ...shown] = step.split('\n');
        return { words: wordsOf(line), shown: shown.join('\n').trim() };
      }),
  );
}

function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll("'", ''));
}

test('the page of imports is what happens', { timeout: 30_000 }, async () => {
  const home = await aHome();
  const page = await readFile(join(ROOT, 'docs/import.md'), 'utf8');
  const sheet = 'daily-logs-he.xlsx';
  await copyFile(join(ROOT, 'test/data/import', sheet), join(home.cwd, sheet));
  for (const { words, shown } of stepsOf(page)) {
    const { stdout, stderr, exitCode } = await run(home, words);
    const told = stderr.split('\n').filter((line) => SHOWN.test(line));
    const status = exitCode === 0 ? [] : [`exit status ${exitCode}`];
    const lines = [...stdout.trim().split(/\r?\n/), ...told, ...status];
    expect(lines.filter((line) => line !== '').join('\n'), words.join(' ')).toBe(shown);
  }
});

test('many flocks come from one line each, also as the input of create', async () => {
  const home = await aHome();
  const stdin = 'flock,date,mortality\nB1-2610,2026-10-28,5\nB2-2610,2026-10-28,6\n';
  const first = await run(home, ['daily-logs', 'import', '-', '-o', 'json'], { stdin });
  expect([first.exitCode, JSON.parse(first.stdout)]).toMatchObject([0, { ok: true, stored: 2 }]);
  const again = await run(home, ['daily-logs', 'import', '-', '-o', 'json'], { stdin });
  expect(again.stderr).toContain('was imported before; --again imports it once more');
  const third = await run(home, ['daily-logs', 'import', '-', '--again'], { stdin });
  expect(third.exitCode).toBe(5);
  expect(third.stderr).toContain('2 of 2 rows were refused; nothing was stored');
  await writeFile(join(home.cwd, 'more.csv'), stdin.replaceAll('-28', '-29'));
  const created = await run(home, ['daily-logs', 'create', '--input', 'more.csv']);
  expect([created.exitCode, created.stderr]).toEqual([
    0,
    expect.stringMatching(/imported 2 rows: 2 new/),
  ]);
});

test('an export that breaks off ends with an error, not as a short file', async () => {
  const home = await aHome();
  const cut = (): Transport => ({
    ...transport(),
    download: async (request) => {
      const whole = await injectDownload(service.service.app, request);
      return { ...whole, chunks: brokenOff(whole.chunks) };
    },
  });
  const ended = await run(home, ['barns', 'export', '--fields', 'name'], { transport: cut });
  expect(ended.exitCode).not.toBe(0);
  const whole = await run(home, ['barns', 'export', '--fields', 'name', '--no-header']);
  expect([whole.exitCode, whole.stdout]).toEqual([0, 'לול 1\r\nלול 2\r\nלול 3\r\n']);
});

async function* brokenOff(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk.subarray(0, 8);
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  }
}
