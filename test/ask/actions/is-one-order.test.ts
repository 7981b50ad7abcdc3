import { expect, test } from 'vitest';
import { isSingleOrder } from '../../../src/ask/actions/is-one-order.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

test.each([
  ['en', 'weigh birds and clean the nipples', true],
  ['en', 'weigh birds and create an expense', false],
  ['he', 'לשקול עופות ולנקות', true],
  ['he', 'לשקול עופות ותרשום הוצאה', false],
  ['he', 'לשקול עופות ואז תרשום הוצאה', false],
] as const)('isSingleOrder(%s, "%s") is %s', async (language, words, expected) => {
  expect(isSingleOrder(await loadLexicon(language), words)).toBe(expected);
});

/** Questions and noun phrases with a verb that also orders. */
test.each([
  ['en', 'the feed we ordered'],
  ['en', 'when must I order feed for barn 3'],
  ['en', 'give me the weights'],
  ['es', 'el alimento que pedimos'],
  ['es', 'cuándo hay que pedir alimento para el galpón 3'],
  ['es', 'dame los pesos'],
  ['he', 'התערובת שהזמנו'],
  ['he', 'מתי צריך להזמין תערובת ללול 2'],
  ['he', 'תן לי את המשקלים'],
  ['he', 'תן לי דוח תמותה שבועי לפי לולים'],
  ['he', 'תן משקל ללול 1'],
  ['th', 'อาหาร 21 ตันที่สั่งไว้มาถึงเมื่อไหร่'],
  ['th', 'เมื่อไหร่ต้องสั่งอาหารเล้า 3'],
  ['th', 'เปลี่ยนมอเตอร์พัดลมถึงไหนแล้ว'],
  ['th', 'งานที่เสร็จแล้ววันนี้'],
  ['zh', '订的料到了没'],
  ['zh', '买苗那家电话'],
  ['zh', '开着的单子'],
  ['zh', '订单取消的'],
  ['zh', '关掉的自动规则'],
  ['zh', '什么时候该订3号舍的料'],
] as const)('%s: "%s" is not taken for an order', async (language, question) => {
  const farm = aBusyFarm();
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  const context = { compiled: await loadLexicon(language), names: farmNames(farm, []), calendar };
  const found = understand(question, context);
  expect(found.kind).not.toBe('action');
  expect(found).not.toMatchObject({ reason: { text: 'ask.no_such_order' } });
});
