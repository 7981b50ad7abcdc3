import { addDays } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFlock } from './demo-farm.ts';
import { actorOf } from './people.ts';
import type { Phrases } from './phrases.ts';
import { addHappening } from './timeline.ts';

/** Broilers get their next feed on these days of age. */
const FEED_CHANGES = [
  { ageDays: 11, text: 'growerFeed' },
  { ageDays: 25, text: 'finisherFeed' },
] as const;
/** What happens to a barn after the last bird has left it, by days. */
const AFTER_SALE = [
  { days: 2, kind: 'cleaning', text: 'cleaning' },
  { days: 5, kind: 'disinfection', text: 'disinfection' },
] as const;
const VET_VISIT_CHANCE = 0.6;

type Texts = Phrases['milestones'];

/** A line of the timeline, by the day after the placement. */
interface Milestone {
  readonly days: number;
  readonly kind: string;
  readonly title: string;
  readonly details?: string;
}

/** Writes the timeline of every flock: placed, fed on, visited, cleaned up after. */
export function addMilestones(context: DemoContext, flocks: readonly DemoFlock[]): void {
  for (const flock of flocks) {
    const random = context.random(`milestones/${flock.code}`);
    for (const { days, ...said } of drawMilestones(context, random, flock)) {
      const at = context.at(addDays(flock.placementDay, days), random.between(7, 16));
      addHappening(context, { ...said, flock, at, by: actorOf(flock.farm.manager) });
    }
  }
}

function drawMilestones(
  { phrases: { milestones: texts }, fill }: DemoContext,
  random: Random,
  flock: DemoFlock,
): readonly Milestone[] {
  const placed = flock.arrivalAgeDays > 0 ? texts.placedPullets : texts.placedChicks;
  const placement = { days: 0, kind: 'placement', title: fill(placed, { birds: flock.placed }) };
  const visit = {
    days: random.integer(12, 30),
    kind: 'vet_visit',
    title: texts.vetVisit,
    details: texts.vetFindings,
  };
  const isVisited = random.chance(VET_VISIT_CHANCE);
  return [
    placement,
    ...feedChanges(texts, flock),
    ...(isVisited ? [visit] : []),
    ...(flock.status === 'closed' ? cleaningOf(texts, flock) : []),
  ];
}

function feedChanges(texts: Texts, flock: DemoFlock): readonly Milestone[] {
  if (flock.farm.plan.kind === 'layer') return [];
  return FEED_CHANGES.filter(({ ageDays }) => ageDays <= flock.course.length).map(
    ({ ageDays, text }) => ({ days: ageDays, kind: 'feed_change', title: texts[text] }),
  );
}

function cleaningOf(texts: Texts, flock: DemoFlock): readonly Milestone[] {
  return AFTER_SALE.map(({ days, kind, text }) => ({
    days: flock.course.length + days,
    kind,
    title: texts[text],
  }));
}
