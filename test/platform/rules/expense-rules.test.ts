import { expect, test } from 'vitest';
import { expenses } from '../../../src/model/resources/expenses.ts';
import { issuesIn } from '../../support/rule-situation.ts';

test.each([
  ['a known one', 'labor', null],
  ['one of the farm', 'egg trays', null],
  ['one close to a known one', 'electricty', 'electricity'],
])('the category of an expense: %s', async (_which, category, suggestion) => {
  const after = { date: '2026-11-20', category, amount: 100 };
  const issues = await issuesIn(expenses, { after, isStrict: true });
  expect(issues.map(({ path, message }) => [path, message.includes(String(suggestion))])).toEqual(
    suggestion === null ? [] : [['category', true]],
  );
  expect(await issuesIn(expenses, { after })).toEqual([]);
});
