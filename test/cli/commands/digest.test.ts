import { describe, expect, test } from 'vitest';
import { aReader, busyDigest, quietDigest } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';
import { typeFixes } from '../../support/type-fixes.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/digest', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
}

/** A quiet morning with flocks that were logged last on these days. */
function loggedOn(...dates: readonly string[]) {
  const [row] = quietDigest.mortality;
  return { ...quietDigest, mortality: dates.map((date) => ({ ...row, date })) };
}

describe('digest', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['digest'], '/digest'],
    [
      ['digest', '--farm', 'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ', '--lang', 'he'],
      '/digest?farmId=farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ&lang=he',
    ],
    [['digest', '--lang', 'en-US'], '/digest?lang=en'],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: busyDigest }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(busyDigest);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'after a busy night',
      busyDigest,
      'en',
      {},
      [
        'Emek Hefer · Morning briefing · Sat, Nov 21, 2026',
        'B1-2611: 198 birds died today',
        'Critical alert',
        '',
        'Alerts',
        '  !! 3:12 AM · critical · Barn 1 is 4 °C above target',
        '',
        'Mortality',
        '  Flock    Age  Logged  Dead  Day before  Avg 7 d  Ratio  Of flock',
        '  B1-2611   20  Nov 21   198          41    38.21   5.18     0.83%  !! critical',
        '  B2-2610   33  Nov 20     9           8      9.4   0.96     0.04%',
        '  Cameras saw 11 dead birds in 24 hours',
        '  !  B1-2611, Nov 20: cameras saw 60 dead, the log says 41',
        '',
        'Questions without an answer',
        '  ·  Nov 21, 2026, 6:00 AM · Somchai · How much vitamin do I put in the water today?',
        '',
        'Reports of the night',
        '  !! Nov 21, 2026, 6:00 AM · Somchai · Generator stopped',
        '',
        'Tasks today',
        '  [ ] Weigh 100 birds · Somchai · high · Nov 20 · overdue',
        '',
        'Logs missing',
        '  ·  B2-2610 · 1 day · last log Nov 20',
        '',
        'Weather',
        '  !  heat · feels like up to 29.4°C for the birds',
      ],
    ],
    [
      'after a busy night, on a terminal',
      busyDigest,
      'en',
      { isTerminal: true },
      [
        '\u001b[1mEmek Hefer · Morning briefing · Sat, Nov 21, 2026\u001b[22m',
        'B1-2611: 198 birds died today',
        'Critical alert',
        '',
        '\u001b[1mAlerts\u001b[22m',
        '  \u001b[31m!!\u001b[39m 3:12 AM · critical · Barn 1 is 4 °C above target',
        '',
        '\u001b[1mMortality\u001b[22m',
        '\u001b[2m  Flock    Age  Logged  Dead  Day before  Avg 7 d  Ratio  Of flock\u001b[22m',
        '  B1-2611   20  Nov 21   198          41    38.21   5.18     0.83%  \u001b[31m!! critical\u001b[39m',
        '  B2-2610   33  Nov 20     9           8      9.4   0.96     0.04%',
        '  Cameras saw 11 dead birds in 24 hours',
        '  \u001b[33m! \u001b[39m B1-2611, Nov 20: cameras saw 60 dead, the log says 41',
        '',
        '\u001b[1mQuestions without an answer\u001b[22m',
        '  ·  Nov 21, 2026, 6:00 AM · Somchai · How much vitamin do I put in the water',
        '     today?',
        '',
        '\u001b[1mReports of the night\u001b[22m',
        '  \u001b[31m!!\u001b[39m Nov 21, 2026, 6:00 AM · Somchai · Generator stopped',
        '',
        '\u001b[1mTasks today\u001b[22m',
        '  [ ] Weigh 100 birds · Somchai · high · Nov 20 · overdue',
        '',
        '\u001b[1mLogs missing\u001b[22m',
        '  ·  B2-2610 · 1 day · last log Nov 20',
        '',
        '\u001b[1mWeather\u001b[22m',
        '  \u001b[33m! \u001b[39m heat · feels like up to 29.4°C for the birds',
      ],
    ],
    [
      'after a busy night, in Hebrew',
      busyDigest,
      'he',
      {},
      [
        'Emek Hefer · תדריך בוקר · שבת, 21 בנוב׳ 2026',
        'B1-2611: 198 birds died today',
        'Critical alert',
        '',
        'התראות',
        '  !! 3:12 · קריטי · Barn 1 is 4 °C above target',
        '',
        'תמותה',
        '  להקה     גיל      נרשם  תמותה  יום קודם  ממוצע 7 ימים   יחס  מהלהקה',
        '  B1-2611   20  21 בנוב׳    198        41         38.21  5.18   0.83%  !! קריטי',
        '  B2-2610   33  20 בנוב׳      9         8           9.4  0.96   0.04%',
        '  המצלמות ראו 11 פגרים ב-24 השעות האחרונות',
        '  !  B1-2611, 20 בנוב׳: המצלמות ראו 60 פגרים, ביומן רשומים 41',
        '',
        'שאלות ללא מענה',
        '  ·  21 בנוב׳ 2026, 6:00 · Somchai · How much vitamin do I put in the water today?',
        '',
        'דיווחים מהלילה',
        '  !! 21 בנוב׳ 2026, 6:00 · Somchai · Generator stopped',
        '',
        'משימות להיום',
        '  [ ] Weigh 100 birds · Somchai · גבוהה · 20 בנוב׳ · באיחור',
        '',
        'חסרים רישומים',
        '  ·  B2-2610 · יום אחד · רישום אחרון 20 בנוב׳',
        '',
        'מזג אוויר',
        '  !  חום · עומס חום של עד 29.4°C לעופות',
      ],
    ],
    [
      'after a busy night, in Hebrew on a terminal without colour',
      busyDigest,
      'he',
      { isTerminal: true, environment: { NO_COLOR: '1' } },
      [
        '\u2068Emek Hefer · תדריך בוקר · שבת, 21 בנוב׳ 2026\u2069',
        'B1-2611: 198 birds died today',
        'Critical alert',
        '',
        '\u2068התראות\u2069',
        '  !! \u20683:12 · קריטי · Barn 1 is 4 °C above target\u2069',
        '',
        '\u2068תמותה\u2069',
        '  \u2068להקה\u2069     \u2068גיל\u2069      \u2068נרשם\u2069  \u2068תמותה\u2069  \u2068יום קודם\u2069  \u2068ממוצע 7 ימים\u2069   \u2068יחס\u2069  \u2068מהלהקה\u2069',
        '  B1-2611   20  \u206821 בנוב׳\u2069    198        41         38.21  5.18   0.83%  \u2068!! קריטי\u2069',
        '  B2-2610   33  \u206820 בנוב׳\u2069      9         8           9.4  0.96   0.04%',
        '  \u2068המצלמות ראו 11 פגרים ב-24 השעות האחרונות\u2069',
        '  !  \u2068B1-2611, 20 בנוב׳: המצלמות ראו 60 פגרים, ביומן רשומים 41\u2069',
        '',
        '\u2068שאלות ללא מענה\u2069',
        '  ·  \u206821 בנוב׳ 2026, 6:00 · Somchai · How much vitamin do I put in the water\u2069',
        '     today?',
        '',
        '\u2068דיווחים מהלילה\u2069',
        '  !! \u206821 בנוב׳ 2026, 6:00 · Somchai · Generator stopped\u2069',
        '',
        '\u2068משימות להיום\u2069',
        '  [ ] \u2068Weigh 100 birds · Somchai · גבוהה · 20 בנוב׳ · באיחור\u2069',
        '',
        '\u2068חסרים רישומים\u2069',
        '  ·  \u2068B2-2610 · יום אחד · רישום אחרון 20 בנוב׳\u2069',
        '',
        '\u2068מזג אוויר\u2069',
        '  !  \u2068חום · עומס חום של עד 29.4°C לעופות\u2069',
      ],
    ],
    [
      'after a busy night, in Thai',
      busyDigest,
      'th',
      {},
      [
        'Emek Hefer · สรุปเช้า · เสาร์ 21 พ.ย. 2026',
        'B1-2611: 198 birds died today',
        'Critical alert',
        '',
        'การแจ้งเตือน',
        '  !! 03:12 · วิกฤต · Barn 1 is 4 °C above target',
        '',
        'อัตราการตาย',
        '  ฝูง       อายุ     บันทึก  ตาย  วันก่อนหน้า  เฉลี่ย 7 วัน   เท่า  ของฝูง',
        '  B1-2611   20  21 พ.ย.  198        41      38.21  5.18  0.83%  !! วิกฤต',
        '  B2-2610   33  20 พ.ย.    9         8        9.4  0.96  0.04%',
        '  กล้องเห็นไก่ตาย 11 ตัวใน 24 ชั่วโมง',
        '  !  B1-2611 20 พ.ย.: กล้องเห็นตาย 60 ตัว แต่บันทึกว่า 41 ตัว',
        '',
        'คำถามที่ยังไม่ได้ตอบ',
        '  ·  21 พ.ย. 2026 06:00 · Somchai · How much vitamin do I put in the water today?',
        '',
        'รายงานเมื่อคืน',
        '  !! 21 พ.ย. 2026 06:00 · Somchai · Generator stopped',
        '',
        'งานวันนี้',
        '  [ ] Weigh 100 birds · Somchai · สูง · 20 พ.ย. · เกินกำหนด',
        '',
        'ยังไม่ได้ลงบันทึก',
        '  ·  B2-2610 · 1 วัน · บันทึกล่าสุด 20 พ.ย.',
        '',
        'สภาพอากาศ',
        '  !  ร้อน · ไก่จะรู้สึกร้อนถึง 29.4°C',
      ],
    ],
    [
      'after a quiet night, in three lines',
      quietDigest,
      'en',
      {},
      [
        'Emek Hefer · Morning briefing · Sat, Nov 21, 2026',
        'No open warnings or critical alerts, and no sudden rise in deaths',
        'Dead today: 9 birds; the day before 8, usually 9.4 a day',
      ],
    ],
    [
      'after a quiet night on which nothing of today is logged: the days are named',
      loggedOn('2026-11-20', '2026-11-20', '2026-11-18'),
      'en',
      {},
      [
        'Emek Hefer · Morning briefing · Sat, Nov 21, 2026',
        'No open warnings or critical alerts, and no sudden rise in deaths',
        'Dead yesterday: 18 birds; the day before 16, usually 18.8 a day',
        'Dead on Nov 18: 9 birds; the day before 8, usually 9.4 a day',
      ],
    ],
    [
      'after a quiet night, in Hebrew',
      quietDigest,
      'he',
      {},
      [
        'Emek Hefer · תדריך בוקר · שבת, 21 בנוב׳ 2026',
        'No open warnings or critical alerts, and no sudden rise in deaths',
        'תמותה היום: 9 עופות; ביום שלפני 8, בדרך כלל 9.4 ביום',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['digest'], { ...input, exchanges: exchange(answer, language) });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test('shows the command that resolves each item once', async () => {
    const alert = {
      ...busyDigest.openAlerts[0],
      fix: { method: 'PATCH', path: '/alerts/alert_1', body: { status: 'resolved' } },
    };
    const reply = { method: 'PATCH', path: '/field-reports/report_1', body: { replyText: null } };
    const body = { flockId: 'flock_2', date: '2026-11-21', mortality: null, feedKg: null };
    const answer = typeFixes({
      ...busyDigest,
      overnightAlerts: [alert],
      openAlerts: [alert],
      reports: busyDigest.unansweredQuestions.map((report) => ({ ...report, fix: reply })),
      unansweredQuestions: busyDigest.unansweredQuestions.map((report) => ({
        ...report,
        fix: reply,
      })),
      flocksMissingLog: busyDigest.flocksMissingLog.map((row) => ({
        ...row,
        fix: { method: 'POST', path: '/daily-logs', body },
      })),
    });
    const { stdout } = await runProgram(['digest'], { exchanges: exchange(answer, 'en') });
    expect(stdout.match(/^ {5}farmctl .*$/gm)).toEqual([
      '     farmctl alerts update alert_1 --status resolved',
      '     farmctl field-reports update report_1 --reply-text <text>',
      '     farmctl daily-logs create --flock-id flock_2 --date 2026-11-21 --mortality <number> --feed-kg <number>',
    ]);
  });

  test.each([
    ['en', 'Feed to order today', 'B1-2611 · feed lasts 3.2 days · 18,000 kg suggested'],
    [
      'he',
      'תערובת שצריך להזמין היום',
      'B1-2611 · התערובת תספיק ל-3.2 ימים · הכמות המוצעת: 18,000 ק"ג',
    ],
  ])('lists in %s feed to order today, with its command', async (language, title, line) => {
    const order = {
      ...{ flockId: 'flock_1', flock: 'B1-2611', daysLeft: 3.2, quantityKg: 18_000 },
      stockEstimated: false,
      fix: {
        method: 'POST',
        path: '/feed-orders',
        body: { flockId: 'flock_1', quantityKg: 18_000, dueDate: '2026-11-24' },
      },
    };
    const estimate = { ...order, flock: 'B2-2610', stockEstimated: true, quantityKg: null };
    // Otherwise nothing happened.
    const answer = typeFixes({ ...quietDigest, feedOrdersDue: [order, estimate] });
    const { stdout } = await runProgram(['digest'], { exchanges: exchange(answer, language) });
    const lines = stdout.split('\n');
    expect(lines.slice(lines.indexOf(title) + 1)[0]).toBe(`  !  ${line}`);
    expect(lines.slice(lines.indexOf(title) + 2)[0]).toBe(
      '     farmctl feed-orders create --flock-id flock_1 --quantity-kg 18000 --due-date 2026-11-24',
    );
    if (language === 'en') expect(lines).toContain('  !  B2-2610 · feed lasts about 3.2 days');
  });

  test('lists values set aside and alerts without a recipient, with their commands', async () => {
    const gap = {
      ...{ kind: 'value_suspect', severity: 'warning', ids: {}, count: 1, since: '2026-11-20' },
      title: 'Body weight of flock B1-2611 on Nov 20, 2026 cannot be right: enter it again',
      message: '9,350 g is recorded; 500 g to 1,200 g would be plausible.',
      fix: { method: 'PATCH', path: '/daily-logs/log_1', body: { avgWeightGr: null } },
    };
    // Otherwise nothing happened.
    const answer = typeFixes({ ...quietDigest, gaps: [gap] });
    const { stdout } = await runProgram(['digest'], { exchanges: exchange(answer, 'en') });
    expect(stdout).toContain(
      [
        'Also to do',
        `  !  ${gap.title}`,
        `     ${gap.message}`,
        '     farmctl daily-logs update log_1 --avg-weight-gr <number>',
      ].join('\n'),
    );
  });

  test.each([
    ['en', '* ratio to the deaths usual at this age, not to the average of seven days'],
    ['es', '* relación con la mortalidad normal a esta edad, no con el promedio de siete días'],
    ['he', '* היחס לתמותה המקובלת בגיל הזה, ולא לממוצע של שבעה ימים'],
    ['th', '* เทียบกับจำนวนตายปกติในวัยนี้ ไม่ใช่ค่าเฉลี่ย 7 วัน'],
    ['zh', '* 与该日龄的正常死亡数相比，而不是与7日平均相比'],
  ])('states in %s the basis of the ratio of chicks', async (language, note) => {
    const [old, young] = busyDigest.mortality;
    const chicks = { ...young, ageDays: 3, ratio: 1.5, baseline: 'curve' };
    // Without a ratio, there is nothing to explain.
    const unknown = { ...chicks, ratio: null };
    const printed = async (mortality: readonly object[]) => {
      const answer = { ...busyDigest, mortality };
      const { stdout } = await runProgram(['digest'], { exchanges: exchange(answer, language) });
      return stdout.split('\n');
    };
    const lines = await printed([old ?? {}, chicks]);
    const row = lines.findIndex((line) => line.includes('B2-2610 '));
    expect(lines[row]).toMatch(/ 1[.,]5\*/);
    expect(lines[row - 1]).toMatch(/5[.,]18 /);
    expect(lines[row + 1]).toBe(`  ${note}`);
    expect((await printed([old ?? {}, unknown])).join()).not.toContain('*');
  });

  test('does not mention today if nothing of today is logged', async () => {
    const mortality = busyDigest.mortality.map((row) => ({ ...row, date: '2026-11-20' }));
    const exchanges = exchange({ ...busyDigest, mortality }, 'en');
    const { stdout } = await runProgram(['digest'], { exchanges });
    expect(stdout.split('\n').slice(7, 10)).toEqual([
      'Mortality',
      '  Flock    Age  Logged  Dead  Day before  Avg 7 d  Ratio  Of flock',
      '  B1-2611   20  Nov 20   198          41    38.21   5.18     0.83%  !! critical',
    ]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['digest', '-o', 'csv', '--fields', 'name,deaths,ratio,spike.severity'],
      ['name,deaths,ratio,spike.severity', 'B1-2611,198,5.18,critical', 'B2-2610,9,0.96,'],
    ],
    [
      ['digest', '-o', 'tsv', '--fields', 'name,spike.flag'],
      ['B1-2611	true', 'B2-2610	false'],
    ],
    [
      ['digest', '--jq', '.mortality[].deaths'],
      ['198', '9'],
    ],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/digest', reply: busyDigest }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });

  test('the most severe alerts are first, whenever they were raised; among equals those of the night', async () => {
    const [alert] = busyDigest.openAlerts;
    const raised = (id: string, severity: string, createdAt: string) => ({
      ...alert,
      ...{ id, severity, createdAt, title: id },
    });
    const night = [
      raised('night_warning', 'warning', '2026-11-20T23:00:00.000Z'),
      raised('night_info', 'info', '2026-11-20T22:00:00.000Z'),
    ];
    const older = [
      raised('old_critical', 'critical', '2026-11-19T15:00:00.000Z'),
      raised('old_warning', 'warning', '2026-11-18T15:00:00.000Z'),
    ];
    const answer = { ...busyDigest, overnightAlerts: night, openAlerts: [...older, ...night] };
    const { stdout } = await runProgram(['digest', '-o', 'table'], {
      exchanges: exchange(answer, 'en'),
    });
    expect(stdout.match(/(?:night|old)_\w+/g)).toEqual([
      'old_critical',
      'night_warning',
      'old_warning',
      'night_info',
    ]);
  });

  test('omits alerts resolved since, and tables without figures', async () => {
    const raised = (id: string, status: string) => ({
      ...{ id, severity: 'critical', category: 'feed', title: id, status, barnId: null },
      createdAt: '2026-11-20T19:15:00.000Z',
    });
    const open = raised('still_open', 'open');
    const answer = {
      ...busyDigest,
      overnightAlerts: [raised('resolved_since', 'resolved'), open],
      openAlerts: [open],
      vision: { ...busyDigest.vision, mortality24h: null, crossCheck: [] },
      mortality: busyDigest.mortality.map((row) => ({
        ...{ ...row, deaths: null, deathsDayBefore: null, avg7: null, ratio: null, pct: null },
        spike: { ...row.spike, flag: false, severity: null },
      })),
    };
    const { stdout } = await runProgram(['digest', '-o', 'table'], {
      exchanges: exchange(answer, 'en'),
    });
    expect(stdout.match(/(?:resolved_since|still_open)/g)).toEqual(['still_open']);
    expect(stdout).not.toContain('Mortality');
    expect(stdout).not.toContain('Flock ');
  });

  // 01:12 UTC is 6:42 AM in Kolkata; 18:00 UTC of the day before is 11:30 PM.
  test('shows times in the zone of the farm, with the day unless it is today', async () => {
    const raised = (id: string, createdAt: string) => ({
      ...{ id, severity: 'warning', category: 'feed', title: id, status: 'open', barnId: null },
      createdAt,
    });
    const alerts = [
      raised('today', '2026-11-21T01:12:00.000Z'),
      raised('yesterday', '2026-11-20T18:00:00.000Z'),
    ];
    const reader = aReader('en', 'UTC');
    const farms = reader.farms.map((farm) => ({ ...farm, timezone: 'Asia/Kolkata' }));
    const { stdout } = await runProgram(['digest', '-o', 'table'], {
      exchanges: [
        {
          on: 'GET /v1/platform/digest',
          reply: { ...busyDigest, overnightAlerts: alerts, openAlerts: alerts },
        },
        { on: 'GET /v1/platform/me', reply: { ...reader, farms } },
      ],
    });
    const text = stdout.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain('6:42 AM · warning · today');
    expect(text).toContain('Nov 20, 2026, 11:30 PM · warning · yesterday');
    expect(text).toContain('Nov 21, 2026, 9:30 AM · Somchai');
  });
});
