import { describe, expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { misboundMessage, unboundMessage } from '../../../src/model/core/secrets.ts';
import { row } from '../../support/a-snapshot.ts';
import { ago, aTidyFarm, gapsWith } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('an integration', () => {
  const integration = (values: Readonly<Record<string, unknown>>) => [
    row('integrations', {
      id: 'integration_1',
      name: 'Controller 1',
      kind: 'controller',
      status: 'active',
      barnId: 'barn_1',
      createdAt: ago(1000 * HOUR),
      ...values,
    }),
  ];

  test.each([
    ['just connected', { lastSuccessAt: ago(60 * MINUTE) }, []],
    ['silent for an hour', { lastSuccessAt: ago(60 * MINUTE + 1) }, ['integration_stale warning']],
    ['polled every 30 minutes', { pollMinutes: 30, lastSuccessAt: ago(90 * MINUTE) }, []],
    [
      'polled every 30 minutes, silent for longer than three times that',
      { pollMinutes: 30, lastSuccessAt: ago(90 * MINUTE + 1) },
      ['integration_stale warning'],
    ],
    ['silent for 24 h', { lastSuccessAt: ago(24 * HOUR) }, ['integration_stale warning']],
    [
      'silent for longer than 24 h',
      { lastSuccessAt: ago(24 * HOUR + 1) },
      ['integration_stale critical'],
    ],
    [
      'silent for longer than 24 h, of an empty barn',
      { lastSuccessAt: ago(25 * HOUR), barnId: 'barn_2' },
      ['integration_stale warning'],
    ],
    ['paused', { status: 'paused', lastSuccessAt: ago(99 * HOUR), lastErrorAt: ago(HOUR) }, []],
    ['not connected yet', { status: 'pending' }, []],
    [
      'of accounting, which sends nothing',
      { kind: 'accounting', lastSuccessAt: ago(99 * HOUR) },
      [],
    ],
    [
      'called when there is something to order',
      { endpoint: 'https://fans.example.com/', lastSuccessAt: ago(99 * HOUR) },
      [],
    ],
    [
      'called, and polled every 5 minutes',
      { endpoint: 'https://fans.example.com/', pollMinutes: 5, lastSuccessAt: ago(2 * HOUR) },
      ['integration_stale warning'],
    ],
    [
      'without any contact since it was created',
      { createdAt: ago(2 * HOUR) },
      ['integration_stale warning'],
    ],
    ['failing', { status: 'failing', lastSuccessAt: ago(HOUR) }, ['integration_failing warning']],
    [
      'with an error after the last success',
      { lastSuccessAt: ago(2 * HOUR), lastErrorAt: ago(HOUR) },
      ['integration_failing warning'],
    ],
    ['with a success after the error', { lastSuccessAt: ago(1), lastErrorAt: ago(2) }, []],
    [
      'failing for longer than 24 h',
      { status: 'failing', lastSuccessAt: ago(24 * HOUR + 1) },
      ['integration_failing critical'],
    ],
    [
      'of the whole farm, failing for longer than 24 h',
      { status: 'failing', lastSuccessAt: ago(25 * HOUR), barnId: null },
      ['integration_failing critical'],
    ],
    [
      'of an empty barn, failing for longer than 24 h',
      { status: 'failing', lastSuccessAt: ago(25 * HOUR), barnId: 'barn_2' },
      ['integration_failing warning'],
    ],
  ])('%s', (_what, values, gaps) => {
    expect(gapsWith({ integrations: integration(values) })).toEqual(gaps);
  });

  test.each([
    ['failing', 'active'],
    ['active', 'paused'],
    ['pending', 'disabled'],
  ])('an integration that is %s and fails changes to %s', (status, next) => {
    const integrations = integration({ status, lastErrorAt: ago(HOUR), consecutiveFailures: 3 });
    const [gap] = findGaps(aTidyFarm({ integrations }));
    expect([gap?.count, gap?.fix]).toEqual([
      3,
      { method: 'PATCH', path: '/integrations/integration_1', body: { status: next } },
    ]);
  });
});

function gapOfError(lastError: string, lastSuccessAt: string | null = null) {
  const failing = row('integrations', {
    id: 'integration_1',
    name: 'Controller 1',
    kind: 'controller',
    status: 'failing',
    barnId: 'barn_1',
    endpoint: 'https://controller.example.com:8443/api',
    authRef: 'env:FARMCTL_SECRET_ROTEM',
    lastError,
    lastSuccessAt,
    createdAt: ago(2 * HOUR),
  });
  const gaps = findGaps(aTidyFarm({ integrations: [failing] }));
  return gaps.find(({ kind }) => kind === 'integration_failing');
}

test('a secret bound to other hosts is named with the host it is not sent to', () => {
  const request = { host: 'controller.example.com', port: 8443 };
  const gap = gapOfError(misboundMessage('env:FARMCTL_SECRET_ROTEM', request));
  expect(gap?.message).toMatchObject({
    text: 'gap.integration_failing.misbound',
    params: { secret: 'env:FARMCTL_SECRET_ROTEM', host: 'controller.example.com' },
  });
});

test.each([
  ['The secret env:FARMCTL_SECRET_ROTEM is empty.', null, 'neverError', 'connection.secretEmpty'],
  ['The endpoint answered with status 500.', ago(3 * HOUR), 'error', 'connection.status'],
  // The text of a controller is distinguished from that of the service.
  ['The controller answered 500: is bound to no host', ago(HOUR), 'error', 'answered 500'],
])('any other error is reported: %s', (error, lastSuccessAt, reason, expected) => {
  const message = gapOfError(error, lastSuccessAt)?.message;
  expect(message).toMatchObject({ text: `gap.integration_failing.${reason}` });
  expect(JSON.stringify(message)).toContain(expected);
});

test('a secret without a host is named with the host to bind it to', () => {
  const gap = gapOfError(unboundMessage('env:FARMCTL_SECRET_ROTEM', 'controller.example.com'));
  expect(JSON.stringify(gap)).toContain('env:FARMCTL_SECRET_ROTEM');
  expect(JSON.stringify(gap)).toContain('"controller.example.com"');
});
