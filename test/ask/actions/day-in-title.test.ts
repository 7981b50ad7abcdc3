import { expect, test } from 'vitest';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

// The day is Saturday, 2026-11-21.
test.each<[Language, string, string, string]>([
  [
    'en',
    'remind Somchai to phone the vet on Monday 8am about it',
    'phone the vet 8am about it',
    '2026-11-23',
  ],
  ['es', 'recuérdale a Somchai pagar la luz el lunes 23', 'pagar la luz', '2026-11-23'],
  ['en', 'remind Somchai to phone on Monday 24 vets', 'phone 24 vets', '2026-11-23'],
])(
  '%s: a day in a task title becomes the due date: %s',
  async (language, order, title, dueDate) => {
    const farm = aBusyFarm();
    const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
    const compiled = await loadLexicon(language);
    expect(understand(order, { compiled, names: farmNames(farm, []), calendar })).toMatchObject({
      type: 'create_task',
      fields: { title, dueDate, assignee: 'user_1' },
      isDoubtful: true,
    });
  },
);
