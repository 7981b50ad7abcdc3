import { expect, test } from 'vitest';
import { normalise, originalText } from '../../../src/ask/text/normalise.ts';

test.each([
  ['תַּמּוּתָה', 'תמותה'],
  ['¿Cuántas   GALLINAS?', '¿cuantas gallinas?'],
  ['โรงเรือน ๑๒', 'โรงเรือน 12'],
  ['ｂａｒｎ　１２', 'barn 12'],
  ['雞舍溫度', '鸡舍温度'],
  ['ba\u200brn\u202e 1', 'barn 1'],
  ['a\u0000b\nc', 'a b c'],
  ['ק״ג', 'ק"ג'],
])('%j is normalised to %j', (typed, normal) => {
  expect(normalise(typed).text).toBe(normal);
});

test('positions in the normalised text map back to the typed text', () => {
  const normal = normalise('  Weigh  ＴＥＮ  Pájaros ');
  expect(normal.text).toBe('weigh ten pajaros');
  expect(originalText(normal, 6, normal.text.length)).toBe('ＴＥＮ  Pájaros');
});
