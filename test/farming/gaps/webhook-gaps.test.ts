import { expect, test } from 'vitest';
import type { TroubledWebhook } from '../../../src/farming/core/farm-snapshot.ts';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { ago, aTidyFarm } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;

const aWebhook = (values: Partial<TroubledWebhook>): TroubledWebhook => ({
  id: 'webhook_1',
  host: 'brain.example.com',
  disabledReason: null,
  disabledAt: null,
  consecutiveFailures: 0,
  failingSince: null,
  ...values,
});

const gapsOfWebhook = (values: Partial<TroubledWebhook>) =>
  findGaps(aTidyFarm({ webhooks: [aWebhook(values)] })).filter(({ kind }) =>
    kind.startsWith('webhook'),
  );

test.each<[string, Partial<TroubledWebhook>, string[]]>([
  [
    'disabled after failures',
    { disabledReason: 'failures', disabledAt: ago(HOUR) },
    ['webhook_off critical'],
  ],
  [
    'disabled because the receiver no longer exists',
    { disabledReason: 'gone', disabledAt: ago(HOUR) },
    ['webhook_off critical'],
  ],
  [
    'disabled by a person',
    { disabledReason: 'by_hand', disabledAt: ago(HOUR), consecutiveFailures: 9 },
    [],
  ],
  ['that failed twice', { consecutiveFailures: 2 }, []],
  ['that failed three times', { consecutiveFailures: 3 }, ['webhook_failing warning']],
  [
    'disabled is reported once',
    { disabledReason: 'failures', consecutiveFailures: 20 },
    ['webhook_off critical'],
  ],
])('a webhook %s', (_, values, gaps) => {
  expect(gapsOfWebhook(values).map(({ kind, severity }) => `${kind} ${severity}`)).toEqual(gaps);
});

test('a webhook whose receiver no longer exists needs a new address', () => {
  const [gap] = gapsOfWebhook({ disabledReason: 'gone', disabledAt: ago(HOUR) });
  expect(gap?.fix).toEqual({
    method: 'PATCH',
    path: '/os/webhooks/webhook_1',
    body: { url: null, enabled: true },
  });
});

test('a gap has the host and the id, and the call that enables the webhook', () => {
  const off = { disabledReason: 'failures', disabledAt: ago(3 * HOUR) } as const;
  const [gap] = gapsOfWebhook({ ...off, consecutiveFailures: 20 });
  expect(gap).toEqual({
    kind: 'webhook_off',
    key: 'webhook_off:webhook_1',
    severity: 'critical',
    title: {
      text: 'gap.webhook_off.title',
      params: { host: 'brain.example.com', ago: { quantity: 3, unit: 'hours' } },
    },
    message: {
      text: 'gap.webhook_off.failures',
      params: { host: 'brain.example.com', ago: { quantity: 3, unit: 'hours' } },
    },
    ids: { webhookId: 'webhook_1' },
    count: 20,
    since: ago(3 * HOUR),
    fix: { method: 'PATCH', path: '/os/webhooks/webhook_1', body: { enabled: true } },
  });
});
