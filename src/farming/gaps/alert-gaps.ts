import { parseInstant } from '../../tools/calendar.ts';
import type { FoundGap, GapSnapshot } from './gap-rule.ts';
import { idsOf } from './ids-of.ts';
import { isOpenAlert } from './is-open-alert.ts';
import { timeAgo } from './time-ago.ts';

const HOUR_MILLIS = 3_600_000;

/** Alerts that have been open for more than three days; those of a case file cannot be closed. */
export function findOpenAlerts({ alerts, now, thresholds }: GapSnapshot): FoundGap[] {
  const before = now - thresholds.alertOpenHours * HOUR_MILLIS;
  return alerts.flatMap((alert) => {
    const createdAt = parseInstant(alert.createdAt) ?? now;
    if (!isOpenAlert(alert) || alert.sealed === true || createdAt >= before) return [];
    return [
      {
        subject: alert.id,
        severity: alert.severity === 'critical' ? 'critical' : 'warning',
        why: 'message',
        params: { alert: alert.title, ago: timeAgo(createdAt, now) },
        ids: idsOf({ alertId: alert.id, barnId: alert.barnId, flockId: alert.flockId }),
        count: alert.occurrences ?? 1,
        since: alert.createdAt,
        fix: {
          method: 'PATCH',
          path: `/alerts/${alert.id}`,
          body: { status: 'resolved', resolutionNote: null },
        },
      } satisfies FoundGap,
    ];
  });
}
