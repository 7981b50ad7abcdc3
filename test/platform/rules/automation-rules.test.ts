import { expect, test } from 'vitest';
import { automations } from '../../../src/model/resources/automations.ts';
import { issuesIn } from '../../support/rule-situation.ts';

test('errors in the trigger and in the action of an automation are reported together', async () => {
  const after = { name: 'x', trigger: { metric: 'nh3', op: '=', value: 1 }, action: {} };
  const issues = await issuesIn(automations, { after });
  expect(issues.map(({ path }) => path)).toEqual(['trigger.op', 'action']);
});

test('the automation of the reference documents is accepted', async () => {
  expect(await issuesIn(automations, { after: automations.example })).toEqual([]);
});

test('an automation may lack both', async () => {
  expect(await issuesIn(automations, { after: { name: 'x' } })).toEqual([]);
});
