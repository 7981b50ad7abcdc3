import type { contextAnswer } from '../../model/answers/context.ts';
import { type Shown, type ShownName, shownFields } from '../../model/answers/core/shown-rows.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { StoredOf } from '../../model/resources/registry.ts';

/** How much of the past is told. */
export type ContextDepth = Context['depth'];

/** The whole farm in one object. */
export type Context = Omit<Made<(typeof contextAnswer)['schema']>, 'narrative'>;

/** The farm itself. */
export type ContextFarm = Context['farm'];

/** A barn and whether birds are inside. */
export type ContextBarn = Context['barns'][number];

/** A flock that is inside. */
export type ContextFlock = Context['flocks'][number];

/** The newest reading of a barn. */
export type ContextClimate = Context['environment'][number];

/** What is told of the past. */
export type ContextHistory = Context['history'];

/** A logged day of a flock. */
export type ContextDay = ContextHistory['daily'][number];

/** A week of the farm; null where nothing was recorded. */
export type ContextWeek = ContextHistory['weeks'][number];

/** A task that is to be done still. */
export type ContextTask = Context['tasks']['open'][number];

/** The row with the fields that a context tells. */
export function shownRow<N extends ShownName>(resource: N, row: StoredOf<N>): Shown<N> {
  const shown: Record<string, unknown> = {};
  for (const name of shownFields[resource] as readonly (string & keyof StoredOf<N>)[])
    shown[name] = row[name];
  // Picking by a list of names cannot be followed by the compiler.
  return shown as Shown<N>;
}
