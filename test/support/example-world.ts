import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openTransport } from '../../src/cli/session/context.ts';
import type { Transport } from '../../src/client/errors.ts';
import type { MockMode } from '../../src/http/core/mock-mode.ts';
import { createFaultBook } from '../../src/mock/faults.ts';
import { type ResourceName, resources } from '../../src/model/resources/registry.ts';
import { createSecretBox } from '../../src/platform/webhooks/webhook-secrets.ts';
import { closedWith, runningServer } from '../../src/server/jobs/running-server.ts';
import { startNotices, startWebhooks } from '../../src/server/jobs/senders.ts';
import { createMockSnapshots } from '../../src/server/mock/load-mock.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { createMovableClock, type MovableClock } from '../../src/tools/clock.ts';
import { secureRandom } from '../../src/tools/ids.ts';
import { type CliResult, type CliRun, runInHome } from './a-cli.ts';
import type { Home } from './a-home.ts';
import { parseExampleLine } from './example-line.ts';
import { createOneOf, EXAMPLES_NOW, type OneOfEach } from './one-of-each.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { COMPILED } from './running-program.ts';
import { startTestService, type TestAnswer, type TestService } from './service.ts';
import { says, startStubModel } from './stub-model.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/farmctl.js');

/** A local mock server, with a local receiver of webhooks. */
export interface ExampleWorld {
  readonly url: string;
  readonly service: TestService;
  readonly clock: MovableClock;
  /** The receiver of webhooks. */
  readonly receiver: Receiver;
  /** Address of a climate controller that returns 25.5 °C and 60 %. */
  readonly controller: string;
  /** Writes without an Idempotency-Key sent by examples: method and path. */
  readonly unkeyed: string[];
  /** Creates a separate organisation with these rows, and those that they reference. */
  openFarm(names: readonly ResourceName[]): Promise<ExampleFarm>;
  close(): Promise<void>;
}

/** The environment of a command's examples. */
export interface ExampleFarm {
  readonly world: ExampleWorld;
  readonly key: string;
  readonly ids: Partial<OneOfEach>;
  /** Calls the service; throws on an error response. */
  send(method: string, path: string, body?: unknown): Promise<TestAnswer['body']>;
}

/** Opens a world whose current time is that of the examples. */
export async function openExampleWorld(): Promise<ExampleWorld> {
  const clock = createMovableClock(Date.parse(EXAMPLES_NOW));
  const settings = {
    policy: { allowedHosts: [], allowLoopback: true },
    secrets: createSecretBox(() => new Uint8Array(32).fill(7), secureRandom),
  };
  const mock: MockMode = { clock, faults: createFaultBook([], () => 0.5) };
  const receiver = await startReceiver();
  const controller = await startController();
  const stub = await startStubModel();
  stub.script(says('{"severity":"info","summary":"Dry litter"}'));
  const options = {
    now: EXAMPLES_NOW,
    app: { mock },
    webhooks: settings,
    wrap: (database: Database) => {
      Object.assign(mock, { snapshots: createMockSnapshots(database, mock) });
      return database;
    },
    model: { url: stub.url, model: 'eye' },
  };
  const service = await startTestService('sqlite', options);
  const url = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  const ready = { event: 'ready', baseUrl: url, pid: 0, orgId: service.orgId } as const;
  const access = { farms: [], keys: {}, cameras: [] };
  const listening = runningServer(service.service, { ...ready, ...access }, undefined);
  const senders = [
    startWebhooks(service.service, settings),
    startNotices(service.service, {}, settings),
  ];
  const server = closedWith(listening, () => Promise.all(senders.map((sender) => sender.stop())));
  const world: ExampleWorld = {
    url,
    service,
    clock,
    receiver,
    controller: controller.url,
    unkeyed: [],
    openFarm: (names) => openFarm(world, names),
    async close() {
      await server.close();
      await receiver.close();
      await stub.close();
      await controller.close();
    },
  };
  return world;
}

async function startController() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"t":25.5,"rh":60}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function openFarm(world: ExampleWorld, names: readonly ResourceName[]): Promise<ExampleFarm> {
  const { service } = world;
  const orgId = await service.createOrganisation('Examples');
  const key = await service.createKey({ orgId });
  const ids = await createOneOf(service, names, { orgId, key });
  return {
    world,
    key,
    ids,
    async send(method, path, body) {
      const answer = await service.send(method, path, { key, body });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body;
    },
  };
}

/** The line with `flock_01K…` replaced by ids of rows. */
export function withIds(line: string, ids: Readonly<Partial<Record<string, string>>>): string {
  return Object.values(resources).reduce((text, { name, idPrefix }) => {
    const id = ids[name];
    return id === undefined ? text : text.replaceAll(`${idPrefix}_01K…`, id);
  }, line);
}

/** Stubs of other programs in the examples; each consumes its input. */
const STUBS: Readonly<Record<string, string>> = {
  farmctl: `exec "${process.execPath}" "${PROGRAM}" "$@"`,
  mail: 'cat > mailed',
  less: 'cat',
  detector: `echo '{"source":"barn1-west","kind":"weight","value":1200,"ts":"2026-11-30T05:00:00Z"}'`,
  pg_dump: 'exit 0',
  pg_restore: 'exit 0',
};

/** Writes the stubs to the path of a shell that runs examples. */
async function writeStubs(folder: string): Promise<void> {
  await mkdir(folder);
  for (const [name, script] of Object.entries(STUBS)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

/** Options for running a line. */
interface ExampleRun extends Pick<CliRun, 'answers' | 'interruption'> {
  readonly home: Home;
  readonly farm: ExampleFarm;
  /** Whether the environment contains neither server nor key. */
  readonly isBare?: boolean;
  readonly onOutput?: () => void;
}

/** Runs a line of the help: in this process where it is plain, otherwise with the built program. */
export async function runExample(line: string, run: ExampleRun): Promise<CliResult> {
  const { farm, home } = run;
  const environment: Readonly<Record<string, string>> = run.isBare
    ? {}
    : { FARMCTL_SERVER: farm.world.url, FARMCTL_KEY: farm.key };
  const plain = parseExampleLine(line);
  if (!plain) return runInShell(line, home, environment);
  const { stdin, stdout } = plain;
  const tell = () => run.onOutput?.();
  const result = await runInHome(home, plain.words, {
    environment,
    clock: farm.world.clock,
    transport: async (settings) =>
      watchKeys(await openTransport(settings, environment), farm.world.unkeyed),
    stdin: stdin === undefined ? '' : await readFile(join(home.cwd, stdin), 'utf8'),
    onStdout: tell,
    onStderr: tell,
    // Input from a file is not input from a terminal.
    ...(run.answers && stdin === undefined ? { answers: run.answers } : {}),
    ...(run.interruption ? { interruption: run.interruption } : {}),
  });
  if (stdout !== undefined) await writeFile(join(home.cwd, stdout), result.stdout);
  return result;
}

/** A transport to the server that records writes without an Idempotency-Key. */
function watchKeys(transport: Transport, unkeyed: string[]): Transport {
  return {
    ...transport,
    send: (request) => {
      const isKeyed = request.method === 'GET' || request.headers['idempotency-key'] !== undefined;
      if (!isKeyed) unkeyed.push(`${request.method} ${request.path}`);
      return transport.send(request);
    },
  };
}

async function runInShell(
  line: string,
  { home, cwd }: Home,
  environment: Readonly<Record<string, string>>,
): Promise<CliResult> {
  const stubs = join(home, 'bin');
  await writeStubs(stubs).catch(() => undefined);
  const env = {
    ...environment,
    ...COMPILED,
    PATH: `${stubs}:${process.env['PATH']}`,
    HOME: home,
    LANG: 'C.UTF-8',
  };
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
    const argv = ['-o', 'pipefail', '-c', line];
    const child = execFile('bash', argv, options, (error, stdout, stderr) => {
      resolve({ stdout, stderr, exitCode: error ? Number(error.code ?? 1) : 0 });
    });
    child.stdin?.end();
  });
}
