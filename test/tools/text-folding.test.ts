import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '../../src/tools/words.ts';

test.each([
  ['BARN One', 'barn one'],
  ['Señor Núñez', 'senor nunez'],
  ['Cafe\u0301', 'cafe'],
  ['ÀÉÎÕÜ', 'aeiou'],
  ['שָׁלוֹם', 'שלום'],
  ['לוּל', 'לול'],
  ['ｂａｒｎ　１２', 'barn 12'],
  ['ﬁnisher', 'finisher'],
  ['น้ำ', 'น้ํา'],
  ['ไก่', 'ไก่'],
  ['鸡舍', '鸡舍'],
  ['Ёлка', 'елка'],
  ['100%_*', '100%_*'],
  ['', ''],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('a Thai letter keeps its vowels and tones', () => {
  expect(foldText('ไก่')).not.toBe(foldText('ไก'));
});

test('folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

test('case and composition make no difference', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcñéöабвשלוםกข鸡12 '), maxLength: 20 });
  fc.assert(
    fc.property(letters, (text) => {
      const variants = [text.toUpperCase(), text.normalize('NFD'), text.normalize('NFC')];
      expect(new Set(variants.map(foldText))).toEqual(new Set([foldText(text)]));
    }),
  );
});

test('a substring is found', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'aBcñÉ שלוםกขไก่鸡舍12%_*.ΣΑς'),
    maxLength: 20,
  });
  fc.assert(
    fc.property(letters, fc.nat(20), fc.nat(20), (text, start, length) => {
      const part = [...text].slice(start, start + length).join('');
      expect(foldText(text)).toContain(foldText(part));
    }),
  );
});

test('every character, including single surrogates, is folded once', () => {
  const changing: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const folded = foldText(String.fromCodePoint(point));
    if (foldText(folded) !== folded) changing.push(`U+${point.toString(16)}`);
  }
  expect(changing).toEqual([]);
});

test('folding parts of any text is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});
