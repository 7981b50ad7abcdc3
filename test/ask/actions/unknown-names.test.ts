import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames, findPeopleByName } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);

async function asked(language: Language, sentence: string) {
  const compiled = await loadLexicon(language);
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  return understand(sentence, { compiled, names, calendar });
}

describe('orders that name an unknown person or barn', () => {
  test.each([
    ['en', 'give the filter cleaning to Bob', 'Bob'],
    ['es', 'asígnale la limpieza de los filtros a Roberto', 'Roberto'],
    ['he', 'תעביר את ניקוי המסננים לדני', 'דני'],
    ['th', 'มอบงานล้างไส้กรองให้วิชัย', 'วิชัย'],
    ['zh', '把清洗滤网的任务交给老张', '老张'],
  ] as const)(
    '%s: the clarification names the unknown person and the known people: %s',
    async (language, order, name) => {
      const got = await asked(language, order);
      expect(got).toMatchObject({
        kind: 'unclear',
        reason: { text: 'ask.action.unknown', params: { name, kind: 'person' } },
      });
      expect(JSON.stringify(got)).toContain('Somchai');
    },
  );

  test.each([
    ['en', 'make a task for Marcus to clean the fans', 'Marcus'],
    ['en', 'add a task for Marcus: clean the fans', 'Marcus'],
    ['en', 'create a task for Marcus clean the fans tomorrow', 'Marcus'],
    ['es', 'crea una tarea para Marcos: limpiar los ventiladores', 'Marcos'],
    ['es', 'hazle una tarea a Marcos para limpiar los ventiladores', 'Marcos'],
    ['es', 'recuérdale a Marcos llamar al veterinario', 'Marcos'],
    ['he', 'תיצור משימה למרקוס: לנקות מאווררים', 'מרקוס'],
    ['he', 'תוסיף משימה למרקוס לנקות את המאווררים', 'מרקוס'],
    ['he', 'תגיד למרקוס לנקות את המאווררים', 'מרקוס'],
    ['th', 'สร้างงานให้มานะ ล้างพัดลม', 'มานะ'],
    ['th', 'เพิ่มงานให้มานะ: ล้างพัดลม', 'มานะ'],
    ['th', 'สร้างงานให้มานะล้างพัดลม', 'มานะ'],
    ['th', 'สร้างงานล้างพัดลมให้มานะ', 'มานะ'],
    ['zh', '给老张建个任务：清洗风机', '老张'],
    ['zh', '新建任务给老张：检查饮水', '老张'],
  ] as const)(
    '%s: a task for an unknown person requires clarification: %s',
    async (language, order, name) => {
      expect(await asked(language, order)).toMatchObject({
        kind: 'unclear',
        reason: { text: 'ask.action.unknown', params: { name, kind: 'person' } },
      });
    },
  );

  test.each([
    ['en', 'create a task for the fans in barn 2'],
    ['en', 'add a task for tomorrow: clean the fans'],
    ['es', 'crea una tarea para los ventiladores del galpón 2'],
    ['he', 'תיצור משימה למאווררים בלול 2'],
    ['th', 'สร้างงานล้างพัดลมให้สะอาด'],
    ['th', 'สร้างงานให้ล้างพัดลม'],
    ['zh', '新建任务：给风机加油'],
  ] as const)('%s: an object after "for" is not read as a person: %s', async (language, order) => {
    expect(await asked(language, order)).toMatchObject({ kind: 'action', type: 'create_task' });
  });

  test.each([
    ['en', 'add a note to barn 7: the door is broken'],
    ['es', 'agrega una nota al galpón 7: la puerta está rota'],
    ['he', 'תוסיף הערה ללול 7: הדלת שבורה'],
    ['th', 'จดโน้ตเล้า 7 ว่าประตูพัง'],
    ['zh', '给7号舍加个备注：门坏了'],
  ] as const)(
    '%s: the clarification names the unknown barn and the barns of the farm: %s',
    async (language, order) => {
      expect(await asked(language, order)).toMatchObject({
        kind: 'unclear',
        reason: {
          text: 'ask.action.unknown',
          params: { kind: 'barn', known: 'Barn 1, Barn 2, Barn 3' },
        },
      });
    },
  );

  test.each([
    ['en', 'log 12 dead in barn 1, no, barn 2'],
    ['es', 'anota 12 muertos en el galpón 1, no, perdón, el 2'],
    ['he', 'תרשום 12 מתים בלול 1, סליחה, בלול 2'],
  ] as const)('%s: a self-corrected order is proposed, not run: %s', async (language, order) => {
    expect(await asked(language, order)).toMatchObject({
      kind: 'action',
      type: 'log_daily',
      fields: { barnId: 'barn_2', mortality: 12 },
      isDoubtful: true,
    });
  });
});

test('names match phonetically across scripts and by spelling within one script', () => {
  const people = ['Nora Bennett', 'איתן כהן'].map(
    (name) => ({ kind: 'person', id: name, name, resource: 'users' }) as const,
  );
  expect(findPeopleByName('נורה', people).map(({ id }) => id)).toEqual(['Nora Bennett']);
  expect(findPeopleByName('איתן', people).map(({ id }) => id)).toEqual(['איתן כהן']);
  // The same consonants as איתן.
  expect(findPeopleByName('דני', people)).toEqual([]);
});
