import { describe, expect, test } from 'vitest';
import { aReader, someGaps } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';
import { typeFixes } from '../../support/type-fixes.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/gaps', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
}

describe('gaps', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['gaps'], '/gaps'],
    [
      ['gaps', '--farm', 'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ', '--lang', 'es'],
      '/gaps?farmId=farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ&lang=es',
    ],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: someGaps }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(someGaps);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      someGaps,
      'en',
      {},
      [
        'Emek Hefer · 2 gaps',
        '',
        'Critical (1)',
        '  !! La Sota runs low',
        '     None left; at least 6 vials should be in the store.',
        "     farmctl market-orders create --farm farm_1 --kind order --direction buy --title 'La Sota' --quantity 6",
        '',
        'Warnings (1)',
        '  !  Somchai waits for an answer',
        '     Asked 5 hours ago: How much vitamin?',
        '     farmctl field-reports update report_1 --reply-text <text> --status answered',
        '',
        'Data quality',
        '  Overall     ██████████████████░░  90%',
        '  Daily logs  ███████████████████░  95%',
        '  Weights     ████████████████████  100%',
        '  Climate     ░░░░░░░░░░░░░░░░░░░░  0%',
        '  Photos      ████████████████████  100%',
        '  Basics      ████████████████░░░░  80%',
        '  !  The temperatures of Nov 21, 2026 contradict each other. · daily-logs · log_1',
      ],
    ],
    [
      'on a terminal',
      someGaps,
      'en',
      { isTerminal: true, columns: 60 },
      [
        '\u001b[1mEmek Hefer · 2 gaps\u001b[22m',
        '',
        '\u001b[1mCritical (1)\u001b[22m',
        '  \u001b[31m!!\u001b[39m La Sota runs low',
        '     None left; at least 6 vials should be in the store.',
        '     \u001b[36mfarmctl market-orders create --farm farm_1\u001b[39m \\',
        "       \u001b[36m--kind order --direction buy --title 'La Sota'\u001b[39m \\",
        '       \u001b[36m--quantity 6\u001b[39m',
        '',
        '\u001b[1mWarnings (1)\u001b[22m',
        '  \u001b[33m! \u001b[39m Somchai waits for an answer',
        '     Asked 5 hours ago: How much vitamin?',
        '     \u001b[36mfarmctl field-reports update report_1\u001b[39m \\',
        '       \u001b[36m--reply-text <text> --status answered\u001b[39m',
        '',
        '\u001b[1mData quality\u001b[22m',
        '  \u001b[2mOverall\u001b[22m     ██████████████████░░  90%',
        '  \u001b[2mDaily logs\u001b[22m  ███████████████████░  95%',
        '  \u001b[2mWeights\u001b[22m     ████████████████████  100%',
        '  \u001b[2mClimate\u001b[22m     ░░░░░░░░░░░░░░░░░░░░  0%',
        '  \u001b[2mPhotos\u001b[22m      ████████████████████  100%',
        '  \u001b[2mBasics\u001b[22m      ████████████████░░░░  80%',
        '  \u001b[33m! \u001b[39m The temperatures of Nov 21, 2026 contradict each',
        '     other. · daily-logs · log_1',
      ],
    ],
    [
      'in Hebrew',
      someGaps,
      'he',
      {},
      [
        'Emek Hefer · שני חוסרים',
        '',
        'קריטיות (1)',
        '  !! La Sota runs low',
        '     None left; at least 6 vials should be in the store.',
        "     farmctl market-orders create --farm farm_1 --kind order --direction buy --title 'La Sota' --quantity 6",
        '',
        'אזהרות (1)',
        '  !  Somchai waits for an answer',
        '     Asked 5 hours ago: How much vitamin?',
        '     farmctl field-reports update report_1 --reply-text <טקסט> --status answered',
        '',
        'איכות הנתונים',
        '  סך הכול     ██████████████████░░  90%',
        '  רישום יומי  ███████████████████░  95%',
        '  שקילות      ████████████████████  100%',
        '  אקלים       ░░░░░░░░░░░░░░░░░░░░  0%',
        '  תמונות      ████████████████████  100%',
        '  פרטי המשק   ████████████████░░░░  80%',
        '  !  The temperatures of Nov 21, 2026 contradict each other. · daily-logs · log_1',
      ],
    ],
    [
      'in Spanish',
      someGaps,
      'es',
      {},
      [
        'Emek Hefer · 2 faltantes',
        '',
        'Críticos (1)',
        '  !! La Sota runs low',
        '     None left; at least 6 vials should be in the store.',
        "     farmctl market-orders create --farm farm_1 --kind order --direction buy --title 'La Sota' --quantity 6",
        '',
        'Advertencias (1)',
        '  !  Somchai waits for an answer',
        '     Asked 5 hours ago: How much vitamin?',
        '     farmctl field-reports update report_1 --reply-text <texto> --status answered',
        '',
        'Calidad de los datos',
        '  Total              ██████████████████░░  90 %',
        '  Registros diarios  ███████████████████░  95 %',
        '  Pesos              ████████████████████  100 %',
        '  Ambiente           ░░░░░░░░░░░░░░░░░░░░  0 %',
        '  Fotos              ████████████████████  100 %',
        '  Datos básicos      ████████████████░░░░  80 %',
        '  !  The temperatures of Nov 21, 2026 contradict each other. · daily-logs · log_1',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['gaps'], { ...input, exchanges: exchange(answer, language) });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['gaps', '-o', 'tsv', '--fields', 'severity,kind,count'],
      ['critical	medicine_low_stock	1', 'warning	worker_question_unanswered	1'],
    ],
    [
      ['gaps', '-o', 'csv', '--fields', 'kind,fix.method,fix.path'],
      [
        'kind,fix.method,fix.path',
        'medicine_low_stock,POST,/market-orders',
        'worker_question_unanswered,PATCH,/field-reports/report_1',
      ],
    ],
    [['gaps', '--jq', '.dataQuality.score'], ['90']],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/gaps', reply: someGaps }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });

  test.each([
    ['info', 10],
    ['warning', 10],
    ['critical', 10],
  ])('--exit-status %s with a critical gap exits with status %i', async (severity, status) => {
    const exchanges = [{ on: 'GET /v1/platform/gaps', reply: someGaps }];
    const argv = ['gaps', '--exit-status', severity, '-o', 'json'];
    const { stdout, stderr, code } = await runProgram(argv, { exchanges });
    expect(JSON.parse(stdout)).toEqual(someGaps);
    expect([stderr, code]).toEqual(['', status]);
  });

  test.each([
    ['critical', 0],
    ['warning', 10],
    ['info', 10],
  ])('--exit-status %s with a warning exits with status %i', async (severity, status) => {
    const reply = { ...someGaps, gaps: someGaps.gaps.slice(1) };
    const argv = ['gaps', '--exit-status', severity, '-o', 'json'];
    const exchanges = [{ on: 'GET /v1/platform/gaps', reply }];
    expect((await runProgram(argv, { exchanges })).code).toBe(status);
  });

  test('--exit-status without gaps exits with status 0, also for people', async () => {
    const exchanges = exchange({ ...someGaps, gaps: [] }, 'en');
    const { stdout, code } = await runProgram(['gaps', '--exit-status', 'info'], { exchanges });
    expect(stdout).toContain('Emek Hefer · Nothing is missing\n');
    expect(code).toBe(0);
  });

  test('several missing days are proposed one by one, or as an import', async () => {
    const days = { flockId: 'flock_2', date: '2026-10-23', mortality: null };
    const fix = { method: 'POST', path: '/daily-logs', body: days };
    const gap = { ...someGaps.gaps[1], kind: 'flock_no_log_today', severity: 'critical' };
    const gaps = [{ ...gap, fix: { ...fix, import: '/os/import/daily-logs' } }];
    const exchanges = exchange(typeFixes({ ...someGaps, gaps }), 'en');
    const { stdout } = await runProgram(['gaps'], { exchanges });
    expect(stdout.match(/^ {5}farmctl .*$/gm)).toEqual([
      '     farmctl daily-logs create --flock-id flock_2 --date 2026-10-23 --mortality <number>',
      '     farmctl daily-logs import <file>',
    ]);
  });
});
