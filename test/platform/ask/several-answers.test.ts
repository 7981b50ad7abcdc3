import { expect, test } from 'vitest';
import type { AskAnswer } from '../../../src/platform/ask/question-farm.ts';
import { combineAnswers } from '../../../src/platform/ask/several-answers.ts';

/** The answer about medicine with one line and one fact for each record. */
function answerAbout(head: string, ids: readonly string[]): AskAnswer {
  const facts = ids.map((id) => ({
    ...{ label: 'Stock, Tylosin', value: 2, unit: 'kg', asOf: '2026-11-21' },
    source: { resource: 'medicine', ids: [id] },
  }));
  return {
    ...{ lang: 'en', mode: 'deterministic', confidence: 1, facts },
    understood: { intent: 'medicineLow', farm: 'farm_1' },
    answer: [head, ...ids.map(() => 'Tylosin: 2 kg, expired on Nov 2, 2026.')].join('\n'),
  } as AskAnswer;
}

test('two answers about the same record have its line once', () => {
  const { answer } = combineAnswers([
    answerAbout('1 product is running low.', ['medicine_1']),
    answerAbout('1 product has expired.', ['medicine_1']),
  ]);
  expect(answer.split('\n')).toEqual([
    '1 product is running low.',
    'Tylosin: 2 kg, expired on Nov 2, 2026.',
    '1 product has expired.',
  ]);
});

test('two answers about different records have both lines, even if they are the same', () => {
  const { answer } = combineAnswers([
    answerAbout('1 product is running low.', ['medicine_1']),
    answerAbout('1 product has expired.', ['medicine_2']),
  ]);
  expect(answer.split('\n')).toHaveLength(4);
});
