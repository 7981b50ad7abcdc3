import { type Message, message } from '../../model/message.ts';
import { addDays, type CalendarDay, endOfDay } from '../../tools/calendar.ts';
import type { Fix } from '../insights/section.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { UsedPlacement } from '../insights/used-sections.ts';
import { impactOf, type PlanCandidate, shareKnown } from './plan-candidate.ts';
import type { PlanContext } from './plan-context.ts';

const EMPTY: readonly string[] = ['cleaning', 'ready'];

/** Empty barns whose next flock comes soon, or that could take one. */
export function fromPlacements(context: PlanContext): PlanCandidate[] {
  const barns = context.used.placements?.barns ?? [];
  return barns
    .filter(({ state }) => EMPTY.includes(state))
    .flatMap((barn) => (barn.planned ? comingFlock(barn, context) : freeBarn(barn, context)));
}

function comingFlock(barn: UsedPlacement, context: PlanContext): PlanCandidate[] {
  const { snapshot } = context;
  const day = barn.planned?.date;
  if (day === undefined || day > addDays(snapshot.today, snapshot.thresholds.prepareBarnDays))
    return [];
  const stored = snapshot.barns.find(({ id }) => id === barn.barnId);
  const title = message('actionPlan.prepare_barn.title', { barn: barn.name });
  return [
    {
      ...preparation(barn, context, addDays(day, -1)),
      title,
      why: [message('actionPlan.prepare_barn.planned', { day: { day } })],
      severity: barn.readyDate !== null && barn.readyDate > day ? 'warning' : 'info',
      action:
        stored?.status === 'cleaning'
          ? { method: 'PATCH', path: `/barns/${barn.barnId}`, body: { status: 'active' } }
          : taskFix({ barnId: barn.barnId }, title, snapshot.today),
    },
  ];
}

function freeBarn(barn: UsedPlacement, context: PlanContext): PlanCandidate[] {
  const { today, thresholds } = context.snapshot;
  const day = barn.suggestedPlacementDate;
  if (day === null || day > addDays(today, thresholds.prepareBarnDays)) return [];
  return [
    {
      ...preparation(barn, context, day),
      title: message('actionPlan.prepare_barn.place', { barn: barn.name }),
      why: [message('actionPlan.prepare_barn.free', { day: { day } }), ...room(barn)],
      severity: 'info',
      action: placementFix(barn, day),
    },
  ];
}

function room({ maxBirds }: UsedPlacement): Message[] {
  if (maxBirds === null) return [];
  return [
    message('actionPlan.prepare_barn.room', { birds: { quantity: maxBirds, unit: 'birds' } }),
  ];
}

function placementFix({ barnId }: UsedPlacement, placementDate: CalendarDay): Fix {
  const body = { barnId, placementDate, breed: null, chicksReceived: null };
  return { method: 'POST', path: '/flocks', body, action: 'create_flock' };
}

function preparation(barn: UsedPlacement, { used, snapshot }: PlanContext, day: CalendarDay) {
  const idle = used.leaks?.rows.find(
    ({ kind, barnId, flockId }) =>
      kind === 'idle_barn' && barnId === barn.barnId && flockId === null,
  );
  return {
    kind: 'prepare_barn',
    flockId: null,
    barnId: barn.barnId,
    dueAt: endOfDay(day, snapshot.zone),
    impact: impactOf(idle?.amount, 'idle_barn'),
    confidence: shareKnown([barn.readyDate, barn.maxBirds]),
    source: { type: 'barns', id: barn.barnId },
  } as const;
}
