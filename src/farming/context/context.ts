import type { contextAnswer } from '../../model/answers/context.ts';
import { type Shown, type ShownName, shownFields } from '../../model/answers/core/shown-rows.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { StoredOf } from '../../model/resources/registry.ts';

/** How much history a context contains. */
export type ContextDepth = Context['depth'];

/** The whole farm as one object. */
export type Context = Omit<Made<(typeof contextAnswer)['schema']>, 'narrative'>;

export type ContextFarm = Context['farm'];

/** A barn with its occupancy. */
export type ContextBarn = Context['barns'][number];

/** A live flock. */
export type ContextFlock = Context['flocks'][number];

/** The newest reading of a barn. */
export type ContextClimate = Context['environment'][number];

/** The history of the farm. */
export type ContextHistory = Context['history'];

/** A logged day of a flock. */
export type ContextDay = ContextHistory['daily'][number];

/** A week of the farm; null when nothing was recorded. */
export type ContextWeek = ContextHistory['weeks'][number];

/** An open task. */
export type ContextTask = Context['tasks']['open'][number];

/** A row reduced to the fields that a context shows. */
export function shownRow<N extends ShownName>(resource: N, row: StoredOf<N>): Shown<N> {
  const shown: Record<string, unknown> = {};
  for (const name of shownFields[resource] as readonly (string & keyof StoredOf<N>)[])
    shown[name] = row[name];
  // The compiler cannot type a selection by a list of names.
  return shown as Shown<N>;
}
