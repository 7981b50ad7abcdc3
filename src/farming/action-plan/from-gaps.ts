import { addDays, endOfDay, parseInstant } from '../../tools/calendar.ts';
import type { Gap, GapKind } from '../gaps/gap.ts';
import type { PlanCandidate, PlanKind } from './plan-candidate.ts';
import type { PlanContext, PlanSnapshot } from './plan-context.ts';

/** Gaps that are something to do today; open alerts are planned whether they are gaps or not. */
const KINDS: Readonly<Partial<Record<GapKind, PlanKind>>> = {
  flock_no_log_today: 'log_today',
  worker_question_unanswered: 'answer_worker',
  flock_not_weighed_7d: 'weigh_flock',
  medicine_expired: 'renew_medicine',
  medicine_expiring: 'renew_medicine',
  medicine_low_stock: 'renew_medicine',
  integration_failing: 'fix_integration',
  integration_stale: 'fix_integration',
  camera_silent: 'fix_integration',
  automation_blocked: 'fix_integration',
  webhook_off: 'fix_integration',
};

const HOUR_MILLIS = 3_600_000;

/** What gaps ask for. */
export function fromGaps({ gaps, snapshot }: PlanContext): PlanCandidate[] {
  return gaps.flatMap((gap) => {
    const kind = KINDS[gap.kind];
    return kind ? [candidateOf(gap, kind, snapshot)] : [];
  });
}

function candidateOf(gap: Gap, kind: PlanKind, snapshot: PlanSnapshot): PlanCandidate {
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

/** When it should have been done or has to be; null where nothing sets a time. */
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
