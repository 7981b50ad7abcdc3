import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import { parseInstant } from '../../tools/calendar.ts';
import { isOpenAlert } from '../gaps/is-open-alert.ts';
import { type Severity, severityRank } from '../gaps/severity-rank.ts';
import { timeAgo } from '../gaps/time-ago.ts';
import type { PlanCandidate } from './plan-candidate.ts';
import type { PlanContext } from './plan-context.ts';

const BY_RANK: readonly Severity[] = ['info', 'warning', 'critical'];

/** The open alerts; those of a sealed case file cannot be closed. */
export function fromAlerts({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.alerts
    .filter((alert) => isOpenAlert(alert) && alert.sealed !== true)
    .map((alert) => candidateOf(alert, snapshot.now));
}

function candidateOf(alert: StoredOf<'alerts'>, now: number): PlanCandidate {
  const { id, title, flockId, barnId, createdAt, occurrences } = alert;
  return {
    kind: 'resolve_alert',
    title: message('actionPlan.resolve_alert.title', { alert: title }),
    why: [
      message('actionPlan.resolve_alert.open', {
        ago: timeAgo(parseInstant(createdAt) ?? now, now),
        count: occurrences ?? 1,
      }),
    ],
    severity: BY_RANK[severityRank(alert.severity)] ?? 'info',
    flockId,
    barnId,
    dueAt: null,
    impact: null,
    confidence: 1,
    action: {
      method: 'PATCH',
      path: `/alerts/${id}`,
      body: { status: 'resolved', resolutionNote: null },
    },
    source: { type: 'alerts', id },
  };
}
