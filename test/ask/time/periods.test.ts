import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { normalText } from '../../../src/ask/text/normalise.ts';
import { createTimeReader } from '../../../src/ask/time/time-reader.ts';
import type { Language } from '../../../src/model/core/message.ts';

// 2026-11-21 is a Saturday.
const PHRASES: readonly (readonly [Language, string, string, string])[] = [
  ['en', 'today', '2026-11-21', '2026-11-21'],
  ['en', '3 days ago', '2026-11-18', '2026-11-18'],
  ['en', 'three days ago', '2026-11-18', '2026-11-18'],
  ['en', 'this week', '2026-11-16', '2026-11-21'],
  ['en', 'last week', '2026-11-09', '2026-11-15'],
  ['en', 'in the last 7 days', '2026-11-15', '2026-11-21'],
  ['en', 'last month', '2026-10-01', '2026-10-31'],
  ['en', 'in October', '2026-10-01', '2026-10-31'],
  ['en', 'since September', '2026-09-01', '2026-11-21'],
  ['en', 'from September to October', '2026-09-01', '2026-10-31'],
  ['en', 'from December to January', '2025-12-01', '2026-01-31'],
  ['es', 'desde septiembre', '2026-09-01', '2026-11-21'],
  ['he', 'מאז ספטמבר', '2026-09-01', '2026-11-21'],
  ['he', 'מספטמבר עד אוקטובר', '2026-09-01', '2026-10-31'],
  ['th', 'ตั้งแต่เดือนกันยายน', '2026-09-01', '2026-11-21'],
  ['zh', '九月份以来', '2026-09-01', '2026-11-21'],
  ['zh', '从9月到10月', '2026-09-01', '2026-10-31'],
  ['en', 'in December', '2025-12-01', '2025-12-31'],
  ['en', 'from 3 to 9 November', '2026-11-03', '2026-11-09'],
  ['en', '2026-11-03', '2026-11-03', '2026-11-03'],
  ['en', '3/11/2026', '2026-11-03', '2026-11-03'],
  ['en', 'November 3rd', '2026-11-03', '2026-11-03'],
  ['en', 'on Friday', '2026-11-20', '2026-11-20'],
  ['he', 'השבוע', '2026-11-15', '2026-11-21'],
  ['he', 'לפני 3 ימים', '2026-11-18', '2026-11-18'],
  ['he', 'מ-3 עד 9 בנובמבר', '2026-11-03', '2026-11-09'],
  ['he', '3 בנובמבר', '2026-11-03', '2026-11-03'],
  ['es', 'hace 3 días', '2026-11-18', '2026-11-18'],
  ['es', 'del 3 al 9 de noviembre', '2026-11-03', '2026-11-09'],
  ['th', '3 วันที่แล้ว', '2026-11-18', '2026-11-18'],
  ['th', '3 พ.ย. 2569', '2026-11-03', '2026-11-03'],
  ['th', '3/11/2569', '2026-11-03', '2026-11-03'],
  ['th', '3/11/69', '2026-11-03', '2026-11-03'],
  ['th', '3/11/26', '2026-11-03', '2026-11-03'],
  ['th', 'เดือนตุลาคม 2569', '2026-10-01', '2026-10-31'],
  ['th', 'พ.ย. 68', '2025-11-01', '2025-11-30'],
  ['th', 'วันจันทร์ที่ผ่านมา', '2026-11-16', '2026-11-16'],
  ['th', 'ย้อนหลัง 10 วัน', '2026-11-12', '2026-11-21'],
  ['th', 'ตั้งแต่วันที่ 10 ถึง 15 พ.ย.', '2026-11-10', '2026-11-15'],
  ['zh', '三天前', '2026-11-18', '2026-11-18'],
  ['zh', '11月3日', '2026-11-03', '2026-11-03'],
  ['zh', '最近7天', '2026-11-15', '2026-11-21'],
  ['zh', '十一月三号', '2026-11-03', '2026-11-03'],
  ['zh', '15号', '2026-11-15', '2026-11-15'],
  ['zh', '25号', '2026-10-25', '2026-10-25'],
  ['zh', '周三', '2026-11-18', '2026-11-18'],
  ['zh', '上周三', '2026-11-11', '2026-11-11'],
  ['zh', '下周三', '2026-11-25', '2026-11-25'],
  ['zh', '上个月15号', '2026-10-15', '2026-10-15'],
  ['zh', '11月8号到14号', '2026-11-08', '2026-11-14'],
  ['en', 'Wednesday last week', '2026-11-11', '2026-11-11'],
  ['en', 'the 15th of last month', '2026-10-15', '2026-10-15'],
  // Only one day of this weekend is there yet: the last one is meant.
  ['en', 'over the weekend', '2026-11-14', '2026-11-15'],
  ['es', 'el fin de semana', '2026-11-14', '2026-11-15'],
  ['he', 'בסוף השבוע', '2026-11-20', '2026-11-21'],
  ['th', 'เสาร์อาทิตย์', '2026-11-14', '2026-11-15'],
  ['zh', '周末', '2026-11-14', '2026-11-15'],
  // Said on a Saturday, since Saturday is a week.
  ['en', 'since Saturday', '2026-11-14', '2026-11-21'],
  ['en', 'since Friday', '2026-11-20', '2026-11-21'],
  ['es', 'desde el sábado', '2026-11-14', '2026-11-21'],
  ['he', 'מיום שבת', '2026-11-14', '2026-11-21'],
  ['th', 'ตั้งแต่วันเสาร์', '2026-11-14', '2026-11-21'],
  ['zh', '周六以来', '2026-11-14', '2026-11-21'],
  ['en', 'in the next 3 days', '2026-11-21', '2026-11-23'],
  ['es', 'en los próximos 3 días', '2026-11-21', '2026-11-23'],
  ['he', 'ב-3 הימים הקרובים', '2026-11-21', '2026-11-23'],
  ['th', '3 วันข้างหน้า', '2026-11-21', '2026-11-23'],
  ['zh', '未来3天', '2026-11-21', '2026-11-23'],
  ['en', 'in 3 days', '2026-11-24', '2026-11-24'],
  ['th', 'อีก 3 วันข้างหน้า', '2026-11-24', '2026-11-24'],
  ['zh', '3天后', '2026-11-24', '2026-11-24'],
  ['en', 'the coming weeks', '2026-11-21', '2026-12-18'],
  ['es', 'ayer por la mañana', '2026-11-20', '2026-11-20'],
  ['es', 'mañana por la tarde', '2026-11-22', '2026-11-22'],
  ['th', 'เงินเดือนนี้', '2026-11-01', '2026-11-21'],
  ['zh', '10月一共', '2026-10-01', '2026-10-31'],
  ['en', 'may', '2026-05-01', '2026-05-31'],
  ['en', 'the week before last', '2026-11-02', '2026-11-08'],
  ['es', 'la semana antepasada', '2026-11-02', '2026-11-08'],
  // Weeks of the Hebrew rows begin on Sunday.
  ['he', 'שבוע שלפני שעבר', '2026-11-01', '2026-11-07'],
  ['th', 'สัปดาห์ก่อนโน้น', '2026-11-02', '2026-11-08'],
  ['zh', '上上周', '2026-11-02', '2026-11-08'],
  ['zh', '上上周三', '2026-11-04', '2026-11-04'],
  ['zh', '上周六日', '2026-11-14', '2026-11-15'],
  ['en', 'the month before last', '2026-09-01', '2026-09-30'],
  ['es', 'el mes antepasado', '2026-09-01', '2026-09-30'],
  ['he', 'החודש שלפני הקודם', '2026-09-01', '2026-09-30'],
  ['th', 'เดือนก่อนโน้น', '2026-09-01', '2026-09-30'],
  ['zh', '上上个月', '2026-09-01', '2026-09-30'],
  ['en', 'the year before last', '2024-01-01', '2024-12-31'],
  ['es', 'el año antepasado', '2024-01-01', '2024-12-31'],
  ['he', 'לפני שנתיים', '2024-01-01', '2024-12-31'],
  ['th', 'ปีก่อนโน้น', '2024-01-01', '2024-12-31'],
  ['zh', '前年', '2024-01-01', '2024-12-31'],
  ['es', 'trasanteayer', '2026-11-18', '2026-11-18'],
  ['zh', '大前天', '2026-11-18', '2026-11-18'],
  ['zh', '大后天', '2026-11-24', '2026-11-24'],
  ['th', 'มะเรื่อง', '2026-11-24', '2026-11-24'],
  // Thirds and halves of a month.
  ['en', 'the first ten days of November', '2026-11-01', '2026-11-10'],
  ['en', 'the second third of last month', '2026-10-11', '2026-10-20'],
  ['en', 'the last third of October', '2026-10-21', '2026-10-31'],
  ['en', 'the last ten days of October', '2026-10-22', '2026-10-31'],
  ['en', 'the first half of October', '2026-10-01', '2026-10-15'],
  ['en', 'the second half of last month', '2026-10-16', '2026-10-31'],
  ['es', 'los primeros diez días de noviembre', '2026-11-01', '2026-11-10'],
  ['es', 'la segunda decena de octubre', '2026-10-11', '2026-10-20'],
  ['es', 'el último tercio de octubre', '2026-10-21', '2026-10-31'],
  ['es', 'la primera quincena de octubre', '2026-10-01', '2026-10-15'],
  ['es', 'en la segunda mitad del mes pasado', '2026-10-16', '2026-10-31'],
  ['he', 'עשרת הימים הראשונים של נובמבר', '2026-11-01', '2026-11-10'],
  ['he', 'השליש השני של אוקטובר', '2026-10-11', '2026-10-20'],
  ['he', 'השליש האחרון של אוקטובר', '2026-10-21', '2026-10-31'],
  ['he', 'המחצית הראשונה של אוקטובר', '2026-10-01', '2026-10-15'],
  ['he', 'במחצית השנייה של אוקטובר', '2026-10-16', '2026-10-31'],
  ['th', 'สิบวันแรกของเดือนพฤศจิกายน', '2026-11-01', '2026-11-10'],
  ['th', 'ต้นเดือนพฤศจิกายน', '2026-11-01', '2026-11-10'],
  ['th', 'กลางเดือนที่แล้ว', '2026-10-11', '2026-10-20'],
  ['th', 'ปลายเดือนตุลาคม', '2026-10-21', '2026-10-31'],
  ['th', 'ครึ่งเดือนแรกของเดือนตุลาคม', '2026-10-01', '2026-10-15'],
  ['th', 'ครึ่งเดือนหลังของเดือนที่แล้ว', '2026-10-16', '2026-10-31'],
  ['zh', '11月上旬', '2026-11-01', '2026-11-10'],
  ['zh', '上旬', '2026-11-01', '2026-11-10'],
  ['zh', '这个月中旬', '2026-11-11', '2026-11-20'],
  ['zh', '10月下旬', '2026-10-21', '2026-10-31'],
  ['zh', '2月下旬', '2026-02-21', '2026-02-28'],
  ['zh', '上个月下旬', '2026-10-21', '2026-10-31'],
  ['zh', '上半月', '2026-11-01', '2026-11-15'],
  ['zh', '10月下半月', '2026-10-16', '2026-10-31'],
  ['zh', '最近半个月', '2026-11-07', '2026-11-21'],
  ['zh', '近半个月', '2026-11-07', '2026-11-21'],
  ['en', 'the last half month', '2026-11-07', '2026-11-21'],
  ['he', 'חצי החודש האחרון', '2026-11-07', '2026-11-21'],
  ['th', 'ครึ่งเดือนที่ผ่านมา', '2026-11-07', '2026-11-21'],
  ['zh', '最近半年', '2026-05-22', '2026-11-21'],
  ['en', 'the last half year', '2026-05-22', '2026-11-21'],
  ['es', 'en el último medio año', '2026-05-22', '2026-11-21'],
  ['he', 'חצי השנה האחרונה', '2026-05-22', '2026-11-21'],
  ['th', 'ครึ่งปีที่ผ่านมา', '2026-05-22', '2026-11-21'],
  // Halves and quarters of a year; without a year the last ones that have begun.
  ['en', 'the first half of the year', '2026-01-01', '2026-06-30'],
  ['en', 'the second half of last year', '2025-07-01', '2025-12-31'],
  ['en', 'the first half of 2025', '2025-01-01', '2025-06-30'],
  ['en', 'in the third quarter', '2026-07-01', '2026-09-30'],
  ['en', 'the first quarter of 2025', '2025-01-01', '2025-03-31'],
  ['en', 'Q3', '2026-07-01', '2026-09-30'],
  ['en', 'last quarter', '2026-07-01', '2026-09-30'],
  ['en', 'this quarter', '2026-10-01', '2026-12-31'],
  ['es', 'el primer semestre', '2026-01-01', '2026-06-30'],
  ['es', 'el segundo semestre del año pasado', '2025-07-01', '2025-12-31'],
  ['es', 'en el tercer trimestre', '2026-07-01', '2026-09-30'],
  ['es', 'el último trimestre', '2026-07-01', '2026-09-30'],
  ['he', 'במחצית הראשונה של השנה', '2026-01-01', '2026-06-30'],
  ['he', 'המחצית השנייה של 2025', '2025-07-01', '2025-12-31'],
  ['he', 'ברבעון השלישי', '2026-07-01', '2026-09-30'],
  ['he', 'ברבעון האחרון', '2026-07-01', '2026-09-30'],
  ['he', 'הרבעון הזה', '2026-10-01', '2026-12-31'],
  ['th', 'ครึ่งปีแรก', '2026-01-01', '2026-06-30'],
  ['th', 'ครึ่งปีหลังของปีที่แล้ว', '2025-07-01', '2025-12-31'],
  ['th', 'ไตรมาส 3', '2026-07-01', '2026-09-30'],
  ['th', 'ไตรมาสแรกของปี 2568', '2025-01-01', '2025-03-31'],
  ['th', 'ไตรมาสที่แล้ว', '2026-07-01', '2026-09-30'],
  ['zh', '上半年', '2026-01-01', '2026-06-30'],
  ['zh', '去年下半年', '2025-07-01', '2025-12-31'],
  ['zh', '第三季度', '2026-07-01', '2026-09-30'],
  ['zh', '三季度', '2026-07-01', '2026-09-30'],
  ['zh', '2025年第一季度', '2025-01-01', '2025-03-31'],
  ['zh', '上个季度', '2026-07-01', '2026-09-30'],
  ['zh', '本季度', '2026-10-01', '2026-12-31'],
  // Of this year up to today.
  ['en', 'the same period last year', '2025-01-01', '2025-11-21'],
  ['es', 'el mismo período del año pasado', '2025-01-01', '2025-11-21'],
  ['he', 'התקופה המקבילה אשתקד', '2025-01-01', '2025-11-21'],
  ['th', 'ช่วงเดียวกันของปีที่แล้ว', '2025-01-01', '2025-11-21'],
  ['zh', '去年同期', '2025-01-01', '2025-11-21'],
  // A number at the beginning, without a unit.
  ['zh', '11.18', '2026-11-18', '2026-11-18'],
];

// A name of days that is also another word names days only at the end.
test.each(['may i sell barn 1', 'march out', 'sun is hot', 'mon is not there'])(
  'a month or weekday name before other words is not a period: %s',
  async (text) => {
    const calendar = { today: '2026-11-21', weekStartsOn: 1, direction: 'past' } as const;
    const { periodsAt } = createTimeReader(await loadLexicon('en'), text, calendar);
    expect(periodsAt(0)).toEqual([]);
  },
);

/** Weeks and months that have not ended. */
const CURRENT = ['this week', 'השבוע'];
const CURRENT_MONTH = ['เงินเดือนนี้'];

describe('periodsAt', () => {
  test.each(PHRASES)('%s: reads "%s" as %s to %s', async (language, phrase, from, to) => {
    const compiled = await loadLexicon(language);
    const weekStartsOn = compiled.lexicon.language === 'he' ? 0 : 1;
    const calendar = { today: '2026-11-21', weekStartsOn, direction: 'past' } as const;
    const text = normalText(phrase);
    const [longest] = createTimeReader(compiled, text, calendar).periodsAt(0);
    const value = {
      kind: 'days',
      from,
      to,
      ...(CURRENT.includes(phrase) ? { current: 'week' } : {}),
      ...(CURRENT_MONTH.includes(phrase) ? { current: 'month' } : {}),
    };
    expect(longest).toEqual({ end: text.length, value });
  });
});

/** November has thirty days, February of 2026 has 28; in no part of the words is another day meant. */
const IMPOSSIBLE: readonly (readonly [Language, string])[] = [
  ['en', 'on 31 November'],
  ['en', 'on the 31st of November'],
  ['en', 'November 31'],
  ['es', 'el 31 de noviembre'],
  ['es', 'el 30 de febrero'],
  ['es', 'el 31 de noviembre de 2026'],
  ['he', 'ב-31 בנובמבר'],
  ['th', 'วันที่ 31 พ.ย.'],
  ['th', '31 พฤศจิกายน'],
  ['zh', '11月31日'],
  ['zh', '2月30号'],
  ['zh', '十一月三十一号'],
];

test.each(IMPOSSIBLE)('%s: the impossible date "%s" is not a period', async (language, phrase) => {
  const compiled = await loadLexicon(language);
  const calendar = { today: '2026-11-29', weekStartsOn: 1, direction: 'past' } as const;
  const text = normalText(phrase);
  const { periodsAt } = createTimeReader(compiled, text, calendar);
  const periods = Array.from(text, (_, index) => periodsAt(index)).flat();
  expect(periods).toEqual([]);
});

/** The other days of the sentence, or of the question before it, a year earlier. */
const SAME_PERIODS: readonly (readonly [Language, string, string])[] = [
  ['en', 'deaths this month and in ', 'the same period last year'],
  ['es', 'mortalidad de este mes y ', 'el mismo período del año pasado'],
  ['he', 'תמותה החודש מול ', 'התקופה המקבילה אשתקד'],
  ['th', 'ตายเดือนนี้กับ', 'ช่วงเดียวกันของปีที่แล้ว'],
  ['zh', '这个月死淘和', '去年同期'],
];

test.each(SAME_PERIODS)('%s: "%s%s" is a year before the other period', async (...row) => {
  const [language, before, phrase] = row;
  const compiled = await loadLexicon(language);
  const calendar = { today: '2026-11-21', weekStartsOn: 1, direction: 'past' } as const;
  const read = (text: string, index: number, previous?: { from: string; to: string }) =>
    createTimeReader(compiled, text, { ...calendar, previous }).periodsAt(index)[0]?.value;
  const text = normalText(`${before}${phrase}`);
  const start =
    normalText(before).length + (text.charAt(normalText(before).length) === ' ' ? 1 : 0);
  expect(read(text, start)).toEqual({ kind: 'days', from: '2025-11-01', to: '2025-11-21' });
  const october = { from: '2026-10-01', to: '2026-10-31' };
  const shifted = { kind: 'days', from: '2025-10-01', to: '2025-10-31' };
  expect(read(normalText(phrase), 0, october)).toEqual(shifted);
});

/** Quantities, not days. */
test.each(['2.5公斤的鸡', '哪栋先到2.5公斤', '1.6的料肉比'])(
  'no day is read in "%s"',
  async (phrase) => {
    const compiled = await loadLexicon('zh');
    const calendar = { today: '2026-11-21', weekStartsOn: 1, direction: 'past' } as const;
    const { periodsAt } = createTimeReader(compiled, normalText(phrase), calendar);
    expect(Array.from(phrase, (_, index) => periodsAt(index)).flat()).toEqual([]);
  },
);
