import { describe, expect, test } from 'vitest';
import { aReader, someHits } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/search?q=weigh', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
}

describe('search', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['search', 'weigh'], '/search?q=weigh'],
    [['search', 'weigh', '100', 'birds', '--lang', 'he'], '/search?q=weigh+100+birds'],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: someHits }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(someHits);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      someHits,
      'en',
      {},
      [
        '2 found: weigh',
        '  ·  «Weigh» 100 birds',
        '     tasks task_1 · Emek Hefer',
        '  ·  field report report_1',
        '     …cannot «weigh» today…',
        '     field-reports report_1 · Emek Hefer',
      ],
    ],
    [
      'on a terminal',
      someHits,
      'en',
      { isTerminal: true },
      [
        '\u001b[1m2 found: weigh\u001b[22m',
        '  ·  «Weigh» 100 birds',
        '     tasks task_1 · Emek Hefer',
        '  ·  field report report_1',
        '     …cannot «weigh» today…',
        '     field-reports report_1 · Emek Hefer',
      ],
    ],
    [
      'in Hebrew',
      someHits,
      'he',
      {},
      [
        'נמצאו שתי תוצאות: weigh',
        '  ·  «Weigh» 100 birds',
        '     tasks task_1 · Emek Hefer',
        '  ·  field report report_1',
        '     …cannot «weigh» today…',
        '     field-reports report_1 · Emek Hefer',
      ],
    ],
    [
      'in Spanish',
      someHits,
      'es',
      {},
      [
        '2 resultados: weigh',
        '  ·  «Weigh» 100 birds',
        '     tasks task_1 · Emek Hefer',
        '  ·  field report report_1',
        '     …cannot «weigh» today…',
        '     field-reports report_1 · Emek Hefer',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['search', 'weigh'], {
      ...input,
      exchanges: exchange(answer, language),
    });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['search', 'weigh', '-o', 'tsv', '--fields', 'resource,id,title'],
      ['tasks	task_1	Weigh 100 birds', 'field-reports	report_1	field report report_1'],
    ],
    [
      ['search', 'weigh', '--jq', '.data[].id'],
      ['task_1', 'report_1'],
    ],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/search?q=weigh', reply: someHits }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });

  test('reports on stderr if more was found than is shown', async () => {
    const reply = { ...someHits, meta: { total: 756, limit: 2 } };
    const { stderr, code } = await runProgram(['search', 'weigh'], {
      exchanges: exchange(reply, 'en'),
    });
    expect([stderr, code]).toEqual(['2 of 756; a longer text finds fewer\n', 0]);
  });

  test('prints a line if nothing was found', async () => {
    const exchanges = exchange({ data: [], meta: { total: 0 } }, 'en');
    const { stdout, code } = await runProgram(['search', 'weigh'], { exchanges });
    expect([stdout, code]).toEqual(['Nothing found: weigh\n', 0]);
  });
});
