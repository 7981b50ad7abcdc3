import type { Column } from '../../output/output.ts';

/** What tables of webhooks show. */
export const webhookColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'url' },
  { name: 'events' },
  { name: 'enabled' },
  { name: 'consecutiveFailures', kind: 'number' },
  { name: 'pending', kind: 'number' },
  { name: 'held', kind: 'number' },
  { name: 'description' },
];

/** What tables of deliveries show. */
export const deliveryColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'event' },
  { name: 'state' },
  { name: 'attempts', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'nextAttemptAt', kind: 'time' },
  { name: 'farmId' },
];

/** What the table of the attempts of a delivery shows. */
export const attemptColumns: readonly Column[] = [
  { name: 'at', kind: 'time' },
  { name: 'status', kind: 'number' },
  { name: 'durationMs', kind: 'number', unit: 'ms' },
  { name: 'failure' },
  { name: 'response' },
  { name: 'nextAttemptAt', kind: 'time' },
];
