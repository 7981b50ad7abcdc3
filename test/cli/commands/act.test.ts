import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/session/context.ts';
import { type ActionType, actions, actionTypes } from '../../../src/model/resources/actions.ts';
import { createMovableClock } from '../../../src/tools/clock.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

const SERVER = 'https://farm.example';

let service: TestService;
let farm: TestFarm;
beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service, { name: 'North' });
  await service.send('PATCH', `/flocks/${farm.flockId}`, { body: { code: 'B1-2611' } });
});
afterAll(() => service.close());

function run(home: Home, argv: readonly string[], options: CliRun = {}) {
  const environment = {
    FARMCTL_KEY: service.admin,
    FARMCTL_SERVER: SERVER,
    ...options.environment,
  };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  return runInHome(home, argv, { transport, ...options, environment });
}

const stateFile = (home: Home) => join(home.home, '.local/state/farmctl/undo.json');

describe('act', () => {
  test('prints the record, reports the action, and stores the undo descriptor for this user only', async () => {
    const home = await aHome();
    const argv = ['act', 'create_task', '--title', 'Call the vet', '--barn-id', 'Barn 1'];
    const { stdout, stderr, exitCode } = await run(home, [...argv, '--fields', 'title,status']);
    expect(stdout).toBe('title\tCall the vet\nstatus\topen\n');
    expect(stderr).toMatch(
      /^created task task_\w{26} \(Call the vet\); undo it with: farmctl undo last\n$/,
    );
    expect(exitCode).toBe(0);
    expect((await stat(stateFile(home))).mode & 0o777).toBe(0o600);
    expect((await stat(join(stateFile(home), '..'))).mode & 0o777).toBe(0o700);
    const undone = await run(home, ['undo', 'last']);
    expect(undone.stdout).toMatch(/deleted\ttrue\n/);
    expect(undone.stderr).toMatch(/^undid New task \(action_\w{26}\); task_\w{26} is gone\n$/);
    expect(await readFile(stateFile(home), 'utf8')).toBe('{"kept":[]}\n');
    const again = await run(home, ['undo', 'last']);
    expect([again.exitCode, again.stdout]).toEqual([3, '']);
    expect(again.stderr).toContain('farmctl undo list');
  });

  test('reports in words which recorded values it replaces', async () => {
    const home = await aHome();
    const argv = ['act', 'log_daily', '--barn-id', 'Barn 1', '--date', '2026-11-01'];
    const first = await run(home, [...argv, '--mortality', '3', '--feed-kg', '500']);
    expect([first.exitCode, first.stderr]).toEqual([0, expect.not.stringContaining('recorded')]);
    const second = await run(home, [
      ...argv,
      '--mortality',
      '3',
      '--feed-kg',
      '520',
      '--lang',
      'es',
    ]);
    expect(second.stderr).toContain(
      '\nAlimento: ese día tenía registrado 500 kg. Se reemplazó por 520 kg.\n',
    );
    const json = await run(home, [...argv, '--mortality', '4', '-o', 'json']);
    expect(json.stderr).toContain(
      '\nDeaths: the record of that day was 3 birds. It is now 4 birds.\n',
    );
    expect(JSON.parse(json.stdout).replaces).toEqual([{ field: 'mortality', before: 3, after: 4 }]);
    const body = { type: 'log_daily', barnId: farm.barnId, date: '2026-11-01', mortality: 5 };
    const check = await service.send('POST', '/os/actions/check', { body });
    expect(check.body.replaces).toEqual([{ field: 'mortality', before: 4, after: 5 }]);
    const key = await service.createKey({ scopes: ['actions:execute', 'read:tasks'] });
    const blind = await service.send('POST', '/os/actions/check', { body, key });
    expect([blind.status, blind.body.replaces]).toEqual([200, undefined]);
    for (let count = 0; count < 3; count += 1) await run(home, ['undo', 'last', '--yes']);
  });

  test('an earlier action is shown and confirmed before it is undone', async () => {
    const home = await aHome();
    await run(home, ['act', 'create_task', '--title', 'Old task']);
    const clock = createMovableClock(Date.parse('2026-11-02T08:41:00.000Z'));
    const script = await run(home, ['undo', 'last'], { clock });
    expect([script.exitCode, script.stdout, script.stderr]).toEqual([
      2,
      '',
      expect.stringContaining('give --yes'),
    ]);
    const no = await run(home, ['undo', 'last', '--lang', 'es'], {
      clock,
      answers: [['(Old task)? (s/N)', 'n']],
    });
    expect([no.exitCode, no.stdout]).toEqual([0, '']);
    expect(no.stderr).toContain('no se cambió nada');
    const yes = await run(home, ['undo', 'last', '--lang', 'es', '--jq', '.undone.type'], {
      clock,
      answers: [['¿Deshacer Tarea nueva del 2 nov 2026', 's']],
    });
    expect([yes.exitCode, yes.stdout]).toEqual([0, 'create_task\n']);
    await run(home, ['act', 'create_task', '--title', 'Older task']);
    expect((await run(home, ['undo', '--yes'], { clock })).exitCode).toBe(0);
  });

  test('an action followed by other writes is shown and confirmed', async () => {
    const home = await aHome();
    await run(home, ['act', 'create_task', '--title', 'Before']);
    await run(home, ['contacts', 'create', '--name', 'Mill', '--kind', 'feed_supplier']);
    const script = await run(home, ['undo', 'last']);
    expect([script.exitCode, script.stderr]).toEqual([2, expect.stringContaining('give --yes')]);
    const answer = await run(home, ['undo', 'last'], { answers: [['(Before)? (y/N)', 'n']] });
    expect([answer.exitCode, answer.stdout]).toEqual([0, '']);
    await run(home, ['act', 'create_task', '--title', 'After']);
    expect((await run(home, ['undo', 'last'])).stderr).toMatch(/^undid New task/);
    expect((await run(home, ['undo', 'last'])).exitCode).toBe(2);
  });

  test.each([
    ['en', 'The last action: New task of ', ': task_'],
    ['es', 'La última acción: Tarea nueva del ', ': task_'],
    ['he', 'הפעולה האחרונה: משימה חדשה מ-', ': task_'],
    ['th', 'การดำเนินการล่าสุด: งานใหม่ เมื่อ ', ': task_'],
    ['zh', '最近一次操作：', ' 的 新任务: task_'],
  ])('in a pipe, names the action and both next steps in %s', async (lang, action, row) => {
    const home = await aHome();
    await run(home, ['act', 'create_task', '--title', 'Before']);
    await run(home, ['tasks', 'create', '--title', 'After']);
    const { exitCode, stderr } = await run(home, ['undo', 'last', '--lang', lang]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(action);
    expect(stderr).toMatch(new RegExp(`${row}\\w{26} \\(Before\\)`));
    expect(stderr).toContain('farmctl undo last --yes');
    expect(stderr).toContain('farmctl undo list');
    expect((await run(home, ['undo', 'last', '--yes', '--lang', lang])).exitCode).toBe(0);
  });

  test('states the time of the action in the time zone of the organisation', async () => {
    const home = await aHome();
    const own = (argv: readonly string[], options = {}) =>
      runInHome(home, argv, { transport: openTransport, ...options });
    // UTC-10, without daylight saving time; the machine is in another zone.
    await own(['init', '--yes', '--organisation', 'A', '--timezone', 'Pacific/Honolulu']);
    const clock = createMovableClock(Date.parse('2026-11-02T03:05:00.000Z'));
    await own(['farms', 'create', '--name', 'North']);
    await own(['act', 'create_task', '--title', 'Before'], { clock });
    await own(['tasks', 'create', '--title', 'After'], { clock });
    const { stderr } = await own(['undo', 'last'], { clock });
    // 03:05 UTC is 17:05 of the day before.
    expect(stderr.replaceAll('\u202f', ' ')).toContain('New task of Nov 1, 2026, 5:05 PM');
  });

  test('act in JSON prints the whole answer, which undoes it from a file, from stdin or by its id', async () => {
    const home = await aHome();
    const argv = ['act', 'create-contact', '--name', 'Dr. Levi', '--kind', 'vet'];
    const { stdout } = await run(home, [...argv, '-o', 'json']);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      ok: true,
      action: { type: 'create_contact' },
      result: { name: 'Dr. Levi', kind: 'vet' },
      undo: { type: 'create_contact' },
    });
    await writeFile(join(home.cwd, 'done.json'), stdout);
    expect((await run(await aHome(), ['undo', '-'], { stdin: stdout })).exitCode).toBe(0);
    const secondUndo = await run(home, ['undo', 'done.json']);
    expect([secondUndo.exitCode, secondUndo.stderr]).toEqual([
      5,
      expect.stringMatching(/already_undone[\s\S]*farmctl undo list\.\n$/),
    ]);
    const next = JSON.parse((await run(home, [...argv, '-o', 'json'])).stdout);
    const undone = await run(home, ['undo', next.action.id, '--jq', '.undone.type']);
    expect([undone.exitCode, undone.stdout]).toEqual([0, 'create_contact\n']);
  });

  test('takes fields from a file, from --set and from flags, with flags taking precedence', async () => {
    const home = await aHome();
    const body = { type: 'create_expense', amount: 5, category: 'vet', description: 'x' };
    await writeFile(join(home.cwd, 'expense.json'), JSON.stringify(body));
    const { stdout } = await run(home, [
      ...['act', 'create_expense', '--input', 'expense.json', '--set', 'description=Visit'],
      ...['--amount', '1240', '-o', 'json', '--fields', 'amount,category,description'],
    ]);
    expect(JSON.parse(stdout)).toEqual({ amount: 1240, category: 'vet', description: 'Visit' });
    const other = await run(home, ['act', 'create_task', '--input', 'expense.json']);
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      expect.stringContaining('--input contains the action "create_expense", not create_task'),
    ]);
  });

  test('parses the dates of --input like those of flags, for records and actions', async () => {
    const home = await aHome();
    const write = (body: object) => writeFile(join(home.cwd, 'in.json'), JSON.stringify(body));
    await write({ flockId: 'B1-2611', date: 'today-3d', mortality: 2 });
    const log = await run(home, ['daily-logs', 'create', '--input', 'in.json', '--jq', '.date']);
    expect([log.exitCode, log.stdout]).toEqual([0, '2026-10-30\n']);
    await write({ title: 'Clean', dueDate: 'tomorrow' });
    const task = await run(home, ['act', 'create_task', '--input', 'in.json', '-o', 'json']);
    expect(JSON.parse(task.stdout).result.dueDate).toMatch(/^2026-11-03/);
    await write({ flockId: 'B1-2611', date: 'last week', mortality: 2 });
    const wrong = await run(home, ['daily-logs', 'create', '--input', 'in.json']);
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--input: date must be a day such as today-7d or 2026-11-20'),
    ]);
  });

  test('a file of rows requires dates that do not depend on the current day', async () => {
    const home = await aHome();
    const csv = 'flock,date,mortality\nB1-2611,today-2d,1\nB1-2611,2026-10-20,1\n';
    await writeFile(join(home.cwd, 'logs.csv'), csv);
    const { exitCode, stderr } = await run(home, ['daily-logs', 'import', 'logs.csv']);
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('such as 2026-11-20')]);
    const line = JSON.stringify({ flockId: farm.flockId, date: 'today', mortality: 1 });
    await writeFile(join(home.cwd, 'logs.jsonl'), `${line}\n`);
    const json = await run(home, ['daily-logs', 'import', 'logs.jsonl']);
    expect([json.exitCode, json.stderr]).toEqual([5, expect.stringContaining('relative')]);
  });

  test('finds rows by their names, and a task by its title', async () => {
    const home = await aHome();
    const log = await run(home, [
      ...['act', 'log_daily', '--flock-id', 'B1-2611', '--mortality', '12'],
      ...['--fields', 'date,mortality', '-o', 'csv'],
    ]);
    expect(log.stdout).toBe('date,mortality\n2026-11-02,12\n');
    await create(service, 'tasks', { title: 'Weigh 100 birds' }, farm);
    const argv = ['act', 'complete_task', '--task-id', 'weigh 100 birds', '--note', 'Done'];
    const task = await run(home, argv);
    expect(task.stderr).toMatch(/^completed task task_\w{26} \(Weigh 100 birds\); undo it/);
    const again = await run(home, argv);
    expect([again.exitCode, again.stderr]).toEqual([5, expect.stringContaining('already_done')]);
  });

  test('a rejection exits with 5, with its reason and the next step', async () => {
    const { exitCode, stdout, stderr } = await run(await aHome(), [
      ...['act', 'create_flock', '--barn-id', 'Barn 1', '--placement-date', '2026-11-02'],
    ]);
    expect([exitCode, stdout]).toEqual([5, '']);
    expect(stderr).toMatch(/The flock B1-2611 \(\w+\) is in the barn; close it first/);
    expect(stderr).toContain('farmctl flocks update <code> --status closed');
  });

  test('navigating prints the destination', async () => {
    const { stdout, stderr } = await run(await aHome(), ['act', 'navigate', '--path', '/digest']);
    expect(stdout).toBe('path\t/digest\nurl\t/v1/platform/digest\n');
    expect(stderr).toBe('leads to /v1/platform/digest; undo it with: farmctl undo last\n');
  });

  test('an action succeeds even if its descriptor cannot be stored', async () => {
    const home = await aHome();
    await mkdir(join(home.home, '.local'), { mode: 0o700 });
    await writeFile(join(home.home, '.local/state'), 'in the way');
    const argv = ['act', 'create_barn', '--name', 'Kept', '--fields', 'name'];
    const { exitCode, stdout, stderr } = await run(home, argv);
    expect([exitCode, stdout]).toEqual([0, 'name\tKept\n']);
    expect(stderr).toMatch(
      /the undo information could not be stored: .*\ncreated barn barn_\w{26} \(Kept\)\n$/,
    );
  });

  test('a descriptor is sent only to the server and profile it came from', async () => {
    const home = await aHome();
    await run(home, ['act', 'create_barn', '--name', 'Here']);
    const otherServer = { FARMCTL_SERVER: 'https://other.example' };
    const other = await run(home, ['undo', 'last'], { environment: otherServer });
    expect(other.exitCode).toBe(3);
    expect((await run(home, ['undo'])).exitCode).toBe(0);
  });

  test('an unknown type is answered with the closest valid one', async () => {
    const { exitCode, stderr } = await run(await aHome(), ['act', 'create_tsk']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('create_task')]);
  });

  test.each(actionTypes)('the help of %s shows its fields and two examples', async (type) => {
    const { stdout, exitCode } = await run(await aHome(), ['act', type, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout.match(/^ {2}\$ farmctl act /gm)).toHaveLength(2);
    for (const flag of Object.keys(actions[type].fields)) {
      expect(stdout).toContain(
        `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      );
    }
  });

  test.each(actionTypes.filter((type) => type !== 'create_flock'))(
    'the first example of %s works',
    async (type) => {
      const home = await aHome();
      if (type === 'complete_task') await create(service, 'tasks', { title: titleOf(type) }, farm);
      const { stdout } = await run(home, ['act', type, '--help']);
      const [, line = ''] = /^ {2}\$ farmctl (act .*)$/m.exec(stdout) ?? [];
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((word) => word[1] ?? word[2] ?? '');
      const result = await run(home, words);
      expect([words, result.exitCode, result.stderr]).toEqual([words, 0, result.stderr]);
      expect((await run(home, ['undo', 'last'])).exitCode).toBe(0);
    },
  );
});

describe('undo list', () => {
  test('marks the actions that can be undone from here', async () => {
    const home = await aHome();
    await run(await aHome(), ['act', 'create_medicine', '--name', 'Elsewhere']);
    await run(home, ['act', 'create_medicine', '--name', 'Undone']);
    await run(home, ['undo', 'last']);
    await run(home, ['act', 'create_medicine', '--name', 'Here']);
    const argv = ['undo', 'list', '--type', 'create_medicine', '--fields', 'undoable,here'];
    const { stdout } = await run(home, [...argv, '--limit', '3', '-o', 'csv', '--no-header']);
    expect(stdout).toBe('true,true\nfalse,false\ntrue,false\n');
    const undone = await run(home, [...argv, '--undone', '--limit', '1', '-o', 'csv']);
    expect(undone.stdout).toBe('undoable,here\nfalse,false\n');
  });
});

function titleOf(type: ActionType): string {
  const { title } = actions[type].example as { readonly title?: string };
  return title ?? type;
}
