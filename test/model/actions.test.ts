import { expect, test } from 'vitest';
import { writableFields } from '../../src/model/core/resource.ts';
import {
  type ActionDefinition,
  actionFields,
  actions,
  actionTypes,
} from '../../src/model/resources/actions.ts';
import { resources } from '../../src/model/resources/registry.ts';

test('there are the 14 actions of the specification', () => {
  expect(actionTypes).toEqual([
    'create_task',
    'complete_task',
    'create_order',
    'create_expense',
    'create_contact',
    'create_barn',
    'create_flock',
    'log_daily',
    'create_alert',
    'create_medicine',
    'create_feed_delivery',
    'set_farm_location',
    'set_barn_location',
    'navigate',
  ]);
});

test.each([
  ['create_task', ['title'], ['assignee', 'priority', 'details', 'barnId', 'dueDate', 'frequency']],
  ['complete_task', [], ['taskId', 'title', 'note']],
  [
    'create_expense',
    ['amount', 'category'],
    ['date', 'description', 'flockId', 'barnId', 'supplierId'],
  ],
  ['create_contact', ['name'], ['kind', 'phone', 'email', 'company']],
  ['create_barn', ['name'], ['capacity', 'areaSqm', 'barnType']],
  [
    'create_flock',
    ['barnId', 'placementDate'],
    ['breed', 'chicksReceived', 'pricePerChick', 'targetWeightKg', 'code'],
  ],
  ['create_alert', ['title'], ['severity', 'category', 'barnId', 'flockId', 'message']],
  ['create_medicine', ['name'], ['kind', 'quantity', 'unit', 'expiryDate', 'minQuantity']],
  [
    'create_feed_delivery',
    ['quantityKg'],
    ['date', 'feedType', 'flockId', 'pricePerTon', 'supplierId'],
  ],
  ['set_farm_location', ['latitude', 'longitude'], []],
  ['set_barn_location', ['barnId', 'latitude', 'longitude'], ['headingDeg']],
  ['navigate', ['path'], []],
] as const)('%s requires %j and accepts %j', (type, required, optional) => {
  const fields = actionFields(actions[type]);
  const namesOf = (isRequired: boolean) =>
    fields.filter(([, field]) => (field.required === true) === isRequired).map(([name]) => name);
  expect(namesOf(true).toSorted()).toEqual(required.toSorted());
  expect(namesOf(false).toSorted()).toEqual(optional.toSorted());
});

test.each([
  ['complete_task', ['taskId', 'title']],
  ['create_order', ['quantityKg', 'title']],
  ['log_daily', ['flockId', 'barnId']],
] as const)('%s requires one of %j', (type, anyOf) => {
  expect(actions[type].anyOf).toEqual(anyOf);
});

test('a field equals that of the resource it is written to, but is required by the action', () => {
  const fields = Object.fromEntries(actionFields(actions.create_expense));
  expect(fields['date']).toEqual({ type: 'date', defaultFrom: 'today' });
  expect(fields['amount']).toMatchObject({ type: 'money', min: -1e13, max: 1e13, required: true });
  expect(Object.fromEntries(actionFields(actions.set_farm_location))['latitude']).toMatchObject({
    min: -90,
    max: 90,
    required: true,
  });
});

test.each(actionTypes)('%s writes only fields that callers may write', (type) => {
  const action: ActionDefinition = actions[type];
  for (const field of Object.values(action.fields)) {
    if (!('to' in field)) continue;
    const [resource, name] = field.to;
    expect(action.writes).toContain(resource);
    expect(writableFields(resources[resource]).map(([writable]) => writable)).toContain(name);
  }
});

test.each(actionTypes)('the example of %s uses only its fields', (type) => {
  const { fields, example } = actions[type];
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(example)));
});
