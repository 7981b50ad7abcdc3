import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/session/context.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { openShell, type Shell } from '../../support/shell.ts';

/** Text that would reverse the line, end a word or run a command if it were not neutralised. */
const HOSTILE = "\u202ex'; rm -rf $HOME `id` {n} \u2066";

let shell: Shell;
let farmId: string;

beforeAll(async () => {
  shell = await openShell({ content: 'empty' });
  const created = await json('farmctl farms create --name North --latitude 32.1 --longitude 34.9');
  farmId = created.id;
  const barn = await json(`farmctl barns create --farm North --name 'Barn 1'`);
  await json(
    `farmctl flocks create --barn-id ${barn.id} --code B1-26 --placement-date 2026-11-01 --chicks-received 10000 --breed 'Ross 308'`,
  );
});

afterAll(() => shell.close());

async function json(line: string) {
  const { stdout, stderr, code } = await shell.run(`${line} -o json`);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A new connection of the farm, through which these sources have been heard. */
async function receiveEvents(name: string, sources: readonly string[]) {
  const connection = await json(
    `farmctl integrations create --farm North --kind camera --name '${name}'`,
  );
  const events = sources.map((source) => ({ source, kind: 'count', value: 9_900 }));
  const url = `${shell.server.ready.baseUrl}/v1/os-ingest/${connection.id}/vision`;
  const answer = await push(url, connection.cameraToken, events);
  expect(answer.status).toBe(200);
  return { ...connection, url };
}

function push(url: string, token: string, events: readonly object[]) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ events }) });
}

describe('cameras list', () => {
  test('prints a page, with the command that registers a source', async () => {
    await receiveEvents('Page', ['page-east', HOSTILE]);
    const { stdout, stderr, code } = await shell.run('farmctl cameras list --farm North --lang en');
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toContain('North · No cameras\n  0 online · 0 silent · 2 not registered');
    expect(stdout).toContain('Connections\n');
    expect(stdout).toMatch(/Page +working +cam_/);
    expect(stdout).toContain('Not registered\n');
    expect(stdout).toContain('page-east · counts · 1 event in 7 days, last ');
    expect(stdout).toMatch(/farmctl cameras adopt page-east --farm farm_\w+ --barn barn_\w+\n/);
  });

  test('neutralises a hostile name of a source', async () => {
    await receiveEvents('Hostile', [HOSTILE]);
    for (const format of ['', ' -o tsv', ' --lang he']) {
      const { stdout } = await shell.run(`farmctl cameras list --farm North${format}`);
      expect(stdout).not.toMatch(/\u202e|\u2066/);
    }
  });

  test('is in the language of the farm', async () => {
    const { stdout } = await shell.run('farmctl cameras list --farm North --lang es');
    expect(stdout).toContain('Sin registrar\n');
  });

  test('prints the answer of the service, or its cameras as rows', async () => {
    const answer = await json('farmctl cameras list --farm North');
    expect(answer).toMatchObject({ farmId, headline: { cameras: 0 } });
    const { stdout } = await shell.run(
      'farmctl cameras list --farm North -o tsv --fields deviceId,silent.severity',
    );
    expect(stdout).toBe('');
  });
});

describe('cameras adopt', () => {
  test('registers a source as a camera, in a barn given by name', async () => {
    await receiveEvents('Adopt', ['adopt-east']);
    const { stdout, stderr, code } = await shell.run(
      "farmctl cameras adopt adopt-east --farm North --barn 'Barn 1' --name East -o json",
    );
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ kind: 'camera', name: 'East', sourceKey: 'adopt-east', adopted: true, events: 1 },
    });
    expect(stderr).toMatch(/^adopted camera device_\w{26} \(East\) with 1 earlier event\n$/);
    expect(code).toBe(0);
    const page = await shell.run('farmctl cameras list --farm North --lang en');
    expect(page.stdout).toMatch(/East +Barn 1 +B1-26 +online/);
    const rows = await shell.run(
      'farmctl cameras list --farm North -o tsv --fields name,barn,flock,silent.severity',
    );
    expect(rows.stdout).toBe('East\tBarn 1\tB1-26\t\n');
    const again = await shell.run('farmctl cameras adopt adopt-east --farm North');
    expect(again.stderr).toContain('is already the source of the camera device_');
    expect(again.code).toBe(5);
  });

  test('accepts a source with any name', async () => {
    const { unregistered } = await json('farmctl cameras list --farm North');
    const sources = unregistered.map(({ source }: { source: string }) => source);
    expect(sources).toContain(HOSTILE);
    const word = `"$(printf '%b' '${escaped(HOSTILE)}')"`;
    const { stdout, code } = await shell.run(`farmctl cameras adopt ${word} --farm North -o json`);
    expect([JSON.parse(stdout).sourceKey, code]).toEqual([HOSTILE, 0]);
  });

  test('reports an unknown source', async () => {
    const { stdout, stderr, code } = await shell.run('farmctl cameras adopt nobody --farm North');
    expect([stdout, code]).toEqual(['', 5]);
    expect(stderr).toContain('nothing has come from "nobody"');
  });
});

describe('cameras token', () => {
  test('gives a connection a new token, shown once; the previous one is invalid', async () => {
    const { url, cameraToken } = await receiveEvents('Token', []);
    const { stdout, stderr, code } = await shell.run(
      'farmctl cameras token token --yes --token-only',
    );
    expect(stdout).toMatch(/^cam_\w+\n$/);
    expect(stderr).toBe('gave Token a new token; it cannot be shown again, store it safely\n');
    expect(code).toBe(0);
    expect((await push(url, cameraToken, [])).status).toBe(401);
    expect((await push(url, stdout.trim(), [])).status).toBe(200);
  });

  test('asks for confirmation, and changes nothing without it', async () => {
    const { id, url, cameraToken } = await receiveEvents('Asked', []);
    const question = 'Issue a new token for Asked? The old one stops working immediately.';
    const refused = await atTerminal(['cameras', 'token', id], [[question, 'n']]);
    expect(refused.stderr).toContain('nothing was changed');
    expect((await push(url, cameraToken, [])).status).toBe(200);
    const script = await shell.run(`farmctl cameras token ${id}`);
    expect([script.stdout, script.code]).toEqual(['', 2]);
    expect(script.stderr).toContain('--yes');
  });

  test.each([
    ["'No such' --yes", 3, 'there is no camera connection "No such"'],
    ['Token --yes --fields tokenPrefix', 2, '--fields leaves out the token'],
    ['Token --yes --fields cameraToken --token-only', 2, 'exclude each other'],
  ])('%s is rejected', async (argv, status, text) => {
    const { stdout, stderr, code } = await shell.run(`farmctl cameras token ${argv}`);
    expect([stdout, code]).toEqual(['', status]);
    expect(stderr).toContain(text);
  });

  async function atTerminal(argv: readonly string[], answers: NonNullable<CliRun['answers']>) {
    const environment = {
      FARMCTL_KEY: shell.server.ready.keys['admin'] ?? '',
      FARMCTL_SERVER: shell.server.ready.baseUrl,
    };
    return runInHome(await aHome(), argv, { environment, transport: openTransport, answers });
  }
});

test('every command shows two examples', async () => {
  for (const command of ['list', 'adopt', 'token']) {
    const { stdout } = await shell.run(`farmctl cameras ${command} --help`);
    expect(stdout.match(/^ {2}\$ farmctl cameras /gm)).toHaveLength(2);
  }
});

/** The text for `printf %b` between single quotes. */
function escaped(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
