import type { BreedName } from '../../farming/standards/breed-tables.ts';
import type { Language } from '../../model/core/message.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Actor, DemoContext } from './demo-context.ts';
import type { BarnPlan, FarmPlan, PersonPlan } from './farm-plan.ts';
import type { CourseDay, House } from './flock-course.ts';

/** A user of the organisation. */
export interface DemoPerson extends PersonPlan {
  readonly id: string;
  readonly name: string;
  readonly lang: Language;
}

/** A farm with the data that later topics need. */
export interface DemoFarm {
  readonly id: string;
  readonly plan: FarmPlan;
  readonly barns: readonly DemoBarn[];
  readonly owner: DemoPerson;
  readonly manager: DemoPerson;
  readonly accountant: DemoPerson;
  readonly workers: readonly DemoPerson[];
  /** The ID of a contact by its key; undefined if the farm has no such contact. */
  contact(key: string): string | undefined;
}

/** A barn with its house. */
export interface DemoBarn {
  readonly id: string;
  readonly name: string;
  /** The barn's name as workers use it within a sentence. */
  readonly spoken: string;
  readonly plan: BarnPlan;
  readonly house: House;
}

/** A flock with its full course. */
export interface DemoFlock {
  readonly id: string;
  readonly farm: DemoFarm;
  readonly barn: DemoBarn;
  readonly breed: BreedName;
  readonly code: string;
  readonly placementDay: CalendarDay;
  readonly arrivalAgeDays: number;
  readonly status: 'active' | 'selling' | 'closed';
  readonly placed: number;
  /** Days from placement to the last sale or today, without gaps. */
  readonly course: readonly CourseDay[];
}

/** An event for a flock's timeline. */
export interface Happening {
  readonly flock: DemoFlock;
  readonly kind: string;
  readonly title: string;
  readonly details?: string;
  /** Time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Actor;
}

const MINUTES_UNTIL_WRITTEN = 7;

/** Stores an event of a flock, unless it is in the future. */
export function addHappening(context: DemoContext, happening: Happening): void {
  const { flock } = happening;
  const at = Math.floor(happening.at);
  if (at > context.now) return;
  context.add('events', {
    farmId: flock.farm.id,
    at: at + MINUTES_UNTIL_WRITTEN * 60_000,
    by: happening.by,
    fields: {
      barnId: flock.barn.id,
      flockId: flock.id,
      kind: happening.kind,
      title: happening.title,
      details: happening.details ?? null,
      ts: formatInstant(at),
    },
  });
}
