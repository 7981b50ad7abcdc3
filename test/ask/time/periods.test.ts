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
