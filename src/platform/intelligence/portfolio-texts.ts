import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';

/** A farm with its calendar and the JSON texts of what the queries found of it. */
export interface FarmTexts {
  readonly farm: StoredOf<'farms'>;
  readonly zone: string;
  readonly today: CalendarDay;
  /** That of `farm` first; the lists are empty where nothing was found. */
  readonly texts: Readonly<Record<FoundOfFarm | 'farm', readonly string[]>>;
}

/** What a query finds of a farm. */
export type FoundOfFarm =
  | 'counts'
  | 'activity'
  | 'flocks'
  | 'logs'
  | 'fresh'
  | 'money'
  | 'lastFlock';

/** What a query found of farms, by farm. */
export type TextsByFarm = ReadonlyMap<string, readonly string[]>;
