import { type ResourceDefinition, writableFields } from '../../../model/core/resource.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { type Draft, newDraft, toDraft } from '../../fields/draft.ts';

/**
 * The resources whose records are often similar to earlier ones: purchases, work and equipment.
 * Measurements and messages are not copied.
 */
const COPIED: ReadonlySet<string> = new Set<ResourceName>([
  'automations',
  'barns',
  'contacts',
  'devices',
  'expenses',
  'feed-deliveries',
  'feed-orders',
  'flocks',
  'market-orders',
  'medicine',
  'reg-items',
  'sales',
  'tasks',
  'tenders',
  'treatments',
]);

/** Whether a record of a resource can be the basis of a new one. */
export function isCopied(resource: string): boolean {
  return COPIED.has(resource);
}

/** Fields that identify one record, follow from others, or tell its progress. */
const OWN_FIELDS: readonly string[] = [
  'batchCode',
  'batchNumber',
  'code',
  'feedOrderId',
  'mediaId',
  'orderTotal',
  'referenceNumber',
  'sourceKey',
  'status',
  'tenderId',
  'totalAmount',
  'totalCost',
];

/** Types of the fields that are not copied. */
const TIMES: readonly string[] = ['date', 'timestamp'];

/** The texts of a new record that is similar to another: dates and progress are not copied. */
export function copiedDraft(
  definition: ResourceDefinition,
  row: Readonly<Record<string, unknown>>,
  zone: string,
  now: number,
): Draft {
  const theirs = toDraft(definition, row, zone);
  const copied = writableFields(definition)
    .filter(([name, { type }]) => !(TIMES.includes(type) || OWN_FIELDS.includes(name)))
    .map(([name]) => [name, theirs[name] ?? ''] as const);
  return { ...newDraft(definition, zone, now), ...Object.fromEntries(copied) };
}
