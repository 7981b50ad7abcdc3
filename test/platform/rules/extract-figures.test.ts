import { describe, expect, test } from 'vitest';
import { extractFigures } from '../../../src/platform/rules/field-report-rules.ts';
import { fastestMillis } from '../../support/fastest-millis.ts';

describe('birds found dead', () => {
  test.each([
    ['מצאתי 35 מתים בלול 3 הבוקר, יותר מהרגיל', 35],
    ['בלול 3 מתו 35 עופות', 35],
    ['תמותה היום: 12', 12],
    ['Found 35 dead in barn 3 this morning, more than usual', 35],
    ['12 birds died', 12],
    ['1,250 chicks found dead', 1250],
    ['Dead: 7', 7],
    ['mortality today 12', 12],
    ['In barn 3 35 dead', 35],
    ['เช้านี้เจอไก่ตาย 35 ตัวในเล้า 3 มากกว่าปกติ', 35],
    ['ไก่ตาย ๓๕ ตัว', 35],
    ['Esta mañana encontré 35 muertos en el galpón 3, más de lo normal', 35],
    ['Murieron 12 aves', 12],
    ['mortalidad: 9', 9],
    ['今天早上3号鸡舍发现35只死鸡，比平时多', 35],
    ['死了１２只', 12],
  ])('%s: %i', (text, mortality) => {
    expect(extractFigures(text)).toEqual({ mortality });
  });
});

describe('the average weight', () => {
  test.each([
    ['שקלנו 100 עופות, ממוצע 1.62 ק"ג', 1620],
    ['משקל ממוצע 985 גרם', 985],
    ['Weighed 100 birds, average 1.62 kg', 1620],
    ['average weight is 1,250 g', 1250],
    ['ชั่งไก่ 100 ตัว เฉลี่ย 1.62 กก.', 1620],
    ['Pesamos 100 aves, promedio 1,62 kg', 1620],
    ['peso promedio: 1.250 g', 1250],
    ['称了100只鸡，平均1.62公斤', 1620],
  ])('%s: %i g', (text, weightG) => {
    expect(extractFigures(text)).toEqual({ weightG });
  });
});

test('both figures of one report are found', () => {
  expect(extractFigures('5 dead today, average weight 2.1 kg')).toEqual({
    mortality: 5,
    weightG: 2100,
  });
});

describe('uncertain figures are omitted', () => {
  test.each([
    ['two figures', '3 dead in barn 1, 5 dead in barn 2'],
    ['a range', '10-12 dead'],
    ['a range in words', '10 to 12 dead'],
    ['a share', 'mortality 2%'],
    ['a rate', 'mortality 0.5 today'],
    ['another dead item', '3 dead fans in barn 2'],
    ['the number of a barn', 'Barn 3 died out'],
    ['an average of feed', 'average 120 g feed a bird'],
    ['an average of eggs', 'average egg 62 g'],
    ['no bird weight', 'average 80 kg'],
    ['no unit', 'average weight 985'],
    ['more birds than any barn holds', '5,000,000 dead'],
    ['no number', 'Birds are panting in barn 2, very hot, fans are not enough'],
    ['an empty text', ''],
  ])('%s: %s', (_fact, text) => {
    expect(extractFigures(text)).toBeNull();
  });
});

test('a text of maximum length is parsed quickly', () => {
  const millis = fastestMillis(() => {
    extractFigures('average 1 dead mortality '.repeat(400));
    extractFigures(`average${' '.repeat(9_900)}1 kg`);
  });
  expect(millis).toBeLessThan(500);
});
