import {
  doubtedBreed,
  doubtedCategory,
  doubtedChicks,
  doubtedFeed,
  doubtedPolling,
  FEED_OTHERS,
  feedNeed,
} from '../../farming/gaps/doubtful-entries.ts';
import type { Issue } from '../../model/core/errors.ts';
import { barns } from '../../model/resources/barns.ts';
import { feedDeliveries } from '../../model/resources/feed-deliveries.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { listFarmFlocks, listFlockFacts } from '../../storage/records/flocks.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import type { RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';
import { doubt } from './plausibility.ts';
import { findNeighbour } from './related-rows.ts';

/** Implausibly small or large feed amounts, for callers that ask for doubts. */
export async function doubtfulFeed(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!context.isStrict || !hasChanged(change, ['quantityKg', 'flockId'])) return [];
  const value = Number(change.after['quantityKg']);
  const othersKg = await lastOthersKg(change, context);
  const feedNeed = await feedNeedOf(change, context);
  return doubt('quantityKg', doubtedFeed(value, { othersKg, need: feedNeed }), context);
}

/** The farm's other recent deliveries. */
async function lastOthersKg(
  { definition, after }: RuleChange,
  { transaction }: RuleContext,
): Promise<readonly number[]> {
  const { id, orgId, farmId } = after;
  const rows = await listRows(transaction, feedDeliveries, {
    scope: narrowScope({ orgId, farmIds: 'all' }, String(farmId)),
    conditions: [],
    order: 'date',
    direction: 'desc',
    limit: FEED_OTHERS,
    offset: 0,
  });
  return rows
    .map((row) => JSON.parse(row) as StoredOf<'feed-deliveries'>)
    .filter((delivery) => definition.name !== feedDeliveries.name || delivery.id !== id)
    .map(({ quantityKg }) => quantityKg);
}

/**
 * The consumption by the standard of the feed's flock, else of all birds of the farm, from the day
 * of the delivery on; the feed of an order from today on.
 */
async function feedNeedOf(
  { definition, after }: RuleChange,
  { transaction, today }: RuleContext,
): Promise<ReturnType<typeof feedNeed>> {
  const { orgId, farmId, flockId } = after;
  const scope = narrowScope({ orgId, farmIds: 'all' }, String(farmId));
  const ids =
    typeof flockId === 'string'
      ? [flockId]
      : (await listFarmFlocks(transaction, scope)).map(({ id }) => id);
  const day = definition.name === feedDeliveries.name ? String(after['date']) : today;
  return feedNeed(await listFlockFacts(transaction, scope, ids), day);
}

/** More chicks than the barn's capacity, for callers that ask for doubts. */
export async function tooManyChicks(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const fields = ['barnId', 'chicksOrdered', 'chicksReceived'];
  if (!context.isStrict || !hasChanged(change, fields)) return [];
  const flock = change.after as unknown as StoredOf<'flocks'>;
  const { barnId: id, orgId } = change.after;
  const barn = (await findNeighbour(context, barns, { id, orgId })) as
    | StoredOf<'barns'>
    | undefined;
  const { thresholds } = await loadOrganisationSetup(context.transaction, context.actor.orgId);
  const path = flock.chicksReceived === null ? 'chicksOrdered' : 'chicksReceived';
  return doubt(path, doubtedChicks(flock, barn, thresholds), context);
}

/** An unknown breed whose name is similar to a known one, for callers that ask for doubts. */
export async function doubtfulBreed(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!context.isStrict || !hasChanged(change, ['breed'])) return [];
  const { breed } = change.after as unknown as StoredOf<'flocks'>;
  const { reason: text = null, suggestion } = doubtedBreed(breed) ?? {};
  const issues = await doubt('breed', text, context);
  return issues.map((issue) => ({ ...issue, ...(suggestion === undefined ? {} : { suggestion }) }));
}

/** An unknown expense category that is similar to a known one, for callers that ask for doubts. */
export async function doubtfulCategory(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!context.isStrict || !hasChanged(change, ['category'])) return [];
  const { category } = change.after as unknown as StoredOf<'expenses'>;
  return doubt('category', doubtedCategory(category)?.reason ?? null, context);
}

/**
 * A polling interval so long that a barn has no current climate in between, for callers that ask
 * for doubts.
 */
export async function rarePolling(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!context.isStrict || !hasChanged(change, ['kind', 'pollMinutes'])) return [];
  const connection = change.after as unknown as StoredOf<'integrations'>;
  const { thresholds } = await loadOrganisationSetup(context.transaction, context.actor.orgId);
  return doubt('pollMinutes', doubtedPolling(connection, thresholds), context);
}
