import { expect, test } from 'vitest';
import { checkOutbox } from '../../../src/server/doctor/content-checks.ts';
import type { WebhookHealth } from '../../../src/storage/webhooks/webhooks.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');

const aWebhook = (values: Partial<WebhookHealth> = {}): WebhookHealth => ({
  id: 'webhook_1',
  url: 'https://me:hush@brain.example.com/hush',
  enabled: true,
  disabledReason: null,
  secret: 'sealed',
  previousSecret: null,
  waiting: 0,
  oldestAt: null,
  ...values,
});
const waiting = { waiting: 3, oldestAt: '2026-11-20T05:48:00.000Z' };
const late = { waiting: 4, oldestAt: '2026-11-20T03:59:00.000Z' };
const heldWebhook = { waiting: 12, oldestAt: '2026-11-17T05:00:00.000Z', enabled: false } as const;

test.each<[string, WebhookHealth[], string, string]>([
  ['no entries', [], 'ok', '7 events are stored'],
  ['no pending entries', [aWebhook()], 'ok', '7 events are stored'],
  [
    'retried entries',
    [aWebhook(waiting)],
    'ok',
    '7 events are stored, 3 deliveries wait, the oldest for 12 min',
  ],
  [
    'entries pending for long',
    [aWebhook(waiting), aWebhook({ id: 'webhook_2', ...late })],
    'warning',
    '7 events are stored, 7 deliveries wait, the oldest for 2 h, for webhook_2 to brain.example.com',
  ],
  [
    'a disabled webhook',
    [aWebhook(waiting), aWebhook({ id: 'webhook_2', ...heldWebhook, disabledReason: 'failures' })],
    'warning',
    '7 events are stored, 15 deliveries wait, the oldest for 3 days; webhook_2 to brain.example.com is disabled (failures), with 12 events held',
  ],
  [
    'a webhook disabled by a person',
    [aWebhook({ ...heldWebhook, disabledReason: 'by_hand' })],
    'ok',
    '7 events are stored, 12 deliveries wait, the oldest for 3 days',
  ],
])('an outbox with %s is graded', (_, webhooks, state, finding) => {
  const check = checkOutbox({ events: 7, webhooks, now: NOW });
  expect([check.state, check.finding]).toEqual([state, finding]);
  expect(check.whatToDo === '').toBe(state === 'ok');
  expect(JSON.stringify(check)).not.toContain('hush');
});
