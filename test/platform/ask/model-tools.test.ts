import { expect, test } from 'vitest';
import { measureNames } from '../../../src/model/measures.ts';
import { actionTypes } from '../../../src/model/resources/actions.ts';
import { toolDescriptions } from '../../../src/platform/ask/converse.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into here.
const parametersOf = (name: string): any =>
  toolDescriptions.find((tool) => tool.name === name)?.parameters;

test('read_measure accepts every measure', () => {
  expect(parametersOf('read_measure').properties.measure.enum).toEqual(measureNames);
});

test('propose_action accepts every action type with its own fields', () => {
  const { anyOf } = parametersOf('propose_action').properties.action;
  const types = anyOf.map(
    (one: { properties: { type: { const: string } } }) => one.properties.type.const,
  );
  expect(types).toEqual(actionTypes);
  const expense = anyOf[types.indexOf('create_expense')];
  expect(expense.required).toEqual(['type', 'amount', 'category']);
  expect(expense.properties.amount.type).toBe('number');
  const task = anyOf[types.indexOf('create_task')];
  expect(task.properties.priority.enum).toContain('high');
  expect(expense.properties).not.toHaveProperty('farmId');
});

test('schemas contain no keywords that some model servers cannot convert to a grammar', () => {
  expect(JSON.stringify(toolDescriptions)).not.toMatch(/"(?:pattern|oneOf|allOf|\$ref)"/);
});
