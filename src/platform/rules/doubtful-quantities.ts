import { flockForPlausibility, usualFeedKg } from '../../farming/core/plausibility.ts';
import { placedBirds } from '../../farming/metrics/population.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import type { Issue } from '../../model/core/errors.ts';
import { barns } from '../../model/resources/barns.ts';
import { feedDeliveries } from '../../model/resources/feed-deliveries.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { type FlockFacts, listFarmFlocks, listFlockFacts } from '../../storage/records/flocks.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { median, sum } from '../../tools/statistics.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import type { RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import { doubt } from './plausibility.ts';
import { findNeighbour } from './related-rows.ts';

/**
 * How far feed that arrives may lie from what is usual (this project's own; wide on purpose, as they
 * are to find tons written as kilograms): beside the median of the last deliveries, and in days of
 * what the birds eat.
 */
const FEED = {
  fewestOthers: 3,
  lastOthers: 30,
  leastOfOthers: 0.05,
  mostOfOthers: 10,
  leastDays: 0.1,
  mostDays: 90,
} as const;

/** Feed that is far too little or far too much, for a caller who wants to be asked about it. */
export async function doubtfulFeed(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!context.isStrict || !hasChanged(change, ['quantityKg', 'flockId'])) return [];
  const value = Number(change.after['quantityKg']);
  const usual = await usualDeliveryKg(change, context);
  if (usual !== null && isFar(value, usual * FEED.leastOfOthers, usual * FEED.mostOfOthers)) {
    return [await feedDoubt('feedBesideOthers', { value, usual }, context)];
  }
  const daily = usual === null ? await dailyFeedKg(change, context) : null;
  if (daily === null || !isFar(value, daily * FEED.leastDays, daily * FEED.mostDays)) return [];
  return [await feedDoubt('feedForBirds', { value, usual: daily }, context)];
}

function isFar(value: number, low: number, high: number): boolean {
  return value < low || value > high;
}

function feedDoubt(
  text: 'feedBesideOthers' | 'feedForBirds',
  { value, usual }: { readonly value: number; readonly usual: number },
  context: RuleContext,
): Promise<Issue> {
  const kg = (quantity: number) =>
    ({ quantity: Number(quantity.toPrecision(2)), unit: 'kg' }) as const;
  const size = value < usual ? 'little' : 'much';
  const params = { size, value: { quantity: value, unit: 'kg' }, usual: kg(usual) } as const;
  return doubt('quantityKg', text, params, context);
}

/** The median of the last other deliveries of the farm; null where there are too few. */
async function usualDeliveryKg(
  { definition, after }: RuleChange,
  { transaction }: RuleContext,
): Promise<number | null> {
  const { id, orgId, farmId } = after;
  const rows = await listRows(transaction, feedDeliveries, {
    scope: narrowScope({ orgId, farmIds: 'all' }, String(farmId)),
    conditions: [],
    order: 'date',
    direction: 'desc',
    limit: FEED.lastOthers,
    offset: 0,
  });
  const others = rows
    .map((row) => JSON.parse(row) as StoredOf<'feed-deliveries'>)
    .filter((delivery) => definition.name !== feedDeliveries.name || delivery.id !== id);
  if (others.length < FEED.fewestOthers) return null;
  return median(others.map(({ quantityKg }) => quantityKg));
}

/** What the flock of the feed, else all birds of the farm, eat in a day by the standard. */
async function dailyFeedKg(
  { after }: RuleChange,
  { transaction, today }: RuleContext,
): Promise<number | null> {
  const { orgId, farmId, flockId } = after;
  const scope = narrowScope({ orgId, farmIds: 'all' }, String(farmId));
  const ids =
    typeof flockId === 'string'
      ? [flockId]
      : (await listFarmFlocks(transaction, scope)).map(({ id }) => id);
  const eaten = (await listFlockFacts(transaction, scope, ids)).map((flock) =>
    eatenKg(flock, today),
  );
  return eaten.length === 0 || eaten.includes(null) ? null : sum(eaten);
}

function eatenKg(flock: FlockFacts, today: string): number | null {
  const birds = placedBirds(flock);
  return birds === null || birds <= 0
    ? null
    : usualFeedKg(flockForPlausibility(flock), birds, today);
}

/** How much more chicks than a barn takes are not doubted: a few come free, and barns are thinned. */
const BESIDE_BARN = { capacity: 1.05, area: 1.25 };

/** More chicks than the barn has room for, for a caller who wants to be asked about it. */
export async function tooManyChicks(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const fields = ['barnId', 'chicksOrdered', 'chicksReceived'];
  if (!context.isStrict || !hasChanged(change, fields)) return [];
  const flock = change.after as unknown as StoredOf<'flocks'>;
  const chicks = placedBirds(flock);
  const { barnId: id, orgId } = change.after;
  const barn = (await findNeighbour(context, barns, { id, orgId })) as
    | StoredOf<'barns'>
    | undefined;
  if (!barn || chicks === null) return [];
  const path = flock.chicksReceived === null ? 'chicksOrdered' : 'chicksReceived';
  const counts = { chicks: birds(chicks), barn: barn.name };
  if (barn.capacity !== null) {
    if (chicks <= barn.capacity * BESIDE_BARN.capacity) return [];
    return [
      await doubt(path, 'chicksByPlaces', { ...counts, most: birds(barn.capacity) }, context),
    ];
  }
  const most = await chicksByArea(flock, barn, context);
  if (most === null || chicks <= most * BESIDE_BARN.area) return [];
  return [await doubt(path, 'chicksByArea', { ...counts, most: birds(most) }, context)];
}

/** Birds for meat that fit on the floor on the day of their sale; null of hens and without the area. */
async function chicksByArea(
  { breed, targetWeightKg }: StoredOf<'flocks'>,
  { areaSqm, barnType }: StoredOf<'barns'>,
  { transaction, actor }: RuleContext,
): Promise<number | null> {
  if (areaSqm === null || birdKind(breed, barnType) === 'layer') return null;
  const { thresholds } = await loadOrganisationSetup(transaction, actor.orgId);
  const weightKg = targetWeightKg ?? thresholds.assumedTargetWeightKg;
  return Math.floor((thresholds.densityLimitKgM2 * areaSqm) / weightKg);
}

function birds(quantity: number) {
  return { quantity, unit: 'birds' } as const;
}
