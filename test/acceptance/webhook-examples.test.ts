import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signDelivery } from '../../src/tools/sign-delivery.ts';
import { runInHome } from '../support/a-cli.ts';
import { aHome } from '../support/a-home.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openShell, type Shell } from '../support/shell.ts';

const SECRET = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const BODY = '{"id":"evt_1","data":{"he":"שאלה"}}';
/** In this order: what is removed is not there any more. `listen` runs until it is interrupted. */
const COMMANDS = [
  ...['add', 'list', 'get', 'update', 'test', 'deliveries', 'deliveries get', 'resend', 'replay'],
  ...['rotate', 'trigger', 'verify', 'remove'],
];

let shell: Shell;
let receiver: Receiver;
/** What stands in the examples for what only a farm of one's own has. */
let real: readonly (readonly [shown: string | RegExp, real: () => string])[];

beforeAll(async () => {
  shell = await openShell({ content: 'empty' });
  receiver = await startReceiver();
  await writeFile(join(shell.home, 'old.secret'), `${SECRET}\n`);
  await writeFile(join(shell.home, 'body.json'), BODY);
  const signed = signDelivery({ id: 'evt_1', body: BODY, at: Date.now() }, { secret: SECRET });
  const hook = await addHook();
  const delivery = await printed(`farmctl webhook test ${hook} --jq .id`);
  real = [
    ['webhook_01K…', () => hook],
    ['delivery_01K…', () => delivery],
    ['http://127.0.0.1:3000/', () => receiver.url],
    ['1795251600', () => signed['x-service-timestamp'] ?? ''],
    ['sha256=…', () => signed['x-service-signature'] ?? ''],
    ['$ID', () => 'evt_1'],
    ['$AT', () => signed['webhook-timestamp'] ?? ''],
    ['$SIGNATURE', () => signed['webhook-signature'] ?? ''],
    [/(?<=(test|remove) )brain\.example\.com/, () => new URL(receiver.url).host],
  ];
});

// One of the examples keeps the secret of its webhook there.
beforeEach(() => writeFile(join(shell.home, 'webhook.secret'), `${SECRET}\n`));

afterAll(async () => {
  await shell.close();
  await receiver.close();
});

const addHook = () => printed(`farmctl webhook add ${receiver.url}/ --events all --jq .id`);

async function printed(line: string): Promise<string> {
  const { stdout, stderr } = await shell.run(line);
  if (stdout === '') throw new Error(stderr);
  return stdout.trim();
}

test.each(COMMANDS)('both examples of webhook %s work', async (command) => {
  const { stdout } = await runInHome(await aHome(), ['webhook', ...command.split(' '), '--help']);
  const examples = stdout.split('\n').flatMap((line) => /^ {2}\$ (.*)/.exec(line)?.[1] ?? []);
  expect(examples).toHaveLength(2);
  for (const [index, example] of examples.entries()) {
    // The first example takes the webhook away that the second one names.
    if (command === 'remove' && index === 1) await addHook();
    const line = real.reduce((text, [shown, value]) => text.replace(shown, value), example);
    const { code, stderr } = await shell.run(`cd ~ && ${line}`);
    expect([line, code, stderr]).toEqual([line, 0, stderr]);
  }
});
