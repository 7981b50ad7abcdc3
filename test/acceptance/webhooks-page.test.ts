import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { RETRY_DELAYS_MILLIS } from '../../src/tools/retry.ts';
import { serviceSignature, standardSignature } from '../../src/tools/webhook-signature.ts';

const PROJECT = join(import.meta.dirname, '../..');
const page = await readFile(join(PROJECT, 'docs/webhooks.md'), 'utf8');
const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const other = 'whsec_YW5vdGhlci1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDI=';
const body =
  '{"id":"evt_1","event":"field_report.question","data":{"he":"שאלה","th":"คำถาม","zh":"问题"}}';

/** The first block of a language in the page. */
function example(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no block of ${language}.`);
  return code;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-webhooks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

interface Receiver {
  readonly url: string;
  readonly printed: () => string;
}

/** Starts a receiver with both secrets and waits until it listens. */
async function startReceiver(command: string, args: readonly string[]): Promise<Receiver> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: `${other} ${secret}` };
  const child: ChildProcess = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const url = `http://127.0.0.1:${port}/hooks/farm`;
  for (let round = 0; round < 100; round++) {
    const isUp = await fetch(url, { method: 'POST' }).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, printed: () => printed };
    await pause(100);
  }
  throw new Error(`${command} did not start: ${printed}`);
}

function headersFor(key: string, ageSeconds = 0): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  return {
    'content-type': 'application/json',
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(key, timestamp, body),
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(key, { id: 'evt_1', timestamp }, body),
  };
}

async function statusesOf({ url }: Receiver): Promise<Readonly<Record<string, number>>> {
  const post = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers, body: text })).status;
  const forged = headersFor('whsec_Zm9yZ2Vk');
  return {
    genuine: await post(headersFor(secret)),
    again: await post(headersFor(secret)),
    other: await post(headersFor(other)),
    forged: await post(forged),
    old: await post(headersFor(secret, 600)),
    changed: await post(headersFor(secret), body.replace('שאלה', 'תשובה')),
    rewritten: await post(headersFor(secret), JSON.stringify(JSON.parse(body), null, 2)),
    unsigned: await post({}),
    malformed: await post({ ...headersFor(secret), 'x-service-timestamp': '²', 'webhook-id': '' }),
  };
}

const expected = {
  genuine: 204,
  again: 204,
  other: 204,
  forged: 401,
  old: 401,
  changed: 401,
  rewritten: 401,
  unsigned: 401,
  malformed: 401,
};

test('the receiver in Node.js accepts only genuine deliveries', async () => {
  const folder = await makeFolder();
  const installed = join(folder, 'node_modules/farmctl');
  await mkdir(installed, { recursive: true });
  await build({
    entryPoints: [join(PROJECT, 'src/client/verify-webhook.ts')],
    outfile: join(installed, 'verify-webhook.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  const exported = { type: 'module', exports: { './verify-webhook': './verify-webhook.js' } };
  await writeFile(join(installed, 'package.json'), JSON.stringify(exported));
  await writeFile(join(folder, 'receiver.mjs'), example('js'));
  const receiver = await startReceiver(process.execPath, [join(folder, 'receiver.mjs')]);
  expect(await statusesOf(receiver)).toEqual(expected);
  expect(receiver.printed().match(/^field_report\.question evt_1$/gm)).toHaveLength(1);
  expect(receiver.printed()).toContain('the body was parsed and written again');
});

const hasPython = await promisify(execFile)('python3', ['--version']).then(
  () => true,
  () => false,
);

test.runIf(hasPython)('the receiver in Python accepts only genuine deliveries', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'receiver.py'), example('python'));
  const receiver = await startReceiver('python3', [join(folder, 'receiver.py')]);
  expect(await statusesOf(receiver)).toEqual(expected);
  expect(receiver.printed().match(/^field_report\.question evt_1$/gm)).toHaveLength(3);
});

test('the delivery on the page has the signatures of its secret', () => {
  const delivery = example('http');
  const [, text = ''] = delivery.split('\n\n');
  const shown = text.trim();
  const timestamp = '1795251600';
  expect(delivery).toContain(
    `x-service-signature: ${serviceSignature(secret, timestamp, shown)}\n`,
  );
  const standard = standardSignature(secret, { id: 'evt_1', timestamp }, shown);
  expect(delivery).toContain(`webhook-signature: ${standard}\n`);
});

test('the delays on the page are those of the schedule', () => {
  const [, row = ''] = /^\| after \| (.*) \|$/m.exec(page) ?? [];
  const units: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 };
  const waits = row.split(' | ').map((cell) => {
    const [count, unit] = cell.split(' ');
    return cell === 'at once' ? 0 : Number(count) * (units[unit ?? ''] ?? Number.NaN);
  });
  expect(waits).toEqual(RETRY_DELAYS_MILLIS);
});
