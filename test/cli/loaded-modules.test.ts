import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltProgram, buildProgram, loadedBy } from '../support/loaded-modules.ts';

// In the project, where the packages are found that are not part of the bundle.
const FOLDER = join(import.meta.dirname, `../../node_modules/.cache/farmctl-loaded-${process.pid}`);

const answers: Readonly<Record<string, unknown>> = {
  '/v1/platform/flocks': { data: [{ id: 'flock_1', code: 'B1' }], meta: { total: 1, limit: 50 } },
  '/v1/platform/me': { organization: { id: 'org_1', name: 'North' } },
};
const server = createServer(({ url = '' }, response) => {
  const [path = ''] = url.split('?');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answers[path] ?? {}));
});
let program: BuiltProgram;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  await mkdir(join(FOLDER, 'home'), { recursive: true });
  program = await buildProgram(FOLDER);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  environment = {
    HOME: join(FOLDER, 'home'),
    FARMCTL_SERVER: `http://127.0.0.1:${port}`,
    FARMCTL_KEY: 'fk_live_of-a-test',
    // Otherwise it would count what earlier commands have left.
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
});

afterAll(async () => {
  server.close();
  await rm(FOLDER, { recursive: true, force: true });
});

// The modules loaded by Node itself differ by version; the budget is that of the oldest.
test.runIf(process.version.startsWith('v20.')).each([
  ['version', ['--version']],
  ['help', ['--help']],
  ['flocks-list-help', ['flocks', 'list', '--help']],
  ['digest-help', ['digest', '--help']],
  ['flocks-list', ['flocks', 'list']],
  ['flocks-list-json', ['flocks', 'list', '-o', 'json']],
  ['me', ['me']],
])('%s loads exactly these modules (update the snapshot with --update)', async (name, argv) => {
  const loaded = await loadedBy(program, argv, environment);
  await expect(loaded).toMatchFileSnapshot(`loaded-modules/${name}.txt`);
});
