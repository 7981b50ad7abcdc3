import { type Severity, severityRank } from '../gaps/severity-rank.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { isInNight, type NightWindow } from './night-window.ts';

/** An alert of the night. */
export interface OvernightAlert {
  readonly id: string;
  readonly severity: Severity;
  readonly category: string | null;
  readonly title: string;
  /** It may have been settled in the same night. */
  readonly status: string | null;
  readonly barnId: string | null;
  readonly createdAt: string;
}

/** The alerts raised in the night without those put aside, the worst first, then by time. */
export function overnightAlerts(
  { alerts }: FarmSnapshot<'alerts'>,
  night: NightWindow,
): OvernightAlert[] {
  return alerts
    .filter(({ createdAt, status }) => isInNight(createdAt, night) && status !== 'dismissed')
    .map(({ id, severity, category, title, status, barnId, createdAt }) => ({
      id,
      severity: severity ?? 'info',
      category,
      title,
      status,
      barnId,
      createdAt,
    }))
    .toSorted(
      (left, right) =>
        severityRank(right.severity) - severityRank(left.severity) ||
        (`${left.createdAt} ${left.id}` < `${right.createdAt} ${right.id}` ? -1 : 1),
    );
}
