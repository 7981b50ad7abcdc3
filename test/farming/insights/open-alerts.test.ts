import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextOf } from '../../../src/farming/context/build-context.ts';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import type { FlockRecord } from '../../../src/farming/core/flock-record.ts';
import { digestOf } from '../../../src/farming/digest/digest.ts';
import { flockHealth } from '../../../src/farming/health/flock-health.ts';
import { healthSection } from '../../../src/farming/insights/health-section.ts';
import { aBarn, aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';
import { randomFarm } from '../../support/random-farm.ts';
import { rendered } from '../../support/rendered.ts';

interface HealthAnswer {
  readonly flocks: readonly {
    readonly flockId: string;
    readonly grade: string | null;
    readonly drivers: readonly { readonly code: string }[];
  }[];
}

const categories = ['production', 'water', 'feed', 'climate', 'weight', 'mortality', 'compliance'];

/** A farm with an open critical alert on one of its flocks, by its flock or by its barn. */
const alertedFarm = fc
  .record({
    farm: randomFarm,
    category: fc.constantFrom(...categories),
    namesFlock: fc.boolean(),
    daysOld: fc.integer({ min: 0, max: 40 }),
    status: fc.constantFrom('open', 'acknowledged', 'in_progress'),
  })
  .filter(({ farm }) => liveFlocksOf(farm).length > 0)
  .map(({ farm, category, namesFlock, daysOld, status }) => {
    const [record] = liveFlocksOf(farm);
    const { id, barnId } = record?.flock ?? {};
    const alert = row('alerts', {
      ...{ id: 'alert_1', title: 'Trouble', severity: 'critical', category, status, barnId },
      flockId: namesFlock ? id : null,
      createdAt: new Date(farm.now - daysOld * 86_400_000).toISOString(),
    });
    return { flockId: id, snapshot: { ...farm, alerts: [alert] } as FarmSnapshot };
  });

test('no section contradicts an open critical alert on the same flock', async () => {
  await fc.assert(
    fc.asyncProperty(alertedFarm, async ({ flockId, snapshot }) => {
      const health = healthSection.compute(snapshot, {}) as unknown as HealthAnswer;
      const row = health.flocks.find((flock) => flock.flockId === flockId);
      expect(row?.grade).not.toBe('A');
      if (row?.grade) expect(row.drivers.map(({ code }) => code)).toContain('alert');
      const digest = digestOf(snapshot);
      expect(digest.openAlerts.map(({ id }) => id)).toEqual(['alert_1']);
      const lines = await rendered('en', digest.headline);
      expect(lines.some((line) => line.includes('quiet'))).toBe(false);
      // At most two spikes and their count are reported before it.
      expect(lines.join('\n')).toContain('Critical alert: Trouble');
    }),
    { numRuns: 100 },
  );
});

test('every answer names the same of several open alerts as the worst: the newest of the most severe', () => {
  const alert = (id: string, severity: string, hour: string) =>
    row('alerts', {
      ...{ id, title: id, severity, status: 'open', flockId: 'flock_1', barnId: 'barn_1' },
      createdAt: `2026-11-20T${hour}:00:00.000Z`,
    });
  const alerts = [
    alert('warning', 'warning', '09'),
    alert('newest_critical', 'critical', '08'),
    alert('oldest_critical', 'critical', '07'),
  ];
  // The rows of a snapshot may be in any order.
  for (const order of [alerts, alerts.toReversed()]) {
    const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], alerts: order });
    const digest = digestOf(snapshot);
    expect(digest.openAlerts.map(({ id }) => id)).toEqual([
      ...['newest_critical', 'oldest_critical', 'warning'],
    ]);
    const context = contextOf(snapshot, { depth: 'summary' });
    expect(context.alerts.open.map(({ id }) => id)).toEqual(digest.openAlerts.map(({ id }) => id));
    expect(flockHealth(liveFlocksOf(snapshot)[0] as FlockRecord, snapshot).alerts[0]?.id).toBe(
      'newest_critical',
    );
  }
});
