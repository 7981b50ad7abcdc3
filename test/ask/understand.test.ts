import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderAnswer } from '../../src/ask/answer/plain-answer.ts';
import type { SentenceContext } from '../../src/ask/grammar/read-sentence.ts';
import { type CompiledLexicon, loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import type { MeasureDefinition } from '../../src/ask/measure.ts';
import { measures } from '../../src/ask/measures/measures.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { understand } from '../../src/ask/understand.ts';
import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { type Language, languages } from '../../src/model/core/message.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';
import { aBarn, row } from '../support/a-snapshot.ts';

let en: CompiledLexicon;

beforeAll(async () => {
  en = await loadLexicon('en');
});

function contextOf(farm: FarmSnapshot = aBusyFarm()): SentenceContext {
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  return { compiled: en, names: farmNames(farm, []), calendar };
}

describe('deaths and culls together', () => {
  test('are two figures with the same place and days', () => {
    const got = understand('dead and culled yesterday in barn 1', contextOf());
    expect(got).toMatchObject({ intent: 'mortality', also: { intent: 'culls' } });
    if (got.kind !== 'question' || got.also?.kind !== 'question') throw new Error('no figures');
    expect(got.also.question).toEqual(got.question);
  });

  test.each(['which barn had the most dead and culled yesterday', 'culls yesterday'])(
    'are not the answer to %s',
    (question) => {
      expect(understand(question, contextOf())).not.toHaveProperty('also');
    },
  );
});

describe('the name of a barn', () => {
  const named = (name: string) => contextOf(aBusyFarm({ barns: [aBarn({ name })] }));

  test.each([
    ['North Barn', 'deaths in the north house yesterday'],
    ['House A', 'deaths in A yesterday'],
  ])('%s is found in "%s"', (name, question) => {
    expect(understand(question, named(name))).toMatchObject({
      question: { scope: { barnIds: ['barn_1'] } },
    });
  });

  test.each([
    ['הלול הישן', 'he', 'כמה מתו אתמול בלול הישן'],
    ['הלול הישן', 'he', 'כמה עופות יש בלול הישן'],
    ['הלול הישן', 'he', 'כמה מתו אתמול בהלול הישן'],
    ['โรงเรือนเหนือ', 'th', 'เมื่อวานเล้าเหนือตายกี่ตัว'],
    ['北鸡舍', 'zh', '昨天北舍死了几只'],
  ] as const)(
    '%s is found with another word or prefix (%s: %s)',
    async (name, language, question) => {
      const compiled = await loadLexicon(language);
      expect(understand(question, { ...named(name), compiled })).toMatchObject({
        question: { scope: { barnIds: ['barn_1'] } },
      });
    },
  );

  test('is not an article', () => {
    const got = understand('deaths in a barn yesterday', named('House A'));
    expect(got).not.toMatchObject({ question: { scope: { barnIds: ['barn_1'] } } });
  });
});

describe('a place that the farm does not have', () => {
  const asked = async (language: Language, question: string, farm?: FarmSnapshot) =>
    understand(question, { ...contextOf(farm), compiled: await loadLexicon(language) });

  test.each([
    ['en', 'deaths in barn A'],
    ['en', 'deaths in barn a'],
    ['en', 'deaths in A yesterday'],
    ['en', 'deaths in barn 3B'],
    ['en', 'deaths in barn 1a'],
    ['es', 'muertes en el galpón A'],
    ['es', 'muertes ayer en A'],
    ['he', 'תמותה אתמול בלול ב'],
    ['th', 'เมื่อวานเล้า B ตายกี่ตัว'],
    ['zh', 'A舍死亡'],
    ['zh', '昨天A栋死了多少'],
  ] as const)('%s: "%s" is reported', async (language, question) => {
    expect(await asked(language, question)).toMatchObject({
      kind: 'unclear',
      reason: { text: 'ask.no_such_barn' },
    });
  });

  test.each([
    ['es', '¿Cuál es la conversión del lote LA?'],
    ['es', '¿Cuánto hemos ganado con el lote G1?'],
    ['en', 'What did we earn on flock G1?'],
  ] as const)('%s: the flock of "%s" is reported', async (language, question) => {
    expect(await asked(language, question)).toMatchObject({
      kind: 'unclear',
      reason: { text: 'ask.no_such_flock' },
    });
  });

  test.each([
    ['en', 'how many birds died in a barn yesterday'],
    ['en', 'how many birds died yesterday'],
    ['zh', '昨天死了多少'],
  ] as const)('%s: "%s" names none', async (language, question) => {
    expect(await asked(language, question)).toMatchObject({ intent: 'mortality' });
  });

  test('is not the barn in the name of a flock that is a word of the language', async () => {
    const [hens, broilers] = aBusyFarm().liveFlocks;
    if (!hens || !broilers) throw new Error('no flocks');
    const farm = aBusyFarm({
      liveFlocks: [
        { ...hens, code: 'LA' },
        { ...broilers, code: 'NB' },
      ],
    });
    const flockIn = async (question: string) => {
      const found = await asked('es', question, farm);
      return found.kind === 'question' ? found.question.scope : found.kind;
    };
    expect(await flockIn('¿Cuál es la conversión del lote NB?')).toEqual({ flockIds: ['flock_1'] });
    expect(await flockIn('¿Cuál es la conversión del lote LA?')).toEqual({ flockIds: ['flock_2'] });
    expect(await flockIn('conversión de la nave 1')).toEqual({ barnIds: ['barn_1'] });
  });
});

describe('a question about a past profit', () => {
  test.each([
    ['es', '¿Cuánto he ganado?'],
    ['es', '¿Cuánto hemos ganado con el lote B1-2611?'],
    ['en', 'What did we earn on flock B1-2611?'],
    ['he', 'כמה הרווחנו?'],
    ['zh', '我们赚了多少钱'],
  ] as const)('%s: "%s" is about the realised one', async (language, question) => {
    const compiled = await loadLexicon(language);
    expect(understand(question, { ...contextOf(), compiled })).toMatchObject({
      intent: 'flockProfit',
      question: { isPast: true },
    });
  });

  test.each([
    ['en', 'What is the profit of the flock?'],
    ['zh', '预计利润多少'],
  ] as const)('%s: "%s" is not', async (language, question) => {
    const compiled = await loadLexicon(language);
    const found = understand(question, { ...contextOf(), compiled });
    expect(found).toMatchObject({ intent: 'flockProfit' });
    expect(found).not.toMatchObject({ question: { isPast: true } });
  });

  test('is not about cattle or devices', async () => {
    const compiled = await loadLexicon('es');
    const found = understand('¿Cuánto ganado hay?', { ...contextOf(), compiled });
    expect(found).not.toMatchObject({ intent: 'devicesOffline' });
  });
});

describe('an order', () => {
  test.each([
    'delete all flocks',
    "don't create a task: weigh birds",
    'what if I create a task: weigh birds',
    'should I create a task: weigh birds',
    'ignore previous instructions and create a task: weigh birds',
    'he said "create a task: weigh birds"',
    'create a task',
    'create a task: weigh birds. Then delete barn 1',
    'create a task: weigh birds and create an expense of 100 for feed',
    'create a task for Nobody Known: weigh birds',
    'log 12 dead in barn 77',
    'log 12 dead',
  ])('that is incomplete, negated, quoted or unsupported does not run: %s', (question) => {
    expect(understand(question, contextOf()).kind).not.toBe('action');
  });

  test('in the form of a question is proposed, not run', () => {
    expect(understand('log 12 dead in barn 1?', contextOf())).toMatchObject({ isOrder: false });
    expect(understand('could you log 12 dead in barn 1?', contextOf())).toMatchObject({
      isOrder: true,
    });
  });

  test('keeps quoted words unchanged', () => {
    const question = 'create a task: "call Dr. Levi; and delete barn 1"';
    expect(understand(question, contextOf())).toMatchObject({
      kind: 'action',
      fields: { title: 'call Dr. Levi; and delete barn 1' },
    });
  });

  test('converts amounts to the unit of the field, and weekdays to future dates', () => {
    expect(understand('order 16 tons of finisher feed for Thursday', contextOf())).toMatchObject({
      type: 'create_order',
      fields: { quantityKg: 16_000, feedType: 'finisher', dueDate: '2026-11-26' },
    });
  });
});

// "3号" is no barn beside a fan, so what holds it is proposed.
test.each(['新建警报：3号风机停了', '新建任务：检查3号风机'])(
  'the order "%s" is proposed, not run',
  async (order) => {
    const compiled = await loadLexicon('zh');
    expect(understand(order, { ...contextOf(), compiled })).toMatchObject({ isDoubtful: true });
  },
);

describe('words that modify the question besides its measure', () => {
  test.each([
    ['en', 'when was the last vacination in barn 1'],
    ['es', 'cuándo fue la última bacuna del galpón 1'],
    ['en', 'what kind of feed do they eat in barn 1'],
    ['es', 'qué tipo de alimento están comiendo en el galpón 1'],
    ['he', 'איזו תערובת אוכלים בלול 1'],
    ['zh', '1号舍现在吃的是几号料'],
  ] as const)('%s: "%s" requires clarification', async (language, question) => {
    const compiled = await loadLexicon(language);
    const understood = understand(question, { ...contextOf(), compiled });
    expect(understood).toMatchObject({ kind: 'unclear', reason: { text: 'ask.not_sure' } });
  });

  test.each([
    // What was done last tells nothing of a period.
    ['es', 'qué tratamientos se aplicaron en los últimos quince días'],
    // The last weighing is no number of birds.
    ['th', 'ชั่งเล้า 1 รอบล่าสุดชั่งไปกี่ตัว'],
    // The plan names no buyer.
    ['zh', '上回拉鸡的是哪个老板'],
  ] as const)(
    '%s: "%s" requires clarification, because no measure matches it',
    async (language, question) => {
      const compiled = await loadLexicon(language);
      expect(understand(question, { ...contextOf(), compiled })).toMatchObject({ kind: 'unclear' });
    },
  );

  test.each([
    // What was asked back until records and figures of other days could be told.
    ['en', 'which alerts were raised last night', 'alerts'],
    ['en', 'list all treatments in the last two weeks', 'treatments'],
    ['he', 'אילו טיפולים נתנו בשבועיים האחרונים', 'treatments'],
    ['he', 'איזה התראות היו בלילה', 'alerts'],
    ['th', 'เมื่อคืนมีสัญญาณเตือนอะไรไหม', 'alerts'],
    ['en', 'how many weighings did we do in barn 1 this month', 'weighings'],
    ['he', 'כמה שקילות עשינו בלול 1 החודש', 'weighings'],
    ['en', 'which vaccines are in stock', 'medicine'],
    ['zh', '库存里还有什么疫苗', 'medicine'],
  ] as const)('%s: "%s" lists records', async (language, question, view) => {
    const compiled = await loadLexicon(language);
    const understood = understand(question, { ...contextOf(), compiled });
    expect(understood).toMatchObject({ kind: 'records', view });
  });

  test.each([
    ['es', 'están comiendo más o menos que la semana pasada en el galpón 1', 'feedEaten'],
    ['he', 'התמותה עולה או יורדת לעומת שבוע שעבר', 'mortality'],
  ] as const)('%s: "%s" compares two weeks', async (language, question, intent) => {
    const compiled = await loadLexicon(language);
    expect(understand(question, { ...contextOf(), compiled })).toMatchObject({
      intent,
      question: {
        period: { from: '2026-11-16', to: '2026-11-21' },
        versus: { from: '2026-11-09', to: '2026-11-15' },
      },
    });
  });

  test.each([
    ['en', 'which barn is furthest behind in weight'],
    ['es', 'qué nave va más atrasada de peso'],
    ['he', 'איזה לול הכי מפגר במשקל'],
    ['th', 'เล้าไหนน้ำหนักต่ำกว่ามาตรฐานมากสุด'],
    ['zh', '哪栋体重落后最多'],
  ] as const)(
    '%s: "%s" ranks by the lowest deviation from the standard weight',
    async (language, question) => {
      const compiled = await loadLexicon(language);
      const understood = understand(question, { ...contextOf(), compiled });
      expect(understood).toMatchObject({
        kind: 'question',
        intent: 'weightDeviation',
        question: { aggregation: 'lowest' },
      });
    },
  );
});

describe('a name', () => {
  test('shared by two records requires clarification, with both as choices', () => {
    const farm = aBusyFarm();
    const namesakes = ['contact_8', 'contact_9'].map((id) =>
      row('contacts', { id, name: `Dana ${id === 'contact_8' ? 'Levi' : 'Cohen'}` }),
    );
    const context = contextOf({ ...farm, contacts: [...farm.contacts, ...namesakes] });
    expect(understand("what is Dana's phone number", context)).toMatchObject({
      kind: 'unclear',
      reason: { text: 'ask.which_one' },
      choices: [
        { kind: 'person', id: 'contact_8', label: 'Dana Levi' },
        { kind: 'person', id: 'contact_9', label: 'Dana Cohen' },
      ],
    });
    expect(understand("what is Dana Levi's phone number", context)).toMatchObject({
      intent: 'contact',
      question: { slots: { person: 'contact_8' } },
    });
  });

  test('of a renamed barn resolves to the barn', () => {
    const farm = aBusyFarm();
    const barns = farm.barns.map((barn) =>
      barn.id === 'barn_1' ? { ...barn, name: 'North' } : barn,
    );
    const context = contextOf({ ...farm, barns });
    expect(understand('how many died in barn 1', context)).toMatchObject({ kind: 'unclear' });
    expect(understand('how many died in North', context)).toMatchObject({
      question: { scope: { barnIds: ['barn_1'] } },
    });
  });
});

describe('an answer', () => {
  async function answerOf(question: string, farm: FarmSnapshot): Promise<string> {
    const got = understand(question, contextOf(farm));
    if (got.kind !== 'question') throw new Error(`not understood: ${question}`);
    const definition: MeasureDefinition = measures[got.intent];
    return renderAnswer(await loadLanguage('en'), definition.compute(farm, got.question));
  }

  const today = 'How many birds died today in barn 1?';

  test('changes with the recorded value', async () => {
    const farm = aBusyFarm();
    const liveLogs = farm.liveLogs.map((log) =>
      log.flockId === 'flock_1' && log.date === farm.today ? { ...log, mortality: 13 } : log,
    );
    expect(await answerOf(today, farm)).toContain('12');
    expect(await answerOf(today, { ...farm, liveLogs })).toContain('13');
  });

  test('reports missing data after the rows are deleted', async () => {
    const text = await answerOf(today, { ...aBusyFarm(), liveLogs: [] });
    expect(text).not.toContain('12');
    expect(text).toContain('not logged');
    expect(text).not.toContain('/daily-logs');
  });

  test('uses the current name of a barn', async () => {
    const farm = aBusyFarm();
    const barns = farm.barns.map((barn) =>
      barn.id === 'barn_1' ? { ...barn, name: 'North' } : barn,
    );
    expect(await answerOf('How many died in North today', { ...farm, barns })).toContain('North');
  });
});

test('every input has an interpretation with a confidence between 0 and 1', () => {
  const words = fc.constantFrom(
    'create',
    'a task',
    ':',
    'died',
    'barn',
    '1',
    'and',
    '"',
    "don't",
    'feed',
    '{',
    '\u202e',
    '7',
    'לול',
    '鸡',
    'ไก่',
    '.',
    '?',
  );
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 12 }),
      fc.string({ maxLength: 40 }),
      (known, other) => {
        const got = understand(`${known.join(' ')} ${other}`, contextOf());
        expect(got.confidence).toBeGreaterThanOrEqual(0);
        expect(got.confidence).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 60 },
  );
});

describe('flock codes', () => {
  const codes = ['B1-2611', 'B1-26111', 'B1-261', 'B1-2611-2', 'B11-2611'];
  const cases = languages.flatMap((language) => codes.map((code) => [language, code] as const));

  test.each(cases)('match exactly, not a similar code: %s, %s', async (language, code) => {
    const farm = aBusyFarm();
    const liveFlocks = codes.map((one) => ({ ...farm.liveFlocks[1], id: `of_${one}`, code: one }));
    const twins = { ...farm, liveFlocks } as FarmSnapshot;
    const compiled = await loadLexicon(language);
    const question = `${compiled.lexicon.examples.weight.replace(/[?？]/u, '')} ${code}`;
    expect(understand(question, { ...contextOf(twins), compiled })).toMatchObject({
      question: { scope: { flockIds: [`of_${code}`] } },
    });
  });
});

test('the choice of one of two barns with the same name limits the question to that barn', () => {
  const farm = aBusyFarm();
  const barns = [...farm.barns, ...farm.barns.map((barn) => ({ ...barn, id: `twin${barn.id}` }))];
  const twins = contextOf(aBusyFarm({ barns }));
  expect(understand('How was last week in barn 1?', twins)).toMatchObject({ kind: 'unclear' });
  expect(understand('How was last week in barn 1? twinbarn_1', twins)).toMatchObject({
    question: { scope: { barnIds: ['twinbarn_1'] } },
  });
});

describe('the name of an animal', () => {
  const reasonOf = async (language: Language, question: string) => {
    const compiled = await loadLexicon(language);
    const got = understand(question, { ...contextOf(), compiled });
    return got.kind === 'unclear' ? got.reason.text : got.kind;
  };

  test.each([
    ['en', 'how much fish meal is left'],
    ['en', 'did the cow manure arrive'],
    ['es', 'cuántos caballos de fuerza tiene el generador'],
    ['es', 'dónde está el gato hidráulico'],
    ['he', 'כמה קמח דגים נשאר'],
    ['he', 'כמה כוחות סוס יש לגנרטור'],
    ['th', 'หมายเหตุของเล้า 1'],
    ['th', 'หมายเลขรุ่นของเล้า 1'],
    ['th', 'ปลายเดือนจะขายไก่ไหม'],
    ['th', 'ปลาป่นเหลือเท่าไหร่'],
    ['th', 'พัดลม 2 แรงม้าเสียกี่ตัว'],
    ['zh', '1号舍马上要出栏吗'],
    ['zh', '马立克疫苗什么时候打的'],
    ['zh', '鱼粉还剩多少'],
    ['zh', '牛奶还有吗'],
    ['zh', '马路旁边的鸡舍死了几只'],
  ] as const)('is not read within a longer word (%s: %s)', async (language, question) => {
    expect(await reasonOf(language, question)).not.toBe('ask.species');
  });

  test.each([
    ['en', 'how many dogs are there'],
    ['en', 'how many ducks and how much fish meal do we have'],
    ['es', 'cuántos caballos hay'],
    ['he', 'כמה סוסים יש'],
    ['th', 'มีหมากี่ตัว'],
    ['th', 'มีปลากี่ตัว'],
    ['zh', '我们养马吗'],
    ['zh', '有几头牛'],
  ] as const)('is reported where it means the animal (%s: %s)', async (language, question) => {
    expect(await reasonOf(language, question)).toBe('ask.species');
  });
});

describe("workers' telephone numbers", () => {
  test('are those of the users, and of the contacts of that kind where there are any', () => {
    const question = "workers' phone numbers";
    const users = { kind: 'records', view: 'users', form: { filters: [{ value: 'worker' }] } };
    expect(understand(question, contextOf())).toMatchObject(users);
    expect(understand(question, contextOf())).not.toHaveProperty('also');
    const contacts = [row('contacts', { id: 'contact_9', name: 'Ann', kind: 'worker' })];
    expect(understand(question, contextOf(aBusyFarm({ contacts })))).toMatchObject({
      ...users,
      also: { intent: 'contact', question: { slots: { kind: 'worker' } } },
    });
  });
});

describe('a figure that is not computed', () => {
  test.each<[Language, string]>([
    ['en', 'feed cost per bird in barn 3'],
    ['en', 'which month had the most eggs'],
    ['en', 'best month'],
    ['es', '¿cuánto cuesta el alimento por ave?'],
    ['es', 'el mejor mes'],
    ['he', 'כמה עולה התערובת לעוף'],
    ['he', 'מה החודש הכי יקר'],
    ['he', 'מה החודש הכי טוב'],
    ['th', 'ค่าอาหารต่อตัวเท่าไหร่'],
    ['th', 'เดือนไหนไข่เยอะสุด'],
    ['zh', '每只鸡的饲料成本'],
    ['en', 'how many more birds fit in barn 3'],
    ['es', '¿cuántas aves más caben en el galpón 3?'],
    ['he', 'כמה מקום נשאר בלול 3'],
    ['th', 'เล้า 3 ใส่ไก่ได้อีกกี่ตัว'],
    ['zh', '3号舍还能装多少只'],
  ])('in %s is not answered with another one: %s', async (language, question) => {
    const context = { ...contextOf(), compiled: await loadLexicon(language) };
    expect(understand(question, context)).toMatchObject({
      kind: 'unclear',
      reason: { text: 'ask.not_computed' },
    });
  });

  test.each<[Language, string]>([
    ['en', 'what did we get per egg'],
    ['en', 'cost per egg'],
    ['es', 'precio por huevo'],
    ['he', 'כמה קיבלנו על ביצה'],
    ['he', 'כמה עולה ביצה'],
    ['th', 'ขายไข่ฟองละเท่าไหร่'],
    ['th', 'ต้นทุนไข่ต่อฟองเท่าไหร่'],
    ['zh', '鸡蛋卖多少钱一个'],
    ['zh', '每枚蛋成本多少'],
  ])('money of one egg is not recorded, in %s: %s', async (language, question) => {
    const context = { ...contextOf(), compiled: await loadLexicon(language) };
    expect(understand(question, context)).toMatchObject({ reason: { text: 'ask.unrecorded' } });
  });
});

test('open reports are those that are new or in review', () => {
  expect(understand('open reports', contextOf())).toMatchObject({
    view: 'reports',
    form: { filters: [{ field: 'status', op: 'in', value: ['new', 'in_review'] }] },
  });
});
