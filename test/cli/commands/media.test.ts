import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Transport } from '../../../src/client/errors.ts';
import { createHttpTransport } from '../../../src/client/http-transport.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { createFarm } from '../../support/farm.ts';
import { aPicture, SMALL_FILES } from '../../support/media-files.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';
import { says, startStubModel } from '../../support/stub-model.ts';

const SERVER = 'http://farm.test';

let service: TestService;
let baseUrl: string;
let home: Home;
let picture: Buffer;

beforeAll(async () => {
  const stub = await startStubModel();
  stub.script(says('{"severity":"info","summary":"Dry litter"}'));
  service = await startTestService('sqlite', { model: { url: stub.url, model: 'eye' } });
  service.service.app.addHook('onClose', () => stub.close());
  await createFarm(service, { name: 'North' });
  await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.service.app.server.address() as { port: number };
  baseUrl = `http://127.0.0.1:${port}`;
});
afterAll(() => service.close());

beforeEach(async () => {
  home = await aHome();
  picture = await aPicture(400, 300);
  await writeFile(join(home.cwd, 'litter.jpg'), picture);
  await writeFile(join(home.cwd, 'page.html'), SMALL_FILES.html);
  await writeFile(join(home.cwd, 'day.csv'), SMALL_FILES.csv);
  await writeFile(join(home.cwd, 'long.txt'), 'day\n'.repeat(300_000));
});

/** In this process, as with an embedded database, and over a socket. */
const WAYS: readonly (readonly [string, () => Transport])[] = [
  ['embedded', () => serviceTransport(service, SERVER)],
  ['http', () => createHttpTransport(baseUrl, { timeoutMs: 20_000 })],
];

const run = (
  argv: readonly string[],
  transport: () => Transport = () => serviceTransport(service, SERVER),
) =>
  runInHome(home, argv, {
    environment: { FARMCTL_SERVER: SERVER, FARMCTL_KEY: service.admin },
    transport,
  });

const upload = async (name: string, transport?: () => Transport) => {
  const { stdout, stderr } = await run(['media', 'upload', name, '-o', 'json'], transport);
  expect(stderr).toMatch(/^uploaded media item/);
  return JSON.parse(stdout);
};

describe.each(WAYS)('%s: media', (_, transport) => {
  test('upload creates the row with its barn and other flags, and sends the file', async () => {
    const line = ['media', 'upload', 'litter.jpg', '--barn', 'Barn 1', '--category', 'litter'];
    const answer = await run([...line, '--tag', 'wet', '-o', 'json'], transport);
    expect(answer.exitCode).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      name: 'litter.jpg',
      barnId: expect.stringMatching(/^barn_/),
      category: 'litter',
      tags: ['wet'],
      kind: 'image',
      mimeType: 'image/jpeg',
      sizeBytes: picture.length,
      width: 400,
    });
  });

  test('download returns the uploaded file, in parts and whole', async () => {
    const { id } = await upload('long.txt', transport);
    const { exitCode, stderr } = await run(
      ['media', 'download', id, '-O', 'back.txt', '--force'],
      transport,
    );
    expect([exitCode, stderr]).toEqual([0, 'saved back.txt (1.2 MB)\n']);
    const back = await readFile(join(home.cwd, 'back.txt'));
    expect(back.equals(await readFile(join(home.cwd, 'long.txt')))).toBe(true);
  });

  test('download to standard output', async () => {
    const { id } = await upload('day.csv', transport);
    const { stdout } = await run(['media', 'download', id, '-O', '-'], transport);
    expect(stdout).toBe(SMALL_FILES.csv.toString());
  });

  test('a rejected file leaves no row, and the others are sent', async () => {
    const before = (await service.send('GET', '/media')).body.meta.total;
    const answer = await run(['media', 'upload', 'page.html', 'day.csv'], transport);
    expect(answer.exitCode).toBe(9);
    expect(answer.stderr).toContain('farmctl: page.html: The file is text with markup or a script');
    expect(answer.stderr).toContain('1 of 2 files was not uploaded');
    expect((await service.send('GET', '/media')).body.meta.total).toBe(before + 1);
  });

  test('a single rejected file exits as rejected', async () => {
    const answer = await run(['media', 'upload', 'page.html'], transport);
    expect([answer.exitCode, answer.stdout]).toEqual([5, '']);
    expect(answer.stderr).toContain('type_not_taken');
  });

  test('download of an unknown row is reported', async () => {
    const created = await service.send('POST', '/media', { body: { name: 'none' } });
    const answer = await run(['media', 'download', created.body.id], transport);
    expect(answer.exitCode).toBe(3);
    expect(answer.stderr).toContain('no_content');
  });
});

test('--to replaces the file of an existing row', async () => {
  const { id } = await upload('day.csv');
  const { exitCode } = await run(['media', 'upload', 'litter.jpg', '--to', id]);
  expect(exitCode).toBe(0);
  const { body } = await service.send('GET', `/media/${id}`);
  expect([body.name, body.mimeType]).toEqual(['day.csv', 'image/jpeg']);
});

test('a file is saved with the name of its row, and none is overwritten', async () => {
  const { id } = await upload('litter.jpg');
  await service.send('PATCH', `/media/${id}`, { body: { name: '../../לול.sh' } });
  const first = await run(['media', 'download', id, '--thumbnail']);
  expect([first.exitCode, first.stderr]).toEqual([
    0,
    expect.stringMatching(/^saved .*לול.sh small.jpg \(/),
  ]);
  expect(await readdir(home.cwd)).toContain('לול.sh small.jpg');
  const again = await run(['media', 'download', id, '--thumbnail']);
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
});

test.each([
  [['media', 'upload', 'nowhere.jpg'], 'nowhere.jpg cannot be read: ENOENT'],
  [['media', 'upload', '.'], '. is not a file'],
  [['media', 'upload', 'day.csv', 'litter.jpg', '--to', 'media_1'], '--to accepts one file'],
])('%j is a usage error', async (argv, message) => {
  const answer = await run(argv);
  expect([answer.exitCode, answer.stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('analyze prints the result of the model', async () => {
  const { id } = await upload('litter.jpg');
  const line = ['media', 'analyze', id, '--fields', 'aiSeverity,aiSummary', '-o', 'csv'];
  const answer = await run(line);
  expect([answer.exitCode, answer.stdout]).toEqual([0, 'aiSeverity,aiSummary\ninfo,Dry litter\n']);
});
