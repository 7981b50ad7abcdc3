import { expect, test } from 'vitest';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import type { AskAnswer } from '../../../src/platform/ask/question-farm.ts';
import { combineAnswers, combineFarmAnswers } from '../../../src/platform/ask/several-answers.ts';

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

/** The answer of a farm with the number of its birds. */
function birdsOf(value: number, answer: string) {
  const facts = [{ label: 'Live birds, all', value, unit: 'birds', asOf: null, source: {} }];
  const rest = { lang: 'en', mode: 'deterministic', confidence: 1, understood: {} } as const;
  return { farm: { id: `farm_${value}`, name: 'Farm' }, answer: { ...rest, facts, answer } };
}

// A bound holds for the sum, too, wherever it stands in a sentence.
test.each([
  ['All farms together: 96,870 birds.', '70,511 birds are alive.', '26,359 birds are alive.'],
  [
    'All farms together: at most 96,870 birds.',
    '70,511 birds are alive.',
    'At most 26,359 birds are alive.',
  ],
  [
    'All farms together: about 96,870 birds.',
    'There are at least 70,511 birds.',
    'At most 26,359 birds are alive.',
  ],
])('the total over farms is as certain as its parts: %s', async (total, one, other) => {
  const reported = [birdsOf(70_511, one), birdsOf(26_359, other)];
  const { answer } = combineFarmAnswers(reported, await loadLanguage('en'));
  expect(answer.split('\n')[0]).toBe(total);
});
