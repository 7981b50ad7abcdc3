import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../src/client/errors.ts';
import { createAnchorKeeper, createAnchorSigner } from '../../../src/platform/audit/anchors.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let service: TestService;
let farmId: string;

beforeAll(async () => {
  service = await startTestService();
  const { body } = await service.send('POST', '/farms', { body: { name: 'North' } });
  farmId = body.id;
  await service.send('POST', `/barns?farmId=${farmId}`, { body: { name: 'Barn 1' } });
});

afterAll(() => service.close());

async function run(argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  return runInHome(await aHome(), argv, { environment, transport, ...options });
}

describe('audit list', () => {
  test('lists the calls selected by the filters', async () => {
    const argv = ['audit', 'list', '--method', 'POST', '--status', '201'];
    const { stdout, exitCode } = await run([...argv, '--fields', 'method,route,status']);
    expect(stdout.split('\n').sort()).toEqual([
      '',
      'POST\t/v1/platform/barns\t201',
      'POST\t/v1/platform/farms\t201',
    ]);
    expect(exitCode).toBe(0);
  });

  test('--farm accepts a name; the farm of the profile does not filter', async () => {
    const environment = {
      FARMCTL_KEY: service.admin,
      FARMCTL_SERVER: 'https://farm.example',
      FARMCTL_FARM: 'North',
    };
    const argv = ['audit', 'list', '--status', '201', '--fields', 'route'];
    const all = await run(argv, { environment });
    const filtered = await run([...argv, '--farm', 'north', '--path', '/v1/platform/barns']);
    expect(all.stdout.trim().split('\n')).toHaveLength(2);
    expect(filtered.stdout).toBe('/v1/platform/barns\n');
  });

  test('a filter that the server rejects exits with status 5', async () => {
    const { stderr, exitCode } = await run(['audit', 'list', '--status', 'bad']);
    expect(stderr).toContain('status must be an HTTP status such as 403.');
    expect(exitCode).toBe(5);
  });
});

describe('audit verify', () => {
  test('audit verify of an intact log exits with status 0', async () => {
    const { stdout, exitCode } = await run(['audit', 'verify', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, firstBroken: null });
    expect(exitCode).toBe(0);
  });

  test('audit verify of a broken log reports the position, and exits with status 5', async () => {
    const state = { ok: false, checked: 6, firstBroken: { position: 7, id: 'audit_7' } };
    const transport = ({ server }: { server: string }): Transport => ({
      server,
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(state),
      }),
      close: async () => {},
    });
    const { stdout, stderr, exitCode } = await run(['audit', 'verify', '-o', 'json'], {
      transport,
    });
    expect(JSON.parse(stdout)).toEqual(state);
    expect(stderr).toContain('The audit log was changed at entry 7; 6 before it hold.');
    expect(exitCode).toBe(5);
  });

  test('states what it proves, and compares with anchors in a file', async () => {
    const plain = await run(['audit', 'verify', '-o', 'json']);
    expect(plain.stderr).toContain('No anchor covers this log');
    const spanish = await run(['audit', 'verify', '--lang', 'es', '-o', 'json']);
    expect(spanish.stderr).toContain('Ningún ancla cubre este registro');
    const folder = mkdtempSync(join(tmpdir(), 'farmctl-audit-'));
    const file = join(folder, 'anchors.jsonl');
    const signer = createAnchorSigner(new Uint8Array(32).fill(3));
    const statement = { position: 9_999, entries: 9_999, hash: '0'.repeat(64) };
    const anchor = signer.sign({ number: 1, at: '2026-11-02T08:30:00.000Z', ...statement });
    writeFileSync(file, `${JSON.stringify(anchor)}\n\n`);
    const against = await run(['audit', 'verify', '--against', file, '-o', 'json']);
    expect(against.stderr).toMatch(/but anchor 1 of 2026-11-02T08:30:00.000Z signed 9999/);
    expect(against.exitCode).toBe(5);
    rmSync(folder, { recursive: true });
  });

  test('--against matching anchors exits with status 0 and states what they prove', async () => {
    const key = new Uint8Array(32).fill(5);
    const anchors = { findKey: () => key };
    const signing = await startTestService('sqlite', { anchors });
    const folder = mkdtempSync(join(tmpdir(), 'farmctl-audit-'));
    try {
      for (let call = 0; call < 3; call++) await signing.send('GET', '/me');
      // Has all entries sealed.
      await signing.send('GET', '/os/audit/verify');
      const events = { onAnchor: () => {}, onError: () => {} };
      const anchorKeeper = createAnchorKeeper(signing.service.runtime, anchors, events);
      const anchor = await anchorKeeper.anchor({ isForced: true });
      const file = join(folder, 'anchors.jsonl');
      writeFileSync(file, `${JSON.stringify(anchor)}\n`);
      const environment = { FARMCTL_KEY: signing.admin, FARMCTL_SERVER: 'https://farm.example' };
      const transport = ({ server }: { server: string }) => serviceTransport(signing, server);
      const argv = ['audit', 'verify', '--against', file, '-o', 'json'];
      const { stdout, stderr, exitCode } = await run(argv, { environment, transport });
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        ok: true,
        problems: [],
        anchors: { provenUpTo: { number: 1, position: anchor?.position } },
      });
      expect(stderr).toContain(
        `Entries up to ${anchor?.position} are those that were signed on ${anchor?.at}.`,
      );
      expect(stderr).not.toContain('Compare with anchors stored elsewhere');
    } finally {
      rmSync(folder, { recursive: true });
      await signing.close();
    }
  });

  test.each([
    [['--public-key', 'x'], '--public-key needs --against'],
    [['--against', '/nothing/here'], '--against: /nothing/here cannot be read'],
  ])('rejects %j', async (flags, message) => {
    const { stderr, exitCode } = await run(['audit', 'verify', ...flags]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
