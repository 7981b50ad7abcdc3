import { describe, expect, test } from 'vitest';
import { checkAnswer, factsUsed } from '../../../src/ask/answer/check-answer.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import type { Fact } from '../../../src/ask/measure.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

const zone = 'Asia/Jerusalem';
const dead: Fact = {
  label: 'Mortality, Barn 3, 2026-11-21',
  value: 1234,
  unit: 'birds',
  asOf: '2026-11-21',
  source: { resource: 'daily-logs', ids: ['log_1'] },
};
const warm: Fact = {
  label: 'Temperature, Barn 3',
  value: 31.46,
  unit: '°C',
  asOf: '2026-11-21T12:30:00.000Z',
  source: { resource: 'env-readings', ids: ['reading_1'] },
};
const grounds = { facts: [dead, warm], zone };
const today = '2026-11-21';
const names = farmNames(aBusyFarm(), []);

describe('checkAnswer returns the kind of fault', () => {
  test.each<[string, Language, string | undefined]>([
    ['In the barn there were 1234 dead birds.', 'en', undefined],
    ['In the barn there were 1,234 dead birds.', 'en', undefined],
    ['En el galpón hay 1.234 aves muertas.', 'es', undefined],
    ['ในโรงเรือน ๓ ไก่ตาย ๑๒๓๔ ตัว', 'th', undefined],
    ['鸡舍死了１２３４只鸡。', 'zh', undefined],
    ['It was 31.5 degrees and the CO2 is not known.', 'en', undefined],
    ['It was 31 degrees at 14:30 in the barn.', 'en', undefined],
    ['There is no reason to be seen in the data.', 'en', undefined],
    ['In the barn there were 1235 dead birds.', 'en', 'numbers'],
    ['In the barn there were 12.34 dead birds.', 'en', 'numbers'],
    ['ในโรงเรือน ๓ ไก่ตาย ๑๒๓๕ ตัว', 'th', 'numbers'],
    ['It was 31.7 degrees in the barn.', 'en', 'numbers'],
    ['About ½ of the birds died.', 'en', 'numbers'],
    ['1234 aves murieron en el galpón, por el calor.', 'en', 'language'],
    ['מתו 1234 עופות בלול.', 'en', 'language'],
    ['In the barn there were 1234 dead birds.', 'zh', 'language'],
    ['Viele Tiere sterben wegen hoher Temperaturen daheim.', 'en', 'language'],
    ['In the barn one of the birds was dead.', 'en', undefined],
    ['In the barn there were eighty seven dead birds.', 'en', 'numbers'],
    ['In the barn there were 3 thousand dead birds.', 'en', 'numbers'],
    ['鸡舍死了八十七只鸡。', 'zh', 'numbers'],
    ['鸡舍死了1.2万只鸡。', 'zh', 'numbers'],
    ['千万不要关风机，万一太热就开窗。', 'zh', undefined],
    ['ไก่ตายแปดสิบเจ็ดตัว', 'th', 'numbers'],
    ['En el galpón murieron ochenta aves.', 'es', 'numbers'],
    ['בלול מתו שמונים עופות.', 'he', 'numbers'],
    ['1234', 'en', 'empty'],
    ['', 'en', 'empty'],
  ])('%s (%s): %s', async (answer, language, kind) => {
    const [compiled, english] = await Promise.all([loadLexicon(language), loadLexicon('en')]);
    const reading = { compiled, english, names, today };
    expect(checkAnswer(answer, { evidence: grounds, reading })?.kind).toBe(kind);
  });
});

describe("checkAnswer returns numbers whose subject, quantity or unit differs from their fact's", () => {
  const fact = (label: string, value: number, unit: string): Fact => ({
    label,
    value,
    unit,
    asOf: today,
    source: { resource: 'daily-logs' },
  });
  const facts = [
    fact('Mortality, Barn 1, 2026-11-21', 12, 'birds'),
    fact('Mortality, Barn 2, 2026-11-21', 20, 'birds'),
    fact('Culls, Barn 1, 2026-11-21', 3, 'birds'),
    fact('Feed, Barn 1, 2026-11-21', 1600, 'kg'),
    fact('Water, Barn 1, 2026-11-21', 2880, 'L'),
    fact('daily log (Barn 2): feedKg', 600, 'kg'),
    fact('Mortality, all, 2026-11-21', 32, 'birds'),
    fact('Limit of density', 39, 'kg/m²'),
  ];
  test.each<[string, Language, readonly string[]]>([
    ['In barn 1, 12 birds died, and in barn 2, 20 birds died.', 'en', []],
    ['Barn 1 lost 12 birds and barn 2 lost 20 birds.', 'en', []],
    ['12 birds died and 3 were culled in barn 1.', 'en', []],
    ['In total 32 birds died.', 'en', []],
    ['Barn 1 drank 2880 L of water and ate 1600 kg of feed.', 'en', []],
    ['In barn 1 the density is below 39.', 'en', []],
    ['En el galpón 1 murieron 12 aves.', 'es', []],
    ['בלול 1 מתו 12 עופות.', 'he', []],
    ['โรงเรือน 1 ไก่ตาย 12 ตัว', 'th', []],
    ['1号舍死了12只。', 'zh', []],
    ['Barn 1 lost 20 birds and barn 2 lost 12 birds.', 'en', ['20', '12']],
    ['In barn 1, 32 birds died.', 'en', ['32']],
    ['In barn 1, 3 birds died.', 'en', ['3']],
    ['Barn 1 drank 1600 L of water.', 'en', ['1600']],
    ['1600 birds died.', 'en', ['1600']],
    ['Barn 1 ate 600 kg of feed.', 'en', ['600']],
    ['En el galpón 2 murieron 12 aves.', 'es', ['12']],
    ['En el galpón 1 tomaron 1600 litros de agua.', 'es', ['1600']],
    ['בלול 2 מתו 12 עופות.', 'he', ['12']],
    ['โรงเรือน 2 ไก่ตาย 12 ตัว', 'th', ['12']],
    ['2号舍死了12只。', 'zh', ['12']],
    ['1号舍喝了1600升水。', 'zh', ['1600']],
  ])('%s (%s): %j', async (answer, language, numbers) => {
    const [compiled, english] = await Promise.all([loadLexicon(language), loadLexicon('en')]);
    const reading = { compiled, english, names, today };
    const fault = checkAnswer(answer, { evidence: { facts, zone }, reading });
    expect(fault && 'numbers' in fault ? fault.numbers : []).toEqual(numbers);
  });
});

test('factsUsed returns the facts whose numbers occur in the answer', () => {
  expect(factsUsed('There were 1234 dead birds.', [dead, warm], zone)).toEqual([dead]);
  expect(factsUsed('It was 31.5 degrees.', [dead, warm], zone)).toEqual([warm]);
});

test('factsUsed returns all facts for an answer without numbers', () => {
  expect(factsUsed('It is too warm.', [dead, warm], zone)).toEqual([dead, warm]);
});
