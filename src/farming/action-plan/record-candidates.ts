import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, endOfDay, HOUR_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { timeAgo } from '../core/figure.ts';
import { alertFix, taskProgress } from '../core/fixes.ts';
import { isOpenTask, type Severity, severityRank } from '../core/open-items.ts';
import type { Fix } from '../core/section.ts';
import { alertTitle } from '../core/stored-texts.ts';
import type { Gap, GapKind } from '../gaps/gap.ts';
import type { PlanCandidate, PlanContext, PlanKind, PlanSnapshot } from './plan-candidate.ts';

const BY_RANK: readonly Severity[] = ['info', 'warning', 'critical'];

/** The open alerts; alerts of a sealed case file cannot be closed. */
export function fromAlerts({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.alerts.flatMap((alert) => {
    const { fix } = alertFix(alert);
    return fix ? [candidateOfAlert(alert, fix, snapshot.now)] : [];
  });
}

function candidateOfAlert(alert: StoredOf<'alerts'>, action: Fix, now: number): PlanCandidate {
  const { id, flockId, barnId, createdAt, occurrences } = alert;
  return {
    kind: 'resolve_alert',
    title: message('actionPlan.resolve_alert.title', { alert: alertTitle(alert) }),
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
    action,
    source: { type: 'alerts', id },
  };
}

/** Gaps that are tasks for today. Open alerts are planned separately. */
const KINDS: Readonly<Partial<Record<GapKind, PlanKind>>> = {
  flock_no_log_today: 'log_today',
  worker_question_unanswered: 'answer_worker',
  flock_not_weighed_7d: 'weigh_flock',
  value_suspect: 'correct_value',
  entry_doubtful: 'correct_value',
  log_misdated: 'correct_value',
  birds_exceeded: 'correct_value',
  nobody_reachable: 'name_recipients',
  medicine_expired: 'renew_medicine',
  medicine_expiring: 'renew_medicine',
  medicine_low_stock: 'renew_medicine',
  integration_failing: 'fix_integration',
  integration_stale: 'fix_integration',
  camera_silent: 'fix_integration',
  automation_blocked: 'fix_integration',
  webhook_off: 'fix_integration',
};

/** Actions that gaps ask for. */
export function fromGaps({ gaps, snapshot }: PlanContext): PlanCandidate[] {
  return gaps.flatMap((gap) => {
    const kind = KINDS[gap.kind];
    if (!kind || (gap.severity === 'info' && MORE_THAN_NOTES.includes(kind))) return [];
    return [candidateOfGap(gap, kind, snapshot)];
  });
}

/** The kinds that are planned only if they distort figures or lose alerts. */
const MORE_THAN_NOTES: readonly PlanKind[] = ['correct_value', 'name_recipients'];

function candidateOfGap(gap: Gap, kind: PlanKind, snapshot: PlanSnapshot): PlanCandidate {
  return {
    kind,
    title: gap.title,
    why: [gap.message],
    severity: gap.severity,
    flockId: gap.ids['flockId'] ?? null,
    barnId: gap.ids['barnId'] ?? null,
    dueAt: dueAt(gap, snapshot),
    impact: null,
    confidence: 1,
    action: gap.fix,
    source: { type: 'gap', id: gap.key },
  };
}

/** The due time of a gap, past or future; null without one. */
function dueAt({ kind, since }: Gap, { zone, thresholds }: PlanSnapshot): number | null {
  if (since === null) return null;
  switch (kind) {
    case 'flock_no_log_today':
    case 'medicine_expired':
      return endOfDay(since, zone);
    case 'flock_not_weighed_7d':
      return endOfDay(addDays(since, thresholds.weighingDays), zone);
    case 'medicine_expiring':
      return endOfDay(addDays(since, thresholds.medicineExpiringDays), zone);
    case 'worker_question_unanswered': {
      const askedAt = parseInstant(since);
      const hours = thresholds.questionCriticalHours;
      return askedAt === undefined ? null : askedAt + hours * HOUR_MILLIS;
    }
    default:
      return null;
  }
}

/** The open tasks. */
export function fromTasks({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.tasks.filter(isOpenTask).map((task) => candidateOfTask(task, snapshot));
}

function candidateOfTask(
  task: StoredOf<'tasks'>,
  { today, zone }: Pick<PlanSnapshot, 'today' | 'zone'>,
): PlanCandidate {
  const { id, title, barnId, dueDate } = task;
  const isOverdue = dueDate !== null && dueDate < today;
  const dueState = dueDate === null ? 'undated' : isOverdue ? 'overdue' : 'due';
  return {
    kind: 'complete_task',
    title: message('actionPlan.complete_task.title', { task: title }),
    why: [message(`actionPlan.complete_task.${dueState}`, { day: { day: dueDate ?? today } })],
    severity: severityOf(task, isOverdue),
    flockId: null,
    barnId,
    dueAt: dueDate === null ? null : endOfDay(dueDate, zone),
    impact: null,
    confidence: 1,
    action: taskProgress(task),
    source: { type: 'tasks', id },
  };
}

function severityOf({ priority }: StoredOf<'tasks'>, isOverdue: boolean): Severity {
  if (priority === 'urgent') return isOverdue ? 'critical' : 'warning';
  return isOverdue || priority === 'high' ? 'warning' : 'info';
}
