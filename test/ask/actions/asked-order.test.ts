import { beforeAll, describe, expect, test } from 'vitest';
import type { SentenceContext } from '../../../src/ask/grammar/read-sentence.ts';
import { type CompiledLexicon, loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

let th: CompiledLexicon;

beforeAll(async () => {
  th = await loadLexicon('th');
});

function asked(question: string) {
  const farm = aBusyFarm();
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  const context: SentenceContext = { compiled: th, names: farmNames(farm, []), calendar };
  return understand(question, context);
}

describe('a Thai order without a question mark', () => {
  test.each([
    'สั่งอาหาร 10 ตันดีไหม',
    'บันทึกไก่ตาย 12 ตัวเล้า 1 หรือยัง',
    'สร้างงานให้ Somchai ล้างไซโลได้ไหมครับ',
  ])('is only proposed when it ends with a question word: %s', (question) => {
    expect(asked(question)).toMatchObject({ kind: 'action', isOrder: false });
  });

  test('excludes the question word from its title', () => {
    expect(asked('สร้างงานให้ Somchai ล้างไซโลได้ไหมครับ')).toMatchObject({
      fields: { title: 'ล้างไซโล', assignee: 'user_1' },
    });
  });

  test.each(['งานไหนเสร็จแล้ว', 'งานอะไรเสร็จแล้วบ้าง'])(
    'with an interrogative in place of the task name is not an order: %s',
    (question) => {
      expect(asked(question).kind).not.toBe('action');
    },
  );
});
