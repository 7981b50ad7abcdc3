import { expect, test } from 'vitest';
import { webhookObjects } from '../../../src/http/openapi/webhook-objects.ts';

const webhooks = webhookObjects();

test.each([
  ['alert.critical', 'onAlertCritical', 'Alert'],
  ['task.completed', 'onTaskCompleted', 'Task'],
  ['field_report.question', 'onFieldReportQuestion', 'FieldReport'],
  ['flock.placed', 'onFlockPlaced', 'Flock'],
  ['daily_log.created', 'onDailyLogCreated', 'DailyLog'],
  ['sale.created', 'onSaleCreated', 'Sale'],
  ['expense.created', 'onExpenseCreated', 'Expense'],
  ['feed.delivered', 'onFeedDelivered', 'FeedDelivery'],
  ['media.analyzed', 'onMediaAnalyzed', 'MediaItem'],
])('%s is %s and describes the record %s', (event, operationId, record) => {
  const operation = webhooks[event]?.post;
  expect(operation?.operationId).toBe(operationId);
  expect(operation?.requestBody?.content['application/json']?.schema).toMatchObject({
    required: ['id', 'event', 'orgId', 'farmId', 'createdAt', 'data'],
    properties: {
      event: { const: event },
      data: { properties: { record: { $ref: `#/components/schemas/${record}` } } },
    },
  });
});

test('a delivery is signed, requires no key and has the headers of the specification', () => {
  const operation = webhooks['gap.detected']?.post;
  expect(operation?.security).toEqual([]);
  expect(operation?.parameters).toEqual([
    { $ref: '#/components/parameters/ServiceTimestamp' },
    { $ref: '#/components/parameters/ServiceSignature' },
    { $ref: '#/components/parameters/WebhookId' },
    { $ref: '#/components/parameters/WebhookTimestamp' },
    { $ref: '#/components/parameters/WebhookSignature' },
  ]);
});
