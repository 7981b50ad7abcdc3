import { describe, expect, test } from 'vitest';
import { insightNames, someInsights } from '../../support/insight-answers.ts';
import { aReader } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string, zone?: string) {
  return [
    { on: 'GET /v1/platform/insights', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language, zone) },
    {
      on: 'GET /v1/platform/barns?farmId=farm_1&limit=200&fields=id%2Cname',
      reply: insightNames.barns,
    },
    {
      on: 'GET /v1/platform/flocks?farmId=farm_1&limit=200&fields=id%2Ccode%2CbarnId&order=placementDate&dir=desc',
      reply: insightNames.flocks,
    },
  ];
}

describe('insights', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['insights'], '/insights'],
    [
      [
        'insights',
        '--include',
        'risk, health',
        '--farm',
        'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ',
        '--lang',
        'he',
      ],
      '/insights?farmId=farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ&include=health%2Crisk&lang=he',
    ],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: someInsights }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(someInsights);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      someInsights,
      'en',
      {},
      [
        'Emek Hefer · Insights · Nov 21, 2026, 11:00 AM',
        '',
        'What to do',
        '  !! 1. Order feed for flock B1-2611',
        '     B1-2611 · by Nov 21, 2026 · ₪3,617.55',
        '     The feed lasts 1.1 days.',
        '     farmctl feed-orders create --quantity-kg 7000',
        '',
        'Health · some data missing',
        '  Flock    Age   Birds  Dead 7 d  Dead to date  Expected  Score  Grade',
        '  B1-2611   20  19,755        69         0.86%      1.1%     88  B',
        '  !  B1-2611 · It was too hot for 6 hours. · -12',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '     farmctl daily-logs create --flock-id flock_1 --date 2026-11-21 --avg-weight-gr <number>',
        '',
        'Money lost',
        '  Total  ₪9,374.74',
        '  Loss                  Flock    Barn       Amount  Of expected sales',
        '  poor feed conversion  B1-2611  Barn 1  ₪9,374.74              2.22%',
        '  expired medicine      –        –               –                  –',
        '',
        'Market',
        '  !  The section could not be computed.',
        '',
        'Cash by week',
        '  Sum  ▁█  2 weeks',
        '       Nov 9 – Nov 16',
        '  Lowest sum  ₪200',
        '  Twelve weeks back',
        '   Week  In   Out    Net    Sum',
        '  Nov 9  ₪0  ₪100  -₪100  -₪100',
        '  This week and eight ahead',
        '    Week    In  Out   Net   Sum',
        '  Nov 16  ₪300   ₪0  ₪300  ₪200',
        '  ·  Money is counted on the date of its record.',
        '',
        'Weather · not enough data',
        '  ·  The farm has no weather service.',
        '     farmctl integrations create --kind weather',
        '',
        'Weights · some data missing',
        '  Flock    Weight  Standard  To std  Weighed  Measured weight',
        '  B1-2611   985 g     935 g  +5.35%   Nov 12            985 g',
        '  Flock    Standard  Target',
        '  B1-2611    66.4 g   Dec 9',
        '  B1-2611  ██  1,120 g on Nov 23',
        '           Nov 22 – Nov 23',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '',
        'Risks',
        '  Risk, 0 to 100  64',
        '  Level           moderate',
        '  Feed runs out  ██████▍░░░  The feed of flock B1-2611 lasts 1.1 days.',
        '    farmctl feed-orders create --quantity-kg <number>',
      ],
    ],
    [
      'on a terminal',
      someInsights,
      'en',
      { isTerminal: true },
      [
        '\u001b[1mEmek Hefer · Insights · Nov 21, 2026, 11:00 AM\u001b[22m',
        '',
        '\u001b[1mWhat to do\u001b[22m',
        '  \u001b[31m!!\u001b[39m 1. Order feed for flock B1-2611',
        '     B1-2611 · by Nov 21, 2026 · ₪3,617.55',
        '     The feed lasts 1.1 days.',
        '     \u001b[36mfarmctl feed-orders create --quantity-kg 7000\u001b[39m',
        '',
        '\u001b[1mHealth · some data missing\u001b[22m',
        '\u001b[2m  Flock    Age   Birds  Dead 7 d  Dead to date  Expected  Score  Grade\u001b[22m',
        '  B1-2611   20  19,755        69         0.86%      1.1%     88  B',
        '  \u001b[33m! \u001b[39m B1-2611 · It was too hot for 6 hours. · -12',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '     \u001b[36mfarmctl daily-logs create --flock-id flock_1 --date 2026-11-21\u001b[39m \\',
        '       \u001b[36m--avg-weight-gr <number>\u001b[39m',
        '',
        '\u001b[1mMoney lost\u001b[22m',
        '  \u001b[2mTotal\u001b[22m  ₪9,374.74',
        '\u001b[2m  Loss                  Flock    Barn       Amount  Of expected sales\u001b[22m',
        '  poor feed conversion  B1-2611  Barn 1  ₪9,374.74              2.22%',
        '  expired medicine      –        –               –                  –',
        '',
        '\u001b[1mMarket\u001b[22m',
        '  \u001b[33m! \u001b[39m The section could not be computed.',
        '',
        '\u001b[1mCash by week\u001b[22m',
        '  \u001b[2mSum\u001b[22m  ▁█  2 weeks',
        '       \u001b[2mNov 9 – Nov 16\u001b[22m',
        '  \u001b[2mLowest sum\u001b[22m  ₪200',
        '  Twelve weeks back',
        '\u001b[2m   Week  In   Out    Net    Sum\u001b[22m',
        '  Nov 9  ₪0  ₪100  -₪100  -₪100',
        '  This week and eight ahead',
        '\u001b[2m    Week    In  Out   Net   Sum\u001b[22m',
        '  Nov 16  ₪300   ₪0  ₪300  ₪200',
        '  ·  Money is counted on the date of its record.',
        '',
        '\u001b[1mWeather · not enough data\u001b[22m',
        '  ·  The farm has no weather service.',
        '     \u001b[36mfarmctl integrations create --kind weather\u001b[39m',
        '',
        '\u001b[1mWeights · some data missing\u001b[22m',
        '\u001b[2m  Flock    Weight  Standard  To std  Weighed  Measured weight\u001b[22m',
        '  B1-2611   985 g     935 g  +5.35%   Nov 12            985 g',
        '\u001b[2m  Flock    Standard  Target\u001b[22m',
        '  B1-2611    66.4 g   Dec 9',
        '  \u001b[2mB1-2611\u001b[22m  ██  1,120 g on Nov 23',
        '           \u001b[2mNov 22 – Nov 23\u001b[22m',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '',
        '\u001b[1mRisks\u001b[22m',
        '  \u001b[2mRisk, 0 to 100\u001b[22m  64',
        '  \u001b[2mLevel\u001b[22m           \u001b[33mmoderate\u001b[39m',
        '  \u001b[2mFeed runs out\u001b[22m  ██████▍░░░  The feed of flock B1-2611 lasts 1.1 days.',
        '    \u001b[36mfarmctl feed-orders create --quantity-kg <number>\u001b[39m',
      ],
    ],
    [
      'in Hebrew',
      someInsights,
      'he',
      {},
      [
        'Emek Hefer · תובנות · 21 בנוב׳ 2026, 11:00',
        '',
        'מה לעשות',
        '  !! 1. Order feed for flock B1-2611',
        '     B1-2611 · עד 21 בנוב׳ 2026 · \u200f3,617.55 \u200f₪',
        '     The feed lasts 1.1 days.',
        '     farmctl feed-orders create --quantity-kg 7000',
        '',
        'בריאות · חסרים חלק מהנתונים',
        '  להקה     גיל   עופות  תמותה 7 ימים  תמותה מצטברת  צפוי  ציון  דרגה',
        '  B1-2611   20  19,755            69         0.86%  1.1%    88  B',
        '  !  B1-2611 · It was too hot for 6 hours. · \u200e-12',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '     farmctl daily-logs create --flock-id flock_1 --date 2026-11-21 --avg-weight-gr <מספר>',
        '',
        'כסף שהולך לאיבוד',
        '  סך הכול  \u200f9,374.74 \u200f₪',
        '  הפסד              להקה     לול           סכום  מההכנסה הצפויה',
        '  יחס המרה גבוה     B1-2611  Barn 1  \u200f9,374.74 \u200f₪           2.22%',
        '  תרופות שפג תוקפן  –        –                –               –',
        '',
        'שוק',
        '  !  The section could not be computed.',
        '',
        'תזרים שבועי',
        '  מצטבר  ▁█  שבועיים',
        '         9 בנוב׳ – 16 בנוב׳',
        '  היתרה המצטברת הנמוכה ביותר  \u200f200 \u200f₪',
        '  12 השבועות האחרונים',
        '     שבוע  נכנס   יוצא     נטו   מצטבר',
        '  9 בנוב׳   \u200f0 \u200f₪  \u200f100 \u200f₪  \u200f\u200e-100 \u200f₪  \u200f\u200e-100 \u200f₪',
        '  השבוע ו-8 השבועות הבאים',
        '      שבוע   נכנס  יוצא    נטו  מצטבר',
        '  16 בנוב׳  \u200f300 \u200f₪   \u200f0 \u200f₪  \u200f300 \u200f₪  \u200f200 \u200f₪',
        '  ·  Money is counted on the date of its record.',
        '',
        'מזג אוויר · אין מספיק נתונים',
        '  ·  The farm has no weather service.',
        '     farmctl integrations create --kind weather',
        '',
        'משקלים · חסרים חלק מהנתונים',
        '  להקה        משקל      תקן   מהתקן      נשקל  משקל נמדד',
        '  B1-2611  985 גרם  935 גרם  \u200e+5.35%  12 בנוב׳    985 גרם',
        '  להקה          תקן      יעד',
        '  B1-2611  66.4 גרם  9 בדצמ׳',
        '  B1-2611  ██  1,120 גרם ב-23 בנוב׳',
        '           22 בנוב׳ – 23 בנוב׳',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '',
        'סיכונים',
        '  סיכון, 0 עד 100  64',
        '  רמה              בינוני',
        '  התערובת נגמרת  ██████▍░░░  The feed of flock B1-2611 lasts 1.1 days.',
        '    farmctl feed-orders create --quantity-kg <מספר>',
      ],
    ],
    [
      'in Chinese',
      someInsights,
      'zh',
      {},
      [
        'Emek Hefer · 分析 · 2026年11月21日 11:00',
        '',
        '行动计划',
        '  !! 1. Order feed for flock B1-2611',
        '     B1-2611 · 2026年11月21日前 · ₪3,617.55',
        '     The feed lasts 1.1 days.',
        '     farmctl feed-orders create --quantity-kg 7000',
        '',
        '健康 · 部分数据缺失',
        '  批次     日龄    存栏  7日死亡  累计死亡  预期  评分  等级',
        '  B1-2611    20  19,755       69     0.86%  1.1%    88  B',
        '  !  B1-2611 · It was too hot for 6 hours. · -12',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '     farmctl daily-logs create --flock-id flock_1 --date 2026-11-21 --avg-weight-gr <数字>',
        '',
        '资金损失',
        '  合计  ₪9,374.74',
        '  损失        批次     鸡舍         金额  占预计收入',
        '  料肉比偏高  B1-2611  Barn 1  ₪9,374.74       2.22%',
        '  过期药品    –        –               –           –',
        '',
        '市场',
        '  !  The section could not be computed.',
        '',
        '每周现金流',
        '  累计  ▁█  2周',
        '        11月9日 – 11月16日',
        '  最低累计  ₪200',
        '  过去12周',
        '       周  收入  支出   净额   累计',
        '  11月9日    ₪0  ₪100  -₪100  -₪100',
        '  本周及未来8周',
        '        周  收入  支出  净额  累计',
        '  11月16日  ₪300    ₪0  ₪300  ₪200',
        '  ·  Money is counted on the date of its record.',
        '',
        '天气 · 数据不足',
        '  ·  The farm has no weather service.',
        '     farmctl integrations create --kind weather',
        '',
        '体重 · 部分数据缺失',
        '  批次      体重   标准  较标准    称重日  实测体重',
        '  B1-2611  985克  935克  +5.35%  11月12日     985克',
        '  批次       标准     目标',
        '  B1-2611  66.4克  12月9日',
        '  B1-2611  ██  11月23日：1,120克',
        '           11月22日 – 11月23日',
        '  ·  Flock B1-2611 has no weight of the last seven days.',
        '',
        '风险',
        '  风险（0–100）  64',
        '  等级           中',
        '  断料  ██████▍░░░  The feed of flock B1-2611 lasts 1.1 days.',
        '    farmctl feed-orders create --quantity-kg <数字>',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['insights'], { ...input, exchanges: exchange(answer, language) });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test.each<[argv: readonly string[], path: string, lines: readonly string[]]>([
    [
      ['--include', 'health', '-o', 'csv', '--fields', 'flockId,live,spike.severity'],
      'health',
      ['flockId,live,spike.severity', 'flock_1,19755,'],
    ],
    [
      ['--include', 'risk', '-o', 'tsv', '--fields', 'key,p,explanation'],
      'risk',
      ['feed_out\t0.8\tThe feed of flock B1-2611 lasts 1.1 days.', 'heat\t0\tNo heat is coming.'],
    ],
    [
      ['--include', 'cashflow', '-o', 'jsonl', '--fields', 'weekStart,net'],
      'cashflow',
      ['{"weekStart":"2026-11-09","net":-100}', '{"weekStart":"2026-11-16","net":300}'],
    ],
    [['--include', 'weather', '-o', 'csv'], 'weather', ['ts,temp,humidity,thi']],
    [['--include', 'market', '-o', 'tsv'], 'market', []],
  ])('%j prints the rows of one section', async (argv, section, lines) => {
    const on = `GET /v1/platform/insights?include=${section}`;
    const { stdout, stderr, code } = await runProgram(['insights', ...argv], {
      exchanges: [{ on, reply: someInsights }],
    });
    expect(stdout.split('\n')).toEqual([...lines, '']);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each([
    [['-o', 'csv']],
    [['--fields', 'score']],
    [['--include', 'risk,health', '-o', 'jsonl']],
    [['--fail-empty']],
  ])('%j: rows of several sections are rejected before anything is sent', async (argv) => {
    const { stdout, stderr, code } = await runProgram(['insights', ...argv]);
    expect([stdout, code]).toEqual(['', 2]);
    expect(stderr).toContain('this format supports one section; select it with --include');
  });
});

test.each([
  ['2026-12-11', 'wait', true],
  [null, 'on_best_date', false],
])(
  'a flock that is not to be sold before %s: the day is explained',
  async (day, verdict, isNoted) => {
    const sellWindow = [{ flockId: 'flock_1', bestDate: null, notBefore: day, verdict }];
    const market = {
      status: 'ok',
      missing: [],
      sellWindow,
      customers: [],
      openOrders: [],
      tenders: [],
    };
    const answer = { ...someInsights, sections: { market } };
    const { stdout } = await runProgram(['insights'], { exchanges: exchange(answer, 'en') });
    const note = 'It is not the expected day of leaving (Leaves).';
    expect(stdout.replaceAll(/\s+/g, ' ').includes(note)).toBe(isNoted);
  },
);

test('a standard that is interpolated or uncertain has a mark, and each mark one footnote', async () => {
  const basis = (interpolated: boolean, confidence: string) => ({
    document: 'Goals of a breeder',
    edition: confidence === 'low' ? null : '2022',
    ...{ interpolated, confidence },
  });
  const flock = (flockId: string, standardBasis: object, weightUncalibrated: boolean) => ({
    ...{ flockId, weightG: 985, std: 935, standardBasis, weightUncalibrated },
    weight: { g: 980, uncalibrated: weightUncalibrated },
  });
  const weights = {
    ...{ status: 'ok', missing: [] },
    flocks: [
      flock('flock_a', basis(false, 'high'), false),
      flock('flock_b', basis(true, 'medium'), false),
      flock('flock_c', basis(true, 'medium'), true),
      flock('flock_d', basis(false, 'low'), false),
    ],
  };
  const answer = { ...someInsights, sections: { weights } };
  const exchanges = exchange(answer, 'en').map((one) => ({
    ...one,
    on: one.on.replace('/insights', '/insights?include=weights'),
  }));
  const { stdout } = await runProgram(['insights', '--include', 'weights'], { exchanges });
  const cells = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  const rows = cells.filter(([first]) => first?.startsWith('flock_'));
  expect(rows).toEqual([
    ['flock_a', '985 g', '935 g', '980 g'],
    ['flock_b', '985 g', '935 g*', '980 g'],
    ['flock_c', '985 g~', '935 g*', '980 g~'],
    ['flock_d', '985 g', '935 g**', '980 g'],
  ]);
  const notes = stdout.split('\n').filter((line) => /^ +[*~]+ /.test(line));
  expect(notes.map((line) => line.trim())).toEqual([
    '* Goals of a breeder, 2022 · between published ages interpolated',
    '~ not reliable: cameras not compared with scales',
    '** Goals of a breeder · low confidence',
  ]);
});

test('a projected weight has a mark and a footnote', async () => {
  const flock = (flockId: string, weightEstimated: boolean | null) => ({
    ...{ flockId, weightG: 985, weightEstimated, weight: { g: 950, date: '2026-11-19' } },
    weightUncalibrated: false,
  });
  const weights = {
    ...{ status: 'ok', missing: [] },
    flocks: [flock('flock_a', true), flock('flock_b', false), flock('flock_c', null)],
  };
  const answer = { ...someInsights, sections: { weights } };
  const exchanges = exchange(answer, 'en').map((one) => ({
    ...one,
    on: one.on.replace('/insights', '/insights?include=weights'),
  }));
  const { stdout } = await runProgram(['insights', '--include', 'weights'], { exchanges });
  const lines = stdout.split('\n').map((line) => line.trim());
  const cells = lines
    .filter((line) => line.startsWith('flock_'))
    .map((line) => line.split(/ {2,}/));
  expect(cells.map(([id, weight]) => [id, weight])).toEqual([
    ['flock_a', '≈985 g'],
    ['flock_b', '985 g'],
    ['flock_c', '985 g'],
  ]);
  expect(lines.filter((line) => line.startsWith('≈'))).toEqual([ESTIMATE]);
});

test('figures with unlogged days are bounds or estimates', async () => {
  const [flock] = someInsights.sections.health.flocks;
  const barn = (barnId: string, flags: object) => ({
    ...{ barnId, flocks: 1, epefMedian: 400, fcrMedian: 1.5, livability: 96, henDayPct: 90 },
    ...flags,
  });
  const sections = {
    health: { status: 'ok', missing: [], flocks: [{ ...flock, mort7DaysUnlogged: 1 }] },
    barnComparison: {
      ...{ status: 'ok', missing: [] },
      barns: [
        barn('barn_a', {}),
        barn('barn_b', { livabilityUpperBound: true }),
        barn('barn_c', { fcrEstimated: true, livabilityUpperBound: true }),
      ],
    },
  };
  const exchanges = exchange({ ...someInsights, sections }, 'en');
  const { stdout } = await runProgram(['insights'], { exchanges });
  const cells = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(cells.find(([first]) => first === 'B1-2611')).toContain('≥69');
  expect(cells.filter(([first]) => first?.startsWith('barn_'))).toEqual([
    ['barn_a', '1', '400', '1.5', '96%', '90%'],
    ['barn_b', '1', '≤400', '1.5', '≤96%', '≥90%'],
    ['barn_c', '1', '≈400', '≈1.5', '≤96%', '≥90%'],
  ]);
});

test('the break-even price shown with a sale date is the price of that sale, not the cost of today', async () => {
  const flock = (flockId: string, projected: object | null) => ({
    ...{ flockId, code: flockId, costPerKg: 61.37, breakEvenPricePerKg: 61.37, projected },
  });
  const projection = { date: '2026-12-10', breakEvenPricePerKg: 34.65, profit: 1200 };
  const profit = {
    ...{ status: 'ok', missing: [] },
    flocks: [flock('flock_a', projection), flock('flock_b', null)],
  };
  const answer = { ...someInsights, sections: { profit } };
  const exchanges = exchange(answer, 'en').map((one) => ({
    ...one,
    on: one.on.replace('/insights', '/insights?include=profit'),
  }));
  const { stdout } = await runProgram(['insights', '--include', 'profit'], { exchanges });
  const cells = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(cells.filter(([first]) => first?.startsWith('flock_'))).toEqual([
    ['flock_a', '₪61.37', '₪34.65', '₪1,200', 'Dec 10'],
    ['flock_b', '₪61.37', '–', '–', '–'],
  ]);
});

const ESTIMATE = '≈ estimate: carried on from the last weighing along the standard of the breed';

test.each([
  // The last millisecond of 21 November there, which is the 22nd in UTC.
  ['America/Bogota', '2026-11-22T04:59:59.999Z'],
  ['Asia/Bangkok', '2026-11-21T16:59:59.999Z'],
])('due dates are those of the farm: %s', async (zone, dueAt) => {
  const [item] = someInsights.sections.actionPlan.items;
  const sections = {
    actionPlan: { ...someInsights.sections.actionPlan, items: [{ ...item, dueAt }] },
  };
  const exchanges = exchange({ ...someInsights, sections }, 'en', zone);
  const { stdout } = await runProgram(['insights'], { exchanges });
  expect(stdout).toMatch(/by Nov.21,.2026/);
});
