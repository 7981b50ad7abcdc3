import { expect, test } from 'vitest';
import { isSubscribed, unreadableEvents } from '../../../src/platform/events/publish-events.ts';

const allEvents = { events: ['*'], farmIds: null, keyFarmIds: null, keyScopes: ['read:*'] };
const event = { event: 'task.created', farmId: 'farm_1', resource: 'tasks' };

test.each([
  ['all events', {}, {}, true],
  ['the event by its name', { events: ['task.created'] }, {}, true],
  ['another event', { events: ['task.completed'] }, {}, false],
  ['the farm', { farmIds: ['farm_1'] }, {}, true],
  ['another farm', { farmIds: ['farm_2'] }, {}, false],
  ['a farm that its key does not see', { farmIds: ['farm_1'], keyFarmIds: ['farm_2'] }, {}, false],
  ['all farms of its key', { keyFarmIds: ['farm_1'] }, {}, true],
  ['farms, of an event of the organisation', { farmIds: ['farm_1'] }, { farmId: null }, false],
  ['everything, of an event of the organisation', {}, { farmId: null }, true],
  ['a module that its key may read', { keyScopes: ['admin:*', 'read:tasks'] }, {}, true],
  ['a module that its key may not read', { keyScopes: ['admin:*', 'read:sales'] }, {}, false],
  ['events that its key may not read', { keyScopes: ['admin:*'] }, {}, false],
  ['an event without a module', { keyScopes: ['read:tasks'] }, { resource: null }, false],
])('a webhook for %s', (_, webhook, expected, isReported) => {
  expect(isSubscribed({ ...allEvents, ...webhook }, { ...event, ...expected })).toBe(isReported);
});

test('events of modules that the key may not read are named', () => {
  const of = (events: string[], keyScopes: string[]) => unreadableEvents({ events, keyScopes });
  expect(of(['alert.created', 'task.created'], ['read:tasks'])).toEqual(['alert.created']);
  expect(of(['*'], ['read:*'])).toEqual([]);
  expect(of(['*'], ['admin:*'])).toHaveLength(17);
});
