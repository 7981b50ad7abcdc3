import { describe, expect, test } from 'vitest';
import { aReader, aSetup } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/setup', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
}

describe('setup', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['setup'], '/setup'],
    [
      ['setup', '--farm', 'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ', '--lang', 'zh'],
      '/setup?farmId=farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ&lang=zh',
    ],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: aSetup }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(aSetup);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      aSetup,
      'en',
      {},
      [
        'Setting up',
        '  ███████████████████████████▋░░  92% · 1 of 2 steps; important ones count more',
        '  [x] Name the farm',
        '  [ ] Add a vet to the contacts',
        '  [ ] Connect a camera or controller · optional',
        '',
        'Next',
        '  Add a vet to the contacts',
        '  farmctl contacts create --farm farm_1 --kind vet --name <text> --phone <text>',
      ],
    ],
    [
      'on a terminal',
      aSetup,
      'en',
      { isTerminal: true },
      [
        '\u001b[1mSetting up\u001b[22m',
        '  ███████████████████████████▋░░  92% · 1 of 2 steps; important ones count more',
        '  \u001b[32m[x]\u001b[39m Name the farm',
        '  [ ] Add a vet to the contacts',
        '  [ ] Connect a camera or controller · optional',
        '',
        '\u001b[1mNext\u001b[22m',
        '  Add a vet to the contacts',
        '  \u001b[36mfarmctl contacts create --farm farm_1 --kind vet --name <text>\u001b[39m \\',
        '    \u001b[36m--phone <text>\u001b[39m',
      ],
    ],
    [
      'in Hebrew',
      aSetup,
      'he',
      {},
      [
        'הקמת המשק',
        '  ███████████████████████████▋░░  92% · 1 מתוך 2 שלבים; לשלבים חשובים משקל גדול יותר',
        '  [x] Name the farm',
        '  [ ] Add a vet to the contacts',
        '  [ ] Connect a camera or controller · לא חובה',
        '',
        'השלב הבא',
        '  Add a vet to the contacts',
        '  farmctl contacts create --farm farm_1 --kind vet --name <טקסט> --phone <טקסט>',
      ],
    ],
    [
      'in Thai',
      aSetup,
      'th',
      {},
      [
        'การตั้งค่าฟาร์ม',
        '  ███████████████████████████▋░░  92% · 1 จาก 2 ขั้นตอน ขั้นตอนสำคัญมีน้ำหนักมากกว่า',
        '  [x] Name the farm',
        '  [ ] Add a vet to the contacts',
        '  [ ] Connect a camera or controller · ไม่บังคับ',
        '',
        'ขั้นต่อไป',
        '  Add a vet to the contacts',
        '  farmctl contacts create --farm farm_1 --kind vet --name <ข้อความ> --phone <ข้อความ>',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['setup'], { ...input, exchanges: exchange(answer, language) });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['setup', '-o', 'tsv', '--fields', 'key,done'],
      ['farm_named	true', 'vet_contact	false', 'integration_or_camera	false'],
    ],
    [
      ['setup', '-o', 'csv', '--fields', 'key,weight,fix.path'],
      [
        'key,weight,fix.path',
        'farm_named,5,',
        'vet_contact,5,/contacts',
        'integration_or_camera,5,',
      ],
    ],
    [['setup', '--jq', '.next'], ['vet_contact']],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/setup', reply: aSetup }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });
});
