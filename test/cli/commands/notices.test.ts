import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { type NoticeStage, startNoticeStage } from '../../support/notice-stage.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let stage: NoticeStage;
let farmId: string;
let dana: string;
let noa: string;

async function user(name: string, role: string): Promise<string> {
  const { body } = await stage.service.send('POST', '/users', { body: { name } });
  await stage.service.send('PUT', `/os/users/${body.id}/access`, { body: { role } });
  return body.id;
}

beforeAll(async () => {
  stage = await startNoticeStage('sqlite');
  const farm = { name: 'North', timezone: 'Asia/Jerusalem' };
  farmId = (await stage.service.send('POST', '/farms', { body: farm })).body.id;
  dana = await user('Dana Mizrahi', 'owner');
  noa = await user('Noa Levi', 'manager');
});

afterAll(() => stage.close());

async function run(argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_KEY: stage.service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(stage.service, server);
  return runInHome(await aHome(), argv, { environment, transport, ...options });
}

async function runJson(argv: readonly string[]) {
  const { stdout, stderr, exitCode } = await run([...argv, '-o', 'json']);
  expect({ stderr, exitCode }).toEqual({ stderr: expect.anything(), exitCode: 0 });
  return JSON.parse(stdout);
}

/** The check of `doctor` of whom alerts reach. */
const reachFound = async () => {
  const { stdout } = await run(['doctor', '-o', 'json']);
  const checks: { check: string; state: string; finding: string }[] = JSON.parse(stdout);
  return checks.find(({ check }) => check === 'notices');
};

describe('notices', () => {
  test('doctor of a server names the farms whose alerts reach nobody', async () => {
    expect(await reachFound()).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('North'),
    });
  });

  test('a simulation before anybody has a channel reports that nobody would be notified', async () => {
    const { stdout, stderr, exitCode } = await run(['notices', 'simulate', '--farm', 'North']);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'Nobody would be notified.\nNo verified and enabled channel: Dana Mizrahi, Noa Levi\n',
    );
    expect(exitCode).toBe(0);
  });

  test('a channel is added, verified by the delivered code, tested and removed', async () => {
    const add = ['notices', 'channels', 'add', 'email', 'dana@example.com'];
    const channel = await runJson([...add, '--user', 'Dana Mizrahi']);
    expect(channel).toMatchObject({ userId: dana, kind: 'email', verified: false });
    const { id } = channel;
    await stage.pass();
    const [code = ''] = /\d{4}-\d{4}/.exec(stage.mails()[0]?.text ?? '') ?? [];

    const wrong = await run(['notices', 'channels', 'verify', id, '0000-0000']);
    expect(wrong.stderr).toContain('The code is wrong.');
    expect(wrong.exitCode).toBe(5);
    const tooEarly = await run(['notices', 'test', id]);
    expect(tooEarly.exitCode).toBe(5);

    const address = 'Dana@example.com';
    const verified = await run([
      'notices',
      'channels',
      'verify',
      address,
      code,
      '--jq',
      '.verified',
    ]);
    expect(verified.stdout).toBe('true\n');
    expect(verified.stderr).toBe(`verified channel ${id} (dana@example.com)\n`);

    const queued = await runJson(['notices', 'test', id]);
    await stage.pass();
    const list = await runJson(['notices', 'list', '--kind', 'test']);
    expect(list).toMatchObject([{ id: queued.id, userId: dana, state: 'sent', status: 250 }]);
    const channels = await runJson(['notices', 'channels', 'list', '--user', dana]);
    expect(channels).toMatchObject([{ id, verified: true }]);

    const sentTo = ['notices', 'list', '--channel', 'dana@example.com', '--kind', 'test'];
    expect(await runJson(sentTo)).toMatchObject([{ id: queued.id }]);

    const removed = await run(['notices', 'channels', 'remove', 'dana@example.com', '--yes']);
    expect(removed.stderr).toBe(`removed channel ${id}\n`);
    expect(await runJson(['notices', 'channels', 'list'])).toEqual([]);
  });

  test('the hour of the morning briefing is chosen, shown and removed', async () => {
    const digest = ['notices', 'digest', '--user', 'Noa Levi'];
    expect(await runJson(digest)).toMatchObject({ userId: noa, hour: null, via: 'email' });
    const set = await run(['notices', 'digest', '06:00', '--via', 'push', '--user', 'Noa Levi']);
    expect(set.stderr).toBe(
      'the morning briefing is set to 06:00 (Asia/Jerusalem), but is not sent yet: no device of ' +
        'the user receives notifications. In the console, open “Notifications” and turn on ' +
        '“Notify me on this device”\n',
    );
    const mailed = await run(['notices', 'digest', '6', '--via', 'email', '--user', 'Noa Levi']);
    const missing = `no verified e-mail channel. Add one and enter its code: farmctl notices channels add email <address> --user ${noa}`;
    expect(mailed.stderr).toContain(missing);
    expect((await run(digest)).stderr).toContain(missing);
    await run(['notices', 'digest', '6', '--via', 'push', '--user', 'Noa Levi']);
    expect(await runJson(digest)).toMatchObject({ hour: 6, via: 'push', hasChannel: false });
    const off = await run(['notices', 'digest', 'off', '--user', 'Noa Levi']);
    expect(off.stderr).toContain('no morning briefing is sent');
    expect(await runJson(digest)).toMatchObject({ hour: null, nextAt: null });
  });

  test.each([
    [['notices', 'digest', '25'], 'the hour must be one of 0 to 23, or off'],
    [['notices', 'digest', '6', '--via', 'telegram'], '--via must be one of'],
    [['notices', 'list', '--state', 'lost'], '--state must be one of'],
    [['notices', 'simulate', '--severity', 'info'], '--severity must be one of'],
    [['notices', 'channels', 'add', 'fax', '1'], '<kind> must be one of'],
    [
      ['duties', 'add', '--user', 'x', '--days', 'foo', '--from', '06:00', '--to', '18:00'],
      '--days must be weekdays',
    ],
    [
      ['duties', 'add', '--user', 'x', '--days', 'mon', '--from', '6', '--to', '18:00'],
      '--from must be hours',
    ],
    [['duties', 'set'], 'nothing to change'],
    [['duties', 'set', '--quiet-hours', 'night'], '--quiet-hours must be hours'],
    [['duties', 'escalate', '--user', 'x', '--after', '0'], '--after must be a whole number'],
  ])('%j is rejected before anything is sent', async (argv, text) => {
    const { stderr, exitCode } = await run(argv, { transport: () => expect.unreachable() });
    expect(stderr).toContain(text);
    expect(exitCode).toBe(2);
  });
});

test('a duty plan is built entry by entry, simulated, and removed', async () => {
  await stage.verified({ kind: 'email', address: 'dana@example.com', userId: dana });
  await stage.verified({
    kind: 'telegram',
    address: '42',
    authRef: 'env:FARMCTL_SECRET_TELEGRAM',
    userId: noa,
  });
  const shift = ['--days', 'mon-wed,sat', '--from', '18:00', '--to', '06:00'];
  await run(['duties', 'add', '--farm', 'North', '--user', 'Noa Levi', ...shift]);
  await run(['duties', 'add', '--user', dana, '--days', 'fri', '--from', '06:00', '--to', '06:00']);
  const vacation = ['--from', '2026-12-24', '--to', '2026-12-26'];
  await run(['duties', 'exception', '--user', 'nobody', ...vacation]);
  await run(['duties', 'escalate', '--user', dana, '--after', '7']);
  await run(['duties', 'set', '--warnings', 'on', '--quiet-hours', '21:00-06:00']);
  const { stderr, exitCode } = await run(['duties', 'remove', 'shift', '2', '--yes']);
  expect({ stderr, exitCode }).toEqual({
    stderr: 'changed the duty plan of North\n',
    exitCode: 0,
  });
  const missing = await run(['duties', 'remove', 'shift', '2', '--yes']);
  expect(missing.exitCode).toBe(3);

  expect((await runJson(['duties', 'get'])).plan).toEqual({
    shifts: [{ userId: noa, days: [1, 2, 3, 6], from: '18:00', to: '06:00' }],
    exceptions: [{ from: '2026-12-24', to: '2026-12-26', userId: null }],
    escalation: [{ userIds: [dana], afterMinutes: 7 }],
    quietHours: { from: '21:00', to: '06:00' },
    warnings: true,
  });
  const table = await run(['duties', 'get', '-o', 'table']);
  const lines = table.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^shift +1 +Noa Levi +mon-wed,sat +18:00 +06:00/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);

  // A Monday, 21:00 in Jerusalem.
  const at = ['--at', '2026-11-23T19:00:00Z'];
  const steps = await run(['notices', 'simulate', ...at, '-o', 'tsv', '--no-header']);
  expect(steps.stdout.split('\n').slice(0, 2)).toEqual([
    '2026-11-23T19:00:00.000Z\tNoa Levi\ton_call\ttelegram',
    '2026-11-23T19:07:00.000Z\tDana Mizrahi\tescalation\temail',
  ]);
  const postponed = await runJson(['notices', 'simulate', ...at, '--severity', 'warning']);
  // Until 06:00 in Jerusalem.
  expect(postponed).toMatchObject({ farmId, steps: [{ at: '2026-11-24T04:00:00.000Z' }] });

  expect(await reachFound()).toMatchObject({ state: 'ok' });
  const list = await runJson(['duties', 'list']);
  expect(list.data).toMatchObject([{ farmId, isDefault: false, reachable: 2 }]);
  const stdin = JSON.stringify({ shifts: [] });
  const replaced = await run(['duties', 'set', '--input', '-', '--warnings', 'on'], { stdin });
  expect(replaced.stderr).toBe('changed the duty plan of North\n');
  expect((await runJson(['duties', 'get'])).plan).toMatchObject({ escalation: [], warnings: true });
  // A file read before somebody else changed the plan is rejected, and nothing is lost.
  const file = JSON.stringify(await runJson(['duties', 'get']));
  expect((await run(['duties', 'set', '--input', '-'], { stdin: file })).exitCode).toBe(0);
  const read = JSON.stringify(await runJson(['duties', 'get']));
  stage.service.clock.advance(1);
  await run(['duties', 'escalate', '--user', dana, '--after', '9']);
  const late = await run(['duties', 'set', '--input', '-'], { stdin: read });
  expect(late.exitCode).toBe(5);
  expect(late.stderr).toContain(
    'the duty plan of North was changed by somebody else after it was read',
  );
  expect(late.stderr).toContain('Read it again with farmctl duties get -o json');
  expect((await runJson(['duties', 'get'])).plan).toMatchObject({
    escalation: [{ afterMinutes: 9 }],
  });

  const cleared = await run(['duties', 'clear', '--yes']);
  expect(cleared.stderr).toContain('The default plan applies');
  expect(await runJson(['duties', 'get'])).toMatchObject({ isDefault: true });
});
