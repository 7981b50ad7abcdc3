import type { contextAnswer } from '../../model/answers/context.ts';
import { type Shown, type ShownName, shownFields } from '../../model/answers/core/shown-rows.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum, sumOrUnknown } from '../../tools/statistics.ts';
import { weekStart } from '../accounting/ledger.ts';
import {
  type CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  type LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { isLogged } from '../core/flock-days.ts';
import type { FlockDay, FlockRecord } from '../core/flock-record.ts';
import { assigneeName, isOpenTask } from '../core/open-items.ts';

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

export type ContextTask = Context['tasks']['open'][number];

/** A row reduced to the fields that a context shows. */
export function shownRow<N extends ShownName>(resource: N, row: StoredOf<N>): Shown<N> {
  const visibleFields: Record<string, unknown> = {};
  for (const name of shownFields[resource] as readonly (string & keyof StoredOf<N>)[])
    visibleFields[name] = row[name];
  // The compiler cannot type a selection by a list of names.
  return visibleFields as Shown<N>;
}

type HistorySnapshot = FarmSnapshot<
  (typeof LIVE_FLOCK_PARTS)[number] | (typeof CLOSED_FLOCK_PARTS)[number] | 'events'
>;

const DEPTHS: Readonly<Record<ContextDepth, { readonly days: number; readonly events: number }>> = {
  full: { days: 60, events: 200 },
  summary: { days: 7, events: 20 },
};
const WEEK_DAYS = 90;

/** The history: logged days of the live flocks, events, and 90 days by week. */
export function contextHistory(snapshot: HistorySnapshot, depth: ContextDepth): ContextHistory {
  const { days, events } = DEPTHS[depth];
  return {
    daily: liveFlocksOf(snapshot).flatMap((record) => dailyRows(record, days)),
    events: newestEvents(snapshot, events),
    weeks: weeksOf(snapshot),
  };
}

function newestEvents({ events }: HistorySnapshot, count: number): ContextHistory['events'] {
  return events
    .map((row) => ({ row, moment: momentOf(row) }))
    .sort((left, right) => (left.moment < right.moment ? 1 : -1))
    .slice(0, count)
    .map(({ row }) => shownRow('events', row));
}

function momentOf({ ts, createdAt, id }: StoredOf<'events'>): string {
  return `${ts ?? createdAt} ${id}`;
}

function dailyRows(record: FlockRecord, count: number): ContextDay[] {
  const { flock, days } = record;
  return days
    .flatMap((logged) => {
      const { day, ageDays, closing, log } = logged;
      if (log === null || !isLogged(record, logged)) return [];
      const { mortality, culls, feedKg, waterL, avgWeightGr, eggs, eggsBroken } = log;
      const figures = { mortality, culls, feedKg, waterL, avgWeightGr, eggs, eggsBroken };
      return [{ flockId: flock.id, date: day, ageDays, live: closing, ...figures }];
    })
    .slice(-count);
}

/** The days of all flocks in the last 90 days by week, including flocks that have left since. */
function weeksOf(snapshot: HistorySnapshot): ContextWeek[] {
  const { today, thresholds } = snapshot;
  const from = addDays(today, 1 - WEEK_DAYS);
  const weekOf = (day: string) => weekStart(day, thresholds.weekStartsOn);
  const days = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)]
    .flatMap((record) => record.days)
    .filter(({ day }) => from <= day && day <= today);
  const byWeek = groupBy(days, ({ day }) => weekOf(day));
  const weeks: ContextWeek[] = [];
  for (let start = weekOf(from); start <= today; start = addDays(start, 7))
    weeks.push({ weekStart: start, ...sumsOf(byWeek.get(start) ?? []) });
  return weeks;
}

function sumsOf(days: readonly FlockDay[]): Omit<ContextWeek, 'weekStart'> {
  const sold = days.filter(({ soldBirds, soldKg }) => soldBirds > 0 || soldKg !== 0);
  const logged = (field: 'mortality' | 'culls' | 'feedKg' | 'waterL' | 'eggs') =>
    sumOfKnown(days.map(({ log }) => log?.[field] ?? null));
  return {
    mortality: logged('mortality'),
    culls: logged('culls'),
    feedKg: figure('kg', logged('feedKg')),
    waterL: figure('litres', logged('waterL')),
    eggs: logged('eggs'),
    soldBirds: sumOfKnown(sold.map(({ soldBirds }) => soldBirds)),
    soldKg: sold.length === 0 ? null : figure('kg', sumOrUnknown(sold.map((day) => day.soldKg))),
  };
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  const presentValues = values.filter((value) => value !== null);
  return presentValues.length === 0 ? null : sum(presentValues);
}

/** The medicine store: all stock, low stock, and expired stock. */
export function contextMedicine({
  medicine,
  today,
}: FarmSnapshot<'medicine'>): Context['medicine'] {
  const items = medicine.map((row) => shownRow('medicine', row));
  return {
    items,
    lowStock: items.filter(
      ({ quantity, minQuantity }) =>
        quantity !== null && minQuantity !== null && quantity < minQuantity,
    ),
    expired: items.filter(
      ({ expiryDate, quantity }) => expiryDate !== null && expiryDate < today && quantity !== 0,
    ),
  };
}

// Sorts after every day.
const LAST_SORT_KEY = '~';

/** The open tasks, earliest due first, with the numbers of overdue tasks and tasks due today. */
export function contextTasks(
  snapshot: FarmSnapshot<'tasks' | 'users' | 'contacts'>,
): Context['tasks'] {
  const { today, tasks } = snapshot;
  const open = tasks
    .filter(isOpenTask)
    .map(
      (task): ContextTask => ({
        id: task.id,
        title: task.title,
        priority: task.priority ?? 'normal',
        status: task.status,
        assignee: assigneeName(task.assignee, snapshot),
        dueDate: task.dueDate,
        overdue: task.dueDate !== null && task.dueDate < today,
        barnId: task.barnId,
      }),
    )
    .toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return {
    open,
    overdue: open.filter(({ overdue }) => overdue).length,
    today: open.filter(({ dueDate }) => dueDate === today).length,
  };
}

function sortKey({ dueDate, id }: ContextTask): string {
  return `${dueDate ?? LAST_SORT_KEY} ${id}`;
}
