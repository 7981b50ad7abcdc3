import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliRun, runInHome } from '../../../support/a-cli.ts';
import { aHome } from '../../../support/a-home.ts';
import { create, createFarm, type TestFarm } from '../../../support/farm.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { serviceTransport } from '../../../support/service-transport.ts';

let service: TestService;
let farm: TestFarm;

beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service);
});
afterAll(() => service.close());

/** Logs ten times the weight of a flock on a day. */
async function logWeight(
  date: string,
  options: CliRun = {},
  lang = 'en',
  command: readonly string[] = ['daily-logs', 'create'],
) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  const argv = [...command, '--flock-id', farm.flockId, '--date', date];
  const weight = ['--avg-weight-gr', '16000', '--lang', lang];
  return runInHome(await aHome(), [...argv, ...weight], { environment, transport, ...options });
}

const stored = async (date: string) =>
  (await service.send('GET', `/daily-logs?date_from=${date}&date_to=${date}`)).body.data;

const QUESTIONS = [
  ['en', 'Store it anyway?', 'Body weight of 16,000 g on ', 'Nothing was stored.'],
  ['es', '¿Guardar de todos modos?', 'Peso promedio de 16.000 g el ', 'No se guardó nada.'],
  ['he', 'לשמור בכל זאת?', 'משקל של 16,000 ', 'שום דבר לא נשמר.'],
  ['th', 'ยังต้องการบันทึกหรือไม่', 'น้ำหนัก 16,000 ', 'ไม่ได้บันทึกอะไร'],
  ['zh', '仍要保存吗？', '体重为16,000', '没有保存任何内容。'],
] as const;

test.each(QUESTIONS)(
  'in %s a person is asked to confirm, and may say no',
  async (lang, ask, doubt, refused) => {
    const { exitCode, stderr } = await logWeight('2026-10-30', { answers: [[ask, 'n']] }, lang);
    expect(exitCode).toBe(130);
    expect(stderr.replace(/[\u00a0\u202f]/g, ' ')).toContain(doubt);
    expect(stderr).toContain(refused);
    // Texts for people contain no field or header names.
    expect(stderr).not.toMatch(/avgWeightGr|Prefer|handling/);
    expect(await stored('2026-10-30')).toEqual([]);
  },
);

test('a person may confirm a doubtful value', async () => {
  const answers = [['Store it anyway?', 'y']] as const;
  const { exitCode } = await logWeight('2026-10-31', { answers });
  expect(exitCode).toBe(0);
  expect(await stored('2026-10-31')).toMatchObject([{ suspect: ['avgWeightGr'] }]);
});

test('an action asks for confirmation as well, and warns a script', async () => {
  const act = ['act', 'log_daily'];
  const answers = [['Store it anyway?', 'n']] as const;
  expect((await logWeight('2026-10-26', { answers }, 'en', act)).exitCode).toBe(130);
  expect(await stored('2026-10-26')).toEqual([]);
  const script = await logWeight('2026-10-26', {}, 'en', act);
  expect(script.stderr).toContain('The body weight cannot be right. It was stored');
  expect(await stored('2026-10-26')).toMatchObject([{ suspect: ['avgWeightGr'] }]);
});

test.each([
  ['en', '2026-09-30', 'The flock was not in the barn on the day of this log. It was stored'],
  ['es', '2026-09-29', 'El lote no estaba en el galpón el día de este registro. Se guardó'],
])('in %s a script is warned about a log before placement', async (lang, date, warning) => {
  for (const command of [
    ['daily-logs', 'create'],
    ['act', 'log_daily'],
  ]) {
    const day = command[0] === 'act' ? date.replace('-09-', '-08-') : date;
    const argv = [...command, '--flock-id', farm.flockId, '--date', day, '--mortality', '1'];
    const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
    const transport = ({ server }: { server: string }) => serviceTransport(service, server);
    const run = await runInHome(await aHome(), [...argv, '--lang', lang], {
      environment,
      transport,
    });
    expect([run.exitCode, run.stderr]).toEqual([0, expect.stringContaining(warning)]);
    expect(await stored(day)).toMatchObject([{ suspect: ['date'] }]);
  }
});

test('a second log of a day names the command that changes the first', async () => {
  const [{ id }] = await stored('2026-10-26');
  const { exitCode, stderr } = await logWeight('2026-10-26');
  expect(exitCode).toBe(5);
  expect(stderr).toContain(`  Change that one: farmctl daily-logs update ${id}.`);
});

test.each([
  ['2026-11-01', 'en', 'The body weight cannot be right. It was stored'],
  ['2026-10-20', 'es', 'El peso promedio no puede ser correcto. Se guardó'],
  ['2026-10-21', 'he', 'המשקל לא ייתכן'],
  ['2026-10-22', 'th', 'น้ำหนักไม่น่าถูกต้อง'],
  ['2026-10-23', 'zh', '体重不可信'],
])('a script gets a warning, and the value of %s is stored (%s)', async (date, lang, warning) => {
  const { exitCode, stderr } = await logWeight(date, {}, lang);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(warning);
  expect(stderr).not.toContain('avgWeightGr');
});

test('an import reports rows with warnings, and how to correct each', async () => {
  const home = await aHome();
  const other = await createFarm(service);
  const rows = ['2026-10-10,5,2050', '2026-10-17,240,', '2026-10-18,4,'];
  const csv = rows.map((row) => `${other.flockId},${row}`).join('\n');
  const file = join(home.cwd, 'logs.csv');
  await writeFile(file, `flockId,date,mortality,avgWeightGr\n${csv}\n`);
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  const importing = (...flags: readonly string[]) =>
    runInHome(home, ['daily-logs', 'import', file, '--lang', 'es', ...flags], {
      environment,
      transport,
    });
  const checked = await importing('--dry-run');
  const stored = await importing();
  for (const { exitCode, stderr } of [checked, stored]) {
    expect(exitCode).toBe(0);
    expect(stderr).toContain('2 filas tienen valores que pueden estar mal; revise:');
    expect(stderr).toContain('línea 2: Peso promedio de 2050');
    expect(stderr).toContain('línea 3: Murieron 240 aves el 17 oct 2026');
  }
  expect(checked.stderr).not.toContain('farmctl daily-logs update');
  expect(stored.stderr).toMatch(/farmctl daily-logs update log_\w+ --avg-weight-gr <valor>/);
  expect(stored.stderr).toMatch(/farmctl daily-logs update log_\w+ --mortality <valor>/);
});

let soldFlockId: string;

beforeAll(async () => {
  const { id: barnId } = await create(service, 'barns', { name: 'Barn 2' }, farm);
  const flock = { barnId, placementDate: '2026-10-03', chicksReceived: 10_000 };
  soldFlockId = (await create(service, 'flocks', flock)).id;
});

/** Sells birds of a flock of 10,000. */
async function sell(argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  const command = ['sales', 'create', '--flock-id', soldFlockId, ...argv];
  return runInHome(await aHome(), command, { environment, transport, ...options });
}

test.each([
  ['en', '30,000 birds were sold, but only 10,000 birds are left in the flock.'],
  ['es', 'Se vendieron 30.000 aves, pero en el lote solo quedan 10.000 aves.'],
])('in %s a script is warned about a sale of too many birds', async (lang, warning) => {
  const argv = ['--date', '2026-10-30', '--birds-count', '30000', '--lang', lang];
  const { exitCode, stderr } = await sell(argv);
  expect([exitCode, stderr.replace(/[\u00a0\u202f]/g, ' ')]).toEqual([
    0,
    expect.stringContaining(`farmctl: ${warning}`),
  ]);
  const { data } = (await service.send('GET', '/sales')).body;
  expect(data).toHaveLength(1);
  expect((await service.send('DELETE', `/sales/${data[0].id}`)).status).toBe(200);
});

test('a sale within a withdrawal period is reported to scripts, and confirmed by people', async () => {
  const treatment = { kind: 'antibiotic', product: 'A', date: '2026-10-25' };
  const body = { flockId: soldFlockId, ...treatment, notes: 'withdrawal:7d' };
  expect((await service.send('POST', '/treatments', { body })).status).toBe(201);
  const argv = ['--date', '2026-10-28', '--birds-count', '10', '--lang', 'en'];
  const doubt = 'the withdrawal of a medicine still runs';
  const answers = [['Store it anyway?', 'n']] as const;
  const answer = await sell(argv, { answers });
  expect([answer.exitCode, answer.stderr]).toEqual([130, expect.stringContaining(doubt)]);
  expect((await service.send('GET', '/sales')).body.data).toEqual([]);
  const script = await sell(argv);
  expect([script.exitCode, script.stderr]).toEqual([0, expect.stringContaining(doubt)]);
  expect((await service.send('GET', '/sales')).body.data).toHaveLength(1);
});

test('a rejected row is rejected without additional warnings', async () => {
  const argv = ['--date', '2026-10-28', '--birds-count', '-1', '--lang', 'en'];
  const { exitCode, stderr } = await sell(argv);
  expect(exitCode).toBe(5);
  expect(stderr).not.toContain('withdrawal');
});
