import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import { addDays, endOfDay } from '../../tools/calendar.ts';
import { isRegItemOpen } from '../compliance/is-reg-item-open.ts';
import { isRegItemOverdue } from '../compliance/is-reg-item-overdue.ts';
import { regItemDeadline } from '../compliance/reg-item-deadline.ts';
import { regItemFix } from '../compliance/reg-item-fix.ts';
import type { PlanCandidate } from './plan-candidate.ts';
import type { PlanContext, PlanSnapshot } from './plan-context.ts';

/** Papers for authorities that are overdue, expired or due soon. */
export function fromPapers({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.regItems
    .filter(({ sealed }) => sealed !== true)
    .filter((item) => isRegItemOpen(item) || item.status === 'expired')
    .flatMap((item) => candidateOf(item, snapshot));
}

function candidateOf(item: StoredOf<'reg-items'>, snapshot: PlanSnapshot): PlanCandidate[] {
  const { today, zone, thresholds } = snapshot;
  const { id, title, flockId, barnId, status } = item;
  const deadline = regItemDeadline(item);
  const isOverdue = isRegItemOverdue(item, today) || status === 'expired';
  const isSoon = deadline !== null && deadline <= addDays(today, thresholds.paperDays);
  if (!isOverdue && !isSoon) return [];
  return [
    {
      kind: 'file_reg_item',
      title: message('actionPlan.file_reg_item.title', { item: title }),
      why: [
        message(`actionPlan.file_reg_item.${whenOf(item, isOverdue)}`, {
          day: { day: deadline ?? today },
        }),
      ],
      severity: isOverdue ? 'warning' : 'info',
      flockId,
      barnId,
      dueAt: deadline === null ? null : endOfDay(deadline, zone),
      impact: null,
      confidence: 1,
      action: regItemFix(item),
      source: { type: 'reg-items', id },
    },
  ];
}

function whenOf(item: StoredOf<'reg-items'>, isOverdue: boolean): string {
  if (regItemDeadline(item) === null) return 'undated';
  if (item.status === 'expired') return 'expired';
  return isOverdue ? 'overdue' : 'due';
}
