import { describe, expect, test } from 'vitest';
import { createWords } from '../../../src/cli/pages/core/words.ts';
import { loadLabels } from '../../../src/i18n/labels.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import type { Language } from '../../../src/model/core/message.ts';

const wordsOf = async (language: Language, zone = 'Asia/Jerusalem') =>
  createWords(await loadLanguage(language), zone, await loadLabels(language));

const en = await wordsOf('en');

/** Without marks of direction, and with plain spaces. */
function plain(text: string): string {
  return text.replace(/[\u200e\u200f]/g, '').replace(/\u00a0/g, ' ');
}

describe('values', () => {
  test.each<[Language, readonly string[]]>([
    ['en', ['1,258 g', '+1.38%', '-₪38,230.50', 'Nov 21', 'Sat, Nov 21, 2026', '3:12 AM']],
    ['he', ['1,258 גרם', '+1.38%', '-38,230.50 ₪', '21 בנוב׳', 'שבת, 21 בנוב׳ 2026', '3:12']],
    ['th', ['1,258 กรัม', '+1.38%', '-₪38,230.50', '21 พ.ย.', 'เสาร์ 21 พ.ย. 2026', '03:12']],
    ['es', ['1258 g', '+1,38 %', '-38.230,50 ILS', '21 nov', 'sáb, 21 nov 2026', '3:12']],
    ['zh', ['1,258克', '+1.38%', '-₪38,230.50', '11月21日', '2026年11月21日周六', '03:12']],
  ])('values in %s are formatted as %j', async (language, written) => {
    const words = await wordsOf(language);
    expect(
      [
        words.quantity(1258, 'g'),
        words.change(1.38),
        words.money(-38_230.5, 'ILS'),
        words.shortDay('2026-11-21'),
        words.weekday('2026-11-21'),
        words.time('2026-11-21T01:12:00.000Z'),
      ].map(plain),
    ).toEqual(written);
  });

  test('values that are days until a day are a number, and words once it has passed', () => {
    expect([en.daysLeft(3), en.daysLeft(0), en.daysLeft(-16)].map(plain)).toEqual([
      ...['3', '0', '16 days ago'],
    ]);
    expect(en.daysLeft(undefined)).toBe('–');
  });

  test('values that are unknown are a dash', () => {
    const missingValues = [
      en.number(undefined),
      en.quantity(undefined, 'g'),
      en.change(undefined),
      en.money(undefined, 'ILS'),
      en.day(undefined),
      en.moment(undefined),
      en.name('severity', undefined),
    ];
    expect(new Set(missingValues)).toEqual(new Set(['–']));
  });

  test('values that cannot be formatted are printed unchanged', () => {
    expect(en.day('soon')).toBe('soon');
    expect(en.time('noon')).toBe('noon');
    expect(en.money(12.5, 'shekels')).toBe('12.5');
  });

  test('values in an unknown zone are shown in UTC', async () => {
    const words = await wordsOf('en', 'Mars/Base');
    expect(plain(words.time('2026-11-21T01:12:00.000Z'))).toBe('1:12 AM');
    expect(words.dayOf('2026-11-20T23:30:00.000Z')).toBe('2026-11-20');
    expect(en.dayOf('2026-11-20T23:30:00.000Z')).toBe('2026-11-21');
  });
});

test('values without a label are shown unchanged', () => {
  expect(en.name('category', 'gas')).toBe('Gas');
  expect(en.name('category', 'night_watch')).toBe('night watch');
  expect(en.name('category', 'constructor')).toBe('constructor');
});
