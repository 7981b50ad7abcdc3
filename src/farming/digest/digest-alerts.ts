import type { StoredOf } from '../../model/registry.ts';
import { isOpenAlert } from '../gaps/is-open-alert.ts';
import { type Severity, severityRank } from '../gaps/severity-rank.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { isInNight, type NightWindow } from './night-window.ts';

/** An alert as the briefing shows it. */
export interface DigestAlert {
  readonly id: string;
  readonly severity: Severity;
  readonly category: string | null;
  readonly title: string;
  /** One of the night may have been settled in the same night. */
  readonly status: string | null;
  readonly barnId: string | null;
  readonly createdAt: string;
}

/** The alerts raised in the night without the dismissed ones, the worst first, then by time. */
export function overnightAlerts(
  { alerts }: FarmSnapshot<'alerts'>,
  night: NightWindow,
): DigestAlert[] {
  return worstFirst(
    alerts.filter(({ createdAt, status }) => isInNight(createdAt, night) && status !== 'dismissed'),
  );
}

/** The open alerts, whenever they were raised, the worst first, then by time. */
export function openAlerts({ alerts }: FarmSnapshot<'alerts'>): DigestAlert[] {
  return worstFirst(alerts.filter(isOpenAlert));
}

function worstFirst(alerts: readonly StoredOf<'alerts'>[]): DigestAlert[] {
  return alerts
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
