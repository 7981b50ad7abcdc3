import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceDocuments } from '../../../src/http/docs/reference-page.ts';
import { exampleId } from '../../../src/model/core/fields.ts';
import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import {
  type ResourceName,
  resourceNames,
  resources,
} from '../../../src/model/resources/registry.ts';
import { clientPrograms } from '../../support/api-clients/programs.ts';
import { answerValidator } from '../../support/api-document.ts';
import { DATABASES } from '../../support/databases.ts';
import { createOneOfEach, EXAMPLES_NOW, namedRows } from '../../support/one-of-each.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SUPPORT = join(ROOT, 'test/support/api-clients');
const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
const PATIENCE_MILLIS = 300_000;

/** Strict, and otherwise as a bundler's project is set up. */
const PROJECT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['*.ts', 'hey-api-*'],
};

interface Row {
  readonly id: string;
  readonly version: number;
}

interface Used {
  readonly created: Row;
  readonly changed: Row;
  readonly read: Row;
  readonly listed: readonly Row[];
}

/** The exports of the hey-api program. */
interface Program {
  readonly createClient: (config: { readonly baseUrl: string; readonly auth: string }) => unknown;
  readonly uses: Readonly<Record<ResourceName, (scene: object) => Promise<Used>>>;
  readonly useApplication: (scene: object) => Promise<Readonly<Record<string, unknown>>>;
}

let folder: string;
let generated: string;

beforeAll(async () => {
  // Below the project, so that the programs find the libraries of the clients.
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'api-clients-'));
  const documents = createReferenceDocuments({ version: '1.0.0' });
  const files = {
    'platform.json': documents.platform(),
    'application.json': documents.application(),
    'tsconfig.json': JSON.stringify(PROJECT),
    ...clientPrograms(join(ROOT, 'src/model/resources/registry.ts')),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  generated = await run([join(SUPPORT, 'generate.mjs'), folder]);
}, PATIENCE_MILLIS);

afterAll(() => rm(folder, { recursive: true }));

test('openapi-typescript, hey-api and orval generate clients of both documents', () => {
  expect(generated).toContain('exit 0');
});

test(
  'strict programs list, create, change and read every resource with each of the clients',
  async () => {
    expect(await run([COMPILER, '-p', folder, '--checkers', '1'])).toBe('exit 0');
  },
  PATIENCE_MILLIS,
);

describe.each(DATABASES)('%s: the program of hey-api', (database) => {
  let service: TestService;
  let program: Program;
  let baseUrl: string;
  const ids: Partial<Record<ResourceName, string>> = {};

  beforeAll(async () => {
    service = await startTestService(database, { now: EXAMPLES_NOW });
    await createOneOfEach(service);
    const { app } = service.service;
    await app.listen({ port: 0, host: '127.0.0.1' });
    baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    program = await bundle(database);
  });
  afterAll(() => service.close());

  function scene(farmId: string) {
    const options = { baseUrl: `${baseUrl}/v1/platform`, auth: service.admin };
    const client = program.createClient(options);
    return { client, baseUrl, farmId, fill: (body: unknown) => withIds(body, ids) };
  }

  test.each(creationOrder())('uses %s of the service', async (name) => {
    const used = await program.uses[name](scene(ids.farms ?? ''));
    ids[name] = used.created.id;
    const definition: ResourceDefinition = resources[name];
    expect(used.listed.map(({ id }) => id)).toContain(used.created.id);
    expect(used.read).toEqual(used.changed);
    expect(violations(`/${name}/{id}`, 'GET', 200, used.read)).toEqual([]);
    if (definition.readOnly) return;
    expect([used.created.version, used.changed.version]).toEqual([1, 2]);
    expect(violations(`/${name}`, 'POST', 201, used.created)).toEqual([]);
    expect(violations(`/${name}/{id}`, 'PATCH', 200, used.changed)).toEqual([]);
  });

  test('manages keys and sends detections with the token returned by a create', async () => {
    const { status, body } = await service.send('POST', `/integrations?farmId=${ids.farms}`, {
      body: { kind: 'camera', name: 'Cameras' },
    });
    expect(status).toBe(201);
    expect(violations('/integrations', 'POST', 201, body)).toEqual([]);
    const camera = { token: body.cameraToken, integrationId: body.id };
    const result = await program.useApplication({ ...scene(ids.farms ?? ''), ...camera });
    expect(result).toMatchObject({ key: 'Other', read: 'Other', stored: 1 });
    expect(result['text']).toMatch(/^fk_live_/);
  });

  async function bundle(name: string): Promise<Program> {
    const outfile = join(folder, `use-hey-api-${name}.mjs`);
    const entry = join(folder, 'use-hey-api.ts');
    await build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  }
});

/** The output and exit status of a program. */
function run(argv: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      argv,
      { cwd: ROOT, timeout: PATIENCE_MILLIS },
      (_, stdout, stderr) => resolve(`${stdout}${stderr}exit ${child.exitCode}`),
    );
  });
}

function violations(path: string, method: string, status: number, body: unknown) {
  const validate = answerValidator(path, method, status);
  if (!validate) return [`${method} ${path} has no documented answer ${status}`];
  return validate(body) ? [] : validate.errors;
}

/** The resources, each after those whose rows its example names. */
function creationOrder(): readonly ResourceName[] {
  const ordered = new Set<ResourceName>();
  const add = (name: ResourceName) => {
    for (const referenced of namedRows(name)) if (!ordered.has(referenced)) add(referenced);
    ordered.add(name);
  };
  resourceNames.forEach(add);
  return [...ordered];
}

function withIds(body: unknown, ids: Partial<Record<ResourceName, string>>): unknown {
  const text = resourceNames.reduce(
    (text, name) => text.replaceAll(exampleId(resources[name].idPrefix), ids[name] ?? ''),
    JSON.stringify(body),
  );
  return JSON.parse(text);
}
