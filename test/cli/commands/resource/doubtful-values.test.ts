import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliRun, runInHome } from '../../../support/a-cli.ts';
import { aHome } from '../../../support/a-home.ts';
import { createFarm, type TestFarm } from '../../../support/farm.ts';
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
async function logWeight(date: string, options: CliRun = {}) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  const argv = ['daily-logs', 'create', '--flock-id', farm.flockId, '--date', date];
  const weight = ['--avg-weight-gr', '16000'];
  return runInHome(await aHome(), [...argv, ...weight], { environment, transport, ...options });
}

const stored = async (date: string) =>
  (await service.send('GET', `/daily-logs?date_from=${date}&date_to=${date}`)).body.data;

test('a person is asked about a value that cannot be right, and may say no', async () => {
  const { exitCode, stderr } = await logWeight('2026-10-30', {
    answers: [['Store it all the same?', 'n']],
  });
  expect(exitCode).toBe(130);
  expect(stderr).toContain('avgWeightGr of 16000 cannot be right');
  expect(await stored('2026-10-30')).toEqual([]);
});

test('… or yes', async () => {
  const { exitCode } = await logWeight('2026-10-31', {
    answers: [['Store it all the same?', 'y']],
  });
  expect(exitCode).toBe(0);
  expect(await stored('2026-10-31')).toMatchObject([{ suspect: ['avgWeightGr'] }]);
});

test('a script is told of it, and the value is stored', async () => {
  const { exitCode, stderr } = await logWeight('2026-11-01');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('avgWeightGr cannot be right; stored, but left out of all figures');
});
