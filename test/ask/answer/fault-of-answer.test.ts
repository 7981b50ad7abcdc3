import { describe, expect, test } from 'vitest';
import { factsTold, faultOfAnswer } from '../../../src/ask/answer/fault-of-answer.ts';
import { loadLexicon } from '../../../src/ask/lexicon/load-lexicon.ts';
import type { Fact } from '../../../src/ask/measure.ts';
import type { Language } from '../../../src/model/core/message.ts';

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

describe('the fault of an answer', () => {
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
    const compiled = await loadLexicon(language);
    expect(faultOfAnswer(answer, { grounds, compiled })?.kind).toBe(kind);
  });
});

test('the facts told are those that hold a number of the answer', () => {
  expect(factsTold('There were 1234 dead birds.', [dead, warm], zone)).toEqual([dead]);
  expect(factsTold('It was 31.5 degrees.', [dead, warm], zone)).toEqual([warm]);
});

test('an answer without numbers rests on all facts', () => {
  expect(factsTold('It is too warm.', [dead, warm], zone)).toEqual([dead, warm]);
});
