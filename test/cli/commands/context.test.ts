import { describe, expect, test } from 'vitest';
import { aFarmContext, aReader, contextLogs } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';
import { typeFixes } from '../../support/type-fixes.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/context', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
    {
      on: 'GET /v1/platform/daily-logs?farmId=farm_1&order=date&dir=desc&limit=200&fields=flockId%2Cdate%2CavgWeightGr%2CstandardG%2Csuspect%2CtempMin%2CtempMax',
      reply: contextLogs,
    },
  ];
}

describe('context', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['context'], '/context'],
    [
      [
        'context',
        '--depth',
        'summary',
        '--farm',
        'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ',
        '--lang',
        'th',
      ],
      '/context?farmId=farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ&depth=summary&lang=th',
    ],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: aFarmContext }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(aFarmContext);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test('a day without a log is named as a gap', async () => {
    const daily = aFarmContext.history.daily.filter(({ date }) => date !== '2026-11-18');
    const reply = { ...aFarmContext, history: { ...aFarmContext.history, daily } };
    const { stdout } = await runProgram(['context'], { exchanges: exchange(reply, 'en') });
    const lines = stdout.split('\n');
    const at = lines.findIndex((line) => line.includes('By day'));
    expect(lines.slice(at, at + 3)).toEqual([
      '  By day       ▂  █!▃  most: 48 on Nov 20',
      '               Nov 17 – Nov 21',
      '               not logged: Nov 18 · Nov 19',
    ]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      aFarmContext,
      'en',
      {},
      [
        'Emek Hefer · broilers · Kfar Vitkin · Nov 21, 2026, 11:00 AM',
        '',
        'Barn 1 · B1-2611 · Ross 308',
        '  Birds        19,755 birds · 20 days · 16.22 kg/m² · leaves Dec 11',
        '  Mortality    171 birds · 0.86%',
        '  By day       ▂▃ █!▃  most: 48 on Nov 20',
        '               Nov 17 – Nov 21',
        '               not logged: Nov 19',
        '  Weight       985 g · Nov 21 · +5.35% against the standard · standard 935 g',
        '  Air          28.9°C · 58% · CO₂ 1,850 ppm · ammonia 9 ppm · out of range: temperature · 45 minutes ago',
        '  Temperature  23 ░░███████████▓▓▓▓··◆ 29  5 days: 23.5–28.2°C · target 23–27°C',
        '               █ measured, ▓ outside the target, ░ target, ◆ now',
        '  ● weighed, · standard of the breed, ◉ both',
        '  │    ●  985 g',
        '  │    ·',
        '  │  ●·',
        '  │  ·',
        '  │ ·',
        '  │◉  682 g',
        '  └┬────',
        '   Nov 17',
        '',
        'לול 2 · being cleaned',
        '',
        'Open alerts',
        '  !  warning · Silo 1 runs low · Nov 20, 2026, 5:00 PM',
        '',
        'Questions without an answer',
        '  ·  Nov 21, 2026, 6:00 AM · Somchai · How much vitamin do I put in the water today?',
        '',
        'Open tasks',
        '  [ ] Weigh 100 birds · Nov 22',
        '',
        'Medicine store',
        '  Medicine   In stock  At least       Expires',
        '  La Sota     3 vials  20 vials  Oct 23, 2026  expired, runs low',
        '  Vitamin C   11.7 kg         –             –',
        '',
        'Money of the last 90 days, realised',
        '  Feed         █████████████████▌    ₪33,370',
        '  Gas          ██▏                   ₪4,000',
        '  night watch  ▌                     ₪860.50',
        '  Net          ████████████████████  -₪38,230.50',
        '',
        'Summary',
        '  Emek Hefer: 2 barns, 1 flock, 19,755 birds.',
        '  One alert is open.',
      ],
    ],
    [
      'on a narrow terminal',
      aFarmContext,
      'en',
      { isTerminal: true, columns: 60, environment: { NO_COLOR: '1' } },
      [
        'Emek Hefer · broilers · Kfar Vitkin · Nov 21, 2026, 11:00 AM',
        '',
        'Barn 1 · B1-2611 · Ross 308',
        '  Birds        19,755 birds · 20 days · 16.22 kg/m² · leaves',
        '               Dec 11',
        '  Mortality    171 birds · 0.86%',
        '  By day       ▂▃ █!▃  most: 48 on Nov 20',
        '               Nov 17 – Nov 21',
        '               not logged: Nov 19',
        '  Weight       985 g · Nov 21 · +5.35% against the',
        '               standard · standard 935 g',
        '  Air          28.9°C · 58% · CO₂ 1,850 ppm · ammonia',
        '               9 ppm · out of range: temperature ·',
        '               45 minutes ago',
        '  Temperature  23 ░░███████████▓▓▓▓··◆ 29  5 days:',
        '                                           23.5–28.2°C · target',
        '                                           23–27°C',
        '               █ measured, ▓ outside the target, ░ target, ◆ now',
        '  ● weighed, · standard of the breed, ◉ both',
        '  │    ●  985 g',
        '  │    ·',
        '  │  ●·',
        '  │  ·',
        '  │ ·',
        '  │◉  682 g',
        '  └┬────',
        '   Nov 17',
        '',
        '\u2068לול 2 · being cleaned\u2069',
        '',
        'Open alerts',
        '  !  warning · Silo 1 runs low · Nov 20, 2026, 5:00 PM',
        '',
        'Questions without an answer',
        '  ·  Nov 21, 2026, 6:00 AM · Somchai · How much vitamin do I',
        '     put in the water today?',
        '',
        'Open tasks',
        '  [ ] Weigh 100 birds · Nov 22',
        '',
        'Medicine store',
        '  Medicine   In stock  At least       Expires',
        '  La Sota     3 vials  20 vials  Oct 23, 2026  expired, run…',
        '  Vitamin C   11.7 kg         –             –',
        '',
        'Money of the last 90 days, realised',
        '  Feed         █████████████████▌    ₪33,370',
        '  Gas          ██▏                   ₪4,000',
        '  night watch  ▌                     ₪860.50',
        '  Net          ████████████████████  -₪38,230.50',
        '',
        'Summary',
        '  Emek Hefer: 2 barns, 1 flock, 19,755 birds.',
        '  One alert is open.',
      ],
    ],
    [
      'in Hebrew',
      aFarmContext,
      'he',
      {},
      [
        'Emek Hefer · פטם · Kfar Vitkin · 21 בנוב׳ 2026, 11:00',
        '',
        'Barn 1 · B1-2611 · Ross 308',
        '  עופות     19,755 עופות · 20 ימים · 16.22 ק"ג/מ"ר · יוצאת 11 בדצמ׳',
        '  תמותה     171 עופות · 0.86%',
        '  לפי יום   ▂▃ █!▃  השיא: 48 ב-20 בנוב׳',
        '            17 בנוב׳ – 21 בנוב׳',
        '            לא נרשם: 19 בנוב׳',
        '  משקל      985 גרם · 21 בנוב׳ · \u200e+5.35% לעומת התקן · התקן 935 גרם',
        '  אוויר     28.9°C · 58% · CO₂ 1,850 ppm · אמוניה 9 ppm · מחוץ לטווח: טמפרטורה · לפני 45 דקות',
        '  טמפרטורה  23 ░░███████████▓▓▓▓··◆ 29  5 ימים: 23.5–28.2°C · יעד 23–27°C',
        '            █ נמדד, ▓ מחוץ ליעד, ░ יעד, ◆ עכשיו',
        '  ● נשקל, · תקן הגזע, ◉ שניהם',
        '  │    ●  985 גרם',
        '  │    ·',
        '  │  ●·',
        '  │  ·',
        '  │ ·',
        '  │◉  682 גרם',
        '  └┬────',
        '   17 בנוב׳',
        '',
        'לול 2 · בניקוי',
        '',
        'התראות פתוחות',
        '  !  אזהרה · Silo 1 runs low · 20 בנוב׳ 2026, 17:00',
        '',
        'שאלות ללא מענה',
        '  ·  21 בנוב׳ 2026, 6:00 · Somchai · How much vitamin do I put in the water today?',
        '',
        'משימות פתוחות',
        '  [ ] Weigh 100 birds · 22 בנוב׳',
        '',
        'מלאי תרופות',
        '  תכשיר            במלאי       מינימום           תוקף',
        '  La Sota    3 בקבוקונים  20 בקבוקונים  23 באוק׳ 2026  פג תוקף, מלאי נמוך',
        '  Vitamin C     11.7 ק"ג             –              –',
        '',
        'כספים בפועל, 90 הימים האחרונים',
        '  תערובת       █████████████████▌    \u200f33,370 \u200f₪',
        '  גז           ██▏                   \u200f4,000 \u200f₪',
        '  night watch  ▌                     \u200f860.50 \u200f₪',
        '  יתרה         ████████████████████  \u200f\u200e-38,230.50 \u200f₪',
        '',
        'סיכום',
        '  Emek Hefer: 2 barns, 1 flock, 19,755 birds.',
        '  One alert is open.',
      ],
    ],
    [
      'in Chinese',
      aFarmContext,
      'zh',
      {},
      [
        'Emek Hefer · 肉鸡 · Kfar Vitkin · 2026年11月21日 11:00',
        '',
        'Barn 1 · B1-2611 · Ross 308',
        '  存栏  19,755只 · 20天 · 16.22公斤/平方米 · 12月11日出栏',
        '  死亡  171只 · 0.86%',
        '  按日  ▂▃ █!▃  最多：11月20日，48只',
        '        11月17日 – 11月21日',
        '        未记录：11月19日',
        '  体重  985克 · 11月21日 · 与标准相差+5.35% · 标准935克',
        '  空气  28.9°C · 58% · CO₂ 1,850 ppm · 氨气 9 ppm · 超出范围：温度 · 45分钟前',
        '  温度  23 ░░███████████▓▓▓▓··◆ 29  5天：23.5–28.2°C · 目标23–27°C',
        '        █ 实测，▓ 超出目标，░ 目标，◆ 现在',
        '  ● 实称，· 品种标准，◉ 两者重合',
        '  │    ●  985克',
        '  │    ·',
        '  │  ●·',
        '  │  ·',
        '  │ ·',
        '  │◉  682克',
        '  └┬────',
        '   11月17日',
        '',
        'לול 2 · 清洗中',
        '',
        '未处理的警报',
        '  !  警告 · Silo 1 runs low · 2026年11月20日 17:00',
        '',
        '未答复的问题',
        '  ·  2026年11月21日 06:00 · Somchai · How much vitamin do I put in the water today?',
        '',
        '未完成的任务',
        '  [ ] Weigh 100 birds · 11月22日',
        '',
        '药品库存',
        '  药品           库存    最低          有效期',
        '  La Sota       3小瓶  20小瓶  2026年10月23日  已过期、库存不足',
        '  Vitamin C  11.7公斤       –               –',
        '',
        '最近90天实际收支',
        '  饲料         █████████████████▌    ₪33,370',
        '  燃气         ██▏                   ₪4,000',
        '  night watch  ▌                     ₪860.50',
        '  净额         ████████████████████  -₪38,230.50',
        '',
        '文字说明',
        '  Emek Hefer: 2 barns, 1 flock, 19,755 birds.',
        '  One alert is open.',
      ],
    ],
    [
      'where only ASCII can be shown',
      aFarmContext,
      'en',
      { environment: { LC_ALL: 'C' } },
      [
        'Emek Hefer - broilers - Kfar Vitkin - Nov 21, 2026, 11:00 AM',
        '',
        'Barn 1 - B1-2611 - Ross 308',
        '  Birds        19,755 birds - 20 days - 16.22 kg/m² - leaves Dec 11',
        '  Mortality    171 birds - 0.86%',
        '  By day       .- #!-  most: 48 on Nov 20',
        '               Nov 17 - Nov 21',
        '               not logged: Nov 19',
        '  Weight       985 g - Nov 21 - +5.35% against the standard - standard 935 g',
        '  Air          28.9°C - 58% - CO₂ 1,850 ppm - ammonia 9 ppm - out of range: temperature - 45 minutes ago',
        '  Temperature  23 ==###########xxxx..O 29  5 days: 23.5-28.2°C - target 23-27°C',
        '               # measured, x outside the target, = target, O now',
        '  o weighed, . standard of the breed, @ both',
        '  |    o  985 g',
        '  |    .',
        '  |  o.',
        '  |  .',
        '  | .',
        '  |@  682 g',
        '  ++----',
        '   Nov 17',
        '',
        'לול 2 - being cleaned',
        '',
        'Open alerts',
        '  !  warning - Silo 1 runs low - Nov 20, 2026, 5:00 PM',
        '',
        'Questions without an answer',
        '  -  Nov 21, 2026, 6:00 AM - Somchai - How much vitamin do I put in the water today?',
        '',
        'Open tasks',
        '  [ ] Weigh 100 birds - Nov 22',
        '',
        'Medicine store',
        '  Medicine   In stock  At least       Expires',
        '  La Sota     3 vials  20 vials  Oct 23, 2026  expired, runs low',
        '  Vitamin C   11.7 kg         -             -',
        '',
        'Money of the last 90 days, realised',
        '  Feed         #################     ₪33,370',
        '  Gas          ##                    ₪4,000',
        '  night watch  #                     ₪860.50',
        '  Net          ####################  -₪38,230.50',
        '',
        'Summary',
        '  Emek Hefer: 2 barns, 1 flock, 19,755 birds.',
        '  One alert is open.',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['context'], { ...input, exchanges: exchange(answer, language) });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test('shows the command that resolves an alert, a question and a missing log', async () => {
    const [flock] = aFarmContext.flocks;
    const body = { flockId: 'flock_1', date: '2026-11-21', mortality: null };
    const answer = typeFixes({
      ...aFarmContext,
      flocks: [{ ...flock, daysSinceLog: 1, fix: { method: 'POST', path: '/daily-logs', body } }],
      alerts: {
        open: aFarmContext.alerts.open.map((alert) => ({
          ...alert,
          fix: { method: 'PATCH', path: '/alerts/alert_1', body: { status: 'resolved' } },
        })),
      },
      fieldReports: {
        unansweredQuestions: aFarmContext.fieldReports.unansweredQuestions.map((report) => ({
          ...report,
          fix: { method: 'PATCH', path: '/field-reports/report_1', body: { replyText: null } },
        })),
      },
    });
    const { stdout } = await runProgram(['context'], { exchanges: exchange(answer, 'en') });
    expect(stdout.match(/farmctl .*$/gm)).toEqual([
      'farmctl daily-logs create --flock-id flock_1 --date 2026-11-21 --mortality <number>',
      'farmctl alerts update alert_1 --status resolved',
      'farmctl field-reports update report_1 --reply-text <text>',
    ]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['context', '-o', 'csv', '--fields', 'code,live,weight.g,deviationPct'],
      ['code,live,weight.g,deviationPct', 'B1-2611,19755,985,5.35'],
    ],
    [['context', '-o', 'jsonl', '--fields', 'code,ageDays'], ['{"code":"B1-2611","ageDays":20}']],
    [['context', '--jq', '.farm.currency'], ['ILS']],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/context', reply: aFarmContext }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });
});

describe('the weight of a flock', () => {
  const [flock] = aFarmContext.flocks;
  const lines = async (values: object, input: RunInput = {}, logs: object = contextLogs) => {
    const answer = { ...aFarmContext, flocks: [{ ...flock, ...values }] };
    const exchanges = exchange(answer, 'en').map((one) =>
      one.on.includes('/daily-logs') ? { ...one, reply: logs } : one,
    );
    const { stdout } = await runProgram(['context'], { ...input, exchanges });
    return stdout.split('\n');
  };

  test('has a mark, its weighing and a legend if it is projected from an earlier day', async () => {
    // 985 × 935 / 860 g of the day before.
    const estimated = {
      weight: { g: 985, source: 'manual', date: '2026-11-20', standardG: 860 },
      ...{ weightG: 1070.9, weightDate: '2026-11-20', weightEstimated: true, deviationPct: 14.53 },
    };
    const output = await lines(estimated);
    expect(output).toContain(
      '  Weight       ≈1,070.9 g · +14.53% against the standard · standard 935 g · weighed 985 g · Nov 20',
    );
    expect(output).toContain(
      '               ≈ estimate: carried on from the last weighing along the standard of the breed',
    );
    const ascii = await lines(estimated, { environment: { LC_ALL: 'C' } });
    expect(ascii.find((line) => line.startsWith('  Weight'))).toContain('~=1,070.9 g - +14.53%');
  });

  test('has neither on the day of the weighing', async () => {
    const output = await lines({ weightEstimated: false });
    expect(output.filter((line) => line.includes('≈'))).toEqual([]);
  });

  test('is not drawn if implausible', async () => {
    const data = contextLogs.data.map((log) => ({
      ...log,
      ...(log.date === '2026-11-20' ? { avgWeightGr: 98_500, suspect: ['avgWeightGr'] } : {}),
    }));
    const output = await lines({}, {}, { ...contextLogs, data });
    expect(output.filter((line) => line.includes('98,500'))).toEqual([]);
  });
});
