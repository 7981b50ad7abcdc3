import { beforeAll, expect, test } from 'vitest';
import type { SentenceContext } from '../../../src/ask/grammar/read-sentence.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

let context: SentenceContext;

beforeAll(async () => {
  const farm = aBusyFarm();
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  context = { compiled: await loadLexicon('zh'), names: farmNames(farm, []), calendar };
});

test.each(['2号什么时候出栏', '2号啥时候能出栏'])(
  'a question for a day names the barn: %s',
  (question) => {
    expect(understand(question, context)).toMatchObject({
      intent: 'marketDate',
      question: { scope: { barnIds: ['barn_2'] } },
    });
  },
);

test('"N号" resolves to the barn if the question names another day', () => {
  expect(understand('1号今天死了几只', context)).toMatchObject({
    question: {
      scope: { barnIds: ['barn_1'] },
      period: { from: '2026-11-21', to: '2026-11-21' },
    },
  });
});

test.each(['1号现在多少度', '1号哪天死得最多', '1号鸡多重了', '1号这批鸡死了多少'])(
  '"N号" resolves to the barn if the question is about now, asks for a day or names birds: %s',
  (question) => {
    expect(understand(question, context)).toMatchObject({
      kind: 'question',
      question: { scope: { barnIds: ['barn_1'] } },
    });
  },
);

test.each(['1号湿度多少', '氨气1号多少', '料肉比1号', '1号料还能吃几天'])(
  '"N号" resolves to the barn if the measure is a current value: %s',
  (question) => {
    expect(understand(question, context)).toMatchObject({
      kind: 'question',
      question: { scope: { barnIds: ['barn_1'] } },
    });
  },
);

test('"N号" resolves to the barn if a second "N号" matches no barn', () => {
  expect(understand('1号15号死了几只', context)).toMatchObject({
    question: {
      scope: { barnIds: ['barn_1'] },
      period: { from: '2026-11-15', to: '2026-11-15' },
    },
  });
});

test('"N号" resolves to the day if a barn is named or no barn has the number', () => {
  expect(understand('1号棚3号死了几只', context)).toMatchObject({
    question: {
      scope: { barnIds: ['barn_1'] },
      period: { from: '2026-11-03', to: '2026-11-03' },
    },
  });
  expect(understand('15号死了几只', context)).toMatchObject({
    question: { scope: {}, period: { from: '2026-11-15', to: '2026-11-15' } },
  });
});

test('"N号" requires clarification if the context does not resolve it', () => {
  expect(understand('1号死了几只', context)).toMatchObject({
    kind: 'unclear',
    reason: { text: 'ask.several_meanings' },
    choices: [{ kind: 'barn', id: 'barn_1', label: 'Barn 1' }],
  });
});

test('an unknown name before the word for barn or farm is reported as unknown', () => {
  expect(understand('东棚死了几只', context)).toMatchObject({
    kind: 'unclear',
    reason: { text: 'ask.no_such_barn' },
  });
  expect(understand('大发农场有多少鸡', context)).toMatchObject({
    kind: 'unclear',
    reason: { text: 'ask.no_such_farm' },
  });
});
