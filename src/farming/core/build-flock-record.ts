import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum, sumOrUnknown } from '../../tools/statistics.ts';
import { ageDays, closedDay } from '../metrics/dates.ts';
import {
  dailyPopulation,
  flockLiveBirds,
  isInside,
  lastDayInside,
  placedBirds,
} from '../metrics/population.ts';
import { type BirdKind, birdKind, findBreed } from '../standards/breed-lookup.ts';
import { type FlockWeight, measuredWeight } from './barn-state.ts';
import type { SmartWeight } from './farm-snapshot.ts';
import { isLogged } from './flock-days.ts';
import type { FlockDay, FlockLog, FlockRecord, FlockSums } from './flock-record.ts';
import {
  type EvaluatedWeighing,
  flockForPlausibility,
  type SuspectValue,
  suspectLogValues,
  suspectSaleWeight,
} from './plausibility.ts';

export interface FlockRows {
  readonly flock: StoredOf<'flocks'>;
  readonly barn: StoredOf<'barns'> | undefined;
  /** The deciding logs, oldest first. */
  readonly logs: readonly FlockLog[];
  /** Oldest first. */
  readonly sales: readonly StoredOf<'sales'>[];
  readonly smartWeight: SmartWeight | undefined;
  /** Birds removed before the first of these days, when the rows begin later than the flock. */
  readonly removedBefore?: number;
}

/**
 * Builds the record of a flock as of a calendar day of the farm. Implausible values are treated as
 * not recorded in its days and sales; logs before its placement are ignored.
 */
export function buildFlockRecord(
  rowsOfFlock: FlockRows,
  { today, zone }: { readonly today: CalendarDay; readonly zone: string },
): FlockRecord {
  const { flock, barn } = rowsOfFlock;
  const logs = rowsOfFlock.logs.filter(({ date }) => date >= flock.placementDate);
  const recorded = { ...rowsOfFlock, logs };
  const isLive = isInside(flock, today);
  const placed = placedBirds(flock);
  const suspects = suspectsOf(recorded, today);
  const rows = withoutSuspects(recorded, suspects);
  const days = daysOf(rows, { placed, until: today });
  const lastDay =
    flock.status === 'closed' ? endOfFlock(recorded, { days, suspects, today, zone }) : today;
  const totals = sumsOf(days);
  return {
    flock,
    barn,
    kind: birdKind(flock.breed, barn?.barnType ?? null),
    breed: findBreed(flock.breed),
    isLive,
    lastDay,
    ageDays: lastDay === null || flock.status === 'cancelled' ? null : ageDays(flock, lastDay),
    placed,
    isPlacedEstimated: flock.chicksReceived === null && placed !== null,
    live: flockLiveBirds(flock, { ...totals, sold: totals.soldBirds }, today),
    isImpossible: placed !== null && placed < totals.mortality + totals.culls + totals.soldBirds,
    days,
    totals,
    weight: weightOf(rows, today, zone),
    isWeighingDoubted: suspects.some(({ field }) => field === 'avgWeightGr'),
    sales: rows.sales,
    suspects,
  };
}

function suspectsOf(
  { flock, barn, logs, sales, removedBefore }: FlockRows,
  until: CalendarDay,
): readonly SuspectValue[] {
  const evaluated = flockForPlausibility({ ...flock, barnType: barn?.barnType ?? null });
  const placed = placedBirds(flock);
  const soldOn = groupBy(sales, (sale) => sale.date);
  const weighings: EvaluatedWeighing[] = [];
  const suspects: SuspectValue[] = [];
  let [losses, removed, next] = [removedBefore ?? 0, 0, 0];
  for (const log of new Map(logs.map((row) => [row.date, row])).values()) {
    if (log.date > until) break;
    for (let sale = sales[next]; sale && sale.date < log.date; sale = sales[++next])
      removed += sale.birdsCount ?? 0;
    const died = (log.mortality ?? 0) + (log.culls ?? 0);
    const removedOnDay =
      died + sum((soldOn.get(log.date) ?? []).map(({ birdsCount }) => birdsCount));
    // Birds present in the morning ate and drank, even if they left that day. A day with more
    // losses than birds has no population; earlier days are unaffected.
    const birds = dailyPopulation({
      placed,
      removedBefore: losses + removed,
      removedOn: removedOnDay,
    });
    suspects.push(
      ...suspectLogValues(evaluated, log, { birds: birds?.opening ?? null, weighings }),
    );
    losses += died;
    const { date: day, avgWeightGr: g, camerasWeightGr: camerasG } = log;
    if (g) weighings.push({ day, g, camerasG });
  }
  return [
    ...suspects,
    ...sales.flatMap((sale) =>
      sale.date > until ? [] : (suspectSaleWeight(evaluated, sale) ?? []),
    ),
  ];
}

/** The rows with implausible values replaced by null. */
function withoutSuspects(rows: FlockRows, suspects: readonly SuspectValue[]): FlockRows {
  if (suspects.length === 0) return rows;
  return {
    ...rows,
    logs: clearSuspects(rows.logs, suspects),
    sales: clearSuspects(rows.sales, suspects),
  };
}

/** Rows with implausible values replaced by null. */
export function clearSuspects<R extends { readonly id: string }>(
  rows: readonly R[],
  suspects: readonly SuspectValue[],
): readonly R[] {
  const fieldsOf = groupBy(suspects, ({ id }) => id);
  return rows.map((row) => {
    const fields = fieldsOf.get(row.id) ?? [];
    if (fields.length === 0) return row;
    return { ...row, ...Object.fromEntries(fields.map(({ field }) => [field, null])) };
  });
}

function endOfFlock(
  { flock: { closedAt }, sales }: FlockRows,
  {
    days,
    suspects,
    today,
    zone,
  }: Pick<FlockRecord, 'days' | 'suspects'> & {
    readonly today: CalendarDay;
    readonly zone: string;
  },
): CalendarDay | null {
  return lastDayInside({
    closedDay: closedDay(closedAt, zone),
    lastLogDate: days.findLast((day) => isLogged({ suspects }, day))?.day ?? null,
    lastSaleDate: sales.findLast(({ date }) => date <= today)?.date ?? null,
  });
}

function daysOf(
  { flock, barn, logs, sales, ...rows }: FlockRows,
  { placed, until }: { readonly placed: number | null; readonly until: CalendarDay },
): FlockDay[] {
  const kind = birdKind(flock.breed, barn?.barnType ?? null);
  const logByDay = new Map(logs.map((log) => [log.date, log]));
  const salesByDay = groupBy(sales, (sale) => sale.date);
  const recorded = [...new Set([...logByDay.keys(), ...salesByDay.keys()])].toSorted();
  let removedBefore = rows.removedBefore ?? 0;
  return recorded
    .filter((day) => day <= until)
    .map((day) => {
      const log = logByDay.get(day) ?? null;
      const sold = salesByDay.get(day) ?? [];
      const soldBirds = sum(sold.map((sale) => sale.birdsCount));
      const removedOn = (log?.mortality ?? 0) + (log?.culls ?? 0) + soldBirds;
      const population = dailyPopulation({ placed, removedBefore, removedOn });
      removedBefore += removedOn;
      return {
        day,
        ageDays: ageDays(flock, day),
        log,
        soldBirds,
        soldKg: soldKgOf(sold, kind),
        opening: population?.opening ?? null,
        closing: population?.closing ?? null,
        average: population?.average ?? null,
      };
    });
}

/** Total weight of the birds of some sales; null when any was not weighed, 0 without sales. */
function soldKgOf(sales: readonly StoredOf<'sales'>[], kind: BirdKind): number | null {
  return sumOrUnknown(
    sales.map(({ birdsCount, totalWeightKg }) => {
      if (totalWeightKg !== null && totalWeightKg > 0) return totalWeightKg;
      // Sales of laying flocks without a number of birds are egg sales.
      const hasBirds = birdsCount === null ? kind !== 'layer' : birdsCount > 0;
      return hasBirds ? null : 0;
    }),
  );
}

function sumsOf(days: readonly FlockDay[]): FlockSums {
  const logged = (field: 'mortality' | 'culls' | 'feedKg' | 'waterL' | 'eggs' | 'eggsBroken') =>
    sum(days.map((day) => day.log?.[field] ?? null));
  return {
    mortality: logged('mortality'),
    culls: logged('culls'),
    soldBirds: sum(days.map((day) => day.soldBirds)),
    soldKg: sumOrUnknown(days.map((day) => day.soldKg)),
    feedKg: logged('feedKg'),
    waterL: logged('waterL'),
    eggs: logged('eggs'),
    eggsBroken: logged('eggsBroken'),
  };
}

function weightOf(
  { logs, smartWeight }: FlockRows,
  until: CalendarDay,
  zone: string,
): FlockWeight | null {
  const last = logs.findLast((log) => (log.avgWeightGr ?? 0) > 0 && log.date <= until);
  const weighed = last && { g: last.avgWeightGr ?? 0, day: last.date };
  return measuredWeight(smartWeight, weighed, zone);
}
