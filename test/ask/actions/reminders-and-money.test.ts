import { beforeAll, describe, expect, test } from 'vitest';
import { type CompiledLexicon, loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

const languages: readonly Language[] = ['en', 'he', 'th', 'es', 'zh'];
const lexicons = new Map<Language, CompiledLexicon>();

beforeAll(async () => {
  for (const language of languages) lexicons.set(language, await loadLexicon(language));
});

/** What is understood on a farm at noon of 2026-11-21 that counts in this currency. */
function asked(language: Language, question: string, currency = 'ILS') {
  const compiled = lexicons.get(language);
  if (!compiled) throw new Error(`no lexicon of ${language}`);
  const farm = aBusyFarm({ currency });
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  return understand(question, { compiled, names: farmNames(farm, []), calendar });
}

describe('reminders addressed to the caller create a task without an assignee', () => {
  test.each([
    ['en', 'remind me to call the vet tomorrow', 'call the vet'],
    ['en', 'remind me tomorrow to call the vet', 'call the vet'],
    ['en', 'Please remind us to call the vet tomorrow', 'call the vet'],
    ['he', 'תזכיר לי מחר להתקשר לווטרינר', 'להתקשר לווטרינר'],
    ['th', 'เตือนผมพรุ่งนี้ให้โทรหาหมอ', 'โทรหาหมอ'],
    ['es', 'recuérdame mañana llamar al veterinario', 'llamar al veterinario'],
    ['es', 'Recordame que hay que llamar al veterinario mañana', 'llamar al veterinario'],
    ['zh', '明天提醒我打电话给兽医', '打电话给兽医'],
  ] as const)('%s: %s', (language, question, title) => {
    expect(asked(language, question)).toEqual({
      kind: 'action',
      type: 'create_task',
      fields: { title, dueDate: '2026-11-22' },
      isOrder: true,
      isDoubtful: false,
      confidence: 0.95,
    });
  });

  test('a reminder for a known person sets the assignee; for an unknown person it requests clarification', () => {
    expect(asked('en', 'remind Somchai to call the vet')).toMatchObject({
      fields: { assignee: 'user_1', title: 'call the vet' },
    });
    expect(asked('en', 'remind Gustav to call the vet')).toMatchObject({
      reason: { text: 'ask.action.unknown', params: { name: 'Gustav', kind: 'person' } },
    });
  });
});

describe('currency of an amount', () => {
  test.each([
    ['en', 'record an expense of £500 for gas', 'ILS'],
    ['en', 'record an expense of 500 euros for gas', 'ILS'],
    ['en', 'record an expense of $500 for gas', 'THB'],
    ['he', 'תרשום הוצאה 1240 ₪ וטרינר', 'USD'],
    ['th', 'บันทึกค่าหมอ 1240 บาท', 'ILS'],
    ['es', 'apunta un gasto de 500 euros en gas', 'MXN'],
  ] as const)(
    'a foreign currency requires clarification: %s: %s, farm in %s',
    (language, question, currency) => {
      expect(asked(language, question, currency)).toMatchObject({
        kind: 'unclear',
        reason: { text: 'ask.other_currency', params: { currency } },
      });
    },
  );

  test.each([
    ['en', 'record an expense of £500 for gas', 'GBP'],
    ['en', 'record an expense of 500 shekels for gas', 'ILS'],
    ['en', 'record an expense of 500 for gas', 'ILS'],
    ['es', 'cargá un gasto de $1.240 de veterinario', 'MXN'],
    ['th', 'บันทึกค่าหมอ 1240 บาท', 'THB'],
  ] as const)(
    "the farm's own currency is accepted: %s: %s, farm in %s",
    (language, question, currency) => {
      expect(asked(language, question, currency)).toMatchObject({
        kind: 'action',
        type: 'create_expense',
      });
    },
  );

  test('pounds of feed are read as a weight, not as money', () => {
    expect(asked('en', 'order 500 pounds of starter feed').kind).toBe('action');
  });
});

describe('ambiguous number formats', () => {
  test.each([
    ['apunta un gasto de 1,240 en gas', '1,240', '1240', '1,24'],
    ['registra 12,500 kg de alimento en la nave 1', '12,500', '12500', '12,5'],
  ])('an ambiguous separator requires clarification: %s', (question, typed, whole, part) => {
    expect(asked('es', question)).toMatchObject({
      kind: 'unclear',
      reason: { text: 'ask.two_numbers', params: { typed, whole, part } },
    });
  });

  test.each([
    ['es', 'apunta un gasto de 1.240 en gas', 1240],
    ['es', 'apunta un gasto de 1240 en gas', 1240],
    ['es', 'apunta un gasto de 12,5 en gas', 12.5],
    ['es', 'apunta un gasto de 1.240,500 en gas', 1240.5],
    ['en', 'record an expense of 1,240 for gas', 1240],
  ] as const)('an unambiguous number is accepted: %s: %s', (language, question, amount) => {
    expect(asked(language, question)).toMatchObject({ kind: 'action', fields: { amount } });
  });
});
