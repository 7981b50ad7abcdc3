import { expect, test } from 'vitest';
import { shareSlots } from '../../../src/platform/webhooks/dispatcher.ts';

const hooks = (count: number, consecutiveFailures = 0) =>
  Array.from({ length: count }, (_, index) => ({
    id: `webhook_${String(index).padStart(2, '0')}`,
    consecutiveFailures,
  }));
const inFlight = (webhookId: string, count: number, isFailing = false) =>
  Array.from({ length: count }, () => ({ webhookId, isFailing }));

test('a single webhook gets four slots', () => {
  expect(shareSlots(hooks(1), [], '')).toEqual([
    { webhookId: 'webhook_00', isFailing: false, limit: 4 },
  ]);
});

test('deliveries in flight count', () => {
  expect(shareSlots(hooks(1), inFlight('webhook_00', 3), '')[0]?.limit).toBe(1);
  expect(shareSlots(hooks(1), inFlight('webhook_00', 4), '')).toEqual([]);
});

test('there are 32 slots in all, and the next turn starts after the last webhook', () => {
  const first = shareSlots(hooks(10), [], '');
  expect(first.map(({ webhookId }) => webhookId).at(-1)).toBe('webhook_07');
  expect(first.reduce((sum, { limit }) => sum + limit, 0)).toBe(32);
  const busyDeliveries = inFlight('elsewhere', 24);
  const next = shareSlots(hooks(10), busyDeliveries, 'webhook_07');
  expect(next.map(({ webhookId }) => webhookId)).toEqual(['webhook_08', 'webhook_09']);
  expect(shareSlots(hooks(10), busyDeliveries, 'webhook_09')[0]?.webhookId).toBe('webhook_00');
});

test('failing webhooks get one slot each, and half of all together', () => {
  const shares = shareSlots(hooks(40, 3), [], '');
  expect(shares).toHaveLength(16);
  expect(new Set(shares.map(({ limit }) => limit))).toEqual(new Set([1]));
  const hangingDeliveries = inFlight('webhook_39', 16, true);
  const healthy = { id: 'webhook_50', consecutiveFailures: 0 };
  expect(shareSlots([...hooks(20, 3), healthy], hangingDeliveries, '')).toEqual([
    { webhookId: 'webhook_50', isFailing: false, limit: 4 },
  ]);
});
