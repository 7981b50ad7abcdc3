import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { flockId } = await createFarm(service, { name: 'North' });
  await createFarm(service, { name: 'South' });
  await create(service, 'daily-logs', { flockId, date: '2026-11-02', mortality: 80 });
});

afterAll(() => service.close());

async function run(argv: readonly string[]) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  return runInHome(await aHome(), argv, { environment, transport });
}

describe('brain scan', () => {
  test('says what it found on a farm, for people', async () => {
    const { stdout, stderr, exitCode } = await run(['brain', 'scan', '--farm', 'North']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^North\n {2}Rules: 2 judged, 1 critical, 0 warnings, 1 well\n/);
    expect(stdout).toContain('  opened (critical): Barn 1: ');
    expect(stdout).toMatch(/ {2}Gaps: [1-9]\d* new, 0 known, 0 closed\n {2}new gap \(/);
  });

  test('--all looks through every farm, and prints every format', async () => {
    const { stdout, exitCode } = await run(['brain', 'scan', '--all', '-o', 'json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { kind: 'full', rules: { failed: [] } },
      { kind: 'full', rules: { failed: [] } },
    ]);
    const table = await run(['brain', 'scan', '--all', '-o', 'tsv']);
    expect(table.stdout.trim().split('\n')).toHaveLength(2);
  });

  test('--all and --farm contradict each other', async () => {
    expect((await run(['brain', 'scan', '--all', '--farm', 'North'])).exitCode).toBe(2);
  });
});
