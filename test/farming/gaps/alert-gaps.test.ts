import { describe, expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { row } from '../../support/a-snapshot.ts';
import { ago, aTidyFarm, gapsWith } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;

describe('an alert', () => {
  const alert = (values: Readonly<Record<string, unknown>>) => [
    row('alerts', { id: 'alert_1', title: 'Barn 1 is hot', severity: 'info', ...values }),
  ];

  test.each([
    ['open', 72 * HOUR, 'info', []],
    ['open', 72 * HOUR + 1, 'info', ['alert_open_over_3_days warning']],
    ['acknowledged', 73 * HOUR, 'warning', ['alert_open_over_3_days warning']],
    ['in_progress', 73 * HOUR, 'critical', ['alert_open_over_3_days critical']],
    ['resolved', 73 * HOUR, 'critical', []],
    ['dismissed', 73 * HOUR, 'critical', []],
  ])('%s after %i ms, %s', (status, age, severity, gaps) => {
    expect(gapsWith({ alerts: alert({ status, severity, createdAt: ago(age) }) })).toEqual(gaps);
  });

  test('an alert of a sealed case file cannot be closed, so it is not a gap', () => {
    expect(gapsWith({ alerts: alert({ createdAt: ago(100 * HOUR), sealed: true }) })).toEqual([]);
  });

  test('is resolved by its fix with a note, and states how often it occurred', () => {
    const alerts = alert({ createdAt: ago(100 * HOUR), occurrences: 7 });
    const [gap] = findGaps(aTidyFarm({ alerts }));
    expect([gap?.count, gap?.ids, gap?.fix]).toEqual([
      7,
      { alertId: 'alert_1' },
      {
        method: 'PATCH',
        path: '/alerts/alert_1',
        body: { status: 'resolved', resolutionNote: null },
      },
    ]);
  });
});
