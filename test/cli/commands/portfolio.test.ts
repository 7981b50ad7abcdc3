import { describe, expect, test } from 'vitest';
import { aPortfolio, aReader } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/portfolio', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
}

describe('portfolio', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['portfolio', '--lang', 'he'], '/portfolio'],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: aPortfolio }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(aPortfolio);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      aPortfolio,
      'en',
      {},
      [
        '2 farms',
        '  Farm         State       Birds  Flocks  Dead 7 d  To std  Health  Data',
        '  Emek Hefer   critical   19,755       1     0.35%  +5.35%      96    86',
        '  לולי הגלבוע  no alerts       –       2         –   -2.2%       –    61',
        '  Total                   19,755       3',
        '',
        'Open alerts and work',
        '  Farm         Critical  Warnings  Notes  Overdue  Questions  Last activity',
        '  Emek Hefer          1         0      2        3          1  Nov 21, 2026, 10:30 AM',
        '  לולי הגלבוע         0         0      0        0          0  –',
        '',
        'Money of the last 30 days, realised',
        '  Farm          Sales    Expenses',
        '  Emek Hefer       ₪0  ₪38,230.50',
        '  לולי הגלבוע  $1,200        $900',
        '  Total ILS        ₪0  ₪38,230.50',
        '  Total USD    $1,200        $900',
      ],
    ],
    [
      'on a terminal',
      aPortfolio,
      'en',
      { isTerminal: true },
      [
        '\u001b[1m2 farms\u001b[22m',
        '\u001b[2m  Farm         State       Birds  Flocks  Dead 7 d  To std  Health  Data\u001b[22m',
        '  Emek Hefer   \u001b[31mcritical\u001b[39m   19,755       1     0.35%  +5.35%      96    86',
        '  \u2068לולי הגלבוע\u2069  no alerts       –       2         –   -2.2%       –    61',
        '  Total                   19,755       3',
        '',
        '\u001b[1mOpen alerts and work\u001b[22m',
        '\u001b[2m  Farm         Critical  Warnings  Notes  Overdue  Questions  Last activity\u001b[22m',
        '  Emek Hefer          \u001b[31m1\u001b[39m         0      2        3          1  Nov 21, 2026,',
        '                                                              10:30 AM',
        '  \u2068לולי הגלבוע\u2069         0         0      0        0          0  –',
        '',
        '\u001b[1mMoney of the last 30 days, realised\u001b[22m',
        '\u001b[2m  Farm          Sales    Expenses\u001b[22m',
        '  Emek Hefer       ₪0  ₪38,230.50',
        '  \u2068לולי הגלבוע\u2069  $1,200        $900',
        '  Total ILS        ₪0  ₪38,230.50',
        '  Total USD    $1,200        $900',
      ],
    ],
    [
      'in Hebrew',
      aPortfolio,
      'he',
      {},
      [
        'שני משקים',
        '  משק          מצב          עופות  להקות  תמותה 7 ימים   מהתקן  בריאות  נתונים',
        '  Emek Hefer   קריטי       19,755      1         0.35%  \u200e+5.35%      96      86',
        '  לולי הגלבוע  אין התראות       –      2             –   \u200e-2.2%       –      61',
        '  סך הכול                  19,755      3',
        '',
        'התראות ומשימות פתוחות',
        '  משק          קריטיות  אזהרות  לידיעה  באיחור  שאלות  פעילות אחרונה',
        '  Emek Hefer         1       0       2       3      1  21 בנוב׳ 2026, 10:30',
        '  לולי הגלבוע        0       0       0       0      0  –',
        '',
        'כספים בפועל, 30 הימים האחרונים',
        '  משק           מכירות       הוצאות',
        '  Emek Hefer       \u200f0 \u200f₪  \u200f38,230.50 \u200f₪',
        '  לולי הגלבוע  \u200f1,200 \u200f$        \u200f900 \u200f$',
        '  סך הכול ILS      \u200f0 \u200f₪  \u200f38,230.50 \u200f₪',
        '  סך הכול USD  \u200f1,200 \u200f$        \u200f900 \u200f$',
      ],
    ],
    [
      'in Spanish',
      aPortfolio,
      'es',
      {},
      [
        '2 granjas',
        '  Granja       Estado         Aves  Lotes  Muertas 7 d  Vs. est.  Salud  Datos',
        '  Emek Hefer   crítico      19.755      1       0,35 %   +5,35 %     96     86',
        '  לולי הגלבוע  sin alertas       –      2            –    -2,2 %      –     61',
        '  Total                     19.755      3',
        '',
        'Alertas y trabajo pendientes',
        '  Granja       Críticos  Advertencias  Notas  Atrasadas  Preguntas  Última actividad',
        '  Emek Hefer          1             0      2          3          1  21 nov 2026, 10:30',
        '  לולי הגלבוע         0             0      0          0          0  –',
        '',
        'Finanzas de los últimos 30 días (realizado)',
        '  Granja         Ventas         Gastos',
        '  Emek Hefer      0 ILS  38.230,50 ILS',
        '  לולי הגלבוע  1200 US$        900 US$',
        '  Total ILS       0 ILS  38.230,50 ILS',
        '  Total USD    1200 US$        900 US$',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['portfolio'], {
      ...input,
      exchanges: exchange(answer, language),
    });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['portfolio', '-o', 'csv', '--fields', 'name,birds,openAlerts.critical,currency'],
      ['name,birds,openAlerts.critical,currency', 'Emek Hefer,19755,1,ILS', 'לולי הגלבוע,,0,USD'],
    ],
    [
      ['portfolio', '--jq', '.totals.money[].currency'],
      ['ILS', 'USD'],
    ],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/portfolio', reply: aPortfolio }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });
});

test.each([
  [{ flocksUncounted: 1 }, '≥19,755', '≥ at least: the number of birds of some flocks is unknown'],
  [
    { birdsUpperBound: true },
    '≤19,755',
    '≤ at most: deaths are not logged on every day since placement',
  ],
  [
    { birdsUpperBound: true, flocksUncounted: 1 },
    '≈19,755',
    '≈ about: the number of birds of some flocks is unknown, and deaths are not logged on every day since placement',
  ],
])('birds of a farm and of all farms with %j are marked', async (marks, birds, note) => {
  const [farm, ...others] = aPortfolio.farms;
  const answer = {
    ...aPortfolio,
    farms: [{ ...farm, ...marks }, ...others],
    totals: { ...aPortfolio.totals, ...marks },
  };
  const { stdout } = await runProgram(['portfolio'], { exchanges: exchange(answer, 'en') });
  expect(stdout.split(birds)).toHaveLength(3);
  expect(stdout.split('\n').filter((line) => /^ *[≥≤≈]/.test(line))).toEqual([`  ${note}`]);
});

describe('farms in different time zones', () => {
  const [first, second] = aPortfolio.farms;
  const pageOf = async (...days: readonly string[]) => {
    const farms = days.map((today, index) => ({
      ...(index === 0 ? first : second),
      name: `Farm ${index + 1}`,
      today,
    }));
    const exchanges = exchange({ ...aPortfolio, farms }, 'en');
    const { stdout } = await runProgram(['portfolio'], { exchanges });
    return stdout.split('\n').filter((line) => line.includes('time zone'));
  };

  test('have their own day, stated where the days differ', async () => {
    expect(await pageOf('2026-11-21', '2026-11-20', '2026-11-21')).toEqual([
      '  Today, by the time zone of each farm · Nov 20: Farm 2 · Nov 21: Farm 1, Farm 3',
    ]);
    expect(await pageOf('2026-11-21', '2026-11-21')).toEqual([]);
  });

  test('are counted where they are many', async () => {
    const others = Array.from({ length: 6 }, () => '2026-11-20');
    expect(await pageOf('2026-11-21', ...others)).toEqual([
      '  Today, by the time zone of each farm · Nov 20: 6 farms · Nov 21: Farm 1',
    ]);
  });
});

test.each(['en', 'es', 'he', 'th', 'zh'])(
  'on 80 columns no figure and no name is truncated in %s',
  async (lang) => {
    const name = 'Hefer Valley Broilers and Layers';
    const farms = aPortfolio.farms.map((farm) => ({ ...farm, name, birds: 1_119_755 }));
    const exchanges = exchange({ ...aPortfolio, farms }, lang);
    const { stdout } = await runProgram(['portfolio', '--lang', lang], {
      exchanges,
      isTerminal: true,
    });
    expect(stdout).not.toContain('…');
    const words = stdout.split(/\s+/);
    expect(words.filter((word) => word.includes('Broilers')).length).toBeGreaterThanOrEqual(6);
    expect(stdout).toContain('10:30');
    expect(stdout).toMatch(/1[.,]119[.,]755/);
  },
);

test('deaths of seven days with unlogged ones are a lower bound', async () => {
  const [first, ...others] = aPortfolio.farms;
  const farms = [{ ...first, mortality7dDaysUnlogged: 2 }, ...others];
  const exchanges = exchange({ ...aPortfolio, farms }, 'en');
  const { stdout } = await runProgram(['portfolio'], { exchanges });
  expect(stdout).toMatch(/^ +Emek Hefer .* ≥0\.35% /m);
  expect(stdout).toContain('≥ at least: deaths are not logged on every day');
});
