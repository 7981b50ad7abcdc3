import type { BreedName } from '../../farming/standards/breed-tables.ts';
import type { Language } from '../../model/languages.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { BarnPlan, FarmPlan } from './farm-plan.ts';
import type { CourseDay } from './flock-course.ts';
import type { House } from './house-climate.ts';
import type { PersonPlan } from './people-names.ts';

/** A user of the organisation. */
export interface DemoPerson extends PersonPlan {
  readonly id: string;
  readonly name: string;
  readonly lang: Language;
}

/** A farm with what later topics need of it. */
export interface DemoFarm {
  readonly id: string;
  readonly plan: FarmPlan;
  readonly barns: readonly DemoBarn[];
  readonly owner: DemoPerson;
  readonly manager: DemoPerson;
  readonly accountant: DemoPerson;
  readonly workers: readonly DemoPerson[];
  /** The id of a contact by its key; undefined where the farm has none such. */
  contact(key: string): string | undefined;
}

/** A barn with its house. */
export interface DemoBarn {
  readonly id: string;
  readonly name: string;
  /** What workers call it in the middle of a sentence. */
  readonly spoken: string;
  readonly plan: BarnPlan;
  readonly house: House;
}

/** A flock with everything that happened to it. */
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
  /** The days from placement to the last sale or the present, without a gap. */
  readonly course: readonly CourseDay[];
}
