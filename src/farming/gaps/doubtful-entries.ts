import { type Message, type MessageParams, message } from '../../model/core/message.ts';
import { expenses } from '../../model/resources/expenses.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { median, sum } from '../../tools/statistics.ts';
import { nearestWord } from '../../tools/words.ts';
import { flockName } from '../core/flock-record.ts';
import { flockForPlausibility, usualFeedKg } from '../core/plausibility.ts';
import { withdrawalOn } from '../health/treatments.ts';
import { absenceOn, placedBirds } from '../metrics/population.ts';
import { birdKind, findBreed, suggestBreed } from '../standards/breed-lookup.ts';
import { type FoundGap, type GapSnapshot, idsOf } from './gap.ts';

/**
 * Plausible range of a feed delivery, relative to the median of the last deliveries. Without enough
 * of these, the minimum is a number of days at the consumption of the day of delivery, and the
 * maximum the consumption of the growing birds in a number of days. The limits are set by this
 * project; they are intentionally wide, to find tons entered as kilograms.
 */
const FEED = {
  fewestOthers: 3,
  lastOthers: 30,
  leastOfOthers: 0.05,
  mostOfOthers: 10,
  leastDays: 0.1,
  mostDays: 90,
} as const;

const KG_OF_TON = 1000;

/** Number of other deliveries used as the reference. */
export const FEED_OTHERS = FEED.lastOthers;

/** The feed of birds by the standard, in kg. */
interface FeedNeed {
  readonly dailyKg: number;
  /** The consumption of the next days, for a number of days. */
  readonly kgOf: (days: number) => number;
}

/**
 * A warning about a feed quantity far below or above the last other deliveries or, with too few of
 * those, the consumption; else null.
 */
export function doubtedFeed(
  value: number,
  { othersKg, need }: { readonly othersKg: readonly number[]; readonly need: FeedNeed | null },
): Message | null {
  const usual = othersKg.length < FEED.fewestOthers ? null : median(othersKg);
  if (usual !== null && isFar(value, usual * FEED.leastOfOthers, usual * FEED.mostOfOthers))
    return feedText('feedBesideOthers', value, usual);
  if (usual !== null || need === null) return null;
  if (value < need.dailyKg * FEED.leastDays) return feedText('feedForBirds', value, need.dailyKg);
  // Chicks eat little at first, so the maximum is the consumption of the growing birds.
  if (value <= need.dailyKg * FEED.mostDays) return null;
  const mostKg = need.kgOf(FEED.mostDays);
  return value > mostKg ? feedText('feedForBirds', value, mostKg) : null;
}

function isFar(value: number, low: number, high: number): boolean {
  return value < low || value > high;
}

function feedText(
  text: 'feedBesideOthers' | 'feedForBirds',
  value: number,
  usual: number,
): Message {
  const kg = (quantity: number) => ({ quantity, unit: 'kg' }) as const;
  const isLittle = value < usual;
  return message(`suspect.${text}`, {
    size: isLittle ? 'little' : 'much',
    value: kg(value),
    usual: kg(Number(usual.toPrecision(2))),
    // A small number may be of tons.
    tons: { quantity: isLittle ? value : value / KG_OF_TON, unit: 't' },
    kilograms: kg(value * KG_OF_TON),
    days: { quantity: FEED.mostDays, unit: 'days' },
  });
}

type FedFlock = Parameters<typeof flockForPlausibility>[0] & Parameters<typeof placedBirds>[0];

/** Standard feed of flocks from a day on; null when the number of birds is unknown for any. */
export function feedNeed(flocks: readonly FedFlock[], day: CalendarDay): FeedNeed | null {
  const placed = flocks.map((flock) => placedBirds(flock) ?? 0);
  if (flocks.length === 0 || placed.some((birds) => birds <= 0)) return null;
  const evaluatedFlocks = flocks.map(flockForPlausibility);
  const kgOn = (date: CalendarDay) =>
    sum(evaluatedFlocks.map((flock, index) => usualFeedKg(flock, placed[index] ?? 0, date)));
  return {
    dailyKg: kgOn(day),
    kgOf: (days) => sum(Array.from({ length: days }, (_, offset) => kgOn(addDays(day, offset)))),
  };
}

/**
 * Tolerated excess of chicks over the capacity of a barn: a few are free, and barns are thinned.
 */
const BESIDE_BARN = { capacity: 1.05, area: 1.25 };

/** A warning about more chicks than the barn can hold; else null. */
export function doubtedChicks(
  flock: Pick<StoredOf<'flocks'>, 'breed' | 'targetWeightKg' | 'chicksReceived' | 'chicksOrdered'>,
  barn: StoredOf<'barns'> | undefined,
  thresholds: Thresholds,
): Message | null {
  const chicks = placedBirds(flock);
  if (!barn || chicks === null) return null;
  const counts = { chicks: birds(chicks), barn: barn.name };
  if (barn.capacity !== null) {
    const isTooMany = chicks > barn.capacity * BESIDE_BARN.capacity;
    const maximumBirds = birds(barn.capacity);
    return isTooMany ? message('suspect.chicksByPlaces', { ...counts, most: maximumBirds }) : null;
  }
  const maximumChicks = chicksByArea(flock, barn, thresholds);
  if (maximumChicks !== null) {
    const isTooMany = chicks > maximumChicks * BESIDE_BARN.area;
    return isTooMany
      ? message('suspect.chicksByArea', { ...counts, most: birds(maximumChicks) })
      : null;
  }
  const largest = LARGEST_FLOCK[birdKind(flock.breed, barn.barnType)];
  if (chicks <= largest) return null;
  return message('suspect.chicksAtAll', { ...counts, most: birds(largest) });
}

/**
 * More birds than any single barn holds (this project's own; multi-tier houses hold about 100,000
 * broilers or 400,000 hens): for barns without a capacity and an area.
 */
const LARGEST_FLOCK = { broiler: 200_000, layer: 600_000, turkey: 100_000 } as const;

/** Number of meat birds that fit on the floor at sale; null for hens and without a floor area. */
function chicksByArea(
  { breed, targetWeightKg }: Pick<StoredOf<'flocks'>, 'breed' | 'targetWeightKg'>,
  { areaSqm, barnType }: StoredOf<'barns'>,
  { assumedTargetWeightKg, densityLimitKgM2 }: Thresholds,
): number | null {
  if (areaSqm === null || birdKind(breed, barnType) === 'layer') return null;
  return Math.floor((densityLimitKgM2 * areaSqm) / (targetWeightKg ?? assumedTargetWeightKg));
}

function birds(quantity: number) {
  return { quantity, unit: 'birds' } as const;
}

/** A warning about a breed without a table whose name is similar to a known one. */
export function doubtedBreed(breed: string | null): Doubt | null {
  const suggestion = breed === null ? undefined : suggestBreed(breed);
  if (breed === null || suggestion === undefined) return null;
  return { reason: message('suspect.breed', { breed, suggestion }), suggestion };
}

/** Barn types that determine the kind of birds. */
const KINDS_OF_BARN: readonly unknown[] = ['broiler', 'layer', 'breeder', 'pullet', 'turkey'];

/** A warning about birds that count as broilers because neither breed nor barn type is known. */
function doubtedKind(
  { breed }: Pick<StoredOf<'flocks'>, 'breed'>,
  barn: StoredOf<'barns'> | undefined,
): Message[] {
  if (barn === undefined || doubtedBreed(breed)) return [];
  const isReported = findBreed(breed) !== undefined || KINDS_OF_BARN.includes(barn.barnType);
  if (isReported) return [];
  const hasBreed = breed === null ? 'no' : 'yes';
  return [message('suspect.kind', { hasBreed, breed: breed ?? '', barn: barn.name })];
}

/** A warning about an unknown expense category that is similar to a known one. */
export function doubtedCategory(category: string | null): Doubt | null {
  const words = expenses.fields.category.vocabulary.words;
  if (category === null || words.some((word) => word === category)) return null;
  const suggestion = nearestWord(category, words);
  if (suggestion === undefined) return null;
  return { reason: message('suspect.category', { category, suggestion }), suggestion };
}

/** A warning about a word, and the most similar known word. */
export interface Doubt {
  readonly reason: Message;
  readonly suggestion: string;
}

/** Kinds of connections polled for barn climate. */
const CLIMATE_KINDS: readonly unknown[] = ['controller', 'other'];

/** A warning about a polling interval longer than readings count as current; else null. */
export function doubtedPolling(
  { kind, pollMinutes }: Pick<StoredOf<'integrations'>, 'kind' | 'pollMinutes'>,
  { climateCurrentMinutes: current }: Thresholds,
): Message | null {
  if (pollMinutes === null || !CLIMATE_KINDS.includes(kind) || pollMinutes <= current) return null;
  return message('suspect.pollMinutes', { minutes: pollMinutes, current });
}

/** A warning about a sale before placement or before the end of a withdrawal; else null. */
export function doubtedSaleDay(
  { date }: Pick<StoredOf<'sales'>, 'date'>,
  {
    status,
    placementDate,
  }: Pick<StoredOf<'flocks'>, 'placementDate'> & { readonly status: string | null },
  treatments: readonly StoredOf<'treatments'>[],
): Message | null {
  const absence = absenceOn({ status, placementDate }, date);
  const days = { day: { day: date }, placement: { day: placementDate } };
  if (absence === 'plannedFlock') return message('suspect.plannedSale', days);
  if (absence) return message('suspect.beforePlacement', days);
  const until = withdrawalOn(treatments, date);
  return until === null ? null : message('suspect.withdrawal', { ...days, until: { day: until } });
}

/** A doubtful value that was stored anyway. */
interface DoubtedEntry {
  readonly what: 'barn' | 'flock' | 'sale' | 'delivery' | 'order' | 'expense' | 'connection';
  readonly row: { readonly id: string; readonly createdAt: string };
  readonly field: string;
  readonly reason: Message | null;
  /** Parameters that identify the record in the title. */
  readonly named: MessageParams;
  readonly ids: Readonly<Record<string, string | null>>;
  readonly value?: string | null;
  /** Defaults to `warning`. */
  readonly severity?: FoundGap['severity'];
}

const PATHS = {
  barn: 'barns',
  flock: 'flocks',
  sale: 'sales',
  delivery: 'feed-deliveries',
  order: 'feed-orders',
  expense: 'expenses',
  connection: 'integrations',
} as const;

/** Values that were doubtful when written, until they are corrected. */
export function findDoubtfulEntries(snapshot: GapSnapshot): FoundGap[] {
  const entries = [
    ...snapshot.liveFlocks.flatMap((flock) => doubtedOfFlock(flock, snapshot)),
    ...doubtedFeedOf(snapshot),
    ...snapshot.expenses.map((row) => doubtedExpense(row)),
    ...snapshot.integrations.map((row) => doubtedConnection(row, snapshot)),
  ];
  return entries.flatMap(
    ({ what, row, field, reason, named, ids, value = null, severity = 'warning' }) =>
      reason === null
        ? []
        : [
            {
              subject: `${row.id}:${field}`,
              severity,
              why: reason,
              params: { what, ...named },
              ids: idsOf(ids),
              count: 1,
              since: row.createdAt,
              fix: { method: 'PATCH', path: `/${PATHS[what]}/${row.id}`, body: { [field]: value } },
            } satisfies FoundGap,
          ],
  );
}

function doubtedOfFlock(flock: StoredOf<'flocks'>, snapshot: GapSnapshot): DoubtedEntry[] {
  const { barns, thresholds, treatments, sales } = snapshot;
  const barn = barns.find(({ id }) => id === flock.barnId);
  const ids = { flockId: flock.id, barnId: flock.barnId };
  const nameParams = { name: flockName({ flock, barn }) };
  const flockEntry = { what: 'flock', row: flock, ids, named: nameParams } as const;
  const breed = doubtedBreed(flock.breed);
  const count = flock.chicksReceived === null ? 'chicksOrdered' : 'chicksReceived';
  const flockTreatments = treatments.filter(({ flockId }) => flockId === flock.id);
  const sold = sales.filter(({ flockId }) => flockId === flock.id);
  return [
    { ...flockEntry, field: count, reason: doubtedChicks(flock, barn, thresholds) },
    {
      ...flockEntry,
      field: 'breed',
      reason: breed?.reason ?? null,
      value: breed?.suggestion ?? null,
    },
    ...doubtedKind(flock, barn).map((reason) => ({
      ...({
        ...flockEntry,
        what: 'barn',
        row: barn ?? flock,
        field: 'barnType',
        reason: reason,
      } as const),
      named: { name: barn?.name ?? '' },
      severity: 'info' as const,
    })),
    ...sold.map((sale) => ({
      ...({ what: 'sale', row: sale, field: 'date', named: onDay(sale) } as const),
      ids: { ...ids, saleId: sale.id },
      reason: doubtedSaleDay(sale, flock, flockTreatments),
    })),
  ];
}

function doubtedFeedOf(snapshot: GapSnapshot): DoubtedEntry[] {
  const { feedDeliveries, feedOrders, today } = snapshot;
  const doubtAt = (row: Fed, day: CalendarDay) =>
    doubtedFeed(row.quantityKg, {
      othersKg: lastOthers(row, feedDeliveries),
      need: feedNeed(fedBy(row, snapshot), day),
    });
  const open = feedOrders.filter(({ status }) => status !== 'delivered' && status !== 'cancelled');
  return [
    ...feedDeliveries.map((row) => ({
      ...({ what: 'delivery', row, field: 'quantityKg', named: onDay(row) } as const),
      ids: { feedDeliveryId: row.id, flockId: row.flockId },
      reason: doubtAt(row, row.date),
    })),
    ...open.map((row) => ({
      ...({ what: 'order', row, field: 'quantityKg' } as const),
      named: { amount: { quantity: row.quantityKg, unit: 'kg' } as const },
      ids: { feedOrderId: row.id, flockId: row.flockId },
      reason: doubtAt(row, today),
    })),
  ];
}

/** The flock that the feed is for, else all live flocks. */
function fedBy({ flockId }: Fed, { liveFlocks, barns }: GapSnapshot): readonly FedFlock[] {
  return liveFlocks
    .filter(({ id, status }) => (flockId === null ? status !== 'planned' : id === flockId))
    .map((flock) => {
      const barn = barns.find(({ id }) => id === flock.barnId);
      return { ...flock, barnType: barn?.barnType ?? null };
    });
}

function onDay({ date }: { readonly date: CalendarDay }): MessageParams {
  return { day: { day: date } };
}

type Fed = Pick<StoredOf<'feed-orders'>, 'id' | 'flockId' | 'quantityKg'>;

function lastOthers({ id }: Fed, deliveries: GapSnapshot['feedDeliveries']): readonly number[] {
  const last = deliveries.slice(-FEED.lastOthers - 1);
  const otherDeliveries = last.filter((delivery) => delivery.id !== id);
  return otherDeliveries.slice(-FEED.lastOthers).map(({ quantityKg }) => quantityKg);
}

function doubtedExpense(row: StoredOf<'expenses'>): DoubtedEntry {
  const doubt = doubtedCategory(row.category);
  return {
    ...({ what: 'expense', row, field: 'category', named: onDay(row) } as const),
    ids: { expenseId: row.id, flockId: row.flockId },
    reason: doubt?.reason ?? null,
    value: doubt?.suggestion ?? null,
  };
}

function doubtedConnection(
  row: StoredOf<'integrations'>,
  { thresholds }: GapSnapshot,
): DoubtedEntry {
  return {
    ...({ what: 'connection', row, field: 'pollMinutes' } as const),
    ids: { integrationId: row.id, barnId: row.barnId },
    named: { name: row.name ?? row.kind },
    reason: doubtedPolling(row, thresholds),
  };
}
