import { expect, test } from 'vitest';
import { actionSchema } from '../../../src/model/api/write-schema.ts';
import { type ActionType, actions, actionTypes } from '../../../src/model/resources/actions.ts';
import { createValidator } from '../../http/openapi/validator.ts';

const validate = createValidator();

test.each(actionTypes)('the example of %s fits its schema', (type) => {
  expect(validate(actionSchema(type), { type, ...actions[type].example })).toEqual([]);
});

test.each<[ActionType, object]>([
  ['create_task', {}],
  ['complete_task', { note: 'done' }],
  ['create_order', { unit: 'bales' }],
  ['create_expense', { amount: 10 }],
  ['create_flock', { barnId: 'barn_1' }],
  ['log_daily', { mortality: 3 }],
  ['set_farm_location', { latitude: 91, longitude: 0 }],
  ['navigate', {}],
])('%s without its required fields does not: %j', (type, fields) => {
  expect(validate(actionSchema(type), { type, ...fields })).not.toEqual([]);
});

test('a field has the meaning of the field of the resource', () => {
  expect(actionSchema('create_alert')['properties']).toMatchObject({
    farmId: { type: 'string' },
    type: { const: 'create_alert' },
    title: { type: 'string', minLength: 1, maxLength: 200 },
    severity: { description: expect.stringMatching(/Default: warning\.$/) },
  });
});
