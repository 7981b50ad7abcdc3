import { describe, expect, test } from 'vitest';
import { dashboardAnswer } from '../../../src/model/answers/dashboard.ts';
import { riskLedgerAnswer } from '../../../src/model/answers/insights.ts';
import { weeklySummaryAnswer } from '../../../src/model/answers/weekly-summary.ts';
import { languages } from '../../../src/model/core/message.ts';
import { aReader } from '../../support/page-answers.ts';
import { runProgram } from '../../support/run-program.ts';

/** The worked examples of the documents, of the farm that the reader has. */
function ofFarm(example: unknown) {
  return { ...(example as object), farmId: 'farm_1' };
}

const SCREENS = [
  ['dashboard', '/os/dashboard', ofFarm(dashboardAnswer.example)],
  ['weekly-summary', '/os/weekly-summary', ofFarm(weeklySummaryAnswer.example)],
  ['risk ledger', '/os/risk/ledger', ofFarm(riskLedgerAnswer.example)],
] as const;

async function read(index: 0 | 1 | 2, language: string, argv: readonly string[] = []) {
  const [command, path, reply] = SCREENS[index];
  const exchanges = [
    { on: `GET /v1/platform${path}`, reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
  const { stdout, code } = await runProgram([...command.split(' '), ...argv], { exchanges });
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
}

async function rows(index: 0 | 1 | 2, argv: readonly string[], query = '') {
  const [command, path, reply] = SCREENS[index];
  const exchanges = [{ on: `GET /v1/platform${path}${query}`, reply }];
  const { stdout, code } = await runProgram([...command.split(' '), ...argv], { exchanges });
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
}

describe('dashboard', () => {
  // 09:00 UTC.
  test('has the time of the farm in its heading', async () => {
    const reader = aReader('en', 'UTC');
    const farms = [{ id: 'farm_1', name: 'East', timezone: 'Asia/Kolkata' }];
    const exchanges = [
      { on: `GET /v1/platform${SCREENS[0][1]}`, reply: SCREENS[0][2] },
      { on: 'GET /v1/platform/me', reply: { ...reader, farms } },
    ];
    const { stdout } = await runProgram(['dashboard'], { exchanges });
    expect(stdout.split('\n')[0]).toBe('East · Dashboard · Nov 21, 2026, 2:30 PM');
  });

  test('marks the days of feed of a barn with unlogged feed as an estimate', async () => {
    const { barns, ...answer } = dashboardAnswer.example as unknown as { barns: readonly object[] };
    const reply = ofFarm({
      ...answer,
      barns: barns.map((barn) => ({ ...barn, stockEstimated: true })),
    });
    const exchanges = [
      { on: `GET /v1/platform${SCREENS[0][1]}`, reply },
      { on: 'GET /v1/platform/me', reply: aReader('en') },
    ];
    expect((await runProgram(['dashboard'], { exchanges })).stdout).toMatch(/ ≈2\.1$/m);
    expect((await read(0, 'en')).join('\n')).not.toContain('≈2.1');
  });

  test('is readable in English', async () => {
    expect(await read(0, 'en')).toEqual([
      'Emek Hefer · Dashboard · Nov 21, 2026, 11:00 AM',
      'Somchai waits for an answer, asked 5 hours ago',
      '1 task for today',
      '',
      'Now',
      '  Birds                 19,755 birds · 1 flock · in 1 of 1 barn',
      '  Dead                  today 12 birds · yesterday 9 birds · 7-day mean 9.43 birds',
      '  Feed                  yesterday 2,110 kg · 7-day mean 1,840 kg',
      '  Water                 yesterday 3,900 L · 7-day mean 3,310 L',
      '  Weight                +5.35% against the standard · FCR 1.14 · EPEF 427',
      '  Open alerts           Warnings 1',
      '  Gaps                  Warnings 2 · Notes 1',
      '  Questions             1',
      '  Tasks                 today 1',
      '  Risk                  64 of 100 · moderate',
      '  This month, realised  Feed ₪61,200 · Expenses except feed ₪92,530 · Net -₪153,730',
      '  Cameras               2 cameras · 2 online',
      '',
      'What to do',
      '  !  Order feed for flock B1-2611 · The feed lasts 2.1 days.',
      '     farmctl feed-orders create --flock-id flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ --quantity-kg 12000',
      '',
      'Barns',
      '  Barn    State    Flock    Age   Birds  Logged  Dead  Avg 7 d  Weight  To std   FCR  Feed, days',
      '  Barn 1  warning  B1-2611   20  19,755  Nov 21    12     9.43   985 g  +5.35%  1.14         2.1',
      '  !  Barn 1: the birds drink 18% less than expected',
      '',
      'Air in the barns',
      '  Barn    Temperature  Humidity  NH₃    CO₂  State         Age of reading',
      '  Barn 1       27.4°C       58%    9  2,100  out of range       5 minutes',
    ]);
  });

  test.each([
    [['Barn 1: no power', 'Barn 1: hot'], '  !  Barn 1: no power · hot'],
    [
      ['Barn 1: no power', 'flock B1 is in a bad state'],
      '  !  Barn 1: no power · flock B1 is in a bad state',
    ],
    [['air out of range', 'Barn 1: hot'], '  !  Barn 1 · air out of range · hot'],
    [['Barn 12: hot'], '  !  Barn 1 · Barn 12: hot'],
  ])('names a barn once before %o', async (stateReasons, line) => {
    const { barns, ...rest } = dashboardAnswer.example;
    const answer = { ...rest, barns: [{ ...barns[0], stateReasons }] };
    const { stdout } = await runProgram(['dashboard'], {
      exchanges: [
        { on: 'GET /v1/platform/os/dashboard', reply: ofFarm(answer) },
        { on: 'GET /v1/platform/me', reply: aReader('en') },
      ],
    });
    expect(stdout.split('\n')).toContain(line);
  });

  test.each([
    [0, 'no alerts'],
    [1, 'notes only'],
  ])('a barn without warnings and with %i notes is not called well', async (info, state) => {
    const { barns, ...rest } = dashboardAnswer.example;
    const openAlerts = { critical: 0, warning: 0, info };
    const calmBarn = { ...barns[0], state: 'ok', stateReasons: [], openAlerts };
    const { stdout } = await runProgram(['dashboard'], {
      exchanges: [
        {
          on: 'GET /v1/platform/os/dashboard',
          reply: ofFarm({ ...rest, barns: [calmBarn, { ...calmBarn, barn: 'Barn 2' }] }),
        },
        { on: 'GET /v1/platform/me', reply: aReader('en') },
      ],
    });
    expect(stdout).toMatch(new RegExp(`^  Barn 1 +${state} +B1-2611`, 'm'));
  });

  test('marks the laying rate of a flock that may have fewer birds', async () => {
    const { barns, ...rest } = dashboardAnswer.example;
    const [barn] = barns;
    const hens = { ...barn, live: 4955, henDayPct: 91.75 };
    const lines = async (mortalityDaysUnlogged: number) => {
      const answer = { ...rest, barns: [{ ...hens, mortalityDaysUnlogged }] };
      const { stdout } = await runProgram(['dashboard'], {
        exchanges: [
          { on: 'GET /v1/platform/os/dashboard', reply: ofFarm(answer) },
          { on: 'GET /v1/platform/me', reply: aReader('en') },
        ],
      });
      return stdout.match(/.?91\.75/g);
    };
    expect(await lines(0)).toEqual([' 91.75']);
    expect(await lines(122)).toEqual(['≥91.75']);
  });

  test('states how many flocks were not counted, and which weight is an estimate', async () => {
    const { barns, figures, ...rest } = dashboardAnswer.example;
    const [barn] = barns;
    const uncounted = { ...barn, live: null, weightG: null, weightEstimated: null };
    const answer = {
      ...{ ...rest, figures: { ...figures, flocks: 2 } },
      barns: [{ ...barn, weightEstimated: true }, uncounted],
    };
    const { stdout } = await runProgram(['dashboard'], {
      exchanges: [
        { on: 'GET /v1/platform/os/dashboard', reply: ofFarm(answer) },
        { on: 'GET /v1/platform/me', reply: aReader('en') },
      ],
    });
    const lines = stdout.split('\n');
    expect(lines.find((line) => line.startsWith('  Birds'))).toContain(
      '19,755 birds · 2 flocks · birds of 1 flock unknown · in 1 of 1 barn',
    );
    const weights = lines.filter((line) => line.startsWith('  Barn 1  warning'));
    expect(weights.map((line) => line.includes('≈985 g'))).toEqual([true, false]);
    expect(lines.filter((line) => line.startsWith('  ≈ estimate'))).toHaveLength(1);
  });

  test.each([
    ['en', ' · of 2 of 3 flocks · FCR 1.14 · EPEF 427 · FCR and EPEF of 1 flock of 20 days'],
    ['es', ' · de 2 de 3 lotes · CA 1,14 · EPEF 427 · CA y EPEF de 1 lote de 20 días'],
    [
      'he',
      ' · ב-2 מתוך 3 להקות · יחס המרה 1.14 · EPEF 427 · יחס ההמרה ו-EPEF של להקה אחת בגיל 20 ימים',
    ],
    ['th', ' · 2 จาก 3 ฝูง · FCR 1.14 · EPEF 427 · FCR และ EPEF ของ 1 ฝูง อายุ 20 วัน'],
    ['zh', ' · 3个批次中的2个 · 料肉比 1.14 · EPEF 427 · 料肉比和EPEF为1个批次，20日龄'],
  ])(
    'in %s the dashboard states to which flocks partial figures belong',
    async (language, text) => {
      const { figures, ...rest } = dashboardAnswer.example;
      const answer = { ...rest, figures: { ...figures, flocks: 3, weightOf: 2 } };
      const { stdout } = await runProgram(['dashboard'], {
        exchanges: [
          { on: 'GET /v1/platform/os/dashboard', reply: ofFarm(answer) },
          { on: 'GET /v1/platform/me', reply: aReader(language) },
        ],
      });
      expect(stdout.replaceAll(/[\u2066-\u2069]/g, '')).toContain(text);
    },
  );

  test('is readable in Hebrew', async () => {
    const lines = await read(0, 'he');
    expect(lines[0]).toBe('Emek Hefer · לוח המשק · 21 בנוב׳ 2026, 11:00');
    expect(lines).toContain(
      '  תמותה          היום 12 עופות · אתמול 9 עופות · ממוצע 7 ימים 9.43 עופות',
    );
    expect(lines).toContain('  Barn 1    27.4°C   58%       9  2,100  מחוץ לטווח  5 דקות');
  });

  test('has a row for every barn', async () => {
    const fields = 'barn,state,mortality.deaths,climate.temp,openAlerts.warning';
    expect(await rows(0, ['--fields', fields, '-o', 'csv'])).toEqual([
      fields,
      'Barn 1,warning,12,27.4,1',
    ]);
  });
});

test.each([
  ['en', 'B1-2611: 2 days of the week without a log; the sums are at least what is shown.'],
  ['es', 'B1-2611: 2 días sin registro en la semana; los totales son, como mínimo'],
  ['he', 'B1-2611: יומיים ללא רישום בשבוע זה'],
])('a week reports in %s that days are missing from its sums', async (language, expected) => {
  const { example } = weeklySummaryAnswer;
  const flocks = example.flocks.map((row) => ({ ...row, week: { ...row.week, daysUnlogged: 2 } }));
  const exchanges = [
    { on: 'GET /v1/platform/os/weekly-summary', reply: ofFarm({ ...example, flocks }) },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
  const { stdout } = await runProgram(['weekly-summary'], { exchanges });
  expect(stdout).toContain(expected);
});

test.each([
  ['another flock is logged', 144, true],
  ['no flock is logged', null, false],
])('a week names a flock without any log if %s', async (_, deaths, isNamed) => {
  const { example } = weeklySummaryAnswer;
  const flocks = example.flocks.map((row) => ({
    ...row,
    before: { ...row.week, mortality: null, daysUnlogged: 7 },
  }));
  const totals = { ...example.totals, before: { ...example.totals.week, mortality: deaths } };
  const exchanges = [
    {
      on: 'GET /v1/platform/os/weekly-summary',
      reply: ofFarm({ ...example, flocks, totals }),
    },
    { on: 'GET /v1/platform/me', reply: aReader('en') },
  ];
  const { stdout } = await runProgram(['weekly-summary'], { exchanges });
  const printed = 'B1-2611: 7 days of the week before without a log';
  expect(stdout.includes(printed)).toBe(isNamed);
});

test.each([
  ['feed', { feedDaysUnlogged: 1 }, /^ +Feed +≥11,870 kg /m],
  ['water', { waterDaysUnlogged: 2 }, /^ +Water +≥21,240 L /m],
  ['deaths', { daysUnlogged: 2 }, /^ +Dead +≥/m],
  ['culls', { daysUnlogged: 2 }, /^ +Culled +≥6 +9$/m],
  ['culls of logged days', { culls: 0, cullDaysUnlogged: 6 }, /^ +Culled +≥0 +9$/m],
])('a week marks the sum of %s with missing days, and explains the mark', async (_, lack, line) => {
  const { example } = weeklySummaryAnswer;
  const totals = { ...example.totals, week: { ...example.totals.week, ...lack } };
  const exchanges = [
    { on: 'GET /v1/platform/os/weekly-summary', reply: ofFarm({ ...example, totals }) },
    { on: 'GET /v1/platform/me', reply: aReader('en') },
  ];
  const { stdout } = await runProgram(['weekly-summary'], { exchanges });
  expect(stdout).toMatch(line);
  expect(stdout).toContain(
    '≥ at least: deaths, culls, feed, water or eggs are not logged on every day',
  );
});

test.each([
  [
    'en',
    'B1-2611: its birds at the end of the week are unknown; the birds of the farm leave them out. 25,000 birds sold are in the sum of birds sold, but more birds have left this flock than came.',
    'B1-2611: its birds at the end of the week before are unknown; the birds of the farm leave them out.',
  ],
  [
    'es',
    'B1-2611: no se conocen sus aves al final de la semana; el total de aves no las incluye. 25.000 aves vendidas están en el total vendido, pero de este lote salieron más aves de las que ingresaron.',
    'B1-2611: no se conocen sus aves al final de la semana anterior; el total de aves no las incluye.',
  ],
  [
    'he',
    'B1-2611: מספר העופות בסוף השבוע אינו ידוע, וסך העופות אינו כולל אותם. 25,000 עופות שנמכרו כלולים בסך המכירות, אבל יצאו מהלהקה יותר עופות מכפי שהגיעו.',
    'B1-2611: מספר העופות בסוף השבוע שלפניו אינו ידוע, וסך העופות אינו כולל אותם.',
  ],
  [
    'th',
    'B1-2611: ไม่ทราบจำนวนไก่เมื่อสิ้นสัปดาห์นี้ ยอดรวมไก่จึงไม่นับฝูงนี้ ไก่ที่ขาย 25,000 ตัวรวมอยู่ในยอดขาย แต่ไก่ที่ออกจากฝูงนี้มากกว่าที่รับเข้า',
    'B1-2611: ไม่ทราบจำนวนไก่เมื่อสิ้นสัปดาห์ก่อนหน้า ยอดรวมไก่จึงไม่นับฝูงนี้',
  ],
  [
    'zh',
    'B1-2611：这一周结束时的存栏数未知，存栏合计不含该批次。售出的25,000只已计入售出合计，但该批次减少的只数超过进场数。',
    'B1-2611：前一周结束时的存栏数未知，存栏合计不含该批次。',
  ],
])('a week names in %s a flock whose birds its sum leaves out', async (language, ...expected) => {
  const { example } = weeklySummaryAnswer;
  const flocks = example.flocks.map((row) => ({
    ...row,
    week: { ...row.week, birds: null, birdsExceeded: true, soldBirds: 25_000 },
    before: { ...row.before, birds: null },
  }));
  const exchanges = [
    { on: 'GET /v1/platform/os/weekly-summary', reply: ofFarm({ ...example, flocks }) },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
  const { stdout } = await runProgram(['weekly-summary'], { exchanges });
  const lines = stdout.split('\n').map((line) => line.replace(/^ +! +/, ''));
  expect(lines).toEqual(expect.arrayContaining(expected));
  const whole = await read(1, language);
  for (const line of expected) expect(whole.join('\n')).not.toContain(line);
});

test('a week explains the mark of birds of which there may be fewer', async () => {
  const { example } = weeklySummaryAnswer;
  const week = { ...example.totals.week, birdsUpperBound: true };
  const exchanges = [
    {
      on: 'GET /v1/platform/os/weekly-summary',
      reply: ofFarm({ ...example, totals: { ...example.totals, week } }),
    },
    { on: 'GET /v1/platform/me', reply: aReader('en') },
  ];
  const { stdout } = await runProgram(['weekly-summary'], { exchanges });
  expect(stdout).toMatch(/^ +Birds +≤/m);
  expect(stdout).toContain('≤ at most: deaths are not logged on every day since placement');
});

test.each([
  ['en', 'low'],
  ['es', 'bajo'],
  ['he', 'נמוך'],
  ['th', 'ต่ำ'],
  ['zh', '低'],
])('in %s the level of a risk is a word for a risk', async (language, word) => {
  const { figures, ...rest } = dashboardAnswer.example;
  const answer = { ...rest, figures: { ...figures, risk: { score: 38, level: 'info' } } };
  const { stdout } = await runProgram(['dashboard'], {
    exchanges: [
      { on: 'GET /v1/platform/os/dashboard', reply: ofFarm(answer) },
      { on: 'GET /v1/platform/me', reply: aReader(language) },
    ],
  });
  expect(stdout).toMatch(new RegExp(`38.* · ${word}$`, 'm'));
});

test('a week without large changes mentions only comparable figures', async () => {
  const { example } = weeklySummaryAnswer;
  const exchanges = [
    { on: 'GET /v1/platform/os/weekly-summary', reply: ofFarm({ ...example, changes: [] }) },
    { on: 'GET /v1/platform/me', reply: aReader('en') },
  ];
  const { stdout } = await runProgram(['weekly-summary'], { exchanges });
  expect(stdout).toContain('  No large change in comparable figures.\n');
});

describe('weekly-summary', () => {
  test('has the year in front of both days in Chinese', async () => {
    expect((await read(1, 'zh')).slice(0, 2)).toEqual([
      'Emek Hefer · 2026年11月14日 – 11月20日这一周',
      '对比2026年11月7日 – 11月13日',
    ]);
  });

  test('is readable in English', async () => {
    expect(await read(1, 'en')).toEqual([
      'Emek Hefer · Week Nov 14 – Nov 20, 2026',
      'against Nov 7 – Nov 13, 2026',
      '',
      'Largest changes',
      '  ·  B1-2611: 64 birds died, 101 the week before',
      '',
      'The farm',
      '                       Week    Before',
      '  Birds              19,767    19,837',
      '  Dead                   64       101',
      '  Dead, of flock      0.32%     0.51%',
      '  Culled                  6         9',
      '  Feed            11,870 kg  5,900 kg',
      '  Water            21,240 L  10,500 L',
      '  Water/feed           1.79      1.78',
      '',
      'Flocks: losses, feed, water',
      '  Flock    Age  Dead  Before  Feed/bird  Before  Water/feed  Before  Temperature  Before',
      '  B1-2611   19    64     101     85.6 g  42.5 g        1.79    1.78       25.9°C  28.1°C',
      '',
      'Flocks: weight',
      '  Flock    Age  Weight  Before  To std  Before  Gain/day, week  Before   FCR  Before',
      '  B1-2611   19   928 g   500 g   +8.1%   +9.2%          61.2 g  44.3 g  1.12    0.99',
      '',
      'Money, realised',
      '              Week    Before',
      '  Sales         ₪0        ₪0',
      '  Feed     ₪28,300   ₪14,100',
      '  Labour    ₪4,200    ₪3,900',
      '  Net     -₪32,500  -₪18,000',
      '',
      'Tasks and alerts',
      '                   Week  Before',
      '  Tasks done          9       9',
      '  Tasks overdue       1       1',
      '  New warnings        2       2',
      '  Alerts resolved     3       3',
      '  Alerts open         1       1',
    ]);
  });

  test('is readable in Hebrew', async () => {
    const lines = await read(1, 'he');
    expect(lines.slice(0, 4)).toEqual([
      'Emek Hefer · שבוע 14 בנוב׳ – 20 בנוב׳ 2026',
      'לעומת 7 בנוב׳ – 13 בנוב׳ 2026',
      '',
      'השינויים הגדולים',
    ]);
    expect(lines).toContain('  משימות באיחור     1     1');
  });

  test('requests the week of a day, and has a row for every flock', async () => {
    const argv = ['--week', '2026-11-18', '--fields', 'flock,week.mortality,before.mortality'];
    expect(await rows(1, [...argv, '-o', 'tsv', '--no-header'], '?week=2026-11-18')).toEqual([
      'B1-2611\t64\t101',
    ]);
  });
});

describe('risk ledger', () => {
  test('is readable in English', async () => {
    expect(await read(2, 'en')).toEqual([
      'Emek Hefer · Risks · Nov 21, 2026',
      '!  64 of 100 · moderate · +32 since Nov 20',
      '',
      'Feed runs out · 64 of 100 · +32 since Nov 20 · there since Nov 20',
      '  The feed of flock B1-2611 lasts 1.1 days.',
      '     farmctl feed-orders create --flock-id flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ --quantity-kg 12000',
    ]);
  });

  test('is readable in Hebrew', async () => {
    expect((await read(2, 'he')).slice(0, 4)).toEqual([
      'Emek Hefer · סיכונים · 21 בנוב׳ 2026',
      '!  64 מתוך 100 · בינוני · +32 מאז 20 בנוב׳',
      '',
      'התערובת נגמרת · 64 מתוך 100 · +32 מאז 20 בנוב׳ · קיים מאז 20 בנוב׳',
    ]);
  });

  test('has a row for each risk and day', async () => {
    const argv = ['--item', 'feed_out', '--fields', 'day,item,points', '-o', 'csv'];
    expect(await rows(2, argv, '?item=feed_out')).toEqual([
      'day,item,points',
      '2026-11-20,feed_out,32',
      '2026-11-21,feed_out,64',
    ]);
  });

  test('risk ledger of an unknown risk is rejected before anything is sent', async () => {
    const { code, stderr } = await runProgram(['risk', 'ledger', '--item', 'fedd_out']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('feed_out')]);
  });
});

describe.each(languages)('in %s', (language) => {
  test.each([0, 1, 2] as const)('screen %i has texts for everything', async (index) => {
    const text = (await read(index, language)).join('\n');
    expect(text).not.toMatch(/page\.|weekly\.|undefined|NaN|\[object/);
    expect(text.length).toBeGreaterThan(200);
  });
});
