import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

const SERVER = 'http://farm.test';
let service: TestService;
let farm: TestFarm;
let automationId: string;

beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service);
  await create(service, 'env-readings', { barnId: farm.barnId, temp: 33.4 });
  const heat = await create(
    service,
    'automations',
    {
      name: 'Heat',
      mode: 'suggest',
      trigger: { metric: 'temp', op: '>', value: 31 },
      action: { command: 'start_cooling' },
    },
    { farmId: farm.farmId },
  );
  automationId = heat.id;
});
afterAll(() => service.close());

async function run(argv: readonly string[], key = service.admin) {
  const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: key };
  const transport = () => serviceTransport(service, SERVER);
  return runInHome(await aHome(), argv, { environment, transport });
}

const commands = async () =>
  (await service.send('GET', '/controller-commands?order=createdAt')).body.data;

describe('automations run', () => {
  test('shows barn by barn what would be done, and changes nothing', async () => {
    const { exitCode, stdout } = await run(['automations', 'run', automationId, '--lang', 'en']);
    expect([exitCode, stdout]).toEqual([
      0,
      'Heat · nothing was done\n\nBarn 1\n  Temperature at 33.4°C, above 31°C\n  It would act: start cooling, once approved\n',
    ]);
    expect(await commands()).toEqual([]);
  });

  test('accepts the name of an automation, and suggests one if it is mistyped', async () => {
    const { exitCode, stdout } = await run(['automations', 'run', 'heat', '--lang', 'en']);
    const mistyped = await run(['automations', 'run', 'Heet']);
    expect([exitCode, stdout.slice(0, 4), mistyped.exitCode]).toEqual([0, 'Heat', 3]);
    expect(mistyped.stderr).toContain('there is no automation "Heet"; did you mean "Heat"?');
  });

  test.each([
    ['he', 'הייתה פועלת'],
    ['th', 'จะ'],
    ['es', 'nada'],
    ['zh', '会'],
  ])('is in the language %s', async (language, word) => {
    const { stdout } = await run(['automations', 'run', automationId, '--lang', language]);
    expect(stdout).toContain(word);
  });

  test('a preview requires no write access, an execution does', async () => {
    const reader = await service.createKey({ scopes: ['read:*'] });
    expect((await run(['automations', 'run', automationId], reader)).exitCode).toBe(0);
    expect((await run(['automations', 'run', automationId, '--execute'], reader)).exitCode).toBe(4);
    expect(await commands()).toEqual([]);
  });

  test('prints the barns as rows', async () => {
    const argv = [
      'automations',
      'run',
      automationId,
      '--barn',
      'barn 1',
      '--fields',
      'barn,code,acts',
    ];
    const { stdout } = await run([...argv, '-o', 'csv']);
    expect(stdout).toBe('barn,code,acts\nBarn 1,due,true\n');
  });

  test('acts with --execute, once', async () => {
    const argv = ['automations', 'run', automationId, '--execute', '--lang', 'en'];
    expect((await run(argv)).stdout).toContain('It acted: start cooling, once approved\n');
    expect((await run(argv)).stdout).not.toContain('It acted');
    expect(await commands()).toMatchObject([{ command: 'start_cooling', status: 'pending' }]);
  });

  test.each([
    ['an unknown automation', ['automations', 'run', 'automation_nowhere'], 3],
    ['an unknown barn', ['automations', 'run', 'automation_1', '--barn', 'Barn 9'], 3],
    ['no automation', ['automations', 'run'], 2],
  ])('%s', async (_fact, argv, exitCode) => {
    expect((await run(argv)).exitCode).toBe(exitCode);
  });
});

describe('automations test', () => {
  beforeAll(async () => {
    // Yesterday in Jerusalem, where the time is UTC+2.
    for (const [hour, temp] of [
      ['06', 30],
      ['07', 33],
      ['08', 24],
    ]) {
      const ts = `2026-11-01T${hour}:00:00.000Z`;
      await create(service, 'env-readings', { barnId: farm.barnId, ts, temp });
    }
  });

  test('lists when it would have run yesterday, and changes nothing', async () => {
    const before = await commands();
    const argv = ['automations', 'test', 'heat', '--lang', 'en'];
    const { exitCode, stdout } = await run(argv);
    expect([exitCode, stdout]).toEqual([
      0,
      `Heat · Nov 1, 2026 · nothing was done

Barn 1
  1 of 3 values met the condition; it would have acted 1 time.
  9:00 AM · Temperature at 33°C, above 31°C · It would act: start cooling, once approved
  ·  Commands of other automations on that day are not taken into account.
`,
    ]);
    expect(await commands()).toEqual(before);
  });

  test('accepts a draft, a day and a barn; its rows are the runs', async () => {
    const stdin = '{"trigger": {"metric": "temp", "op": "<", "value": 25}}';
    const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: service.admin };
    const transport = () => serviceTransport(service, SERVER);
    const argv = ['automations', 'test', '--rule', '-', '--day', '2026-11-01', '--barn', 'barn 1'];
    const fields = ['--fields', 'barn,value,at', '-o', 'csv'];
    const { exitCode, stdout, stderr } = await runInHome(await aHome(), [...argv, ...fields], {
      environment,
      transport,
      stdin,
    });
    expect([stderr, exitCode, stdout]).toEqual([
      '',
      0,
      'barn,value,at\nBarn 1,24,2026-11-01T08:00:00.000Z\n',
    ]);
  });

  test('requires only read access', async () => {
    const reader = await service.createKey({ scopes: ['read:*'] });
    expect((await run(['automations', 'test', automationId], reader)).exitCode).toBe(0);
  });

  test.each([
    ['neither an automation nor a rule', ['automations', 'test'], 2],
    ['an unknown automation', ['automations', 'test', 'Heet'], 3],
    ['a future day', ['automations', 'test', 'Heat', '--day', '2027-01-01'], 5],
  ])('%s', async (_fact, argv, exitCode) => {
    expect((await run(argv)).exitCode).toBe(exitCode);
  });
});

describe('controller-commands', () => {
  let id: string;
  beforeEach(async () => {
    const body = { barnId: farm.barnId, command: 'reboot', mode: 'suggest' };
    id = (await create(service, 'controller-commands', body)).id;
  });

  test.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['cancel', 'cancelled'],
  ])('%s creates a command that waits %s', async (verb, status) => {
    const { exitCode, stdout, stderr } = await run(['controller-commands', verb, id]);
    expect([exitCode, stderr]).toEqual([0, `${status} controller command ${id}\n`]);
    expect(stdout).toContain(`status\t${status}\n`);
    expect((await service.send('GET', `/controller-commands/${id}`)).body.status).toBe(status);
  });

  test('cannot be decided twice', async () => {
    await run(['controller-commands', 'reject', id]);
    const { exitCode, stderr } = await run(['controller-commands', 'approve', id]);
    expect(exitCode).toBe(5);
    expect(stderr).toContain('status');
  });

  test('can be named by command, barn or both if only one is pending', async () => {
    const { stdout } = await run([
      'controller-commands',
      'list',
      '--status',
      'pending',
      '-o',
      'json',
    ]);
    for (const { id: other } of JSON.parse(stdout))
      if (other !== id) await run(['controller-commands', 'reject', other]);
    const body = { barnId: farm.barnId, command: 'read_now', mode: 'suggest' };
    const second = (await create(service, 'controller-commands', body)).id;
    const barn = await run(['controller-commands', 'approve', 'barn 1']);
    expect([barn.exitCode, barn.stderr]).toEqual([2, expect.stringContaining(second)]);
    const word = await run(['controller-commands', 'approve', 'read_now']);
    expect([word.exitCode, word.stderr]).toEqual([0, `approved controller command ${second}\n`]);
    const both = await run(['controller-commands', 'reject', 'Barn 1 reboot']);
    expect([both.exitCode, both.stderr]).toEqual([0, `rejected controller command ${id}\n`]);
  });

  test('reports an unknown command', async () => {
    expect((await run(['controller-commands', 'approve', 'command_nowhere'])).exitCode).toBe(3);
  });
});
