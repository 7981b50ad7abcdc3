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
  test.each([
    [
      'en',
      /^North\n {2}1 rule checked: 1 critical, 0 warnings, 0 without findings\n/,
      'alert opened: Barn 1: ',
    ],
    [
      'es',
      /^North\n {2}1 regla revisada: 1 crítica, 0 advertencias, 0 sin hallazgos\n/,
      'Ninguna alerta cambió',
    ],
    ['he', /^North\n {2}כלל אחד נבדק: אחד קריטי, 0 אזהרות, 0 ללא ממצאים\n/, 'אף התראה לא השתנתה'],
    ['th', /^North\n {2}ตรวจ 1 กฎ: วิกฤต 1 เตือน 0 ปกติ 0\n/, 'การแจ้งเตือนไม่เปลี่ยน'],
    ['zh', /^North\n {2}检查了1条规则：1条严重，0条警告，0条正常\n/, '警报没有变化'],
  ])('reports in %s its findings on a farm', async (lang, rules, alerts) => {
    const scanned = await run(['brain', 'scan', '--farm', 'North', '--lang', lang]);
    const { stdout, stderr, exitCode } = scanned;
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(rules);
    expect(stdout).toContain(alerts);
  });

  test('--all scans every farm, and prints every format', async () => {
    const { stdout, exitCode } = await run(['brain', 'scan', '--all', '-o', 'json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { kind: 'full', rules: { failed: [] } },
      { kind: 'full', rules: { failed: [] } },
    ]);
    const table = await run(['brain', 'scan', '--all', '-o', 'tsv']);
    expect(table.stdout.trim().split('\n')).toHaveLength(2);
  });

  test('--all and --farm exclude each other', async () => {
    expect((await run(['brain', 'scan', '--all', '--farm', 'North'])).exitCode).toBe(2);
  });
});
