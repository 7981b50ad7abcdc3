import { expect, test } from 'vitest';
import { resourcesDescription } from '../../../src/platform/administration/capabilities.ts';

const { data } = resourcesDescription();

test('the 32 resources are in the order of the specification', () => {
  expect(data.map(({ name }) => name).join(' ')).toBe(
    'farms barns flocks daily-logs alerts tasks task-comments field-reports events media devices ' +
      'integrations env-readings vision-events controller-commands automations feed-deliveries ' +
      'feed-orders expenses sales treatments medicine contacts tenders tender-bids market-orders ' +
      'users farm-access agent-runs reg-items support-tickets chat-messages',
  );
});

test('a resource describes its fields, filters and orders', () => {
  const comments = data.find(({ name }) => name === 'task-comments');
  expect(comments).toEqual({
    name: 'task-comments',
    singular: 'task comment',
    path: '/task-comments',
    summary: 'Comments on a task',
    readOnly: false,
    writable: ['taskId', 'kind', 'text', 'authorName'],
    required: ['taskId', 'text'],
    filters: ['taskId', 'kind'],
    defaultOrder: 'createdAt',
    maxLimit: 200,
    fields: [
      {
        name: 'taskId',
        type: 'reference',
        required: true,
        writable: true,
        origin: 'writable',
        unit: null,
        references: 'tasks',
      },
      {
        name: 'kind',
        type: 'word',
        required: false,
        writable: true,
        origin: 'writable',
        unit: null,
        values: ['comment', 'status', 'question', 'answer', 'photo', 'system'],
        open: true,
        default: 'comment',
      },
      {
        name: 'text',
        type: 'text',
        required: true,
        writable: true,
        origin: 'writable',
        unit: null,
        max: 5000,
      },
      {
        name: 'authorName',
        type: 'text',
        required: false,
        writable: true,
        origin: 'writable',
        unit: null,
        defaultFrom: 'caller',
        max: 120,
      },
    ],
  });
});

test.each([
  ['barns', 'areaSqm', { type: 'number', unit: 'm²', min: 0, max: 100_000 }],
  ['flocks', 'ageDays', { writable: false, origin: 'computed', unit: 'days' }],
  ['alerts', 'severity', { values: ['info', 'warning', 'critical'], open: false }],
  ['alerts', 'resolvedAt', { writable: false, origin: 'system' }],
  ['media', 'tags', { type: 'list', max: 20 }],
])('%s.%s has %j', (resource, field, expected) => {
  const fields = data.find(({ name }) => name === resource)?.fields;
  expect(fields?.find(({ name }) => name === field)).toMatchObject(expected);
});

test('measurements have larger pages, and resources written by the service are read-only', () => {
  expect(data.find(({ name }) => name === 'env-readings')?.maxLimit).toBe(2000);
  expect(data.filter(({ readOnly }) => readOnly).map(({ name }) => name)).toEqual([
    'farm-access',
    'agent-runs',
    'chat-messages',
  ]);
});
