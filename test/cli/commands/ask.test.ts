import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { isLanguage } from '../../../src/model/core/message.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let service: TestService;
let farm: TestFarm;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  farm = await createFarm(service, { name: 'North' });
  await create(service, 'daily-logs', {
    flockId: farm.flockId,
    date: '2026-11-02',
    mortality: 12,
  });
  key = await service.createKey({
    scopes: ['read:*', 'ai:ask', 'actions:execute'],
    farmIds: [farm.farmId],
  });
});
afterAll(() => service.close());

function run(home: Home, argv: readonly string[], options: CliRun = {}) {
  const environment = {
    FARMCTL_KEY: key,
    FARMCTL_SERVER: 'https://farm.example',
    LANG: 'C.UTF-8',
    ...options.environment,
  };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  return runInHome(home, argv, { transport, ...options, environment });
}

const DIED = 'How many birds died today in barn 1?';
const ORDER = 'Create a task: weigh 100 birds';

async function countTasks(): Promise<number> {
  return (await service.send('GET', '/tasks')).body.meta.total;
}

describe('ask', () => {
  test.each<[name: string, argv: readonly string[], stdin: string]>([
    ['one word of the shell', [DIED], ''],
    ['several words', DIED.split(' '), ''],
    ['- and standard input', ['-'], DIED],
    ['standard input', [], `${DIED}\n`],
  ])('takes the question from %s', async (_name, argv, stdin) => {
    const { stdout, stderr, exitCode } = await run(await aHome(), ['ask', ...argv], { stdin });
    expect(stdout).toMatch(/^12 birds died today in Barn 1 \(0\.\d+%\)\.\n$/);
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  test('answers in the language of --lang, with an explanation', async () => {
    const home = await aHome();
    const hebrew = await run(home, ['ask', DIED, '--lang', 'he']);
    expect(hebrew.stdout).toBe('Barn 1: 12 עופות מתו היום (0.12%).\n');
    const { stdout } = await run(home, ['ask', DIED, '--explain']);
    expect(stdout).toMatch(
      /^ {2}Mortality, Barn 1, 2026-11-02 +12 +birds +2026-11-02 +daily-logs/m,
    );
    expect(stdout).toMatch(/^ {2}intent +mortality$/m);
    expect(stdout).toMatch(/^ {2}Confidence +(1|0\.\d+)$/m);
  });

  test('answers in the language of the question, whatever language the profile has', async () => {
    const home = await aHome();
    const environment = { FARMCTL_LANG: 'es' };
    const ask = async (argv: readonly string[]) =>
      (await run(home, ['ask', ...argv], { environment })).stdout;
    expect(await ask([DIED])).toMatch(/^12 birds died today/);
    expect(await ask(['วันนี้ไก่ตายกี่ตัว'])).toMatch(/[ก-๙]/);
    expect(await ask([DIED, '--lang', 'es'])).toMatch(/^Murieron 12 aves/);
  });

  test('prints the whole answer, or its facts, for programs', async () => {
    const home = await aHome();
    const json = JSON.parse((await run(home, ['ask', DIED, '-o', 'json'])).stdout);
    expect(json).toMatchObject({ lang: 'en', mode: 'deterministic', facts: [{ value: 12 }, {}] });
    const csv = await run(home, ['ask', DIED, '-o', 'csv', '--fields', 'value,unit,asOf']);
    expect(csv.stdout.split('\n').slice(0, 2)).toEqual(['value,unit,asOf', '12,birds,2026-11-02']);
    const jq = await run(home, ['ask', DIED, '--jq', '.understood.barn']);
    expect(jq.stdout).toBe(`${farm.barnId}\n`);
  });

  test('exits with 3 if the question cannot be answered', async () => {
    const unclear = await run(await aHome(), ['ask', 'qwerty zxcvb']);
    expect([unclear.exitCode, unclear.stderr]).toEqual([3, '']);
    expect(unclear.stdout).not.toBe('');
  });

  test('lists the alternatives, each with a working command', async () => {
    const home = await aHome();
    const other = await createFarm(service, { name: 'Twins' });
    await create(service, 'barns', { name: 'East' }, { farmId: other.farmId });
    await create(service, 'barns', { name: 'East' }, { farmId: other.farmId });
    const environment = { FARMCTL_KEY: service.admin };
    const argv = ['ask', 'How many birds died today in East?', '--farm', 'Twins'];
    const { stdout, exitCode } = await run(home, argv, { environment });
    expect(exitCode).toBe(3);
    const questions = [...stdout.matchAll(/^ {4}farmctl ask '(.*)'$/gm)].map((line) => line[1]);
    expect(questions).toHaveLength(2);
    for (const question of questions) {
      const again = ['ask', question ?? '', '--farm', 'Twins', '-o', 'json'];
      const answer = JSON.parse((await run(home, again, { environment })).stdout);
      expect(question).toContain(answer.understood.barn);
      expect(answer).not.toHaveProperty('clarify');
    }
  });

  test.each([
    ['mortality on 1 Nov', 3],
    ['How many birds died yesterday?', 3],
    ['How much feed was used today?', 3],
    ['¿Cuántas aves murieron ayer?', 3],
    ['How many birds died today?', 0],
    ['How many birds died this week?', 0],
    ['How many birds are in barn 1?', 0],
  ])('exits with 3 if nothing is recorded: %s', async (question, status) => {
    const { stdout, exitCode } = await run(await aHome(), ['ask', question]);
    expect([stdout, exitCode]).toEqual([stdout, status]);
    expect(stdout.trim()).not.toBe('');
  });

  test('missing data are listed with the command that adds them', async () => {
    const { farmId } = await createFarm(service, { name: 'Silent' });
    const environment = { FARMCTL_KEY: service.admin };
    const argv = ['ask', 'How much water was used today?', '--farm', farmId];
    const { stdout, exitCode } = await run(await aHome(), argv, { environment });
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^ {2}farmctl daily-logs (create|update)/m);
  });

  test('a key without read access to the data exits with 4', async () => {
    const restrictedKey = await service.createKey({ scopes: ['ai:ask', 'read:tasks'] });
    const environment = { FARMCTL_KEY: restrictedKey };
    const argv = ['ask', DIED, '--farm', farm.farmId];
    expect((await run(await aHome(), argv, { environment })).exitCode).toBe(4);
    const silent = await service.createKey({ scopes: ['read:*'] });
    const refused = await run(await aHome(), argv, { environment: { FARMCTL_KEY: silent } });
    expect([refused.exitCode, refused.stdout]).toEqual([4, '']);
  });

  test.each([
    ['no question', ['ask'], 'the question is missing'],
    ['an unknown language', ['ask', DIED, '--lang', 'fr'], '--lang must be one of'],
    ['an order with only --yes', ['ask', ORDER, '--execute'], 'add --yes'],
  ])('%s is rejected before anything is sent', async (_name, argv, expected) => {
    const { exitCode, stdout, stderr } = await runInHome(await aHome(), argv, {
      environment: { FARMCTL_KEY: key, FARMCTL_SERVER: 'https://farm.example' },
    });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expected);
  });

  test('hostile text from the farm is neutralised', async () => {
    const { farmId } = await createFarm(service, { name: 'Hostile' });
    await create(service, 'tasks', { title: 'Run \u202eme' }, { farmId });
    const environment = { FARMCTL_KEY: service.admin };
    const argv = ['ask', 'Which tasks are open?', '--farm', farmId, '--explain'];
    const { stdout } = await run(await aHome(), argv, { environment });
    expect(stdout).toContain('Run \\u202eme');
    expect(stdout).not.toContain('\u202e');
  });
});

describe('an order', () => {
  test('is only shown, with the command that runs it', async () => {
    const before = await countTasks();
    const { stdout, exitCode } = await run(await aHome(), ['ask', ORDER]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Would be done: New task\n');
    const [, line = ''] = /^ {4}farmctl (act create_task .*)$/m.exec(stdout) ?? [];
    expect(line).toContain("--title 'weigh 100 birds'");
    expect(await countTasks()).toBe(before);
  });

  test('names its barn and farm, not their IDs', async () => {
    const { stdout } = await run(await aHome(), ['ask', 'Log 14 dead birds in Barn 1 today']);
    const [, shown = '', command = ''] =
      /Would be done: Daily log\n([\s\S]*)(Do it with:[\s\S]*)/.exec(stdout) ?? [];
    expect(shown).toMatch(/Barn +Barn 1\n/);
    expect(shown).toMatch(/Date +Nov 2, 2026\n/);
    expect(shown).not.toMatch(/_[0-9A-Z]{26}/);
    expect(command).toContain(`--barn-id ${farm.barnId}`);
  });

  test.each([
    ['en', 'Log 300000 dead birds in Barn 1 today', 'Not done: Daily log'],
    ['es', 'Registra 300000 muertas hoy en el galpón 1', 'No se hizo: '],
    ['he', 'תרשום 300000 מתים היום בלול 1', 'לא בוצע: '],
    ['th', 'บันทึกไก่ตาย 300000 ตัววันนี้ โรงเรือน 1', 'ไม่ได้ทำ: '],
    ['zh', '记录今天1号鸡舍死亡300000只', '未执行: '],
  ])(
    'that is refused is not headed as one that would be done, in %s',
    async (lang, order, head) => {
      const { stdout } = await run(await aHome(), ['ask', order, '--lang', lang]);
      expect(stdout).toContain(`\n${head}`);
      const { texts } = await loadLanguage(isLanguage(lang) ? lang : 'en');
      expect(stdout).not.toContain(texts['page.ask.wouldDo']);
    },
  );

  test('shows the words of a proposed action in the language of the question', async () => {
    const home = await aHome();
    const { stdout } = await run(home, ['ask', 'Crea una tarea: pesar 100 aves']);
    expect(stdout).toMatch(/^ +Prioridad +normal$/m);
    expect(stdout).toMatch(/^ +Frecuencia +una vez$/m);
  });

  test('runs with --execute --yes, and can be undone like any action', async () => {
    const home = await aHome();
    const before = await countTasks();
    const { stdout, stderr, exitCode } = await run(home, ['ask', ORDER, '--execute', '--yes']);
    expect([exitCode, await countTasks()]).toEqual([0, before + 1]);
    expect(stdout).toContain('Done: New task\n');
    expect(stderr).toMatch(
      /^New task: Title: weigh 100 birds\b.*\n[\s\S]*undo it with: farmctl undo last\n$/,
    );
    expect((await run(home, ['undo', 'last'])).exitCode).toBe(0);
    expect(await countTasks()).toBe(before);
  });

  test.each([
    [
      'Log 14 dead birds in Barn 1 today',
      /the record of that day is 12 birds\. It would become 14 birds/,
      /^Daily log: .*\n\n?Deaths: the record of that day was 12 birds\. It is now 14 birds\.\n\n?Done\./m,
    ],
    [
      'registra 15 muertas en el galpón 1 hoy',
      /registrado 12 aves.* reemplazaría por 15 aves/,
      /registrado 12 aves\. Se reemplazó por 15 aves/,
    ],
  ])('reports the recorded value that it replaces: %s', async (order, request, expected) => {
    const home = await aHome();
    const { stdout, stderr, exitCode } = await run(home, ['ask', order, '--execute', '--yes']);
    expect([exitCode, stderr, stdout]).toEqual([
      0,
      expect.stringMatching(request),
      expect.stringMatching(expected),
    ]);
    expect(stdout).not.toMatch(request);
    expect((await run(home, ['undo', 'last'])).exitCode).toBe(0);
  });

  test.each([
    ['y', 1, 'executed'],
    ['n', 0, 'suppressed'],
  ])('asks for confirmation at a terminal; %s runs it %i times', async (typed, times, status) => {
    const home = await aHome();
    const before = await countTasks();
    const { stdout, exitCode } = await run(home, ['ask', ORDER, '--execute', '-o', 'json'], {
      answers: [['Run New task?', typed]],
    });
    expect([exitCode, JSON.parse(stdout).action.status]).toEqual([0, status]);
    expect(await countTasks()).toBe(before + times);
  });

  test('an order of a key that may not act exits with 4, an order that the farm does not allow with 5', async () => {
    const reader = await service.createKey({
      scopes: ['read:*', 'ai:ask'],
      farmIds: [farm.farmId],
    });
    const environment = { FARMCTL_KEY: reader };
    const before = await countTasks();
    const refused = await run(await aHome(), ['ask', ORDER, '--execute', '--yes'], { environment });
    expect([refused.exitCode, refused.stdout, await countTasks()]).toEqual([4, '', before]);
    const place = 'Place a flock of 9,000 in barn 1 on 2026-12-01';
    const occupied = await run(await aHome(), ['ask', place, '--execute', '--yes']);
    expect(occupied.exitCode).toBe(5);
    expect(occupied.stderr).toContain('is in the barn');
  });
});

describe('a conversation', () => {
  const FRESH = 'conversation_01K9ZZZZZZZZZZZZZZZZZZZZZZ';

  async function ask(question: string, conversation: readonly string[] = []) {
    const answered = await run(await aHome(), ['ask', question, ...conversation, '-o', 'json']);
    return { ...answered, answer: JSON.parse(answered.stdout) };
  }

  test('continues with --conversation, also for "why?"', async () => {
    const { conversationId } = (await ask(DIED)).answer;
    const conversationFlags = ['--conversation', conversationId];
    const yesterday = await ask('and yesterday?', conversationFlags);
    expect([yesterday.answer.conversationId, yesterday.stderr]).toEqual([conversationId, '']);
    expect(yesterday.answer.understood).toMatchObject({
      intent: 'mortality',
      barn: farm.barnId,
      period: { from: '2026-11-01', to: '2026-11-01' },
    });
    const why = await ask('why?', conversationFlags);
    expect(why.answer.conversationId).toBe(conversationId);
    expect(why.answer.understood.intent).toBe('mortality');
    expect(why.answer.clarify).not.toEqual([]);
    expect((await ask('why?')).answer.understood.intent).toBeNull();
  });

  test('a conversation with an unknown id starts a new one, and reports this', async () => {
    const { answer, stderr } = await ask(DIED, ['--conversation', FRESH]);
    expect(answer.conversationId).not.toBe(FRESH);
    expect(stderr).toBe(
      `farmctl: conversation ${FRESH} is unknown or expired; this question began a new one\n`,
    );
  });

  test('continues in the commands of the alternatives', async () => {
    const { conversationId } = (await ask(DIED)).answer;
    const argv = ['ask', 'how often do the birds get fed', '--conversation', conversationId];
    const { stdout } = await run(await aHome(), argv);
    expect(stdout).toMatch(
      new RegExp(`^ {4}farmctl ask '?[^']+'? --conversation ${conversationId}$`, 'm'),
    );
  });

  test('is shown at a terminal with the command that continues it', async () => {
    const { stderr } = await run(await aHome(), ['ask', DIED], { answers: [] });
    const [, id = ''] =
      /^Continue with: farmctl ask --conversation (\S+) "\.\.\."$/m.exec(stderr) ?? [];
    expect((await ask('and yesterday?', ['--conversation', id])).answer.conversationId).toBe(id);
    const json = await run(await aHome(), ['ask', DIED, '-o', 'json'], { answers: [] });
    expect(json.stderr).toBe('');
  });
});

describe('chat', () => {
  test('chat in a pipe answers each line, as text and as JSON lines', async () => {
    const stdin = `${DIED}\n\nHow old are the birds?\nexit\n${DIED}\n`;
    const { stdout, stderr, exitCode } = await run(await aHome(), ['chat'], { stdin });
    expect(stdout.match(/died today/g)).toHaveLength(1);
    expect(stdout).toMatch(/days? old/);
    expect([stderr, exitCode]).toEqual(['', 0]);
    const lines = await run(await aHome(), ['chat', '-o', 'jsonl'], { stdin });
    const intents = lines.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).understood.intent);
    expect(intents).toEqual(['mortality', 'age']);
  });

  test.each([
    ['all of them', `${DIED}\n`, 0],
    ['some of them', `${DIED}\nqwerty zxcvb\n`, 9],
    ['none of them', 'qwerty zxcvb\nasdf ghjkl', 3],
    ['nothing', '', 0],
  ])(
    'exits with a status that shows whether %s could be answered',
    async (_name, stdin, status) => {
      expect((await run(await aHome(), ['chat'], { stdin })).exitCode).toBe(status);
    },
  );

  test('does not end with a rejected question', async () => {
    const stdin = `${'a'.repeat(501)}\n${DIED}\n`;
    const { stdout, stderr, exitCode } = await run(await aHome(), ['chat'], { stdin });
    expect(stdout).toContain('died today');
    expect(stderr).toContain('question');
    expect(exitCode).toBe(9);
  });

  test('chat in a pipe reports once why every question is rejected', async () => {
    await createFarm(service, { name: 'Second' });
    const stdin = `${DIED}\nHow old are the birds in barn 1?\nHow much feed is left in barn 1?\n`;
    const environment = { FARMCTL_KEY: service.admin };
    const { stdout, stderr, exitCode } = await run(await aHome(), ['chat'], { stdin, environment });
    expect([stdout, exitCode]).toEqual(['', 5]);
    expect(stderr.match(/^farmctl: Farm \(--farm\) is required/gm)).toHaveLength(1);
    expect(stderr.match(/Choose one with --farm/g)).toHaveLength(1);
    expect(stderr).not.toContain('farmId');
    expect(stderr).toMatch(/^2 more questions were refused for the same reason$/m);
    const chat = await run(await aHome(), ['chat'], {
      stdin: `${DIED}\nHow old are the birds at North?\n`,
      environment,
    });
    expect(chat.stdout).toMatch(/days? old/);
    expect([chat.stderr.includes('the same reason'), chat.exitCode]).toEqual([false, 9]);
  });

  test('continues the previous question until /new', async () => {
    const argv = ['chat', '--lang', 'en', '-o', 'jsonl'];
    const typed = [DIED, 'and yesterday?', '/new', 'and yesterday?'];
    const { stdout } = await run(await aHome(), argv, { stdin: typed.join('\n') });
    const [first, second, fresh] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(second.conversationId).toBe(first.conversationId);
    expect(second.understood).toMatchObject({
      intent: 'mortality',
      barn: farm.barnId,
      period: { from: '2026-11-01', to: '2026-11-01' },
    });
    expect(fresh.conversationId).not.toBe(first.conversationId);
    expect(fresh.understood.intent).toBeNull();
  });

  test('accepts the number of an alternative', async () => {
    const twinFarm = await createFarm(service, { name: 'Pair' });
    await create(service, 'barns', { name: 'West' }, { farmId: twinFarm.farmId });
    const second = await create(service, 'barns', { name: 'West' }, { farmId: twinFarm.farmId });
    const stdin = 'How many birds died today in West?\n2\n';
    const argv = ['chat', '--farm', 'Pair', '-o', 'jsonl'];
    const environment = { FARMCTL_KEY: service.admin };
    const { stdout } = await run(await aHome(), argv, { stdin, environment });
    const [requests, answered] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(requests.clarify[1].id).toBe(second.id);
    expect(answered.understood.barn).toBe(second.id);
  });

  const withExecute = (command: string) =>
    `farmctl: nothing is run without --execute; to have it done, give the command with: ${command}`;

  test.each([
    ['a reply to an order in a pipe', ['chat'], `${ORDER}\nyes\n`, 'farmctl chat --execute --yes'],
    ['a reply to nothing in a pipe', ['chat'], 'yes\n', 'farmctl chat --execute --yes'],
    ['a reply as a question', ['ask'], 'yes\n', 'farmctl ask "..." --execute --yes'],
    ['a reply in Spanish', ['ask'], 'sí\n', 'farmctl ask "..." --execute --yes'],
  ])('%s is answered with the command that runs it', async (_name, argv, stdin, command) => {
    const before = await countTasks();
    const { stderr } = await run(await aHome(), argv, { stdin });
    expect(stderr.split('\n').filter((line) => line.includes('--execute'))).toEqual([
      withExecute(command),
    ]);
    expect(await countTasks()).toBe(before);
  });

  test('a reply at a terminal is answered with the command that runs it', async () => {
    const answers = [ORDER, 'yes', 'exit'].map((typed) => ['> ', typed] as const);
    const { stderr } = await run(await aHome(), ['chat'], { answers });
    expect(stderr.replaceAll('\r', '')).toContain(withExecute('farmctl chat --execute\n'));
  });

  test.each([
    ['an order alone', `${ORDER}\n`],
    ['different orders', `${ORDER}\n${ORDER} tomorrow\n`],
    ['a question', `${DIED}\n`],
  ])('%s is answered without it', async (_name, stdin) => {
    const { stderr } = await run(await aHome(), ['chat'], { stdin });
    expect(stderr).not.toContain('--execute');
  });

  test('chat at a terminal prompts on stderr until exit', async () => {
    const { stdout, stderr, exitCode } = await run(await aHome(), ['chat'], {
      answers: [
        ['> ', DIED],
        ['> ', 'exit'],
      ],
    });
    expect(stdout).toContain('12 birds died today in Barn 1');
    expect(stdout).not.toContain('>');
    expect([stderr.includes('> '), exitCode]).toEqual([true, 0]);
  });

  test.each([
    ['en', 'exit'],
    ['en', 'quit'],
    ['es', 'salir'],
    ['he', 'יציאה'],
    ['th', 'ออก'],
    ['zh', '退出'],
    ['th', 'exit'],
  ])('in %s, %s leaves chat, and the start states how to leave', async (lang, word) => {
    const { texts } = await loadLanguage(isLanguage(lang) ? lang : 'en');
    const { stdout, stderr, exitCode } = await run(await aHome(), ['chat', '--lang', lang], {
      answers: [['> ', word]],
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr.split('\n')[0]).toContain(texts['chat.leaveWords'].split(' ')[0]);
    expect(stderr.split('\n')[0]).toContain('Ctrl-D');
  });

  test.each([
    ['Ctrl-D', '\u0004', 0],
    ['Ctrl-C', '\u0003', 130],
  ])('%s leaves it with the corresponding status', async (_name, typed, status) => {
    const answers = [['> ', typed]] as const;
    expect((await run(await aHome(), ['chat'], { answers })).exitCode).toBe(status);
  });
});
